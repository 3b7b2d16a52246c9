"""Comparing a quotation with a passage, word for word (`contract.md` §4).

A quote is verbatim when its fold occurs in the fold of the passage with a legal cut at both ends: first as given, then
less its mark-up, then (either) less a leading copy of the passage's section label, then less one final `. , ; :`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tekmeria_contract.cuts import illegal_left, illegal_right
from tekmeria_contract.fold import Folded, read, refused
from tekmeria_contract.negation import QUALIFIERS, is_qualified, word_after
from tekmeria_contract.sentences import split_sentences

__all__ = [
    "Prepared", "QuoteMatch", "compare_prepared", "compare_quote", "folds_to_nothing", "is_title_part", "prepare",
]  # fmt: skip

FINAL_MARKS = ".,;:"
_ELLIPSIS = re.compile(r" ?(?:\[ ?\.\.\. ?\]|\( ?\.\.\. ?\)|\.\.\.\.?|\. \. \.) ?")
_SHORT_WORDS = 3
_SHORT_CHARACTERS = 15
_TRIES = 16
"""Occurrences looked for one by one; where more are refused, one pass finds the rest."""


@dataclass(frozen=True, slots=True)
class QuoteMatch:
    """What came of comparing a quote; true when verbatim.

    ``span``: half-open code points of the passage as given. ``kind``: exact, folded, unmarked, elided; None when not
    verbatim. ``detail``: which guard or difference. ``cls``: class of the mismatch. ``closest``, ``closest_span``,
    ``similarity``: the window of the passage most like it. ``omitted``: what was left out. ``repair``: a slice of
    the passage that compares verbatim. ``notes``: qualified, ends_mid_sentence, ambiguous.
    """

    verbatim: bool
    span: tuple[int, int] | None = None
    kind: str | None = None
    detail: str | None = None
    cls: str | None = None
    closest: str | None = None
    closest_span: tuple[int, int] | None = None
    similarity: float | None = None
    omitted: tuple[str, ...] = ()
    repair: str | None = None
    notes: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self.verbatim


MISMATCH = QuoteMatch(False)


@dataclass(slots=True)
class Prepared:
    """A passage folded once for many comparisons."""

    source: str
    folded: Folded
    _sentences: list[tuple[int, int]] | None = field(default=None, repr=False)

    def sentence(self, at: int) -> tuple[int, int]:
        """The span of the source's sentence that holds position ``at``."""
        if self._sentences is None:
            self._sentences = split_sentences(self.source)
        for span in self._sentences:
            if at < span[1]:
                return span
        return (0, len(self.source))

    def folded_sentence(self, at: int) -> tuple[int, int]:
        """The span, in the folded text, of the sentence that holds its position ``at``."""
        start, end = self.sentence(self.folded.span(at, at + 1)[0])
        text = self.folded.text
        first = at
        while first > 0 and self.folded.span(first - 1, first)[0] >= start:
            first -= 1
        last = at
        while last < len(text) and self.folded.span(last, last + 1)[0] < end:
            last += 1
        return first, last


def prepare(passage: str) -> Prepared:
    """``passage`` folded for comparison. Raises ValueError for a lone surrogate."""
    return Prepared(passage, read(passage))


def compare_quote(quote: str, passage: str, elision: bool = False) -> QuoteMatch:
    """Compare ``quote`` with ``passage``; a mismatch is diagnosed (`contract.md` §4).

    With ``elision``, an ellipsis that the passage does not hold stands for what was left out.
    Raises ValueError for a lone surrogate in either.
    """
    from tekmeria_contract.diagnosis import diagnose  # It compares repairs, so each needs the other.

    return diagnose(quote, prepare(passage), elision)


def compare_prepared(
    quote: str, prepared: Prepared, elision: bool = False, label: str | None = None
) -> QuoteMatch:
    """Compare ``quote`` with a prepared passage; a mismatch says only that it is one.

    ``label`` is the passage's section label, a leading copy of which is skipped.
    """
    raw = read(quote)
    if refused(raw.text) is not None:
        return MISMATCH
    forms = [(raw, None)]
    unmarked = read(quote, unmark=True)
    if unmarked.text != raw.text:
        forms.append((unmarked, "unmarked"))
    for form, kind in forms:
        for text in _readings(form.text, label):
            match = _compared(text, quote, kind, prepared)
            if match is not None:
                return match
    if elision:
        for form, _ in forms:
            for text in _readings(form.text, label):
                match = _elided(text, prepared)
                if match is not None:
                    return match
    return MISMATCH


def _readings(text: str, label: str | None) -> Iterator[str]:
    yield text
    if label:
        rest = _after_label(text, label)
        if rest:
            yield rest


def _after_label(text: str, label: str) -> str | None:
    """``text`` less a leading copy of ``label`` and what joins it to the text."""
    name = read(label).text.rstrip(" .:-")
    if not name or text[: len(name)].casefold() != name.casefold():
        return None
    joint = re.compile(r" ?[:.] ?| ?- ").match(text, len(name))
    return text[joint.end() :] if joint is not None else None


def _compared(text: str, quote: str, kind: str | None, prepared: Prepared) -> QuoteMatch | None:
    place = find_legal(text, prepared.folded)
    if place is not None:
        return _matched(place, quote, kind, prepared, ())
    if text[-1:] not in FINAL_MARKS or len(text) < 2:
        return None
    shorter = text[:-1].rstrip(" ")
    place = find_legal(shorter, prepared.folded)
    if place is None:
        return None
    notes = _stop_notes(place[1], prepared) if text[-1] == "." else ()
    return _matched(place, quote, kind, prepared, notes)


def _stop_notes(end: int, prepared: Prepared) -> tuple[str, ...]:
    """What a final stop put by the writer hides: that the sentence goes on, and with which word."""
    last = prepared.folded_sentence(end - 1)[1]
    following = word_after(prepared.folded.text[:last], end)
    if following is None:
        return ()
    return ("qualified", "ends_mid_sentence") if following.lower() in QUALIFIERS else ("ends_mid_sentence",)


def _matched(
    place: tuple[int, int], quote: str, kind: str | None, prepared: Prepared, notes: tuple[str, ...]
) -> QuoteMatch:
    span = prepared.folded.span(*place)
    if kind is None:
        kind = "exact" if prepared.source[slice(*span)] == quote else "folded"
    found = list(notes)
    if "qualified" not in found and is_qualified(prepared.folded.text, *place, prepared.folded_sentence):
        found.insert(0, "qualified")
    if _is_ambiguous(place, prepared.folded):
        found.append("ambiguous")
    return QuoteMatch(True, span, kind, notes=tuple(found))


def _is_ambiguous(place: tuple[int, int], folded: Folded) -> bool:
    text = folded.text[slice(*place)]
    if len(text) >= _SHORT_CHARACTERS or text.count(" ") + 1 >= _SHORT_WORDS:
        return False
    return find_legal(text, folded, place[0] + 1) is not None


def find_legal(needle: str, folded: Folded, start: int = 0) -> tuple[int, int] | None:
    """The first occurrence of ``needle`` from ``start`` on that begins and ends at legal cuts."""
    for at in occurrences(needle, folded.text, start):
        if illegal_left(folded, at) is None and illegal_right(folded, at + len(needle)) is None:
            return at, at + len(needle)
    return None


def occurrences(needle: str, text: str, start: int = 0) -> Iterator[int]:
    """Where ``needle`` stands in ``text``, overlapping ones included, in time linear in both."""
    if not needle:
        return
    for _ in range(_TRIES):
        at = text.find(needle, start)
        if at < 0:
            return
        yield at
        start = at + 1
    yield from _scan(needle, text, start)


def _scan(needle: str, text: str, start: int) -> Iterator[int]:
    """Knuth, Morris and Pratt: the occurrences from ``start`` on in one pass."""
    borders = [0] * len(needle)
    length = 0
    for index in range(1, len(needle)):
        while length and needle[index] != needle[length]:
            length = borders[length - 1]
        length += needle[index] == needle[length]
        borders[index] = length
    length = 0
    for index in range(start, len(text)):
        while length and text[index] != needle[length]:
            length = borders[length - 1]
        length += text[index] == needle[length]
        if length == len(needle):
            yield index + 1 - length
            length = borders[length - 1]


def fragments(text: str) -> list[str]:
    """What stands between the ellipses of a folded quote; one fragment if it has none."""
    return [piece for piece in _ELLIPSIS.split(text) if piece.strip(" .,;:")]


def _elided(text: str, prepared: Prepared) -> QuoteMatch | None:
    pieces = fragments(text)
    if _ELLIPSIS.search(text) is None or not pieces:
        return None
    places = fragment_places(pieces, prepared.folded)
    if places is None:
        return None
    folded = prepared.folded
    gaps = zip(places, places[1:], strict=False)
    omitted = tuple(
        prepared.source[folded.span(a[1] - 1, a[1])[1] : folded.span(b[0], b[0] + 1)[0]].strip()
        for a, b in gaps
    )
    span = folded.span(places[0][0], places[-1][1])
    return QuoteMatch(True, span, "elided", omitted=omitted)


def fragment_places(pieces: list[str], folded: Folded) -> list[tuple[int, int]] | None:
    """Where the fragments stand, in order; None if one of them does not."""
    places: list[tuple[int, int]] = []
    for index, piece in enumerate(pieces):
        start = places[-1][1] if places else 0
        place = find_legal(piece, folded, start)
        if place is None and index == len(pieces) - 1 and piece[-1:] in FINAL_MARKS:
            place = find_legal(piece[:-1].rstrip(" "), folded, start)
        if place is None:
            return None
        places.append(place)
    return places


def folds_to_nothing(quote: str) -> bool:
    """Whether ``quote`` holds no text: nothing, white space, invisible characters, bare mark-up or stops."""
    return any(not read(quote, unmark=unmark).text.strip(" .,;:") for unmark in (False, True))


def is_title_part(quote: str, title: str) -> bool:
    """Whether ``quote`` is the whole ``title``, or its part before or after a colon (`contract.md` §5)."""
    whole = _bare(read(title).text)
    parts = {whole}
    for colon in re.finditer(": ?", whole):
        parts |= {_bare(whole[: colon.start()]), _bare(whole[colon.end() :])}
    parts.discard("")
    return any(_bare(read(quote, unmark=unmark).text) in parts for unmark in (False, True))


def _bare(text: str) -> str:
    return text.strip(" ").removesuffix(".").rstrip(" ,;:")

"""Comparing a quotation with a passage, word for word (`contract.md` §4).

A quote is verbatim when its fold occurs in the fold of the passage with a legal cut at both ends. Readings
are tried in this order, and the first that is found decides: the quote as given, then without its mark-up
(row 30); each of them whole, then without a leading copy of the passage's section label; and each of these
whole, then without one final `. , ; :` (row 31). With elision, the same readings again, cut at their
ellipses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from tekmeria_contract.cuts import illegal_left, illegal_right
from tekmeria_contract.fold import Folded, read, refused
from tekmeria_contract.marking import is_marked
from tekmeria_contract.negation import QUALIFIERS, limited, negators_in, turned, word_after
from tekmeria_contract.occurrences import occurrences
from tekmeria_contract.prepared import Prepared, prepare
from tekmeria_contract.views import INVISIBLE

__all__ = [
    "Prepared",
    "QuoteMatch",
    "compare_prepared",
    "compare_quote",
    "find_legal",
    "folds_to_nothing",
    "fragment_places",
    "fragments",
    "holds_nothing",
    "is_title_part",
    "left_out",
    "prepare",
    "readings",
]

FINAL_MARKS = frozenset(".,;:")
ELLIPSIS = re.compile(r" ?(?:\[ ?\.\.\. ?\]|\( ?\.\.\. ?\)|\.\.\.\.?+|\. \. \.) ?")
_BRACKETS = {")": "()", "]": "[]", "}": "{}"}
_LABEL_JOINT = re.compile(r" ?[:.] ?| ?- ")
_UNSEEN = re.compile(f"[{INVISIBLE}]+")
_SHOWS_NOTHING = re.compile(f"[ .,;:!?*_~'\"()\\[\\]{{}}\\\\«»‹›。、{INVISIBLE}]+")
_SHORT_WORDS, _SHORT_CHARACTERS = 3, 15
_WORDS = re.compile(r"[^\W_]+(?:'[^\W_]+)*")


@dataclass(frozen=True, slots=True)
class QuoteMatch:
    """What came of comparing a quote; true when verbatim.

    Spans are half-open, in code points of the passage as given. ``kind``: exact, folded, unmarked or elided;
    None for a mismatch. ``cls``: class of the mismatch, and ``detail``: which guard, character or difference.
    ``closest``: the window of the passage most like the quote, with ``similarity`` to it (4 decimals).
    ``omitted``: what the passage has between the fragments of an elided quote. ``repair``: a slice of the
    passage that compares verbatim. ``notes``: qualified, ends_mid_sentence, ambiguous.
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


def compare_quote(quote: str, passage: str, elision: bool = False) -> QuoteMatch:
    """Compare ``quote`` with ``passage``; a mismatch is diagnosed (`contract.md` §4).

    With ``elision``, an ellipsis that the passage does not hold stands for what was left out.
    Raises ValueError for a lone surrogate in either.
    """
    from tekmeria_contract.diagnosis import diagnose  # Diagnosis compares its repairs: each needs the other.

    return diagnose(quote, prepare(passage), elision)


def compare_prepared(
    quote: str, prepared: Prepared, elision: bool = False, label: str | None = None
) -> QuoteMatch:
    """Compare ``quote`` with a prepared passage; a mismatch says only that it is one.

    ``label`` is the passage's section label, a leading copy of which is skipped.
    """
    match = _as_given(quote, prepared)
    if match is not None:
        return match
    forms = list(readings(quote, label))
    if not forms or refused(forms[0][0]) is not None:
        return MISMATCH
    for text, kind in forms:
        match = _compared(text, quote, kind, prepared)
        if match is not None:
            return match
    if elision:
        for text, _ in forms:
            match = _elided(text, prepared)
            if match is not None:
                return match
    return MISMATCH


def _as_given(quote: str, prepared: Prepared) -> QuoteMatch | None:
    """A quote that stands there character for character needs no fold, where the passage is its own fold."""
    folded = prepared.folded
    if folded.text is not prepared.source or not quote.isascii() or quote != quote.strip(" "):
        return None
    place = find_legal(quote, folded)
    return None if place is None else _matched(place, quote, None, prepared, ())


def readings(quote: str, label: str | None) -> Iterator[tuple[str, str | None]]:
    """The folded texts ``quote`` may stand for, each with the kind of its match (None: exact or folded)."""
    raw = read(quote).text
    forms: list[tuple[str, str | None]] = [(raw, None)]
    if is_marked(quote):
        unmarked = read(quote, unmark=True).text
        forms += [(unmarked, "unmarked")] if unmarked != raw else []
    for text, kind in forms:
        if text:
            yield text, kind
            rest = _after_label(text, label) if label else None
            if rest:
                yield rest, kind or "folded"


def _after_label(text: str, label: str) -> str | None:
    """``text`` less a leading copy of ``label`` and the mark that joins it to what follows."""
    name = read(label).text.rstrip(" .:-")
    if not name or text[: len(name)].casefold() != name.casefold():
        return None
    joint = _LABEL_JOINT.match(text, len(name))
    return text[joint.end() :] if joint is not None else None


def _compared(text: str, quote: str, kind: str | None, prepared: Prepared) -> QuoteMatch | None:
    place = find_legal(text, prepared.folded)
    if place is not None:
        return _matched(place, quote, kind, prepared, ())
    place = _without_final_mark(text, prepared.folded)
    if place is None:
        return None
    return _matched(place, quote, kind, prepared, _stop_notes(place, prepared) if text[-1] == "." else ())


def _without_final_mark(text: str, folded: Folded, start: int = 0) -> tuple[int, int] | None:
    """Row 31: where ``text`` less one final mark stands. A mark put for a closing bracket is none of the writer's."""
    shorter = text[:-1]
    if text[-1] not in FINAL_MARKS or not shorter or shorter[-1] == " ":
        return None
    place = find_legal(shorter, folded, start)
    bracket = None if place is None else _BRACKETS.get(folded.text[place[1] : place[1] + 1])
    return None if bracket is not None and shorter.count(bracket[0]) > shorter.count(bracket[1]) else place


def _stop_notes(place: tuple[int, int], prepared: Prepared) -> tuple[str, ...]:
    """What a final stop put by the writer hides: that the sentence goes on, and with which word."""
    end = place[1]
    following = word_after(prepared.folded.text[: prepared.sentence(end - 1)[1]], end)
    if following is None:
        return ()
    return ("qualified", "ends_mid_sentence") if following in QUALIFIERS else ("ends_mid_sentence",)


def _matched(
    place: tuple[int, int], quote: str, kind: str | None, prepared: Prepared, notes: tuple[str, ...]
) -> QuoteMatch:
    span = prepared.folded.span(*place)
    if kind is None:
        kind = "exact" if prepared.source[slice(*span)] == quote else "folded"
    if "qualified" not in notes and _is_qualified(place, prepared):
        notes = ("qualified", *notes)
    if _is_ambiguous(place, prepared.folded):
        notes = (*notes, "ambiguous")
    return QuoteMatch(True, span, kind, notes=notes)


def _is_qualified(place: tuple[int, int], prepared: Prepared) -> bool:
    """Whether the match's sentence turns or limits it; where nothing near does, no sentence has to be found."""
    start, end = place
    text = prepared.folded.text
    if not (turned(text, start, end) or limited(text, end)):
        return False
    first, last = prepared.sentence(start)[0], prepared.sentence(end - 1)[1]
    first, last = min(first, start), max(last, end)
    sentence = text[first:last]
    return turned(sentence, start - first, end - first) or limited(sentence, end - first)


def _is_ambiguous(place: tuple[int, int], folded: Folded) -> bool:
    start, end = place
    if end - start >= _SHORT_CHARACTERS or folded.text.count(" ", start, end) + 1 >= _SHORT_WORDS:
        return False
    return find_legal(folded.text[start:end], folded, start + 1) is not None


def find_legal(needle: str, folded: Folded, start: int = 0) -> tuple[int, int] | None:
    """The first occurrence of ``needle`` from ``start`` on that begins and ends at legal cuts."""
    for at in occurrences(needle, folded.text, start):
        end = at + len(needle)
        if illegal_left(folded, at) is None and illegal_right(folded, end) is None:
            return at, end
    return None


def fragments(text: str) -> list[str]:
    """What stands between the ellipses of a folded quote; the whole if it has none."""
    return [piece for piece in ELLIPSIS.split(text) if piece.strip(" .,;:")]


def fragment_places(pieces: list[str], folded: Folded) -> list[tuple[int, int]] | None:
    """Where the fragments stand, in order; None if one of them does not. The last may lose a final mark."""
    places: list[tuple[int, int]] = []
    for index, piece in enumerate(pieces):
        start = places[-1][1] if places else 0
        place = find_legal(piece, folded, start)
        if place is None and index == len(pieces) - 1:
            place = _without_final_mark(piece, folded, start)
        if place is None:
            return None
        places.append(place)
    return places


def left_out(places: list[tuple[int, int]], prepared: Prepared) -> tuple[str, ...]:
    """What the passage as given has between the fragments."""
    spans = [prepared.folded.span(*place) for place in places]
    return tuple(prepared.source[before[1] : after[0]].strip() for before, after in pairwise(spans))


def _elided(text: str, prepared: Prepared) -> QuoteMatch | None:
    pieces = fragments(text)
    if not pieces or ELLIPSIS.search(text) is None:
        return None
    places = fragment_places(pieces, prepared.folded)
    if places is None:
        return None
    omitted = left_out(places, prepared)
    qualified = any(_is_qualified(place, prepared) for place in places) or any(
        negators_in(_WORDS.findall(read(gap).text)) for gap in omitted
    )
    span = prepared.folded.span(places[0][0], places[-1][1])
    return QuoteMatch(True, span, "elided", omitted=omitted, notes=("qualified",) if qualified else ())


def folds_to_nothing(quote: str) -> bool:
    """Whether ``quote`` holds no text: nothing, white space, invisible characters, bare mark-up or stops (Q7)."""
    if "&" not in quote and any(character.isalnum() for character in quote):
        return False  # Plain letters and digits need no fold to tell.
    return holds_nothing(text for text, _ in readings(_UNSEEN.sub("", quote), None))


def holds_nothing(texts: Iterable[str]) -> bool:
    """Whether no reading of a quote holds text."""
    return not any(_SHOWS_NOTHING.sub("", text) for text in texts)


def is_title_part(quote: str, title: str) -> bool:
    """Whether ``quote`` is the whole ``title``, or its part before or after a colon (`contract.md` §5)."""
    whole = _bare(read(title).text)
    colons = [colon.span() for colon in re.finditer(": ?", whole)]
    texts = [_bare(text) for text, _ in readings(quote, None)]
    return any(
        text
        in (whole, *(_bare(whole[:start]) for start, _ in colons), *(_bare(whole[end:]) for _, end in colons))
        for text in texts
        if text
    )


def _bare(text: str) -> str:
    return text.strip(" ").removesuffix(".").rstrip(" ,;:")

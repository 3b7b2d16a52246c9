"""Why a quotation is not verbatim, and what stands there instead (`contract.md` §4, Diagnosis of a mismatch).

The class is the first that applies of those one passage can show: refused_character, formatting, token_cut,
omission, number, sign, unit, comparison, negation, script, wording, absent. The audit adds spans_passages and
other_passage between token_cut and omission, since these need other passages.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tekmeria_contract.alignment import Region, Token, regions, tokens_of, word_length
from tekmeria_contract.closest import OUTER_MARKS, Window, closest_window
from tekmeria_contract.cuts import illegal_left, illegal_right
from tekmeria_contract.differences import classify
from tekmeria_contract.fold import Folded, read, refused
from tekmeria_contract.quoterepair import repaired
from tekmeria_contract.quotes import (
    ELLIPSIS,
    FINAL_MARKS,
    Prepared,
    QuoteMatch,
    compare_prepared,
    find_legal,
    fragment_places,
    fragments,
    holds_nothing,
    left_out,
    readings,
)

__all__ = ["diagnose"]

LEAST_SHARED, LEAST_SIMILAR = 0.5, 0.85
"""Nothing like the quote stands in the passage where the closest window has a smaller part of its words, in their
order, and is less similar than this."""

_TAGS = "a|b|br|cite|code|del|em|i|ins|mark|p|q|s|small|span|strong|sub|sup|u"
_TAG = re.compile(f"</?(?:{_TAGS})(?: [^<>]{{0,80}})?/?>", re.IGNORECASE)
_ADDED = re.compile(r"~~|\\(?=[!-/:-@\[-`{-~])|(?m:^ {0,3}[#>]{1,6} )|(?<!\w)[*_`]+|(?<![*_`])[*_`]++(?!\w)")
_MARKING = frozenset("<~\\*_#>`")
_DOUBLE = re.compile(r'(?<!\w)"([^"]{1,300})"(?!\w)')
_SINGLE = re.compile(r"(?<!\w)'([^']{1,300})'(?!\w)")
_FRAGMENTS = 8
"""How many fragments of a quote are looked for by themselves."""

_ELLIPSIS_REACH = 6
_NEAR = 8
"""Tokens beside a window in which the quote's outermost word is looked for."""


def diagnose(quote: str, prepared: Prepared, elision: bool = False, label: str | None = None) -> QuoteMatch:
    """Compare ``quote``; a mismatch comes back with class, closest window, similarity and repair."""
    match = compare_prepared(quote, prepared, elision, label)
    if match.verbatim:
        return match
    texts = [text for text, _ in readings(quote, label)]
    texts = [] if holds_nothing(texts) else texts
    window = closest_window(quote, prepared.tokens) if texts else None
    plain = _plain(quote, texts, label)[-1] if texts else ""
    aligned = _aligned(plain, window, prepared) if window is not None else None
    finding = _finding(quote, texts, label, window, aligned, prepared, elision)
    span = None if window is None else (window.start, window.end)
    return QuoteMatch(
        False,
        detail=finding.detail,
        cls=finding.cls,
        closest=None if span is None else prepared.source[slice(*span)],
        closest_span=span,
        similarity=None if window is None else window.similarity,
        omitted=finding.omitted,
        repair=_repair(finding, aligned, prepared),
    )


def _repair(finding: _Finding, aligned: _Aligned | None, prepared: Prepared) -> str | None:
    if finding.cls == "absent":
        return None
    if finding.span is not None:
        return repaired(finding.span, prepared)
    return None if aligned is None else repaired(aligned.span, prepared, aligned.begins, aligned.ends)


@dataclass(frozen=True, slots=True)
class _Finding:
    """A class with what explains it, and the span of the fold that ought to have been quoted, if not the window."""

    cls: str
    detail: str | None = None
    span: tuple[int, int] | None = None
    omitted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Aligned:
    """The quote laid against the closest window: where they differ, and what part of its words is ``shared``.

    ``span``, in the fold, is the window less what it has beyond both ends of the quote; ``begins`` and ``ends`` tell
    whether the quote's own first and last words stand there.
    """

    regions: tuple[Region, ...]
    shared: float
    span: tuple[int, int]
    begins: bool
    ends: bool


def _aligned(text: str, window: Window, prepared: Prepared) -> _Aligned:
    folded, text = prepared.folded, text.strip(OUTER_MARKS)
    start, end = folded.at(window.start), folded.at(window.end)
    differing = regions(folded.text[start:end], text)
    lost = sum(word_length(region.quote) for region in differing if not region.is_script())
    total = word_length(tokens_of(text))
    wider = _reached(start, end, differing, prepared)
    if wider != (start, end):
        start, end = wider
        differing = regions(folded.text[start:end], text)
    there = folded.text[start:end]
    first, last = 0, len(there)
    if differing and _is_beyond(differing[0], first=True):
        after = differing[0].passage[-1].end
        if there[after : after + 1] == " ":
            first = after + 1
            del differing[0]
    if differing and _is_beyond(differing[-1], first=False):
        before = differing[-1].passage[0].start
        if there[before - 1] == " ":
            last = before - 1
            del differing[-1]
    return _Aligned(
        tuple(differing),
        1 - lost / total if total else 0.0,
        (start + first, start + last),
        begins=not (differing and differing[0].first) or _is_settled(differing[0]),
        ends=not (differing and differing[-1].last) or _is_settled(differing[-1]),
    )


def _reached(start: int, end: int, differing: list[Region], prepared: Prepared) -> tuple[int, int]:
    """The window with what its sentence has in the place of words that the quote has beyond the window's ends.

    That is what stands from the quote's first word on, or to its last, if that is near; else as many words.
    """
    text = prepared.folded.text
    if differing and differing[0].first and not differing[0].passage and word_length(differing[0].quote):
        before = tokens_of(text, prepared.sentence(start)[0], start)[-_NEAR:]
        start = min([start, *(t.start for t in _like(before[::-1], differing[0].quote))])
    if differing and differing[-1].last and not differing[-1].passage and word_length(differing[-1].quote):
        after = tokens_of(text, end, prepared.sentence(max(end - 1, 0))[1])[:_NEAR]
        end = max([end, *(t.end for t in _like(after, differing[-1].quote[::-1]))])
    return start, end


def _like(near: list[Token], wanted: Sequence[Token]) -> list[Token]:
    """Of the tokens ``near`` a window, nearest first, those up to the outermost one ``wanted``; else as many."""
    outermost = wanted[0].text.casefold()
    words = [token.text.casefold() for token in near]
    return near[: words.index(outermost) + 1 if outermost in words else len(wanted)]


def _is_beyond(region: Region, first: bool) -> bool:
    """Whether the window begins, or ends, with what the quote has nothing for."""
    at_end, whole = (region.first, region.last) if first else (region.last, region.first)
    return at_end and not whole and not region.quote


def _is_settled(region: Region) -> bool:
    """Whether the quote begins or ends with the region in the place where the passage's words do."""
    return not word_length(region.quote) or (bool(region.passage) and classify((region,))[0] != "wording")


def _finding(
    quote: str,
    texts: list[str],
    label: str | None,
    window: Window | None,
    aligned: _Aligned | None,
    prepared: Prepared,
    elision: bool,
) -> _Finding:
    if not texts:
        return _Finding("absent")
    return (
        _refused(texts[0], window, prepared)
        or _formatting(quote, texts, label, prepared)
        or _token_cut(texts, prepared)
        or (None if elision else _omission(texts, window, prepared))
        or _differing(window, aligned)
    )


def _refused(text: str, window: Window | None, prepared: Prepared) -> _Finding | None:
    """The quote, or what it was copied from, holds a character that hides or reorders text."""
    character = refused(text)
    if character is None and window is not None:
        there = read(prepared.source[window.start : window.end]).text
        found = refused(there)
        if found is not None and "".join(c for c in there if refused(c) is None) == text:
            character = found
    return None if character is None else _Finding("refused_character", f"U+{ord(character):04X}")


def _formatting(quote: str, texts: list[str], label: str | None, prepared: Prepared) -> _Finding | None:
    """The words stand there once added mark-up, tags and quotation marks are taken away."""
    plain = _without_marking(quote)
    there = _without_quotation_marks(prepared.folded.text)
    for text in _plain(quote, texts, label):
        bare = _without_quotation_marks(text)
        changed = plain != quote or bare != text or there != prepared.folded.text
        if changed and find_legal(bare, Folded(there, (), there)) is not None:
            return _Finding("formatting", "strike_through" if "~~" in quote else None)
    return None


def _plain(quote: str, texts: list[str], label: str | None) -> list[str]:
    """What the quote may stand for, without added mark-up and tags."""
    plain = _without_marking(quote)
    return texts if plain == quote else [text for text, _ in readings(plain, label)] or texts


def _without_marking(text: str) -> str:
    return text if _MARKING.isdisjoint(text) else _ADDED.sub("", _TAG.sub("", text))


def _without_quotation_marks(text: str) -> str:
    if "'" not in text and '"' not in text:
        return text
    return _SINGLE.sub(r"\1", _DOUBLE.sub(r"\1", text))


def _token_cut(texts: list[str], prepared: Prepared) -> _Finding | None:
    """The quote stands there, but begins or ends inside a token; the first place explains it."""
    folded = prepared.folded
    for text in texts:
        for needle in (text, text[:-1].rstrip(" ") if text[-1] in FINAL_MARKS else ""):
            at = folded.text.find(needle) if needle else -1
            end = at + len(needle)
            guard = (illegal_left(folded, at) or illegal_right(folded, end)) if at >= 0 else None
            if guard is not None:
                return _Finding("token_cut", guard, (at, end))
    return None


def _omission(texts: list[str], window: Window | None, prepared: Prepared) -> _Finding | None:
    """The quote has an ellipsis that the passage has not, and something of it stands there."""
    for text in texts:
        pieces = fragments(text)
        if not _has_more_ellipses(text, window, prepared):
            continue
        places = fragment_places(pieces, prepared.folded) if pieces else None
        if places is not None:
            return _Finding("omission", None, (places[0][0], places[-1][1]), left_out(places, prepared))
        longest = sorted(dict.fromkeys(pieces), key=len, reverse=True)[:_FRAGMENTS]
        if any(find_legal(piece, prepared.folded) is not None for piece in longest):
            return _Finding("omission", "fragment_not_found")
    return None


def _has_more_ellipses(text: str, window: Window | None, prepared: Prepared) -> bool:
    """Whether the quote has an ellipsis that the passage has not, in and just round the closest window."""
    count = len(ELLIPSIS.findall(text))
    if window is None or not count:
        return count > 0
    around = prepared.source[max(window.start - _ELLIPSIS_REACH, 0) : window.end + _ELLIPSIS_REACH]
    return count > len(ELLIPSIS.findall(read(around).text))


def _differing(window: Window | None, aligned: _Aligned | None) -> _Finding:
    if window is None or aligned is None:
        return _Finding("absent")
    if aligned.shared < LEAST_SHARED and (window.similarity or 0.0) < LEAST_SIMILAR:
        return _Finding("absent")
    return _Finding(*classify(aligned.regions))

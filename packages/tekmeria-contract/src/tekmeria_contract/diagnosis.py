"""Why a quotation is not verbatim, and what stands there instead (`contract.md` §4, Diagnosis of a mismatch).

The class is the first that applies of those one passage can show: refused_character, formatting, token_cut,
omission, number, sign, unit, comparison, negation, script, wording, absent. The audit adds spans_passages and
other_passage between token_cut and omission, since these need other passages.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tekmeria_contract.closest import OUTER_MARKS, Window, closest_window
from tekmeria_contract.cuts import illegal_left, illegal_right
from tekmeria_contract.differences import classify
from tekmeria_contract.fold import Folded, read, refused
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

LEAST_SIMILAR = 0.5
"""Below this nothing like the quote stands in the passage."""

_TAGS = "a|b|br|cite|code|del|em|i|ins|mark|p|q|s|small|span|strong|sub|sup|u"
_TAG = re.compile(f"</?(?:{_TAGS})(?: [^<>]{{0,80}})?/?>", re.IGNORECASE)
_ADDED = re.compile(r"~~|\\(?=[!-/:-@\[-`{-~])|(?<!\w)[*_#>`]+|(?<![*_`])[*_`]++(?!\w)")
_MARKING = frozenset("<~\\*_#>`")
_DOUBLE = re.compile(r'(?<!\w)"([^"]{1,300})"(?!\w)')
_SINGLE = re.compile(r"(?<!\w)'([^']{1,300})'(?!\w)")
_FRAGMENTS = 8
"""How many fragments of a quote are looked for by themselves."""

_ELLIPSIS_REACH = 6
_REPAIR_STEPS, _REPAIR_REACH = 4, 200
"""How often, and how many characters at a time, a repair is widened."""


def diagnose(quote: str, prepared: Prepared, elision: bool = False, label: str | None = None) -> QuoteMatch:
    """Compare ``quote``; a mismatch comes back with class, closest window, similarity and repair."""
    match = compare_prepared(quote, prepared, elision, label)
    if match.verbatim:
        return match
    texts = [text for text, _ in readings(quote, label)]
    texts = [] if holds_nothing(texts) else texts
    window = closest_window(quote, prepared.tokens) if texts else None
    finding = _finding(quote, texts, label, window, prepared, elision)
    span = None if window is None else (window.start, window.end)
    return QuoteMatch(
        False,
        detail=finding.detail,
        cls=finding.cls,
        closest=None if span is None else prepared.source[slice(*span)],
        closest_span=span,
        similarity=None if window is None else window.similarity,
        omitted=finding.omitted,
        repair=_repair(finding.span or span, prepared) if finding.cls != "absent" else None,
    )


@dataclass(frozen=True, slots=True)
class _Finding:
    """A class with what explains it, and the span that ought to have been quoted, if not the window."""

    cls: str
    detail: str | None = None
    span: tuple[int, int] | None = None
    omitted: tuple[str, ...] = ()


def _finding(
    quote: str, texts: list[str], label: str | None, window: Window | None, prepared: Prepared, elision: bool
) -> _Finding:
    if not texts:
        return _Finding("absent")
    return (
        _refused(texts[0], window, prepared)
        or _formatting(quote, texts, label, prepared)
        or _token_cut(texts, prepared)
        or (None if elision else _omission(texts, window, prepared))
        or _differing(texts[-1], window, prepared)
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
    if plain != quote:
        texts = [text for text, _ in readings(plain, label)]
    for text in texts:
        bare = _without_quotation_marks(text)
        changed = plain != quote or bare != text or there != prepared.folded.text
        if changed and find_legal(bare, Folded(there, (), there)) is not None:
            return _Finding("formatting", "strike_through" if "~~" in quote else None)
    return None


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
                return _Finding("token_cut", guard, folded.span(at, end))
    return None


def _omission(texts: list[str], window: Window | None, prepared: Prepared) -> _Finding | None:
    """The quote has an ellipsis that the passage has not, and something of it stands there."""
    for text in texts:
        pieces = fragments(text)
        if not _has_more_ellipses(text, window, prepared):
            continue
        places = fragment_places(pieces, prepared.folded) if pieces else None
        if places is not None:
            span = prepared.folded.span(places[0][0], places[-1][1])
            return _Finding("omission", None, span, left_out(places, prepared))
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


def _differing(text: str, window: Window | None, prepared: Prepared) -> _Finding:
    if window is None or (window.similarity is not None and window.similarity < LEAST_SIMILAR):
        return _Finding("absent")
    there = read(prepared.source[window.start : window.end]).text.strip(OUTER_MARKS)
    return _Finding(*classify(there, text.strip(OUTER_MARKS)))


def _repair(span: tuple[int, int] | None, prepared: Prepared) -> str | None:
    """A slice of the passage round ``span`` that compares verbatim and that nothing before it turns."""
    if span is None:
        return None
    folded = prepared.folded
    start, end = _closed(*_widened(folded.at(span[0]), folded.at(span[1]), folded), folded)
    for _ in range(_REPAIR_STEPS):
        text, match = _slice(start, end, prepared)
        if match.verbatim and "qualified" not in match.notes:
            return text
        if match.verbatim:
            break
        start, end = _widened(max(start - 1, 0), min(end + 1, len(folded.text)), folded)
    start, end = prepared.sentence(start)[0], prepared.sentence(max(end - 1, 0))[1]
    text, match = _slice(start, end, prepared)
    return text if match.verbatim and "qualified" not in match.notes else None


def _slice(start: int, end: int, prepared: Prepared) -> tuple[str, QuoteMatch]:
    text = prepared.source[slice(*prepared.folded.span(start, end))].strip()
    return text, compare_prepared(text, prepared)


def _closed(start: int, end: int, folded: Folded) -> tuple[int, int]:
    """Up to the next white space if a bracket is left open."""
    text = folded.text
    if any(
        text.count(opener, start, end) > text.count(closer, start, end) for opener, closer in ("()", "[]")
    ):
        space = text.find(" ", end, end + _REPAIR_REACH)
        wider = space if space >= 0 else len(text)
        if wider - end < _REPAIR_REACH and illegal_right(folded, wider) is None:
            return start, wider
    return start, end


def _widened(start: int, end: int, folded: Folded) -> tuple[int, int]:
    """The nearest legal cuts outside."""
    for _ in range(_REPAIR_REACH):
        if start == 0 or (folded.text[start] != " " and illegal_left(folded, start) is None):
            break
        start -= 1
    for _ in range(_REPAIR_REACH):
        if end == len(folded.text) or (folded.text[end - 1] != " " and illegal_right(folded, end) is None):
            break
        end += 1
    return start, end

"""Is a quotation verbatim in a passage? (contract.md §4)"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from tekmeria_eval.oracle import negating
from tekmeria_eval.oracle.cuts import legal_left, legal_right
from tekmeria_eval.oracle.folding import flat, fold, refused


@dataclass(frozen=True, slots=True)
class Finding:
    """How a quotation was found: ``exact folded unmarked elided``, and the notes its place gives."""

    kind: str
    notes: tuple[str, ...] = ()


@cache
def find(quote: str, passage: str, label: str | None = None, elision: bool = False) -> Finding | None:
    """The finding of ``quote`` in ``passage``, or None where it is not verbatim there."""
    if refused(quote):
        return None
    for form, marked in ((quote, True), (unmarked(quote), False)):
        found = _find_form(form, passage, marked) or _find_form(_without_label(form, label), passage, marked)
        if found is not None:
            return found
    return _find_elided(quote, passage) if elision else None


def _find_form(form: str | None, passage: str, marked: bool) -> Finding | None:
    if form is None:
        return None
    folded, text = flat(fold(form)), fold(passage)
    shorter = folded[:-1].rstrip(" ") if folded[-1:] in (".", ",", ";", ":") else ""
    for wanted, dropped in ((folded, ""), (shorter, folded[-1:])):
        places = occurrences(wanted, text)
        if places:
            kind = "unmarked" if not marked else "exact" if form in passage and not dropped else "folded"
            return Finding(kind, _notes(wanted, text, places, dropped))
    return None


def occurrences(wanted: str, text: str) -> list[int]:
    """The positions where the folded quotation stands in the folded passage with both cuts legal."""
    if not wanted:
        return []
    haystack = flat(text)
    return [
        at
        for at in range(len(haystack) - len(wanted) + 1)
        if haystack.startswith(wanted, at)
        and legal_left(text, at)
        and legal_right(text, at + len(wanted))
        and not negating.cjk_cut(haystack, at, at + len(wanted))
    ]


def cut_inside(quote: str, passage: str) -> bool:
    """Whether the quotation's characters stand in the passage, but only with an illegal cut."""
    folded = flat(fold(quote))
    return bool(folded) and folded in flat(fold(passage)) and not occurrences(folded, fold(passage))


def unmarked(quote: str) -> str:
    """Row 30: the quotation without backslash escapes, paired emphasis outside words, and code ticks."""
    plain = re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", quote)
    for mark in ("**", "__", "*", "_", "`"):
        escaped = re.escape(mark)
        plain = re.sub(rf"(?<!\w){escaped}(?=\S)(.+?)(?<=\S){escaped}(?!\w)", r"\1", plain)
    return plain


def _without_label(quote: str, label: str | None) -> str | None:
    """The quotation without a leading copy of the passage's own section label."""
    if not label:
        return None
    match = re.match(rf"\s*{re.escape(label)}\s*[:.–—-]?\s*", quote, re.IGNORECASE)
    return quote[match.end() :] if match and match.end() < len(quote) else None


def _notes(wanted: str, text: str, places: list[int], dropped: str) -> tuple[str, ...]:
    haystack, at = flat(text), places[0]
    end = at + len(wanted)
    start_of_sentence, end_of_sentence = _sentence_around(haystack, at, end)
    notes: list[str] = []
    mid_sentence = dropped == "." and end < end_of_sentence and haystack[end] not in ".!?"
    if mid_sentence:
        notes.append("ends_mid_sentence")
    rest = haystack[end:end_of_sentence]
    narrowed = (mid_sentence and negating.limited(rest)) or negating.taken_back(rest)
    if narrowed or negating.negated(
        haystack[start_of_sentence:end_of_sentence], at - start_of_sentence, end - start_of_sentence
    ):
        notes.append("qualified")
    if len(places) > 1 and len(wanted.split()) < 3 and len(wanted) < 15:
        notes.append("ambiguous")
    return tuple(sorted(notes))


def _sentence_around(text: str, start: int, end: int) -> tuple[int, int]:
    """The sentence that holds the match: between a stop with a capital after it on either side."""
    ends = [match.end(1) for match in re.finditer(r"([.!?][)\]\"']*) +(?=[\"'(\[]?[A-Z0-9Α-Ω])", text)]
    left = max((at for at in ends if at <= start), default=0)
    right = min((at for at in ends if at >= end), default=len(text))
    return left, right


def _find_elided(quote: str, passage: str) -> Finding | None:
    """Every fragment between ellipses, in order; what is left out may qualify what is quoted."""
    fragments = [part.strip() for part in re.split(r"\[?(?:\.\.\.|…)\]?", quote) if part.strip()]
    text, at = fold(passage), 0
    notes: set[str] = set()
    if len(fragments) < 2:
        return None
    for fragment in fragments:
        folded = flat(fold(fragment))
        places = [place for place in occurrences(folded, text) if place >= at]
        if not places:
            return None
        notes |= {note for note in _notes(folded, text, places[:1], "") if note == "qualified"}
        at = places[0] + len(folded)
    return Finding("elided", tuple(sorted(notes)))

"""What ought to have been quoted: a slice of the passage that compares verbatim (`contract.md` §4, clause Q53).

A repair begins and ends where the quotation does, if its own first and last words stand there; else, and where it
would end in a word that nothing can end with (`39.0 °C or`), it goes on to the next bound of a clause. It leaves
no bracket open, and takes along what turns it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from tekmeria_contract.cuts import illegal_left, illegal_right
from tekmeria_contract.fold import Folded
from tekmeria_contract.quotes import Prepared, QuoteMatch, compare_prepared

__all__ = ["DANGLING", "repaired"]

DANGLING: Mapping[str, str] = {
    "en": "a an the of in on at to for from by with without and or nor but than as that which who whose if unless "
    "because while when where whether between into onto per via is are was were be been has have had not no "
    "its their his her our this these those versus vs",
    "es": "el la los las un una de del en a al por para con sin y e o u ni que como su sus es fue",
    "fr": "le la les un une de du des en à au aux par pour avec sans et ou ni que qui est sont",
    "de": "der die das den dem des ein eine einen einem einer eines von vom in im an am auf mit ohne und oder aber "
    "zu zum zur bei für als dass ist sind war waren",
    "pt": "o a os as um uma de do da dos das em no na por para com sem e ou nem que é são",
}
"""Words that no repair ends with, unless its sentence does."""

_DANGLING = frozenset(" ".join(DANGLING.values()).split())
_WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")
_CLAUSE = re.compile(r"[,;:](?= )| (?=[(\[])| -(?= )|[，；：。！？、]")
_BRACKETS = (("(", ")"), ("[", "]"))
_REACH = 200
"""How many characters at a time a repair is widened."""


def repaired(span: tuple[int, int], prepared: Prepared, begins: bool = True, ends: bool = True) -> str | None:
    """A slice of the passage round ``span`` of its fold, or None.

    ``begins`` and ``ends`` tell whether the quotation's own first and last words stand at the ends of the span.
    """
    folded = prepared.folded
    start, end = _widened(*span, folded)
    ends = ends and not _dangles(folded.text, start, end)
    for left, right in ((not begins, not ends), (True, not ends), (True, True)):
        first, last = _to_clause(start, end, left, right, prepared)
        text, match = _slice(*_balanced(first, last, prepared), prepared)
        if match.verbatim and not match.notes:
            return text
    text, match = _slice(*_sentences(start, end, prepared), prepared)
    return text if match.verbatim and "qualified" not in match.notes else None


def _slice(start: int, end: int, prepared: Prepared) -> tuple[str, QuoteMatch]:
    text = prepared.source[slice(*prepared.folded.span(start, end))].strip()
    return text, compare_prepared(text, prepared)


def _sentences(start: int, end: int, prepared: Prepared) -> tuple[int, int]:
    return prepared.sentence(start)[0], prepared.sentence(max(end - 1, 0))[1]


def _dangles(text: str, start: int, end: int) -> bool:
    words = _WORD.findall(text, max(start, end - _REACH), end)
    return bool(words) and words[-1].lower() in _DANGLING


def _to_clause(start: int, end: int, left: bool, right: bool, prepared: Prepared) -> tuple[int, int]:
    """The span with its ends moved out to the next bounds of clauses, no farther than its sentences go."""
    text, folded = prepared.folded.text, prepared.folded
    first, last = _sentences(start, end, prepared)
    if left:
        bounds = [match.end() for match in _CLAUSE.finditer(text, max(first, start - _REACH), start)]
        legal = [at + (text[at : at + 1] == " ") for at in bounds]
        start = next((at for at in reversed(legal) if at < start and illegal_left(folded, at) is None), first)
    if right:
        bounds = [match.start() for match in _CLAUSE.finditer(text, end, min(last, end + _REACH))]
        end = next(
            (at for at in bounds if illegal_right(folded, at) is None and not _dangles(text, start, at)), last
        )
    return start, end


def _balanced(start: int, end: int, prepared: Prepared) -> tuple[int, int]:
    """The span with the brackets that it opens or closes taken in whole, if their partners are in its sentences."""
    text, folded = prepared.folded.text, prepared.folded
    first, last = _sentences(start, end, prepared)
    for opener, closer in _BRACKETS:
        if text.count(opener, start, end) > text.count(closer, start, end):
            at = text.find(closer, end, min(last, end + _REACH)) + 1
            if at > 0:
                end = _widened(start, at, folded)[1]
        elif text.count(opener, start, end) < text.count(closer, start, end):
            at = text.rfind(opener, max(first, start - _REACH), start)
            if at >= 0:
                start = _widened(at, end, folded)[0]
    return start, end


def _widened(start: int, end: int, folded: Folded) -> tuple[int, int]:
    """The nearest legal cuts outside."""
    for _ in range(_REACH):
        if start == 0 or (folded.text[start] != " " and illegal_left(folded, start) is None):
            break
        start -= 1
    for _ in range(_REACH):
        if end == len(folded.text) or (folded.text[end - 1] != " " and illegal_right(folded, end) is None):
            break
        end += 1
    return start, end

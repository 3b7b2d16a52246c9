"""Where a sentence may end: runs of stops with what belongs to them (rules S2 to S6)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tekmeria_contract.enclosures import enclosures

__all__ = ["FIRM", "Stop", "Stops"]

FIRM = frozenset("。！？｡؟۔।॥։።။។")
"""Stops that end a sentence whatever follows, with or without a space."""

_OTHER = "!?…‼⁇⁈⁉．" + "".join(sorted(FIRM))
# A point between two digits is never looked at; a run may go on behind single spaces (`. . .`, `? !`).
_STOPS = re.compile(rf"(?:(?<!\d)\.|\.(?!\d)|[{_OTHER}])[.{_OTHER}]*+(?:[ \u00a0][.!?…]++(?!\w))*+")
_CLOSERS = re.compile("[\"'”’“‘»›«‹」』》〉】〕）］)\\]}`]*+")
_INNER_TAIL = re.compile("[ \u00a0\u202f\"'”’“‘»›«‹」』》〉】〕）］)\\]}`]*+")
_SPACE = re.compile(r"\s*+")
_OPEN_BRACKETS = frozenset("([{（［【〔")

_NUMBERS = r"\d{1,4}[a-z]?(?:\s?[,;–—-]\s?\d{1,4}[a-z]?){0,40}+"
_WORK = r"(?:Figs?\.?|Figures?|Tables?|Eqs?\.?|Refs?\.?|Supplementary|Additional [Ff]ile|Appendix|Box)\s"
_CITATION = re.compile(
    rf"(?:[ \u00a0]?\[{_NUMBERS}\]){{1,6}}+(?=[\s.]|$)"  # `. [3-6]`, `.[1,2]`
    r"|[⁰¹²³⁴-⁹][⁰¹²³⁴-⁹⁻⁺,˒–-]{0,40}+(?=\s|$)"  # `.¹⁻³`
    rf"|\({_NUMBERS}\)(?=\s|$)"  # `.(1)`
    rf"|[ \u00a0]\(\d{{1,4}}(?:\s?[,–-]\s?\d{{1,4}}){{1,40}}+\)(?=\s|$)"  # `. (1, 2)`
    r"|[ \u00a0]?\((?:[Ss]ee |[Rr]eviewed in |cf\. )?[A-Z][^()]{1,120}\b(?:1[89]|20)\d\d[a-z]?\)(?=\s+[A-Z]|\s*$)"
    rf"|[ \u00a0]?\((?:[Ss]ee |cf\. )?{_WORK}[^().]{{1,60}}\)(?=\s+[A-Z]|\s*$)"
)
_GLUED = re.compile(r"\d{1,3}(?:[,–-]\s?\d{1,3}){0,20}+(?=\s|$)")  # `before.1,2 It`


@dataclass(slots=True)
class Stop:
    """A run of stops, as positions in the text.

    `begin` is where the running sentence begins, `start` the first stop, `end` the first position behind
    the stops, their closers and citations, `next` the token that follows. `closed`: closers were taken in;
    `cited`: a citation was.
    """

    begin: int
    start: int
    marks: str
    end: int
    next: int
    closed: bool
    cited: bool


class _Shelter:
    """The protected stretches of a text, asked in ascending order of position."""

    __slots__ = ("_at", "_stretches", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._stretches = enclosures(text)
        self._at = 0

    def release(self, begin: int, start: int, end: int) -> int:
        """Where a run of stops lets its closers begin; -1 where a bracket or quotation holds it back (S3, S4).

        Stops at the very end of a quotation count, and of a bracket if the sentence began with it.
        """
        stretches = self._stretches
        while self._at < len(stretches) and stretches[self._at][1] < start:
            self._at += 1
        if self._at == len(stretches) or stretches[self._at][0] > start:
            return end
        opened, closed = stretches[self._at]
        if closed - end > 8 or not _INNER_TAIL.fullmatch(self._text, end, closed):
            return -1
        if self._text[opened] in _OPEN_BRACKETS and opened > begin + 1:
            return -1
        return closed + 1

    def next_opening(self, at: int) -> int:
        """The first opening mark of a protected stretch at or behind a position, else the text's length."""
        for opened, _ in self._stretches[self._at : self._at + 2]:
            if opened >= at:
                return opened
        return len(self._text)


class Stops:
    """The runs of stops of one text, read in order."""

    __slots__ = ("_shelter", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._shelter = _Shelter(text)

    def runs(self) -> Iterator[re.Match[str]]:
        """Every run of stops."""
        return _STOPS.finditer(self.text)

    def read(self, run: re.Match[str], begin: int) -> Stop | None:
        """The stop that a run makes in the sentence that begins at `begin`; None where it is held back."""
        start, after = run.span()
        end = self._shelter.release(begin, start, after)
        if end < 0:
            return None
        end = _span_end(_CLOSERS, self.text, end, max(end, self._shelter.next_opening(end)))
        closed = end > after
        cited = self._citation_end(start, after, end)
        following = _span_end(_SPACE, self.text, cited, len(self.text))
        return Stop(begin, start, run.group(), cited, following, closed, cited > end)

    def _citation_end(self, start: int, after: int, end: int) -> int:
        """Where a citation behind the stop ends, with the second stop that may close it; `end` without one."""
        text = self.text
        match = _CITATION.match(text, end)
        if match is None and end == after and _takes_number(text, start):
            match = _GLUED.match(text, end)
        if match is None:
            return end
        return _span_end(_STOPS, text, match.end(), len(text))


def _takes_number(text: str, start: int) -> bool:
    """Whether a number glued to the stop at `start` can be a citation: it stands behind a word or a closer."""
    return (
        text[start - 2 : start].isalpha()
        and text[start - 1].islower()
        or text[start - 1 : start] in {")", "]", "”"}
    )


def _span_end(pattern: re.Pattern[str], text: str, at: int, limit: int) -> int:
    """Where the match of a pattern at a position ends; the position itself without one."""
    match = pattern.match(text, at, limit)
    return match.end() if match else at

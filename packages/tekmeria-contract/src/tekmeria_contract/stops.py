"""Where a sentence may end: runs of stops with what belongs to them (rules S2 to S6)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tekmeria_contract.enclosures import enclosures

__all__ = ["FIRM", "Stop", "Stops"]

FIRM = frozenset("。！？｡؟۔।॥።։။។")
"""Stops that end a sentence whatever follows, with or without a space."""

_OTHER = "!?…‼⁇⁈⁉．" + "".join(sorted(FIRM))
# A point between two digits or before a small letter is never looked at; the test stands behind the class so
# that the search can jump to it. A run may go on behind single spaces (`. . .`, `? !`).
_STOPS = re.compile(rf"[.{_OTHER}](?!(?<=\d\.)\d|(?<=\.)[a-z])[.{_OTHER}]*+(?:[ \u00a0][.!?…]++(?!\w))*+")
_CLOSING = "\"'”’“‘»›«‹」』》〉】〕）］)\\]}`"
_CLOSERS = re.compile(rf"[{_CLOSING}]*+")
_TAIL = re.compile(rf"[ \u00a0\u202f{_CLOSING}]*+")
_TAIL_LIMIT = 8
_SPACE = re.compile(r"\s*+")
_OPEN_BRACKETS = frozenset("([{（［【〔")

_NUMBERS = r"\d{1,4}[a-z]?(?:\s?[,;–—-]\s?\d{1,4}[a-z]?){0,40}+"
_RANGE = r"\d{1,4}(?:[–-]\d{1,4})?"
_WORK = r"(?:Figs?\.?|Figures?|Tables?|Eqs?\.?|Refs?\.?|Supplementary|Additional [Ff]ile|Appendix|Box)\s"
_LEAD_IN = r"(?:[Ss]ee |[Rr]eviewed in |cf\. )?"
_NEW_SENTENCE = r"(?=\s+[A-Z]|\s*$)"
_CITATIONS = (
    rf"(?:[ \u00a0]?\[{_NUMBERS}\]){{1,6}}+(?=[\s.\u3040-\u9fff]|$)",  # `. [3-6]`, `.[1,2]`
    r"[⁰¹²³⁴-⁹][⁰¹²³⁴-⁹⁻⁺,˒–-]{0,40}+(?=\s|$)",  # `.¹⁻³`
    rf"\({_RANGE}(?:,\s?{_RANGE}){{0,40}}+\)(?=\s|$)",  # `.(1)`
    rf"[ \u00a0]\((?:{_RANGE}(?:,\s?{_RANGE}){{1,40}}+|\d{{1,3}}[–-]\d{{1,3}})\)(?=\s|$)",  # `. (1, 2)`
    rf"[ \u00a0]?\({_LEAD_IN}[A-Z][^()]{{1,120}}\b(?:1[89]|20)\d\d[a-z]?\){_NEW_SENTENCE}",  # `. (Ito, 2010)`
    rf"[ \u00a0]?\({_LEAD_IN}{_WORK}[^().]{{1,60}}\){_NEW_SENTENCE}",  # `. (Table 3)`
)
_CITATION = re.compile("|".join(_CITATIONS))
_GLUED = re.compile(r"\d{1,3}(?:[,–-]\s?\d{1,3}){0,20}+(?=\s|$)")  # `before.1,2 It`


@dataclass(slots=True)
class Stop:
    """A run of stops, as positions in the text.

    `begin` is where the running sentence begins, `start` the first stop, `end` the first position behind the
    stops, their closers and citations, `next` the token that follows. `opened` is the mark that opens the
    quotation or bracket which the stop closes, -1 without one. `closed`: closers were taken in; `cited`: a
    citation was.
    """

    begin: int
    start: int
    marks: str
    end: int
    next: int
    opened: int
    closed: bool
    cited: bool


class _Shelter:
    """The protected stretches of a text, asked in ascending order of position."""

    __slots__ = ("_at", "_stretches", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._stretches = enclosures(text)
        self._at = 0

    def release(self, begin: int, start: int, end: int) -> tuple[int, int]:
        """Where the closers of a run of stops begin, and the mark that opens its stretch or -1 (S3, S4).

        The first is -1 where a stretch holds the stops back. Stops at the very end of a quotation count, and
        of a bracket if the sentence began with it.
        """
        stretches = self._stretches
        while self._at < len(stretches) and stretches[self._at][1] < start:
            self._at += 1
        if self._at == len(stretches) or stretches[self._at][0] > start:
            return end, -1
        opened, closed = stretches[self._at]
        if closed - end > _TAIL_LIMIT or not _TAIL.fullmatch(self._text, end, closed):
            return -1, opened
        if self._text[opened] in _OPEN_BRACKETS and opened > begin + 1:
            return -1, opened
        return closed + 1, opened

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
        self.text: str = text
        self._shelter = _Shelter(text)

    def runs(self) -> Iterator[re.Match[str]]:
        """Every run of stops."""
        return _STOPS.finditer(self.text)

    def read(self, run: re.Match[str], begin: int) -> Stop | None:
        """The stop that a run makes in the sentence that begins at `begin`; None where it is held back."""
        start, after = run.span()
        end, opened = self._shelter.release(begin, start, after)
        if end < 0:
            return None
        text, marks = self.text, run.group()
        # Nearly every stop has a space and a letter behind it: there is nothing to take in.
        if end == after and text[end : end + 1] == " " and text[end + 1 : end + 2].isalpha():
            return Stop(begin, start, marks, end, end + 1, -1, closed=False, cited=False)
        closed = _span_end(_CLOSERS, text, end, max(end, self._shelter.next_opening(end)))
        cited = self._citation_end(start, after, closed)
        following = _span_end(_SPACE, text, cited, len(text))
        return Stop(begin, start, marks, cited, following, opened, closed > after, cited > closed)

    def _citation_end(self, start: int, after: int, end: int) -> int:
        """Where a citation behind the stop ends, with the stop that may close it; `end` without one."""
        text = self.text
        match = _CITATION.match(text, end)
        if match is None and end == after and _takes_number(text, start):
            match = _GLUED.match(text, end)
        if match is None:
            return end
        return _span_end(_STOPS, text, match.end(), len(text))


def _takes_number(text: str, start: int) -> bool:
    """Whether a number glued to the stop can be a citation: the stop stands behind a word or a closer."""
    word = text[max(0, start - 2) : start]
    return word[-1:] in {")", "]", "”"} or (word.isalpha() and word[-1].islower())


def _span_end(pattern: re.Pattern[str], text: str, at: int, limit: int) -> int:
    """Where the match of a pattern at a position ends; the position itself without one."""
    match = pattern.match(text, at, limit)
    return match.end() if match else at

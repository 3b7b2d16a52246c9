"""Lines of an answer and a cursor over them (contract.md §3: lines end at LF, CR, CRLF only; white space is space and
tab)."""

from __future__ import annotations

import re

from tekmeria_contract.answer import Span

CODE_INDENT = 4
"""Columns of white space from which a line is code, or stands too far in to open a block."""

_LINE_END = re.compile(r"\r\n?+|\n")
_WHITE = re.compile(r"[ \t]*+")


def lines_of(text: str, start: int = 0, end: int | None = None) -> list[Span]:
    """The lines of ``text[start:end]``, without their ends."""
    stop = len(text) if end is None else end
    lines: list[Span] = []
    for match in _LINE_END.finditer(text, start, stop):
        lines.append((start, match.start()))
        start = match.end()
    if start < stop:
        lines.append((start, stop))
    return lines


class Cursor:
    """A place in a line: ``at`` in the text, in ``column``, which may be inside a tab.

    ``ahead`` is where the next character stands that is no white space, ``indent`` how many columns on; no thematic
    break begins before ``no_rule_before``.
    """

    __slots__ = ("ahead", "at", "column", "end", "indent", "no_rule_before", "text")
    ahead: int
    at: int
    column: int
    end: int
    indent: int
    no_rule_before: int
    text: str

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text = text
        self.at = start
        self.end = end
        self.column = 0
        self.no_rule_before = start
        self._look()

    @property
    def blank(self) -> bool:
        """Whether only white space is left."""
        return self.ahead >= self.end

    @property
    def indented(self) -> bool:
        """Whether what comes next stands too far in to open a block."""
        return self.indent >= CODE_INDENT

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Match the rest of the line, white space at its beginning aside."""
        return pattern.match(self.text, self.ahead, self.end)

    def _look(self) -> None:
        found = _WHITE.match(self.text, self.at, self.end)
        self.ahead = found.end() if found else self.at
        white = self.text[self.at : self.ahead]
        if "\t" not in white:
            self.indent = len(white)
            return
        column = self.column
        for character in white:
            column += 4 - column % 4 if character == "\t" else 1
        self.indent = column - self.column

    def skip(self, columns: int) -> None:
        """Pass up to ``columns`` columns of white space; a tab may be passed in part."""
        while columns > 0 and self.at < self.ahead:
            width = 4 - self.column % 4 if self.text[self.at] == "\t" else 1
            passed = min(width, columns)
            self.column += passed
            columns -= passed
            if passed == width:
                self.at += 1
        self._look()

    def pass_mark(self, end: int) -> None:
        """Pass the white space and a mark without tabs that ends at ``end``."""
        self.column += self.indent + end - self.ahead
        self.at = end
        self._look()

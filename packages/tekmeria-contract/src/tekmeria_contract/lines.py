"""Lines of an answer and a cursor over their indentation (contract.md §3: lines end at LF, CR, CRLF only)."""

from __future__ import annotations

import re

from tekmeria_contract.answer import Span

_LINE_END = re.compile(r"\r\n?+|\n")
_INDENT = re.compile(r"[ \t]*+")
TAB = 4


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
    """A place in a line: ``position`` and its ``column`` (which may be inside a tab)."""

    __slots__ = ("column", "end", "position", "text")

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text = text
        self.position = start
        self.end = end
        self.column = 0

    def indentation(self) -> int:
        """Columns of white space from here to the next character that is none."""
        columns = 0
        column = self.column
        for position in range(self.position, self.content()):
            width = 1
            if self.text[position] == "\t":
                width = TAB - column % TAB
            columns += width
            column += width
        return columns

    def content(self) -> int:
        """Where the next character that is no white space stands, or the line's end."""
        match = _INDENT.match(self.text, self.position, self.end)
        return match.end() if match else self.position

    def blank(self) -> bool:
        """Whether nothing but white space follows."""
        return self.content() >= self.end

    def skip(self, columns: int) -> None:
        """Go on by up to ``columns`` columns of white space; a tab may be used in part."""
        while columns > 0 and self.position < self.end and self.text[self.position] in " \t":
            width = TAB - self.column % TAB if self.text[self.position] == "\t" else 1
            taken = min(width, columns)
            self.column += taken
            columns -= taken
            if taken == width:
                self.position += 1

    def go(self, position: int) -> None:
        """Go on to ``position``, over characters that are no tabs or whose columns do not matter."""
        for at in range(self.position, position):
            self.column += TAB - self.column % TAB if self.text[at] == "\t" else 1
        self.position = position

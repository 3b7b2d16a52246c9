"""Tables of drug labels: the markup of Structured Product Labeling to lines.

A row is a line, its cells are parted by ``|``; a caption and each footnote is a line of its own, a footnote after
the row that has it. Inside a cell, markup is dropped, what begins a new line there is parted by a space, super-
and subscripts are spelt as everywhere (:mod:`tekmeria_sources.scripts`). Markup that is not closed loses no text.
"""

from __future__ import annotations

from html.parser import HTMLParser

from tekmeria_sources.markup import tidy
from tekmeria_sources.scripts import spell_script

_CELLS = frozenset({"td", "th"})
_ROWS = frozenset({"tr", "thead", "tbody", "tfoot", "table"})
_BREAKS = frozenset({"br", "paragraph", "item", "list", "li", "ul", "ol", "p", "div", "caption"})
_SCRIPTS = {"sup": "^", "sub": "_"}


def table_text(markup: str) -> str:
    """The text of a table, a line a row; text without markup is itself."""
    reader = _Reader()
    reader.feed(markup)
    reader.close()
    return "\n".join(reader.lines())


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._lines: list[str] = []
        self._row: list[list[str]] = []
        self._notes: list[list[str]] = []
        self._in_note = False
        self._script: tuple[str, list[str]] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._end_script()
        if tag in _SCRIPTS:
            self._script = (_SCRIPTS[tag], [])
        elif tag in _CELLS:
            self._in_note = False
            self._row.append([])
        elif tag == "footnote":
            self._in_note = True
            self._notes.append([])
        else:
            self._border(tag)

    def handle_endtag(self, tag: str) -> None:
        self._end_script()
        if tag == "footnote":
            self._in_note = False
        elif tag not in _CELLS:
            self._border(tag)

    def handle_data(self, data: str) -> None:
        if self._script is not None:
            self._script[1].append(data)
        elif self._row or self._in_note or not data.isspace():
            self._cell().append(data)

    def lines(self) -> list[str]:
        """What was read."""
        self._end_script()
        self._end_row()
        return self._lines

    def _cell(self) -> list[str]:
        if self._in_note:
            return self._notes[-1]
        if not self._row:
            self._row.append([])
        return self._row[-1]

    def _border(self, tag: str) -> None:
        if tag in _ROWS:
            self._end_row()
        elif tag in _BREAKS:
            self._cell().append(" ")

    def _end_row(self) -> None:
        cells = [tidy("".join(cell)) for cell in self._row]
        notes = [tidy("".join(note)) for note in self._notes]
        self._row, self._notes, self._in_note = [], [], False
        if any(cells):
            self._lines.append(" | ".join(cells).replace("|  |", "| |").replace("|  |", "| |").strip())
        self._lines += filter(None, notes)

    def _end_script(self) -> None:
        if self._script is not None:
            sign, pieces = self._script
            self._script = None
            cell = self._cell()
            cell.append(spell_script("".join(pieces), sign, "".join(cell)))

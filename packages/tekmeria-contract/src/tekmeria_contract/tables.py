"""Table rows as GFM cuts them (contract.md §3)."""

from __future__ import annotations

import re

from tekmeria_contract.answer import Span

_DELIMITER_CELL = re.compile(r"[ \t]*:?-+:?[ \t]*")


def is_delimiter_row(line: str) -> bool:
    """Whether ``line`` is the row of hyphens under a table's header."""
    if not set(line) <= set("|:- \t"):
        return False
    cells = line.strip(" \t").removeprefix("|").removesuffix("|").split("|")
    return "-" in line and all(_DELIMITER_CELL.fullmatch(cell) for cell in cells)


def cells_of(text: str, start: int, end: int) -> list[list[Span]]:
    """The cells of the row ``text[start:end]``: each its stretches, less white space and the ``\\`` before
    a ``|``."""
    while start < end and text[start] in " \t":
        start += 1
    while end > start and text[end - 1] in " \t":
        end -= 1
    if start < end and text[start] == "|":
        start += 1
    cells: list[list[Span]] = []
    pieces: list[Span] = []
    done = start
    for at in _bars(text, start, end):
        if text[at - 1 : at] == "\\" and at > start:
            pieces.append((done, at - 1))
            done = at
            continue
        cells.append([*pieces, (done, at)])
        pieces, done = [], at + 1
    if done < end or pieces or not cells:
        cells.append([*pieces, (done, end)])
    return [_trimmed(text, cell) for cell in cells]


def _bars(text: str, start: int, end: int) -> list[int]:
    return [match.start() for match in re.compile(r"\|").finditer(text, start, end)]


def _trimmed(text: str, cell: list[Span]) -> list[Span]:
    (first, first_end), (last, last_end) = cell[0], cell[-1]
    while first < first_end and text[first] in " \t":
        first += 1
    if len(cell) == 1:
        last = first
    while last_end > last and text[last_end - 1] in " \t":
        last_end -= 1
    if len(cell) == 1:
        return [(first, max(first, last_end))]
    return [(first, first_end), *cell[1:-1], (last, last_end)]

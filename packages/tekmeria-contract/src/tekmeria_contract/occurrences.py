"""Every place where one text stands in another, in time linear in both (`contract.md` §4 and §11)."""

from __future__ import annotations

from collections.abc import Iterator

__all__ = ["occurrences"]

_TRIES = 16
"""Occurrences looked for one by one; the rest, if anybody asks for them, come from one pass."""


def occurrences(needle: str, text: str, start: int = 0) -> Iterator[int]:
    """Where ``needle`` stands in ``text`` from ``start`` on, overlapping ones included; nowhere if it is
    empty.

    Looking again after each find would read a repetitive text over and over, so after a few finds the text is
    read once, by the method of Knuth, Morris and Pratt.
    """
    if not needle:
        return
    for _ in range(_TRIES):
        at = text.find(needle, start)
        if at < 0:
            return
        yield at
        start = at + 1
    borders = _borders(needle)
    length = 0
    for index in range(start, len(text)):
        length = _extended(needle, borders, length, text[index])
        if length == len(needle):
            yield index + 1 - length
            length = borders[length - 1]


def _borders(needle: str) -> list[int]:
    """For each beginning of ``needle``, how much of its own beginning it ends with."""
    borders = [0]
    for index in range(1, len(needle)):
        borders.append(_extended(needle, borders, borders[-1], needle[index]))
    return borders


def _extended(needle: str, borders: list[int], length: int, character: str) -> int:
    while length and needle[length] != character:
        length = borders[length - 1]
    return length + (needle[length] == character)

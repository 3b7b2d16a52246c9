"""Edits of a text that keep the way back to where its characters stand (contract.md §3)."""

from __future__ import annotations

from bisect import bisect_right

from tekmeria_contract.prose import Prose, ProseBuilder

Edit = tuple[int, int, str]
"""A stretch of the content and what a reader sees in its place."""


class Edited:
    """A content with edits made: the outer one counts where two overlap."""

    def __init__(self, content: Prose, edits: list[Edit]) -> None:
        builder = ProseBuilder()
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._places: list[tuple[int, int]] = []
        done = 0
        for start, end, put in sorted(edits, key=lambda edit: (edit[0], -edit[1])):
            if start < done or start == end:
                continue
            builder.copy(content, done, start)
            before = builder.length
            builder.put(put, *content.span(start, end))
            self._starts.append(start)
            self._ends.append(end)
            self._places.append((before, builder.length))
            done = end
        builder.copy(content, done, len(content))
        self.prose: Prose = builder.build()

    def place(self, position: int) -> int:
        """Where ``position`` of the content has come to be."""
        at = bisect_right(self._starts, position) - 1
        if at < 0:
            return position
        before, after = self._places[at]
        if position < self._ends[at]:
            return before
        return after + position - self._ends[at]

    def covers(self, start: int, end: int) -> bool:
        """Whether one edit takes all of ``start`` to ``end`` away."""
        at = bisect_right(self._starts, start) - 1
        return at >= 0 and end <= self._ends[at]

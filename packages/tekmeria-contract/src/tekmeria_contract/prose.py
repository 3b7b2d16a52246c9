"""Text taken out of an answer, with the way back to where each of its characters stands (contract.md §3).

A :class:`Prose` is a text made of pieces of a source. A piece is either a copy of source characters, one
for one, or a symbol: characters that stand for a longer or shorter stretch of the source, such as ``<`` for
``&lt;``.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from tekmeria_contract.answer import Span


class Prose:
    """A text and, for each of its pieces, where it begins (``starts``) and what it stands for in the
    source."""

    __slots__ = ("ends", "sources", "starts", "text")

    def __init__(self, text: str, starts: list[int], sources: list[int], ends: list[int]) -> None:
        self.text: str = text
        self.starts: list[int] = starts
        self.sources: list[int] = sources
        self.ends: list[int] = ends

    def __len__(self) -> int:
        return len(self.text)

    def start_of(self, position: int) -> int:
        """Where in the source the character at ``position`` begins; at the end of the text, where the last
        one ends."""
        if position >= len(self.text):
            return self.ends[-1] if self.ends else 0
        piece = bisect_right(self.starts, position) - 1
        return min(self.sources[piece] + position - self.starts[piece], self.ends[piece])

    def end_of(self, position: int) -> int:
        """Where in the source the character before ``position``, which is not 0, ends."""
        piece = bisect_right(self.starts, position - 1) - 1
        start, end = self.starts[piece], self.ends[piece]
        length = (self.starts[piece + 1] if piece + 1 < len(self.starts) else len(self.text)) - start
        if end - self.sources[piece] == length:
            return self.sources[piece] + position - start
        return end

    def span(self, start: int, end: int) -> Span:
        """The stretch of the source that ``text[start:end]`` stands for."""
        if end <= start:
            where = self.start_of(start)
            return where, where
        return self.start_of(start), self.end_of(end)


class ProseBuilder:
    """Puts a :class:`Prose` together from left to right."""

    __slots__ = ("_ends", "_length", "_pieces", "_sources", "_starts")

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._starts: list[int] = []
        self._sources: list[int] = []
        self._ends: list[int] = []
        self._length = 0

    @property
    def length(self) -> int:
        """How many characters there are so far."""
        return self._length

    def put(self, text: str, source: int, source_end: int) -> None:
        """Add ``text``, which stands for ``source`` to ``source_end``: a copy where the lengths agree."""
        if text:
            self._pieces.append(text)
            self._starts.append(self._length)
            self._sources.append(source)
            self._ends.append(source_end)
            self._length += len(text)

    def copy(self, prose: Prose, start: int, end: int) -> None:
        """Add ``prose.text[start:end]``."""
        while start < end:
            piece = bisect_right(prose.starts, start) - 1
            after = prose.starts[piece + 1] if piece + 1 < len(prose.starts) else len(prose.text)
            stop = min(end, after)
            self.put(prose.text[start:stop], *prose.span(start, stop))
            start = stop

    def build(self) -> Prose:
        """The text as put together."""
        return Prose("".join(self._pieces), self._starts, self._sources, self._ends)


def prose_of(text: str, spans: Iterable[Span], joint: str = "\n") -> Prose:
    """The stretches ``spans`` of ``text``, each a line, joined with ``joint``."""
    builder = ProseBuilder()
    before: int | None = None
    for start, end in spans:
        if before is not None:
            builder.put(joint, before, start)
        builder.put(text[start:end], start, end)
        before = end
    return builder.build()

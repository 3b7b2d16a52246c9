"""A text rewritten in steps, and the way from the result back to the text given (`contract.md` §4, Fold)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

__all__ = ["Edit", "Layer", "back", "forth", "rewrite"]

Edit = tuple[int, int, str]
"""Half-open span of the text before, and what stands there after."""


@dataclass(frozen=True, slots=True)
class Layer:
    """The edits of one step, in order: where each stands after, and where it stood before.

    What is put for as many characters moves nothing and is not listed.
    """

    starts: tuple[int, ...]
    ends: tuple[int, ...]
    old_starts: tuple[int, ...]
    old_ends: tuple[int, ...]

    def start_before(self, position: int) -> int:
        """Where the character at ``position`` began before this step."""
        index = bisect_right(self.starts, position) - 1
        if index < 0:
            return position
        past = position - self.ends[index]
        return self.old_starts[index] if past < 0 else past + self.old_ends[index]

    def end_before(self, position: int) -> int:
        """Where the character that ends at ``position`` ended before this step."""
        index = bisect_left(self.starts, position) - 1
        if index < 0:
            return position
        past = position - self.ends[index]
        return self.old_ends[index] if past < 0 else past + self.old_ends[index]

    def start_after(self, position: int) -> int:
        """Where the first character that began at ``position`` or later stands after this step."""
        index = bisect_left(self.old_starts, position) - 1
        if index < 0:
            return position
        past = position - self.old_ends[index]
        return self.ends[index] if past < 0 else past + self.ends[index]


def rewrite(text: str, edits: Iterable[Edit]) -> tuple[str, Layer | None]:
    """``text`` with ``edits`` made (in order, not overlapping), and the layer that leads back."""
    pieces: list[str] = []
    rows: list[tuple[int, int, int, int]] = []
    done = length = 0
    for start, end, put in edits:
        pieces += (text[done:start], put)
        length += start - done
        if len(put) != end - start:
            rows.append((length, length + len(put), start, end))
        length += len(put)
        done = end
    if not pieces:
        return text, None
    pieces.append(text[done:])
    if not rows:
        return "".join(pieces), None
    starts, ends, old_starts, old_ends = zip(*rows, strict=True)
    return "".join(pieces), Layer(starts, ends, old_starts, old_ends)


def back(layers: tuple[Layer, ...], start: int, end: int) -> tuple[int, int]:
    """The span of the text as given that ``start`` to ``end`` of the last text stand for."""
    if end <= start:
        for layer in reversed(layers):
            start = layer.start_before(start)
        return start, start
    for layer in reversed(layers):
        start, end = layer.start_before(start), layer.end_before(end)
    return start, end


def forth(layers: tuple[Layer, ...], position: int) -> int:
    """Where the first character of the last text stands that began at ``position`` or later."""
    for layer in layers:
        position = layer.start_after(position)
    return position

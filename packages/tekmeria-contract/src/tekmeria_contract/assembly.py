"""From what a reader sees of a block to its prose: citations and marks taken out, what is left put in order
(§13)."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

from tekmeria_contract.answer import Span
from tekmeria_contract.prose import Prose, ProseBuilder

_PAIRS = dict(zip("([{（［【<〔", ")]}）］】>〕", strict=True))
_CLOSE_PAIRS = dict(zip("*_|~$/〈《⟨⟦", "*_|~$/〉》⟩⟧", strict=True))
"""Marks that are taken with a citation only where they stand close to it."""

_QUOTE_PAIRS = dict(zip("\"'“„‘«‹『「", "\"'”“’»›』」", strict=True))
"""The same, where what opens stands behind a space: ``"one"[handle]"two"`` are two quotations."""

_TIGHT = ".,;:!?)]}。，、；：！？）］】…%"
_SEPARATOR = re.compile(r"[ ]*(?:[,;&/+|，；、·]|and|or|和|及)?[ ]*")
_SPACES = re.compile(r"[ \t\u00a0]{2,}")
_CJK = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")


@dataclass(frozen=True, slots=True)
class Assembled:
    """The ``prose`` left, and what was taken out: ``removed`` stretches of the visible text."""

    prose: Prose
    removed: tuple[tuple[int, int, str], ...]
    places: tuple[int, ...]

    def place(self, position: int) -> int:
        """Where in the prose the place ``position`` of the visible text has come to be."""
        at = bisect_right(self.removed, (position, len(self.prose) + position + 1, "")) - 1
        if at < 0:
            return position
        start, end, put = self.removed[at]
        if position <= end:
            return self.places[at] + (len(put) if position == end and end > start else 0)
        return self.places[at] + len(put) + position - end


def assemble(visible: Prose, taken: Iterable[Span]) -> Assembled:
    """Take the stretches ``taken`` out of ``visible``."""
    text = visible.text
    taken = sorted(taken)
    if not taken and _SPACES.search(text) is None:
        return Assembled(visible, (), ())
    removed = _spaced(text, _tidied(text, _joined(text, taken)))
    builder = ProseBuilder()
    places: list[int] = []
    done = 0
    for start, end, put in removed:
        builder.copy(visible, done, start)
        places.append(builder.length)
        if put:
            builder.put(put, *visible.span(start, end))
        done = end
    builder.copy(visible, done, len(text))
    return Assembled(builder.build(), tuple(removed), tuple(places))


def _joined(text: str, taken: list[Span]) -> list[Span]:
    """Stretches that overlap, or that only a separator parts, as one."""
    joined: list[Span] = []
    for start, end in taken:
        if (
            joined
            and start - joined[-1][1] < 12
            and (start <= joined[-1][1] or _SEPARATOR.fullmatch(text, joined[-1][1], start))
        ):
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return joined


def _tidied(text: str, taken: list[Span]) -> list[tuple[int, int, str]]:
    removed: list[tuple[int, int, str]] = []
    for index, (start, end) in enumerate(taken):
        floor = removed[-1][1] if removed else 0
        ceiling = taken[index + 1][0] if index + 1 < len(taken) else len(text)
        start, end = _unbracketed(text, start, end, floor, ceiling)
        removed.append(_fitted(text, start, end, floor, ceiling))
    return removed


def _unbracketed(text: str, start: int, end: int, floor: int, ceiling: int) -> Span:
    """Take with it the brackets that would be left empty."""
    while True:
        left, right = start, end
        while left > floor and text[left - 1] == " ":
            left -= 1
        while right < ceiling and text[right] == " ":
            right += 1
        if left <= floor or right >= ceiling or not _is_pair(text, left, right, start, end):
            return start, end
        start, end = left - 1, right + 1


def _is_pair(text: str, left: int, right: int, start: int, end: int) -> bool:
    """Whether the marks before ``left`` and at ``right`` hold nothing but what was taken, ``start`` to ``end``."""
    opened, closed = text[left - 1], text[right]
    if _PAIRS.get(opened) == closed:
        return True
    if (left, right) != (start, end):
        return False
    free = left < 2 or text[left - 2].isspace()
    return _CLOSE_PAIRS.get(opened) == closed or (free and _QUOTE_PAIRS.get(opened) == closed)


def _fitted(text: str, start: int, end: int, floor: int, ceiling: int) -> tuple[int, int, str]:
    """Leave one space or none where something was taken out, and one stop of two."""
    left, right = start, end
    while left > floor and text[left - 1] == " ":
        left -= 1
    while right < len(text) and right < ceiling and text[right] == " ":
        right += 1
    before = text[left - 1] if left > 0 else ""
    after = text[right] if right < len(text) else ""
    if before in (".", "!", "?") and after == "." and text[right + 1 : right + 2] != "." and right < ceiling:
        right += 1
        after = text[right] if right < len(text) else ""
        spaced = right
        while spaced < min(len(text), ceiling) and text[spaced] == " ":
            spaced += 1
        return (left, right, "") if spaced > right or not after else (left, right, " ")
    if before in ("", "\n"):
        # What parted a citation at the beginning from the sentence begins no sentence.
        while right < ceiling and text[right] in ":;, ，：；、":
            right += 1
        return left, right, ""
    if not after or before in "([{（［【" or after == "\n":
        return left, right, ""
    if after in _TIGHT:
        return left, right, ""
    if _CJK.match(before) and _CJK.match(after):
        return left, right, ""
    if left < start or right > end:
        return left, right, " "
    if _CJK.match(before) or _CJK.match(after) or before in "\"'“‘-–—/" or after in "\"'”’-–—/":
        return left, right, ""
    return left, right, " "


def _spaced(text: str, removed: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """Runs of spaces elsewhere become one."""
    extra: list[tuple[int, int, str]] = []
    done = 0
    for start, end, _ in [*removed, (len(text), len(text), "")]:
        extra += [(match.start(), match.end(), " ") for match in _SPACES.finditer(text, done, start)]
        done = end
    return sorted([*removed, *extra])

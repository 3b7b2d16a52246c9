"""Mark-up a model may have added to a quote, and entities decoded once (`contract.md` §4, rows 30 and 1)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.entities import html5

from tekmeria_contract.offsets import Edit

__all__ = ["entity_edits", "is_marked", "unmark_edits"]

_ENTITY = re.compile(r"&(?:#(?:[xX]([0-9A-Fa-f]{1,6})|([0-9]{1,7}))|([A-Za-z][A-Za-z0-9]{1,31}));")
_MARKS = re.compile(r"\\[!-/:-@\[-`{-~]|`++|\*++|_++")


def entity_edits(text: str) -> Iterator[Edit]:
    """Each HTML entity that ends in a semicolon, and its character; read once, so `&amp;lt;` gives `&lt;`."""
    for match in _ENTITY.finditer(text):
        character = _entity(match)
        if character is not None:
            yield match.start(), match.end(), character


def _entity(match: re.Match[str]) -> str | None:
    if match[3] is not None:
        return html5.get(match[3] + ";")
    code = int(match[1], 16) if match[1] is not None else int(match[2])
    if 0x80 <= code <= 0x9F:  # HTML reads these as Windows-1252.
        return bytes([code]).decode("cp1252", "ignore") or None
    return chr(code) if 0 < code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF else None


def is_marked(text: str) -> bool:
    """Whether ``text`` holds a character that mark-up is made of."""
    return "*" in text or "_" in text or "`" in text or "\\" in text or "&" in text


def unmark_edits(text: str) -> list[Edit]:
    """What to take out of ``text``: escapes, paired `* ** *** _ __` outside words, code ticks. `~~` stays."""
    edits: list[Edit] = []
    opened: dict[str, list[tuple[int, int]]] = {}
    ticks = _tick_pairs(text)
    skip_to = 0
    for match in _MARKS.finditer(text):
        start, end, mark = match.start(), match.end(), match[0]
        if start < skip_to:
            continue
        if mark[0] == "\\":
            edits.append((start, start + 1, ""))
        elif mark[0] == "`":
            if start in ticks:
                close, close_end = ticks[start]
                edits += [(start, end, ""), (close, close_end, "")]
                skip_to = close_end
        elif len(mark) <= 3:
            _pair(text, start, end, opened, edits)
    return sorted(edits)


def _pair(
    text: str, start: int, end: int, opened: dict[str, list[tuple[int, int]]], edits: list[Edit]
) -> None:
    mark = text[start:end]
    before, after = text[start - 1 : start], text[end : end + 1]
    if mark == "_" and after == "{":
        return  # An index in braces (row 4), as formulas of passages have it.
    closes = bool(before) and not before.isspace() and not after.isalnum()
    opens = bool(after) and not after.isspace() and not before.isalnum()
    if closes and opened.get(mark):
        begun = opened[mark].pop()
        edits += [(*begun, ""), (start, end, "")]
        # Pairs do not cross: whatever was opened inside stays text.
        for others in opened.values():
            while others and others[-1] > begun:
                others.pop()
    elif opens:
        opened.setdefault(mark, []).append((start, end))


def _tick_pairs(text: str) -> dict[int, tuple[int, int]]:
    """Each run of ticks that a run of the same length closes, and that run."""
    runs = [(m.start(), m.end()) for m in re.finditer("`++", text)]
    following: dict[int, tuple[int, int]] = {}
    pairs: dict[int, tuple[int, int]] = {}
    for start, end in reversed(runs):
        if end - start in following:
            pairs[start] = following[end - start]
        following[end - start] = (start, end)
    return pairs

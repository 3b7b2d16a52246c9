"""Emphasis and strike-through: which runs of ``*``, ``_`` and ``~~`` are mark-up (CommonMark §6.2, GFM
§6.5)."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field

from tekmeria_contract.answer import Span

_DISPUTED = "\x00\x0b\x0c\x1c\x1d\x1e\x1f\x85\u2028\u2029\ufeff"


@dataclass(slots=True)
class Delimiter:
    """A run of the character ``mark``: ``start`` to ``end`` of it are not used as mark-up so far."""

    mark: str
    start: int
    end: int
    opens: bool
    closes: bool
    length: int
    serial: int = 0


@dataclass(slots=True)
class Pairs:
    """What pairing found: the marks ``used``, the stretches of ``strong`` emphasis and of ``struck`` text."""

    used: list[Span] = field(default_factory=list[Span])
    strong: list[Span] = field(default_factory=list[Span])
    struck: list[Span] = field(default_factory=list[Span])


def is_disputed(text: str, start: int, end: int) -> bool:
    """Whether renderers differ on the characters beside the run: white space, punctuation or neither."""
    return any(map(_disputed, text[max(0, start - 1) : start] + text[end : end + 1]))


def _disputed(character: str) -> bool:
    # Whether symbols are punctuation has changed between CommonMark 0.29 and 0.31.
    return character in _DISPUTED or (character > "\x7f" and unicodedata.category(character)[0] == "S")


def delimiter(text: str, start: int, end: int) -> Delimiter:
    """The run ``text[start:end]``, with what it may do where it stands."""
    before = text[start - 1] if start else " "
    after = text[end] if end < len(text) else " "
    left = not after.isspace() and (not _punctuation(after) or before.isspace() or _punctuation(before))
    right = not before.isspace() and (not _punctuation(before) or after.isspace() or _punctuation(after))
    opens, closes = left, right
    if text[start] == "_":
        opens = left and (not right or _punctuation(before))
        closes = right and (not left or _punctuation(after))
    return Delimiter(text[start], start, end, opens, closes, end - start)


def _punctuation(character: str) -> bool:
    return unicodedata.category(character)[0] in "PS"


def pair(delimiters: list[Delimiter], pairs: Pairs) -> None:
    """Pair openers and closers from left to right; what is used of a run is taken from its inner side."""
    waiting: list[Delimiter] = []
    bottoms: dict[tuple[str, bool, int], int] = {}
    for serial, closer in enumerate(delimiters, 1):
        closer.serial = serial
        while closer.closes and closer.start < closer.end:
            key = (closer.mark, closer.opens, closer.length % 3)
            at = _opener(waiting, closer, bottoms.get(key, 0))
            if at is None:
                bottoms[key] = waiting[-1].serial if waiting else 0
                break
            _use(waiting[at], closer, pairs)
            del waiting[at + 1 :]
            if waiting[at].start == waiting[at].end:
                waiting.pop()
        if closer.opens and closer.start < closer.end:
            waiting.append(closer)


def _opener(waiting: list[Delimiter], closer: Delimiter, bottom: int) -> int | None:
    for at in range(len(waiting) - 1, -1, -1):
        opener = waiting[at]
        if opener.serial <= bottom:
            return None
        if opener.mark == closer.mark and _fits(opener, closer):
            return at
    return None


def _fits(opener: Delimiter, closer: Delimiter) -> bool:
    if closer.mark == "~":
        return True
    if not (opener.closes or closer.opens):
        return True
    return (opener.length + closer.length) % 3 != 0 or (opener.length % 3 == 0 and closer.length % 3 == 0)


def _use(opener: Delimiter, closer: Delimiter, pairs: Pairs) -> None:
    used = 2 if opener.end - opener.start >= 2 and closer.end - closer.start >= 2 else 1
    opener.end -= used
    closer.start += used
    outer, inner = (opener.end, closer.start), (opener.end + used, closer.start - used)
    if closer.mark == "~":
        pairs.struck.append(outer)
        return
    pairs.used += ((outer[0], inner[0]), (inner[1], outer[1]))
    if used == 2:
        pairs.strong.append(inner)

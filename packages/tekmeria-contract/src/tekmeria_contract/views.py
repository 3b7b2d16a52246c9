"""A text as it would read once rendered, with the way back (contract.md §1: the repairs of rendering).

Entities, percent codes and backslash escapes are decoded once, invisible characters are gone and look-like
tildes are plain. It is made for finding handles, which no renderer would read otherwise; the prose of an
answer is made by the inline reading.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from html.entities import html5

from tekmeria_contract.answer import Span
from tekmeria_contract.lookalikes import is_spoofed

INVISIBLE = (
    "\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
    "\U000e0000-\U000e007f\U000e0100-\U000e01ef"
)
"""The characters that show nothing, as the inside of a regular expression's character class."""

_INVISIBLE = re.compile(f"[{INVISIBLE}]")
_CHANGING = re.compile(rf"[&%\\∼〜～˜{INVISIBLE}]")
_CODED = re.compile(
    rf"(?P<invisible>[{INVISIBLE}]++)|(?P<escape>\\[!-/:-@\[-`{{-~])|(?P<tilde>[∼〜～˜])"
    r"|(?P<entity>&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)"
    r"|(?P<percent>%[2-7][0-9A-Fa-f])"
)
_TILDES = str.maketrans("∼〜～˜", "~~~~")


class View:
    """The ``text`` that ``source`` would read as.

    It is made of pieces: each a stretch of the source as it stands or, where its kind is named, what a change
    put in the place of one. ``changed`` tells that there are changes, ``spoofed`` that letters stand in it that
    look like ASCII.
    """

    __slots__ = ("_ends", "_kinds", "_sources", "_starts", "changed", "source", "spoofed", "text")

    def __init__(self, source: str) -> None:
        self.source: str = source
        self._starts: list[int] = []
        self._sources: list[int] = []
        self._ends: list[int] = []
        self._kinds: list[str | None] = []
        self.text: str = "".join(self._pieces())
        self.changed: bool = len(self._kinds) > 1
        self.spoofed: bool = is_spoofed(self.text)

    def _pieces(self) -> Iterator[str]:
        """The text in pieces, each written down as it is made."""
        at = length = 0
        for found in _CHANGING.finditer(self.source):
            coded = _CODED.match(self.source, found.start()) if found.start() >= at else None
            plain = None if coded is None else _decoded(coded)
            if coded is None or plain is None:
                continue
            if at < coded.start():
                self._add(length, at, coded.start(), None)
                yield self.source[at : coded.start()]
                length += coded.start() - at
            self._add(length, coded.start(), coded.end(), coded.lastgroup)
            yield plain
            length += len(plain)
            at = coded.end()
        self._add(length, at, len(self.source), None)
        yield self.source[at:]

    def _add(self, start: int, source: int, end: int, kind: str | None) -> None:
        self._starts.append(start)
        self._sources.append(source)
        self._ends.append(end)
        self._kinds.append(kind)

    def span(self, start: int, end: int) -> Span:
        """The stretch of the source that ``text[start:end]``, which is not empty, stands for."""
        if not self.changed:
            return start, end
        first, last = bisect_right(self._starts, start) - 1, bisect_right(self._starts, end - 1) - 1
        opened, closed = self._sources[first], self._ends[last]
        if self._kinds[first] is None:
            opened += start - self._starts[first]
        if self._kinds[last] is None:
            closed = self._sources[last] + end - self._starts[last]
        return opened, closed

    def changes(self, start: int, end: int) -> set[str]:
        """The kinds of the changes inside ``text[start:end]``."""
        if not self.changed:
            return set()
        inside = range(bisect_left(self._starts, start), bisect_left(self._starts, end))
        return {
            kind
            for index in inside
            if (kind := self._kinds[index]) is not None
            and (kind != "invisible" or self._starts[index] > start)
        }


def _decoded(coded: re.Match[str]) -> str | None:
    """What a change puts in the place of the text; None where the text stays as it is."""
    text, kind = coded.group(), coded.lastgroup
    if kind == "invisible":
        return ""
    if kind == "escape":
        return text[1]
    if kind == "tilde":
        return "~"
    if kind == "percent":
        return chr(int(text[1:], 16))
    decoded = decode_entity(text)
    return None if decoded is None else _INVISIBLE.sub("", decoded.translate(_TILDES))


def decode_entity(text: str) -> str | None:
    """The characters that an entity, semicolon included, stands for; None if there is no such entity."""
    if text[1] != "#":
        return html5.get(text[1:])
    number = int(text[3:-1], 16) if text[2] in "xX" else int(text[2:-1])
    return chr(number) if 0 < number < 0xD800 or 0xDFFF < number < 0x110000 else "\ufffd"

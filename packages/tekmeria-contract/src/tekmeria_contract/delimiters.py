"""What stands around a handle: brackets, labels, separators (contract.md §5)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tekmeria_contract.answer import Span

CLOSERS = {"[": "]", "(": ")", "{": "}", "<": ">", "【": "】", "［": "］", "（": "）", "〔": "〕", "「": "」"}
SQUARE = frozenset("[【［〔")
UNUSUAL = {
    "{": "braces",
    "【": "lenticular",
    "［": "full_width",
    "（": "full_width",
    "〔": "lenticular",
    "「": "corner",
}
ANY_CLOSER = frozenset(CLOSERS.values())
ADDRESS = r"(?:evidence://(?:passage/|record/)?)"
CONNECTOR = re.compile(r"[ ]*(?:[:：,，;；|—–=\-][ ]*)?")

_SQUARE_MARK = re.compile(r"[\[\]【】［］〔〕]")
_OPENERS = {close: opened for opened, close in CLOSERS.items()}


def square_pairs(text: str) -> list[Span]:
    """The matched square brackets of a text, of every kind, as positions of opener and closer, nested ones too."""
    waiting: list[int] = []
    counts: dict[str, int] = {}
    pairs: list[Span] = []
    for match in _SQUARE_MARK.finditer(text):
        mark, at = match.group(), match.start()
        if mark in SQUARE:
            waiting.append(at)
            counts[mark] = counts.get(mark, 0) + 1
            continue
        opener = _OPENERS[mark]
        while counts.get(opener):
            opened = waiting.pop()
            counts[text[opened]] -= 1
            if text[opened] == opener:
                pairs.append((opened, at))
                break
    return sorted(pairs)


def innermost(pairs: list[Span], places: list[int]) -> Iterator[Span | None]:
    """For each of ``places``, in order, the innermost of the nested ``pairs`` (sorted) around it."""
    around: list[Span] = []
    following = 0
    for place in places:
        while following < len(pairs) and pairs[following][0] < place:
            while around and around[-1][1] < pairs[following][0]:
                around.pop()
            around.append(pairs[following])
            following += 1
        while around and around[-1][1] < place:
            around.pop()
        yield around[-1] if around else None

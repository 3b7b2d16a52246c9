"""What stands around a handle: brackets, labels, separators, and quotations beside it (contract.md §5)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tekmeria_contract.answer import Span
from tekmeria_contract.quotations import OPENING_MARKS

MAX_QUOTE = 4000
"""Characters of the longest quotation that is compared; a longer one is malformed, ``too_long_quote``."""

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
LABEL = (
    r"(?:(?:see(?:[ ]also)?|cf\.?|e\.g\.,?|per|via|from|in|sources?|refs?\.?|references?|cit(?:e[sd]?|ations?)"
    r"|evidence|quote[sd]?|handles?|passages?|参见|参考|来源|引用|出典|siehe|vgl\.?|voir|véase|fuentes?|quellen?)"
    r"[ ]*[:：]?[ ]*)"
)
ADDRESS = r"(?:evidence://(?:passage/|record/)?)"
CONNECTOR = re.compile(r"[ ]*(?:[:：,，;；|—–=\-][ ]*)?")

_SQUARE_MARK = re.compile(r"[\[\]【】［］〔〕]")
_OPENERS = {close: opened for opened, close in CLOSERS.items()}
_BESIDE = re.compile(r"[\s\"”“″’'»«]")
_SEPARATING = ";,，；、"


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


def quote_end(text: str, start: int, stop: int) -> int | None:
    """Where the quotation that opens at ``start`` is closed, before ``stop``.

    At the first closing mark that closes no quotation inside it, and that something follows which may follow a
    quotation: a delimiter, a separator, another quotation, the next handle. Failing that at the first mark that
    may close.
    """
    opening = text[start]
    closing = OPENING_MARKS[opening]
    limit = min(stop, start + 4 * MAX_QUOTE)
    first: int | None = None
    inside = 0
    brackets = _Brackets()
    marks = re.compile(f"[{re.escape(closing + opening)}\\[\\](){{}}【】［］（）〔〕]")
    for match in marks.finditer(text, start + 1, limit):
        at, mark = match.start(), match.group()
        if mark not in closing and mark != opening:
            brackets.see(mark)
        elif _opens(text, at, mark, opening, closing):
            inside += 1
        elif mark not in closing or (mark in "'’" and text[at + 1 : at + 2].isalnum()):
            continue
        elif inside:
            inside -= 1
        else:
            first = at if first is None else first
            if _may_end(text, at + 1, stop, brackets):
                return at
    return first


class _Brackets:
    """Brackets that a quotation has opened and not closed."""

    def __init__(self) -> None:
        self._waiting: list[str] = []

    def see(self, mark: str) -> None:
        if mark in CLOSERS:
            self._waiting.append(CLOSERS[mark])
        elif self._waiting and self._waiting[-1] == mark:
            self._waiting.pop()

    def closes(self, mark: str) -> bool:
        """Whether the mark closes one of the quotation's own."""
        return bool(self._waiting) and self._waiting[-1] == mark


def _opens(text: str, at: int, mark: str, opening: str, closing: str) -> bool:
    """Whether a mark inside a quotation opens another one."""
    if mark == opening and mark not in closing:
        return True
    if mark != opening:
        return False
    after = text[at + 1 : at + 2]
    return (text[at - 1].isspace() or text[at - 1] in CLOSERS) and bool(after) and not _BESIDE.match(after)


def _may_end(text: str, at: int, stop: int, brackets: _Brackets) -> bool:
    """Whether what stands at ``at``, after a closing mark, may follow a citation's quotation."""
    rest = text[at : min(stop, at + 80)].lstrip(" ")
    if not rest:
        return True
    if rest[0] in ANY_CLOSER:
        return not brackets.closes(rest[0])
    if rest[0] in OPENING_MARKS:
        return True
    if rest[0] in _SEPARATING or rest[:1] in "|&" or rest[:4] == "and ":
        bare = re.sub(rf"^(?:and\b|[{_SEPARATING}|& ])+", "", rest)
        bare = re.sub(rf"^{LABEL}?{ADDRESS}?", "", bare, flags=re.IGNORECASE)
        near = at + 80 >= stop and not bare.strip()
        return near or not bare or bare[0] in OPENING_MARKS or bare[0] in ANY_CLOSER
    return False

"""Where a quotation beside a handle begins and ends (contract.md §5): it may hold brackets and other marks."""

from __future__ import annotations

import re

from tekmeria_contract.delimiters import ADDRESS, ANY_CLOSER, CLOSERS
from tekmeria_contract.quotations import CLOSING_MARKS, OPENING_MARKS
from tekmeria_contract.wording import SIGNAL

MAX_QUOTE = 4000
"""Characters of the longest quotation that is compared; a longer one is malformed, ``too_long_quote``."""

OPENERS = re.compile(r"(?:[\[({<【［（〔「][ ]*){1,3}$")
"""Opening brackets at the end of a text."""

_SEPARATING = ";,，；、"


def quote_start(text: str, close: int, done: int) -> int | None:
    """Where the quotation that a mark at ``close`` may end begins: before an opening bracket if that is so.

    Nothing before ``done`` is looked at.
    """
    if close <= done or text[close] not in CLOSING_MARKS:
        return None
    limit = max(done, close - MAX_QUOTE)
    openings = "".join(mark for mark in OPENING_MARKS if text[close] in OPENING_MARKS[mark])
    last: int | None = None
    for match in re.compile(f"[{re.escape(openings)}]").finditer(text, limit, close):
        if OPENERS.search(text[max(limit, match.start() - 6) : match.start()]):
            return match.start()
        last = match.start()
    return last


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
    return (text[at - 1].isspace() or text[at - 1] in CLOSERS) and (after.isalnum() or after in CLOSERS)


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
        bare = re.sub(rf"^{SIGNAL}?{ADDRESS}?", "", bare, flags=re.IGNORECASE)
        near = at + 80 >= stop and not bare.strip()
        return near or not bare or bare[0] in OPENING_MARKS or bare[0] in ANY_CLOSER
    return False

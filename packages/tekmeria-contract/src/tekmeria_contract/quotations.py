"""Quotations in prose (contract.md §5): quoted words, whatever the pair of marks."""

from __future__ import annotations

import re

from tekmeria_contract.answer import Span

OPENING_MARKS = {
    '"': '"”“″',
    "“": '”"“',
    "”": '”"',
    "„": '“”"',
    "‟": '”"',
    "«": "»",
    "»": "«",
    "‹": "›",
    "「": "」",
    "『": "』",
    "〝": "〞〟",
    "＂": "＂",
    "'": "'’",
    "‘": "’'",
    "‚": "‘’'",
}
"""Each opening quotation mark with the marks that may close it."""

_OPENERS_OF = {
    mark: frozenset(opener for opener, closers in OPENING_MARKS.items() if mark in closers)
    for mark in sorted({*"".join(OPENING_MARKS.values())})
}
CLOSING_MARKS = frozenset("".join(OPENING_MARKS.values()))
_MARKS = re.compile("[" + "".join({*OPENING_MARKS, *CLOSING_MARKS}) + "]")
_SINGLE = "'‘’‚"
_SPACED = "«»‹›"
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_OPENS_AFTER = "([{<—–-/:：=，。、；！？（［【「『“‘\"'*_"
MIN_WORDS, MIN_CJK = 3, 6
MAX_SINGLE = 400
"""Characters between single marks, which may be apostrophes and primes, that are taken for a quotation."""


def is_long(quotation: str) -> bool:
    """Whether a quotation is compared: three words or more, or six CJK characters."""
    words = sum(any(character.isalnum() for character in word) for word in quotation.split())
    return words >= MIN_WORDS or len(_CJK.findall(quotation)) >= MIN_CJK


def quotations(text: str) -> list[Span]:
    """The quotations of ``text``, marks and outer space excluded, in order of their end; nested ones are listed too.

    A pair leaves no mark waiting that opened inside it, so that no two quotations cross. One pass.
    """
    if _MARKS.search(text) is None:
        return []
    waiting = _Waiting()
    found: list[Span] = []
    singles = _last_single(text)
    for match in _MARKS.finditer(text):
        at, mark = match.start(), match[0]
        before = text[at - 1] if at else " "
        after = text[at + 1] if at + 1 < len(text) else " "
        if _closes(mark, before, after) and not (mark in _SINGLE and _is_plural(text, at, singles)):
            opened = waiting.close(mark)
            if opened is not None:
                found += _between(text, opened, at)
                continue
        if mark in OPENING_MARKS and _opens(mark, before, after):
            waiting.open(mark, at)
    return found


class _Waiting:
    """Opening marks without a partner, with a count of each so that no search is in vain."""

    __slots__ = ("_counts", "_marks")

    def __init__(self) -> None:
        self._marks: list[tuple[str, int]] = []
        self._counts = dict.fromkeys(OPENING_MARKS, 0)

    def open(self, mark: str, at: int) -> None:
        self._marks.append((mark, at))
        self._counts[mark] += 1

    def close(self, mark: str) -> int | None:
        """Where the latest opener stands that ``mark`` closes; those behind it wait no longer."""
        openers = _OPENERS_OF[mark]
        if not any(self._counts[opener] for opener in openers):
            return None
        while True:
            opener, at = self._marks.pop()
            self._counts[opener] -= 1
            if opener in openers:
                return at


def _between(text: str, opened: int, closed: int) -> list[Span]:
    """The quotation between two marks; single ones must hold some words and not too many."""
    words = text[opened + 1 : closed]
    if text[opened] in _SINGLE and not (len(words) <= MAX_SINGLE and is_long(words)):
        return []
    left = opened + 1 + len(words) - len(words.lstrip())
    return [(left, max(left, opened + 1 + len(words.rstrip())))]


def _closes(mark: str, before: str, after: str) -> bool:
    if mark not in CLOSING_MARKS or (before.isspace() and mark not in _SPACED):
        return False
    return mark not in _SINGLE or not after.isalnum()


def _opens(mark: str, before: str, after: str) -> bool:
    if after.isspace():
        return mark in _SPACED
    if mark in "\"'‘":
        free = before.isspace() or before in _OPENS_AFTER or _CJK.match(before) is not None
        return free and not (mark == "'" and after.isdigit())
    return True


def _last_single(text: str) -> int:
    """Where the last single mark stands that may end a quotation."""
    return max(text.rfind(mark + behind) for mark in "'’" for behind in " .,")


def _is_plural(text: str, at: int, last: int) -> bool:
    """Whether the mark may be the apostrophe of a plural, with another one still to come that may close."""
    return text[at - 1] in "sS" and at < last and re.match(r"\s\w", text[at + 1 : at + 3]) is not None

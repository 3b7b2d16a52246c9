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

CLOSING_MARKS = frozenset("".join(OPENING_MARKS.values()))
_MARKS = re.compile("[" + "".join({*OPENING_MARKS, *CLOSING_MARKS}) + "]")
_SINGLE = "'‘’‚"
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_OPENS_AFTER = "([{<—–-/:：=，。、；！？（［【「『“‘\"'*_"
MIN_WORDS, MIN_CJK = 3, 6


def is_long(quotation: str) -> bool:
    """Whether a quotation is compared: three words or more, or six CJK characters."""
    words = sum(any(character.isalnum() for character in word) for word in quotation.split())
    return words >= MIN_WORDS or len(_CJK.findall(quotation)) >= MIN_CJK


def quotations(text: str) -> list[Span]:
    """The quotations of ``text``, marks excluded, in order of their end; nested ones are listed too."""
    waiting: dict[str, list[int]] = {}
    found: list[Span] = []
    singles = _last_singles(text)
    for match in _MARKS.finditer(text):
        at, mark = match.start(), match[0]
        before = text[at - 1] if at else " "
        after = text[at + 1] if at + 1 < len(text) else " "
        if _closes(mark, before, after):
            if mark in _SINGLE and _possessive(text, at, singles):
                continue
            opened = _opened(waiting, mark)
            if opened is not None:
                found.append((opened + 1, at))
                continue
        if mark in OPENING_MARKS and _opens(mark, before, after):
            waiting.setdefault(mark, []).append(at)
    return [span for span in found if text[span[0] - 1] not in _SINGLE or is_long(text[slice(*span)])]


def _closes(mark: str, before: str, after: str) -> bool:
    if mark not in CLOSING_MARKS or before.isspace():
        return False
    return mark not in _SINGLE or not after.isalnum()


def _opens(mark: str, before: str, after: str) -> bool:
    if after.isspace():
        return False
    if mark in "\"'‘":
        free = before.isspace() or before in _OPENS_AFTER or _CJK.match(before) is not None
        return free and not (mark == "'" and after.isdigit())
    return True


def _opened(waiting: dict[str, list[int]], mark: str) -> int | None:
    """Take the latest opener that ``mark`` closes."""
    best: list[int] | None = None
    for opener, closers in OPENING_MARKS.items():
        places = waiting.get(opener)
        if places and mark in closers and (best is None or places[-1] > best[-1]):
            best = places
    return best.pop() if best else None


def _last_singles(text: str) -> int:
    return max(
        text.rfind("' "),
        text.rfind("’ "),
        text.rfind("'."),
        text.rfind("’."),
        text.rfind("',"),
        text.rfind("’,"),
    )


def _possessive(text: str, at: int, last: int) -> bool:
    """Whether the mark may be the apostrophe of a plural, with another one still to come that may close."""
    return text[at - 1] in "sS" and at < last and re.match(r"\s\w", text[at + 1 : at + 3]) is not None

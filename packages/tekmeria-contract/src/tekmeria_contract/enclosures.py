"""Brackets and quotation marks that protect what they hold from being split (rules S3 and S4)."""

import re

__all__ = ["BRACKET_LIMIT", "QUOTE_LIMIT", "WEAK_LIMIT", "enclosures"]

BRACKET_LIMIT = 300
QUOTE_LIMIT = 2_000
# A single mark may be an apostrophe or a prime, so a pair of them is trusted over a shorter stretch.
WEAK_LIMIT = 400

_BRACKETS = {")": "(", "]": "[", "}": "{", "）": "（", "］": "［", "】": "【", "〕": "〔"}
_QUOTES = {
    '"': '"',
    "”": "“„",
    "“": "„",
    "»": "«",
    "«": "»",
    "」": "「",
    "』": "『",
    "》": "《",
    "〉": "〈",
}
_WEAK = {"'": "'`", "`": "`", "’": "‘‚", "‘": "‚", "›": "‹", "‹": "›"}
_OPENING = frozenset("([{（［【〔“„«‘‚‹「『《〈")
_EITHER = frozenset("`\"'»›")
_MARK = re.compile("[" + re.escape("".join([*_BRACKETS, *_QUOTES, *_WEAK, *_OPENING])) + "]")
# Words and years that an apostrophe begins.
_CONTRACTED = re.compile(r"\d\ds?\b|(?:tis|twas|em|til|cause|n|round)\b", re.IGNORECASE)
_ITEM_LABEL = re.compile(r"(?:\A|\s)(?:\d{1,2}|[a-z])\Z")
_SENTENCE_END = re.compile(r"[a-z)]{3}[.!?]\s+[A-Z]")
_BEFORE_OPENING = _OPENING | frozenset("\"'-–—/=:：；，、")


class _Stack:
    """Opening marks still without a partner, with a count of each so that no search is in vain."""

    __slots__ = ("_counts", "_marks")

    def __init__(self) -> None:
        self._marks: list[tuple[str, int]] = []
        self._counts: dict[str, int] = {}

    def push(self, mark: str, at: int) -> None:
        self._marks.append((mark, at))
        self._counts[mark] = self._counts.get(mark, 0) + 1

    def holds(self, partners: str) -> bool:
        return any(self._counts.get(mark) for mark in partners)

    def top_is(self, partners: str) -> bool:
        return bool(self._marks) and self._marks[-1][0] in partners

    def top(self) -> int:
        return self._marks[-1][1]

    def pop_to(self, partners: str) -> int:
        """Drop marks up to and with the last partner; its position. Each mark is dropped once."""
        while True:
            mark, at = self._marks.pop()
            self._counts[mark] -= 1
            if mark in partners:
                return at


def enclosures(text: str) -> list[tuple[int, int]]:
    """The outermost protected stretches, in order: positions of the opening and the closing mark.

    A stretch longer than its limit, or without a partner, protects nothing; pairs inside it still do.
    One pass with a stack: linear in the text.
    """
    found: list[tuple[int, int]] = []
    stack = _Stack()
    for match in _MARK.finditer(text):
        mark, at = match.group(), match.start()
        partners, limit = _closes(text, mark, at, stack)
        if mark == ")" and stack.top_is("(") and _is_item_label(text, stack.top(), at):
            continue
        if partners:
            _add(found, stack.pop_to(partners), at, limit)
        elif _opens(text, mark, at):
            stack.push(mark, at)
    return found


def _closes(text: str, mark: str, at: int, stack: _Stack) -> tuple[str, int]:
    """The opening marks that this mark may close, if any, and how far off they may stand."""
    if mark in _BRACKETS:
        partners, limit = _BRACKETS[mark], BRACKET_LIMIT
    elif mark in _WEAK:
        partners, limit = _WEAK[mark], WEAK_LIMIT
        if not stack.top_is(partners) or not _ends_word(text, at):
            return "", 0
    elif mark in _QUOTES:
        partners, limit = _QUOTES[mark], QUOTE_LIMIT
        if mark == '"' and _starts_word(text, at):
            return "", 0
    else:
        return "", 0
    return (partners, limit) if stack.holds(partners) else ("", 0)


def _opens(text: str, mark: str, at: int) -> bool:
    if mark in "'‘" and _is_apostrophe(text, at):
        return False
    if mark in _OPENING:
        return True
    before = text[at - 1] if at else " "
    return mark in _EITHER and (_starts_word(text, at) or (mark == '"' and before.isspace()))


def _is_apostrophe(text: str, at: int) -> bool:
    """Whether a single mark stands for something left out: inside a word, or in `'90s` and `'tis`."""
    before = text[at - 1] if at else " "
    return before.lower() != before.upper() or bool(_CONTRACTED.match(text, at + 1))


def _is_item_label(text: str, opened: int, at: int) -> bool:
    """Whether a closing bracket belongs to a label such as `2)` and not to the bracket that stands open.

    So it is if a sentence has ended since that was opened: the open one lacks its partner.
    """
    if at - opened > BRACKET_LIMIT or not _ITEM_LABEL.search(text[max(0, at - 3) : at]):
        return False
    return bool(_SENTENCE_END.search(text, opened, at))


def _starts_word(text: str, at: int) -> bool:
    """Whether an undirected mark stands before a word and not behind one."""
    before = text[at - 1] if at else " "
    after = text[at + 1] if at + 1 < len(text) else " "
    return (before.isspace() or before in _BEFORE_OPENING) and not after.isspace()


def _ends_word(text: str, at: int) -> bool:
    """Whether a mark that may be an apostrophe or a prime stands behind a word and not inside one."""
    before = text[at - 1] if at else " "
    after = text[at + 1] if at + 1 < len(text) else " "
    return not (before.isspace() or before.isdigit() or after.isdigit() or after.lower() != after.upper())


def _add(found: list[tuple[int, int]], start: int, end: int, limit: int) -> None:
    if end - start > limit:
        return
    while found and found[-1][0] > start:
        found.pop()
    found.append((start, end))

"""Places where the layout alone ends a sentence: blank lines and the items of a list (rule S1)."""

import re
from collections.abc import Iterator

__all__ = ["blocks"]

_SPACE = r"[^\S\r\n\x85\u2028\u2029]"
_BULLET = "•‣◦▪●⁃∘►▶➢✓✔"
_LINE = re.compile(r"[\n\r\x85\u2028\u2029]")
# A carriage return counts alone only without its line feed, so that one line end is never read as two.
_LINE_END = r"(?:\r\n|\n|\r(?!\n)|\x85|\u2028)"
_BLANK = re.compile(rf"(?:{_LINE_END}{_SPACE}*+(?:{_LINE_END}|\u2029)|\u2029)\s*+")
_ONE_LINE_END = re.compile(_LINE_END)
_ITEM = re.compile(
    rf"{_SPACE}*+(?:(?P<bullet>[{_BULLET}○■□*–—-]){_SPACE}++(?=[^\W\d_])|(?P<number>\d{{1,3}})[.)]{_SPACE}++(?=\S))"
)
# Behind one of these marks a line that opens as an item does is one, even if nothing else shows a list.
_ENDS_ITEM = frozenset(".:;!?")
_DASHES = frozenset("*–—-")

_FIRST_LABEL = re.compile(
    rf"\s*+(?:(?P<mark>[{_BULLET}] ?)(?P<marked>\d{{1,2}})|(?P<label>1|a))(?P<stop>\.\)|[.)]) (?=\S)"
)
_FIRST_BULLET = re.compile(rf"\s*+(?P<bullet>[{_BULLET}]) (?=\w)")
# Behind one of these words a number is a quantity and no label.
_TAKE_NUMBERS = (
    "a about and as at below by for from in is least most nearly of on only or over than the to under until"
    " up was were with figure fig table step stage grade type class phase day week month year group level no"
    " version chapter section"
)
_TAKES_NUMBER = frozenset(_TAKE_NUMBERS.split())


def blocks(text: str) -> Iterator[tuple[int, int]]:
    """The stretches between layout breaks, in order; they tile the text. Linear in it."""
    start = 0
    for end in _line_breaks(text):
        yield from _items(text, start, end)
        start = end
    yield from _items(text, start, len(text))


def _line_breaks(text: str) -> Iterator[int]:
    """Where blank lines stand, and line ends before an item of a list."""
    last, reached = _item(text, 0), 0
    for line in _LINE.finditer(text):
        at = line.start()
        if at < reached:
            continue
        gap = _BLANK.match(text, at) or _ONE_LINE_END.match(text, at)
        reached = gap.end() if gap else at + 1
        item = _item(text, reached)
        # More than one line end is a blank line, whatever stands around it.
        if _BLANK.match(text, at) or (item and _is_item(text, at, item, last)):
            yield at
            last = item or last


def _item(text: str, at: int) -> str:
    """The bullet or number of the item that a line opens with; empty without one."""
    match = _ITEM.match(text, at)
    return (match.group("bullet") or match.group("number")) if match else ""


def _is_item(text: str, at: int, item: str, last: str) -> bool:
    """Whether a line is an item and no running text that happens to begin with a dash or a number."""
    if text[max(0, at - 20) : at].rstrip()[-1:] in _ENDS_ITEM:
        return True
    if item.isdigit():
        return last.isdigit() and int(item) == int(last) + 1
    return item not in _DASHES or item in {last, "*"}


def _items(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A block cut where the items of a list that runs on in one line begin (`1) … 2) …`, `• … • …`)."""
    for cut in _item_starts(text, start, end):
        yield start, cut
        start = cut
    yield start, end


def _item_starts(text: str, start: int, end: int) -> Iterator[int]:
    first = _FIRST_LABEL.match(text, start, end)
    if first:
        yield from _labelled_starts(text, first, end)
        return
    first = _FIRST_BULLET.match(text, start, end)
    if first:
        yield from _bullet_starts(text, first, end)


def _labelled_starts(text: str, first: re.Match[str], end: int) -> Iterator[int]:
    """Items whose labels count on from the first in the same style."""
    mark, label, at = first.group("mark") or "", first.group("marked") or first.group("label"), first.end()
    while label != "z":
        label = str(int(label) + 1) if label.isdigit() else chr(ord(label) + 1)
        found = _label_start(text, f" {mark}{label}{first.group('stop')} ", at, end)
        if found < 0:
            return
        yield found
        at = found + 1


def _label_start(text: str, sought: str, at: int, end: int) -> int:
    """The next place of a label before a capital and not behind `to` or `Table`; -1 without one."""
    while (at := text.find(sought, at, end)) >= 0:
        after = text[at + len(sought) : at + len(sought) + 1]
        words = text[max(0, at - 20) : at].split()
        if after.isupper() and words and words[-1].lower().rstrip(".") not in _TAKES_NUMBER:
            return at
        at += 1
    return -1


def _bullet_starts(text: str, first: re.Match[str], end: int) -> Iterator[int]:
    sought, at = f" {first.group('bullet')} ", first.end()
    while (at := text.find(sought, at, end)) >= 0:
        yield at
        at += 1

"""Places where the layout alone ends a sentence: blank lines and the items of a list (rule S1)."""

import re
from collections.abc import Iterator

__all__ = ["blocks"]

_SPACE = r"[^\S\r\n\x85\u2028\u2029]"
# A carriage return counts alone only without its line feed, so that one line end is never read as two.
_LINE_END = r"(?:\r\n|\n|\r(?!\n)|\x85|\u2028)"
_BREAK = re.compile(
    rf"{_LINE_END}{_SPACE}*+(?:{_LINE_END}|\u2029)\s*+"
    rf"|\u2029\s*+"
    rf"|(?P<line>{_LINE_END}){_SPACE}*+(?:(?P<bullet>[•‣◦▪●○■□⁃*–—-]{_SPACE}++(?=[^\W\d_]))|(?P<number>\d{{1,3}})[.)]{_SPACE}++(?=\S))"
)
_FIRST_ITEM = re.compile(
    r"\s*+(?:(?P<mark>[•‣◦▪●⁃] ?)(?P<marked>\d{1,2})|(?P<label>1|a))(?P<stop>\.\)|[.)]) (?=\S)"
)
_FIRST_BULLET = re.compile(r"\s*+(?P<bullet>[•‣◦▪●⁃]) (?=\w)")
# Behind one of these words a number is a quantity and no label.
_TAKES_NUMBER = frozenset(
    "a about and as at below by for from in is least most nearly of on only or over than the to under until up was"
    " were with figure fig table step stage grade type class phase day week month year group level no version chapter"
    " section".split()
)


def blocks(text: str) -> Iterator[tuple[int, int]]:
    """The stretches between layout breaks, in order; only white space lies between them. Linear in the text."""
    start = 0
    for end, resume in _line_breaks(text):
        yield from _items(text, start, end)
        start = resume
    yield from _items(text, start, len(text))


def _line_breaks(text: str) -> Iterator[tuple[int, int]]:
    """Where a block ends and the next begins: blank lines, bullets, and numbers that count on from 1."""
    last = 0
    for match in _BREAK.finditer(text):
        number = match.group("number")
        if number is None:
            yield match.start(), match.end("line") if match.group("bullet") else match.end()
            continue
        before = text[max(0, match.start() - 20) : match.start()].rstrip()[-1:]
        if int(number) == last + 1 and (last or before in ".:;!?"):
            last += 1
            yield match.start(), match.end("line")


def _items(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A block cut where the items of a list that runs on in one line begin (`1) … 2) …`, `• … • …`)."""
    for cut in _item_starts(text, start, end):
        yield start, cut
        start = cut
    yield start, end


def _item_starts(text: str, start: int, end: int) -> Iterator[int]:
    first = _FIRST_ITEM.match(text, start, end)
    if first:
        yield from _labelled_starts(text, first, end)
        return
    first = _FIRST_BULLET.match(text, start, end)
    if first:
        yield from _bullet_starts(text, first, end)


def _labelled_starts(text: str, first: re.Match[str], end: int) -> Iterator[int]:
    """Items whose labels count on from the first in the same style, before a capital and not behind `to` or `Table`."""
    mark, label, at = first.group("mark") or "", first.group("marked") or first.group("label"), first.end()
    while True:
        label = str(int(label) + 1) if label.isdigit() else chr(ord(label) + 1)
        found = _label(text, f" {mark}{label}{first.group('stop')} ", at, end)
        if found < 0 or label == "z":
            return
        yield found
        at = found + 1


def _label(text: str, sought: str, at: int, end: int) -> int:
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

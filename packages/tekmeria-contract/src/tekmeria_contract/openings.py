"""What stands before a handle: opening brackets, a label, an address, quotations (contract.md §5)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from tekmeria_contract.answer import Span
from tekmeria_contract.delimiters import CLOSERS, UNUSUAL
from tekmeria_contract.quotebounds import OPENERS, quote_start
from tekmeria_contract.wording import SIGNAL

_ADDRESSES = ("evidence://passage/", "evidence://record/", "evidence://")
_LABEL = re.compile(rf"(?<!\w){SIGNAL}\Z", re.IGNORECASE)
_CARET = re.compile(r"\^[ ]*\Z")
_OPENED = re.compile(
    r"(?P<command>\\[a-zA-Z]*cit[a-zA-Z]*\*?(?=\{)|\^)?(?P<openers>(?:[\[({<【［（〔「][ ]*){1,3})\Z"
)
_BEFORE_QUOTED = re.compile(r"[ ]*(?:[:：,，—–\-][ ]*)?\Z")
_LONGEST_COMMAND, _LONGEST_LABEL = 40, 24
_MOST_QUOTES = 4


@dataclass(slots=True)
class Opening:
    """The opening delimiters of a group of handles, which begins at ``start``, its first handle at ``first``.

    ``openers`` are the brackets without what stands between them, ``quotes`` quotations before the handle,
    ``delimiter`` names what is unusual.
    """

    start: int
    first: int
    openers: str = ""
    delimiter: str | None = None
    quotes: list[Span] = field(default_factory=list[Span])


def opening(text: str, handle: int, done: int) -> Opening:
    """What belongs to the handle that begins at ``handle``, not before ``done``."""
    first = _addressed(text, handle, done)
    labelled = _labelled(text, first, done)
    caret = _CARET.search(text, max(done, labelled - 4), labelled)
    found = _opened(text, caret.start() if caret is not None else labelled, done)
    if found is None:
        return _quoted(text, Opening(first, first), done)
    openers, start = found["openers"].replace(" ", ""), found.start()
    outer = _labelled(text, start, done)
    around = _opened(text, outer, done) if outer < start else None
    if around is not None:
        # A label between the brackets, ``(Source: [handle])``.
        openers, start = around["openers"].replace(" ", "") + openers, around.start()
    delimiter = UNUSUAL.get(openers[-1])
    if caret is not None or (found["command"] or "").startswith("\\"):
        delimiter = "cite" if caret is None else "footnote_label"
    return Opening(start, found.end(), openers, delimiter)


def _addressed(text: str, start: int, done: int) -> int:
    """Where the address begins that the handle at ``start`` ends, ``evidence://passage/``."""
    before = text[max(done, start - 20) : start].lower()
    return start - next((len(address) for address in _ADDRESSES if before.endswith(address)), 0)


def _labelled(text: str, start: int, done: int) -> int:
    """Where the label before a handle begins, if there is one."""
    before = text[max(done, start - 4) : start].rstrip(" ")[-1:]
    if not (before.isalpha() or before in {".", ":", "：", ","}):
        return start
    label = _LABEL.search(text, max(done, start - _LONGEST_LABEL), start)
    return start if label is None else label.start()


def _opened(text: str, end: int, done: int) -> re.Match[str] | None:
    """The opening delimiters that end at ``end``."""
    if text[max(done, end - 4) : end].rstrip(" ")[-1:] not in CLOSERS:
        return None
    return _OPENED.search(text, max(done, end - _LONGEST_COMMAND), end)


def _quoted(text: str, bare: Opening, done: int) -> Opening:
    """Quotations between the opening bracket and the handle, ``["words" handle]``, if a bracket is there."""
    at, quotes = bare.start, list[Span]()
    while len(quotes) < _MOST_QUOTES:
        connector = _BEFORE_QUOTED.search(text, max(done, at - 8), at)
        close = (at if connector is None else connector.start()) - 1
        begin = quote_start(text, close, done)
        if begin is None:
            return bare
        quotes.insert(0, (begin + 1, close))
        found = OPENERS.search(text[max(done, begin - 6) : begin])
        if found is not None:
            openers = found[0].replace(" ", "")
            return Opening(begin - len(found[0]), begin, openers, UNUSUAL.get(openers[-1]), quotes)
        at = begin
    return bare

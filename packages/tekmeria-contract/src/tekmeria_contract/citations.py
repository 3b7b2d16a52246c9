"""Citations in the visible text of a block: handles first, then what stands around them (contract.md §5).

From each handle the reading goes outwards over labels, delimiters and quotations. A missing or wrong closer
ends at the handle and swallows nothing; a quotation that is not closed makes its citation malformed and
hides nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from tekmeria_contract.answer import Span
from tekmeria_contract.handle import HandleError, parse
from tekmeria_contract.inline import Atom
from tekmeria_contract.quotations import CLOSING_MARKS, OPENING_MARKS

MAX_QUOTE = 4000
"""Characters of the longest quotation that is compared; a longer one is malformed, ``too_long_quote``."""

CLOSERS = {"[": "]", "(": ")", "{": "}", "<": ">", "【": "】", "［": "］", "（": "）", "〔": "〕", "「": "」"}
UNUSUAL = {
    "{": "braces",
    "【": "lenticular",
    "［": "full_width",
    "（": "full_width",
    "〔": "lenticular",
    "「": "corner",
}
SQUARE = "[【［〔"
_ALL_CLOSERS = "".join(CLOSERS.values())
_LABEL = (
    r"(?:(?:see(?:[ ]also)?|cf\.?|sources?|refs?\.?|references?|cit(?:e[sd]?|ations?)|evidence|quote[sd]?|from|in|"
    r"e\.g\.,?|参见|参考|来源|出典|siehe|vgl\.?|voir|véase|fuente|quelle)[ ]*[:：]?[ ]*)"
)
_LEFT = re.compile(
    rf"(?P<openers>(?:\\[a-z]*cit[a-z]*\*?(?=\{{))?(?:[\[({{<【［（〔「][ ]*){{0,3}})(?P<caret>\^?[ ]*)"
    rf"(?P<label>{_LABEL}?)(?P<address>(?:evidence://(?:passage/|record/)?)?)$",
    re.IGNORECASE,
)
_CONNECTOR = re.compile(r"[ ]*(?:[:：,，—–=\-][ ]*)?")
_SEPARATOR = re.compile(
    r"[ ]*(?:[;,&|/·、，；+]|and\b|or\b|und\b|et\b|y\b|和|及)?[ ]*(?:and[ ]+)?", re.IGNORECASE
)
_RANGE = re.compile(r"[ ]*(?:-|–|—|to\b|\.\.\.?|…)[ ]*(?=\S)")
_NOTE_WORDS = 30


@dataclass(slots=True)
class Cited:
    """A handle as cited: ``quotes`` are its own (text and place), ``start`` to ``end`` what leaves the
    prose."""

    atom: Atom
    start: int
    end: int
    quotes: list[Span] = field(default_factory=list[Span])
    delimiter: str | None = None
    reason: str | None = None
    bracketed: bool = False


@dataclass(slots=True)
class _Group:
    """Handles between the same delimiters."""

    openers: str
    start: int
    items: list[Cited]
    delimiter: str | None = None


def read_citations(text: str, atoms: Sequence[Atom], defining: bool = False) -> list[Cited]:
    """Every handle of ``text`` with its delimiters and quotations.

    In a ``defining`` text (a reference entry) a quotation beside the handle is its own even without a
    bracket.
    """
    cited: list[Cited] = []
    at = 0
    done = 0
    while at < len(atoms):
        group, after = _group(text, atoms, at, done, defining)
        cited += group.items
        done = group.items[-1].end
        at = after
    return cited


def _group(text: str, atoms: Sequence[Atom], at: int, done: int, defining: bool) -> tuple[_Group, int]:
    group = _begin(text, atoms[at], done)
    position = atoms[at].end
    bracketed = bool(group.openers) or defining
    while True:
        item = group.items[-1]
        stop = atoms[at + 1].start if at + 1 < len(atoms) else len(text)
        if bracketed:
            position = _quotes_after(text, position, stop, item, bool(group.openers))
        item.end = position
        at += 1
        if at >= len(atoms) or item.reason is not None:
            break
        if not group.openers:
            break
        separator = _next_item(text, position, atoms[at].start)
        if separator is None:
            break
        if separator == "range":
            item.reason = "range"
        group.items.append(Cited(atoms[at], position, atoms[at].end, bracketed=True, reason=item.reason))
        position = atoms[at].end
    _finish(text, group, position, atoms[at].start if at < len(atoms) else len(text))
    return group, at


def _begin(text: str, atom: Atom, done: int) -> _Group:
    """The opening delimiters, label and leading quotation of the handle ``atom``."""
    start = max(done, atom.start - 80)
    window = text[start : atom.start]
    match = _LEFT.search(window)
    item = Cited(atom, atom.start, atom.end)
    group = _Group("", atom.start, [item])
    if match is None:
        return group
    openers = match["openers"].replace(" ", "")
    if openers:
        group.start = start + match.start()
        group.openers = openers.lstrip("\\abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ*")
        group.delimiter = "cite" if openers.startswith("\\") else UNUSUAL.get(group.openers[-1])
        if match["caret"].strip():
            group.delimiter = "footnote_label"
    elif match["address"]:
        group.start = atom.start - len(match["address"])
    if not group.openers:
        _quote_before(text, group, done)
    item.start = group.start
    item.bracketed = bool(group.openers)
    return group


def _quote_before(text: str, group: _Group, done: int) -> None:
    """A quotation between the opening bracket and the handle: ``["words" handle]``."""
    at = group.start
    first: int | None = None
    quotes: list[Span] = []
    while True:
        match = re.search(r"[ ]*(?:[:：,，—–\-][ ]*)?$", text[max(done, at - 8) : at])
        close = at - (len(match[0]) if match else 0) - 1
        if close <= done or text[close] not in CLOSING_MARKS:
            return
        limit = max(done, close - MAX_QUOTE)
        for mark in OPENING_MARKS:
            if text[close] in OPENING_MARKS[mark]:
                found = text.rfind(mark, limit, close)
                if found >= 0 and (first is None or found > first):
                    first = found
        if first is None:
            return
        quotes.insert(0, (first + 1, close))
        openers = re.search(r"(?:[\[({<【［（〔「][ ]*){1,3}$", text[max(done, first - 6) : first])
        if openers is not None:
            group.openers = openers[0].replace(" ", "")
            group.start = first - len(openers[0])
            group.delimiter = UNUSUAL.get(group.openers[-1])
            group.items[0].quotes = quotes
            return
        at, first = first, None
        if len(quotes) > 4:
            return


def _quotes_after(text: str, position: int, stop: int, item: Cited, closing: bool) -> int:
    """Read the quotations that follow a handle; where to go on."""
    while True:
        connector = _CONNECTOR.match(text, position, stop)
        start = connector.end() if connector else position
        if start >= stop or text[start] not in OPENING_MARKS:
            return position
        if text[start] in "'‘" and start and text[start - 1].isalnum():
            return position
        end = _quote_end(text, start, stop, closing)
        if end is None:
            if closing:
                item.reason = "unclosed_quote"
            return position
        item.quotes.append((start + 1, end))
        position = end + 1


def _quote_end(text: str, start: int, stop: int, closing: bool) -> int | None:
    """Where the quotation that begins at ``start`` is closed: at the first mark that is followed by what
    may follow."""
    marks = OPENING_MARKS[text[start]]
    first: int | None = None
    limit = min(stop, start + 4 * MAX_QUOTE)
    for match in re.compile(f"[{re.escape(marks)}]").finditer(text, start + 1, limit):
        at = match.start()
        rest = text[at + 1 : at + 12].lstrip(" ")
        if not rest or rest[0] in _ALL_CLOSERS or rest[0] in ";,，；、" or rest[0] in OPENING_MARKS:
            return at
        if at + 12 >= stop and not text[at + 1 : stop].strip(" ;,&and"):
            return at
        if first is None:
            first = at
    if first is None:
        return None
    between = text[start + 1 : first]
    return first if not closing or not any(closer in between for closer in "])】］）") else None


def _next_item(text: str, position: int, start: int) -> str | None:
    """Whether what stands from ``position`` to the next handle only separates: ``list``, ``range`` or
    None."""
    if start - position > 60:
        return None
    between = text[position:start]
    if re.fullmatch(r"[ ]*(?:-|–|—|to)[ ]*", between):
        return "range"
    match = _SEPARATOR.match(between)
    rest = between[match.end() if match else 0 :]
    if re.fullmatch(rf"(?:{_LABEL})?(?:evidence://(?:passage/|record/)?)?", rest, re.IGNORECASE):
        return "list"
    return None


def _finish(text: str, group: _Group, position: int, stop: int) -> None:
    """The closing delimiters; what is wrong with them; a note that stands inside."""
    last = group.items[-1]
    last.end = position
    openers = group.openers
    if not openers:
        _stray_closer(text, group, position)
        return
    for opener in reversed(openers):
        at = position
        while at < len(text) and text[at] == " ":
            at += 1
        if at < stop and text[at] == CLOSERS[opener]:
            position = at + 1
            openers = openers[:-1]
            continue
        if at < stop and text[at] in _ALL_CLOSERS and len(openers) == len(group.openers):
            group.delimiter = "mismatched"
            position = at + 1
            openers = ""
        break
    if openers and len(openers) == len(group.openers):
        position = _unclosed(text, group, position, stop)
    elif openers:
        group.start += len(openers)
        group.items[0].start = group.start
    last.end = max(last.end, position)
    for item in group.items:
        item.delimiter = group.delimiter


def _unclosed(text: str, group: _Group, position: int, stop: int) -> int:
    """What to make of an opening delimiter whose closer does not follow."""
    opener = group.openers[-1]
    first, last = group.items[0], group.items[-1]
    if opener not in SQUARE:
        if CLOSERS[opener] in text[position : min(stop, position + 400)]:
            first.start = first.start + len(group.openers)
            separator = re.compile(r"[ ]*[,;:，；][ ]*").match(text, position, stop)
            return separator.end() if separator and opener in "(（" else position
        group.delimiter = "unclosed"
        return position
    end = _note_end(text, position, stop, opener)
    if end is None:
        group.delimiter = "unclosed"
        return position
    if last.reason is None:
        note = text[position : end - 1]
        last.reason = "range" if _RANGE.match(note) else "note_in_bracket"
        for item in group.items:
            item.reason = last.reason
    return end


def _note_end(text: str, position: int, stop: int, opener: str) -> int | None:
    """Where the bracket that holds a note is closed: before another opens, a sentence ends, or too many
    words."""
    match = re.compile(rf"[^\[\]【】［］〔〕\n]{{0,240}}?{re.escape(CLOSERS[opener])}").match(
        text, position, stop
    )
    if (
        match is None
        or re.search(r"[.!?][ ]+[A-Z]|[。！？]", match[0])
        or len(match[0].split()) > _NOTE_WORDS
    ):
        return None
    return match.end()


def _stray_closer(text: str, group: _Group, position: int) -> None:
    """A square closer right after a bare handle, which nothing opened."""
    if position < len(text) and text[position] in "]】］〕":
        before = text[max(0, group.start - 300) : group.start]
        opened = max(before.rfind("["), before.rfind("【"), before.rfind("［"))
        closed = max(before.rfind("]"), before.rfind("】"), before.rfind("］"))
        if opened <= closed:
            group.items[-1].end = position + 1
            group.items[-1].delimiter = "unopened"


@dataclass(frozen=True, slots=True)
class Malformed:
    """A bracket that begins like a citation and holds no handle; ``handle`` names what it may have meant."""

    start: int
    end: int
    handle: str | None
    reason: str


def malformed_brackets(text: str, cited: Sequence[Cited], names: Sequence[str]) -> list[Malformed]:
    """Square brackets that begin with a scheme's name, or look like a handle, and hold none."""
    found: list[Malformed] = []
    pattern = _malformed_pattern(tuple(names))
    for match in pattern.finditer(text):
        if any(item.start < match.end() and match.start() < item.end for item in _near(cited, match.start())):
            continue
        found.append(_malformed(match))
    return found


def _near(cited: Sequence[Cited], start: int) -> Sequence[Cited]:
    at = bisect_left(cited, start, key=lambda item: item.end)
    return cited[at : at + 2]


@lru_cache(maxsize=16)
def _malformed_pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    scheme = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.compile(
        rf"[\[【［〔][ ]*\^?(?:(?P<scheme>(?i:{scheme}))(?:[ ]*[:：][ ]*|[ ]+(?=[0-9]|(?i:PMC|PPR|NCT)[0-9]))"
        r"(?P<rest>[^\[\]【】［］〔〕\s;,]*)"
        r"|(?P<alike>[^\W\d_]{2,8}[:：][^\[\]【】［］〔〕\s/]{1,80}/[^\[\]【】［］〔〕\s~]{1,140}~[^\[\]【】［］〔〕\s]{1,14}))"
        r"(?:[^\[\]【】［］〔〕\n]{0,240}?[\]】］〕])?"
    )


def _malformed(match: re.Match[str]) -> Malformed:
    if match["scheme"] is None:
        reason = "unknown_scheme" if match[0].isascii() else "not_ascii"
        return Malformed(*match.span(), None, reason)
    rest = match["rest"].rstrip(".")
    handle = f"{match['scheme'].lower()}:{rest}"
    if not rest.isascii():
        return Malformed(*match.span(), None, "not_ascii")
    try:
        parse(handle)
    except HandleError as error:
        return Malformed(*match.span(), handle, error.reason)
    return Malformed(*match.span(), handle, "code_mismatch")

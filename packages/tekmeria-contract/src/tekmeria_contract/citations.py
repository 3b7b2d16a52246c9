"""Citations in the visible text of a block: handles first, then what stands around them (contract.md §5).

From each handle the reading goes outwards over labels, delimiters and quotations. A missing or wrong closer
ends at the handle and swallows nothing; a quotation that is not closed makes its citation malformed and hides
nothing: the reading goes on right behind the handle.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from tekmeria_contract.answer import Span
from tekmeria_contract.delimiters import (
    ADDRESS,
    ANY_CLOSER,
    CLOSERS,
    CONNECTOR,
    SQUARE,
    innermost,
    square_pairs,
)
from tekmeria_contract.openings import opening
from tekmeria_contract.quotations import OPENING_MARKS
from tekmeria_contract.quotebounds import quote_end
from tekmeria_contract.visible import Atom
from tekmeria_contract.wording import SIGNAL

_SEPARATOR = re.compile(
    r"[ ]*(?:[;,&|/·、，；+]|and\b|or\b|und\b|et\b|y\b|和|及)?[ ]*(?:and[ ]+)?", re.IGNORECASE
)
_RANGE = re.compile(r"[ ]*(?:-|–|—|to|\.\.\.?|…)[ ]*")
_RANGED = re.compile(r"[ ]*(?:-|–|—|to\b|\.\.\.?|…)[ ]*[0-9a-z]")
_BEFORE_ITEM = re.compile(rf"{SIGNAL}?\^?{ADDRESS}?", re.IGNORECASE)
_SENTENCES = re.compile(r"[.!?][ ]+[A-Z]|[。！？]")
_ENDS_CLAUSE = frozenset(")）,;.，；。")
_BEFORE_CLOSER = re.compile(r"[ ]*(?:[.,;:，；、][ ]*)?(?=[\])}>】］）〕」])")
_AFTER_ASIDE = re.compile(r"[ ]*[,;:，；][ ]*")
_BEFORE_ASIDE = re.compile(r"[ ]*[,;，；][ ]*$")
_WIDEST_GAP = 60
_LONGEST_NOTE, _LONGEST_TAKEN_NOTE = 30, 6
"""Words of a note in a bracket: the most that make the bracket a citation, and that leave the prose with it."""


@dataclass(slots=True)
class Cited:
    """A handle as cited: from ``start`` to ``end`` as it is written, its ``quotes`` as stretches of the text."""

    atom: Atom
    start: int
    end: int
    quotes: list[Span] = field(default_factory=list[Span])
    delimiter: str | None = None
    reason: str | None = None
    bracketed: bool = False


@dataclass(slots=True)
class _Group:
    """Handles between the same delimiters: what they leave of the text begins at ``start``."""

    openers: str
    start: int
    items: list[Cited]
    delimiter: str | None = None


def read_citations(
    text: str, atoms: Sequence[Atom], links: Collection[Span] = (), defining: bool = False
) -> tuple[list[Cited], list[Span]]:
    """Every handle of ``text`` with its delimiters and quotations, and the stretches that they take.

    ``links`` are the places of brackets that make a link. In a ``defining`` text (a reference entry) a quotation
    beside the handle is its own even without a bracket.
    """
    reader = _Reader(text, atoms, links, defining)
    reader.read()
    return reader.cited, reader.taken


class _Reader:
    def __init__(self, text: str, atoms: Sequence[Atom], links: Collection[Span], defining: bool) -> None:
        self.text = text
        self.atoms = atoms
        self.defining = defining
        self.cited: list[Cited] = []
        self.taken: list[Span] = []
        self.link_closers = {closer for _, closer in links}
        pairs = [pair for pair in square_pairs(text) if pair not in links] if atoms else []
        self.closers = dict(pairs)
        self.around = list(innermost(pairs, [atom.start for atom in atoms]))
        self.holds = Counter(self.around)

    def read(self) -> None:
        at = done = 0
        while at < len(self.atoms):
            group = self._begin(self.atoms[at], done)
            at, position = self._items(group, at)
            done = self._finish(group, position, at)
            self.cited += group.items

    def _begin(self, atom: Atom, done: int) -> _Group:
        """The group that the handle ``atom`` is the first of."""
        found = opening(self.text, atom.start, done)
        item = Cited(atom, found.first, atom.end, found.quotes, bracketed=bool(found.openers))
        return _Group(found.openers, found.start, [item], found.delimiter)

    def _items(self, group: _Group, at: int) -> tuple[int, int]:
        """The handles and quotations of the group; which handle comes next, and where to go on."""
        position = self.atoms[at].end
        while True:
            item = group.items[-1]
            stop = self.atoms[at + 1].start if at + 1 < len(self.atoms) else len(self.text)
            if group.openers or self.defining:
                position = self._quotes_after(position, stop, item, bool(group.openers))
            item.end = position
            at += 1
            if not group.openers or item.reason == "unclosed_quote" or at >= len(self.atoms):
                return at, position
            start = self._next_item(position, self.atoms[at].start, group)
            if start is None:
                return at, position
            group.items.append(Cited(self.atoms[at], start, self.atoms[at].end, bracketed=True))
            position = self.atoms[at].end

    def _next_item(self, position: int, start: int, group: _Group) -> int | None:
        """Where the next handle of the group, at ``start``, begins with its label; None where it is not of it."""
        if start - position > _WIDEST_GAP:
            return None
        between = self.text[position:start]
        if _RANGE.fullmatch(between):
            group.items[-1].reason = "range"
            return start
        match = _SEPARATOR.match(between)
        rest = match.end() if match else 0
        return position + rest if _BEFORE_ITEM.fullmatch(between, rest) else None

    def _quotes_after(self, position: int, stop: int, item: Cited, closing: bool) -> int:
        """Read the quotations that follow a handle; where to go on."""
        while True:
            connector = CONNECTOR.match(self.text, position, stop)
            start = connector.end() if connector else position
            if start >= stop or self.text[start] not in OPENING_MARKS:
                return position
            end = quote_end(self.text, start, stop)
            if (
                self.text[start] in "'‘’"
                and start == position
                and not (end and _BEFORE_CLOSER.match(self.text, end + 1))
            ):
                # Directly behind a handle it is an apostrophe.
                return position
            if end is None:
                item.reason = "unclosed_quote" if closing else item.reason
                return item.atom.end if closing else position
            item.quotes.append((start + 1, end))
            position = end + 1

    def _finish(self, group: _Group, position: int, following: int) -> int:
        """The closing delimiters, and what is wrong with them; where the reading goes on."""
        stop = self.atoms[following].start if following < len(self.atoms) else len(self.text)
        if not group.openers:
            return self._bare(group, position)
        whole = len(group.items) == 1
        end, left = self._closed(group, position, stop)
        if left == len(group.openers):
            whole = whole and group.openers[-1] in SQUARE
            end = self._unclosed(group, position, stop)
        elif left:
            group.start += left
        if whole:
            group.items[0].start, group.items[0].end = group.start, max(group.items[0].end, end)
        ranged = any(item.reason == "range" for item in group.items)
        for item in group.items:
            item.delimiter, item.reason = group.delimiter, "range" if ranged else item.reason
        self.taken.append((group.start, end))
        return end

    def _closed(self, group: _Group, position: int, stop: int) -> tuple[int, int]:
        """Where the closers end, and how many openers are left without one."""
        left = len(group.openers)
        while left:
            match = _BEFORE_CLOSER.match(self.text, position, stop)
            at = match.end() if match else position
            if at >= stop or self.text[at] not in ANY_CLOSER:
                break
            if self.text[at] != CLOSERS[group.openers[left - 1]]:
                if left == len(group.openers):
                    group.delimiter = "mismatched"
                    return at + 1, 0
                break
            position, left = at + 1, left - 1
        return position, left

    def _unclosed(self, group: _Group, position: int, stop: int) -> int:
        """What to make of an opening delimiter whose closer does not follow; where what is taken ends."""
        opened = group.start + len(self.text[group.start : group.items[0].atom.start].rstrip()) - 1
        if group.openers[-1] not in SQUARE:
            return self._aside(group, position, stop)
        closer = self.closers.get(self.text.rfind(group.openers[-1], group.start, opened + 1))
        if (
            group.items[-1].reason == "unclosed_quote"
            or closer is None
            or not self._is_note(position, closer)
        ):
            group.delimiter = "unclosed"
            return position
        note = self.text[position:closer]
        for item in group.items:
            item.reason = "range" if _RANGED.match(note) else "note_in_bracket"
        brief = len(group.items) == 1 and len(note.split()) <= _LONGEST_TAKEN_NOTE
        return closer + 1 if brief else position

    def _is_note(self, start: int, end: int) -> bool:
        """Whether ``text[start:end]`` may be a note in a citation's bracket, and not prose of its own."""
        note = self.text[start : min(end, start + 600)]
        return end - start < 600 and len(note.split()) <= _LONGEST_NOTE and _SENTENCES.search(note) is None

    def _aside(self, group: _Group, position: int, stop: int) -> int:
        """A parenthesis with other words in it: the handle is a citation and the rest is prose."""
        if CLOSERS[group.openers[-1]] in self.text[position : min(stop, position + 400)]:
            group.start = group.items[0].start
            if group.openers[-1] in "(（":
                separator = _AFTER_ASIDE.match(self.text, position, stop)
                return separator.end() if separator else position
        else:
            group.delimiter = "unclosed"
        return position

    def _bare(self, group: _Group, position: int) -> int:
        """A handle without a bracket of its own: a note in a square bracket, or in the prose."""
        item = group.items[0]
        pair = self.around[len(self.cited)]
        if pair is not None and self._is_note(pair[0] + 1, pair[1]):
            item.reason = item.reason or "note_in_bracket"
            note = self.text[pair[0] + 1 : group.start] + self.text[position : pair[1]]
            if self.holds[pair] == 1 and len(note.split()) <= _LONGEST_TAKEN_NOTE:
                item.start, item.end = group.start, position = pair[0], pair[1] + 1
            self.taken.append((group.start, position))
            return position
        if self._is_stray_closer(position, pair):
            item.end = position = position + 1
            item.delimiter = "unopened"
        self.taken.append((self._separated(group.start, position), position))
        return position

    def _is_stray_closer(self, at: int, pair: Span | None) -> bool:
        """Whether a square bracket is closed at ``at`` that nothing opened, or that a citation has taken."""
        if at >= len(self.text) or self.text[at] not in "]】］〕" or at in self.link_closers:
            return False
        before = -1 if pair is None else bisect_right(self.taken, (pair[0], len(self.text))) - 1
        return pair is None or (before >= 0 and pair[0] < self.taken[before][1])

    def _separated(self, start: int, end: int) -> int:
        """Take the separator before a handle behind which a parenthesis or a clause ends."""
        if self.text[end : end + 80].lstrip(" ")[:1] not in _ENDS_CLAUSE:
            return start
        before = _BEFORE_ASIDE.search(self.text[max(0, start - 8) : start])
        return start - len(before[0]) if before else start

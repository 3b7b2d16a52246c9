"""The inline mark-up of a block: what a reader sees of it, and where that stands (contract.md §3).

Handles were found before and are never taken apart. Code spans and escapes bind before comments; comments and
struck-out text are left out; tags are dropped and their text stays; links keep their text, and their
targets are listed. What is never closed is text.
"""

from __future__ import annotations

import re
from collections.abc import Container as Labels
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import unescape

from tekmeria_contract.answer import Span
from tekmeria_contract.blocks import HTML, LITERAL
from tekmeria_contract.emphasis import Delimiter, Pairs, delimiter, pair
from tekmeria_contract.linktargets import Target, link_target, normal_label
from tekmeria_contract.prose import Prose, ProseBuilder
from tekmeria_contract.repairs import Found
from tekmeria_contract.tags import read_tag

_TOKENS = {
    "markdown": re.compile(
        r"`+|\\(?:[!-/:-@\[-`{-~]|\n)|<|&(?:\#[0-9]{1,7}|\#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{0,31});"
        r"|!?\[|\]|\*+|_+|~+| *\n"
    ),
    HTML: re.compile(r"<|&(?:\#[0-9]{1,7}|\#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{0,31});| *\n"),
    LITERAL: re.compile(r" *\n"),
}
_AUTOLINK = re.compile(r"<(?:[A-Za-z][A-Za-z0-9+.\-]{1,31}:[^\s<>]*|[\w.!#$%&'*+/=?^`{|}~\-]+@[\w.\-]+)>")
_NUMBERED = re.compile(r"\^?[0-9]{1,4}|\^.*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Atom:
    """A handle in the visible text, at ``start`` to ``end`` of it."""

    start: int
    end: int
    found: Found


@dataclass(frozen=True, slots=True)
class Link:
    """A link whose text is ``start`` to ``end`` of the visible text; ``target`` says where it leads."""

    start: int
    end: int
    target: Target


@dataclass(frozen=True, slots=True)
class Visible:
    """What a reader sees of a block: its ``prose``, the handles and links in it, where it is ``strong``.

    ``marks`` are citation tags of other systems (``<cite index=…>``), as stretches of the answer and the
    place. A line feed of the prose is a hard break.
    """

    prose: Prose
    atoms: tuple[Atom, ...]
    links: tuple[Link, ...]
    strong: tuple[Span, ...]
    marks: tuple[tuple[int, Span], ...]


@dataclass(slots=True)
class _Bracket:
    piece: int
    position: int
    image: bool
    height: int
    atoms: int
    nested: bool = False


@dataclass(slots=True)
class _Reader:
    content: Prose
    founds: Sequence[Found]
    labels: Labels[str]
    pieces: list[tuple[str, int, int]] = field(default_factory=list[tuple[str, int, int]])
    atom_pieces: dict[int, Found] = field(default_factory=dict[int, Found])
    delimiters: list[Delimiter] = field(default_factory=list[Delimiter])
    runs: dict[int, Delimiter] = field(default_factory=dict[int, Delimiter])
    brackets: list[_Bracket] = field(default_factory=list[_Bracket])
    inactive: int = 0
    links: list[tuple[int, int, Target]] = field(default_factory=list[tuple[int, int, Target]])
    marks: list[tuple[int, Span]] = field(default_factory=list[tuple[int, Span]])
    pairs: Pairs = field(default_factory=lambda: Pairs([], []))
    ticks: dict[int, list[int]] = field(default_factory=dict[int, list[int]])
    uncommented: int = 0

    def read(self, markup: str) -> Visible:
        text = self.content.text
        token = _TOKENS[markup]
        position, upcoming = 0, 0
        if markup not in (HTML, LITERAL):
            self._find_ticks(text)
        while position < len(text):
            while upcoming < len(self.founds) and self.founds[upcoming].span[0] < position:
                upcoming += 1
            match = token.search(text, position)
            atom = self.founds[upcoming] if upcoming < len(self.founds) else None
            if atom is not None and (match is None or atom.span[0] <= match.start()):
                self._text(position, atom.span[0])
                self.atom_pieces[len(self.pieces)] = atom
                self._text(*atom.span)
                position = atom.span[1]
                continue
            if match is None:
                self._text(position, len(text))
                break
            self._text(position, match.start())
            position = self._token(match, text)
        pair(self.delimiters, self.pairs)
        return self._visible()

    def _text(self, start: int, end: int) -> None:
        if start < end:
            self.pieces.append((self.content.text[start:end], start, end))

    def _put(self, put: str, start: int, end: int) -> None:
        self.pieces.append((put, start, end))

    def _token(self, match: re.Match[str], text: str) -> int:
        """Read the token and say where to go on."""
        token, (start, end) = match[0], match.span()
        first = token[0]
        if first == "`":
            return self._code(start, end)
        if first == "\\":
            self._put("\n" if token[1] == "\n" else token[1], start, end)
            return end
        if first == "<":
            return self._angle(start, text)
        if first == "&":
            plain = unescape(token)
            self._put(plain, start, end)
            return end
        if first in "![":
            self.brackets.append(
                _Bracket(len(self.pieces), end, first == "!", len(self.delimiters), len(self.atom_pieces))
            )
            self._put(token, start, end)
            return end
        if first == "]":
            return self._close_bracket(start, text)
        if token[-1] == "\n":
            self._put("\n" if len(token) > 2 else " ", start, end)
            return end
        return self._run(start, end, text)

    def _run(self, start: int, end: int, text: str) -> int:
        if text[start] != "~" or end - start == 2:
            run = delimiter(text, start, end, len(self.pieces))
            self.delimiters.append(run)
            self.runs[len(self.pieces)] = run
        self._text(start, end)
        return end

    def _find_ticks(self, text: str) -> None:
        for match in re.finditer(r"`+", text):
            self.ticks.setdefault(len(match[0]), []).append(match.start())
        for starts in self.ticks.values():
            starts.reverse()

    def _code(self, start: int, end: int) -> int:
        starts = self.ticks.get(end - start, [])
        while starts and starts[-1] < end:
            starts.pop()
        if not starts:
            self._text(start, end)
            return end
        close = starts.pop()
        self._verbatim(end, close)
        return close + end - start

    def _verbatim(self, start: int, end: int) -> None:
        """Code: its text as it is, handles in it included."""
        text = self.content.text
        while start < end and text[start] in " \n":
            start += 1
        while end > start and text[end - 1] in " \n":
            end -= 1
        for found in _between(self.founds, start, end):
            self._lines(start, found.span[0])
            self.atom_pieces[len(self.pieces)] = found
            self._text(*found.span)
            start = found.span[1]
        self._lines(start, end)

    def _lines(self, start: int, end: int) -> None:
        for match in re.compile(r"\n").finditer(self.content.text, start, end):
            self._text(start, match.start())
            self._put(" ", *match.span())
            start = match.end()
        self._text(start, end)

    def _angle(self, start: int, text: str) -> int:
        if text.startswith("<!--", start):
            end = self._comment(start, text)
            if end is not None:
                return end
        link = _AUTOLINK.match(text, start)
        if link is not None:
            self._verbatim(start + 1, link.end() - 1)
            return link.end()
        tag = read_tag(text, start)
        if tag is None:
            self._text(start, start + 1)
            return start + 1
        if tag.mark:
            self.marks.append((len(self.pieces), self.content.span(start, tag.end)))
        if tag.put:
            self._put(tag.put, start, tag.end)
        return tag.end

    def _comment(self, start: int, text: str) -> int | None:
        for empty in ("<!-->", "<!--->"):
            if text.startswith(empty, start):
                return start + len(empty)
        if self.uncommented < 0:
            return None
        end = text.find("-->", start + 4)
        if end < 0:
            self.uncommented = -1
            return None
        return end + 3

    def _close_bracket(self, start: int, text: str) -> int:
        if not self.brackets:
            self._text(start, start + 1)
            return start + 1
        bracket = self.brackets.pop()
        active = bracket.image or len(self.brackets) >= self.inactive
        self.inactive = min(self.inactive, len(self.brackets))
        if self.brackets:
            self.brackets[-1].nested = True
        label = None if bracket.nested else text[bracket.position : start]
        target = link_target(text, start + 1, label, self.labels) if active else None
        if target is None or (target.label is not None and _numbered(label) and _numbered(target.written)):
            self._text(start, start + 1)
            return start + 1
        self._link(bracket, target, start)
        return target.end

    def _link(self, bracket: _Bracket, target: Target, start: int) -> None:
        pair(self.delimiters[bracket.height :], self.pairs)
        del self.delimiters[bracket.height :]
        self.links.append((bracket.piece, len(self.pieces), target))
        if len(self.atom_pieces) > bracket.atoms and not bracket.image:
            self._put("]", start, start + 1)
        else:
            _, opened, after = self.pieces[bracket.piece]
            self.pieces[bracket.piece] = ("", opened, after)
            self._put("", start, start + 1)
        if not bracket.image:
            self.inactive = len(self.brackets)

    def _visible(self) -> Visible:
        builder = ProseBuilder()
        hidden = _covered(self.pairs.struck)
        offsets: list[int] = []
        atoms: list[Atom] = []
        for index, (put, start, end) in enumerate(self.pieces):
            offsets.append(builder.length)
            if index in hidden:
                continue
            run = self.runs.get(index)
            if run is not None:
                put, end = put[: run.count], start + run.count
            before = builder.length
            if end - start == len(put):
                if put == self.content.text[start:end]:
                    builder.copy(self.content, start, end)
                else:
                    builder.put(put, *self.content.span(start, end))
            else:
                builder.put(put, *self.content.span(start, end))
            if index in self.atom_pieces:
                atoms.append(Atom(before, builder.length, self.atom_pieces[index]))
        offsets.append(builder.length)
        return Visible(
            builder.build(),
            tuple(atoms),
            tuple(
                Link(offsets[first], offsets[last + 1], target)
                for first, last, target in sorted(self.links, key=lambda link: link[1])
                if first not in hidden
            ),
            tuple((offsets[first], offsets[last]) for first, last in self.pairs.strong),
            tuple((offsets[piece], span) for piece, span in self.marks if piece not in hidden),
        )


def _numbered(label: str | None) -> bool:
    return label is not None and _NUMBERED.fullmatch(label.strip()) is not None


def _covered(ranges: list[Span]) -> set[int]:
    """The indices of every range, ends included; nested ranges once."""
    covered: set[int] = set()
    done = -1
    for first, last in sorted(ranges):
        covered.update(range(max(first, done + 1), last + 1))
        done = max(done, last)
    return covered


def _between(founds: Sequence[Found], start: int, end: int) -> list[Found]:
    return [found for found in founds if start <= found.span[0] and found.span[1] <= end]


def read_inline(content: Prose, founds: Sequence[Found], labels: Labels[str], markup: str) -> Visible:
    """What a reader sees of ``content``.

    ``founds`` are the handles found in its text, ``labels`` the normal forms of the link labels that the
    answer defines, ``markup`` how the block is marked up.
    """
    return _Reader(content, founds, labels).read(markup)


__all__ = ["Atom", "Link", "Visible", "normal_label", "read_inline"]

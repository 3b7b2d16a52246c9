"""The inline mark-up of a block: what a reader sees of it, and where that stands (contract.md §3).

Handles were found before and are never taken apart. Code spans and escapes bind before comments; comments and
struck-out text are left out; tags are dropped and their text stays; links keep their text, and their targets are
listed. What is never closed is text. All of it is written down as edits of the block's content.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Container as Labels
from collections.abc import Sequence
from dataclasses import dataclass, replace
from html.entities import html5

from tekmeria_contract.answer import Span
from tekmeria_contract.block import DOUBTFUL, HTML, LITERAL, MARKDOWN
from tekmeria_contract.comments import CommentReader
from tekmeria_contract.edits import Edit, Edited
from tekmeria_contract.emphasis import Delimiter, Pairs, delimiter, is_disputed, pair
from tekmeria_contract.linktargets import AUTOLINK, Target, link_target
from tekmeria_contract.prose import Prose
from tekmeria_contract.repairs import Found
from tekmeria_contract.tags import Veil, read_tag
from tekmeria_contract.visible import Atom, Link, Visible

_ENTITY = r"&(?:\#[0-9]{1,7}|\#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{0,31});"
_BREAK = re.compile(r"(?<! ) *+\n")
TOKENS = {
    MARKDOWN: re.compile(rf"`+|\\(?:[!-/:-@\[-`{{-~]|\n)|<|{_ENTITY}|!?\[|\]|\*+|_+|~+|(?<! ) *+\n"),
    HTML: re.compile(rf"<|{_ENTITY}|(?<! ) *+\n"),
    LITERAL: _BREAK,
    DOUBTFUL: _BREAK,
}
_NUMBERED = re.compile(r"\^?[0-9]{1,4}|\^.*", re.DOTALL)


@dataclass(slots=True)
class _Bracket:
    """An opening bracket: where it stands, how many delimiters and handles came before, whether it holds others."""

    start: int
    end: int
    delimiters: int
    founds: int
    nested: bool = False


class _Reader:
    def __init__(self, content: Prose, founds: Sequence[Found], labels: Labels[str], markup: str) -> None:
        self.content = content
        self.text = content.text
        self.founds = founds
        self.found_starts = [found.span[0] for found in founds]
        self.labels = labels
        self.html = markup == HTML
        self.comments = CommentReader(self.text, self.html)
        self.edits: list[Edit] = []
        self.delimiters: list[Delimiter] = []
        self.pairs = Pairs()
        self.brackets: list[_Bracket] = []
        self.inactive = 0
        self.upcoming = 0
        self.links: list[tuple[int, Target]] = []
        self.marks: list[Span] = []
        self.tags: list[int] = []
        self.veil = Veil()
        self.images: list[Span] = []
        self.waves: list[Span] = []
        self.disputed = False
        self.ticks: dict[int, list[int]] | None = None

    def read(self, token: re.Pattern[str], first: re.Match[str] | None) -> Visible:
        """Go from token to token, over the handles, and make the edits."""
        match, text, founds = first, self.text, self.founds
        while match is not None:
            position = match.start()
            while self.upcoming < len(founds) and founds[self.upcoming].span[1] <= position:
                self.upcoming += 1
            if self.upcoming < len(founds) and founds[self.upcoming].span[0] <= position:
                position = founds[self.upcoming].span[1]
            else:
                position = self._token(match[0], *match.span())
            match = token.search(text, position)
        pair(self.delimiters, self.pairs)
        return self._visible()

    def _token(self, token: str, start: int, end: int) -> int:
        """Read the token and say where to go on."""
        first = token[0]
        if first == "[" or first == "!":
            founds = bisect_left(self.found_starts, start)
            self.brackets.append(_Bracket(start, end, len(self.delimiters), founds))
            return end
        if first == "]":
            return self._close_bracket(start)
        if first == "`":
            return self._code(start, end)
        if first == "<":
            return self._angle(start)
        if first in "*_" or token == "~~":
            self.disputed = self.disputed or (first == "~" and is_disputed(self.text, start, end))
            self.delimiters.append(delimiter(self.text, start, end))
        elif first == "\\":
            self.edits.append((start, end, "\n") if token[1] == "\n" else (start, start + 1, ""))
        elif first == "&":
            self.edits.append((start, end, _character(token)))
        elif first == "~":
            self.waves += [(start, end)] if end - start > 2 else []
        else:
            self.edits.append((start, end, "\n" if len(token) > 2 and not self.html else " "))
        return end

    def _code(self, start: int, end: int) -> int:
        if self.ticks is None:
            self.ticks = _ticks(self.text)
        starts = self.ticks.get(end - start, [])
        while starts and starts[-1] < end:
            starts.pop()
        if not starts:
            return end
        close = starts.pop()
        over = close + end - start
        self._verbatim(start, end, close, over)
        return over

    def _verbatim(self, start: int, first: int, last: int, end: int) -> None:
        """Show ``first`` to ``last`` of ``start`` to ``end`` as it is written, less white space at its ends."""
        while first < last and self.text[first] in " \n":
            first += 1
        while last > first and self.text[last - 1] in " \n":
            last -= 1
        self.edits.append((start, first, ""))
        breaks = re.compile(r"\n").finditer(self.text, first, last)
        self.edits += [
            (found.start(), found.end(), " ") for found in breaks if not self._in_handle(found.start())
        ]
        self.edits.append((last, end, ""))

    def _in_handle(self, position: int) -> bool:
        at = bisect_right(self.found_starts, position) - 1
        return at >= 0 and position < self.founds[at].span[1]

    def _angle(self, start: int) -> int:
        comment = self.comments.read(start)
        if comment is not None:
            self._verbatim(start, comment.end, comment.over, comment.over)
            return comment.over
        link = None if self.html else AUTOLINK.match(self.text, start)
        if link is not None:
            self._verbatim(start, start + 1, link.end() - 1, link.end())
            return link.end()
        tag = read_tag(self.text, start)
        if tag is None:
            return start + 1
        self.tags.append(start)
        self.veil.pass_tag(tag, start)
        if tag.mark:
            self.marks.append((start, tag.end))
        self.edits.append((start, tag.end, tag.put))
        return tag.end

    def _close_bracket(self, start: int) -> int:
        if not self.brackets:
            return start + 1
        bracket = self.brackets.pop()
        image = bracket.end - bracket.start == 2
        active = image or len(self.brackets) >= self.inactive
        self.inactive = min(self.inactive, len(self.brackets))
        if self.brackets:
            self.brackets[-1].nested = True
        label = None if bracket.nested else self.text[bracket.end : start]
        target = link_target(self.text, start + 1, label, self.labels) if active else None
        if target is None or (target.label is not None and _numbered(label) and _numbered(target.written)):
            return start + 1
        self._link(bracket, target, start, image)
        return target.end

    def _link(self, bracket: _Bracket, target: Target, start: int, image: bool) -> None:
        """Make a link of what stands between the brackets, which stay where they hold a handle."""
        pair(self.delimiters[bracket.delimiters :], self.pairs)
        del self.delimiters[bracket.delimiters :]
        self.links.append((bracket.start, target))
        if not image and bisect_left(self.found_starts, start) > bracket.founds:
            self.edits.append((start + 1, target.end, ""))
        else:
            self.edits.append((bracket.start, bracket.end, ""))
            self.edits.append((start, target.end, ""))
        if image:
            self.images.append((bracket.start, start))
        else:
            self.inactive = len(self.brackets)

    def _visible(self) -> Visible:
        # A tag may end what is struck before its mark does.
        struck = [span for span in self.pairs.struck if not _holds(span, self.tags)]
        edits = self.edits + [(*span, "") for span in self.pairs.used] + [(*span, "") for span in struck]
        edited = Edited(self.content, edits)
        atoms = [
            Atom(edited.place(start), edited.place(end), found)
            for found in self.founds
            if not edited.covers(*found.span)
            for start, end in [found.span]
        ]
        veiled = [*self.veil.finish(len(self.text)), *self.images]
        if len(self.waves) > 1:
            # Some renderers strike out what stands between three tildes, most do not.
            veiled.append((self.waves[0][0], self.waves[-1][1]))
        if self.disputed:
            veiled.append((0, len(self.text)))
        if self.comments.doubtful is not None:
            veiled.append((self.comments.doubtful, len(self.text)))
        links = sorted((target.end, start, target) for start, target in self.links)
        return Visible(
            edited.prose,
            tuple(atoms),
            tuple(
                Link(edited.place(start), edited.place(end), target)
                for end, start, target in links
                if not edited.covers(start, end)
            ),
            tuple((edited.place(start), edited.place(end)) for start, end in self.pairs.strong),
            tuple(sorted((edited.place(start), edited.place(end)) for start, end in veiled)),
            tuple((edited.place(start), self.content.span(start, end)) for start, end in self.marks),
        )


def _character(entity: str) -> str:
    """What an entity stands for; one that HTML does not know stays as it is written."""
    if entity[1] != "#":
        return html5.get(entity[1:], entity)
    number = int(entity[3:-1], 16) if entity[2] in "xX" else int(entity[2:-1])
    return chr(number) if 0 < number < 0xD800 or 0xDFFF < number < 0x110000 else "\ufffd"


def _ticks(text: str) -> dict[int, list[int]]:
    """The starts of all runs of backticks by their length, last first."""
    ticks: dict[int, list[int]] = {}
    for match in re.finditer(r"`+", text):
        ticks.setdefault(len(match[0]), []).append(match.start())
    for starts in ticks.values():
        starts.reverse()
    return ticks


def _holds(span: Span, places: list[int]) -> bool:
    return bisect_left(places, span[0]) < bisect_left(places, span[1])


def _numbered(label: str | None) -> bool:
    return label is not None and _NUMBERED.fullmatch(label.strip()) is not None


def read_inline(content: Prose, founds: Sequence[Found], labels: Labels[str], markup: str) -> Visible:
    """What a reader sees of ``content``.

    ``founds`` are the handles found in its text, ``labels`` the normal forms of the link labels that the answer
    defines, ``markup`` how the block is marked up.
    """
    token = TOKENS[markup]
    first = token.search(content.text)
    if first is None:
        visible = Visible(content, tuple(Atom(*found.span, found) for found in founds))
    else:
        visible = _Reader(content, founds, labels, markup).read(token, first)
    return visible if markup != DOUBTFUL else replace(visible, veiled=((0, len(visible.prose)),))

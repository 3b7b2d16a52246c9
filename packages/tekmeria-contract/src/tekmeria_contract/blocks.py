"""The blocks of an answer as a reader of rendered Markdown sees them (contract.md §3).

One pass over the lines, as CommonMark and GFM describe it: containers (block quotes, list items, footnotes)
are matched from the outside in, what is left of the line continues the open leaf or begins another. Where
the contract differs it keeps text visible: indented code is a paragraph, and a fence, comment or HTML
construct that is never closed hides nothing: its lines are read again as plain ones.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from tekmeria_contract.answer import Span
from tekmeria_contract.lines import Cursor, lines_of
from tekmeria_contract.tables import cells_of, is_delimiter_row

MARKDOWN, HTML, LITERAL = "markdown", "html", "literal"
"""How the text of a block is marked up: as Markdown, as HTML only, or not at all."""

_HEADING = re.compile(r"(#{1,6})(?:[ \t]+|$)")
_FENCE = re.compile(
    r"(?:(?P<ticks>`{3,})[ \t]*(?P<info>[^`\n]*)|(?P<tildes>~{3,})[ \t]*(?P<about>.*))$", re.DOTALL
)
_BULLET = re.compile(r"(?:[-+*]|(?P<number>[0-9]{1,9})[.)])(?=[ \t]|$)")
_FOOTNOTE = re.compile(r"\[\^(?P<label>[^\]\s]{1,200})\]:[ \t]*")
_TERMINATOR = re.compile(r"[.!?](?:[\"'”’)\]*_]*)(?:\s|$)|[。！？]")
_RAW_HTML = re.compile(r"<(?:script|pre|style|textarea)(?:[\s>]|$)", re.IGNORECASE)
_RAW_HTML_END = re.compile(r"</(?:script|pre|style|textarea)>", re.IGNORECASE)
_BLOCK_TAG = re.compile(
    r"</?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|"
    r"div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|"
    r"link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|source|summary|table|tbody|td|"
    r"tfoot|th|thead|title|tr|track|ul)(?:\s|/?>|$)",
    re.IGNORECASE,
)
_WHOLE_TAG = re.compile(
    r"(?:<[A-Za-z][A-Za-z0-9\-]*+(?:\s++[A-Za-z_:][\w:.\-]*+(?:\s*+=\s*+(?:[^\s\"'=<>`]++|'[^']*+'|\"[^\"]*+\"))?+)*+"
    r"\s*+/?>|</[A-Za-z][A-Za-z0-9\-]*+\s*+>)[ \t]*$"
)


@dataclass(slots=True, eq=False)
class Container:
    """What blocks stand in: ``kind`` is document, quote, item or footnote.

    ``offset`` is the column, from the container's own, at which its content begins; ``number`` that of an
    ordered item, ``mark`` what its list is marked with, ``label`` a footnote's.
    """

    kind: str
    parent: Container | None = None
    offset: int = 0
    number: int | None = None
    mark: str = ""
    label: str | None = None
    empty: bool = True
    start: int = 0


@dataclass(slots=True, eq=False)
class Block:
    """A block of text: ``kind`` is heading, paragraph, header, row, code or break.

    ``spans`` are its lines in the answer, without what its containers add; ``cells`` those of a table row;
    ``markup`` says how to read it.
    """

    kind: str
    spans: list[Span]
    container: Container
    markup: str = MARKDOWN
    cells: list[list[Span]] = field(default_factory=list[list[Span]])


@dataclass(slots=True)
class _Leaf:
    """The open leaf: ``kind`` is paragraph, fence, html, comment or table."""

    kind: str
    spans: list[Span]
    end: re.Pattern[str] | None = None
    markup: str = MARKDOWN
    columns: int = 0


class BlockScanner:
    """Reads lines one after another into ``blocks``."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.blocks: list[Block] = []
        self._stack: list[Container] = [Container("document")]
        self._quotes: list[int] = []
        self._leaf: _Leaf | None = None
        self._plain = False

    def scan(self, lines: Sequence[Span]) -> list[Block]:
        """The blocks of ``lines``, in order."""
        for start, end in lines:
            self._line(Cursor(self.text, start, end), 1)
        self._close(1)
        self._close_leaf()
        return self.blocks

    def _line(self, cursor: Cursor, base: int) -> None:
        matched = self._match(cursor, base)
        whole = matched == len(self._stack)
        if whole and self._continues_raw(cursor):
            return
        lazy = self._leaf is not None and self._leaf.kind == "paragraph"
        depth = self._open(cursor, matched, whole)
        if depth is None:
            return
        if cursor.blank():
            self._blank(depth)
        elif self._leaf is not None and lazy and self._leaf.kind == "paragraph":
            self._leaf.spans.append((cursor.content(), cursor.end))
        else:
            self._text(cursor, depth)

    def _match(self, cursor: Cursor, base: int) -> int:
        """How many of the open containers the line goes on with."""
        depth = base
        while depth < len(self._stack):
            container = self._stack[depth]
            if container.kind != "quote" and cursor.blank():
                if container.kind == "item" and container.empty and container is self._stack[-1]:
                    return depth
                depth = next((index for index in self._quotes if index > depth), len(self._stack))
                continue
            if container.kind == "quote":
                if not self._enter_quote(cursor):
                    return depth
            elif cursor.indentation() >= container.offset:
                cursor.skip(container.offset)
            else:
                return depth
            depth += 1
        return depth

    @staticmethod
    def _enter_quote(cursor: Cursor) -> bool:
        at = cursor.content()
        if at >= cursor.end or cursor.text[at] != ">" or cursor.indentation() > 3:
            return False
        cursor.go(at + 1)
        cursor.skip(1)
        return True

    def _continues_raw(self, cursor: Cursor) -> bool:
        """Whether the line belongs to an open fence or HTML construct."""
        leaf = self._leaf
        if leaf is None or leaf.kind not in ("fence", "html", "comment"):
            return False
        if leaf.kind == "html" and leaf.end is None:
            if cursor.blank():
                return False
            leaf.spans.append((cursor.position, cursor.end))
            return True
        leaf.spans.append((cursor.position, cursor.end))
        at, limit = (cursor.content(), cursor.end) if leaf.kind == "fence" else (cursor.position, cursor.end)
        if leaf.kind == "fence":
            closes = (
                cursor.indentation() <= 3
                and leaf.end is not None
                and leaf.end.fullmatch(self.text, at, limit)
            )
        else:
            closes = leaf.end is not None and leaf.end.search(self.text, at, limit)
        if closes:
            self._close_raw(leaf)
        return True

    def _close_raw(self, leaf: _Leaf) -> None:
        self._leaf = None
        if leaf.kind == "fence":
            self._emit("code", leaf.spans[1:-1])
        else:
            self._emit("paragraph", leaf.spans, HTML)

    def _emit(self, kind: str, spans: list[Span], markup: str = MARKDOWN) -> Block:
        block = Block(kind, spans, self._stack[-1], markup)
        self.blocks.append(block)
        return block

    def _open(self, cursor: Cursor, depth: int, whole: bool) -> int | None:
        """Open what the line begins; how many containers hold the rest of it, None if nothing is left."""
        while True:
            indentation = cursor.indentation()
            if indentation > 3 or cursor.blank():
                return depth
            paragraph = (
                self._leaf if whole and self._leaf is not None and self._leaf.kind == "paragraph" else None
            )
            if self._enter_quote(cursor):
                self._push(Container("quote", start=cursor.position), depth)
            elif self._open_leaf(cursor, depth, paragraph):
                return None
            elif self._row(cursor, whole, paragraph):
                return None
            elif not (self._open_footnote(cursor, depth) or self._open_item(cursor, depth, paragraph)):
                return depth
            depth = len(self._stack)
            whole = True

    def _push(self, container: Container, depth: int) -> None:
        self._close(depth)
        self._close_leaf()
        self._stack[-1].empty = False
        container.parent = self._stack[-1]
        if container.kind == "quote":
            self._quotes.append(len(self._stack))
        self._stack.append(container)

    def _open_leaf(self, cursor: Cursor, depth: int, paragraph: _Leaf | None) -> bool:
        at, end = cursor.content(), cursor.end
        first = self.text[at]
        if first == "#" and (heading := _HEADING.match(self.text, at, end)):
            self._settle(depth)
            self._emit("heading", [_heading_span(self.text, heading.end(), end)])
        elif first in "`~" and not self._plain and (fence := _FENCE.match(self.text, at, end)):
            self._settle(depth)
            ticks = fence["ticks"] or fence["tildes"]
            self._leaf = _Leaf("fence", [(at, end)], re.compile(rf"{ticks[0]}{{{len(ticks)},}}[ \t]*"))
        elif first == "<" and not self._plain and (html := _html(self.text, at, end, self._leaf)):
            self._settle(depth)
            self._leaf = html
            html.spans.append((cursor.position, end))
            if html.end is not None and html.end.search(
                self.text, at + 2 if html.kind == "comment" else at, end
            ):
                self._close_raw(html)
        elif (
            paragraph is not None
            and (line := self.text[at:end].rstrip(" \t"))
            and set(line) in ({"="}, {"-"})
        ):
            return self._setext(paragraph, line[0])
        elif first in "*-_" and _is_break(self.text[at:end]):
            self._settle(depth)
            self._emit("break", [(at, end)])
        else:
            return False
        return True

    def _settle(self, depth: int) -> None:
        self._close(depth)
        self._close_leaf()
        self._stack[-1].empty = False

    def _setext(self, paragraph: _Leaf, mark: str) -> bool:
        only = paragraph.spans[0]
        heading = len(paragraph.spans) == 1 and _TERMINATOR.search(self.text[slice(*only)]) is None
        if not heading and mark == "=":
            self._close_leaf()
            return True
        self._leaf = None
        self._emit("heading" if heading else "paragraph", paragraph.spans, paragraph.markup)
        if not heading:
            self._emit("break", [])
        return True

    def _row(self, cursor: Cursor, whole: bool, paragraph: _Leaf | None) -> bool:
        at, end = cursor.content(), cursor.end
        leaf = self._leaf
        if leaf is not None and leaf.kind == "table" and whole:
            if _BULLET.match(self.text, at, end):
                return False
            self._emit_row("row", (at, end), leaf.columns)
            return True
        if paragraph is None or self._plain or not is_delimiter_row(self.text[at:end]):
            return False
        header = paragraph.spans[-1]
        columns = len(cells_of(self.text, *header))
        if columns != len(cells_of(self.text, at, end)):
            return False
        paragraph.spans.pop()
        self._close_leaf()
        self._leaf = _Leaf("table", [], columns=columns)
        self._emit_row("header", header, columns)
        return True

    def _emit_row(self, kind: str, line: Span, columns: int) -> None:
        cells = cells_of(self.text, *line)
        block = self._emit(kind, [line])
        block.cells = cells[:columns]
        for spare in cells[columns:]:
            self._emit("paragraph", spare)

    def _open_footnote(self, cursor: Cursor, depth: int) -> bool:
        match = _FOOTNOTE.match(self.text, cursor.content(), cursor.end)
        if match is None or self._plain:
            return False
        self._push(Container("footnote", offset=4, label=match["label"], start=match.start()), depth)
        cursor.go(match.end())
        return True

    def _open_item(self, cursor: Cursor, depth: int, paragraph: _Leaf | None) -> bool:
        match = _BULLET.match(self.text, cursor.content(), cursor.end)
        if match is None:
            return False
        rest = self.text[match.end() : cursor.end]
        number = match["number"]
        if paragraph is not None and (not rest.strip(" \t") or (number is not None and int(number) != 1)):
            return False
        before = cursor.column
        start = match.start()
        cursor.go(match.end())
        spaces = cursor.indentation()
        if cursor.blank():
            offset = cursor.column - before + 1
        else:
            taken = spaces if spaces <= 4 else 1
            cursor.skip(taken)
            offset = cursor.column - before
        item = Container("item", offset=offset, number=None if number is None else int(number), start=start)
        item.mark = self.text[match.end() - 1]
        self._push(item, depth)
        return True

    def _blank(self, depth: int) -> None:
        self._close_leaf()
        self._close(depth)

    def _text(self, cursor: Cursor, depth: int) -> None:
        self._settle(depth)
        literal = cursor.indentation() > 3 or self._plain
        self._leaf = _Leaf(
            "paragraph", [(cursor.content(), cursor.end)], markup=LITERAL if literal else MARKDOWN
        )

    def _close(self, depth: int) -> None:
        """Close the containers from ``depth`` on."""
        if depth < len(self._stack):
            self._close_leaf()
            del self._stack[depth:]
            while self._quotes and self._quotes[-1] >= depth:
                self._quotes.pop()

    def _close_leaf(self) -> None:
        leaf, self._leaf = self._leaf, None
        if leaf is None or not leaf.spans:
            return
        if leaf.kind == "paragraph":
            self._emit("paragraph", leaf.spans, leaf.markup)
        elif leaf.kind == "html" and leaf.end is None:
            self._emit("paragraph", leaf.spans, HTML)
        elif leaf.kind in ("fence", "html", "comment"):
            self._reopen(leaf.spans[1:] if leaf.kind == "fence" else leaf.spans)

    def _reopen(self, spans: list[Span]) -> None:
        """Read the lines of a construct that is never closed as plain ones: it hides nothing."""
        base, self._plain = len(self._stack), True
        for start, end in spans:
            self._line(Cursor(self.text, start, end), base)
        self._close(base)
        self._close_leaf()
        self._plain = False


def _heading_span(text: str, start: int, end: int) -> Span:
    match = re.search(r"(?:^|[ \t]+)#+[ \t]*$|[ \t]*$", text[start:end])
    return start, start + match.start() if match else end


def _is_break(line: str) -> bool:
    marks = line.replace(" ", "").replace("\t", "")
    return len(marks) > 2 and marks == marks[0] * len(marks)


def _html(text: str, at: int, end: int, leaf: _Leaf | None) -> _Leaf | None:
    if text.startswith("<!--", at, end):
        return _Leaf("comment", [], re.compile("-->"))
    if _RAW_HTML.match(text, at, end):
        return _Leaf("html", [], _RAW_HTML_END)
    if text.startswith("<?", at, end):
        return _Leaf("html", [], re.compile(r"\?>"))
    if text.startswith("<![CDATA[", at, end):
        return _Leaf("html", [], re.compile(r"\]\]>"))
    if re.match("<![A-Za-z]", text[at : at + 3]):
        return _Leaf("html", [], re.compile(">"))
    if _BLOCK_TAG.match(text, at, end):
        return _Leaf("html", [])
    if (leaf is None or leaf.kind != "paragraph") and _WHOLE_TAG.match(text, at, end):
        return _Leaf("html", [])
    return None


def scan_blocks(text: str) -> list[Block]:
    """The blocks of ``text``, in order; an answer that is one fence is unwrapped (contract.md §3)."""
    lines = lines_of(text)
    return BlockScanner(text).scan(_unwrapped(text, lines))


def _unwrapped(text: str, lines: list[Span]) -> list[Span]:
    filled = [index for index, (start, end) in enumerate(lines) if text[start:end].strip(" \t")]
    if len(filled) < 2:
        return lines
    first, last = filled[0], filled[-1]
    fence = _FENCE.match(text[slice(*lines[first])].strip(" \t"))
    if fence is None:
        return lines
    info = (fence["info"] or fence["about"] or "").strip().lower()
    ticks = fence["ticks"] or fence["tildes"]
    closer = re.compile(rf"[ ]{{0,3}}{ticks[0]}{{{len(ticks)},}}[ \t]*")
    closing = [i for i in range(first + 1, last + 1) if closer.fullmatch(text, *lines[i])]
    if info not in ("", "text", "md", "markdown") or closing[:1] != [last]:
        return lines
    return lines[first + 1 : last]

"""The blocks of an answer as a reader of rendered Markdown sees them (contract.md §3).

One pass over the lines, as CommonMark and GFM describe it: containers (block quotes, list items, footnotes) are
matched from the outside in, what is left of the line continues the open leaf or begins another. A line costs what it
is long and what it closes. Where the contract differs it keeps text visible: indented code is a paragraph, and a
fence or HTML construct that is never closed hides nothing: its lines are read again as plain ones.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tekmeria_contract.answer import Span
from tekmeria_contract.block import DOUBTFUL, HTML, LITERAL, MARKDOWN, Block
from tekmeria_contract.containers import Container, enter_quote, goes_on, open_footnote, open_item
from tekmeria_contract.doubt import doubt
from tekmeria_contract.leaves import (
    cells_of,
    closes_fence,
    fence_at,
    heading_at,
    html_at,
    is_delimiter_row,
    is_rule,
    is_setext,
    unwrapped,
)
from tekmeria_contract.lines import Cursor, lines_of

_TERMINATOR = re.compile(r"[.!?](?=[\"'”’)\]*_]*+(?:\s|\Z))|[。！？]")
_TASK = re.compile(r"\[[ xX]\][ \t]++(?=\S)")
_DEFINITION = re.compile(r"\[.*\]:")


@dataclass(slots=True)
class _Leaf:
    """The open leaf: ``kind`` is paragraph, literal (indented code), fence, html or table.

    ``mark`` is a fence's, ``end`` what ends HTML.
    """

    kind: str
    spans: list[Span]
    mark: str = ""
    end: re.Pattern[str] | None = None
    markup: str = MARKDOWN
    columns: int = 0


class BlockScanner:
    """Reads the lines of ``text`` one after another into ``blocks``."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.blocks: list[Block] = []
        self._stack: list[Container] = [Container("document")]
        self._quotes: list[int] = []
        self._leaf: _Leaf | None = None
        self._again: str | None = None

    def scan(self, lines: Sequence[Span]) -> list[Block]:
        """The blocks of ``lines``, in order."""
        settled = False
        for start, end in lines:
            if settled and start == end:
                continue  # A blank line after a blank line changes nothing.
            self._line(Cursor(self.text, start, end), 1)
            settled = start == end and self._leaf is None
        self._close(1)
        self._close_leaf()
        return self.blocks

    def _line(self, line: Cursor, base: int) -> None:
        depth = self._matched(line, base)
        if depth == len(self._stack) and self._continues_raw(line):
            return
        opened = self._open_all(line, depth)
        if opened is None:
            return
        if line.blank:
            self._close_leaf()
            self._close(opened)
        elif (
            self._leaf is not None
            and self._leaf.kind == "literal"
            and line.indented
            and opened == len(self._stack)
        ):
            self._leaf.spans.append((line.ahead, line.end))
        elif self._leaf is not None and self._leaf.kind == "paragraph":
            # Text goes on with a paragraph even without the marks of its containers.
            self._leaf.spans.append((line.ahead, line.end))
        else:
            fresh = opened == len(self._stack) and self._stack[-1].kind == "item" and self._stack[-1].empty
            task = line.match(_TASK) if fresh and not line.indented else None
            self._settle(opened)
            markup = self._again or (LITERAL if line.indented else MARKDOWN)
            kind = "literal" if line.indented else "paragraph"
            start = line.ahead if task is None else task.end()
            self._leaf = _Leaf(kind, [(start, line.end)], markup=markup)

    def _matched(self, line: Cursor, base: int) -> int:
        """How many of the open containers the line goes on with."""
        depth = base
        while depth < len(self._stack):
            container = self._stack[depth]
            if line.blank and container.kind != "quote":
                if container.empty and container is self._stack[-1]:
                    return depth
                depth = self._quote_after(depth)
            elif goes_on(container, line):
                depth += 1
            else:
                return depth
        return depth

    def _quote_after(self, depth: int) -> int:
        """The next block quote inside: a blank line goes on with all else."""
        if not self._quotes or self._quotes[-1] < depth:
            return len(self._stack)
        return next(index for index in self._quotes if index > depth)

    def _continues_raw(self, line: Cursor) -> bool:
        """Give the line to an open fence or HTML block, if it belongs there."""
        leaf = self._leaf
        if leaf is None or leaf.kind not in ("fence", "html"):
            return False
        if leaf.kind == "fence":
            leaf.spans.append((line.at, line.end))
            if closes_fence(line, leaf.mark):
                self._leaf = None
                self._emit_code(leaf.spans)
            return True
        if leaf.end is None and line.blank:
            return False
        self._add_html(leaf, line)
        return True

    def _emit_code(self, lines: list[Span]) -> None:
        """Emit a fence; one whose first line holds a ``|`` is a table to some renderers, and stays text."""
        if "|" in self.text[slice(*lines[0])]:
            self._emit("paragraph", lines, LITERAL)
        else:
            self._emit("code", lines[1:-1])

    def _add_html(self, leaf: _Leaf, line: Cursor) -> None:
        # The ``<!--`` that opens a comment may share its last hyphens with the mark that ends it.
        leaf.spans.append((line.at, line.end))
        if leaf.end is not None and leaf.end.search(self.text, line.at, line.end):
            self._leaf = None
            self._emit("paragraph", leaf.spans, leaf.markup)

    def _open_all(self, line: Cursor, depth: int) -> int | None:
        """Open what the line begins; how many containers hold the rest of it, None if nothing is left."""
        while not (line.blank or line.indented):
            inside = depth == len(self._stack)
            paragraph = (
                self._leaf if inside and self._leaf is not None and self._leaf.kind == "paragraph" else None
            )
            start = line.ahead
            if enter_quote(line):
                self._push(Container("quote", start=start), depth)
            elif self._open_leaf(line, depth, paragraph):
                return None
            else:
                found = None if self._again else open_footnote(line)
                # Renderers differ on whether code can be interrupted by what no paragraph can be interrupted by.
                going = paragraph is not None or (self._leaf is not None and self._leaf.kind == "literal")
                container = found or open_item(line, going)
                if container is None:
                    return None if inside and self._row(line, paragraph) else depth
                self._push(container, depth)
                if found is not None:
                    # What defines a label counts, even if it says nothing.
                    self._emit("paragraph", [(line.at, line.at)])
            depth = len(self._stack)
        return depth

    def _push(self, container: Container, depth: int) -> None:
        self._settle(depth)
        container.stand_in(self._stack[-1])
        if container.kind == "quote":
            self._quotes.append(len(self._stack))
        self._stack.append(container)

    def _open_leaf(self, line: Cursor, depth: int, paragraph: _Leaf | None) -> bool:
        first = self.text[line.ahead]
        if first == "#" and (heading := heading_at(line)) is not None:
            self._settle(depth)
            self._emit("heading", [heading])
        elif first in "`~" and not self._again and (fence := fence_at(line)) is not None:
            self._settle(depth)
            self._leaf = _Leaf("fence", [(line.ahead, line.end)], fence[0])
        elif first == "<" and not self._again and (html := html_at(line, paragraph is not None)) is not None:
            # Whether a tag of any name interrupts the paragraph of a container that the line does not go on with.
            disputed = self._leaf is not None and self._leaf.kind == "paragraph"
            self._settle(depth)
            self._leaf = _Leaf("html", [], end=html[0], markup=DOUBTFUL if disputed else HTML)
            self._add_html(self._leaf, line)
        elif first in "-=" and paragraph is not None and is_setext(line):
            self._underline(paragraph, double=first == "=")
        elif first in "*-_" and is_rule(line):
            self._settle(depth)
            self._emit("break", [(line.ahead, line.end)])
        else:
            return False
        return True

    def _underline(self, paragraph: _Leaf, double: bool) -> None:
        """A setext underline makes a heading only of one line without a sentence terminator."""
        only = paragraph.spans[0]
        heading = len(paragraph.spans) == 1 and _TERMINATOR.search(self.text, *only) is None
        self._leaf = None
        self._emit("heading" if heading else "paragraph", paragraph.spans, paragraph.markup)
        if not (heading or double):
            self._emit("break", [])

    def _row(self, line: Cursor, paragraph: _Leaf | None) -> bool:
        """Take the line as a table's delimiter row or as a row of the open table."""
        leaf = self._leaf
        if leaf is not None and leaf.kind == "table":
            if self.text[line.ahead : line.end].rstrip(" \t") == "|":
                # The end of the table to some renderers, a row without words to others.
                self._close_leaf()
                self._leaf = _Leaf("paragraph", [(line.ahead, line.end)], markup=DOUBTFUL)
                return True
            self._emit_row("row", cells_of(self.text, line.ahead, line.end), leaf.columns)
            return True
        if paragraph is None or self._again or not is_delimiter_row(line):
            return False
        header = cells_of(self.text, *paragraph.spans[-1])
        if len(header) != len(cells_of(self.text, line.ahead, line.end)):
            return False
        paragraph.spans.pop()
        if paragraph.spans and _DEFINITION.match(self.text, *paragraph.spans[0]):
            # A link definition, or text, since a table follows it.
            paragraph.markup = DOUBTFUL
        self._close_leaf()
        self._leaf = _Leaf("table", [], columns=len(header))
        self._emit_row("header", header, len(header))
        return True

    def _emit(self, kind: str, spans: list[Span], markup: str = MARKDOWN) -> Block:
        block = Block(kind, spans, self._stack[-1], markup)
        self.blocks.append(block)
        return block

    def _emit_row(self, kind: str, cells: list[Span], columns: int) -> None:
        block = self._emit(kind, cells[:columns])
        block.cells = [[cell] for cell in cells[:columns]]
        for cell in cells[columns:]:
            self._emit("spare", [cell])

    def _settle(self, depth: int) -> None:
        """Close all that is open beyond the first ``depth`` containers; something comes to stand there."""
        self._close(depth)
        self._close_leaf()
        self._stack[-1].empty = False

    def _close(self, depth: int) -> None:
        if depth < len(self._stack):
            self._close_leaf()
            del self._stack[depth:]
            while self._quotes and self._quotes[-1] >= depth:
                self._quotes.pop()

    def _close_leaf(self) -> None:
        leaf, self._leaf = self._leaf, None
        if leaf is None or not leaf.spans:
            return
        if leaf.kind in ("paragraph", "literal") or (leaf.kind == "html" and leaf.end is None):
            self._emit("paragraph", leaf.spans, leaf.markup)
        else:
            fenced = leaf.kind == "fence" and "|" not in self.text[slice(*leaf.spans[0])]
            # Browsers hide all that stands behind HTML that is never closed.
            self._again = DOUBTFUL if leaf.kind == "html" else LITERAL
            self._read_again(leaf.spans[1:] if fenced else leaf.spans)
            self._again = None

    def _read_again(self, spans: list[Span]) -> None:
        """Read the lines of a construct that is never closed as plain ones: it hides nothing."""
        base = len(self._stack)
        for start, end in spans:
            self._line(Cursor(self.text, start, end), base)
        self._close(base)
        self._close_leaf()


def scan_blocks(text: str) -> list[Block]:
    """The blocks of ``text``, in order; an answer that is one fence is unwrapped (contract.md §3)."""
    blocks = BlockScanner(text).scan(unwrapped(text, lines_of(text)))
    doubt(text, blocks)
    return blocks

"""What holds blocks: block quotes, list items, footnotes (contract.md §3; CommonMark §5)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tekmeria_contract.lines import CODE_INDENT, Cursor

_ITEM = re.compile(r"(?:[-+*]|(?P<number>[0-9]{1,9})[.)])(?=[ \t]|\Z)")
_FOOTNOTE = re.compile(r"\[\^(?P<label>[^\]\s\[]{1,200})\]:")
_NOTHING = re.compile(r"[ \t]*+\Z")


@dataclass(slots=True, eq=False)
class Container:
    """What blocks stand in: ``kind`` is document, quote, item or footnote.

    ``offset`` is the column, from the container's own, at which its content begins; ``number`` that of an ordered
    item, ``mark`` what its list is marked with, ``label`` a footnote's; ``empty`` tells that nothing stands in it so
    far; its mark begins at ``start``.
    """

    kind: str
    parent: Container | None = None
    offset: int = 0
    number: int | None = None
    mark: str = ""
    label: str | None = None
    empty: bool = True
    start: int = 0
    quote: Container | None = None
    """The outermost block quote that the container is, or stands in."""

    footnote: Container | None = None
    """The innermost footnote that the container is, or stands in."""

    def stand_in(self, parent: Container) -> None:
        """Be opened inside ``parent``."""
        self.parent = parent
        self.quote = parent.quote or (self if self.kind == "quote" else None)
        self.footnote = self if self.kind == "footnote" else parent.footnote


def goes_on(container: Container, line: Cursor) -> bool:
    """Whether the line stays inside the container; if so its mark or indentation is passed."""
    if container.kind == "quote":
        return enter_quote(line)
    if line.indent < container.offset:
        return False
    line.skip(container.offset)
    return True


def enter_quote(line: Cursor) -> bool:
    """Pass the mark of a block quote and the space behind it, if one is there."""
    if line.blank or line.indented or line.text[line.ahead] != ">":
        return False
    line.pass_mark(line.ahead + 1)
    if line.indent:
        line.skip(1)
    return True


def open_footnote(line: Cursor) -> Container | None:
    """Pass the mark of a footnote's definition, ``[^label]:``, if one is there."""
    found = None if line.indented else line.match(_FOOTNOTE)
    if found is None:
        return None
    line.pass_mark(found.end())
    line.skip(line.indent)
    return Container("footnote", offset=CODE_INDENT, label=found["label"], empty=False, start=found.start())


def open_item(line: Cursor, in_paragraph: bool) -> Container | None:
    """Pass the mark of a list item, if one is there.

    In a paragraph only an item that is not empty opens a list, and only the number 1 an ordered one.
    """
    found = None if line.indented else line.match(_ITEM)
    if found is None:
        return None
    number = None if found["number"] is None else int(found["number"])
    if in_paragraph and (number not in (None, 1) or _NOTHING.match(line.text, found.end(), line.end)):
        return None
    before = line.column
    line.pass_mark(found.end())
    mark = line.column - before
    padding = line.indent if not line.blank and 1 <= line.indent <= CODE_INDENT else 1
    if not line.blank:
        line.skip(padding)
    return Container("item", None, mark + padding, number, line.text[found.end() - 1], start=found.start())

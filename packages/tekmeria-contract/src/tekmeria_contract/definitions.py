"""Where an answer defines its marks: link definitions, footnotes, numbered references, superscript notes (§5).

A list defines numbers only under a heading such as References, Sources or Notes; ``[n]:`` lines and lines that
begin with a superscript number define theirs anywhere. Each must begin with a handle, a label or bibliographic
text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from tekmeria_contract.answer import Span
from tekmeria_contract.block import MARKDOWN, Block
from tekmeria_contract.containers import Container
from tekmeria_contract.handle import Scheme
from tekmeria_contract.linkdefinitions import LinkDefinition, link_definitions
from tekmeria_contract.marks import RAISED
from tekmeria_contract.prose import Prose, prose_of
from tekmeria_contract.wording import ENTRY_LABEL, REFERENCE_HEADING

_ENTRY = re.compile(
    r"[ \t>*_]*(?:\[(?P<bracket>\^?[0-9]{1,3})\](?:(?P<colon>:)|\.(?=[ \t]))?|(?P<raised>[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3})"
    r"|<sup>[ ]*(?P<tagged>[0-9]{1,3})[ ]*</sup>|(?P<number>[0-9]{1,3})[.):][ \t])[ \t*_:]*"
)
_YEAR = r"(?:19|20)[0-9]{2}[a-z]?"
_BIBLIOGRAPHIC = re.compile(
    # A link or identifier; an author with initials or a year; a year as bibliographies write it.
    r"[\[(`*_<\"“]{0,4}(?i:https?://|doi\b|10\.[0-9]{4}|pmc?id[: ]+(?:PMC)?[0-9]+(?![0-9/])|pmc[0-9]|nct[0-9]|isbn\b)"
    r"|[\[(`*_<\"“]{0,4}[A-ZÀ-Þ][\w'’\-]+,?[ ]"
    rf"(?:(?:[A-Z]\.?[ -]?){{1,3}}[,.;]|(?:et[ ]al\.?|(?:and|&)[ ][A-Z][\w'’\-]+)|\(?{_YEAR}\b)"
    rf"|[^\n]{{0,300}}?(?:\bet[ ]al\b|\({_YEAR}\)|[.,][ ]*{_YEAR}[ ]*[.;:,)]|\b{_YEAR};[ ]?[0-9]|\bdoi[: ])"
)
_BEFORE_HANDLE = r"[\[({`*_<\"“【［（\\]{0,4}\^?(?:evidence://(?:passage/)?)?"


@dataclass(slots=True)
class Unit:
    """What is read as one: the ``content`` of a block, a table row, or an entry that defines ``labels``.

    ``kind`` is that of the block, or entry, or link for a link definition. ``cells`` are those of a table row.
    """

    kind: str
    content: Prose
    block: Block
    labels: tuple[str, ...] = ()
    link: LinkDefinition | None = None
    cells: list[Prose] = field(default_factory=list[Prose])


def units_of(text: str, blocks: list[Block], schemes: Mapping[str, Scheme]) -> list[Unit]:
    """The units of an answer's ``blocks``, in order."""
    return list(_Arranger(text, schemes).units(blocks))


def is_reference_heading(line: str) -> bool:
    """Whether a heading or label line says that references follow."""
    return len(line) < 200 and REFERENCE_HEADING.fullmatch(line.strip(" \t#*_:：")) is not None


class _Arranger:
    def __init__(self, text: str, schemes: Mapping[str, Scheme]) -> None:
        self.text = text
        names = "|".join(map(re.escape, schemes))
        self.names = re.compile(rf"{_BEFORE_HANDLE}(?:{names})[ ]?(?::|%3A)", re.IGNORECASE)
        self.section = False
        self.numbers = _Numbers()
        self.entered: set[int] = set()

    def units(self, blocks: list[Block]) -> Iterator[Unit]:
        for block in blocks:
            self.numbers.see(block.container)
            if block.kind == "paragraph" and block.markup == MARKDOWN:
                yield from self._paragraph(block)
                continue
            unit = Unit(block.kind, prose_of(self.text, block.spans), block)
            if block.kind == "heading":
                self.section = is_reference_heading(unit.content.text)
            elif block.cells:
                unit.cells = [prose_of(self.text, cell, "") for cell in block.cells]
            yield unit

    def _paragraph(self, block: Block) -> Iterator[Unit]:
        content = prose_of(self.text, block.spans)
        definitions, done = link_definitions(content)
        for definition in definitions:
            yield Unit("link", content, block, (definition.label,), definition)
        lines = block.spans[content.text.count("\n", 0, done) :] if done < len(content) or not done else []
        if not lines:
            return
        labels = self._container_labels(block.container, self.text[slice(*lines[0])])
        if labels:
            kind = "entry" if self._is_reference(self.text[slice(*lines[0])]) else block.kind
            yield Unit(kind, prose_of(self.text, lines), block, labels)
            return
        if is_reference_heading(self.text[slice(*lines[0])]):
            self.section = True
            yield Unit("paragraph", prose_of(self.text, lines[:1]), block)
            lines = lines[1:]
        yield from self._entries(block, lines)

    def _container_labels(self, container: Container, first: str) -> tuple[str, ...]:
        """What the footnote, or the item of a list of references, that a paragraph stands in defines."""
        footnote = _footnote_label(container)
        if footnote is not None:
            return (footnote,)
        numbered = container.kind == "item" and container.number is not None
        if not numbered or not self.section or id(container) in self.entered or not self._is_reference(first):
            return ()
        self.entered.add(id(container))
        return self.numbers.of(container)

    def _entries(self, block: Block, lines: list[Span]) -> Iterator[Unit]:
        """Cut the lines of a paragraph where one begins the entry of a number."""
        labels: tuple[str, ...] = ()
        pending: list[Span] = []
        for start, end in lines:
            match = _ENTRY.match(self.text, start, end)
            if match is not None and self._defines(match, end):
                yield from self._unit(block, pending, labels)
                labels, pending = (_entry_label(match),), [(match.end(), end)]
            else:
                pending.append((start, end))
        yield from self._unit(block, pending, labels)

    def _unit(self, block: Block, lines: list[Span], labels: tuple[str, ...]) -> Iterator[Unit]:
        if lines:
            yield Unit("entry" if labels else "paragraph", prose_of(self.text, lines), block, labels)

    def _defines(self, match: re.Match[str], end: int) -> bool:
        if not self._is_reference(self.text[match.end() : end]):
            return False
        if self.section or match["colon"]:
            return True
        # What is glued to a raised number is a word, ``¹⁸F``, and no note.
        return bool(match["raised"] or match["tagged"]) and self.text[match.end() - 1].isspace()

    def _is_reference(self, rest: str) -> bool:
        if self.names.match(rest) is not None or ENTRY_LABEL.match(rest) is not None:
            return True
        handle = self.names.search(rest)
        return _BIBLIOGRAPHIC.match(rest[: handle.start()] if handle else rest) is not None


def _entry_label(match: re.Match[str]) -> str:
    written = (
        match["bracket"] or (match["raised"] or "").translate(RAISED) or match["tagged"] or match["number"]
    )
    return f"^{int(written[1:])}" if written.startswith("^") else str(int(written))


def _footnote_label(container: Container) -> str | None:
    footnote = container.footnote
    label = None if footnote is None else footnote.label
    if label is None:
        return None
    return f"^{int(label)}" if label.isascii() and label.isdigit() else f"^{label.casefold()}"


class _Numbers:
    """The numbers of ordered items, as they are written and as they are shown: a list counts on from its first."""

    def __init__(self) -> None:
        self._shown: dict[int, int] = {}
        self._last: dict[int, Container] = {}
        self._seen: dict[int, Container] = {}

    def see(self, container: Container) -> None:
        """Take note of the containers that a block is the first of, and that it interrupts a list beside it."""
        new: list[Container] = []
        within: Container | None = container
        while within is not None and id(within) not in self._seen:
            new.append(within)
            self._seen[id(within)] = within
            within = within.parent
        for one in reversed(new):
            self._enter(one)
        self._last.pop(id(container), None)

    def _enter(self, container: Container) -> None:
        before = self._last.pop(id(container.parent), None)
        if container.kind != "item":
            return
        self._last[id(container.parent)] = container
        if container.number is None:
            return
        follows = before is not None and before.number is not None and before.mark == container.mark
        shown = self._shown[id(before)] + 1 if follows and before is not None else container.number
        self._shown[id(container)] = shown

    def of(self, container: Container) -> tuple[str, ...]:
        """The number of an item as shown and, where it differs, as written."""
        return tuple(dict.fromkeys((str(self._shown[id(container)]), str(container.number))))

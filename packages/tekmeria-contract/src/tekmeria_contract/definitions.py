"""Where an answer defines its marks: link definitions, footnotes, numbered references, superscript notes
(§5).

A list defines numbers only under a heading such as References, Sources or Notes; ``[n]:`` lines and lines
that begin with a superscript number define theirs anywhere. Each must begin with a handle, a label or
bibliographic text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from tekmeria_contract.answer import Span
from tekmeria_contract.blocks import MARKDOWN, Block, Container
from tekmeria_contract.handle import Scheme
from tekmeria_contract.linktargets import destination_at, normal_label, title_at
from tekmeria_contract.prose import Prose, prose_of
from tekmeria_contract.wording import REFERENCE_HEADINGS, REFERENCE_LABELS

_LINK_DEFINITION = re.compile(r"[ ]{0,3}\[((?:[^\[\]\\\n]|\\.){1,200}+)\]:[ \t]*+\n?[ \t]*+")
_REST_OF_LINE = re.compile(r"[ \t]*+(?:\n|$)")
_ENTRY = re.compile(
    r"[ \t>*_]*(?:\[(?P<bracket>\^?[0-9]{1,3})\](?P<colon>:?)|(?P<raised>[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3})"
    r"|<sup>[ ]*(?P<tagged>[0-9]{1,3})[ ]*</sup>|(?P<number>[0-9]{1,3})[.):][ \t])[ \t*_:]*"
)
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_BIBLIOGRAPHIC = re.compile(
    r"[\[(`*_<\"“]{0,4}(?:https?://|doi\b|10\.[0-9]{4}|pmc?id\b|pmc[0-9]|nct[0-9]|isbn\b)"
    r"|[^\n]{0,200}?(?:\bet al\b|\((?:19|20)[0-9]{2}[a-z]?\)|\b(?:19|20)[0-9]{2}\b|\b(?:doi|pmid|pmcid)\b)"
    r"|(?:[A-Z][\w'’\-]+,?[ ](?:[A-Z]\.?[ -]?){1,3}[,.;])",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class LinkDefinition:
    """A link reference definition: stretches of the answer for the whole, the destination and the title."""

    label: str
    span: Span
    destination: Span
    title: Span | None


@dataclass(slots=True)
class Unit:
    """What is read as one: the ``content`` of a block, a cell row, or an entry that defines ``label``.

    ``kind`` is that of the block, or entry, or link for a link definition. ``cells`` are those of a table
    row.
    """

    kind: str
    content: Prose
    block: Block
    label: str | None = None
    section: bool = False
    link: LinkDefinition | None = None
    cells: list[Prose] = field(default_factory=list[Prose])


def units_of(text: str, blocks: list[Block], schemes: Mapping[str, Scheme]) -> list[Unit]:
    """The units of an answer's ``blocks``, in order."""
    return list(_Arranger(text, schemes).units(blocks))


class _Arranger:
    def __init__(self, text: str, schemes: Mapping[str, Scheme]) -> None:
        self.text = text
        self.names = re.compile(
            rf"[\[({{`*_<\"“【［（\\]{{0,4}}(?:\^)?(?:evidence://(?:passage/)?)?(?:{'|'.join(map(re.escape, schemes))})[ ]?(?::|%3A)",
            re.I,
        )
        self.section = False
        self.numbers: dict[int, tuple[str, int]] = {}
        self.entered: set[int] = set()

    def units(self, blocks: list[Block]) -> Iterator[Unit]:
        for block in blocks:
            if block.kind == "paragraph" and block.markup == MARKDOWN:
                yield from self._paragraph(block)
                continue
            content = prose_of(self.text, block.spans)
            unit = Unit(block.kind, content, block)
            if block.kind == "heading":
                self.section = is_reference_heading(content.text)
                unit.section = self.section
            elif block.kind in ("header", "row"):
                unit.cells = [prose_of(self.text, cell, "") for cell in block.cells]
            yield unit

    def _paragraph(self, block: Block) -> Iterator[Unit]:
        content = prose_of(self.text, block.spans)
        definitions, done = _link_definitions(content)
        for definition in definitions:
            yield Unit("link", content, block, definition.label, link=definition)
        lines = _from(content, block.spans, done)
        if not lines:
            return
        footnote = _footnote(block.container)
        label = self._item_label(block.container) if footnote is None else footnote
        first = self.text[slice(*lines[0])]
        if label is not None and footnote is None and not self._is_reference(first):
            label = None
        if label is None and is_reference_heading(self.text[slice(*lines[0])]):
            self.section = True
            yield Unit("paragraph", prose_of(self.text, lines[:1]), block, section=True)
            lines = lines[1:]
        elif label is not None:
            yield Unit("entry", prose_of(self.text, lines), block, label, self.section)
            return
        yield from self._entries(block, lines)

    def _entries(self, block: Block, lines: list[Span]) -> Iterator[Unit]:
        """Cut the lines of a paragraph where one begins the entry of a number."""
        label: str | None = None
        pending: list[Span] = []
        for start, end in lines:
            match = _ENTRY.match(self.text, start, end)
            if match is not None and self._defines(match, self.text[match.end() : end]):
                yield from self._unit(block, pending, label)
                raised = (match["raised"] or "").translate(_RAISED)
                label = match["bracket"] or raised or match["tagged"] or match["number"]
                label = f"^{int(label[1:])}" if label.startswith("^") else str(int(label))
                pending = [(match.end(), end)]
            else:
                pending.append((start, end))
        yield from self._unit(block, pending, label)

    def _unit(self, block: Block, lines: list[Span], label: str | None) -> Iterator[Unit]:
        if lines:
            kind = "paragraph" if label is None else "entry"
            yield Unit(kind, prose_of(self.text, lines), block, label, self.section)

    def _defines(self, match: re.Match[str], rest: str) -> bool:
        if not self._is_reference(rest):
            return False
        if match["colon"]:
            return True
        if match["raised"] or match["tagged"]:
            return self.section or self.names.match(rest) is not None or _labelled(rest)
        return self.section

    def _is_reference(self, rest: str) -> bool:
        return self.names.match(rest) is not None or _labelled(rest) or _BIBLIOGRAPHIC.match(rest) is not None

    def _item_label(self, container: Container) -> str | None:
        """The number of the ordered item under a reference heading whose first paragraph this is."""
        if (
            container.kind != "item"
            or container.number is None
            or not self.section
            or id(container) in self.entered
        ):
            return None
        self.entered.add(id(container))
        return str(container.number)


def _labelled(rest: str) -> bool:
    return REFERENCE_LABELS.match(rest) is not None


def is_reference_heading(line: str) -> bool:
    """Whether a heading or label line says that references follow."""
    return REFERENCE_HEADINGS.fullmatch(line.strip(" \t#*_:：")) is not None


def _footnote(container: Container | None) -> str | None:
    while container is not None:
        if container.kind == "footnote" and container.label is not None:
            label = container.label
            return f"^{int(label)}" if label.isdecimal() else f"^{label.casefold()}"
        container = container.parent
    return None


def _from(content: Prose, spans: list[Span], done: int) -> list[Span]:
    """The lines of ``spans`` that stand after position ``done`` of the content."""
    if done >= len(content):
        return []
    return spans[content.text.count("\n", 0, done) :]


def _link_definitions(content: Prose) -> tuple[list[LinkDefinition], int]:
    """The definitions that a paragraph begins with, and where they end."""
    found: list[LinkDefinition] = []
    done = 0
    while (match := _LINK_DEFINITION.match(content.text, done)) is not None:
        read = _definition(content, match)
        if read is None:
            break
        definition, done = read
        found.append(definition)
    return found, done


def _definition(content: Prose, match: re.Match[str]) -> tuple[LinkDefinition, int] | None:
    text = content.text
    label = normal_label(match[1])
    destination = destination_at(text, match.end())
    if destination is None or not label or label.startswith("^") or destination[1] == match.end():
        return None
    target, end = destination
    plain = _REST_OF_LINE.match(text, end)
    titled = re.compile(r"[ \t]*+\n?[ \t]*+").match(text, end)
    if titled is not None and titled.end() > end:
        title = title_at(text, titled.end())
        if title is not None and (rest := _REST_OF_LINE.match(text, title[1])) is not None:
            span = content.span(match.start(), title[1])
            return LinkDefinition(label, span, content.span(*target), content.span(*title[0])), rest.end()
    if plain is None:
        return None
    return LinkDefinition(label, content.span(match.start(), end), content.span(*target), None), plain.end()

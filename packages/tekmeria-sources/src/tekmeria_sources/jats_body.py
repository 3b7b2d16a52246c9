"""Body and back matter of JATS full text to sections (sources.md, Records and passages).

- ``body.S``: S counts the sections as they begin, nested ones and boxes among them; text that stands in none is
  in section 0. Text behind a nested section belongs to the outer one again. Each paragraph, list, quotation or
  formula between them is a piece of its own, in document order. The back matter is the same under ``back.S``.
- The label is the headings on the way, outermost first, joined by :data:`HEADINGS`.
- ``table``: caption, rows and notes, a line each, cells parted by ``|``; ``figure``: the caption. Both follow the
  paragraph that they stand in, and their label is their own: ``Table 1``.
- Reference lists are no text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from tekmeria_sources.jats_text import FLOATS, Bibliography, Text, joined, read_cell, read_line, read_text
from tekmeria_sources.record import LARGE, Section

HEADINGS = " › "
"""What stands between the headings of nested sections in a label."""

_SECTIONS = frozenset(
    {
        *("sec", "boxed-text", "app", "app-group", "ack", "notes", "glossary", "fn-group", "bio", "abstract"),
        *("floats-group", "supplementary-material-group", "back", "body"),
    }
)
_GROUPS = frozenset({"fig-group", "table-wrap-group"})
_HEADS = frozenset({"title", "label", "sec-meta", "subtitle", "caption", "object-id", "permissions"})
_ROWS = frozenset({"tr", "thead", "tbody", "tfoot", "table"})
_LABEL = frozenset({"label"})
_NO_LINES = frozenset({"label", "object-id", "permissions", "alt-text", "long-desc", "kwd-group"})
_BORDER = Text("|")


@dataclass
class Body:
    """Sections as they are read, of one article; ``under`` comes before every prefix."""

    bibliography: Bibliography
    under: str = ""
    sections: list[Section] = field(default_factory=list[Section])
    _begun: dict[str, int] = field(default_factory=dict[str, int])

    def read(self, container: Element, root: str) -> None:
        """Add what ``container`` holds, under ``root`` (``body``, ``back``)."""
        self._begun.setdefault(root, 0)
        self._walk(container, root, 0, ())

    def add(self, prefix: str, text: Text, label: str | None, *, whole: bool = False, bound: int = 0) -> None:
        """Add one section, if it has text."""
        if text.text:
            name = f"{self.under}{prefix}#{len(self.sections) + 1}"
            bounds = {"bound": bound} if bound else {}
            self.sections.append(
                Section(name, self.under + prefix, text.text, label, whole, cites=text.cites, **bounds)
            )

    def _walk(self, container: Element, root: str, number: int, headings: tuple[str, ...]) -> None:
        """Recursion is bounded by the depth that ``parse_xml`` allows."""
        label = HEADINGS.join(headings) or None
        for child in container:
            if child.tag in _SECTIONS:
                self._begin(child, root, headings)
            elif child.tag in FLOATS:
                self._float(child, root, headings)
            elif child.tag not in _HEADS and child.tag != "ref-list":
                self.add(f"{root}.{number}", read_text(child, self.bibliography), label)
                for inner in _floats(child):
                    self._float(inner, root, headings)

    def _begin(self, section: Element, root: str, headings: tuple[str, ...]) -> None:
        self._begun[root] += 1
        heading = self._heading(section)
        self._walk(section, root, self._begun[root], (*headings, heading) if heading else headings)

    def _heading(self, section: Element) -> str:
        parts = [section.find("label"), section.find("title"), section.find("subtitle")]
        parts += section.findall("caption/title")
        return " ".join([text for part in parts if part is not None and (text := self._line(part))])

    def _line(self, element: Element) -> str:
        return read_line(element, self.bibliography).text

    def _float(self, element: Element, root: str, headings: tuple[str, ...]) -> None:
        if element.tag == "boxed-text":
            self._begin(element, root, headings)
            return
        if element.tag in _GROUPS:
            label = element.find("label")
            caption = element.find("caption")
            prefix = "figure" if element.tag == "fig-group" else "table"
            if caption is not None:
                text = read_text(caption, self.bibliography)
                self.add(prefix, text, self._line(label) if label is not None else None, bound=LARGE)
            for child in element:
                if child.tag in FLOATS:
                    self._float(child, root, headings)
            return
        label = element.find("label")
        name = (self._line(label) or None) if label is not None else None
        if element.tag == "fig":
            text = read_text(element, self.bibliography, without=_LABEL)
            self.add("figure", text, name, bound=LARGE)
        else:
            self.add("table", joined(list(self._lines(element)), "\n"), name, bound=LARGE)
        for inner in _floats(element):
            self._float(inner, root, headings)

    def _lines(self, table: Element) -> Iterator[Text]:
        for child in table:
            if child.tag == "alternatives" and child.find("table") is not None:
                yield from self._lines(child)
            elif child.tag in _ROWS:
                yield from self._rows(child)
            elif child.tag not in _NO_LINES and (read := read_text(child, self.bibliography)).text:
                yield read

    def _rows(self, element: Element) -> Iterator[Text]:
        if element.tag != "tr":
            for child in element:
                if child.tag in _ROWS:
                    yield from self._rows(child)
            return
        cells = [read_cell(cell, self.bibliography) for cell in element]
        if any(cell.text for cell in cells):
            pieces = [piece for cell in cells for piece in (_BORDER, cell)][1:]
            yield joined([piece for piece in pieces if piece.text], " ")


def _floats(element: Element) -> Sequence[Element]:
    """The figures, tables and boxes inside ``element``, none inside another, in document order."""
    found: list[Element] = []
    for child in element:
        if child.tag in FLOATS:
            found.append(child)
        else:
            found += _floats(child)
    return found

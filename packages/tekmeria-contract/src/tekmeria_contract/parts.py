"""Reading the units of an answer: what each says and cites (contract.md §3, §5)."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Sequence
from dataclasses import replace

from tekmeria_contract.anchors import Anchor, Part
from tekmeria_contract.annotations import ADDRESSED, Annotator
from tekmeria_contract.assembly import assemble
from tekmeria_contract.block import MARKDOWN
from tekmeria_contract.definitions import Unit
from tekmeria_contract.foreign import foreign_references
from tekmeria_contract.inline import read_inline
from tekmeria_contract.linkdefinitions import LinkDefinition
from tekmeria_contract.prose import Prose, ProseBuilder
from tekmeria_contract.repairs import Finder
from tekmeria_contract.visible import Atom, Visible

_CALLOUT = re.compile(r"\s*\[![A-Za-z]+\][ \t]*[+-]?[ \t]*")
_CHECKBOX = re.compile(r"\[[ xX]\][ \t]+")


class PartReader:
    """Reads units of an answer ``text``; ``defined`` are the labels of its definitions, ``linked`` those of links."""

    def __init__(
        self, text: str, finder: Finder, defined: Collection[str] = (), linked: Collection[str] = ()
    ) -> None:
        self.text = text
        self.finder = finder
        self.defined = defined
        self.linked = linked
        self.listed: set[str] = {
            label for label in defined if label not in linked and not label.startswith("^")
        }
        self.links: int = 0

    def read(self, unit: Unit) -> Part:
        """The part that ``unit`` makes; a table row's cells are joined with ``|``."""
        if not unit.cells:
            return self._read(unit, unit.content)
        builder = ProseBuilder()
        anchors: list[Anchor] = []
        for cell in unit.cells:
            part = self._read(unit, cell)
            if part.prose.text.strip():
                if builder.length:
                    where = part.prose.start_of(0)
                    builder.put(" | ", where, where)
                offset = builder.length
                builder.copy(part.prose, 0, len(part.prose))
            else:
                offset = builder.length
            for anchor in part.anchors:
                anchor.place += offset
            anchors += part.anchors
        return Part(unit, builder.build(), anchors)

    def read_link(self, link: LinkDefinition) -> list[Anchor]:
        """What a link definition cites: its destination, with its title as the quotation."""
        start, end = link.destination
        written = self.text[start:end]
        found = next(iter(self.finder.find(written)), None)
        if found is None or not ADDRESSED.fullmatch(written, 0, found.span[0]):
            # A link leads to one place: what else looks like an identifier belongs to its address.
            return [
                Anchor("reference", 0, (start + r.span[0], start + r.span[1]), value=(r.kind, r.value))
                for r in foreign_references(written)[:1]
            ]
        quotes = () if link.title is None else ((self.text[slice(*link.title)], link.title),)
        where = start + found.span[0], start + found.span[1]
        return [Anchor("citation", 0, where, found, where, quotes)]

    def _read(self, unit: Unit, content: Prose) -> Part:
        founds = self.finder.find(content.text)
        visible = read_inline(content, founds, self.linked, unit.block.markup)
        atoms = self._atoms(content, visible)
        # Outside of Markdown no mark leads to a footnote or a link definition, which then no reader sees.
        defined = self.defined if unit.block.markup == MARKDOWN else self.listed
        annotator = Annotator(self.text, content, visible, atoms, self.finder.schemes, defined)
        annotator.annotate(founds, bool(unit.labels), self.links)
        veils = _Veils(visible, atoms, self.links)
        for anchor in annotator.anchors:
            anchor.veiled = unit.block.kind == "spare" or veils.hides(anchor)
        self.links += len(visible.links)
        callout = self._leading(unit, visible, annotator)
        assembled = assemble(visible.prose, annotator.taken())
        anchors = annotator.anchors
        for anchor in anchors:
            anchor.place = assembled.place(anchor.place)
        anchors.sort(key=lambda anchor: (anchor.place, anchor.span))
        strong = visible.strong[0][0] if visible.strong else len(visible.prose) + 1
        labelled = callout or not visible.prose.text[:strong].strip(" *_")
        return Part(
            unit, assembled.prose, anchors, annotator.all_strong(), labelled and bool(len(visible.prose))
        )

    @staticmethod
    def _leading(unit: Unit, visible: Visible, annotator: Annotator) -> bool:
        """Take a callout's mark or a task's box from the beginning; whether it was a callout's."""
        kind = unit.block.container.kind
        callout = _CALLOUT.match(visible.prose.text) if kind == "quote" else None
        box = _CHECKBOX.match(visible.prose.text) if kind == "item" else None
        match = callout or box
        if match is not None and annotator.free(*match.span()):
            annotator.take(*match.span())
        return callout is not None

    def _atoms(self, content: Prose, visible: Visible) -> list[Atom]:
        """The handles in the visible text; one that only mark-up keeps apart in the source is malformed."""
        atoms = list(visible.atoms)
        if len(visible.prose) == len(content):
            return atoms
        starts = [atom.start for atom in atoms]
        for found in self.finder.find(visible.prose.text):
            start, end = found.span
            before = bisect_left(starts, end) - 1
            if found.status == "ok" and (before < 0 or visible.atoms[before].end <= start):
                broken = replace(found, status="malformed", reason="markup_inside", verified=None)
                atoms.append(Atom(start, end, broken))
        return sorted(atoms, key=lambda atom: atom.start)


class _Veils:
    """Which anchors a reader may not see: in stretches that not every renderer shows, or at a link without a text."""

    def __init__(self, visible: Visible, atoms: Sequence[Atom], links: int) -> None:
        self._text = visible.prose.text
        self._veiled = sorted(visible.veiled)
        self._places = {id(atom.found): (atom.start, atom.end) for atom in atoms}
        self._links = {index: (link.start, link.end) for index, link in enumerate(visible.links, links)}

    def hides(self, anchor: Anchor) -> bool:
        """Whether the handle, the link or the place of the anchor is such a one."""
        link = None if anchor.link is None else self._links.get(anchor.link)
        start, end = self._places.get(id(anchor.found)) or link or (anchor.place, anchor.place + 1)
        if link == (start, end) and not any(map(_is_seen, self._text[start:end])):
            return True
        before = bisect_left(self._veiled, (end, 0)) - 1
        return before >= 0 and start < self._veiled[before][1]


def _is_seen(character: str) -> bool:
    return character.isprintable() and not character.isspace()

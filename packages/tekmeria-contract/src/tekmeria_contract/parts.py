"""What a unit of the answer says and cites: its prose, and where in it citations, marks and references
stand."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from tekmeria_contract.answer import Span
from tekmeria_contract.assembly import assemble
from tekmeria_contract.citations import Cited, malformed_brackets, read_citations
from tekmeria_contract.definitions import Unit
from tekmeria_contract.foreign import foreign_references
from tekmeria_contract.inline import Atom, Link, Visible, read_inline
from tekmeria_contract.marks import NoteMark, foreign_marks, note_marks
from tekmeria_contract.prose import Prose, ProseBuilder
from tekmeria_contract.repairs import Finder, Found
from tekmeria_contract.wording import AUTHOR_YEAR, LINK_LABELS

_EVIDENCE = re.compile(r"(?:evidence(?::|%3A)//(?:passage/|record/)?)?", re.IGNORECASE)
_CLOSING = re.compile(r"[ ]*[)）\]］]")
_BROKEN_LINK = re.compile(r"\[(?P<label>[^\[\]\n]{1,200})\]$")


@dataclass(frozen=True, slots=True)
class Anchor:
    """Something taken from, or noted in, the prose: it stands at ``place`` of it and at ``span`` of the
    answer.

    ``kind`` is citation, malformed, note, mark or reference. ``found`` is a citation's handle, ``quotes`` its
    quotations (text, span), ``labels`` the definitions that a note names, ``value`` what a reference names
    (kind, value) or a malformed citation's handle.
    """

    kind: str
    place: int
    span: Span
    found: Found | None = None
    quotes: tuple[tuple[str, Span | None], ...] = ()
    delimiter: str | None = None
    reason: str | None = None
    labels: tuple[str, ...] = ()
    value: tuple[str, str] | None = None
    bracketed: bool = False
    link: int | None = None
    raw: str | None = None


@dataclass(slots=True)
class Part:
    """A unit as read. ``strong`` tells that all of its words are bold, ``labelled`` that it begins with
    bold words."""

    unit: Unit
    prose: Prose
    anchors: list[Anchor] = field(default_factory=list[Anchor])
    strong: bool = False
    labelled: bool = False
    alert: bool = False


class PartReader:
    """Reads units of an answer ``text``; ``defined`` are the labels of its definitions, ``linked`` those of
    links."""

    def __init__(
        self,
        text: str,
        finder: Finder,
        defined: Collection[str],
        linked: Collection[str],
    ) -> None:
        self.text = text
        self.finder = finder
        self.defined = defined
        self.linked = linked
        self.links = 0

    def read(self, unit: Unit) -> Part:
        """The part that ``unit`` makes."""
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
            anchors += [_moved(anchor, offset) for anchor in part.anchors]
        return Part(unit, builder.build(), anchors)

    def read_link(self, unit: Unit) -> list[Anchor]:
        """What a link definition cites: its destination, with its title as the quotation."""
        link = unit.link
        if link is None:
            return []
        start, end = link.destination
        written = self.text[start:end]
        found = next(iter(self.finder.find(written)), None)
        if found is None or not _EVIDENCE.fullmatch(written, 0, found.span[0]):
            return [
                Anchor("reference", 0, (start + r.span[0], start + r.span[1]), value=(r.kind, r.value))
                for r in foreign_references(written)
            ]
        quotes = () if link.title is None else ((self.text[slice(*link.title)], link.title),)
        return [Anchor("citation", 0, (start + found.span[0], start + found.span[1]), found, quotes)]

    def _read(self, unit: Unit, content: Prose) -> Part:
        founds = self.finder.find(content.text)
        visible = read_inline(content, founds, self.linked, unit.block.markup)
        atoms = self._atoms(content, visible)
        return _PartMaker(self, unit, content, founds, visible, atoms).make()

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


def _moved(anchor: Anchor, offset: int) -> Anchor:
    return replace(anchor, place=anchor.place + offset)


class _PartMaker:
    def __init__(
        self,
        reader: PartReader,
        unit: Unit,
        content: Prose,
        founds: Sequence[Found],
        visible: Visible,
        atoms: list[Atom],
    ) -> None:
        self.reader = reader
        self.unit = unit
        self.content = content
        self.founds = founds
        self.visible = visible
        self.text = visible.prose.text
        self.cited = read_citations(self.text, atoms, unit.label is not None)
        self.taken: list[Span] = []
        self.anchors: list[Anchor] = []

    def make(self) -> Part:
        for link in self.visible.links:
            self._link(link)
        for item in self.cited:
            self._citation(item)
        for bad in malformed_brackets(self.text, self.cited, tuple(self.reader.finder.schemes)):
            value = None if bad.handle is None else ("handle", bad.handle)
            self._take("malformed", bad.start, bad.end, reason=bad.reason, value=value)
        self._marks()
        self._references()
        assembled = assemble(self.visible.prose, self.taken)
        anchors = [_moved(anchor, assembled.place(anchor.place) - anchor.place) for anchor in self.anchors]
        anchors.sort(key=lambda anchor: (anchor.place, anchor.span))
        words = self.text.strip()
        first = self.visible.strong[0] if self.visible.strong else (len(self.text), 0)
        return Part(
            self.unit,
            assembled.prose,
            anchors,
            strong=self._all_strong(),
            labelled=not self.text[: first[0]].strip(" *_"),
            alert=words.startswith("[!"),
        )

    def _all_strong(self) -> bool:
        """Whether every letter of the prose, citations aside, is bold."""
        done = 0
        for start, end in sorted([*self.visible.strong, *self.taken]):
            if any(character.isalnum() for character in self.text[done:start]):
                return False
            done = max(done, end)
        rest = any(character.isalnum() for character in self.text[done:])
        return bool(self.visible.strong) and not rest

    def _span(self, start: int, end: int) -> Span:
        return self.visible.prose.span(start, end)

    def _take(
        self,
        kind: str,
        start: int,
        end: int,
        *,
        reason: str | None = None,
        labels: tuple[str, ...] = (),
        value: tuple[str, str] | None = None,
    ) -> None:
        self.taken.append((start, end))
        self.anchors.append(
            Anchor(kind, start, self._span(start, end), reason=reason, labels=labels, value=value)
        )

    def _citation(self, item: Cited) -> None:
        start = self._broken_link(item)
        self.taken.append((start, item.end))
        quotes = tuple((self._words(*quote), self._span(*quote)) for quote in item.quotes)
        self.anchors.append(
            Anchor(
                "citation",
                start,
                self._span(item.start, item.end),
                item.atom.found,
                quotes,
                item.delimiter or self._entity_delimiter(item),
                item.reason,
                bracketed=item.bracketed,
                link=self._link_at(item.atom.start),
            )
        )

    def _entity_delimiter(self, item: Cited) -> str | None:
        start, _ = self._span(item.start, item.start + 1)
        return "entity" if item.bracketed and self.reader.text[start] == "&" else None

    def _words(self, start: int, end: int) -> str:
        """A quotation as written, where what a reader sees of it is what stands there."""
        span = self._span(start, end)
        written = self.reader.text[slice(*span)]
        if any(mark in written for mark in "<\n\r") or "](" in written:
            return self.text[start:end]
        return written

    def _broken_link(self, item: Cited) -> int:
        """Where a label stands before a link that is broken, ``[trial](handle]``, its start; else the
        item's."""
        if not self.text.startswith("(", item.start):
            return item.start
        before = _BROKEN_LINK.search(self.text[max(0, item.start - 210) : item.start])
        if before is None:
            return item.start
        start = item.start - len(before[0])
        if LINK_LABELS.fullmatch(before["label"].strip()):
            return start
        self.taken.append((start, start + 1))
        return item.start - 1

    def _link_at(self, position: int) -> int | None:
        for link in self.visible.links:
            if link.start <= position < link.end:
                return self.visible.links.index(link)
        return None

    def _link(self, link: Link) -> None:
        target = link.target
        label = self.text[link.start : link.end].strip()
        if target.label is not None:
            self._note(NoteMark(link.end, link.end, (target.label,)))
            self._drop_label(link, label)
            return
        if target.destination is None:
            return
        start, end = target.destination
        found = next((f for f in self.founds if start <= f.span[0] and f.span[1] <= end), None)
        if found is not None and _EVIDENCE.fullmatch(self.content.text, start, found.span[0]):
            quotes: tuple[tuple[str, Span], ...] = ()
            if target.title is not None:
                quotes = ((self.content.text[slice(*target.title)], self.content.span(*target.title)),)
            where = self.content.span(*found.span)
            self.anchors.append(Anchor("citation", link.end, where, found, quotes))
            self._drop_label(link, label)
            return
        for reference in foreign_references(self.content.text[start:end]):
            where = self.content.span(start + reference.span[0], start + reference.span[1])
            self.anchors.append(Anchor("reference", link.end, where, value=(reference.kind, reference.value)))
        if re.fullmatch(r"\[?[0-9]{1,3}\]?|[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}", label):
            whole = (
                self._span(link.start, link.end)[0],
                self.content.span(end, min(target.end, len(self.content)))[1],
            )
            self.taken.append((link.start, link.end))
            self.anchors.append(Anchor("mark", link.start, whole))

    def _drop_label(self, link: Link, label: str) -> None:
        """A link text that only names its target is no part of the claim."""
        alone = self.text[: link.start].rstrip().endswith(("(", "（", "[")) and _CLOSING.match(
            self.text, link.end
        )
        name = AUTHOR_YEAR.fullmatch(label) or (alone and label.isupper() and len(label.split()) < 3)
        if LINK_LABELS.fullmatch(label) or name:
            self.taken.append((link.start, link.end))

    def _note(self, mark: NoteMark) -> None:
        self.anchors.append(Anchor("note", mark.start, self._span(mark.start, mark.end), labels=mark.labels))

    def _free(self, start: int, end: int) -> bool:
        return not any(item.start < end and start < item.end for item in self.cited)

    def _marks(self) -> None:
        for place, span in self.visible.marks:
            self.anchors.append(Anchor("mark", place, span))
        for start, end in foreign_marks(self.text):
            if self._free(start, end):
                self._take("mark", start, end)
        for mark in note_marks(self.text):
            if not self._free(mark.start, mark.end):
                continue
            if any(label in self.reader.defined for label in mark.labels):
                self._take("note", mark.start, mark.end, labels=mark.labels)
            elif (mark.plain or mark.labels[:1] and mark.labels[0].startswith("^")) and not mark.raised:
                self.taken.append((mark.start, mark.end))

    def _references(self) -> None:
        for reference in foreign_references(self.text):
            if self._free(*reference.span) and not any(
                start < reference.span[1] and reference.span[0] < end for start, end in self.taken
            ):
                self.anchors.append(
                    Anchor(
                        "reference",
                        reference.span[0],
                        self._span(*reference.span),
                        value=(reference.kind, reference.value),
                    )
                )

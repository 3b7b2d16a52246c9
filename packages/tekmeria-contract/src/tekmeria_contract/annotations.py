"""Everything in a visible text that is no prose: citations, links, marks, references to other literature (§5)."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Mapping, Sequence

from tekmeria_contract.anchors import Anchor
from tekmeria_contract.answer import Span
from tekmeria_contract.citations import Cited, read_citations
from tekmeria_contract.foreign import foreign_references
from tekmeria_contract.handle import Scheme
from tekmeria_contract.malformed import malformed_brackets
from tekmeria_contract.marks import RAISED, NoteMark, foreign_marks, note_marks
from tekmeria_contract.prose import Prose
from tekmeria_contract.repairs import Found
from tekmeria_contract.visible import Atom, Link, Visible
from tekmeria_contract.wording import AFTER_DETERMINER, AUTHOR_YEAR, LINK_LABEL

ADDRESSED = re.compile(r"(?:evidence(?::|%3A)//(?:passage/|record/)?)?", re.IGNORECASE)
"""What may stand before a handle that a link leads to."""

_NOTABLE = re.compile("[\\[\\]【】［］〔〕⁰¹²³⁴-⁹0-9\ue000-\uf8ff]")
"""What every bracket, mark and identifier has one of; a text without any says nothing but prose."""

_BARE_FOOTNOTE = re.compile(r"\^(?:[0-9]{1,4}|.{1,3})")
_CLOSING = re.compile(r"[ ]*[)）\]］]")
_NUMBER_LABEL = re.compile(r"\[?[0-9]{1,3}\]?|[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}")
_BROKEN_LINK = re.compile(r"\[(?P<label>[^\[\]\n]{1,200})\]$")


class Annotator:
    """Annotates one visible text. Anchors' places are offsets of it until the text is assembled."""

    def __init__(
        self,
        answer: str,
        content: Prose,
        visible: Visible,
        atoms: Sequence[Atom],
        schemes: Mapping[str, Scheme],
        defined: Collection[str],
    ) -> None:
        self.answer = answer
        self.content = content
        self.visible = visible
        self.atoms = atoms
        self.schemes = schemes
        self.defined = defined
        self.text: str = visible.prose.text
        self.anchors: list[Anchor] = []
        self._taken: list[Span] = []
        self._mask = bytearray(len(self.text))

    def annotate(self, founds: Sequence[Found], defining: bool, links: int) -> None:
        """Find everything; ``founds`` are the handles of the content, ``links`` counts those of earlier texts."""
        visible = self.visible
        if not (self.atoms or visible.links or visible.marks) and _NOTABLE.search(self.text) is None:
            return
        holders = [(link.start, link.end - 1) for link in self.visible.links if self._is_bracketed(link)]
        cited, taken = read_citations(self.text, self.atoms, set(holders), defining)
        self._of_link = _Holding(self.visible.links, links)
        for index, link in enumerate(self.visible.links):
            self._link(link, links + index, founds)
        for start, end in taken:
            self.take(start, end)
        for item in cited:
            self._citation(item)
        for start, end in holders:
            self.take(start, start + 1)
            self.take(end, end + 1)
        for bad in malformed_brackets(self.text, self.free, self.schemes):
            value = None if bad.handle is None else ("handle", bad.handle)
            self._note_down("malformed", bad.start, bad.end, reason=bad.reason, value=value)
        # What is taken is looked at no more; most texts have nothing else in them.
        rest = self._rest()
        self._marks(rest)
        self._references(rest)

    def _rest(self) -> str:
        """The text with spaces for what is taken, of the same length."""
        pieces: list[str] = []
        done = 0
        for start, end in self.taken():
            if end > done:
                pieces += (self.text[done:start], " " * (end - max(start, done)))
                done = end
        return "".join([*pieces, self.text[done:]])

    def take(self, start: int, end: int) -> None:
        """Take ``text[start:end]``, which is not empty, out of the prose."""
        self._taken.append((start, end))
        self._mask[start:end] = b"\1" * (end - start)

    def free(self, start: int, end: int) -> bool:
        """Whether nothing of ``text[start:end]`` is taken."""
        return self._mask.find(1, start, end) < 0

    def taken(self) -> list[Span]:
        """What was taken, in order; stretches may overlap."""
        return sorted(self._taken)

    def all_strong(self) -> bool:
        """Whether every letter of the prose, citations aside, is bold."""
        done = 0
        for start, end in sorted([*self.visible.strong, *self._taken]):
            if any(map(str.isalnum, self.text[done:start])):
                return False
            done = max(done, end)
        return bool(self.visible.strong) and not any(map(str.isalnum, self.text[done:]))

    def _is_bracketed(self, link: Link) -> bool:
        """Whether the link's own brackets stand in the visible text, since a handle is in it."""
        return self.text[link.start : link.start + 1] == "[" and self.text[link.end - 1 : link.end] == "]"

    def _span(self, start: int, end: int) -> Span:
        return self.visible.prose.span(start, end)

    def _note_down(
        self,
        kind: str,
        start: int,
        end: int,
        *,
        reason: str | None = None,
        labels: tuple[str, ...] = (),
        value: tuple[str, str] | None = None,
    ) -> None:
        self.take(start, end)
        self.anchors.append(
            Anchor(kind, start, self._span(start, end), reason=reason, labels=labels, value=value)
        )

    def _citation(self, item: Cited) -> None:
        self._broken_link(item)
        found = item.atom.found
        self.anchors.append(
            Anchor(
                "citation",
                item.start,
                self._span(item.start, item.end),
                found,
                self._span(item.atom.start, item.atom.end),
                tuple((self._words(*quote), self._span(*quote)) for quote in item.quotes),
                item.delimiter or self._entity_delimiter(item),
                item.reason,
                link=self._of_link.at(item.atom.start),
            )
        )

    def _entity_delimiter(self, item: Cited) -> str | None:
        start, _ = self._span(item.start, item.start + 1)
        return "entity" if item.bracketed and self.answer[start] == "&" else None

    def _words(self, start: int, end: int) -> str:
        """A quotation as written, where what a reader sees of it is what stands there."""
        written = self.answer[slice(*self._span(start, end))]
        odd = any(mark in written for mark in "<\n\r") or "](" in written
        return self.text[start:end] if odd else written

    def _broken_link(self, item: Cited) -> None:
        """Take the label of a link that is broken, ``[trial](handle]``; a longer text loses its brackets only."""
        if not self.text.startswith("(", item.start):
            return
        before = _BROKEN_LINK.search(self.text[max(0, item.start - 210) : item.start])
        if before is None:
            return
        start = item.start - len(before[0])
        if LINK_LABEL.fullmatch(before["label"].strip()):
            self.take(start, item.start)
        else:
            self.take(start, start + 1)
            self.take(item.start - 1, item.start)

    def _link(self, link: Link, index: int, founds: Sequence[Found]) -> None:
        target = link.target
        if target.label is not None:
            written = len(target.written or "") + 2
            whole = self.content.span(max(0, target.end - written), target.end)
            self.anchors.append(Anchor("note", link.end, whole, labels=(target.label,), link=index))
            self._drop_label(link)
            return
        start, end = target.destination
        at = bisect_left(founds, start, key=lambda found: found.span[0])
        found = founds[at] if at < len(founds) and founds[at].span[1] <= end else None
        if found is not None and ADDRESSED.fullmatch(self.content.text, start, found.span[0]):
            quotes: tuple[tuple[str, Span], ...] = ()
            if target.title is not None:
                quotes = ((self.content.text[slice(*target.title)], self.content.span(*target.title)),)
            where = self.content.span(*found.span)
            self.anchors.append(Anchor("citation", link.end, where, found, where, quotes, link=index))
            self._drop_label(link)
        else:
            self._foreign_link(link, index, start, end)

    def _foreign_link(self, link: Link, index: int, start: int, end: int) -> None:
        for reference in foreign_references(self.content.text[start:end]):
            where = self.content.span(start + reference.span[0], start + reference.span[1])
            value = (reference.kind, reference.value)
            self.anchors.append(Anchor("reference", link.end, where, value=value, link=index))
        label = self.text[link.start : link.end].strip()
        if _NUMBER_LABEL.fullmatch(label):
            number = label.strip("[]").translate(RAISED)
            # A link inside the answer leads to the entry of its number.
            names = self.content.text.startswith("#", start) and number in self.defined
            whole_end = self.content.span(end, min(link.target.end, len(self.content)))[1]
            self.take(link.start, link.end)
            start = self._span(link.start, link.end)[0]
            start -= self.answer.startswith("[", start - 1) if start else 0
            whole = (start, whole_end)
            labels = (number,) if names else ()
            kind = "note" if names else "mark"
            self.anchors.append(Anchor(kind, link.start, whole, labels=labels, link=index))

    def _drop_label(self, link: Link) -> None:
        """A link text that only names its target is no part of the claim, unless a determiner makes it so."""
        label = self.text[link.start : link.end].strip()
        before = self.text[max(0, link.start - 40) : link.start].rstrip()
        alone = before.endswith(("(", "（", "[")) and _CLOSING.match(self.text, link.end)
        name = AUTHOR_YEAR.fullmatch(label) or (alone and label.isupper() and len(label.split()) < 3)
        if name or (LINK_LABEL.fullmatch(label) and not AFTER_DETERMINER.search(before)):
            self.take(link.start, link.end)

    def _marks(self, rest: str) -> None:
        for place, span in self.visible.marks:
            self.anchors.append(Anchor("mark", place, span))
        for start, end in foreign_marks(rest):
            if rest[start:end].strip("[]") not in self.defined:
                self._note_down("mark", start, end)
        for mark in note_marks(rest):
            if self.free(mark.start, mark.end):
                self._note_mark(mark)

    def _note_mark(self, mark: NoteMark) -> None:
        if any(label in self.defined for label in mark.labels):
            self._note_down("note", mark.start, mark.end, labels=mark.labels)
        elif not mark.raised and (mark.plain or _BARE_FOOTNOTE.fullmatch(mark.labels[0]) is not None):
            # A longer label is words that a reader sees, since nothing defines it.
            self.take(mark.start, mark.end)

    def _references(self, rest: str) -> None:
        for reference in foreign_references(rest):
            if self.free(*reference.span):
                self.anchors.append(
                    Anchor(
                        "reference",
                        reference.span[0],
                        self._span(*reference.span),
                        value=(reference.kind, reference.value),
                        link=self._of_link.at(reference.span[0]),
                    )
                )


class _Holding:
    """Which link a place of the text is in; links stand in none but images may stand in them."""

    def __init__(self, links: Sequence[Link], first: int) -> None:
        rows = sorted((link.start, -link.end, index) for index, link in enumerate(links, first))
        outer: list[tuple[int, int, int]] = []
        for start, end, index in rows:
            if not outer or start >= -outer[-1][1]:
                outer.append((start, end, index))
        self._outer = outer

    def at(self, place: int) -> int | None:
        """The index of the link around ``place``."""
        row = bisect_right(self._outer, (place, 1, 0)) - 1
        return self._outer[row][2] if row >= 0 and place < -self._outer[row][1] else None

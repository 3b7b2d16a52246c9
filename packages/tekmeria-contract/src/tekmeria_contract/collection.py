"""Numbering what was read: sentences, the citations of each, definitions and their uses (contract.md §5)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace

from tekmeria_contract.anchors import Anchor, Part
from tekmeria_contract.answer import (
    Answer,
    Citation,
    ForeignMark,
    ForeignReference,
    Quotation,
    Sentence,
    Span,
)
from tekmeria_contract.blockquotes import cites, is_attribution, one_quotation, outer_quote
from tekmeria_contract.citing import Citer, Seen, once, with_blockquote, with_prose_quotes
from tekmeria_contract.claims import ends_with_colon
from tekmeria_contract.containers import Container
from tekmeria_contract.definitions import Unit
from tekmeria_contract.drafts import Draft, classify, draft_part
from tekmeria_contract.limits import check_citations
from tekmeria_contract.notes import Definition, Definitions
from tekmeria_contract.repairs import Found

_INTRODUCIBLE = frozenset({"item", "quote"})


class Collector:
    """Takes the parts of an answer in order and gives the answer as read.

    For a structured claim, ``claim`` is its index and ``given`` are the citations given with it: they belong to its
    last sentence, and no sentence is exempt.
    """

    def __init__(
        self, text: str, language: str | None, claim: int | None = None, given: Sequence[Anchor] = ()
    ) -> None:
        self.text = text
        self.language = language
        self.claim = claim
        self.given = given
        self._rows: list[Unit | Part] = []
        self._definitions = Definitions()
        self._owners: dict[int, Definition] = {}
        self._citer = Citer(text, claim, self._definitions)
        self._seen: list[Span] = []
        self._veiled: list[Anchor] = []
        self._sentences: list[Sentence] = []
        self._citations: list[Citation] = []
        self._foreign: list[ForeignReference] = []
        self._marks: list[ForeignMark] = []

    def add(self, part: Part) -> None:
        """Add a part that is read. What a reader may not see supports nothing, and no mark in it uses anything."""
        self._rows.append(part)
        self._see(part.anchors)
        self._veiled += [anchor for anchor in part.anchors if anchor.veiled and anchor.kind != "note"]
        part.anchors = [anchor for anchor in part.anchors if not anchor.veiled]
        definition = self._definitions.add_part(part)
        if definition is not None:
            self._owners[id(part)] = definition

    def add_link(self, unit: Unit, anchors: Sequence[Anchor]) -> None:
        """Add a link definition with what it cites."""
        self._see(anchors)
        self._definitions.add_link(unit.labels, unit, anchors)

    def skip(self, unit: Unit) -> None:
        """Add a unit that holds no claims."""
        self._rows.append(unit)

    def answer(self, founds: Sequence[Found]) -> Answer:
        """The answer as read; ``founds`` are the handles anywhere in its text."""
        drafts, lonely = self._drafts()
        for draft in drafts:
            self._definitions.use(draft.anchors)
        for draft in drafts:
            self._emit(draft)
        for anchor, definition in lonely:
            self._lonely(anchor, definition)
        for definition in self._definitions:
            if definition.linked and not definition.used:
                for anchor in definition.anchors:
                    self._lonely(anchor, None)
        for anchor in self._veiled:
            self._beside(anchor, None, None)
            self._add([replace(citation, hidden=True) for citation in self._citer.cite(anchor, None)])
        self._add_hidden(founds)
        self._citations.sort(key=lambda citation: citation.span)
        return Answer(
            self.text,
            tuple(self._sentences),
            tuple(self._citations),
            tuple(sorted(self._foreign, key=lambda reference: reference.span)),
            tuple(sorted(self._marks, key=lambda mark: mark.span)),
        )

    def _see(self, anchors: Iterable[Anchor]) -> None:
        """Take note of where handles are read, so that those elsewhere are known to be hidden."""
        self._seen += [anchor.handle_span for anchor in anchors if anchor.handle_span is not None]

    def _drafts(self) -> tuple[list[Draft], list[tuple[Anchor, Definition | None]]]:
        """The sentences, and the anchors that belong to none, with the definition that they stand in."""
        drafts: list[Draft] = []
        lonely: list[tuple[Anchor, Definition | None]] = []
        at = 0
        while at < len(self._rows):
            row = self._rows[at]
            group = self._quote_group(at)
            behind = self._attribution(at + len(group), group)
            quoted = one_quotation(group, self._leadin(at, drafts), behind) if group else None
            if quoted is not None:
                drafts += quoted
                at += len(group) + (behind is not None)
                continue
            if isinstance(row, Part):
                own, alone = draft_part(row, self.text, self.language)
                if self.claim is None:
                    classify(own, row, self._following(at, row))
                drafts += own
                lonely += [(anchor, self._owners.get(id(row))) for anchor in alone]
            at += 1
        if self.claim is not None:
            # A claim that shows no prose is a claim all the same.
            drafts = drafts or [Draft(" ".join(self.text.split()), "claim", (0, len(self.text)), [])]
            drafts[-1].anchors += self.given
        return drafts, lonely

    def _quote_group(self, at: int) -> list[Part]:
        """The parts of the outermost block quote that begins here, if one does."""
        first = self._rows[at]
        quote = outer_quote(first) if isinstance(first, Part) and self.claim is None else None
        if quote is None:
            return []
        before = self._rows[at - 1] if at else None
        if isinstance(before, Part) and outer_quote(before) is quote:
            return []
        group: list[Part] = []
        while at < len(self._rows):
            row = self._rows[at]
            if not isinstance(row, Part) or outer_quote(row) is not quote:
                break
            group.append(row)
            at += 1
        return group

    def _attribution(self, at: int, quote: Sequence[Part]) -> Part | None:
        """The paragraph at ``at``, if it says where the block ``quote`` before it comes from."""
        row = self._rows[at] if quote and at < len(self._rows) else None
        return row if isinstance(row, Part) and is_attribution(row, quote) else None

    def _leadin(self, at: int, drafts: Sequence[Draft]) -> Draft | None:
        """The sentence directly before a row, if it cites and leads in to it."""
        before = drafts[-1] if at and drafts and drafts[-1].part is self._rows[at - 1] else None
        return (
            before if before is not None and ends_with_colon(before.text) and cites(before.anchors) else None
        )

    def _following(self, at: int, part: Part) -> str | None:
        """What a part directly introduces: a list's item, a table, a quote or code."""
        if at + 1 >= len(self._rows):
            return None
        row = self._rows[at + 1]
        unit = row.unit if isinstance(row, Part) else row
        if unit.kind in {"header", "code"}:
            return "table" if unit.kind == "header" else "code"
        here = part.unit.block.container
        child: Container | None = unit.block.container
        while child is not None and child.parent is not here:
            child = child.parent
        return child.kind if child is not None and child.kind in _INTRODUCIBLE else None

    def _emit(self, draft: Draft) -> None:
        index = len(self._sentences)
        short = tuple(Quotation(text, span) for text, span in draft.short)
        self._sentences.append(Sentence(draft.text, draft.kind, draft.span, short, self.claim))
        definition = self._owners.get(id(draft.part))
        citations: list[Citation] = []
        places: list[int] = []
        seen: Seen = set()
        for anchor in draft.anchors:
            self._beside(anchor, index, definition)
            if draft.attached or definition is None or not definition.used or anchor.kind != "citation":
                cited = self._cite(anchor, index if draft.attached else None, definition, seen)
                citations += cited
                places += [anchor.place] * len(cited)
                check_citations(len(citations))
        if draft.blockquote is not None:
            citations = with_blockquote(citations, *draft.blockquote)
        elif draft.attached:
            citations = with_prose_quotes(citations, places, draft.quoted)
        leading = {anchor.link for anchor in draft.anchors if anchor.kind == "reference"}
        self._add(once(citations, leading) if draft.attached else citations)

    def _cite(
        self,
        anchor: Anchor,
        sentence: int | None,
        definition: Definition | None,
        seen: Seen | None = None,
    ) -> list[Citation]:
        """What an anchor cites; ``definition`` is the one that it stands in."""
        cited = self._citer.cite(anchor, sentence, seen)
        if definition is None:
            return cited
        return [c if c.entry is not None else replace(c, entry=definition.index) for c in cited]

    def _add(self, citations: Sequence[Citation]) -> None:
        self._citations += citations
        check_citations(len(self._citations))

    def _beside(self, anchor: Anchor, sentence: int | None, definition: Definition | None) -> None:
        """Take down what an anchor refers to besides handles."""
        entry = None if definition is None else definition.index
        if anchor.kind == "mark":
            self._marks.append(ForeignMark(self.text[slice(*anchor.span)], sentence, anchor.span, self.claim))
        elif anchor.kind == "reference" and anchor.value is not None:
            kind, value = anchor.value
            self._foreign.append(
                ForeignReference(kind, value, sentence, anchor.span, entry, self.claim, anchor.link)
            )
        for label in anchor.labels:
            self._led_to(label, sentence, anchor.link)

    def _led_to(self, label: str, sentence: int | None, link: int | None) -> None:
        """Take down what a link of ``label`` leads to, in the sentence that uses it."""
        linked = self._definitions.link(label)
        for anchor in linked.anchors if linked is not None else ():
            if anchor.kind == "reference":
                self._beside(replace(anchor, link=link), sentence, linked)

    def _lonely(self, anchor: Anchor, definition: Definition | None) -> None:
        """An anchor in no sentence: what it cites is unattached, unless a mark has cited it already."""
        self._beside(anchor, None, definition)
        if definition is not None and definition.used and anchor.kind == "citation":
            return
        if anchor.kind != "note":
            self._add(self._cite(anchor, None, definition))
            return
        if not all(map(self._definitions.is_used, anchor.labels)):
            self._definitions.use([anchor])
            self._add(self._citer.cite(anchor, None))

    def _add_hidden(self, founds: Sequence[Found]) -> None:
        """Handles that stand where no reader sees a citation: they are verified all the same."""
        seen = sorted(self._seen)
        for found in founds:
            before = bisect_right(seen, (found.span[1] - 1, len(self.text) + 1)) - 1
            covered = before >= 0 and seen[before][1] > found.span[0]
            if found.status == "ok" and not covered:
                self._add([self._citer.hidden(found)])

"""Numbering what was read: sentences, the citations of each, definitions and their uses (contract.md §5)."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

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
from tekmeria_contract.blockquotes import cites, one_quotation, outer_quote
from tekmeria_contract.blocks import Container
from tekmeria_contract.definitions import Unit
from tekmeria_contract.delimiters import MAX_QUOTE
from tekmeria_contract.drafts import Draft, classify, draft_part
from tekmeria_contract.repairs import Found

_INVISIBLE = dict.fromkeys(
    [
        0xAD,
        0x34F,
        0x61C,
        0x180E,
        *range(0x200B, 0x2010),
        *range(0x2060, 0x2065),
        0xFEFF,
        *range(0xFE00, 0xFE10),
    ]
)
_Row = Unit | Part


@dataclass(slots=True)
class _Definition:
    index: int
    anchors: list[Anchor] = field(default_factory=list[Anchor])
    used: bool = False


class Collector:
    """Takes the parts of an answer in order and gives the answer as read.

    For a structured claim, ``claim`` is its index and ``given`` are the citations given with it: they
    belong to its last sentence, and no sentence is exempt.
    """

    def __init__(
        self, text: str, language: str | None, claim: int | None = None, given: Sequence[Anchor] = ()
    ) -> None:
        self.text = text
        self.claim = claim
        self.given = given
        self.language = language
        self.rows: list[_Row] = []
        self.definitions: dict[str, dict[int, _Definition]] = defaultdict(dict)
        self.entries = 0
        self.owners: dict[int, _Definition] = {}
        self.sentences: list[Sentence] = []
        self.citations: list[Citation] = []
        self.foreign: list[ForeignReference] = []
        self.marks: list[ForeignMark] = []
        self.linked: list[_Definition] = []

    def add(self, part: Part) -> None:
        """Add a part that is read."""
        self.rows.append(part)
        if part.unit.label is not None:
            container = part.unit.block.container
            while container.kind != "footnote" and container.parent is not None:
                container = container.parent
            key = id(container) if container.kind == "footnote" else id(part.unit)
            definition = self._definition(part.unit.label, key)
            definition.anchors += part.anchors
            self.owners[id(part)] = definition

    def add_link(self, unit: Unit, anchors: Iterable[Anchor]) -> None:
        """Add a link definition with what it cites."""
        definition = self._definition(unit.label or "", id(unit.link))
        definition.anchors += anchors
        self.linked.append(definition)

    def skip(self, unit: Unit) -> None:
        """Add a unit that holds no claims."""
        self.rows.append(unit)

    def _definition(self, label: str, key: int) -> _Definition:
        defined = self.definitions[label]
        if key not in defined:
            defined[key] = _Definition(self.entries)
            self.entries += 1
        return defined[key]

    def answer(self, founds: Sequence[Found]) -> Answer:
        """The answer as read; ``founds`` are the handles anywhere in its text."""
        drafts, lonely = self._drafts()
        self._use(drafts)
        for draft in drafts:
            self._emit(draft)
        for anchor, definition in lonely:
            self._lonely(anchor, definition)
        for definition in self.linked:
            if not definition.used:
                for anchor in definition.anchors:
                    self._lonely(anchor, None)
        self._hidden(founds)
        self.citations.sort(key=lambda citation: (citation.span, citation.quote_span or (0, 0)))
        return Answer(
            self.text,
            tuple(self.sentences),
            tuple(self.citations),
            tuple(sorted(self.foreign, key=lambda reference: reference.span)),
            tuple(sorted(self.marks, key=lambda mark: mark.span)),
        )

    def _drafts(self) -> tuple[list[Draft], list[tuple[Anchor, _Definition | None]]]:
        drafts: list[Draft] = []
        lonely: list[tuple[Anchor, _Definition | None]] = []
        at = 0
        while at < len(self.rows):
            row = self.rows[at]
            if isinstance(row, Unit):
                at += 1
                continue
            group = self._quote_group(at) if self.claim is None else []
            if group:
                introduced = bool(drafts) and self._citing_leadin(drafts[-1])
                quoted = one_quotation(group, introduced)
                if quoted is not None:
                    if not cites(quoted[0].anchors):
                        quoted[0].anchors = [a for a in drafts[-1].anchors if a.kind in ("citation", "note")]
                    drafts += quoted
                    at += len(group)
                    continue
            own, alone = draft_part(row, self.text, self.language)
            if self.claim is None:
                classify(own, row, self._following(at, row))
            drafts += own
            lonely += [(anchor, self.owners.get(id(row))) for anchor in alone]
            at += 1
        if drafts:
            drafts[-1].anchors += self.given
        else:
            lonely += [(anchor, None) for anchor in self.given]
        return drafts, lonely

    @staticmethod
    def _citing_leadin(draft: Draft) -> bool:
        return draft.text.rstrip().endswith((":", "：")) and cites(draft.anchors)

    def _quote_group(self, at: int) -> list[Part]:
        first = self.rows[at]
        if isinstance(first, Unit):
            return []
        quote = outer_quote(first)
        if quote is None or (
            at and isinstance(before := self.rows[at - 1], Part) and outer_quote(before) is quote
        ):
            return []
        group: list[Part] = []
        for row in self.rows[at:]:
            if isinstance(row, Unit) or outer_quote(row) is not quote:
                break
            group.append(row)
        return group

    def _following(self, at: int, part: Part) -> str | None:
        if at + 1 >= len(self.rows):
            return None
        row = self.rows[at + 1]
        unit = row.unit if isinstance(row, Part) else row
        here, there = part.unit.block.container, unit.block.container
        if unit.kind in ("header", "code"):
            return "table" if unit.kind == "header" else "code"
        child: Container | None = there
        while child is not None and child.parent is not here:
            child = child.parent
        return None if child is None else child.kind

    def _use(self, drafts: Sequence[Draft]) -> None:
        """Mark the definitions that a mark of a sentence uses."""
        for draft in drafts:
            for anchor in draft.anchors:
                for label in anchor.labels:
                    for definition in self.definitions.get(label, {}).values():
                        definition.used = True

    def _emit(self, draft: Draft) -> None:
        index = len(self.sentences)
        short = tuple(Quotation(text, span) for text, span in draft.short)
        self.sentences.append(Sentence(draft.text, draft.kind, draft.span, short, self.claim))
        sentence = index if draft.attached else None
        definition = self.owners.get(id(draft.part))
        citations: list[Citation] = []
        places: list[int] = []
        for anchor in draft.anchors:
            if (
                definition is not None
                and anchor.kind == "citation"
                and not draft.attached
                and definition.used
            ):
                continue
            for citation in self._of_anchor(anchor, sentence):
                citations.append(citation)
                places.append(anchor.place)
            self._beside(anchor, index, definition)
        if draft.blockquote is not None:
            citations = _with_blockquote(citations, draft.blockquote)
        elif draft.attached:
            for text, span, place in draft.quoted:
                _with_prose_quote(citations, places, text, span, place)
        self.citations += _once(citations) if sentence is not None else citations

    def _beside(self, anchor: Anchor, sentence: int | None, definition: _Definition | None) -> None:
        entry = None if definition is None else definition.index
        if anchor.kind == "mark":
            self.marks.append(ForeignMark(self.text[slice(*anchor.span)], sentence, anchor.span, self.claim))
        elif anchor.kind == "reference" and anchor.value is not None:
            kind, value = anchor.value
            self.foreign.append(
                ForeignReference(kind, value, sentence, anchor.span, entry, self.claim, anchor.link)
            )

    def _lonely(self, anchor: Anchor, definition: _Definition | None) -> None:
        self._beside(anchor, None, definition)
        if anchor.kind == "note" or (
            definition is not None and definition.used and anchor.kind == "citation"
        ):
            for label in anchor.labels:
                for used in self.definitions.get(label, {}).values():
                    if not used.used:
                        used.used = True
                        self.citations += self._of_anchor(anchor, None)
            return
        self.citations += self._of_anchor(anchor, None)

    def _of_anchor(self, anchor: Anchor, sentence: int | None) -> list[Citation]:
        if anchor.kind == "citation":
            return self._cited(anchor, sentence, "bracket" if anchor.raw is None else "structured")
        if anchor.kind == "malformed":
            handle = anchor.value[1] if anchor.value is not None else None
            return [self._malformed(anchor, handle, anchor.reason or "no_scheme", sentence)]
        if anchor.kind == "note":
            return [citation for label in anchor.labels for citation in self._noted(anchor, label, sentence)]
        return []

    def _noted(self, anchor: Anchor, label: str, sentence: int | None) -> list[Citation]:
        defined = list(self.definitions.get(label, {}).values())
        if not defined:
            return []
        handles = {tuple(a.found.handle for a in d.anchors if a.found is not None) for d in defined}
        if len(handles) > 1:
            return [self._malformed(anchor, None, "mark_defined_twice", sentence)]
        return [
            replace(
                citation,
                span=anchor.span,
                raw=self.text[slice(*anchor.span)],
                defined=citation.span,
                entry=defined[0].index,
            )
            for cited in defined[0].anchors
            if cited.kind in ("citation", "malformed")
            for citation in (
                self._cited(cited, sentence, "definition")
                if cited.kind == "citation"
                else self._of_anchor(cited, sentence)
            )
        ]

    def _malformed(self, anchor: Anchor, handle: str | None, reason: str, sentence: int | None) -> Citation:
        return self._plain(
            anchor.span, anchor.raw, sentence, Found(anchor.span, handle, "malformed", reason, None, ())
        )

    def _plain(self, span: Span, raw: str | None, sentence: int | None, found: Found) -> Citation:
        """A citation of ``found`` without a quotation."""
        return Citation(
            handle=found.handle,
            quote=None,
            origin=None,
            sentence=sentence,
            status=found.status,
            reason=found.reason,
            verified=found.verified,
            repaired=found.repaired,
            delimiter=None,
            hidden=False,
            raw=self.text[slice(*span)] if raw is None else raw,
            span=span,
            claim=self.claim,
        )

    def _cited(self, anchor: Anchor, sentence: int | None, origin: str) -> list[Citation]:
        found = anchor.found
        if found is None:
            return []
        if anchor.reason is not None:
            found = replace(found, status="malformed", reason=anchor.reason, verified=None)
        plain = self._plain(anchor.span, anchor.raw, sentence, found)
        plain = replace(plain, delimiter=anchor.delimiter, link=anchor.link)
        if not anchor.quotes:
            return [plain]
        return [_quoting(plain, text, span, origin) for text, span in anchor.quotes]

    def _hidden(self, founds: Sequence[Found]) -> None:
        """Handles that stand where no reader sees a citation: they are verified all the same."""
        seen = sorted({(c.defined or c.span) for c in self.citations} | self._defined_spans())
        ends: list[int] = []
        most = 0
        for _, end in seen:
            most = max(most, end)
            ends.append(most)
        for found in founds:
            at = bisect_right(seen, (found.span[1] - 1, 1 << 40)) - 1
            if found.status != "ok" or (at >= 0 and ends[at] > found.span[0]):
                continue
            self.citations.append(replace(self._plain(found.span, None, None, found), hidden=True))

    def _defined_spans(self) -> set[Span]:
        return {
            anchor.span
            for defined in self.definitions.values()
            for definition in defined.values()
            for anchor in definition.anchors
            if anchor.kind == "citation"
        }


def _quoting(citation: Citation, text: str, span: Span | None, origin: str) -> Citation:
    quoting = replace(citation, quote=text, quote_span=span, origin=origin)
    if citation.status != "ok":
        return quoting
    reason = None
    if not text.translate(_INVISIBLE).strip():
        reason = "empty_quote"
    elif len(text) > MAX_QUOTE:
        reason = "too_long_quote"
    return quoting if reason is None else replace(quoting, status="malformed", reason=reason, verified=None)


def _with_blockquote(citations: list[Citation], quoted: tuple[str, Span]) -> list[Citation]:
    text, span = quoted
    return [
        c if c.quote is not None or c.status != "ok" else _quoting(c, text, span, "blockquote")
        for c in citations
    ]


def _with_prose_quote(
    citations: list[Citation], places: list[int], text: str, span: Span, place: int
) -> None:
    """Give the quotation to the nearest citation: the first after it, else the last before it."""
    if not citations:
        return
    at = next((i for i, where in enumerate(places) if where >= place), len(citations) - 1)
    citation = citations[at]
    quoting = _quoting(replace(citation, quote=None), text, span, "prose")
    if citation.quote is None:
        citations[at] = quoting
    else:
        citations.insert(at + 1, quoting)
        places.insert(at + 1, places[at])


def _once(citations: list[Citation]) -> list[Citation]:
    kept: dict[tuple[str | None, str | None, str], Citation] = {}
    for citation in citations:
        key = (citation.handle or citation.raw, citation.quote, citation.status)
        kept.setdefault(key, citation)
    return list(kept.values())

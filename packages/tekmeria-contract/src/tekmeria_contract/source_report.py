"""Sources as the report shows them: cited passages and records, and references that are no handles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from tekmeria_contract.answer import Citation, ForeignReference
from tekmeria_contract.evidence import Evidence
from tekmeria_contract.outcome import NO_EVIDENCE
from tekmeria_contract.report import CitedPassage, CitedRecord, JudgedReference
from tekmeria_contract.resolution import RecordFacts
from tekmeria_contract.verdicts import Ruling

Place = tuple[str, int | None, int]
"""A link, a sentence or an entry: which of them, its structured claim, its index."""


def judged_references(
    references: Iterable[ForeignReference], cited: Iterable[tuple[Citation, Ruling]]
) -> tuple[JudgedReference, ...]:
    """Compare each foreign reference with the identifiers of the records cited where it stands (clause C48)."""
    known: defaultdict[Place, set[str]] = defaultdict(set)
    for citation, ruling in cited:
        evidence = None if ruling.verdict in NO_EVIDENCE else ruling.evidence
        identifiers = set[str]() if evidence is None else _identifiers(evidence)
        for place in _places(citation):
            known[place] |= identifiers
    return tuple(_judged_reference(reference, known) for reference in references)


def _judged_reference(reference: ForeignReference, known: Mapping[Place, set[str]]) -> JudgedReference:
    beside = next((known[place] for place in _places(reference) if place in known), set[str]())
    state = "matched" if f"{reference.kind}:{reference.value}".lower() in beside else "unchecked"
    return JudgedReference(
        reference.kind, reference.value, state, reference.sentence, reference.claim, reference.span
    )


def _places(item: Citation | ForeignReference) -> Iterator[Place]:
    """Where something stands, the narrowest first: its link, its sentence, its entry."""
    if item.link is not None:
        yield "link", item.claim, item.link
    if item.sentence is not None:
        yield "sentence", None, item.sentence
    if item.entry is not None:
        yield "entry", item.claim, item.entry


def _identifiers(evidence: Evidence) -> set[str]:
    record = evidence.resolution.record
    own = evidence.handle.record.partition("@")[0]
    return {name.lower() for name in (own, *(record.identifiers if record is not None else ()))}


def cited_passage(evidence: Evidence) -> CitedPassage:
    """The passage as issued and as it is now."""
    current = evidence.current
    return CitedPassage(
        handle=str(evidence.handle),
        record=evidence.handle.record,
        path=evidence.handle.path,
        label=evidence.resolution.label,
        issued=evidence.issued,
        current=None if current == evidence.issued else current,
        issued_at=evidence.own[0].issued_at if evidence.own else None,
        key=evidence.handle.key_fingerprint,
    )


def cited_records(evidence: Iterable[Evidence]) -> tuple[CitedRecord, ...]:
    """Every cited record, once, in the order of its first citation."""
    known: dict[str, CitedRecord] = {}
    for entry in evidence:
        facts = entry.resolution.record
        if facts is not None and entry.handle.record not in known:
            known[entry.handle.record] = _cited_record(entry.handle.record, facts)
    return tuple(known.values())


def _cited_record(record: str, facts: RecordFacts) -> CitedRecord:
    return CitedRecord(
        record,
        facts.title,
        facts.identifiers,
        facts.link,
        facts.version,
        facts.preprint,
        facts.published,
        facts.notices,
        facts.checked_at,
    )

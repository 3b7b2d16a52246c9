"""Sources as the report shows them: cited passages and records, and references that are no handles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tekmeria_contract.answer import ForeignReference
from tekmeria_contract.evidence import Evidence
from tekmeria_contract.outcome import NO_EVIDENCE
from tekmeria_contract.report import CitedPassage, CitedRecord, JudgedCitation, JudgedReference
from tekmeria_contract.resolution import RecordFacts
from tekmeria_contract.verdicts import Ruling


def judged_reference(
    reference: ForeignReference,
    citations: Sequence[JudgedCitation],
    rulings: Sequence[Ruling],
    cited_in: Mapping[int, Sequence[int]],
) -> JudgedReference:
    """Compare a foreign reference with the identifiers of the records cited in its sentence (contract.md §5)."""
    beside = list(cited_in.get(reference.sentence, ())) if reference.sentence is not None else []
    known: set[str] = set()
    for i in beside:
        evidence = rulings[i].evidence
        if evidence is not None and citations[i].verdict not in NO_EVIDENCE:
            known |= _identifiers(evidence)
    state = "matched" if f"{reference.kind}:{reference.value}".lower() in known else "unchecked"
    return JudgedReference(
        reference.kind, reference.value, state, reference.sentence, reference.claim, reference.span
    )


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

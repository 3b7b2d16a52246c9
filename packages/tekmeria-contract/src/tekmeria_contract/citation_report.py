"""A citation as the report shows it: its verdict with all that explains it, and links for people."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import quote as percent_encode

from tekmeria_contract.answer import Citation
from tekmeria_contract.evidence import Library
from tekmeria_contract.mismatch import Diagnosis, Diagnostician
from tekmeria_contract.policy import Policy
from tekmeria_contract.report import JudgedCitation, Links
from tekmeria_contract.verdicts import Ruling, flags, notes
from tekmeria_contract.vocabulary import NOTES

FRAGMENT_WORDS = 5
"""Words at each end of a text fragment of more than twice as many."""


def judged_citation(
    index: int, citation: Citation, ruling: Ruling, policy: Policy, library: Library, doctor: Diagnostician
) -> JudgedCitation:
    """The citation with its verdict, flags, notes, diagnosis and links."""
    diagnosis = _diagnosis(citation, ruling, doctor)
    match = None if diagnosis is None else diagnosis.match
    found = ruling.found
    elsewhere = ruling.holder is not None and ruling.holder is not ruling.evidence
    raised = notes(citation, ruling, policy, library)
    return JudgedCitation(
        index=index,
        sentence=citation.sentence,
        claim=citation.claim,
        handle=citation.handle,
        raw=citation.raw,
        span=citation.span,
        verdict=ruling.verdict,
        reason=ruling.reason,
        support="not_checked",
        flags=() if ruling.evidence is None else flags(ruling.evidence),
        notes=in_order(raised),
        repaired=citation.repaired,
        delimiter=citation.delimiter,
        quote=citation.quote,
        quote_span=citation.quote_span,
        origin=citation.origin,
        checked_against=ruling.against,
        matched=ruling.matched,
        passage_span=None if found is None else found.match.span,
        cls=None if match is None else match.cls,
        detail=None if match is None else match.detail,
        closest=None if match is None else match.closest,
        closest_span=None if match is None else match.closest_span,
        similarity=None if match is None else match.similarity,
        omitted=_omitted(ruling, match.omitted if match is not None else ()),
        held_by=_held_by(ruling, diagnosis, elsewhere),
        repair=None if match is None else match.repair,
        repair_handle=None if diagnosis is None else diagnosis.repair_handle,
        links=_links(ruling),
    )


def _diagnosis(citation: Citation, ruling: Ruling, doctor: Diagnostician) -> Diagnosis | None:
    if ruling.verdict != "quote_mismatch" or citation.quote is None or ruling.evidence is None:
        return None
    return doctor.diagnose(citation.quote, ruling.evidence)


def _omitted(ruling: Ruling, diagnosed: tuple[str, ...]) -> tuple[str, ...]:
    return ruling.found.match.omitted if ruling.found is not None else diagnosed


def _held_by(ruling: Ruling, diagnosis: Diagnosis | None, elsewhere: bool) -> str | None:
    if elsewhere and ruling.holder is not None:
        return str(ruling.holder.handle)
    return None if diagnosis is None else diagnosis.held_by


def in_order(raised: Iterable[str]) -> tuple[str, ...]:
    """Notes once each, in the order of the closed list."""
    present = set(raised)
    return tuple(note for note in NOTES if note in present)


def _links(ruling: Ruling) -> Links | None:
    evidence = ruling.holder if ruling.holder is not None else ruling.evidence
    record = None if evidence is None else evidence.resolution.record
    if evidence is None or record is None or record.link is None:
        return None
    if ruling.found is None or ruling.found.match.span is None or "#" in record.link:
        return Links(record.link, None)
    text = evidence.current if ruling.found.against == "current" else evidence.shown
    return Links(
        record.link, f"{record.link}#:~:text={_fragment((text or '')[slice(*ruling.found.match.span)])}"
    )


def _fragment(text: str) -> str:
    """A text directive (URL Fragment Text Directives): the text, or its first and last words."""
    words = text.split()
    ends = [words] if len(words) <= 2 * FRAGMENT_WORDS else [words[:FRAGMENT_WORDS], words[-FRAGMENT_WORDS:]]
    return ",".join(percent_encode(" ".join(end), safe="").replace("-", "%2D") for end in ends)

"""The verdict on one citation: the first of contract.md §7 that applies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tekmeria_contract.answer import Citation
from tekmeria_contract.evidence import Evidence, Holding, Library, at_hand, holding
from tekmeria_contract.policy import Policy
from tekmeria_contract.quotes import is_title_part
from tekmeria_contract.resolution import CORRECTING, RETRACTING, standing_notices

SHARED_ORIGINS = frozenset({"prose", "blockquote"})
"""Quotations that any citation of their sentence may hold."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A verdict and what it rests on; ``holder`` is the evidence that holds the quote, ``matched`` how it does."""

    verdict: str
    reason: str | None = None
    evidence: Evidence | None = None
    found: Holding | None = None
    holder: Evidence | None = None
    matched: str | None = None
    against: str | None = None


def rule(
    citation: Citation,
    evidence: Evidence | None,
    conflicting: bool,
    neighbours: Sequence[Evidence],
    policy: Policy,
    library: Library,
) -> Ruling:
    """Judge ``citation``.

    ``evidence`` is None where its handle is not verified; ``neighbours`` are those of the other citations of its
    sentence, which may hold a quotation of the prose.

    1. malformed 2. forged 3. unavailable 4. withdrawn 5. quote_mismatch 6. ok
    """
    if citation.status == "malformed":
        return Ruling("malformed", citation.reason)
    if conflicting:
        return Ruling("forged", "conflicting_codes")
    if evidence is None:
        return Ruling("forged", citation.reason)
    resolution = evidence.resolution
    offline = policy.against == "issued"
    if evidence.shown is None if offline else not resolution.reached:
        return Ruling("unavailable", "source_unreachable", evidence)
    if offline and not evidence.own:
        return Ruling("unavailable", "version_not_obtainable", evidence)
    found = None if citation.quote is None else holding(citation.quote, evidence, policy, library)
    if citation.quote is not None and found is None and _version_lost(evidence):
        return Ruling("unavailable", "version_not_obtainable", evidence)
    if not offline and not (evidence.version is not None and evidence.own):
        if resolution.record_exists is False:
            return Ruling("withdrawn", "record_gone", evidence)
        if resolution.passage_exists is False:
            return Ruling("withdrawn", "passage_gone", evidence)
    if citation.quote is None:
        return Ruling("ok", None, evidence, against=at_hand(evidence))
    return _rule_quote(citation, citation.quote, evidence, found, neighbours, policy, library)


def _version_lost(evidence: Evidence) -> bool:
    """The cited version was never kept here, and the registry serves another one."""
    lost = evidence.version is not None and not evidence.own and not evidence.current_is_own
    return lost and evidence.resolution.record_exists is not False


def _rule_quote(
    citation: Citation,
    quote: str,
    evidence: Evidence,
    found: Holding | None,
    neighbours: Sequence[Evidence],
    policy: Policy,
    library: Library,
) -> Ruling:
    holder = evidence
    if found is None and citation.origin in SHARED_ORIGINS:
        for neighbour in neighbours:
            found = holding(quote, neighbour, policy, library)
            if found is not None:
                holder = neighbour
                break
    if found is not None:
        return Ruling("ok", None, evidence, found, holder, found.match.kind, found.against)
    titles = [e.resolution.record.title for e in (evidence, *neighbours) if e.resolution.record is not None]
    if citation.origin == "prose" and any(title and is_title_part(quote, title) for title in titles):
        return Ruling("ok", None, evidence, matched="title", against=at_hand(evidence))
    return Ruling("quote_mismatch", None, evidence, against=at_hand(evidence))


def flags(evidence: Evidence) -> tuple[str, ...]:
    """The flags of the record behind a citation; they never change its verdict."""
    record = evidence.resolution.record
    if record is None:
        return ()
    standing = standing_notices(record.notices or ())
    raised = {
        "retracted": any(notice.kind in RETRACTING for notice in standing),
        "concern": any(notice.kind == "concern" for notice in standing),
        "preprint": record.preprint,
        "version_changed": _version_changed(evidence),
    }
    return tuple(name for name, up in raised.items() if up)


def _version_changed(evidence: Evidence) -> bool:
    record = evidence.resolution.record
    served = record.version if record is not None else None
    cited = (
        evidence.version
        if evidence.version is not None
        else (evidence.own[0].version if evidence.own else None)
    )
    return served is not None and cited is not None and served != cited


def notes(citation: Citation, ruling: Ruling, policy: Policy, library: Library) -> list[str]:
    """The notes on a citation that its own evidence gives (contract.md §7)."""
    evidence = ruling.evidence
    raised: list[str] = ["inside_code"] if citation.hidden else []
    if evidence is None:
        return raised
    raised += _record_notes(evidence)
    if policy.against == "issued":
        raised.append("not_rechecked")
    elif _text_changed(evidence, library):
        raised.append("text_changed")
    if ruling.found is not None and ruling.holder is not None:
        if not ruling.found.own and ruling.holder.own:
            raised.append("not_as_issued")
        if ruling.holder.resolution.credits:
            raised.append("secondary")
        raised += ruling.found.match.notes
    return raised


def _record_notes(evidence: Evidence) -> list[str]:
    record = evidence.resolution.record
    if record is None or record.notices is None:
        return ["notices_unchecked"]
    raised = ["corrected"] if any(notice.kind in CORRECTING for notice in record.notices) else []
    return raised + (["published"] if record.preprint and record.published is not None else [])


def _text_changed(evidence: Evidence, library: Library) -> bool:
    if evidence.issued is None or evidence.current is None:
        return False
    return library.prepare(evidence.issued).folded.text != library.prepare(evidence.current).folded.text

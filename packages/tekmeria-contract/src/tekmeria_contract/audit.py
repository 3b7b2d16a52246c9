"""The second pure step of an audit: judging every citation and the answer (contract.md §6 to §9)."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tekmeria_contract.answer import Citation
from tekmeria_contract.citation_report import judged_citation
from tekmeria_contract.evidence import Evidence, Library, gather
from tekmeria_contract.fold import FOLD_VERSION
from tekmeria_contract.keyring import ADDRESSING_VERSIONS
from tekmeria_contract.mismatch import Diagnostician
from tekmeria_contract.outcome import measure, overall
from tekmeria_contract.plan import Plan
from tekmeria_contract.policy import Policy
from tekmeria_contract.report import Mark, Report, Versions
from tekmeria_contract.resolution import PassageText, Resolution
from tekmeria_contract.sentence_report import judged_sentence, with_sentence_notes
from tekmeria_contract.sentences import SPLITTER_VERSION
from tekmeria_contract.source_report import cited_passage, cited_records, judged_references
from tekmeria_contract.verdicts import Ruling, rule
from tekmeria_contract.vocabulary import CONTRACT_VERSION

NEIGHBOURS = 50
"""How many citations beside its own a quotation of the prose may be held by; this keeps an audit linear."""


class MissingResolutionError(LookupError):
    """A handle that the plan names was not resolved: a misuse, since what is unknown must be said to be unknown."""

    def __init__(self, handle: str) -> None:
        super().__init__(f"no resolution for {handle}; give a Resolution for every handle of plan.handles")
        self.handle = handle


def judge(
    plan: Plan,
    resolutions: Mapping[str, Resolution],
    policy: Policy | None = None,
    audited_at: str | None = None,
) -> Report:
    """Judge a planned answer with what is known about its handles; ``audited_at`` is written down as given.

    Raises :class:`MissingResolutionError` where a handle of ``plan.handles`` has no resolution.
    """
    return _Judge(plan, resolutions, policy if policy is not None else Policy()).report(audited_at)


@dataclass(slots=True)
class _Judge:
    plan: Plan
    resolutions: Mapping[str, Resolution]
    policy: Policy

    def report(self, audited_at: str | None) -> Report:
        answer = self.plan.answer
        evidence = self._evidence()
        cited_in = _by_sentence(answer.citations)
        library = Library()
        rulings = self._rulings(evidence, cited_in, library)
        doctor = Diagnostician(library, self.policy, _passages_of(evidence.values()))
        citations = [
            judged_citation(index, citation, ruling, self.policy, library, doctor)
            for index, (citation, ruling) in enumerate(zip(answer.citations, rulings, strict=True))
        ]
        citations = with_sentence_notes(answer, citations, rulings, cited_in, library)
        sentences = [
            judged_sentence(index, sentence, cited_in.get(index, ()), citations, rulings, library)
            for index, sentence in enumerate(answer.sentences)
        ]
        foreign = judged_references(answer.foreign, zip(answer.citations, rulings, strict=True))
        verdict, reasons = overall(citations, sentences, foreign, self.policy)
        return Report(
            verdict=verdict,
            reasons=reasons,
            metrics=measure(citations, sentences, foreign),
            policy=self.policy,
            answer=self.plan.facts,
            audited_at=audited_at,
            versions=Versions(CONTRACT_VERSION, FOLD_VERSION, SPLITTER_VERSION, ADDRESSING_VERSIONS),
            sentences=tuple(sentences),
            citations=tuple(citations),
            foreign=foreign,
            marks=tuple(Mark(m.text, m.sentence, m.claim, m.span) for m in answer.marks),
            passages=tuple(cited_passage(e) for e in evidence.values()),
            records=cited_records(evidence.values()),
        )

    def _evidence(self) -> dict[str, Evidence]:
        gathered: dict[str, Evidence] = {}
        for index, citation in enumerate(self.plan.answer.citations):
            handle = citation.verified
            if handle is None or index in self.plan.conflicting or str(handle) in gathered:
                continue
            if str(handle) not in self.resolutions:
                raise MissingResolutionError(str(handle))
            gathered[str(handle)] = gather(handle, self.resolutions[str(handle)], self.policy)
        return gathered

    def _rulings(
        self, evidence: Mapping[str, Evidence], cited_in: Mapping[int, Sequence[int]], library: Library
    ) -> list[Ruling]:
        citations = self.plan.answer.citations

        def own(index: int) -> Evidence | None:
            verified = citations[index].verified
            return None if verified is None else evidence.get(str(verified))

        def neighbours(index: int) -> list[Evidence]:
            sentence = citations[index].sentence
            if sentence is None or citations[index].quote is None:
                return []
            beside = cited_in[sentence]
            at = bisect_left(beside, index)
            near = beside[max(0, at - NEIGHBOURS // 2) : at + NEIGHBOURS // 2]
            found = {str(entry.handle): entry for i in near if (entry := own(i)) is not None}
            return [entry for entry in found.values() if entry is not own(index)]

        return [
            rule(
                citation,
                own(index),
                index in self.plan.conflicting,
                neighbours(index),
                self.policy,
                library,
            )
            for index, citation in enumerate(citations)
        ]


def _by_sentence(citations: Iterable[Citation]) -> dict[int, list[int]]:
    grouped: defaultdict[int, list[int]] = defaultdict(list)
    for index, citation in enumerate(citations):
        if citation.sentence is not None:
            grouped[citation.sentence].append(index)
    return dict(grouped)


def _passages_of(evidence: Iterable[Evidence]) -> list[PassageText]:
    """Every passage known of the answer's records, once, in the order of their first citation."""
    known: dict[str, PassageText] = {}
    for entry in evidence:
        for passage in entry.resolution.passages:
            known.setdefault(passage.handle, passage)
        if entry.shown is not None:
            known.setdefault(str(entry.handle), PassageText(str(entry.handle), entry.shown))
    return list(known.values())

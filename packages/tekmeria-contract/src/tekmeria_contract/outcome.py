"""From judged citations and sentences to the overall verdict and the figures of a report (contract.md §8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import fields

from tekmeria_contract.policy import Policy
from tekmeria_contract.report import Counts, JudgedCitation, JudgedReference, JudgedSentence, Metrics, Reason
from tekmeria_contract.vocabulary import OVERALL

BASE_OUTCOME = {
    "forged": "fail",
    "malformed": "fail",
    "unavailable": "incomplete",
    "notices_unchecked": "incomplete",
    "withdrawn": "warn",
    "quote_mismatch": "warn",
    "prose_quote_mismatch": "warn",
    "uncited": "warn",
    "invalid_only": "warn",
    "retracted": "warn",
    "concern": "warn",
    "qualified": "warn",
    "not_as_issued": "warn",
    "foreign_unchecked": "warn",
    "nothing_to_check": "warn",
    "preprint": "pass",
    "version_changed": "pass",
    "figures": "pass",
}
"""What each reason makes of an answer where the policy does not say more, in the order in which they are listed."""

NO_EVIDENCE = frozenset({"malformed", "forged"})
"""Verdicts of citations that stand for no record."""


def overall(
    citations: Sequence[JudgedCitation],
    sentences: Sequence[JudgedSentence],
    foreign: Sequence[JudgedReference],
    policy: Policy,
) -> tuple[str, tuple[Reason, ...]]:
    """The overall verdict and every reason for it, most severe first."""
    occurred = _occurrences(citations, sentences, foreign, policy)
    reasons = [
        Reason(_outcome(id_, base, policy), id_, occurred[id_])
        for id_, base in BASE_OUTCOME.items()
        if occurred[id_]
    ]
    listed = sorted((r for r in reasons if r.outcome != "pass"), key=lambda r: OVERALL.index(r.outcome))
    return (listed[0].outcome if listed else "pass"), tuple(listed)


def _outcome(id_: str, base: str, policy: Policy) -> str:
    return "fail" if id_ in policy.fail_on or base in policy.fail_on else base


def _occurrences(
    citations: Sequence[JudgedCitation],
    sentences: Sequence[JudgedSentence],
    foreign: Sequence[JudgedReference],
    policy: Policy,
) -> Counter[str]:
    occurred: Counter[str] = Counter()
    for citation in citations:
        prose = citation.origin == "prose" and citation.verdict == "quote_mismatch"
        occurred["prose_quote_mismatch" if prose and not policy.prose_quotes_fail else citation.verdict] += 1
        occurred.update(citation.flags)
        occurred.update(citation.notes)
    occurred.update(sentence.status for sentence in sentences)
    occurred["figures"] = sum(
        figure.state == "not_found" for sentence in sentences for figure in sentence.figures or ()
    )
    occurred["foreign_unchecked"] = sum(reference.state == "unchecked" for reference in foreign)
    occurred["nothing_to_check"] = int(not any(sentence.kind == "claim" for sentence in sentences))
    return occurred


def measure(
    citations: Sequence[JudgedCitation],
    sentences: Sequence[JudgedSentence],
    foreign: Sequence[JudgedReference],
) -> Metrics:
    """The figures of the audit."""
    verdicts = Counter(citation.verdict for citation in citations)
    claims = [sentence for sentence in sentences if sentence.kind == "claim"]
    cited = sum(sentence.status == "cited" for sentence in claims)
    compared = [
        citation
        for citation in citations
        if citation.quote is not None
        and citation.verdict in {"ok", "quote_mismatch"}
        and citation.matched != "title"
    ]
    verbatim = sum(citation.verdict == "ok" for citation in compared)
    figures = [figure for sentence in claims for figure in sentence.figures or ()]
    exempt = [sentence for sentence in sentences if sentence.kind != "claim"]
    return Metrics(
        citations=len(citations),
        by_verdict=Counts(**{field.name: verdicts[field.name] for field in fields(Counts)}),
        validity=_ratio(verdicts["ok"], len(citations)),
        claims=len(claims),
        claims_cited=cited,
        coverage=_ratio(cited, len(claims)),
        quotes=len(compared),
        quotes_verbatim=verbatim,
        quote_accuracy=_ratio(verbatim, len(compared)),
        fabricated=verdicts["forged"],
        retracted_cited=sum("retracted" in citation.flags for citation in citations),
        foreign=len(foreign),
        foreign_unchecked=sum(reference.state == "unchecked" for reference in foreign),
        figures=len(figures),
        figures_found=sum(figure.state != "not_found" for figure in figures),
        exempt_sentences=len(exempt),
        exempt_words=sum(len(sentence.text.split()) for sentence in exempt),
    )


def _ratio(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None

"""Sentence statuses, the overall verdict with its reasons, and the figures of an audit (contract.md §8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tekmeria_contract.policy import Policy
from tekmeria_contract.resolution import Resolution
from tekmeria_eval.oracle.figures import figures
from tekmeria_eval.oracle.handles import KeySpec, handle_fault
from tekmeria_eval.oracle.verdicts import Cited, Judgement, judge_citation, shown_text

SEVERITY = ("fail", "incomplete", "warn")
ALWAYS_FAIL = ("forged", "malformed")
INCOMPLETE = ("unavailable", "notices_unchecked")
WARN = (
    "withdrawn",
    "quote_mismatch",
    "prose_quote_mismatch",
    "uncited",
    "invalid_only",
    "retracted",
    "concern",
    "qualified",
    "not_as_issued",
    "foreign_unchecked",
    "nothing_to_check",
)
ONLY_BY_POLICY = ("preprint", "version_changed", "figures")


@dataclass(frozen=True, slots=True)
class Stated:
    """A sentence of the answer: its prose and its kind (``claim`` or one of the exempt kinds)."""

    text: str
    kind: str = "claim"


@dataclass(frozen=True, slots=True)
class Audit:
    """Everything that the clauses say of an answer."""

    citations: tuple[Judgement, ...]
    statuses: tuple[str, ...]
    figures: tuple[tuple[tuple[str, str], ...] | None, ...]
    verdict: str
    reasons: tuple[tuple[str, str, int], ...]
    metrics: Mapping[str, int | float | None]


def audit(
    sentences: Sequence[Stated],
    citations: Sequence[Cited],
    foreign: Sequence[bool],
    keys: tuple[KeySpec, ...],
    resolutions: Mapping[str, Resolution],
    policy: Policy,
) -> Audit:
    """Judge a whole answer; ``foreign`` says of each foreign reference whether a cited record matches it."""
    judged = [
        judge_citation(
            cited,
            [
                other
                for other in citations
                if other is not cited and other.sentence == cited.sentence is not None
            ],
            _conflicting(cited, citations, keys),
            keys,
            resolutions,
            policy,
        )
        for cited in citations
    ]
    judged = _with_title_only(citations, judged)
    statuses = [_status(index, sentence, citations, judged) for index, sentence in enumerate(sentences)]
    found = [
        _figures(index, sentence, citations, judged, resolutions, policy) if status == "cited" else None
        for index, (sentence, status) in enumerate(zip(sentences, statuses, strict=True))
    ]
    happened = _happened(sentences, statuses, citations, judged, foreign, policy)
    happened["figures"] = sum(state == "not_found" for states in found for _, state in states or ())
    reasons = _reasons(happened, policy)
    return Audit(
        tuple(judged),
        tuple(statuses),
        tuple(found),
        reasons[0][0] if reasons else "pass",
        reasons,
        _metrics(sentences, statuses, citations, judged, foreign, found),
    )


def _conflicting(cited: Cited, citations: Sequence[Cited], keys: tuple[KeySpec, ...]) -> bool:
    """Two different codes for one body in one answer, of which one is wrong (§2)."""
    body = cited.handle.rpartition("~")[0]
    if cited.broken or (handle_fault(cited.handle, keys) or ("",))[0] == "malformed":
        return False
    same = [
        other.handle
        for other in citations
        if other.handle.rpartition("~")[0] == body
        and not other.broken
        and (handle_fault(other.handle, keys) or ("",))[0] != "malformed"
    ]
    return len(set(same)) > 1 and any(handle_fault(handle, keys) is not None for handle in same)


def _with_title_only(citations: Sequence[Cited], judged: Sequence[Judgement]) -> list[Judgement]:
    """A title that is its sentence's only support is noted."""
    noted: list[Judgement] = []
    for cited, judgement in zip(citations, judged, strict=True):
        supports = [
            other.handle.rpartition("~")[0].partition("/")[2]
            for other, judged_other in zip(citations, judged, strict=True)
            if other.sentence == cited.sentence and judged_other.verdict == "ok"
        ]
        only = cited.sentence is not None and judgement.verdict == "ok" and set(supports) == {"title"}
        notes = tuple(sorted({*judgement.notes, "title_only"})) if only else judgement.notes
        noted.append(replace(judgement, notes=notes))
    return noted


def _figures(
    index: int,
    sentence: Stated,
    citations: Sequence[Cited],
    judged: Sequence[Judgement],
    resolutions: Mapping[str, Resolution],
    policy: Policy,
) -> tuple[tuple[str, str], ...]:
    """The figures of a cited claim, its own quotations set aside, looked for in the passages that it cites."""
    text, passages = sentence.text, list[str]()
    for cited, judgement in zip(citations, judged, strict=True):
        if cited.sentence == index:
            text = text.replace(cited.quote or "\0", " ") if cited.origin == "prose" else text
            if judgement.verdict == "ok":
                passages.append(shown_text(cited.handle, resolutions[cited.handle], policy))
    return figures(text, passages)


def _status(index: int, sentence: Stated, citations: Sequence[Cited], judged: Sequence[Judgement]) -> str:
    if sentence.kind != "claim":
        return "exempt"
    verdicts = [j.verdict for c, j in zip(citations, judged, strict=True) if c.sentence == index]
    if "ok" in verdicts:
        return "cited"
    return "invalid_only" if verdicts else "uncited"


def _happened(
    sentences: Sequence[Stated],
    statuses: Sequence[str],
    citations: Sequence[Cited],
    judged: Sequence[Judgement],
    foreign: Sequence[bool],
    policy: Policy,
) -> Counter[str]:
    happened: Counter[str] = Counter(statuses)
    for cited, judgement in zip(citations, judged, strict=True):
        lenient = judgement.verdict == "quote_mismatch" and cited.origin == "prose"
        if lenient and not policy.prose_quotes_fail:
            happened["prose_quote_mismatch"] += 1
        else:
            happened[judgement.verdict] += 1
        happened.update(judgement.flags)
        happened.update(judgement.notes)
    happened["foreign_unchecked"] = sum(not matched for matched in foreign)
    happened["nothing_to_check"] = int(all(sentence.kind != "claim" for sentence in sentences))
    return happened


def _reasons(happened: Counter[str], policy: Policy) -> tuple[tuple[str, str, int], ...]:
    """``(outcome, id, count)`` of everything that keeps the answer from passing, most severe first."""
    reasons: list[tuple[str, str, int]] = []
    for outcome, ids in (
        ("fail", ALWAYS_FAIL),
        ("incomplete", INCOMPLETE),
        ("warn", WARN),
        ("pass", ONLY_BY_POLICY),
    ):
        for id_ in ids:
            failed = id_ in policy.fail_on or outcome in policy.fail_on
            if happened[id_] and (failed or outcome != "pass"):
                reasons.append(("fail" if failed else outcome, id_, happened[id_]))
    return tuple(sorted(reasons, key=lambda reason: SEVERITY.index(reason[0])))


def _metrics(
    sentences: Sequence[Stated],
    statuses: Sequence[str],
    citations: Sequence[Cited],
    judged: Sequence[Judgement],
    foreign: Sequence[bool],
    found: Sequence[tuple[tuple[str, str], ...] | None],
) -> Mapping[str, int | float | None]:
    ok = sum(judgement.verdict == "ok" for judgement in judged)
    claims = sum(sentence.kind == "claim" for sentence in sentences)
    cited = statuses.count("cited")
    compared = [
        judgement.verdict == "ok"
        for citation, judgement in zip(citations, judged, strict=True)
        if citation.quote is not None
        and judgement.verdict in ("ok", "quote_mismatch")
        and judgement.matched != "title"
    ]
    exempt = [sentence for sentence in sentences if sentence.kind != "claim"]
    return {
        "citations": len(judged),
        **{f"by_verdict.{v}": sum(j.verdict == v for j in judged) for v in _VERDICTS},
        "validity": _ratio(ok, len(judged)),
        "claims": claims,
        "claims_cited": cited,
        "coverage": _ratio(cited, claims),
        "quotes": len(compared),
        "quotes_verbatim": sum(compared),
        "quote_accuracy": _ratio(sum(compared), len(compared)),
        "fabricated": sum(judgement.verdict == "forged" for judgement in judged),
        "retracted_cited": sum("retracted" in judgement.flags for judgement in judged),
        "foreign": len(foreign),
        "foreign_unchecked": sum(not matched for matched in foreign),
        "figures": sum(len(states or ()) for states in found),
        "figures_found": sum(state != "not_found" for states in found for _, state in states or ()),
        "exempt_sentences": len(exempt),
        "exempt_words": sum(len(sentence.text.split()) for sentence in exempt),
    }


_VERDICTS = ("malformed", "forged", "unavailable", "withdrawn", "quote_mismatch", "ok")


def _ratio(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None

"""Comparing what was planted, what the oracle says and what the audit reports, field by field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from time import perf_counter
from typing import Any

from tekmeria_contract import judge, plan
from tekmeria_contract.report import JudgedCitation, JudgedSentence, Report
from tekmeria_eval.case import ANY, Case
from tekmeria_eval.oracle.outcome import Audit, Stated, audit
from tekmeria_eval.oracle.verdicts import Cited, Judgement
from tekmeria_eval.writing import Placed, Site, Written

OF_PROSE = ("exempt_words", "figures", "figures_found")
"""Metrics that depend on the prose of every sentence."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A field that is not as it must be: where it is, who says what."""

    where: str
    field: str
    expected: str
    found: str

    def __str__(self) -> str:
        return f"{self.where} {self.field}: expected {self.expected}, found {self.found}"


@dataclass(frozen=True, slots=True)
class Score:
    """One audit of one written case: pairs of planted and reported verdicts, and every difference."""

    style: str
    pairs: tuple[tuple[str, str], ...]
    differences: tuple[Difference, ...]
    content: object
    seconds: float

    @property
    def right(self) -> bool:
        """Whether everything was as planted."""
        return not self.differences


def score(case: Case, written: Written) -> Score:
    """Audit ``written`` and compare it with the plant and with the oracle.

    Plant and oracle are compared first: where they differ, the case itself is wrong and is counted as such.
    """
    began = perf_counter()
    try:
        report = audited(case, written)
    except Exception as error:  # An audit that crashes is an audit that is wrong, whatever the error.
        return _crashed(written, error, perf_counter() - began)
    seconds = perf_counter() - began
    expected = expect(case, written)
    differences = (
        *_against_oracle(case, written, expected),
        *_report(case, written, expected, report),
    )
    pairs = tuple(
        (site.planted.verdict, found)
        for site, found in zip(written.citations, _verdicts(report, len(written.citations)), strict=True)
    )
    return Score(written.style, pairs, differences, written.content, seconds)


def _crashed(written: Written, error: Exception, seconds: float) -> Score:
    pairs = tuple((site.planted.verdict, "missing") for site in written.citations)
    difference = Difference("audit", "outcome", "a report", f"{type(error).__name__}: {error}")
    return Score(written.style, pairs, (difference,), written.content, seconds)


def audited(case: Case, written: Written) -> Report:
    """The audit through its public entry points."""
    return judge(plan(written.content, case.ring.ring), case.resolutions, case.policy)


def expect(case: Case, written: Written) -> Audit:
    """What the oracle says of the answer."""
    stated = [Stated(placed.text or "", placed.kind) for placed in written.sentences]
    return audit(
        stated,
        [_cited(site) for site in written.citations],
        [state == "matched" for _, _, state in written.foreign],
        case.ring.keys,
        case.resolutions,
        case.policy,
    )


def _cited(site: Site) -> Cited:
    planted = site.planted
    return Cited(
        planted.handle,
        planted.quote,
        site.origin,
        site.sentence,
        planted.broken,
        planted.miscopied,
        site.hidden,
    )


def _verdicts(report: Report, count: int) -> Sequence[str]:
    found = [citation.verdict for citation in report.citations[:count]]
    return [*found, *["missing"] * (count - len(found))]


def _differ(where: str, field: str, expected: object, found: object) -> Iterator[Difference]:
    if expected != found:
        yield Difference(where, field, repr(expected), repr(found))


def _against_oracle(case: Case, written: Written, expected: Audit) -> Iterator[Difference]:
    for number, (site, judged) in enumerate(zip(written.citations, expected.citations, strict=True), 1):
        where = f"oracle, citation {number}"
        planted = site.planted
        yield from _differ(where, "verdict", planted.verdict, judged.verdict)
        if planted.reason != ANY:
            yield from _differ(where, "reason", planted.reason, judged.reason)
        yield from _differ(where, "flags", tuple(sorted(planted.flags)), judged.flags)
        yield from _differ(where, "notes", tuple(sorted(planted.notes)), judged.notes)
        yield from _differ(where, "checked_against", planted.checked_against, judged.checked_against)
        yield from _differ(where, "matched", planted.matched, judged.matched)
    if not case.own:
        claims = [index for index, placed in enumerate(written.sentences) if placed.kind == "claim"]
        for index, sentence in zip(claims, case.sentences, strict=True):
            if sentence.figures is not None:
                yield from _differ("oracle", "figures", sentence.figures, expected.figures[index])
    statuses = tuple(placed.status for placed in written.sentences)
    yield from _differ("oracle", "statuses", statuses, expected.statuses)
    yield from _differ("oracle", "verdict", case.verdict, expected.verdict)


def _report(case: Case, written: Written, expected: Audit, report: Report) -> Iterator[Difference]:
    yield from _differ("answer", "verdict", case.verdict, report.verdict)
    yield from _differ(
        "answer", "reasons", set(expected.reasons), {(r.outcome, r.id, r.count) for r in report.reasons}
    )
    order = ("fail", "incomplete", "warn")
    ranks = [order.index(reason.outcome) for reason in report.reasons]
    yield from _differ("answer", "order of reasons", sorted(ranks), ranks)
    found = _flattened(report.metrics)
    for name, value in expected.metrics.items():
        if name not in OF_PROSE or _all_known(written):
            yield from _differ("answer", name, value, found.get(name))
    yield from _differ("answer", "sentences", len(written.sentences), len(report.sentences))
    for index, (placed, sentence) in enumerate(zip(written.sentences, report.sentences, strict=False)):
        where = f"sentence {index + 1}"
        yield from _sentence(where, placed, sentence)
        if placed.text is not None:
            found = sentence.figures
            states = None if found is None else tuple((figure.text, figure.state) for figure in found)
            yield from _differ(where, "figures", expected.figures[index], states)
    yield from _differ("answer", "citations", len(written.citations), len(report.citations))
    trios = zip(written.citations, expected.citations, report.citations, strict=False)
    for number, (site, judged, citation) in enumerate(trios, 1):
        yield from _citation(f"citation {number}", site, judged, citation, written)
    foreign = [(reference.kind, reference.value, reference.state) for reference in report.foreign]
    yield from _differ("answer", "foreign references", list(written.foreign), foreign)
    yield from _differ(
        "answer", "other systems' marks", list(written.marks), [mark.text for mark in report.marks]
    )


def _all_known(written: Written) -> bool:
    """Whether the prose of every sentence is planted, so that its words can be counted."""
    return all(placed.text is not None for placed in written.sentences)


def _flattened(metrics: object) -> Mapping[str, Any]:
    assert is_dataclass(metrics)
    flat: dict[str, Any] = {}
    for entry in fields(metrics):
        value: Any = getattr(metrics, entry.name)
        if is_dataclass(value):
            flat |= {f"{entry.name}.{inner.name}": getattr(value, inner.name) for inner in fields(value)}
        else:
            flat[entry.name] = value
    return flat


def _sentence(where: str, placed: Placed, sentence: JudgedSentence) -> Iterator[Difference]:
    if placed.text is not None:
        yield from _differ(where, "text", _spaced(placed.text), _spaced(sentence.text))
    yield from _differ(where, "kind", placed.kind, sentence.kind)
    yield from _differ(where, "status", placed.status, sentence.status)
    yield from _differ(where, "start", placed.span[0], sentence.span[0])


def _spaced(text: str) -> str:
    """``text`` with every run of white space as one space: what is taken out of prose leaves some behind."""
    return " ".join(text.split())


def _citation(
    where: str, site: Site, judged: Judgement, citation: JudgedCitation, written: Written
) -> Iterator[Difference]:
    planted = site.planted
    yield from _differ(where, "sentence", site.sentence, citation.sentence)
    if planted.broken != ANY:
        yield from _differ(where, "handle", planted.handle, citation.handle)
    yield from _differ(where, "verdict", planted.verdict, citation.verdict)
    if planted.reason != ANY or citation.reason is None:
        yield from _differ(where, "reason", judged.reason, citation.reason)
    yield from _differ(where, "flags", set(judged.flags), set(citation.flags))
    yield from _differ(where, "notes", set(judged.notes), set(citation.notes))
    yield from _differ(where, "checked_against", judged.checked_against, citation.checked_against)
    yield from _differ(where, "matched", judged.matched, citation.matched)
    yield from _differ(where, "quote", planted.quote, citation.quote)
    yield from _differ(where, "origin", site.origin, citation.origin)
    if planted.cls != ANY or citation.cls is None:
        yield from _differ(where, "class", planted.cls, citation.cls)
    yield from _differ(where, "held_by", planted.held_by, citation.held_by)
    yield from _differ(where, "passage_span", planted.place, citation.passage_span)
    yield from _differ(where, "repaired", planted.repaired, bool(citation.repaired))
    yield from _differ(where, "support", "not_checked", citation.support)
    if planted.closest is not None:
        yield from _differ(where, "closest", planted.closest, citation.closest)
    if isinstance(written.content, str):
        yield from _place(where, site, citation, written.content)


def _place(where: str, site: Site, citation: JudgedCitation, text: str) -> Iterator[Difference]:
    """The citation's span holds its handle as written; the quote's span is the quote."""
    inside = citation.span[0] <= site.handle[0] and site.handle[1] <= citation.span[1]
    if not inside:
        yield Difference(where, "span", f"around {site.handle}", repr(citation.span))
    yield from _differ(where, "raw", text[slice(*citation.span)], citation.raw)
    yield from _differ(where, "quote_span", site.quote, citation.quote_span)

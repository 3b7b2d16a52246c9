"""The report as text for people and models (contract.md §9). Text that could hide or reorder itself is escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import fields

from tekmeria_contract.report import Counts, JudgedCitation, JudgedSentence, Metrics, Report
from tekmeria_contract.vocabulary import CITATION_REASONS, CLASSES, FLAGS, NOTES

_UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ue000-\uf8ff"
    "\U000e0000-\U000e0fff\U000f0000-\U0010ffff]"
)
_INDENT = " " * 19


def visible(text: str) -> str:
    """``text`` on one line, with every control, bidi, invisible or private-use character written as ``\\u{…}``."""
    return _UNSAFE.sub(lambda m: f"\\u{{{ord(m[0]):x}}}", re.sub(r"[\t\n\r]+", " ", text))


def render_text(report: Report) -> str:
    """The verdict, the figures, the reasons, then each sentence with its citations, unattached ones last."""
    lines = [_verdict_line(report), _metrics_line(report.metrics), *_further_lines(report)]
    by_sentence: dict[int | None, list[JudgedCitation]] = {}
    for citation in report.citations:
        by_sentence.setdefault(citation.sentence, []).append(citation)
    for sentence in report.sentences:
        lines.append(_sentence_line(sentence))
        lines += _citation_lines(by_sentence.get(sentence.index, []))
    if None in by_sentence:
        lines += ["[-] unattached: cited, but by no sentence", *_citation_lines(by_sentence[None])]
    return "\n".join(lines) + "\n"


def render_statement(report: Report) -> str:
    """Which text the report speaks of, when it was audited, and what was not checked."""
    facts = report.answer
    unit = "characters" if facts.form == "text" else "characters of claims as JSON"
    at = f"; audited at {visible(report.audited_at)}" if report.audited_at else ""
    return (
        f"audited: {facts.length} {unit}, sha256 {facts.sha256}{at}\n"
        "This audit speaks of that text and no other. Whether a passage supports its claim was not checked.\n"
    )


def _verdict_line(report: Report) -> str:
    counts = report.metrics.by_verdict
    parts = [f"{getattr(counts, f.name)} {f.name}" for f in fields(Counts) if getattr(counts, f.name)]
    total = report.metrics.citations
    noun = "citation" if total == 1 else "citations"
    listed = f"{total} {noun}: {', '.join(parts)}" if parts else "no citations"
    return f"verdict: {report.verdict.upper()}  ({listed})"


def _metrics_line(metrics: Metrics) -> str:
    return (
        f"fabricated: {metrics.fabricated}  retracted cited: {metrics.retracted_cited}  "
        f"cited sentences: {metrics.claims_cited}/{metrics.claims}  "
        f"verbatim quotes: {metrics.quotes_verbatim}/{metrics.quotes}"
    )


def _further_lines(report: Report) -> Iterator[str]:
    if report.reasons:
        listed = ", ".join(f"{reason.id} ({reason.outcome}) {reason.count}" for reason in report.reasons)
        yield f"reasons: {listed}"
    yield f"fails on: {', '.join(report.policy.fail_on)}"
    if report.metrics.figures:
        yield f"figures found: {report.metrics.figures_found}/{report.metrics.figures}"
    if report.foreign:
        listed = ", ".join(f"{r.kind}:{visible(r.value)} {r.state}" for r in report.foreign)
        yield f"foreign references: {listed}"
    if report.marks:
        yield f"other systems' marks: {', '.join(visible(mark.text) for mark in report.marks)}"


def _sentence_line(sentence: JudgedSentence) -> str:
    status = sentence.status if sentence.status != "exempt" else f"exempt, {sentence.kind}"
    missing = [visible(f.text) for f in sentence.figures or () if f.state == "not_found"]
    tail = f"  (figures not found: {', '.join(missing)})" if missing else ""
    return f"[{sentence.index + 1}] {status}: {visible(sentence.text)}{tail}"


def _citation_lines(citations: Iterable[JudgedCitation]) -> Iterator[str]:
    for citation in citations:
        cited = citation.handle if citation.handle is not None else citation.raw
        quote = f' "{visible(citation.quote)}"' if citation.quote is not None else ""
        yield f"    {citation.verdict:<14} {visible(cited)}{quote}"
        for line in _explanations(citation):
            yield _INDENT + line


def _explanations(citation: JudgedCitation) -> Iterator[str]:
    if citation.closest is not None:
        like = "" if citation.similarity is None else f" ({citation.similarity:.4f})"
        yield f'closest: "{visible(citation.closest)}"{like}'
    if citation.cls is not None:
        detail = f" ({citation.detail})" if citation.detail else ""
        yield f"class: {citation.cls}{detail}: {CLASSES[citation.cls].meaning}"
    if citation.omitted:
        yield "left out: " + " … ".join(f'"{visible(part)}"' for part in citation.omitted)
    if citation.held_by is not None:
        yield f"stands in: {citation.held_by}"
    if citation.repair is not None:
        yield f'repair: [{citation.repair_handle} "{visible(citation.repair)}"]'
    if citation.reason is not None:
        term = CITATION_REASONS[citation.reason]
        yield f"reason: {citation.reason}: {term.meaning}" + (f"; {term.remedy}" if term.remedy else "")
    for name, table in (("flag", FLAGS), ("note", NOTES)):
        for id_ in citation.flags if name == "flag" else citation.notes:
            yield f"{name}: {id_}: {table[id_].meaning}"
    if citation.repaired:
        yield f"repaired: {', '.join(citation.repaired)}"

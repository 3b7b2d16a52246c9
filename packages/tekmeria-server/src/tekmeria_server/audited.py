"""An audit's report as a tool result: text first, and problems first where the budget does not hold all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from tekmeria_contract.rendering import render_statement, render_text
from tekmeria_contract.report import JudgedSentence, Report
from tekmeria_server.delivery import Delivery

REPORT_META = "io.github.tekmeria/report"
"""Where the whole report travels for a host's view, whatever was cut from what the model reads."""


def deliver_report(report: Report, budget: int) -> Delivery:
    """The report within ``budget`` tokens, in text and as structured content."""
    whole = report.to_dict()
    meta = {REPORT_META: whole}
    entire = Delivery(audit_text(report), whole, meta)
    if entire.cost <= budget:
        return entire
    ranked = sorted(report.sentences, key=lambda sentence: not _has_problem(sentence, report))

    def shortened(kept: int) -> Delivery:
        return _shortened(report, ranked[:kept], len(ranked) - kept, meta)

    return shortened(_most(len(ranked), lambda kept: shortened(kept).cost <= budget))


def audit_text(report: Report) -> str:
    """The text rendering, and which text it speaks of."""
    return render_text(report) + render_statement(report)


def _has_problem(sentence: JudgedSentence, report: Report) -> bool:
    if sentence.status in ("uncited", "invalid_only"):
        return True
    cited = [report.citations[index] for index in sentence.citations]
    return any(citation.verdict != "ok" or citation.flags or citation.notes for citation in cited)


def _shortened(
    report: Report, kept: Sequence[JudgedSentence], left_out: int, meta: dict[str, Any]
) -> Delivery:
    shown = {sentence.index for sentence in kept}
    unattached = [c for c in report.citations if c.sentence is None and c.verdict != "ok"]
    citations = (*(c for c in report.citations if c.sentence in shown), *unattached)
    part = replace(report, sentences=tuple(kept), citations=citations, passages=(), records=())
    not_shown = {"sentences": left_out, "citations": len(report.citations) - len(citations)}
    note = (
        f"Not shown, to keep within the result budget: {left_out} sentences and "
        f"{not_shown['citations']} citations. Problems come first; verdict and figures count all.\n"
    )
    return Delivery(audit_text(part) + note, {**part.to_dict(), "not_shown": not_shown}, meta)


def _most(highest: int, fits: Callable[[int], bool]) -> int:
    """The greatest number from 0 to ``highest`` that fits; more never fits where less does not."""
    low, high = 0, highest
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(middle) else (low, middle - 1)
    return low

"""What a command's exit code says of an audit (system.md, Commands): the same codes everywhere."""

from __future__ import annotations

from tekmeria_contract.report import Report
from tekmeria_contract.vocabulary import OVERALL

ACCEPTED = 0
NOT_ACCEPTED = 1
MISUSE = 2
"""Wrong use, or input that cannot be read."""

NOT_AUDITED = 3
"""The key could not be used, or nothing that genuine citations rest on was to be had."""

INTERRUPTED = 130

ACCEPTABLE = ("pass", "warn", "incomplete")
"""The worst overall verdict that a caller may accept: a failed answer is never accepted."""


def acceptance(report: Report, accept: str = "pass") -> int:
    """The exit code for a report where the verdict ``accept``, and every better one, is accepted."""
    if OVERALL.index(report.verdict) >= OVERALL.index(accept):
        return ACCEPTED
    counts = report.metrics.by_verdict
    genuine = report.metrics.citations - counts.malformed - counts.forged
    nothing_to_be_had = genuine > 0 and counts.unavailable == genuine
    return NOT_AUDITED if report.verdict == "incomplete" and nothing_to_be_had else NOT_ACCEPTED

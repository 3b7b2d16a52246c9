"""What the tests of judging audit: a fictional record, what is known of it, and answers that cite it."""

from __future__ import annotations

from dataclasses import replace

from tekmeria_contract import (
    IssuedText,
    KeyRing,
    Policy,
    RecordFacts,
    Report,
    Resolution,
    judge,
    mint,
    plan,
)
from tekmeria_contract.report import JudgedCitation

RING = KeyRing.from_hex("5e" * 32)
TEXT = "Of 1,204 invented adults, 93 had a relapse. The hazard ratio was 0.74 (95% CI, 0.60 to 0.91)."
FACTS = RecordFacts(
    title="A fictional trial of nothing: results at two years",
    identifiers=("pmid:99000001", "doi:10.5555/fict.1"),
    link="https://example.org/99000001",
    notices=(),
    checked_at="2026-01-01T00:00:00Z",
)
THERE = Resolution(
    issued=(IssuedText(TEXT),),
    current=TEXT,
    reached=True,
    record_exists=True,
    passage_exists=True,
    record=FACTS,
)
HANDLE = mint("pmid:99000001", "abstract.1", RING)
OTHER = mint("pmid:99000002", "abstract.1", RING)
TRIAL = mint("nct:NCT99000001@2026-01-01", "summary", RING)
QUOTE = "The hazard ratio was 0.74"


def audit(answer: str, policy: Policy | None = None, **resolutions: Resolution) -> Report:
    """Audit ``answer`` with H, O, T put for the handles; each resolves to THERE unless said otherwise."""
    handles = {"H": HANDLE, "O": OTHER, "T": TRIAL}
    for name, handle in handles.items():
        answer = answer.replace("{" + name + "}", handle)
    given = {handle: resolutions.get(name, THERE) for name, handle in handles.items()}
    return judge(plan(answer, RING), given, policy, "2026-01-02T00:00:00Z")


def only(report: Report) -> JudgedCitation:
    (citation,) = report.citations
    return citation


def cite(
    resolution: Resolution, quote: str | None = QUOTE, policy: Policy | None = None, name: str = "H"
) -> Report:
    quoted = "" if quote is None else f' "{quote}"'
    return audit(f"It fell [{{{name}}}{quoted}].", policy, **{name: resolution})


GONE = replace(THERE, current=None, passage_exists=False)
UNREACHED = replace(THERE, current=None, reached=False, record_exists=None, passage_exists=None)

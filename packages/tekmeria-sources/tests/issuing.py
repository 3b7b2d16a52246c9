"""What the tests of the stores issue."""

from __future__ import annotations

from tekmeria_contract.resolution import Notice, RecordFacts
from tekmeria_sources.store import Issued

FACTS = RecordFacts(
    title="A fictional title.",
    identifiers=("pmid:99000001", "doi:10.5555/fict.2031.0001"),
    link="https://example.org",
    version="2",
    preprint=True,
    published="pmid:99000002",
    notices=(Notice("retraction", "2033-02", "pmid:99000004", "pubmed"),),
    checked_at="2033-03-01T12:00:00+00:00",
)


def issued(number: int = 1, text: str = "γ rose by 3 × 10⁻³.", version: str | None = "1") -> Issued:
    return Issued(
        handle=f"pmid:99000001/abstract.{number}~ae2tc",
        record="pmid:99000001",
        version=version,
        path=f"abstract.{number}",
        label="RESULTS",
        text=text,
        section=f"abstract#{number}",
        span=(0, len(text)),
        section_digest="0" * 64,
        addressing=1,
        issued_at="2033-03-01T12:00:00+00:00",
        credits=("pmid:99000091", "Œuvre A. “Fict”. 2019."),
    )


OLDER = (
    "handle, record, version, path, label, text,"
    " section, span_start, span_end, section_digest, addressing, issued_at"
)
"""The columns of what was issued before credits were kept."""


def older_row() -> tuple[object, ...]:
    """:func:`issued` in those columns."""
    item = issued()
    named = (item.handle, item.record, item.version, item.path, item.label, item.text)
    return (*named, item.section, *item.span, item.section_digest, item.addressing, item.issued_at)

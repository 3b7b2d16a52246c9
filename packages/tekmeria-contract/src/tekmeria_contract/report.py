"""The report of an audit (contract.md §9): one document, the same bytes for the same input.

Spans are half-open, in Unicode code points: ``span`` and ``quote_span`` in the answer as given (for structured
claims, in the claim's own sentence), ``passage_span`` and ``closest_span`` in the passage's text that
``checked_against`` names: the text as issued unless that is ``current``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, cast

from tekmeria_contract.answer import Span
from tekmeria_contract.policy import Policy
from tekmeria_contract.resolution import Notice
from tekmeria_contract.vocabulary import REPORT_SCHEMA

JSON_NAMES: Mapping[str, str] = {"cls": "class"}
"""Members whose JSON name is a Python keyword."""


@dataclass(frozen=True, slots=True)
class Versions:
    """The versions of everything that can change a verdict."""

    contract: str
    fold: int
    sentences: int
    addressing: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AnswerFacts:
    """What was audited: ``text`` or ``claims``, SHA-256 of its UTF-8 (of the claims' canonical JSON), code points."""

    form: str
    sha256: str
    length: int


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason for the overall verdict: the outcome it causes, its id, how often it occurs."""

    outcome: str
    id: str
    count: int


@dataclass(frozen=True, slots=True)
class Counts:
    """Citations by verdict."""

    malformed: int = 0
    forged: int = 0
    unavailable: int = 0
    withdrawn: int = 0
    quote_mismatch: int = 0
    ok: int = 0


@dataclass(frozen=True, slots=True)
class Metrics:
    """The figures of an audit; a ratio without a denominator is null.

    ``validity`` is ok citations / citations, ``coverage`` cited claims / claims, ``quote_accuracy`` verbatim
    quotes / quotes that could be compared.
    """

    citations: int
    by_verdict: Counts
    validity: float | None
    claims: int
    claims_cited: int
    coverage: float | None
    quotes: int
    quotes_verbatim: int
    quote_accuracy: float | None
    fabricated: int
    retracted_cited: int
    foreign: int
    foreign_unchecked: int
    figures: int
    figures_found: int
    exempt_sentences: int
    exempt_words: int


@dataclass(frozen=True, slots=True)
class Figure:
    """A number of a claim, as written; ``state`` is ``found``, ``rounded`` or ``not_found`` in what it cites."""

    text: str
    state: str


@dataclass(frozen=True, slots=True)
class JudgedSentence:
    """A sentence with its status; ``citations`` are indices; ``figures`` is null where nothing could be compared."""

    index: int
    text: str
    kind: str
    status: str
    span: Span
    claim: int | None
    citations: tuple[int, ...]
    figures: tuple[Figure, ...] | None


@dataclass(frozen=True, slots=True)
class Links:
    """For people: the ``source``'s own page, and the same page scrolled to the ``quote``."""

    source: str
    quote: str | None


@dataclass(frozen=True, slots=True)
class JudgedCitation:
    """A citation with its verdict (contract.md §7).

    ``support`` is always ``not_checked``: whether the passage supports the claim is not judged. ``matched`` says
    how a verbatim quote matched; ``class`` and what follows diagnose a mismatch; ``held_by`` is another handle
    whose passage holds the quote; ``repair`` an exact slice of the source, to be cited with ``repair_handle``.
    """

    index: int
    sentence: int | None
    claim: int | None
    handle: str | None
    raw: str
    span: Span
    verdict: str
    reason: str | None
    support: str
    flags: tuple[str, ...]
    notes: tuple[str, ...]
    repaired: tuple[str, ...]
    delimiter: str | None
    quote: str | None
    quote_span: Span | None
    origin: str | None
    checked_against: str | None
    matched: str | None
    passage_span: Span | None
    cls: str | None
    detail: str | None
    closest: str | None
    closest_span: Span | None
    similarity: float | None
    omitted: tuple[str, ...]
    held_by: str | None
    repair: str | None
    repair_handle: str | None
    links: Links | None


@dataclass(frozen=True, slots=True)
class CitedPassage:
    """A passage that was cited: its text as issued, its text now where that differs, its section label."""

    handle: str
    record: str
    path: str
    label: str | None
    issued: str | None
    current: str | None
    issued_at: str | None
    key: str


@dataclass(frozen=True, slots=True)
class CitedRecord:
    """What is known of a cited record; ``notices`` is null where they could not be checked."""

    record: str
    title: str | None
    identifiers: tuple[str, ...]
    link: str | None
    version: str | None
    preprint: bool
    published: str | None
    notices: tuple[Notice, ...] | None
    checked_at: str | None


@dataclass(frozen=True, slots=True)
class JudgedReference:
    """A foreign reference: ``matched`` to a record cited where it stands, or ``unchecked``."""

    kind: str
    value: str
    state: str
    sentence: int | None
    claim: int | None
    span: Span


@dataclass(frozen=True, slots=True)
class Mark:
    """Another system's citation mark, as written."""

    text: str
    sentence: int | None
    claim: int | None
    span: Span


@dataclass(frozen=True, slots=True)
class Report:
    """The whole audit of one answer; it speaks of the text with this digest and of no other."""

    verdict: str
    reasons: tuple[Reason, ...]
    metrics: Metrics
    policy: Policy
    answer: AnswerFacts
    audited_at: str | None
    versions: Versions
    sentences: tuple[JudgedSentence, ...]
    citations: tuple[JudgedCitation, ...]
    foreign: tuple[JudgedReference, ...]
    marks: tuple[Mark, ...]
    passages: tuple[CitedPassage, ...]
    records: tuple[CitedRecord, ...]

    def to_dict(self) -> dict[str, Any]:
        """The report as plain JSON values; tuples become lists, ``cls`` becomes ``class``."""
        return {"schema": REPORT_SCHEMA, **plain(self)}

    def to_json(self, indent: int | None = None) -> str:
        """The report as JSON text, byte for byte the same for the same report."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=indent)


def plain(value: object) -> Any:  # noqa: ANN401 (JSON values have no narrower type in typing)
    """A dataclass, tuple or scalar of the report as plain JSON values (the nesting is fixed by the schema)."""
    if is_dataclass(value) and not isinstance(value, type):
        return {JSON_NAMES.get(f.name, f.name): plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, tuple):
        return [plain(item) for item in cast("tuple[object, ...]", value)]
    return value

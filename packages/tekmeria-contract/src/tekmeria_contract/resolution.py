"""What the audit is given about a handle (contract.md §6): plain values, gathered by the caller.

The audit asks nothing by itself: :func:`~tekmeria_contract.plan` says which handles it needs, the caller looks
them up, :func:`~tekmeria_contract.judge` decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

RETRACTING = frozenset({"retraction", "partial_retraction", "withdrawal", "removal"})
CORRECTING = frozenset({"erratum", "corrigendum", "correction", "addendum"})
NOTICE_KINDS = RETRACTING | CORRECTING | {"concern", "reinstatement"}
_WHOLE_DATE = len("2031-05-20")


@dataclass(frozen=True, slots=True)
class Notice:
    """A published statement against a record.

    ``kind`` is one of :data:`NOTICE_KINDS`; ``date`` is ISO 8601 or None; ``id`` names the notice itself
    (``pmid:…`` or a DOI) where it has a name; ``source`` says who states it (``pubmed``, ``crossref`` …).

    Raises ``ValueError`` for another kind: a notice that nobody reads would pass for no notice.
    """

    kind: str
    date: str | None = None
    id: str | None = None
    source: str = ""

    def __post_init__(self) -> None:
        if self.kind not in NOTICE_KINDS:
            raise ValueError(
                f"a notice cannot be {self.kind!r}; choose from {', '.join(sorted(NOTICE_KINDS))}"
            )


@dataclass(frozen=True, slots=True)
class RecordFacts:
    """What is known of the record behind a handle.

    ``identifiers`` are ``scheme:value`` strings (``pmid:…``, ``pmcid:…``, ``doi:…``, ``nct:…``); ``version`` is the
    version served now; ``published`` names the published form of a preprint. ``notices`` is None where they
    could not be checked: unknown never means "not retracted". ``checked_at`` is when they were, ISO 8601.
    """

    title: str | None = None
    identifiers: tuple[str, ...] = ()
    link: str | None = None
    version: str | None = None
    preprint: bool = False
    published: str | None = None
    notices: tuple[Notice, ...] | None = None
    checked_at: str | None = None


@dataclass(frozen=True, slots=True)
class IssuedText:
    """A text that was handed out under the handle, with the record's version and the time (ISO 8601) if known."""

    text: str
    version: str | None = None
    issued_at: str | None = None


@dataclass(frozen=True, slots=True)
class PassageText:
    """Another passage of the same record: its handle and its text, in the record's order."""

    handle: str
    text: str


@dataclass(frozen=True, slots=True)
class Resolution:
    """Everything known about one verified handle.

    ``issued``: every text ever handed out under it, newest last. ``current``: the text as it is now, None where
    it was not reached or is gone. ``reached``: whether the source, or a fresh copy, answered. ``record_exists``
    and ``passage_exists``: what it answered; None where it was not reached. ``label``: the section label that
    introduces the passage. ``credits``: the works the passage credits, as written or as identifiers.
    ``passages``: the record's passages in order, this one among them, used to diagnose a mismatch.
    """

    issued: tuple[IssuedText, ...] = ()
    current: str | None = None
    reached: bool = False
    record_exists: bool | None = None
    passage_exists: bool | None = None
    record: RecordFacts | None = None
    label: str | None = None
    credits: tuple[str, ...] = ()
    passages: tuple[PassageText, ...] = ()


def standing_notices(notices: Sequence[Notice]) -> tuple[Notice, ...]:
    """The notices that a later reinstatement has not cleared; corrections are never cleared.

    What cannot be told leaves the more severe reading, so the notice stands: where either has no date, and where
    the two agree as far as the vaguer of them is known (``2031`` and ``2031-05-20``).
    """
    clearing = [
        notice.date for notice in notices if notice.kind == "reinstatement" and notice.date is not None
    ]
    return tuple(
        notice
        for notice in notices
        if notice.kind in CORRECTING
        or notice.date is None
        or not any(_not_later(notice.date, date) for date in clearing)
    )


def _not_later(first: str, second: str) -> bool:
    """Whether the date ``first`` is surely not later than ``second``; either may be a year or month alone."""
    known = min(len(first), len(second), _WHOLE_DATE)
    return first[:known] < second[:known] or (known == _WHOLE_DATE and first[:known] == second[:known])

"""What the service returns (sources.md, Searching; server.md, Tools)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tekmeria_sources.pubtator import Mention
from tekmeria_sources.record import Record, Registration

STATES = ("ok", "skipped", "partial", "failed")


@dataclass(frozen=True, slots=True)
class SourceStatus:
    """How one source, or the store, did: ``state`` is of :data:`STATES`, with the reason and what to do."""

    source: str
    state: str
    reason: str | None = None
    remedy: str | None = None
    retryable: bool = False


@dataclass(frozen=True, slots=True)
class Hit:
    """One search hit; ``handle`` is that of the title passage, None for a record without a title.

    ``flags`` are of ``retracted concern corrected preprint published notice``; ``registration`` is there for
    a trial.
    """

    record_id: str
    handle: str | None
    title: str
    authors: tuple[str, ...]
    venue: str | None
    date: str | None
    flags: tuple[str, ...]
    publication_types: tuple[str, ...] = ()
    identifiers: tuple[str, ...] = ()
    link: str | None = None
    registration: Registration | None = None


@dataclass(frozen=True, slots=True)
class SearchResult:
    """A page of hits. ``total`` is the largest count of a single source, ``totals`` the count of each."""

    hits: tuple[Hit, ...]
    total: int
    totals: Mapping[str, int]
    next_cursor: str | None
    statuses: tuple[SourceStatus, ...]


@dataclass(frozen=True, slots=True)
class FetchedPassage:
    """A passage with its handle; ``mentions`` are the entities it names, where they were asked for, each with its
    places in ``text``."""

    handle: str
    path: str
    label: str | None
    text: str
    mentions: tuple[Mention, ...] = ()


@dataclass(frozen=True, slots=True)
class FetchedRecord:
    """A record with those of its passages that were asked for and are on this page.

    ``read_at`` is when its source was read, ISO 8601 in UTC, None where that is not known. ``elsewhere`` are the
    entities that it names at places that could not be told, without them; None where its entities were not asked
    for or are not known, which those of its passages then are not either.
    """

    record: Record
    passages: tuple[FetchedPassage, ...]
    read_at: str | None = None
    elsewhere: tuple[Mention, ...] | None = None


@dataclass(frozen=True, slots=True)
class Missing:
    """An id as it was given, for which there is no record, and why; ``retryable`` where that may pass."""

    id: str
    reason: str
    retryable: bool = False


@dataclass(frozen=True, slots=True)
class FetchResult:
    """Records with passages; ids that are not known; ids whose source could not be reached."""

    records: tuple[FetchedRecord, ...]
    not_found: tuple[Missing, ...]
    unavailable: tuple[Missing, ...]
    next_cursor: str | None
    statuses: tuple[SourceStatus, ...]

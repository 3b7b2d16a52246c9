"""Searching sources and handing out hits (sources.md, Searching)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field

import anyio

from tekmeria_sources.cursors import open_cursor, seal_cursor
from tekmeria_sources.errors import ArgumentError, UpstreamError
from tekmeria_sources.evidence import Evidence
from tekmeria_sources.passages import cut
from tekmeria_sources.plan import SearchRequest
from tekmeria_sources.record import Record
from tekmeria_sources.results import Hit, SearchResult, SourceStatus
from tekmeria_sources.source import Gathered, HitPage, Loaded, Source
from tekmeria_sources.sources import ask_all, out_of_time

TOOL = "search_literature"
MAX_LIMIT = 100
MAX_QUERY = 4000
SOURCES = ("pubmed",)
"""The names by which a caller may choose among the sources of literature."""

_DATE = re.compile(r"[0-9]{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12][0-9]|3[01]))?)?")


@dataclass(frozen=True, slots=True)
class Search:
    """The arguments of one call. Raises :class:`~tekmeria_sources.errors.ArgumentError`."""

    query: str
    limit: int
    cursor: str | None
    date_from: str | None
    date_to: str | None
    exclude_retracted: bool
    sources: tuple[str, ...]
    study_designs: tuple[str, ...]
    peer_reviewed_only: bool
    open_access_only: bool

    def __post_init__(self) -> None:
        if not self.query.strip():
            raise ArgumentError("the query is empty", source="query", remedy="give words to search for")
        if len(self.query) > MAX_QUERY:
            raise ArgumentError(
                f"the query has more than {MAX_QUERY} characters", source="query", remedy="shorten it"
            )
        if not 1 <= self.limit <= MAX_LIMIT:
            remedy = f"give a number from 1 to {MAX_LIMIT}"
            raise ArgumentError(f"limit cannot be {self.limit}", source="limit", remedy=remedy)
        for name, date in (("date_from", self.date_from), ("date_to", self.date_to)):
            if date is not None and _DATE.fullmatch(date) is None:
                raise ArgumentError(
                    f"{name} cannot be {date[:40]!r}", source=name, remedy="give YYYY, YYYY-MM or YYYY-MM-DD"
                )
        unknown = [name for name in self.sources if name not in SOURCES]
        if unknown:
            remedy = f"choose from {', '.join(SOURCES)}"
            raise ArgumentError(f"there is no source {unknown[0][:40]!r}", source="sources", remedy=remedy)

    def request(self) -> SearchRequest:
        """What each source is given."""
        return SearchRequest(
            query=self.query,
            date_from=self.date_from,
            date_to=self.date_to,
            study_designs=self.study_designs,
            exclude_retracted=self.exclude_retracted,
            peer_reviewed_only=self.peer_reviewed_only,
            open_access_only=self.open_access_only,
        )

    def bound(self) -> Mapping[str, object]:
        """What a cursor binds: every argument but the cursor, and the size of a page, which may change."""
        return {name: value for name, value in asdict(self).items() if name not in ("cursor", "limit")}


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What one source gave: its page and the records on it, or why not."""

    source: Source
    start: int
    page: HitPage | None = None
    gathered: Gathered = field(default_factory=Gathered)
    error: UpstreamError | None = None

    def status(self) -> SourceStatus:
        if self.error is not None:
            return SourceStatus(
                self.source.name, "failed", self.error.message, self.error.remedy, self.error.retryable
            )
        reasons = list(self.page.remarks if self.page else ())
        unserved = [id_ for id_ in (self.page.ids if self.page else ()) if not self.gathered.knows(id_)]
        if unserved:
            reasons.append(f"{len(unserved)} hits have no record: {', '.join(unserved)}")
        if self.gathered.failed:
            error = next(iter(self.gathered.failed.values()))
            reasons.append(f"{len(self.gathered.failed)} hits could not be read: {error.message}")
        # That nothing was found is an answer; a remark on hits says that they are not quite what was asked.
        partial = bool(reasons) and self.page is not None and self.page.total > 0
        return SourceStatus(self.source.name, "partial" if partial else "ok", "; ".join(reasons) or None)


async def search_sources(
    search: Search, sources: Sequence[Source], evidence: Evidence, deadline_s: float
) -> SearchResult:
    """Search all sources at once, each within the deadline, and hand out the hits."""
    positions: Mapping[str, int] = {}
    if search.cursor:
        positions = open_cursor(evidence.ring, search.cursor, TOOL, search.bound())

    async def ask(source: Source) -> _Outcome:
        return await _ask(search, source, positions.get(source.name, 0), deadline_s)

    ordered = await ask_all(sources, ask)
    errors = [outcome.error for outcome in ordered if outcome.error]
    if errors and len(errors) == len(ordered):
        raise errors[0]
    hits = await _hits(ordered, evidence)
    totals = {outcome.source.name: outcome.page.total for outcome in ordered if outcome.page}
    statuses = (*(outcome.status() for outcome in ordered), *evidence.status())
    cursor = _next(search, ordered, evidence)
    return SearchResult(hits, max(totals.values(), default=0), totals, cursor, statuses)


async def _ask(search: Search, source: Source, start: int, deadline_s: float) -> _Outcome:
    try:
        with anyio.move_on_after(deadline_s):
            page = await source.search(search.request(), start, search.limit)
            gathered = await source.load(page.ids)
            if gathered.failed and not gathered.found:
                raise next(iter(gathered.failed.values()))
            return _Outcome(source, start, page, gathered)
    except UpstreamError as error:
        return _Outcome(source, start, error=error)
    return _Outcome(source, start, error=out_of_time(source.name, deadline_s))


async def _hits(outcomes: Sequence[_Outcome], evidence: Evidence) -> tuple[Hit, ...]:
    loaded: list[Loaded] = []
    for outcome in outcomes:
        ids = outcome.page.ids if outcome.page else ()
        loaded += [outcome.gathered.found[id_] for id_ in ids if id_ in outcome.gathered.found]
    titles = [[passage for passage in cut(item.record) if passage.path == "title"] for item in loaded]
    minted = await evidence.hand_out(list(zip(loaded, titles, strict=True)))
    return tuple(_hit(item.record, handles) for item, handles in zip(loaded, minted, strict=True))


def _hit(record: Record, handles: tuple[str, ...]) -> Hit:
    return Hit(
        record_id=record.id,
        handle=handles[0] if handles else None,
        title=record.title,
        authors=record.authors,
        venue=record.venue,
        date=record.date,
        flags=record.flags,
        publication_types=record.publication_types,
        identifiers=record.identifiers,
        link=record.link,
    )


def _next(search: Search, outcomes: Sequence[_Outcome], evidence: Evidence) -> str | None:
    """The cursor of the next page; a source that failed is asked for the same page again."""
    positions: dict[str, int] = {}
    more = False
    for outcome in outcomes:
        reached = outcome.start + (len(outcome.page.ids) if outcome.page else 0)
        positions[outcome.source.name] = reached
        last = outcome.source.last_start
        if (
            outcome.page
            and outcome.page.ids
            and reached < outcome.page.total
            and (last is None or reached <= last)
        ):
            more = True
    return seal_cursor(evidence.ring, TOOL, search.bound(), positions) if more else None

"""Searching sources and handing out hits (sources.md, Searching)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace

import anyio

from tekmeria_sources.crossref_check import recalled
from tekmeria_sources.cursors import open_cursor, seal_cursor
from tekmeria_sources.errors import ArgumentError, NotAskedError, UpstreamError
from tekmeria_sources.evidence import Evidence
from tekmeria_sources.merging import merge
from tekmeria_sources.passages import cut
from tekmeria_sources.record import Record
from tekmeria_sources.request import Request
from tekmeria_sources.results import Hit, SearchResult, SourceStatus
from tekmeria_sources.source import Gathered, HitPage, Loaded, Source
from tekmeria_sources.sources import ask_all, literature, out_of_time

MAX_LIMIT = 100


@dataclass(frozen=True, slots=True)
class Search:
    """One call of ``tool``. Raises :class:`~tekmeria_sources.errors.ArgumentError`.

    ``sources`` names the upstreams of literature to ask, all if empty.
    """

    tool: str
    request: Request
    limit: int
    cursor: str | None
    sources: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not 1 <= self.limit <= MAX_LIMIT:
            remedy = f"give a number from 1 to {MAX_LIMIT}"
            raise ArgumentError(f"limit cannot be {self.limit}", source="limit", remedy=remedy)
        known = literature() if self.sources else ()
        unknown = [name for name in self.sources if name not in known]
        if unknown:
            remedy = f"choose from {', '.join(known)}"
            raise ArgumentError(f"there is no source {unknown[0][:40]!r}", source="sources", remedy=remedy)

    def bound(self) -> Mapping[str, object]:
        """What a cursor binds: every argument but the cursor, and the size of a page, which may change."""
        return {**asdict(self.request), "sources": list(self.sources)}

    def leaves_out(self, source: Source) -> bool:
        """Whether ``source`` is an upstream of literature that the caller did not choose."""
        return bool(self.sources) and source.name in literature() and source.name not in self.sources


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a search stands at one source: the hits in all, where known, and the position of the next page.

    ``done`` tells that there is no next page. Written ``TOTAL:POSITION``, and ``TOTAL`` alone when done.
    """

    total: int | None = None
    position: str | None = None
    done: bool = False

    @classmethod
    def read(cls, written: str) -> _Place:
        total, colon, position = written.partition(":")
        return cls(int(total) if total else None, position or None, not colon)

    def __str__(self) -> str:
        total = "" if self.total is None else str(self.total)
        return total if self.done else f"{total}:{self.position or ''}"


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What one source gave: its page of hits, or why not; where the search stands there now, and stood before."""

    source: Source
    place: _Place
    page: HitPage = field(default_factory=lambda: HitPage((), None))
    error: UpstreamError | None = None
    skipped: str | None = None
    before: _Place = _Place()

    @property
    def hits(self) -> Gathered:
        return self.page.hits

    def loaded(self) -> list[Loaded | None]:
        """The hits in order, None where there is no record."""
        return [self.hits.found.get(id_) for id_ in self.page.ids]

    def up_to(self, used: int) -> _Outcome:
        """The same where only the first ``used`` hits stand on the page: the others come on the next."""
        if used == len(self.page.ids):
            return self
        if used == 0:
            return replace(self, place=replace(self.before, total=self.place.total))
        position = self.page.after(used)
        return replace(self, place=replace(self.place, position=position, done=position is None))

    def status(self) -> SourceStatus:
        if self.skipped is not None:
            remedy = self.error.remedy if self.error else None
            return SourceStatus(self.source.name, "skipped", self.skipped, remedy)
        if self.error is not None:
            return SourceStatus(
                self.source.name, "failed", self.error.message, self.error.remedy, self.error.retryable
            )
        reasons = list(self.page.remarks)
        unserved = [id_ for id_ in self.page.ids if not self.hits.knows(id_)]
        if unserved:
            reasons.append(f"{len(unserved)} hits have no record: {', '.join(unserved)}")
        if self.hits.failed:
            error = next(iter(self.hits.failed.values()))
            reasons.append(f"{len(self.hits.failed)} hits could not be read: {error.message}")
        # That nothing was found is an answer; a remark on hits says that they are not quite what was asked.
        partial = bool(reasons) and bool(self.place.total or self.page.ids)
        return SourceStatus(self.source.name, "partial" if partial else "ok", "; ".join(reasons) or None)


async def search_sources(
    search: Search, sources: Sequence[Source], evidence: Evidence, deadline_s: float
) -> SearchResult:
    """Search all sources that answer such a request at once, each within the deadline; hand out the hits."""
    places: Mapping[str, _Place] = {}
    if search.cursor:
        written = open_cursor(evidence.ring, search.cursor, search.tool, search.bound())
        places = {name: _Place.read(str(place)) for name, place in written.items()}

    async def ask(source: Source) -> _Outcome:
        place = places.get(source.name, _Place())
        if search.leaves_out(source):
            return _Outcome(source, replace(place, done=True), skipped="not among the sources chosen")
        return _Outcome(source, place) if place.done else await _ask(search, source, place, deadline_s)

    answering = [source for source in sources if type(search.request) in source.answers]
    ordered = await ask_all(answering, ask)
    asked = [outcome for outcome in ordered if outcome.skipped is None]
    failed = [outcome.error for outcome in (asked or ordered) if outcome.error]
    if failed and not any(outcome.hits.found for outcome in asked):
        raise failed[0]
    loaded, used = merge([outcome.loaded() for outcome in ordered], search.limit)
    ordered = [outcome.up_to(count) for outcome, count in zip(ordered, used, strict=True)]
    hits = await _hits(await recalled(loaded, evidence), evidence)
    totals = {
        outcome.source.name: outcome.place.total for outcome in asked if outcome.place.total is not None
    }
    statuses = (*(outcome.status() for outcome in ordered), *evidence.status())
    cursor = _next(search, ordered, evidence)
    return SearchResult(hits, max(totals.values(), default=0), totals, cursor, statuses)


async def _ask(search: Search, source: Source, place: _Place, deadline_s: float) -> _Outcome:
    try:
        with anyio.move_on_after(deadline_s):
            page = await source.search(search.request, place.position, search.limit)
            if page.hits.failed and not page.hits.found:
                raise next(iter(page.hits.failed.values()))
            total = place.total if page.total is None else page.total
            return _Outcome(source, _Place(total, page.following, page.following is None), page, before=place)
    except NotAskedError as error:
        return _Outcome(source, replace(place, done=True), error=error, skipped=error.message)
    except UpstreamError as error:
        return _Outcome(source, place, error=error)
    return _Outcome(source, place, error=out_of_time(source.name, deadline_s))


async def _hits(loaded: Sequence[Loaded], evidence: Evidence) -> tuple[Hit, ...]:
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
        registration=record.registration,
    )


def _next(search: Search, outcomes: Sequence[_Outcome], evidence: Evidence) -> str | None:
    """The cursor of the next page, if a source has one; a source that failed is asked for the same page again."""
    if all(outcome.place.done or outcome.error for outcome in outcomes):
        return None
    places = {outcome.source.name: str(outcome.place) for outcome in outcomes}
    return seal_cursor(evidence.ring, search.tool, search.bound(), places)

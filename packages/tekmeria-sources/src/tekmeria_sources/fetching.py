"""Fetching records and handing out their passages (server.md, Tools: ``fetch_passages``)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import anyio

from tekmeria_sources.companions import with_entities, with_full_texts
from tekmeria_sources.crossref import SOURCE as CROSSREF
from tekmeria_sources.cursors import open_cursor, seal_cursor
from tekmeria_sources.errors import ArgumentError, UpstreamError
from tekmeria_sources.evidence import Evidence
from tekmeria_sources.identifiers import record_id
from tekmeria_sources.jats_body import HEADINGS
from tekmeria_sources.passages import cut
from tekmeria_sources.record import Passage
from tekmeria_sources.results import FetchedPassage, FetchedRecord, FetchResult, Missing, SourceStatus
from tekmeria_sources.source import Gathered, Loaded, Source
from tekmeria_sources.sources import Opened, load_from, serving

TOOL = "fetch_passages"
MAX_IDS = 200
_POSITION = "passages"
_NUMBER = re.compile(r"^[0-9]+(?:[.][0-9]+)*[.]?\s+")
"""The number of a heading: who asks for the methods does not know it."""


@dataclass(frozen=True, slots=True)
class Fetch:
    """The arguments of one call. Raises :class:`~tekmeria_sources.errors.ArgumentError`."""

    record_ids: tuple[str, ...]
    sections: tuple[str, ...]
    max_passages: int | None
    cursor: str | None
    full_text: bool = False
    include_entities: bool = False

    def __post_init__(self) -> None:
        if not self.record_ids or len(self.record_ids) > MAX_IDS:
            remedy = f"give 1 to {MAX_IDS} record ids"
            raise ArgumentError(
                f"{len(self.record_ids)} record ids were given", source="record_ids", remedy=remedy
            )
        if self.max_passages is not None and self.max_passages < 1:
            remedy = "give a number from 1 on, or leave it out"
            raise ArgumentError(
                f"max_passages cannot be {self.max_passages}", source="max_passages", remedy=remedy
            )

    def bound(self) -> Mapping[str, object]:
        """What a cursor binds; the size of a page and whether entities come may change between pages."""
        bound: dict[str, object] = {"record_ids": list(self.record_ids), "sections": list(self.sections)}
        return {**bound, "full_text": True} if self.full_text else bound


async def fetch_records(fetch: Fetch, opened: Opened, evidence: Evidence, deadline_s: float) -> FetchResult:
    """Load the records and hand out one page of their passages."""
    start, end_at, sources = 0, anyio.current_time() + deadline_s, opened.sources
    if fetch.cursor:
        start = int(open_cursor(evidence.ring, fetch.cursor, TOOL, fetch.bound())[_POSITION])
    wanted, not_found = await _named(fetch.record_ids, opened, evidence)
    gathered = await load_from(sources, list(wanted), deadline_s, opened.check)
    gathered = await _under_other_ids(wanted, gathered, opened, evidence, deadline_s)
    lacking: tuple[SourceStatus, ...] = ()
    if fetch.full_text:
        wanted, gathered, lacking = await with_full_texts(wanted, gathered, opened, end_at)
    unavailable = [
        Missing(wanted[id_], f"{error.message}; {error.remedy}", error.retryable)
        for id_, error in gathered.failed.items()
    ]
    unknown = [id_ for id_ in wanted if not gathered.knows(id_)]
    not_found += [Missing(wanted[id_], _unknown(id_, sources)) for id_ in unknown]
    # A record that was asked for by a former id as well comes once.
    found = {gathered.found[id_].record.id: gathered.found[id_] for id_ in wanted if id_ in gathered.found}
    selected = [(loaded, _selected(loaded, fetch.sections)) for loaded in found.values()]
    end = None if fetch.max_passages is None else start + fetch.max_passages
    page = list(_page(selected, start, end))
    records = await _handed_out(page, evidence)
    annotated: tuple[SourceStatus, ...] = ()
    if fetch.include_entities and opened.annotator is not None:
        records, annotated = await with_entities(records, opened.annotator, end_at)
    total = sum(len(passages) for _, passages in selected)
    more = end is not None and end < total
    cursor = seal_cursor(evidence.ring, TOOL, fetch.bound(), {_POSITION: end or 0}) if more else None
    asked = _statuses(serving(sources, wanted), gathered)
    checked = _check_status(gathered.checks)
    statuses = (*asked, *lacking, *checked, *annotated, *evidence.status())
    return FetchResult(records, tuple(not_found), tuple(unavailable), cursor, statuses)


async def _under_other_ids(
    wanted: Iterable[str], gathered: Gathered, opened: Opened, evidence: Evidence, deadline_s: float
) -> Gathered:
    """The same with what has been handed out before under another id: an article without an open full text is
    known by its PMCID all the same."""
    unknown = [id_ for id_ in wanted if not gathered.knows(id_)]
    known = {id_: other for id_ in unknown if (other := await evidence.known_as(id_)) not in (None, id_)}
    ids = [other for other in known.values() if other]
    others = await load_from(opened.sources, ids, deadline_s, opened.check)
    found = {id_: others.found[other] for id_, other in known.items() if other in others.found}
    return Gathered({**gathered.found, **found}, gathered.failed, {**gathered.checks, **others.checks})


async def _named(
    given: Sequence[str], opened: Opened, evidence: Evidence
) -> tuple[dict[str, str], list[Missing]]:
    """Record ids with the first form in which each was given, and those that name no record."""
    wanted: dict[str, str] = {}
    missing: list[Missing] = []
    for text in given:
        try:
            id_ = record_id(text, opened.schemes.values())
        except ArgumentError as error:
            missing.append(Missing(text, str(error)))
            continue
        served = bool(serving(opened.sources, [id_]))
        known = await _record_with(id_, opened.sources) or (None if served else await evidence.known_as(id_))
        wanted.setdefault(known or id_, text)
    return wanted, missing


async def _record_with(identifier: str, sources: Sequence[Source]) -> str | None:
    for source in sources:
        if found := await source.record_with(identifier):
            return found
    return None


def _unknown(id_: str, sources: Sequence[Source]) -> str:
    scheme = id_.partition(":")[0]
    if names := ", ".join(source.name for source in serving(sources, [id_])):
        return f"{names} has no record {id_}; check the id, or search for the title"
    if scheme == "doi":
        return f"no record with {id_} is known here; search for its title, then fetch the hit"
    names = ", ".join(source.name for source in sources)
    return f"{scheme} records are not served by {names}; give a PMID, an NCT number or a set id"


def _selected(loaded: Loaded, sections: Sequence[str]) -> tuple[Passage, ...]:
    passages = cut(loaded.record)
    if not sections:
        return passages
    wanted = [section.strip().casefold() for section in sections]
    return tuple(passage for passage in passages if any(_is_in(passage, section) for section in wanted))


def _is_in(passage: Passage, section: str) -> bool:
    label = (passage.label or "").casefold()
    headings = [_NUMBER.sub("", heading) for heading in label.split(HEADINGS)]
    named = section in (passage.path, label, *headings) or passage.path.startswith(f"{section}.")
    return bool(section) and named


def _page(
    selected: Sequence[tuple[Loaded, tuple[Passage, ...]]], start: int, end: int | None
) -> Iterator[tuple[Loaded, tuple[Passage, ...]]]:
    """The passages numbered from ``start`` to ``end`` through all records; one without any goes along."""
    position = 0
    for loaded, passages in selected:
        first, last = max(start - position, 0), None if end is None else max(end - position, 0)
        here = passages[first:last]
        empty_here = not passages and position >= start and (end is None or position < end)
        if here or empty_here:
            yield loaded, here
        position += len(passages)


async def _handed_out(
    page: Sequence[tuple[Loaded, tuple[Passage, ...]]], evidence: Evidence
) -> tuple[FetchedRecord, ...]:
    minted = await evidence.hand_out(page)
    return tuple(
        FetchedRecord(
            loaded.record,
            tuple(
                FetchedPassage(handle, passage.path, passage.label, passage.text)
                for handle, passage in zip(handles, passages, strict=True)
            ),
            loaded.read_at,
        )
        for (loaded, passages), handles in zip(page, minted, strict=True)
    )


def _check_status(checks: Mapping[str, UpstreamError | None]) -> tuple[SourceStatus, ...]:
    """How the registry of notices did, where it was asked."""
    failed = [error for error in checks.values() if error]
    if not failed:
        return (SourceStatus(CROSSREF, "ok"),) if checks else ()
    state = "partial" if len(failed) < len(checks) else "failed"
    reason = f"notices of {len(failed)} records are only those that others state: {failed[0].message}"
    return (SourceStatus(CROSSREF, state, reason, failed[0].remedy, failed[0].retryable),)


def _statuses(sources: Sequence[Source], gathered: Gathered) -> tuple[SourceStatus, ...]:
    statuses: list[SourceStatus] = []
    for source in sources:
        failed = [error for id_, error in gathered.failed.items() if id_.partition(":")[0] in source.schemes]
        if not failed:
            statuses.append(SourceStatus(source.name, "ok"))
            continue
        state = "partial" if gathered.found else "failed"
        statuses.append(
            SourceStatus(source.name, state, failed[0].message, failed[0].remedy, failed[0].retryable)
        )
    return tuple(statuses)

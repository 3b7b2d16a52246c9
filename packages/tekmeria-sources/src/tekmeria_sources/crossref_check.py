"""Asking Crossref what stands against the records that sources gave (sources.md, Records and passages).

Each record with a DOI is asked about, from a copy of the day or over the network. What Crossref did not say in time
or at all is no word of its own: the record keeps the notices that its source states and those that were known
before, is one whose notices were not checked, and the answer says that Crossref was not heard.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

import anyio

from tekmeria_contract.resolution import RecordFacts
from tekmeria_sources.crossref import SOURCE, UNKNOWN_DOI, Work, plan_work, read_work
from tekmeria_sources.crossref_notices import with_work
from tekmeria_sources.errors import BodyError, HttpStatusError, UnreachableError, UpstreamError
from tekmeria_sources.live import Copies, Sender
from tekmeria_sources.record import Record
from tekmeria_sources.source import Gathered, Loaded

NOTICE_LIFETIME_S = 86400
SHARE_S = 15.0
"""The longest that a call waits for Crossref once it has its records, in seconds."""

AT_ONCE = 3
"""Requests under way at one time: what Crossref allows those who give an address."""

_Answers = Mapping[str, Work | UpstreamError | None]
"""By DOI: what Crossref knows, why it could not say, None where it does not know the DOI."""


class Kept(Copies, Protocol):
    """Fresh copies, and what was known of records: :class:`~tekmeria_sources.evidence.Evidence`."""

    async def facts(self, records: Iterable[str]) -> Mapping[str, RecordFacts]:
        """The facts of records as last kept."""
        ...


class CrossrefCheck:
    """Adds to records what Crossref states of their DOIs."""

    def __init__(self, sender: Sender, kept: Kept) -> None:
        self._sender = sender
        self._kept = kept
        self._at_once = anyio.Semaphore(AT_ONCE)

    async def check(self, gathered: Gathered, time_s: float) -> Gathered:
        """The same records within ``time_s`` seconds; ``checks`` says of each that was asked about why not."""
        dois = {id_: _dois(loaded.record) for id_, loaded in gathered.found.items()}
        answers = await self._ask(dict.fromkeys(doi for own in dois.values() for doi in own), time_s)
        failed = {id_: error for id_, own in dois.items() if (error := _failure(own, answers))}
        before = await self._kept.facts([gathered.found[id_].record.id for id_ in failed])

        def checked(id_: str, loaded: Loaded) -> Loaded:
            record = loaded.record
            if id_ in failed:
                record = _as_known(record, before.get(record.id))
            for doi in dois[id_]:
                if isinstance(work := answers[doi], Work):
                    record = with_work(record, work)
            return replace(
                loaded, record=record if id_ not in failed else replace(record, notices_checked=False)
            )

        found = {id_: checked(id_, loaded) for id_, loaded in gathered.found.items()}
        return replace(
            gathered, found=found, checks={id_: failed.get(id_) for id_, own in dois.items() if own}
        )

    async def _ask(self, dois: Iterable[str], time_s: float) -> _Answers:
        answers: dict[str, Work | UpstreamError | None] = dict.fromkeys(dois, _LATE)

        async def ask(doi: str) -> None:
            async with self._at_once:
                try:
                    answers[doi] = await self._work(doi)
                except UpstreamError as error:
                    answers[doi] = error

        with anyio.move_on_after(min(time_s, SHARE_S)):
            async with anyio.create_task_group() as tasks:
                for doi in answers:
                    tasks.start_soon(ask, doi)
        return answers

    async def _work(self, doi: str) -> Work | None:
        key = f"{SOURCE} work {doi}"
        if copy := (await self._kept.get([key])).get(key):
            # A copy that this version cannot read is as good as none.
            with contextlib.suppress(UpstreamError):
                return _read(copy.body, doi)
        try:
            body = await self._sender.send(plan_work(doi.partition(":")[2]))
        except HttpStatusError as error:
            # Only in Crossref's own words is it an answer: a proxy's 404 says nothing of the DOI.
            if error.status == 404 and error.message.endswith(UNKNOWN_DOI):
                return None
            raise
        work = _read(body, doi)
        await self._kept.keep({key: body}, NOTICE_LIFETIME_S)
        return work


_LATE = UnreachableError(
    f"{SOURCE} had not answered in time",
    source=SOURCE,
    code="deadline",
    retryable=True,
    remedy="try again, or ask for fewer records",
)


async def recalled(records: Sequence[Loaded], kept: Kept) -> list[Loaded]:
    """Records that Crossref is not asked about now, with what it had stated when it was last heard."""
    facts = await kept.facts([loaded.record.id for loaded in records])
    return [
        replace(loaded, record=_as_known(loaded.record, facts.get(loaded.record.id))) for loaded in records
    ]


def _dois(record: Record) -> tuple[str, ...]:
    return tuple(name for name in record.identifiers if name.startswith("doi:"))


def _failure(dois: Iterable[str], answers: _Answers) -> UpstreamError | None:
    return next((error for doi in dois if isinstance(error := answers[doi], UpstreamError)), None)


def _read(body: bytes, doi: str) -> Work:
    work = read_work(body)
    if doi not in (work.id, *work.aliases):
        raise BodyError(f"{SOURCE} answered about {work.id} where {doi} was asked", source=SOURCE)
    return work


def _as_known(record: Record, facts: RecordFacts | None) -> Record:
    """The record with what Crossref had stated when it was last heard."""
    known = (facts.notices if facts else None) or ()
    stated = [notice for notice in known if notice.source.startswith(SOURCE) and notice not in record.notices]
    return replace(record, notices=(*record.notices, *stated))

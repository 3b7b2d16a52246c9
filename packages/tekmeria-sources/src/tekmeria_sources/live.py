"""An upstream over the network as a source of records: plans sent, answers kept fresh, decoded."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Generic, Protocol

import anyio

from tekmeria_sources.errors import UpstreamError
from tekmeria_sources.plan import Plan
from tekmeria_sources.record import Record
from tekmeria_sources.request import Request
from tekmeria_sources.source import Gathered, HitPage, Loaded
from tekmeria_sources.store import Copy
from tekmeria_sources.upstream import Page, R, Upstream

RECORD_LIFETIME_S = 7 * 86400
SEARCH_LIFETIME_S = 15 * 60


class Sender(Protocol):
    """Sends plans: :class:`~tekmeria_sources.transport.Transport`."""

    async def send(self, plan: Plan) -> bytes:
        """The body of the answer; raises :class:`~tekmeria_sources.errors.UpstreamError`."""
        ...

    async def close(self) -> None:
        """Release connections."""
        ...


class Copies(Protocol):
    """Fresh copies of answers; a copy that cannot be kept or read is no failure of the call."""

    async def get(self, keys: Sequence[str]) -> Mapping[str, Copy]:
        """The copies that are still fresh, by key."""
        ...

    async def keep(self, copies: Mapping[str, bytes], lifetime_s: float) -> None:
        """Keep copies for ``lifetime_s`` seconds."""
        ...


class LiveSource(Generic[R]):
    """A :class:`~tekmeria_sources.source.Source` that asks ``upstream``."""

    def __init__(self, upstream: Upstream[R], sender: Sender, copies: Copies) -> None:
        self.name = upstream.name
        self.schemes = upstream.schemes
        self.answers: tuple[type[Request], ...] = (upstream.answers,) if upstream.answers else ()
        self._upstream = upstream
        self._sender = sender
        self._copies = copies

    async def search(self, request: Request, position: str | None, count: int) -> HitPage:
        """One page of hits; those whose records the answer does not hold are loaded."""
        answers, plan_search, read_page = self._searched()
        if not isinstance(request, answers):
            raise TypeError(f"{self.name} cannot be searched with a {type(request).__name__}")
        plan = plan_search(request, position, count)
        kept = (await self._copies.get([plan.key])).get(plan.key)
        body = kept.body if kept else await self._sender.send(plan)
        page = read_page(body, position, count)
        if kept is None:
            await self._copies.keep({plan.key: body}, SEARCH_LIFETIME_S)
        read_at = kept.received_at if kept else _now()
        held = {id_: Loaded(page.records[id_], read_at) for id_ in page.ids if id_ in page.records}
        rest = await self.load([id_ for id_ in page.ids if id_ not in held])
        hits = Gathered({**held, **rest.found}, rest.failed)

        def after(used: int) -> str | None:
            return read_page(body, position, used).following

        return HitPage(page.ids, page.total, page.following, page.remarks, hits, after)

    async def load(self, ids: Sequence[str]) -> Gathered:
        """Records from fresh copies, and from the upstream what is not among them."""
        keys = {id_: f"{self.name} record {id_}" for id_ in ids}
        kept = await self._copies.get(list(keys.values()))
        found: dict[str, Loaded] = {}
        for id_, key in keys.items():
            if key in kept:
                # A copy that this version cannot read is as good as none.
                with contextlib.suppress(UpstreamError):
                    found |= self._decoded(kept[key].body, [id_], kept[key].received_at)
        failed: dict[str, UpstreamError] = {}
        missing = [id_ for id_ in ids if id_ not in found]

        async def ask(batch: list[str]) -> None:
            try:
                found.update(await self._ask(batch, keys))
            except UpstreamError as error:
                failed.update(dict.fromkeys(batch, error))

        async with anyio.create_task_group() as tasks:
            for begin in range(0, len(missing), self._upstream.most_ids):
                tasks.start_soon(ask, missing[begin : begin + self._upstream.most_ids])
        return Gathered(found, failed)

    async def gone(self, ids: Sequence[str]) -> frozenset[str]:
        """All of them: an upstream has every record it serves."""
        return frozenset(ids)

    async def record_with(self, identifier: str) -> str | None:
        """An upstream is not asked for ids by other identifiers."""
        return None

    async def close(self) -> None:
        """Close the connections."""
        await self._sender.close()

    def _searched(
        self,
    ) -> tuple[type[R], Callable[[R, str | None, int], Plan], Callable[[bytes, str | None, int], Page]]:
        upstream = self._upstream
        if upstream.answers is None or upstream.plan_search is None or upstream.read_page is None:
            raise TypeError(f"{self.name} cannot be searched")
        return upstream.answers, upstream.plan_search, upstream.read_page

    async def _ask(self, ids: list[str], keys: Mapping[str, str]) -> dict[str, Loaded]:
        body = await self._sender.send(self._upstream.plan_records([id_.partition(":")[2] for id_ in ids]))
        found = self._decoded(body, ids, _now())
        parts = self._upstream.split_records(body)
        same = {
            keys[id_]: parts[loaded.record.id]
            for id_, loaded in found.items()
            if self._reads_as(parts.get(loaded.record.id, b""), loaded.record)
        }
        lifetime_s = self._upstream.lifetime_s
        await self._copies.keep(same, RECORD_LIFETIME_S if lifetime_s is None else lifetime_s)
        return found

    def _decoded(self, body: bytes, ids: Sequence[str], read_at: str) -> dict[str, Loaded]:
        """Those of ``ids`` that ``body`` has, under their own id or a former one that the record itself states.

        Upstreams have answered an id they did not know with another record: only what was asked for is taken.
        """
        records = self._upstream.read_records(body).records
        known = {name: record for record in records.values() for name in record.identifiers} | {**records}
        return {id_: Loaded(known[id_], read_at) for id_ in ids if id_ in known}

    def _reads_as(self, part: bytes, record: Record) -> bool:
        """Whether ``part`` reads exactly as the answer did: only then may it stand in for it later."""
        try:
            return self._upstream.read_records(part).records == {record.id: record}
        except UpstreamError:
            return False


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")

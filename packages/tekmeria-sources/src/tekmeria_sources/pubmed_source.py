"""PubMed over the network as a source of records: plans sent, answers kept fresh, decoded."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Protocol

from tekmeria_sources.errors import UpstreamError
from tekmeria_sources.plan import Plan, SearchRequest
from tekmeria_sources.pubmed import LAST_START, MAX_IDS, SOURCE, plan_records, plan_search
from tekmeria_sources.pubmed_decoding import decode_records, split_records
from tekmeria_sources.pubmed_search import decode_ids
from tekmeria_sources.source import Gathered, HitPage, Loaded
from tekmeria_sources.store import Copy

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


class PubmedSource:
    """A :class:`~tekmeria_sources.source.Source` that asks PubMed."""

    name = SOURCE
    schemes = frozenset({"pmid"})
    last_start: int | None = LAST_START

    def __init__(self, sender: Sender, copies: Copies) -> None:
        self._sender = sender
        self._copies = copies

    async def search(self, request: SearchRequest, start: int, count: int) -> HitPage:
        """One page of PubMed's hits; what it says about the query becomes remarks."""
        plan = plan_search(request, start, count)
        kept = (await self._copies.get([plan.key])).get(plan.key)
        body = kept.body if kept else await self._sender.send(plan)
        page = decode_ids(body)
        if kept is None:
            await self._copies.keep({plan.key: body}, SEARCH_LIFETIME_S)
        return HitPage(tuple(f"pmid:{id_}" for id_ in page.ids), page.total, page.messages)

    async def load(self, ids: Sequence[str]) -> Gathered:
        """Records from fresh copies, and from PubMed what is not among them."""
        keys = {id_: f"{SOURCE} record {id_}" for id_ in ids}
        kept = await self._copies.get(list(keys.values()))
        found: dict[str, Loaded] = {}
        for id_, key in keys.items():
            if key in kept:
                # A copy that this version cannot read is as good as none.
                with contextlib.suppress(UpstreamError):
                    found |= _decoded(kept[key].body, [id_], kept[key].received_at)
        failed: dict[str, UpstreamError] = {}
        missing = [id_ for id_ in ids if id_ not in found]
        for begin in range(0, len(missing), MAX_IDS):
            batch = missing[begin : begin + MAX_IDS]
            try:
                found |= await self._ask(batch, keys)
            except UpstreamError as error:
                failed |= dict.fromkeys(batch, error)
        return Gathered(found, failed)

    async def gone(self, ids: Sequence[str]) -> frozenset[str]:
        """All of them: PubMed has every record it serves."""
        return frozenset(ids)

    async def record_with(self, identifier: str) -> str | None:
        """PubMed is not asked for ids by DOI."""
        return None

    async def close(self) -> None:
        """Close the connections."""
        await self._sender.close()

    async def _ask(self, ids: list[str], keys: Mapping[str, str]) -> dict[str, Loaded]:
        body = await self._sender.send(plan_records([id_.partition(":")[2] for id_ in ids]))
        # PubMed has answered an id it did not know with another record: only what was asked for is taken.
        found = _decoded(body, ids, datetime.now(UTC).isoformat(timespec="seconds"))
        parts = split_records(body)
        same = {keys[id_]: parts[id_] for id_ in found if _reads_as(parts.get(id_, b""), id_, found[id_])}
        await self._copies.keep(same, RECORD_LIFETIME_S)
        return found


def _decoded(body: bytes, ids: Sequence[str], read_at: str) -> dict[str, Loaded]:
    records = decode_records(body).records
    return {id_: Loaded(records[id_], read_at) for id_ in ids if id_ in records}


def _reads_as(part: bytes, id_: str, loaded: Loaded) -> bool:
    """Whether ``part`` reads exactly as the answer did: only then may it stand in for it later."""
    try:
        return decode_records(part).records == {id_: loaded.record}
    except UpstreamError:
        return False

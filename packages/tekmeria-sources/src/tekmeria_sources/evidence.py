"""The evidence of one service: its key ring, its store and fresh copies, and the issuing of passages.

Everything minted is written to the store before it is handed out. Where the store cannot be used the call
goes on without it and says so; a store that is another program's file is an error.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import TypeVar

import anyio
import anyio.to_thread

from tekmeria_contract.handle import DEFAULT, Scheme, mint
from tekmeria_contract.keyring import KeyRing
from tekmeria_contract.resolution import RecordFacts
from tekmeria_sources.errors import NotAStoreError, StoreAbsentError, StoreError
from tekmeria_sources.keyfile import demo_ring, load_ring
from tekmeria_sources.passages import ADDRESSING
from tekmeria_sources.record import Passage, Record
from tekmeria_sources.results import SourceStatus
from tekmeria_sources.settings import Settings
from tekmeria_sources.source import Loaded
from tekmeria_sources.store import Copy, Issued, Store
from tekmeria_sources.stores import open_store, own_store

Entry = tuple[Loaded, Sequence[Passage]]
"""A record as it was loaded, and those of its passages that are concerned."""

DEMO_TIME = "2033-03-01T12:00:00+00:00"
"""When everything of demo mode happens, as in the fictional literature's receipts: its output never changes."""

_T = TypeVar("_T")
_log = logging.getLogger(__name__)


class Evidence:
    """Key ring, store and copies; made cheaply, opened at the first need."""

    def __init__(self, settings: Settings, demo: bool) -> None:
        self._settings = settings
        self._demo = demo
        self.schemes: Mapping[str, Scheme] = DEFAULT
        self._ring: KeyRing | None = None
        self._store: Store | None = None
        self._opening = anyio.Lock()
        self._trouble: StoreError | None = None
        self._turns: Store | None = None

    @property
    def ring(self) -> KeyRing:
        """The key ring; the installation's key is made now if there is none yet."""
        if self._ring is None:
            self._ring = (
                demo_ring() if self._demo else load_ring(self._settings.data_dir, self._settings.handle_key)
            )
        return self._ring

    def now(self) -> str:
        """The time, ISO 8601 in UTC; always the same in demo mode."""
        return DEMO_TIME if self._demo else datetime.now(UTC).isoformat(timespec="seconds")

    def status(self) -> tuple[SourceStatus, ...]:
        """What is to be said of the store: nothing where all is well."""
        trouble = self._trouble
        statuses = [
            SourceStatus("store", "partial", warning)
            for warning in (self._store.warnings if self._store else ())
        ]
        if trouble is not None:
            reason = f"what this answer hands out could not be kept: {trouble.message}"
            statuses.append(SourceStatus("store", "failed", reason, trouble.remedy, trouble.retryable))
        return tuple(statuses)

    def handles(self, record: Record, passages: Sequence[Passage]) -> tuple[str, ...]:
        """Handles for passages of a record; they are not kept, so they are not to be handed out yet."""
        return tuple(
            mint(record.cited_as, passage.path, self.ring, ADDRESSING, self.schemes) for passage in passages
        )

    async def hand_out(self, entries: Sequence[Entry]) -> tuple[tuple[str, ...], ...]:
        """Handles for the passages of each record, kept with their texts before they are returned."""
        minted = tuple(self.handles(loaded.record, passages) for loaded, passages in entries)
        await self._keep_issued(entries, minted, frozenset())
        return minted

    async def mention(self, entries: Sequence[Entry]) -> tuple[tuple[str, ...], ...]:
        """Handles for passages that a report may name, kept where nothing was ever issued under them.

        A text that an audit merely came across is not one that was handed out: kept beside an older text it
        would change what the next audit says of the older one.
        """
        minted = tuple(self.handles(loaded.record, passages) for loaded, passages in entries)
        known = await self.issued(handle for handles in minted for handle in handles)
        await self._keep_issued(entries, minted, frozenset(known))
        return minted

    async def _keep_issued(
        self, entries: Sequence[Entry], minted: Sequence[tuple[str, ...]], known: frozenset[str]
    ) -> None:
        now = self.now()
        issued = [
            _issued(handle, loaded.record, passage, now)
            for (loaded, passages), handles in zip(entries, minted, strict=True)
            for handle, passage in zip(handles, passages, strict=True)
            if handle not in known
        ]
        facts = {loaded.record.id: loaded.record.facts(loaded.read_at) for loaded, _ in entries}
        if facts:
            await self._ask(lambda store: store.issue(issued, facts), None)

    async def issued(self, handles: Iterable[str]) -> Mapping[str, tuple[Issued, ...]]:
        """Everything ever issued under each handle.

        Raises :class:`~tekmeria_sources.errors.StoreError` where there is a store that cannot be read: what was
        issued is then not known, which is not the same as nothing.
        """
        wanted = list(handles)
        try:
            store = await self._opened()
            return await anyio.to_thread.run_sync(store.issued, wanted)
        except StoreAbsentError as error:
            self._trouble = error
            return {}

    async def facts(self, records: Iterable[str]) -> Mapping[str, RecordFacts]:
        """The facts of records as last kept."""
        wanted = list(records)
        return await self._ask(lambda store: store.facts(wanted), {})

    async def known_as(self, identifier: str) -> str | None:
        """The record with ``identifier`` among those ever issued."""
        return await self._ask(lambda store: store.known_as(identifier), None)

    async def get(self, keys: Sequence[str]) -> Mapping[str, Copy]:
        """Fresh copies of answers, by key."""
        return await self._ask(lambda store: store.copies(keys, time.time()), {})

    async def keep(self, copies: Mapping[str, bytes], lifetime_s: float) -> None:
        """Keep copies of answers."""
        await self._ask(lambda store: store.keep_copies(copies, time.time(), lifetime_s), None)

    async def turn(self, host: str, most: int) -> float:
        """The seconds to wait before a request to ``host``, which allows ``most`` a second.

        Whoever shares the store shares the turns; without a store they are this service's own.
        """
        now = time.time()
        shared = await self._ask(lambda store: store.turn(host, most, now), None)
        if shared is not None:
            return shared
        if self._turns is None:
            self._turns = await anyio.to_thread.run_sync(own_store)
        return self._turns.turn(host, most, now)

    async def close(self) -> None:
        """Close the store."""
        if self._store is not None:
            store, self._store = self._store, None
            await anyio.to_thread.run_sync(store.close)

    async def _ask(self, action: Callable[[Store], _T], otherwise: _T) -> _T:
        try:
            store = await self._opened()
            result = await anyio.to_thread.run_sync(action, store)
        except NotAStoreError:
            raise
        except StoreError as error:
            _log.warning("%s", error)
            self._trouble = error
            return otherwise
        self._trouble = None
        return result

    async def _opened(self) -> Store:
        async with self._opening:
            if self._store is None:
                self._store = await anyio.to_thread.run_sync(self._open)
        return self._store

    def _open(self) -> Store:
        # Databases are not needed before the first call.
        return own_store() if self._demo else open_store(self._settings)


def _issued(handle: str, record: Record, passage: Passage, now: str) -> Issued:
    return Issued(
        handle=handle,
        record=record.cited_as,
        version=record.version,
        path=passage.path,
        label=passage.label,
        text=passage.text,
        section=passage.section,
        span=passage.span,
        section_digest=passage.section_digest,
        addressing=passage.addressing,
        issued_at=now,
        credits=passage.credits,
    )

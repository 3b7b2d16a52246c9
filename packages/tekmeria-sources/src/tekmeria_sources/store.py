"""The evidence store as a protocol (sources.md, Evidence store): what was issued, and fresh copies.

What was issued is kept for good. Fresh copies of upstream answers are apart from it and expire. Every method
is synchronous and may block for as long as the busy timeout; the service calls them in a thread.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from tekmeria_contract.resolution import RecordFacts

COPIES_CAP = 256 * 1024 * 1024
"""The bytes that fresh copies may take together; the oldest make room."""


@dataclass(frozen=True, slots=True)
class Issued:
    """A passage as it was handed out.

    ``record`` is ``scheme:id[@version]``, ``version`` the source's version of it, ``section``, ``span`` and
    ``section_digest`` say where it was cut (sources.md, Evidence store), ``issued_at`` is ISO 8601 in UTC.
    ``credits`` are the works that it credits: whoever quotes it offline too is told that it is second-hand.
    """

    handle: str
    record: str
    version: str | None
    path: str
    label: str | None
    text: str
    section: str
    span: tuple[int, int]
    section_digest: str
    addressing: int
    issued_at: str
    credits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Copy:
    """A fresh copy of an upstream's answer: its bytes and when they were received, ISO 8601 in UTC."""

    body: bytes
    received_at: str


@dataclass(frozen=True, slots=True)
class Batch:
    """A part of everything issued: passages, and the facts of their records."""

    passages: tuple[Issued, ...]
    facts: Mapping[str, RecordFacts]


@dataclass(frozen=True, slots=True)
class StoreSize:
    """How much a store holds: passages issued, records with facts, fresh copies, and bytes on disk."""

    passages: int
    records: int
    copies: int
    bytes: int


class Store(Protocol):
    """Where issued passages are kept. Raises :class:`~tekmeria_sources.errors.StoreError` only."""

    @property
    def warnings(self) -> tuple[str, ...]:
        """What a user must be told, such as a damaged file that was set aside."""
        ...

    def issue(self, passages: Sequence[Issued], facts: Mapping[str, RecordFacts]) -> None:
        """Keep passages, and the facts of their records; both are safe on disk when this returns.

        A text that is kept already under its handle and version is not kept twice.
        """
        ...

    def issued(self, handles: Iterable[str]) -> Mapping[str, tuple[Issued, ...]]:
        """Everything ever issued under each handle, oldest first; handles never issued are left out."""
        ...

    def facts(self, records: Iterable[str]) -> Mapping[str, RecordFacts]:
        """The facts of records as last kept."""
        ...

    def known_as(self, identifier: str) -> str | None:
        """The record that has ``identifier`` (``doi:…`` in lower case), among those issued."""
        ...

    def keep_copies(self, copies: Mapping[str, bytes], now: float, lifetime: float) -> None:
        """Keep answers by key until ``now + lifetime`` (seconds since 1970), :data:`COPIES_CAP` bytes at most."""
        ...

    def copies(self, keys: Iterable[str], now: float) -> Mapping[str, Copy]:
        """The answers that have not expired, by key."""
        ...

    def turn(self, host: str, most: int, now: float) -> float:
        """Take a turn at ``host``, which allows ``most`` requests in any second: the seconds to wait for it.

        All who share the store share the turns; ``now`` is in seconds since 1970.
        """
        ...

    def size(self) -> StoreSize:
        """How much is kept."""
        ...

    def batches(self) -> Iterator[Batch]:
        """Everything ever issued, oldest first, a batch at a time."""
        ...

    def older(self, before: str) -> int:
        """How many passages were issued before ``before`` (ISO 8601 in UTC)."""
        ...

    def prune(self, before: str) -> int:
        """Forget for good what was issued before ``before`` (ISO 8601 in UTC); the number of passages."""
        ...

    def close(self) -> None:
        """Release the store."""
        ...

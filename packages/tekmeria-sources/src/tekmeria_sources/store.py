"""The evidence store as a protocol (sources.md, Evidence store): what was issued, and fresh copies.

What was issued is kept for good. Fresh copies of upstream answers are apart from it and expire. Every method
is synchronous and may block for as long as the busy timeout; the service calls them in a thread.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from tekmeria_contract.resolution import RecordFacts

SCHEMA = 1
"""The number of the layout that this version writes; an older one is migrated, a newer one refused."""


@dataclass(frozen=True, slots=True)
class Issued:
    """A passage as it was handed out.

    ``record`` is ``scheme:id[@version]``, ``version`` the source's version of it, ``section``, ``span`` and
    ``section_digest`` say where it was cut (sources.md, Evidence store), ``issued_at`` is ISO 8601 in UTC.
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


@dataclass(frozen=True, slots=True)
class Copy:
    """A fresh copy of an upstream's answer: its bytes and when they were received, ISO 8601 in UTC."""

    body: bytes
    received_at: str


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
        """Keep answers by key until ``now + lifetime`` (seconds since 1970)."""
        ...

    def copies(self, keys: Iterable[str], now: float) -> Mapping[str, Copy]:
        """The answers that have not expired, by key."""
        ...

    def close(self) -> None:
        """Release the store."""
        ...

"""What the service asks of any source of records: a live upstream or a folder (sources.md, Shape)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from tekmeria_sources.errors import UpstreamError
from tekmeria_sources.record import Record
from tekmeria_sources.request import Request


@dataclass(frozen=True, slots=True)
class Loaded:
    """A record and when its source was read, ISO 8601 in UTC; None where that is not known."""

    record: Record
    read_at: str | None


@dataclass(frozen=True, slots=True)
class Gathered:
    """What came of asking for records: those found, and for each that could not be asked for, why.

    An id in neither is not known to the source; see :meth:`Source.gone`. ``checks`` are the records found about
    which a registry of notices was asked besides, each with why it could not say, None where it did.
    """

    found: Mapping[str, Loaded] = field(default_factory=dict[str, Loaded])
    failed: Mapping[str, UpstreamError] = field(default_factory=dict[str, UpstreamError])
    checks: Mapping[str, UpstreamError | None] = field(default_factory=dict[str, UpstreamError | None])

    def knows(self, id_: str) -> bool:
        """Whether something came of asking for ``id_``: the record, or why not."""
        return id_ in self.found or id_ in self.failed


@dataclass(frozen=True, slots=True)
class HitPage:
    """One page of hits: their ids in order, the number of all hits where the page states it, the position of
    the next page where there is one, remarks on what the source could not do, and the hits' records, which may
    be excerpts. ``after(n)`` is the position behind the first ``n`` hits."""

    ids: tuple[str, ...]
    total: int | None
    following: str | None = None
    remarks: tuple[str, ...] = ()
    hits: Gathered = field(default_factory=Gathered)
    after: Callable[[int], str | None] = lambda _: None


class Source(Protocol):
    """A source of records.

    ``name`` is what statuses call it, ``schemes`` the ids it serves, ``answers`` the classes of request that
    it can be searched with.
    """

    name: str
    schemes: frozenset[str]
    answers: tuple[type[Request], ...]

    async def search(self, request: Request, position: str | None, count: int) -> HitPage:
        """One page of hits, the first or the one at ``position``; raises ``SourcesError``."""
        ...

    async def load(self, ids: Sequence[str]) -> Gathered:
        """The records with the given ids (``pmid:…``); raises ``SourcesError``."""
        ...

    async def gone(self, ids: Sequence[str]) -> frozenset[str]:
        """Those of ``ids``, none of which :meth:`load` found, that are known not to exist."""
        ...

    async def record_with(self, identifier: str) -> str | None:
        """The id of the record that has ``identifier`` (``doi:…``, lower case), if the source knows it."""
        ...

    async def close(self) -> None:
        """Release connections."""
        ...

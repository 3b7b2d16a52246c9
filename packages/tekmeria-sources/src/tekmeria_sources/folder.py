"""A folder of recorded responses in place of the network (sources.md, A folder of records).

The folder is read once, when it is first asked: see :mod:`tekmeria_sources.folderindex`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import anyio
import anyio.to_thread

from tekmeria_sources.folderindex import FolderIndex, read_folder, some
from tekmeria_sources.query import find
from tekmeria_sources.request import LabelRequest, Request, SearchRequest, TrialRequest
from tekmeria_sources.source import Gathered, HitPage

_OPEN_ACCESS = "open access is known only of records whose copyright line states an open licence"


@dataclass
class FolderSource:
    """A :class:`~tekmeria_sources.source.Source` over the folder ``path``.

    ``complete`` tells that a record which is not there does not exist; of an excerpt, absence says nothing.
    """

    path: Path
    name: str = "folder"
    complete: bool = False
    schemes: frozenset[str] = frozenset({"pmid", "pmcid", "ppr", "nct", "setid"})
    answers: tuple[type[Request], ...] = (SearchRequest, TrialRequest, LabelRequest)
    _index: FolderIndex | None = None
    _lock: anyio.Lock = field(default_factory=anyio.Lock)

    async def index(self) -> FolderIndex:
        """The index, read at the first call. Raises :class:`~tekmeria_sources.errors.FolderError`."""
        async with self._lock:
            if self._index is None:
                self._index = await anyio.to_thread.run_sync(read_folder, self.path)
        return self._index

    async def search(self, request: Request, position: str | None, count: int) -> HitPage:
        """Local term matching: see :mod:`tekmeria_sources.query`."""
        index = await self.index()
        found, complete = await anyio.to_thread.run_sync(lambda: find(request, index.terms))
        remarks = [] if complete else ["no record holds every word; these hold some"]
        if index.damaged:
            remarks.append(f"files not read: {some(index.damaged)}")
        if isinstance(request, SearchRequest) and request.open_access_only:
            remarks.append(_OPEN_ACCESS)
        start = int(position or 0)
        ids = tuple(found[start : start + count])

        def after(used: int) -> str | None:
            return str(start + used) if start + used < len(found) else None

        return HitPage(ids, len(found), after(count), tuple(remarks), await self.load(ids), after)

    async def load(self, ids: Sequence[str]) -> Gathered:
        """The records of the folder with these ids."""
        records = (await self.index()).records
        return Gathered({id_: records[id_] for id_ in ids if id_ in records})

    async def gone(self, ids: Sequence[str]) -> frozenset[str]:
        """Those of ``ids`` that a file states to be deleted, or all if the folder is complete."""
        return frozenset(ids) if self.complete else (await self.index()).deleted & frozenset(ids)

    async def record_with(self, identifier: str) -> str | None:
        """The record with this id, DOI or PMCID."""
        index = await self.index()
        return identifier if identifier in index.records else index.identifiers.get(identifier)

    async def close(self) -> None:
        """Nothing is held open."""

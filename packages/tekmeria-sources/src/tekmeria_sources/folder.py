"""A folder of recorded responses in place of the network (sources.md, A folder of records).

Any tree of files: each is told apart by its content, records are indexed by id and DOI, and what is not read
is listed with the reason. ``NAME.receipt.json`` beside a file (``{"request": …, "time": …}``) says when it
was received. The folder is read once, when it is first asked.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import anyio
import anyio.to_thread

from tekmeria_sources.crossref import Work
from tekmeria_sources.crossref_notices import with_work
from tekmeria_sources.errors import FolderError, OutOfScopeError, SourcesError
from tekmeria_sources.filtering import passes
from tekmeria_sources.merging import with_notices
from tekmeria_sources.pubtator import AnnotatedText, Annotations
from tekmeria_sources.query import IndexedRecord, find
from tekmeria_sources.record import Record
from tekmeria_sources.recorded import read_response
from tekmeria_sources.request import LabelRequest, Request, SearchRequest, TrialRequest
from tekmeria_sources.source import Gathered, HitPage, Loaded
from tekmeria_sources.upstream import RecordSet

_LOG = logging.getLogger(__name__)

RECEIPT = ".receipt.json"
MAX_FILE = 256 << 20
_IDS_ALONE = "ids_alone"
_OPEN_ACCESS = "open access is known only of records whose copyright line states an open licence"


@dataclass(frozen=True, slots=True)
class FolderIndex:
    """What a folder holds: records by id, ids by other identifiers, ids deleted, files not read."""

    records: Mapping[str, Loaded]
    identifiers: Mapping[str, str]
    terms: tuple[IndexedRecord, ...]
    deleted: frozenset[str]
    unread: Mapping[str, str]
    damaged: tuple[str, ...] = ()
    """Those of the files not read that are no well-formed answer of a kind that is known, each with the reason."""

    annotations: Mapping[str, tuple[AnnotatedText, ...]] = field(
        default_factory=dict[str, tuple[AnnotatedText, ...]]
    )
    """Texts with the entities that PubTator3 found in them, by record."""


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
        candidates = [indexed for indexed in index.terms if passes(indexed.record, request)]
        found, complete = find(request, candidates)
        remarks = [] if complete else ["no record holds every word; these hold some"]
        if index.damaged:
            remarks.append(f"files not read: {_some(index.damaged)}")
        if isinstance(request, SearchRequest) and request.open_access_only:
            remarks.append(_OPEN_ACCESS)
        start = int(position or 0)
        ids = tuple(record.id for record in found[start : start + count])

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


def read_folder(path: Path) -> FolderIndex:
    """Read every file under ``path``, in the order of their names.

    Of several versions of a record the newest stays, and any before an excerpt. Raises
    :class:`~tekmeria_sources.errors.FolderError` where the folder is not there, cannot be read, or holds no
    record.
    """
    files = _files(path)
    records: dict[str, Loaded] = {}
    deleted: set[str] = set()
    unread: dict[str, str] = {}
    damaged: list[str] = []
    works: dict[str, Work] = {}
    annotations: dict[str, tuple[AnnotatedText, ...]] = {}
    for file in files:
        try:
            found = _read_file(file)
        except SourcesError as error:
            name = file.relative_to(path).as_posix()
            unread[name] = error.message
            if not isinstance(error, OutOfScopeError) and error.code != _IDS_ALONE:
                damaged.append(f"{name} ({error.message})")
            continue
        if isinstance(found, Work):
            works[found.id] = found
            continue
        if isinstance(found, Annotations):
            annotations |= found.texts
            continue
        deleted.update(found.deleted)
        received = _receipt_time(file)
        for record in found.records.values():
            kept = records.get(record.id)
            if kept is None or _standing(record) >= _standing(kept.record):
                records[record.id] = Loaded(record, received)
    if not records:
        why = f": {_some(damaged)}" if damaged else ""
        raise FolderError(
            f"the folder {path} holds no record ({len(files)} files, none with one that can be read){why}",
            source=str(path),
            remedy="give a folder of recorded answers, such as PubMed's (efetch, retmode=xml)",
        )
    if damaged:
        _LOG.warning("files of %s not read: %s", path, _some(damaged))
    records = _checked(records, works)
    identifiers = {name: id_ for id_, loaded in records.items() for name in loaded.record.identifiers}
    terms = tuple(IndexedRecord.of(loaded.record) for loaded in records.values())
    return FolderIndex(records, identifiers, terms, frozenset(deleted), unread, tuple(damaged), annotations)


def _checked(records: Mapping[str, Loaded], works: Mapping[str, Work]) -> dict[str, Loaded]:
    """The records with what Crossref states of their DOIs; those that say nothing of notices with what another
    record of the same publication says."""
    saying = {
        name: loaded.record
        for loaded in records.values()
        if loaded.record.notices_checked
        for name in loaded.record.identifiers
    }
    checked: dict[str, Loaded] = {}
    for id_, loaded in records.items():
        stated = next((saying[name] for name in loaded.record.identifiers if name in saying), None)
        if loaded.record.notices_checked or stated is None:
            checked[id_] = loaded
        else:
            checked[id_] = Loaded(with_notices(loaded.record, stated), loaded.read_at)
        for work in (works[name] for name in loaded.record.identifiers if name in works):
            checked[id_] = Loaded(with_work(checked[id_].record, work), loaded.read_at)
    return checked


def _some(entries: Sequence[str]) -> str:
    """The first three of ``entries``, and how many more there are."""
    more = f"; and {len(entries) - 3} more" if len(entries) > 3 else ""
    return "; ".join(entries[:3]) + more


def _files(path: Path) -> list[Path]:
    remedy = "name a folder that exists and can be read"
    if not path.is_dir():
        raise FolderError(f"{path} is no folder", source=str(path), remedy=remedy)
    try:
        next(path.iterdir(), None)
    except OSError as error:
        raise FolderError(
            f"the folder {path} cannot be read ({error.strerror})", source=str(path), remedy=remedy
        ) from None
    return sorted(file for file in path.rglob("*") if file.is_file() and not file.name.endswith(RECEIPT))


def _read_file(file: Path) -> RecordSet | Work | Annotations:
    try:
        if file.stat().st_size > MAX_FILE:
            raise FolderError(f"larger than {MAX_FILE} bytes", source=str(file))
        body = file.read_bytes()
    except OSError as error:
        raise FolderError(f"cannot be read ({error.strerror})", source=str(file)) from None
    found = read_response(body)
    if not isinstance(found, RecordSet | Work | Annotations):
        raise FolderError("ids or entities without records", source=str(file), code=_IDS_ALONE)
    return found


def _receipt_time(file: Path) -> str | None:
    try:
        receipt: object = json.loads(file.with_name(file.name + RECEIPT).read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    time = cast(dict[str, object], receipt).get("time") if isinstance(receipt, dict) else None
    return time if isinstance(time, str) else None


def _standing(record: Record) -> tuple[bool, int, str]:
    """What the better of two records with one id has more of: versions are numbers or dates."""
    version = record.version or ""
    return not record.excerpt, int(version) if version.isdecimal() else 0, version

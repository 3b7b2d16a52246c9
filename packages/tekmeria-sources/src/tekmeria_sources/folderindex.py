"""What a folder of recorded responses holds (sources.md, A folder of records).

Any tree of files: each is told apart by its content, records are indexed by id and DOI, and what is not read
is listed with the reason. ``NAME.receipt.json`` beside a file (``{"request": …, "time": …}``) says when it
was received. Records are set aside as they are read (:mod:`tekmeria_sources.shelf`), so that a folder with
PubMed's bulk files takes little memory.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from tekmeria_sources.crossref import Work
from tekmeria_sources.crossref_notices import with_work
from tekmeria_sources.errors import FolderError, OutOfScopeError, SourcesError
from tekmeria_sources.merging import with_notices
from tekmeria_sources.pubmed_decoding import Deleted
from tekmeria_sources.pubtator import AnnotatedText, Annotations
from tekmeria_sources.query import IndexedRecord
from tekmeria_sources.record import Record
from tekmeria_sources.recordedfile import IDS_ALONE, read_file
from tekmeria_sources.shelf import Shelf, Slip
from tekmeria_sources.source import Loaded

_LOG = logging.getLogger(__name__)

RECEIPT = ".receipt.json"
NO_ROOM = "no_room"


@dataclass(frozen=True, slots=True)
class FolderIndex:
    """What a folder holds: records by id, ids by other identifiers, ids deleted, files not read."""

    records: Shelf
    identifiers: Mapping[str, str]
    deleted: frozenset[str]
    unread: Mapping[str, str]
    damaged: tuple[str, ...] = ()
    """Those of the files not read that are no well-formed answer of a kind that is known, each with the reason."""

    annotations: Mapping[str, tuple[AnnotatedText, ...]] = field(
        default_factory=dict[str, tuple[AnnotatedText, ...]]
    )
    """Texts with the entities that PubTator3 found in them, by record."""

    @property
    def terms(self) -> Iterator[IndexedRecord]:
        """The words of every record, for searching."""
        return self.records.terms


def read_folder(path: Path) -> FolderIndex:
    """Read every file under ``path``, in the order of their names.

    Of several versions of a record the newest stays, and any before an excerpt. Raises
    :class:`~tekmeria_sources.errors.FolderError` where the folder is not there, cannot be read, or holds no
    record.
    """
    files = _files(path)
    folder = _Folder(path)
    for file in files:
        folder.read(file)
    return folder.index(len(files))


class _Folder:
    """What was found in the files so far."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._shelf = Shelf()
        self._deleted: set[str] = set()
        self._unread: dict[str, str] = {}
        self._damaged: list[str] = []
        self._works: dict[str, Work] = {}
        self._annotations: dict[str, tuple[AnnotatedText, ...]] = {}

    def read(self, file: Path) -> None:
        """Take in what a file holds; of a file that is damaged, nothing."""
        received = _receipt_time(file)
        slips: list[Slip] = []
        others: list[Deleted | Work | Annotations] = []
        try:
            for found in read_file(file):
                if isinstance(found, Record):
                    slips.append(self._set_aside(Loaded(found, received)))
                else:
                    others.append(found)
        except SourcesError as error:
            if error.code == NO_ROOM:
                raise
            self._leave(file, error)
            return
        self._shelf.put(slips)
        for other in others:
            self._take(other)

    def _take(self, found: Deleted | Work | Annotations) -> None:
        if isinstance(found, Work):
            self._works[found.id] = found
        elif isinstance(found, Annotations):
            self._annotations |= found.texts
        else:
            self._deleted.update(found.ids)

    def _leave(self, file: Path, error: SourcesError) -> None:
        name = file.relative_to(self._path).as_posix()
        self._unread[name] = error.message
        if not isinstance(error, OutOfScopeError) and error.code != IDS_ALONE:
            self._damaged.append(f"{name} ({error.message})")

    def _set_aside(self, loaded: Loaded) -> Slip:
        try:
            return self._shelf.write(loaded)
        except OSError as error:
            raise FolderError(
                f"the records of {self._path} cannot be set aside ({error.strerror or error})",
                source=str(self._path),
                code=NO_ROOM,
                remedy="make room in the folder for temporary files, or name another in TMPDIR",
            ) from None

    def index(self, files: int) -> FolderIndex:
        """What the folder holds, each record with the notices that other files state against it."""
        if not self._shelf:
            why = f": {some(self._damaged)}" if self._damaged else ""
            raise FolderError(
                f"the folder {self._path} holds no record ({files} files, none with one that can be read){why}",
                source=str(self._path),
                remedy="give a folder of recorded answers, such as PubMed's (efetch, retmode=xml)",
            )
        if self._damaged:
            _LOG.warning("files of %s not read: %s", self._path, some(self._damaged))
        self._check()
        identifiers = {name: slip.id for slip in self._shelf.slips for name in slip.identifiers}
        deleted, damaged = frozenset(self._deleted), tuple(self._damaged)
        return FolderIndex(self._shelf, identifiers, deleted, self._unread, damaged, self._annotations)

    def _check(self) -> None:
        """State of each record what Crossref states of its DOI; of one that says nothing of notices, what another
        record of the same publication says."""
        slips = list(self._shelf.slips)
        saying = {name: slip for slip in slips if slip.notices_checked for name in slip.identifiers}
        # The records as they were read: what Crossref states is added to each once.
        stating = {
            slip.id: self._shelf[saying[name].id].record
            for slip in slips
            if not slip.notices_checked
            for name in slip.identifiers[::-1]
            if name in saying
        }
        for slip in slips:
            works = [self._works[name] for name in slip.identifiers if name in self._works]
            if slip.id not in stating and not works:
                continue
            loaded = self._shelf[slip.id]
            record = loaded.record
            if slip.id in stating:
                record = with_notices(record, stating[slip.id])
            for work in works:
                record = with_work(record, work)
            self._shelf.put([self._set_aside(Loaded(record, loaded.read_at))])


def some(entries: Sequence[str]) -> str:
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


def _receipt_time(file: Path) -> str | None:
    try:
        receipt: object = json.loads(file.with_name(file.name + RECEIPT).read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    time = cast(dict[str, object], receipt).get("time") if isinstance(receipt, dict) else None
    return time if isinstance(time, str) else None

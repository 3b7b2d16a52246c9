"""The records of a folder, set aside where they take no memory (sources.md, A folder of records).

What is read of a folder may be a hundred times longer than what is asked of it. In memory stay the ids and other
identifiers; records and the words by which they are found stand in a temporary file, which has no name, is this
process's own and ends with it. A few records never reach the disk.
"""

from __future__ import annotations

import pickle
import threading
import weakref
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from tempfile import SpooledTemporaryFile
from typing import cast

from tekmeria_sources.query import IndexedRecord
from tekmeria_sources.record import Record
from tekmeria_sources.source import Loaded

IN_MEMORY = 8 << 20
"""As many bytes of records as are kept without a file."""


@dataclass(frozen=True, slots=True)
class Slip:
    """What is known of a record without reading it: its identifiers, whether its source states notices, how it
    stands to others of its id, and where it is."""

    id: str
    date: str
    identifiers: tuple[str, ...]
    notices_checked: bool
    standing: tuple[bool, int, str]
    offset: int
    lengths: tuple[int, int, int]


class Shelf(Mapping[str, Loaded]):
    """Records by id; each is read from the file when it is asked for. May be read by several threads."""

    def __init__(self) -> None:
        self._file = SpooledTemporaryFile[bytes](IN_MEMORY, prefix="tekmeria-")
        weakref.finalize(self, self._file.close)
        self._lock = threading.Lock()
        self._end = 0
        self._slips: dict[str, Slip] = {}

    def write(self, loaded: Loaded) -> Slip:
        """Set a record aside; it is on the shelf when its slip is :meth:`put` there. Raises ``OSError``."""
        record = loaded.record
        indexed = IndexedRecord.of(record)
        # Nobody else can write to the file, so that what is read back is what was written.
        parts = (pickle.dumps(loaded, 5), indexed.title.encode(), indexed.text.encode())
        with self._lock:
            offset = self._end
            self._file.seek(offset)
            self._file.write(b"".join(parts))
            self._end = self._file.tell()
        lengths = (len(parts[0]), len(parts[1]), len(parts[2]))
        return Slip(
            record.id,
            record.date or "",
            record.identifiers,
            record.notices_checked,
            _standing(record),
            offset,
            lengths,
        )

    def put(self, slips: Iterable[Slip]) -> None:
        """Put what was written on the shelf. Of several records with one id the best stays, of equals the last."""
        for slip in slips:
            kept = self._slips.get(slip.id)
            if kept is None or slip.standing >= kept.standing:
                self._slips[slip.id] = slip

    @property
    def slips(self) -> Iterable[Slip]:
        """What is known of each record, in order."""
        return self._slips.values()

    @property
    def terms(self) -> Iterator[IndexedRecord]:
        """The words of every record, one record at a time."""
        for slip in list(self._slips.values()):
            _, title, text = slip.lengths
            words = self._read(slip.offset + slip.lengths[0], title + text)
            yield IndexedRecord(
                slip.id,
                slip.date,
                words[:title].decode(),
                words[title:].decode(),
                partial(self._record, slip),
            )

    def __getitem__(self, id_: str) -> Loaded:
        return self._loaded(self._slips[id_])

    def __contains__(self, id_: object) -> bool:
        return id_ in self._slips

    def __iter__(self) -> Iterator[str]:
        return iter(self._slips)

    def __len__(self) -> int:
        return len(self._slips)

    def _record(self, slip: Slip) -> Record:
        return self._loaded(slip).record

    def _loaded(self, slip: Slip) -> Loaded:
        return cast(Loaded, pickle.loads(self._read(slip.offset, slip.lengths[0])))

    def _read(self, offset: int, length: int) -> bytes:
        with self._lock:
            self._file.seek(offset)
            return self._file.read(length)


def _standing(record: Record) -> tuple[bool, int, str]:
    """What the better of two records with one id has more of: versions are numbers or dates."""
    version = record.version or ""
    return not record.excerpt, int(version) if version.isdecimal() else 0, version

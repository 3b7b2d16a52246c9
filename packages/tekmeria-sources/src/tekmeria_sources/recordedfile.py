"""Reading one file of a folder of recorded responses, plain or compressed (sources.md, A folder of records)."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import BinaryIO, cast

from tekmeria_sources.content import PUBMED_RECORDS, SNIFFED, recognise
from tekmeria_sources.crossref import Work
from tekmeria_sources.errors import FolderError
from tekmeria_sources.pubmed_decoding import Deleted, stream_records
from tekmeria_sources.pubtator import Annotations
from tekmeria_sources.record import Record
from tekmeria_sources.recorded import read_response
from tekmeria_sources.upstream import RecordSet

MAX_WHOLE = 256 << 20
"""As many bytes as a file may hold that is read whole: any but PubMed's records, which are read one by one."""

IDS_ALONE = "ids_alone"
_CHUNK = 1 << 16
_GZIP = b"\x1f\x8b"


def read_file(file: Path) -> Iterator[Record | Deleted | Work | Annotations]:
    """What a file holds, in its order; of PubMed's records a copy of every version.

    Raises :class:`~tekmeria_sources.errors.SourcesError` where the file is read as far as what is wrong with it:
    what was given before is then no whole answer.
    """
    try:
        with _opened(file) as stream:
            yield from _read(stream, file)
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or error
        raise FolderError(f"cannot be read ({reason})", source=str(file)) from None


@contextmanager
def _opened(file: Path) -> Generator[BinaryIO]:
    with file.open("rb") as raw:
        compressed = raw.read(len(_GZIP)) == _GZIP
        raw.seek(0)
        if not compressed:
            yield raw
            return
        with gzip.GzipFile(fileobj=raw) as stream:
            yield cast(BinaryIO, stream)


def _read(stream: BinaryIO, file: Path) -> Iterator[Record | Deleted | Work | Annotations]:
    start = stream.read(SNIFFED)
    if start.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"<" and recognise(start) == PUBMED_RECORDS:
        yield from stream_records(chain((start,), iter(lambda: stream.read(_CHUNK), b"")))
        return
    body = start + stream.read(MAX_WHOLE - len(start) + 1)
    if len(body) > MAX_WHOLE:
        raise FolderError(f"larger than {MAX_WHOLE} bytes", source=str(file))
    found = read_response(body)
    if isinstance(found, RecordSet):
        yield from found.records.values()
        if found.deleted:
            yield Deleted(found.deleted)
    elif isinstance(found, Work | Annotations):
        yield found
    else:
        raise FolderError("ids or entities without records", source=str(file), code=IDS_ALONE)

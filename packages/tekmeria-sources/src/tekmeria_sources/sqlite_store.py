"""The evidence store in one SQLite file (sources.md, Evidence store).

Write-ahead log, a busy timeout, short transactions that are on disk when they return. Several processes may
use the file at once. A file that SQLite finds damaged is set aside under another name, never deleted; a file
that is no database, or another program's, is named and left alone. The file has mode 0600, its folder 0700.
"""

from __future__ import annotations

from pathlib import Path

from tekmeria_sources.sqlite_file import BUSY_TIMEOUT_S, MEMORY, SqliteFile
from tekmeria_sources.tables import TableStore

__all__ = ["MEMORY", "SqliteStore"]


class SqliteStore(TableStore):
    """A :class:`~tekmeria_sources.store.Store` in the file ``path``, or in memory where that is
    :data:`MEMORY`.

    Opens at once. Raises :class:`~tekmeria_sources.errors.StoreError`.
    """

    def __init__(self, path: Path | str, busy_timeout_s: float = BUSY_TIMEOUT_S) -> None:
        super().__init__(SqliteFile(path, busy_timeout_s))

"""Opening, guarding and migrating the SQLite file behind the evidence store (sources.md, Evidence store)."""

from __future__ import annotations

import contextlib
import logging
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Generator
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from tekmeria_sources.errors import NotAStoreError, StoreAbsentError, StoreBusyError, StoreError
from tekmeria_sources.keyfile import make_private_folder
from tekmeria_sources.tables import Cursor

MEMORY = ":memory:"
APPLICATION_ID = 0x54454B4D
"""``TEKM`` in the file's header: tells our files from other programs'."""

BUSY_TIMEOUT_S = 10.0
CHECKPOINT_PAGES = 1000
_HEADER = b"SQLite format 3\x00"
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_UNWRITABLE = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
_REMEDY = "free space, or set TEKMERIA_STORE to a path in a folder that can be written"
_T = TypeVar("_T")
_log = logging.getLogger(__name__)

MIGRATIONS = (
    """
    CREATE TABLE issued (
        id INTEGER PRIMARY KEY,
        handle TEXT NOT NULL, record TEXT NOT NULL, version TEXT NOT NULL, path TEXT NOT NULL,
        label TEXT, text TEXT NOT NULL,
        section TEXT NOT NULL, span_start INTEGER NOT NULL, span_end INTEGER NOT NULL,
        section_digest TEXT NOT NULL, addressing INTEGER NOT NULL, issued_at TEXT NOT NULL,
        UNIQUE (handle, version, text)
    );
    CREATE TABLE facts (record TEXT PRIMARY KEY, facts TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE identifiers (identifier TEXT PRIMARY KEY, record TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE copies (
        key TEXT PRIMARY KEY, body BLOB NOT NULL, received_at TEXT NOT NULL, expires REAL NOT NULL
    );
    CREATE INDEX copies_expire ON copies (expires);
    """,
    """
    CREATE TABLE turns (
        host TEXT NOT NULL, slot INTEGER NOT NULL, taken_at REAL NOT NULL, PRIMARY KEY (host, slot)
    ) WITHOUT ROWID;
    CREATE INDEX issued_by_record ON issued (record);
    """,
    "ALTER TABLE issued ADD COLUMN credits TEXT NOT NULL DEFAULT '[]';",
)
"""``MIGRATIONS[n]`` leads from schema number n to n + 1."""

SCHEMA = len(MIGRATIONS)
"""The number of the layout that this version writes; an older one is migrated, a newer one refused."""


class SqliteFile:
    """One connection to the store's file, shared by threads; ``path`` may be :data:`MEMORY`.

    Raises :class:`~tekmeria_sources.errors.StoreError` from every method.
    """

    def __init__(self, path: Path | str, busy_timeout_s: float = BUSY_TIMEOUT_S) -> None:
        self._path = str(path)
        self._busy_timeout_s = busy_timeout_s
        self._lock = threading.Lock()
        self._inode: int | None = None
        self.warnings: list[str] = []
        self._connection = self._guarded(self._open, self._open)

    def read(self, action: Callable[[Cursor], _T]) -> _T:
        """Run ``action`` outside a transaction."""
        with self._lock:
            return self._guarded(
                lambda: _acted(self._connection, action), lambda: _acted(self._reopened(), action)
            )

    def write(self, action: Callable[[Cursor], _T]) -> _T:
        """Run ``action`` in one transaction that is on disk when this returns."""

        def run(connection: sqlite3.Connection) -> _T:
            with _transaction(connection):
                return _acted(connection, action)

        with self._lock:
            return self._guarded(lambda: run(self._connection), lambda: run(self._reopened()))

    def bytes(self) -> int:
        """What the file and its log take on disk."""
        files = [Path(self._path), Path(f"{self._path}-wal")]
        return sum(file.stat().st_size for file in files if self._path != MEMORY and file.exists())

    def close(self) -> None:
        """Close the connection; the last to close folds the write-ahead log into the file."""
        with self._lock:
            self._connection.close()

    def _guarded(self, action: Callable[[], _T], again: Callable[[], _T]) -> _T:
        """Run ``action``. Where the file proves damaged, set it aside and run ``again``, once."""
        try:
            return action()
        except sqlite3.Error as error:
            if _code(error) not in _DAMAGED or self._path == MEMORY:
                raise self._explained(error) from error
            _log.warning("the evidence store %s is damaged: %s", self._path, error)
        except OSError as error:
            raise self._unusable(error.strerror or str(error)) from error
        try:
            self._set_aside()
            return again()
        except (sqlite3.Error, OSError) as error:
            raise self._unusable(str(error)) from error

    def _reopened(self) -> sqlite3.Connection:
        self._connection.close()
        self._connection = self._open()
        return self._connection

    def _open(self) -> sqlite3.Connection:
        if self._path != MEMORY:
            self._prepare(Path(self._path))
        try:
            return self._connected(self._path, self._configure, _migrate)
        except sqlite3.OperationalError as error:
            if _code(error) not in _UNWRITABLE or self._path == MEMORY:
                raise
            return self._read_only()

    def _connected(
        self, path: str, *steps: Callable[[sqlite3.Connection], None], uri: bool = False
    ) -> sqlite3.Connection:
        connection = sqlite3.connect(
            path, timeout=self._busy_timeout_s, isolation_level=None, check_same_thread=False, uri=uri
        )
        try:
            for step in (self._check_owner, *steps):
                step(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _read_only(self) -> sqlite3.Connection:
        """What was issued can be read where nothing can be written, such as from a backup on a read-only disk."""
        log = Path(f"{self._path}-wal")
        # A log that was not folded in holds issued passages and may not be left out; SQLite says what it lacks.
        mode = "mode=ro" if log.exists() and log.stat().st_size else "mode=ro&immutable=1"
        connection = self._connected(f"{Path(self._path).absolute().as_uri()}?{mode}", uri=True)
        self.warnings.append(
            f"the evidence store {self._path} can be read but not written: nothing new is kept"
        )
        return connection

    def _prepare(self, path: Path) -> None:
        """Make folder and file for their owner only; name a file that is no database."""
        if not path.exists():
            self._make(path)
        if not path.is_file():
            kind = "a folder" if path.is_dir() else "a device or pipe"
            raise NotAStoreError(
                f"{path} is {kind}, so it cannot be the evidence store",
                source=str(path),
                remedy="set TEKMERIA_STORE to the path of a file",
            )
        with path.open("rb") as file:
            start = file.read(len(_HEADER))
        if start and start != _HEADER:
            raise NotAStoreError(
                f"{path} is not an SQLite database, so it cannot be the evidence store",
                source=str(path),
                remedy="set TEKMERIA_STORE to another path, or move this file away",
            )
        self._inode = path.stat().st_ino

    def _make(self, path: Path) -> None:
        try:
            make_private_folder(path.parent)
            with contextlib.suppress(FileExistsError):
                os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        except OSError as error:
            raise StoreAbsentError(
                f"no evidence store can be made at {path} ({error.strerror})", source="store", remedy=_REMEDY
            ) from error

    def _check_owner(self, connection: sqlite3.Connection) -> None:
        # One statement sees one state of the file, while another process may be making it.
        owner, version, tables = connection.execute(
            "SELECT (SELECT application_id FROM pragma_application_id),"
            " (SELECT user_version FROM pragma_user_version), (SELECT count(*) FROM sqlite_schema)"
        ).fetchone()
        if owner != APPLICATION_ID and (tables or owner):
            raise NotAStoreError(
                f"{self._path} is another program's database",
                source=self._path,
                remedy="set TEKMERIA_STORE to another path",
            )
        if owner == APPLICATION_ID and version > SCHEMA:
            raise NotAStoreError(
                f"{self._path} has schema {version}; this version reads up to {SCHEMA}",
                source=self._path,
                code="store_newer",
                remedy="use the newer version of the software, or set TEKMERIA_STORE to another path",
            )

    def _configure(self, connection: sqlite3.Connection) -> None:
        # Changing the journal mode does not wait for the busy timeout, so the wait is made here.
        deadline = time.monotonic() + self._busy_timeout_s
        while True:
            try:
                connection.execute("PRAGMA journal_mode = WAL").fetchone()
                break
            except sqlite3.OperationalError as error:
                if _code(error) not in _BUSY or time.monotonic() > deadline:
                    raise
                time.sleep(0.01)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")

    def _set_aside(self) -> None:
        """Rename the damaged file and its log, unless another process has done so since it was opened."""
        path = Path(self._path)
        with contextlib.suppress(AttributeError):
            self._connection.close()
        with contextlib.suppress(FileNotFoundError):
            if path.stat().st_ino != self._inode:
                return
            aside = f"{path}.damaged-{datetime.now(UTC):%Y%m%dT%H%M%S}-{os.getpid()}"
            path.rename(aside)
            self.warnings.append(
                f"the evidence store was damaged: it was set aside as {aside}, a new one begun"
            )
            for ending in ("-wal", "-shm"):
                with contextlib.suppress(FileNotFoundError):
                    Path(f"{path}{ending}").rename(f"{aside}{ending}")

    def _explained(self, error: sqlite3.Error) -> StoreError:
        if _code(error) in _BUSY:
            return StoreBusyError(
                f"the evidence store {self._path} was in use elsewhere for over {self._busy_timeout_s:g} s",
                source="store",
                retryable=True,
                remedy="try again",
            )
        return self._unusable(str(error))

    def _unusable(self, reason: str) -> StoreError:
        message = f"the evidence store {self._path} cannot be used ({reason})"
        return StoreError(message, source="store", retryable=True, remedy=_REMEDY)


def _acted(connection: sqlite3.Connection, action: Callable[[Cursor], _T]) -> _T:
    # An error keeps its frames, and an open cursor among them would keep the file open after the connection closed.
    with contextlib.closing(connection.cursor()) as cursor:
        return action(cursor)


@contextlib.contextmanager
def _transaction(connection: sqlite3.Connection) -> Generator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _migrate(connection: sqlite3.Connection) -> None:
    if _version(connection) == SCHEMA:
        return
    with _transaction(connection):
        # Another process may have migrated the file while this one waited for the transaction.
        for step in range(_version(connection), SCHEMA):
            for statement in MIGRATIONS[step].split(";"):
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {SCHEMA}")


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _code(error: sqlite3.Error) -> int:
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF

"""The evidence store on a PostgreSQL server, for several replicas that share what each has issued (sources.md).

The tables stand in a schema of their own, :data:`SCHEMA_NAME`, of the database that the URL names. Connections
that broke are made anew once; what a call was writing is written again, which changes nothing where it was
kept already. No message holds the URL, since it may hold a password.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from typing import Any, TypeVar

import psycopg

from tekmeria_sources.errors import NotAStoreError, StoreBusyError, StoreError
from tekmeria_sources.tables import Cursor, TableStore

SCHEMA_NAME = "tekmeria"
BUSY_TIMEOUT_S = 10.0
CONNECT_TIMEOUT_S = 10
_LOCK = 0x54454B4D
_T = TypeVar("_T")
_Connection = psycopg.Connection[tuple[Any, ...]]
_BUSY = (psycopg.errors.LockNotAvailable, psycopg.errors.DeadlockDetected, psycopg.errors.QueryCanceled)

MIGRATIONS = (
    """
CREATE TABLE store (number INTEGER NOT NULL);
INSERT INTO store VALUES (0);
-- A passage is longer than an index takes. The function is immutable where the database's encoding is UTF-8.
CREATE FUNCTION text_digest(TEXT) RETURNS BYTEA LANGUAGE SQL IMMUTABLE STRICT
    RETURN sha256(convert_to($1, 'UTF8'));
CREATE TABLE issued (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    handle TEXT NOT NULL, record TEXT NOT NULL, version TEXT NOT NULL, path TEXT NOT NULL,
    label TEXT, text TEXT NOT NULL,
    section TEXT NOT NULL, span_start INTEGER NOT NULL, span_end INTEGER NOT NULL,
    section_digest TEXT NOT NULL, addressing INTEGER NOT NULL, issued_at TEXT NOT NULL
);
CREATE UNIQUE INDEX issued_once ON issued (handle, version, text_digest(text));
CREATE INDEX issued_by_record ON issued (record);
CREATE TABLE facts (record TEXT PRIMARY KEY, facts TEXT NOT NULL);
CREATE TABLE identifiers (identifier TEXT PRIMARY KEY, record TEXT NOT NULL);
CREATE TABLE copies (
    key TEXT PRIMARY KEY, body BYTEA NOT NULL, received_at TEXT NOT NULL, expires DOUBLE PRECISION NOT NULL
);
CREATE INDEX copies_expire ON copies (expires);
CREATE TABLE turns (
        host TEXT NOT NULL, slot INTEGER NOT NULL, taken_at DOUBLE PRECISION NOT NULL, PRIMARY KEY (host, slot)
    );
""",
    "ALTER TABLE issued ADD COLUMN credits TEXT NOT NULL DEFAULT '[]'",
)
"""``MIGRATIONS[n]`` leads from schema number n to n + 1."""

SCHEMA = len(MIGRATIONS)
"""The number of the tables that this version writes; older ones are migrated, newer ones refused."""


class PostgresStore(TableStore):
    """A :class:`~tekmeria_sources.store.Store` in the PostgreSQL database of ``url`` (``postgresql://…``).

    Connects at once. Raises :class:`~tekmeria_sources.errors.StoreError`.
    """

    def __init__(self, url: str, busy_timeout_s: float = BUSY_TIMEOUT_S) -> None:
        super().__init__(PostgresDatabase(url, busy_timeout_s))


class PostgresDatabase:
    """One connection to the server, shared by threads."""

    def __init__(self, url: str, busy_timeout_s: float) -> None:
        self._url = url
        self._busy_timeout_s = busy_timeout_s
        self._lock = threading.Lock()
        self.warnings: list[str] = []
        try:
            self._connection = self._connected()
        except psycopg.Error as error:
            raise self._explained(error) from None

    def read(self, action: Callable[[Cursor], _T]) -> _T:
        """Run ``action`` outside a transaction."""
        return self._run(action, transaction=False)

    def write(self, action: Callable[[Cursor], _T]) -> _T:
        """Run ``action`` in one transaction that is on disk when this returns."""
        return self._run(action, transaction=True)

    def bytes(self) -> int:
        """What the tables and their indexes take on disk."""

        def read(cursor: Cursor) -> int:
            cursor.execute(
                "SELECT COALESCE(SUM(pg_total_relation_size(oid)), 0) FROM pg_class"
                " WHERE relkind = 'r' AND relnamespace = to_regnamespace(?)",
                (SCHEMA_NAME,),
            )
            return int(cursor.fetchall()[0][0])

        return self.read(read)

    def close(self) -> None:
        """Close the connection."""
        with self._lock:
            self._connection.close()

    def _run(self, action: Callable[[Cursor], _T], transaction: bool) -> _T:
        with self._lock:
            try:
                return _acted(self._connection, action, transaction)
            except psycopg.Error as error:
                if not self._connection.broken:
                    raise self._explained(error) from None
            try:
                self._connection = self._connected()
                return _acted(self._connection, action, transaction)
            except psycopg.Error as error:
                raise self._explained(error) from None

    def _connected(self) -> _Connection:
        connection = psycopg.connect(
            self._url, autocommit=True, connect_timeout=CONNECT_TIMEOUT_S, client_encoding="UTF8"
        )
        try:
            self._prepare(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _prepare(self, connection: _Connection) -> None:
        """Make or migrate the tables; other starts at the same time wait for the first."""
        encoding = connection.execute("SHOW server_encoding").fetchone()
        if encoding != ("UTF8",):
            raise _not_ours(
                f"the database of TEKMERIA_STORE has the encoding {(encoding or ('?',))[0]}, not UTF8"
            )
        milliseconds = str(int(self._busy_timeout_s * 1000))
        connection.execute("SELECT set_config('lock_timeout', %s, false)", (milliseconds,))
        connection.execute(f"SET search_path TO {SCHEMA_NAME}")
        if _number(connection) == SCHEMA:
            return
        with connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
            _migrate(connection)

    def _explained(self, error: psycopg.Error) -> StoreError:
        if isinstance(error, _BUSY):
            return StoreBusyError(
                f"the evidence store was in use elsewhere for over {self._busy_timeout_s:g} s",
                source="store",
                retryable=True,
                remedy="try again",
            )
        reason = f"{type(error).__name__} {error.sqlstate or ''}".strip()
        return StoreError(
            f"the evidence store on the PostgreSQL server cannot be used ({reason})",
            source="store",
            retryable=True,
            remedy="check that the server of TEKMERIA_STORE runs and that its user may create and write tables",
        )


class _Questioned:
    """A cursor whose parameters are written ``?``, as the shared statements have them."""

    def __init__(self, cursor: psycopg.Cursor[tuple[Any, ...]]) -> None:
        self._cursor = cursor

    @property
    def rowcount(self) -> int:
        return self._cursor.rowcount

    def execute(self, statement: str, parameters: Sequence[object] = (), /) -> object:
        return self._cursor.execute(statement.replace("?", "%s").encode(), parameters)

    def executemany(self, statement: str, rows: Iterable[Sequence[object]], /) -> object:
        return self._cursor.executemany(statement.replace("?", "%s").encode(), rows)

    def fetchall(self) -> list[tuple[Any, ...]]:
        return self._cursor.fetchall()


def _acted(connection: _Connection, action: Callable[[Cursor], _T], transaction: bool) -> _T:
    with connection.transaction() if transaction else nullcontext(), connection.cursor() as cursor:
        return action(_Questioned(cursor))


def _number(connection: _Connection) -> int:
    """The schema number of the tables, 0 where there are none. Raises where the tables are not ours."""
    row = connection.execute(
        "SELECT to_regclass('store')::text, COUNT(*) FROM pg_class"
        " WHERE relkind = 'r' AND relnamespace = to_regnamespace(%s)",
        (SCHEMA_NAME,),
    ).fetchone()
    assert row is not None
    if row[0] is None and row[1]:
        raise _not_ours(f"the schema {SCHEMA_NAME} of TEKMERIA_STORE's database is another program's")
    kept = connection.execute("SELECT number FROM store").fetchone() if row[0] else None
    number = int(kept[0]) if kept else 0
    if number > SCHEMA:
        raise NotAStoreError(
            f"the store has schema {number}; this version reads up to {SCHEMA}",
            source="TEKMERIA_STORE",
            code="store_newer",
            remedy="use the newer version of the software, or set TEKMERIA_STORE to another database",
        )
    return number


def _migrate(connection: _Connection) -> None:
    connection.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA_NAME}")
    # Another process may have migrated the tables while this one waited for the lock.
    for step in range(_number(connection), SCHEMA):
        connection.execute(MIGRATIONS[step].encode())
        connection.execute("UPDATE store SET number = %s", (step + 1,))


def _not_ours(message: str) -> NotAStoreError:
    return NotAStoreError(message, source="TEKMERIA_STORE", remedy="set TEKMERIA_STORE to another database")

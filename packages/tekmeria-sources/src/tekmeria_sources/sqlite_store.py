"""The evidence store in one SQLite file (sources.md, Evidence store).

Write-ahead log, a busy timeout, short transactions that are on disk when they return. Several processes may
use the file at once. A file that SQLite finds damaged is set aside under another name, never deleted; a file
that is no database, or another program's, is named and left alone. The file has mode 0600, its folder 0700.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tekmeria_contract.resolution import Notice, RecordFacts
from tekmeria_sources.sqlite_file import BUSY_TIMEOUT_S, MEMORY, SqliteFile
from tekmeria_sources.store import Copy, Issued

__all__ = ["MEMORY", "SqliteStore"]

_BATCH = 500
_COLUMNS = (
    "handle, record, version, path, label, text,"
    " section, span_start, span_end, section_digest, addressing, issued_at"
)
_INSERT = (
    f"INSERT INTO issued ({_COLUMNS}) VALUES ({', '.join('?' * 12)})"
    " ON CONFLICT (handle, version, text) DO NOTHING"
)
_Row = tuple[Any, ...]


class SqliteStore:
    """A :class:`~tekmeria_sources.store.Store` in the file ``path``, or in memory where that is
    :data:`MEMORY`.

    Opens at once. Raises :class:`~tekmeria_sources.errors.StoreError`.
    """

    def __init__(self, path: Path | str, busy_timeout_s: float = BUSY_TIMEOUT_S) -> None:
        self._file = SqliteFile(path, busy_timeout_s)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What a user must be told, such as a damaged file that was set aside."""
        return tuple(self._file.warnings)

    def issue(self, passages: Sequence[Issued], facts: Mapping[str, RecordFacts]) -> None:
        """Keep passages and facts; on disk when this returns."""
        rows = [_row(item) for item in passages]
        named = [(record, json.dumps(asdict(known), ensure_ascii=False)) for record, known in facts.items()]
        identified = [(name, record) for record, known in facts.items() for name in known.identifiers]

        def write(connection: sqlite3.Connection) -> None:
            connection.executemany(_INSERT, rows)
            connection.executemany("INSERT OR REPLACE INTO facts (record, facts) VALUES (?, ?)", named)
            connection.executemany(
                "INSERT OR REPLACE INTO identifiers (identifier, record) VALUES (?, ?)", identified
            )

        self._file.write(write)

    def issued(self, handles: Iterable[str]) -> Mapping[str, tuple[Issued, ...]]:
        """Everything ever issued under each handle, oldest first."""
        found: dict[str, tuple[Issued, ...]] = {}
        for row in self._select(f"SELECT {_COLUMNS} FROM issued WHERE handle IN ({{}}) ORDER BY id", handles):
            item = _issued(row)
            found[item.handle] = (*found.get(item.handle, ()), item)
        return found

    def facts(self, records: Iterable[str]) -> Mapping[str, RecordFacts]:
        """The facts of records as last kept."""
        rows = self._select("SELECT record, facts FROM facts WHERE record IN ({})", records)
        return {row[0]: _facts(json.loads(row[1])) for row in rows}

    def known_as(self, identifier: str) -> str | None:
        """The record that has ``identifier``."""
        rows = self._select("SELECT record FROM identifiers WHERE identifier IN ({})", [identifier])
        return rows[0][0] if rows else None

    def keep_copies(self, copies: Mapping[str, bytes], now: float, lifetime: float) -> None:
        """Keep answers until ``now + lifetime``; what has expired by ``now`` is dropped."""
        received = datetime.fromtimestamp(now, UTC).isoformat(timespec="seconds")
        rows = [(key, body, received, now + lifetime) for key, body in copies.items()]

        def write(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM copies WHERE expires <= ?", (now,))
            connection.executemany(
                "INSERT OR REPLACE INTO copies (key, body, received_at, expires) VALUES (?, ?, ?, ?)", rows
            )

        self._file.write(write)

    def copies(self, keys: Iterable[str], now: float) -> Mapping[str, Copy]:
        """The answers that have not expired, by key."""
        rows = self._select("SELECT key, body, received_at, expires FROM copies WHERE key IN ({})", keys)
        return {row[0]: Copy(row[1], row[2]) for row in rows if row[3] > now}

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _select(self, statement: str, values: Iterable[str]) -> list[_Row]:
        wanted = list(dict.fromkeys(values))

        def read(connection: sqlite3.Connection) -> list[_Row]:
            rows: list[_Row] = []
            for start in range(0, len(wanted), _BATCH):
                batch = wanted[start : start + _BATCH]
                rows += connection.execute(statement.format(", ".join("?" * len(batch))), batch).fetchall()
            return rows

        return self._file.read(read)


def _row(item: Issued) -> _Row:
    cut = (item.section, *item.span, item.section_digest, item.addressing)
    # An absent version is written as an empty text, since SQL holds two NULLs for different.
    return (
        item.handle,
        item.record,
        item.version or "",
        item.path,
        item.label,
        item.text,
        *cut,
        item.issued_at,
    )


def _issued(row: _Row) -> Issued:
    handle, record, version, path, label, text, section, start, end, digest, addressing, issued_at = row
    return Issued(
        handle,
        record,
        version or None,
        path,
        label,
        text,
        section,
        (start, end),
        digest,
        addressing,
        issued_at,
    )


def _facts(kept: dict[str, Any]) -> RecordFacts:
    notices = kept["notices"]
    return RecordFacts(
        title=kept["title"],
        identifiers=tuple(kept["identifiers"]),
        link=kept["link"],
        version=kept["version"],
        preprint=kept["preprint"],
        published=kept["published"],
        notices=None if notices is None else tuple(Notice(**notice) for notice in notices),
        checked_at=kept["checked_at"],
    )

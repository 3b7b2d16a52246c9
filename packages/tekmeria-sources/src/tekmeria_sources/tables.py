"""The evidence store's tables, whichever database holds them (sources.md, Evidence store).

Statements are written once, in the SQL that SQLite and PostgreSQL share; a :class:`Database` opens connections,
makes the tables, and turns its driver's errors into :class:`~tekmeria_sources.errors.StoreError`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Protocol, TypeVar

from tekmeria_contract.resolution import RecordFacts
from tekmeria_sources.keptfacts import facts_from, facts_members
from tekmeria_sources.store import COPIES_CAP, Batch, Copy, Issued, StoreSize

_T = TypeVar("_T")
_Row = tuple[Any, ...]
_BATCH = 500
_COLUMNS = (
    "handle, record, version, path, label, text,"
    " section, span_start, span_end, section_digest, addressing, issued_at, credits"
)
_ISSUE = f"INSERT INTO issued ({_COLUMNS}) VALUES ({', '.join('?' * 13)}) ON CONFLICT DO NOTHING"
_STATE = (
    "INSERT INTO facts (record, facts) VALUES (?, ?)"
    " ON CONFLICT (record) DO UPDATE SET facts = excluded.facts"
)
_IDENTIFY = (
    "INSERT INTO identifiers (identifier, record) VALUES (?, ?)"
    " ON CONFLICT (identifier) DO UPDATE SET record = excluded.record"
)
_COPY = (
    "INSERT INTO copies (key, body, received_at, expires) VALUES (?, ?, ?, ?) ON CONFLICT (key) DO UPDATE"
    " SET body = excluded.body, received_at = excluded.received_at, expires = excluded.expires"
)
_CROWDED_OUT = (
    "DELETE FROM copies WHERE key IN (SELECT key FROM (SELECT key, SUM(LENGTH(body)) OVER"
    " (ORDER BY received_at DESC, key) AS total FROM copies) AS newest WHERE total > ?)"
)
_SLOT = "INSERT INTO turns (host, slot, taken_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
_TURN = (
    "UPDATE turns SET taken_at = CASE WHEN taken_at + 1 > ? THEN taken_at + 1 ELSE ? END WHERE host = ? AND slot ="
    " (SELECT slot FROM turns WHERE host = ? AND slot < ? ORDER BY taken_at, slot LIMIT 1) RETURNING taken_at"
)

_CITED = (
    "SELECT record FROM issued"
    " UNION SELECT SUBSTR(record, 1, LENGTH(record) - LENGTH(version) - 1) FROM issued WHERE version <> ''"
)
"""The records of what was issued. Facts are kept by the id alone, and a passage's record may name a version."""


class Cursor(Protocol):
    """What DB-API 2.0 (PEP 249) cursors of both drivers have in common; parameters are written ``?``."""

    @property
    def rowcount(self) -> int:
        """The rows that the statement run last has changed."""
        ...

    def execute(self, statement: str, parameters: Sequence[object] = (), /) -> object:
        """Run one statement."""
        ...

    def executemany(self, statement: str, rows: Iterable[Sequence[object]], /) -> object:
        """Run one statement for each row of parameters."""
        ...

    def fetchall(self) -> list[Any]:
        """The rows of the statement run last."""
        ...


class Database(Protocol):
    """An opened database with the store's tables. Raises ``StoreError`` only."""

    warnings: list[str]

    def read(self, action: Callable[[Cursor], _T]) -> _T:
        """Run ``action`` outside a transaction."""
        ...

    def write(self, action: Callable[[Cursor], _T]) -> _T:
        """Run ``action`` in one transaction that is on disk when this returns."""
        ...

    def bytes(self) -> int:
        """What the store takes on disk."""
        ...

    def close(self) -> None:
        """Close it."""
        ...


class TableStore:
    """A :class:`~tekmeria_sources.store.Store` in the tables of ``database``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @property
    def warnings(self) -> tuple[str, ...]:
        """What a user must be told, such as a damaged file that was set aside."""
        return tuple(self._database.warnings)

    def issue(self, passages: Sequence[Issued], facts: Mapping[str, RecordFacts]) -> None:
        """Keep passages and facts; on disk when this returns."""
        # Rows are put in order, so that two writers of the same rows wait for each other and never for good.
        rows = sorted(map(_row, passages), key=lambda row: str(row[0]))
        named = [
            (record, json.dumps(facts_members(facts[record]), ensure_ascii=False)) for record in sorted(facts)
        ]
        identified = sorted((name, record) for record, known in facts.items() for name in known.identifiers)

        def write(cursor: Cursor) -> None:
            cursor.executemany(_ISSUE, rows)
            cursor.executemany(_STATE, named)
            cursor.executemany(_IDENTIFY, identified)

        self._database.write(write)

    def issued(self, handles: Iterable[str]) -> Mapping[str, tuple[Issued, ...]]:
        """Everything ever issued under each handle, oldest first."""
        found: dict[str, tuple[Issued, ...]] = {}
        for row in self._select(
            f"SELECT {_COLUMNS} FROM issued WHERE handle IN ({{}}) ORDER BY issued_at, id", handles
        ):
            item = _issued(row)
            found[item.handle] = (*found.get(item.handle, ()), item)
        return found

    def facts(self, records: Iterable[str]) -> Mapping[str, RecordFacts]:
        """The facts of records as last kept."""
        rows = self._select("SELECT record, facts FROM facts WHERE record IN ({})", records)
        return {row[0]: facts_from(json.loads(row[1])) for row in rows}

    def known_as(self, identifier: str) -> str | None:
        """The record that has ``identifier``."""
        rows = self._select("SELECT record FROM identifiers WHERE identifier IN ({})", [identifier])
        return rows[0][0] if rows else None

    def keep_copies(self, copies: Mapping[str, bytes], now: float, lifetime: float) -> None:
        """Keep answers until ``now + lifetime``; what has expired or is over the cap is dropped."""
        received = datetime.fromtimestamp(now, UTC).isoformat(timespec="seconds")
        rows = [(key, copies[key], received, now + lifetime) for key in sorted(copies)]

        def write(cursor: Cursor) -> None:
            cursor.execute("DELETE FROM copies WHERE expires <= ?", (now,))
            cursor.executemany(_COPY, rows)
            cursor.execute(_CROWDED_OUT, (COPIES_CAP,))

        self._database.write(write)

    def copies(self, keys: Iterable[str], now: float) -> Mapping[str, Copy]:
        """The answers that have not expired, by key."""
        rows = self._select("SELECT key, body, received_at, expires FROM copies WHERE key IN ({})", keys)
        return {row[0]: Copy(bytes(row[1]), row[2]) for row in rows if row[3] > now}

    def turn(self, host: str, most: int, now: float) -> float:
        """The seconds to wait before the next request to ``host``."""

        # Each slot is one of the ``most`` requests of a second and is taken again a second later at the soonest.
        def write(cursor: Cursor) -> float:
            cursor.executemany(_SLOT, [(host, slot, 0.0) for slot in range(most)])
            cursor.execute(_TURN, (now, now, host, host, most))
            return float(cursor.fetchall()[0][0])

        return max(0.0, self._database.write(write) - now)

    def size(self) -> StoreSize:
        """How much is kept."""

        def read(cursor: Cursor) -> _Row:
            cursor.execute(
                "SELECT (SELECT COUNT(*) FROM issued), (SELECT COUNT(*) FROM facts), (SELECT COUNT(*) FROM copies)"
            )
            return cursor.fetchall()[0]

        passages, records, copies = self._database.read(read)
        return StoreSize(passages, records, copies, self._database.bytes())

    def batches(self) -> Iterator[Batch]:
        """Everything ever issued, oldest first, with the facts of the records; a batch at a time."""
        last = 0
        while rows := self._page(last):
            last = rows[-1][0]
            passages = tuple(_issued(row[1:]) for row in rows)
            yield Batch(passages, self.facts(item.record.partition("@")[0] for item in passages))

    def older(self, before: str) -> int:
        """How many passages were issued before ``before``."""

        def read(cursor: Cursor) -> int:
            cursor.execute("SELECT COUNT(*) FROM issued WHERE issued_at < ?", (before,))
            return int(cursor.fetchall()[0][0])

        return self._database.read(read)

    def prune(self, before: str) -> int:
        """Forget what was issued before ``before`` (ISO 8601 in UTC), for good; the number of passages."""

        def write(cursor: Cursor) -> int:
            cursor.execute("DELETE FROM issued WHERE issued_at < ?", (before,))
            count = cursor.rowcount
            for table in ("facts", "identifiers"):
                cursor.execute(f"DELETE FROM {table} WHERE record NOT IN ({_CITED})")
            return count

        return self._database.write(write)

    def close(self) -> None:
        """Close the database."""
        self._database.close()

    def _page(self, last: int) -> list[_Row]:
        def read(cursor: Cursor) -> list[_Row]:
            cursor.execute(
                f"SELECT id, {_COLUMNS} FROM issued WHERE id > ? ORDER BY id LIMIT {_BATCH}", (last,)
            )
            return cursor.fetchall()

        return self._database.read(read)

    def _select(self, statement: str, values: Iterable[str]) -> list[_Row]:
        wanted = list(dict.fromkeys(values))

        def read(cursor: Cursor) -> list[_Row]:
            rows: list[_Row] = []
            for start in range(0, len(wanted), _BATCH):
                batch = wanted[start : start + _BATCH]
                cursor.execute(statement.format(", ".join("?" * len(batch))), batch)
                rows += cursor.fetchall()
            return rows

        return self._database.read(read) if wanted else []


def _row(item: Issued) -> _Row:
    cut = (item.section, *item.span, item.section_digest, item.addressing)
    # An absent version is written as an empty text, since SQL holds two NULLs for different.
    named = (item.handle, item.record, item.version or "", item.path, item.label, item.text)
    return (*named, *cut, item.issued_at, json.dumps(item.credits, ensure_ascii=False))


def _issued(row: _Row) -> Issued:
    handle, record, version, path, label, text, section, start, end, digest, *kept, works = row
    named = (handle, record, version or None, path, label, text)
    return Issued(*named, section, (start, end), digest, *kept, credits=tuple(json.loads(works)))

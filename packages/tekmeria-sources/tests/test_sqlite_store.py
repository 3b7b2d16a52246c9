"""Nothing issued is lost; what cannot be used is named and never destroyed."""

from __future__ import annotations

import os
import sqlite3
import stat
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from dataclasses import replace
from pathlib import Path

import pytest

from tekmeria_sources import sqlite_file
from tekmeria_sources.errors import NotAStoreError, StoreBusyError, StoreError
from tekmeria_sources.sqlite_file import SCHEMA
from tekmeria_sources.sqlite_store import SqliteStore

from .issuing import OLDER, issued, older_row

Become = Callable[[], AbstractContextManager[None]]


def test_the_file_is_its_owners_alone_and_outlives_the_process(tmp_path: Path) -> None:
    path = tmp_path / "new" / "evidence.sqlite3"
    with closing(SqliteStore(path)) as first:
        first.issue([issued()], {})
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
        assert {stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()} == {0o600}
    with closing(SqliteStore(path)) as second:
        assert second.issued([issued().handle])
        assert second.warnings == ()


def test_the_schema_number_is_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "evidence.sqlite3"
    SqliteStore(path).close()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (SCHEMA,)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        connection.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    with pytest.raises(NotAStoreError) as refusal:
        SqliteStore(path)
    assert refusal.value.code == "store_newer"


def test_a_file_that_is_no_database_is_named_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "thesis.txt"
    path.write_text("Years of work.", encoding="utf-8")
    with pytest.raises(NotAStoreError) as refusal:
        SqliteStore(path)
    assert str(path) in refusal.value.message
    assert "TEKMERIA_STORE" in refusal.value.remedy
    assert path.read_text(encoding="utf-8") == "Years of work."
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("pragma", ["", "PRAGMA application_id = 7"])
def test_another_programs_database_is_named_and_left_alone(tmp_path: Path, pragma: str) -> None:
    path = tmp_path / "other.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE theirs (x)")
        connection.execute(pragma)
    before = path.read_bytes()
    with pytest.raises(NotAStoreError, match="another program"):
        SqliteStore(path)
    assert path.read_bytes() == before


def damage(path: Path) -> None:
    """Overwrite everything after the header, as a failing disk might."""
    content = path.read_bytes()
    path.write_bytes(content[:100] + b"\xa5" * (len(content) - 100))


def test_a_damaged_file_is_set_aside_and_a_new_one_begun(tmp_path: Path) -> None:
    path = tmp_path / "evidence.sqlite3"
    with closing(SqliteStore(path)) as first:
        first.issue([issued()], {})
    damage(path)
    damaged = path.read_bytes()
    with closing(SqliteStore(path)) as second:
        (warning,) = second.warnings
        second.issue([issued(2)], {})
        assert second.issued([issued(2).handle])
    (aside,) = [file for file in tmp_path.iterdir() if ".damaged-" in file.name]
    assert str(aside) in warning
    assert aside.read_bytes() == damaged


def test_damage_that_shows_later_is_met_the_same_way(tmp_path: Path) -> None:
    path = tmp_path / "evidence.sqlite3"
    with closing(SqliteStore(path)) as first:
        first.issue([issued(number, text="x" * 3000) for number in range(1, 200)], {})
    content = path.read_bytes()
    path.write_bytes(content[:8192] + b"\xa5" * (len(content) - 8192))
    with closing(SqliteStore(path)) as second:
        found = second.issued([issued(150).handle])
        second.issue([issued(2)], {})
        assert second.issued([issued(2).handle])
    assert found == {}
    assert len(second.warnings) == 1
    assert [file for file in tmp_path.iterdir() if ".damaged-" in file.name]


@pytest.mark.skipif(os.name != "posix", reason="an open file is renamed")
def test_a_file_that_another_process_has_set_aside_is_not_set_aside_again(tmp_path: Path) -> None:
    path = tmp_path / "evidence.sqlite3"
    with closing(SqliteStore(path)) as first:
        first.issue([issued(number, text="x" * 3000) for number in range(1, 200)], {})
    with closing(SqliteStore(path)) as first, closing(SqliteStore(path)) as second:
        content = path.read_bytes()
        path.write_bytes(content[:8192] + b"\xa5" * (len(content) - 8192))
        assert first.issued([issued(150).handle]) == {}
        first.issue([issued(2)], {})
        assert second.issued([issued(150).handle]) == {}
        assert second.issued([issued(2).handle])
        assert (len(first.warnings), len(second.warnings)) == (1, 0)
    aside = [file for file in tmp_path.iterdir() if ".damaged-" in file.name]
    assert len([file for file in aside if not file.name.endswith(("-wal", "-shm"))]) == 1


def test_a_busy_store_is_not_taken_for_a_damaged_one(tmp_path: Path) -> None:
    path = tmp_path / "evidence.sqlite3"
    with closing(SqliteStore(path, busy_timeout_s=0.05)) as store, closing(sqlite3.connect(path)) as other:
        store.issue([issued()], {})
        other.isolation_level = None
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusyError) as refusal:
            store.issue([issued(2)], {})
        assert refusal.value.retryable
        assert store.issued([issued().handle])
        other.execute("ROLLBACK")
        store.issue([issued(2)], {})
        assert store.warnings == ()


def test_a_folder_that_cannot_be_written_is_named(open_folder: Path, as_another_user: Become) -> None:
    with as_another_user(), pytest.raises(StoreError) as refusal:
        SqliteStore(open_folder / "evidence.sqlite3")
    assert str(open_folder) in refusal.value.message
    assert "TEKMERIA_STORE" in refusal.value.remedy


def test_a_file_that_cannot_be_read_is_named(open_folder: Path, as_another_user: Become) -> None:
    path = open_folder / "evidence.sqlite3"
    SqliteStore(path).close()
    with as_another_user(), pytest.raises(StoreError) as refusal:
        SqliteStore(path)
    assert str(path) in refusal.value.message


def test_first_starts_at_once_make_one_store(tmp_path: Path) -> None:
    path = tmp_path / "data" / "evidence.sqlite3"
    barrier, failures = threading.Barrier(8), list[BaseException]()

    def start(number: int) -> None:
        try:
            barrier.wait()
            with closing(SqliteStore(path)) as store:
                store.issue([issued(number)], {})
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=start, args=(number,)) for number in range(1, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    with closing(SqliteStore(path)) as store:
        assert len(store.issued(issued(number).handle for number in range(1, 9))) == 8


@pytest.mark.beside("a store outlives the version that made it")
def test_a_store_made_before_credits_were_kept_is_migrated_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "evidence.sqlite3"
    with monkeypatch.context() as older:
        older.setattr(sqlite_file, "MIGRATIONS", sqlite_file.MIGRATIONS[:2])
        older.setattr(sqlite_file, "SCHEMA", 2)
        SqliteStore(path).close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"INSERT INTO issued ({OLDER}) VALUES ({', '.join('?' * 12)})", older_row())
    with closing(SqliteStore(path)) as store:
        assert store.issued([issued().handle]) == {issued().handle: (replace(issued(), credits=()),)}
        store.issue([issued(2)], {})
        assert store.issued([issued(2).handle]) == {issued(2).handle: (issued(2),)}

"""Nothing issued is lost; what cannot be used is named and never destroyed."""

from __future__ import annotations

import os
import signal
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing
from dataclasses import replace
from pathlib import Path

import pytest

from tekmeria_contract.resolution import Notice, RecordFacts
from tekmeria_sources.errors import NotAStoreError, StoreBusyError, StoreError
from tekmeria_sources.sqlite_store import MEMORY, SqliteStore
from tekmeria_sources.store import SCHEMA, Issued

Become = Callable[[], AbstractContextManager[None]]

FACTS = RecordFacts(
    title="A fictional title.",
    identifiers=("pmid:99000001", "doi:10.5555/fict.2031.0001"),
    link="https://example.org",
    version="2",
    preprint=True,
    published="pmid:99000002",
    notices=(Notice("retraction", "2033-02", "pmid:99000004", "pubmed"),),
    checked_at="2033-03-01T12:00:00+00:00",
)


def issued(number: int = 1, text: str = "γ rose by 3 × 10⁻³.", version: str | None = "1") -> Issued:
    return Issued(
        handle=f"pmid:99000001/abstract.{number}~ae2tc",
        record="pmid:99000001",
        version=version,
        path=f"abstract.{number}",
        label="RESULTS",
        text=text,
        section=f"abstract#{number}",
        span=(0, len(text)),
        section_digest="0" * 64,
        addressing=1,
        issued_at="2033-03-01T12:00:00+00:00",
    )


@pytest.fixture(params=["memory", "file"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SqliteStore]:
    with closing(
        SqliteStore(MEMORY if request.param == "memory" else tmp_path / "evidence.sqlite3")
    ) as opened:
        yield opened


def test_what_was_issued_comes_back_whole(store: SqliteStore) -> None:
    store.issue([issued(1), issued(2, version=None)], {"pmid:99000001": FACTS})
    found = store.issued([issued(1).handle, issued(2).handle, "pmid:99000001/title~00000"])
    assert found == {issued(1).handle: (issued(1),), issued(2).handle: (issued(2, version=None),)}
    assert store.facts(["pmid:99000001", "pmid:7"]) == {"pmid:99000001": FACTS}
    assert store.known_as("doi:10.5555/fict.2031.0001") == "pmid:99000001"
    assert store.known_as("doi:10.5555/other") is None


def test_each_text_and_version_is_kept_once_and_the_oldest_comes_first(store: SqliteStore) -> None:
    for text, version in (
        ("One.", "1"),
        ("Two.", "1"),
        ("One.", "1"),
        ("One.", "2"),
        ("One.", None),
        ("One.", None),
    ):
        store.issue([issued(text=text, version=version)], {})
    (kept,) = store.issued([issued().handle]).values()
    assert [(item.text, item.version) for item in kept] == [
        ("One.", "1"),
        ("Two.", "1"),
        ("One.", "2"),
        ("One.", None),
    ]


def test_the_facts_kept_last_are_the_ones_known_and_unchecked_notices_stay_unknown(
    store: SqliteStore,
) -> None:
    store.issue([], {"pmid:99000001": FACTS})
    store.issue([], {"pmid:99000001": RecordFacts(title="Newer.", notices=None)})
    assert store.facts(["pmid:99000001"]) == {"pmid:99000001": RecordFacts(title="Newer.", notices=None)}


def test_more_handles_than_one_statement_takes_are_found(store: SqliteStore) -> None:
    many = [issued(number) for number in range(1, 1201)]
    store.issue(many, {})
    assert len(store.issued(item.handle for item in many)) == 1200


def test_copies_expire_and_what_was_issued_does_not(store: SqliteStore) -> None:
    store.issue([issued()], {})
    store.keep_copies({"a": b"\x00body", "b": b""}, now=1000.0, lifetime=60.0)
    assert {key: copy.body for key, copy in store.copies(["a", "b", "c"], 1059.9).items()} == {
        "a": b"\x00body",
        "b": b"",
    }
    assert store.copies(["a"], 1000.0)["a"].received_at == "1970-01-01T00:16:40+00:00"
    assert store.copies(["a", "b"], 1060.0) == {}
    store.keep_copies({"c": b"later"}, now=2000.0, lifetime=60.0)
    assert store.copies(["a", "b"], 1000.0) == {}
    assert store.issued([issued().handle])


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


def test_a_half_written_call_leaves_nothing(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "evidence.sqlite3")) as store:
        nothing = replace(issued(2), text=None)  # pyright: ignore[reportArgumentType] # The fault is the point.
        with pytest.raises(StoreError):
            store.issue([issued(1), nothing], {})
        assert store.issued([issued(1).handle]) == {}
        store.issue([issued(1)], {})
        assert store.issued([issued(1).handle])


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


WRITER = """
import sys
from tekmeria_sources.sqlite_store import SqliteStore
from tekmeria_sources.store import Issued
store, worker = SqliteStore(sys.argv[1]), sys.argv[2]
for number in range(10_000):
    text = f"worker {worker} sentence {number} " + "x" * 500
    handle = f"pmid:9900{worker}/abstract.{number}~ae2tc"
    store.issue([Issued(handle, "r", None, "p", None, text, "s", (0, 1), "d", 1, "t")], {})
    print(handle, flush=True)
"""


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL is POSIX")
def test_what_was_issued_before_a_kill_is_there_after_it(tmp_path: Path) -> None:
    path = tmp_path / "evidence.sqlite3"
    command = [sys.executable, "-c", WRITER, str(path)]
    writers = [
        subprocess.Popen([*command, str(worker)], stdout=subprocess.PIPE, text=True, encoding="utf-8")
        for worker in range(3)
    ]
    handed_out: list[str] = []
    for killed, writer in enumerate(writers):
        assert writer.stdout is not None
        handed_out += [writer.stdout.readline().strip() for _ in range(5 + killed)]
        writer.send_signal(signal.SIGKILL)
        handed_out += writer.stdout.read().splitlines()
        writer.stdout.close()
        writer.wait(timeout=30)
    with closing(SqliteStore(path)) as store:
        assert store.issued(handed_out).keys() == set(handed_out)
        assert store.warnings == ()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)

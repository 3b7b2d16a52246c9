"""A PostgreSQL server as the evidence store: shared by replicas, named when it fails, its password never shown."""

from __future__ import annotations

import threading
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest

from tekmeria_sources import postgres_store
from tekmeria_sources.errors import NotAStoreError, StoreBusyError, StoreError
from tekmeria_sources.postgres_store import SCHEMA, PostgresStore
from tekmeria_sources.service import EvidenceService
from tekmeria_sources.settings import Settings
from tekmeria_sources.simulator import Simulator

from .issuing import FACTS, OLDER, issued, older_row

pytestmark = pytest.mark.needs("postgres")


def told(url: str, statement: str) -> None:
    """Run a statement as somebody else."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement.encode())


def test_what_one_replica_issued_the_other_knows(postgres_database: str) -> None:
    with (
        closing(PostgresStore(postgres_database)) as first,
        closing(PostgresStore(postgres_database)) as second,
    ):
        first.issue([issued(1)], {"pmid:99000001": FACTS})
        assert second.issued([issued(1).handle]) == {issued(1).handle: (issued(1),)}
        assert (first.turn("a.example", 1, 50.0), second.turn("a.example", 1, 50.0)) == (0.0, 1.0)


@pytest.mark.anyio
async def test_two_services_on_one_server_resolve_each_others_handles(
    postgres_database: str, simulator: Simulator, tmp_path: Path
) -> None:
    def settings(name: str) -> Settings:
        key = Settings.from_environment({"TEKMERIA_HANDLE_KEY": "ab" * 32}).handle_key
        folder = tmp_path / name
        return Settings(data_dir=folder, handle_key=key, store=postgres_database, upstream_url=simulator.url)

    async with (
        EvidenceService.open(settings("one")) as first,
        EvidenceService.open(settings("two")) as second,
    ):
        fetched = await first.fetch(["pmid:99000001"])
        handles = [passage.handle for record in fetched.records for passage in record.passages]
        resolutions = await second.resolve(handles)
        assert handles
        assert all(resolutions[handle].issued for handle in handles)


def test_first_starts_at_once_make_one_set_of_tables(postgres_database: str) -> None:
    barrier, failures = threading.Barrier(8), list[BaseException]()

    def start(number: int) -> None:
        try:
            barrier.wait()
            with closing(PostgresStore(postgres_database)) as store:
                store.issue([issued(number)], {"pmid:99000001": FACTS})
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=start, args=(number,)) for number in range(1, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    with closing(PostgresStore(postgres_database)) as store:
        assert store.size().passages == 8


def test_a_connection_that_the_server_ended_is_made_anew(postgres_database: str) -> None:
    with closing(PostgresStore(postgres_database)) as store:
        for number in (1, 2):
            told(
                postgres_database,
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()",
            )
            store.issue([issued(number)], {})
        assert store.issued([issued(1).handle, issued(2).handle]).keys() == {
            issued(1).handle,
            issued(2).handle,
        }


def test_a_server_that_cannot_be_reached_is_named_without_the_password() -> None:
    with pytest.raises(StoreError) as refusal:
        PostgresStore("postgresql://someone:s3cret@127.0.0.1:1/none")
    assert refusal.value.retryable
    assert "TEKMERIA_STORE" in refusal.value.remedy
    assert "s3cret" not in str(refusal.value)


def test_a_lock_that_is_held_too_long_is_busy_and_nothing_is_half_written(postgres_database: str) -> None:
    with closing(PostgresStore(postgres_database, busy_timeout_s=0.1)) as store:
        with psycopg.connect(postgres_database) as other:
            other.execute("LOCK TABLE tekmeria.facts IN ACCESS EXCLUSIVE MODE")
            with pytest.raises(StoreBusyError) as refusal:
                store.issue([issued(1)], {"pmid:99000001": FACTS})
            assert refusal.value.retryable
        assert store.issued([issued(1).handle]) == {}
        store.issue([issued(1)], {"pmid:99000001": FACTS})
        assert store.issued([issued(1).handle])


def test_another_programs_schema_is_named_and_left_alone(postgres_database: str) -> None:
    told(postgres_database, "CREATE SCHEMA tekmeria")
    told(postgres_database, "CREATE TABLE tekmeria.theirs (x INTEGER)")
    with pytest.raises(NotAStoreError, match="another program"):
        PostgresStore(postgres_database)
    told(postgres_database, "DROP TABLE tekmeria.theirs")
    PostgresStore(postgres_database).close()


def test_tables_of_a_newer_version_are_refused(postgres_database: str) -> None:
    PostgresStore(postgres_database).close()
    told(postgres_database, f"UPDATE tekmeria.store SET number = {SCHEMA + 1}")
    with pytest.raises(NotAStoreError) as refusal:
        PostgresStore(postgres_database)
    assert refusal.value.code == "store_newer"


def test_a_database_of_another_encoding_is_refused(postgres_server: str, postgres_database: str) -> None:
    name = f"{postgres_database.rpartition('/')[2]}_latin"
    told(postgres_server, f"CREATE DATABASE {name} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    with pytest.raises(NotAStoreError, match="LATIN1"):
        PostgresStore(f"{postgres_server.rpartition('/')[0]}/{name}")


@pytest.mark.beside("a store outlives the version that made it")
def test_tables_made_before_credits_were_kept_are_migrated_and_lose_nothing(
    postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as older:
        older.setattr(postgres_store, "MIGRATIONS", postgres_store.MIGRATIONS[:1])
        older.setattr(postgres_store, "SCHEMA", 1)
        PostgresStore(postgres_database).close()
    with psycopg.connect(postgres_database) as connection:
        connection.execute(
            f"INSERT INTO tekmeria.issued ({OLDER}) VALUES ({', '.join(['%s'] * 12)})".encode(),
            older_row(),
        )
    with closing(PostgresStore(postgres_database)) as store:
        assert store.issued([issued().handle]) == {issued().handle: (replace(issued(), credits=()),)}
        store.issue([issued(2)], {})
        assert store.issued([issued(2).handle]) == {issued(2).handle: (issued(2),)}

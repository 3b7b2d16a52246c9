"""A full disk, a read-only one, a file cut short, and what is no file: nothing is lost, and what is wrong is said."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tekmeria_contract.resolution import Resolution
from tekmeria_sources.errors import NotAStoreError, StoreError
from tekmeria_sources.results import FetchResult
from tekmeria_sources.service import EvidenceService
from tekmeria_sources.settings import Settings
from tekmeria_sources.sqlite_store import SqliteStore

from .disks import fill, read_only, small_disk
from .issuing import issued

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.beside("the evidence store behind every audit"),
    pytest.mark.skipif(os.name != "posix", reason="devices, pipes and mounts are POSIX"),
]

KEPT_ON_MEMORY_DISK_KB = 600


def handles_of(result: FetchResult) -> list[str]:
    return [passage.handle for record in result.records for passage in record.passages]


def troubles(result: FetchResult) -> dict[str, str]:
    """What is said of the store, by state."""
    return {status.state: status.reason or "" for status in result.statuses if status.source == "store"}


async def fetched(settings: Settings, *ids: str) -> FetchResult:
    async with EvidenceService.open(settings) as service:
        return await service.fetch(ids)


async def resolved(settings: Settings, handles: list[str]) -> list[Resolution]:
    async with EvidenceService.open(settings) as service:
        return list((await service.resolve(handles)).values())


async def test_on_a_full_disk_the_call_goes_on_and_says_so_and_what_was_issued_stays(
    online: Settings, tmp_path: Path
) -> None:
    with small_disk(tmp_path / "disk", KEPT_ON_MEMORY_DISK_KB) as disk:
        settings = replace(online, store=str(disk / "evidence.sqlite3"))
        async with EvidenceService.open(settings) as service:
            before = await service.fetch(["pmid:99000001"])
            filler = fill(disk)
            during = await service.fetch(["pmid:99000002"])
            assert (troubles(before), set(troubles(during))) == ({}, {"failed"})
            assert handles_of(during)
            kept = await service.resolve([*handles_of(before), *handles_of(during)])
            assert [bool(kept[handle].issued) for handle in handles_of(before)] == [True] * len(
                handles_of(before)
            )
            filler.unlink()
            after = await service.fetch(["pmid:99000002"])
            assert troubles(after) == {}
        found = await resolved(settings, [*handles_of(before), *handles_of(after)])
        assert all(one.issued for one in found)
        with closing(sqlite3.connect(settings.store or "")) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


async def test_a_store_begun_on_a_full_disk_costs_no_answer_and_is_no_store_later(
    online: Settings, tmp_path: Path
) -> None:
    with small_disk(tmp_path / "disk", KEPT_ON_MEMORY_DISK_KB) as disk:
        settings = replace(online, store=str(disk / "evidence.sqlite3"))
        filler = fill(disk)
        during = await fetched(settings, "pmid:99000001")
        assert handles_of(during)
        assert set(troubles(during)) == {"failed"}
        filler.unlink()
        after = await fetched(settings, "pmid:99000001")
        assert troubles(after) == {}


async def test_from_a_read_only_disk_what_was_issued_is_read_and_what_is_new_is_not_kept(
    online: Settings, tmp_path: Path
) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    settings = replace(online, store=str(disk / "evidence.sqlite3"))
    before = await fetched(settings, "pmid:99000001")
    with read_only(disk):
        found = await resolved(settings, handles_of(before))
        during = await fetched(settings, "pmid:99000002")
    assert all(one.issued for one in found)
    assert handles_of(during)
    assert set(troubles(during)) == {"failed", "partial"}
    assert "can be read but not written" in troubles(during)["partial"]
    assert "TEKMERIA_STORE" in next(s.remedy or "" for s in during.statuses if s.state == "failed")


async def test_a_log_that_was_never_folded_in_is_not_left_out_on_a_read_only_disk(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    with closing(SqliteStore(disk / "evidence.sqlite3")) as store:
        store.issue([issued()], {})
        for ending in ("", "-wal"):
            content = (disk / f"evidence.sqlite3{ending}").read_bytes()
            (disk / f"copied.sqlite3{ending}").write_bytes(content)
    with read_only(disk), pytest.raises(StoreError, match=r"copied\.sqlite3"):
        SqliteStore(disk / "copied.sqlite3")
    with closing(SqliteStore(disk / "copied.sqlite3")) as store:
        assert store.issued([issued().handle])


async def test_a_new_store_on_a_read_only_disk_costs_no_answer(online: Settings, tmp_path: Path) -> None:
    with read_only(tmp_path / "disk") as disk:
        during = await fetched(replace(online, store=str(disk / "evidence.sqlite3")), "pmid:99000001")
    assert handles_of(during)
    assert set(troubles(during)) == {"failed"}


@pytest.mark.parametrize("kind", ["folder", "pipe", "device"])
async def test_what_is_no_file_is_named_before_it_is_opened(
    kind: str, online: Settings, tmp_path: Path
) -> None:
    path = tmp_path / "store"
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path = Path("/dev/null")
    with pytest.raises(NotAStoreError) as refusal:
        await fetched(replace(online, store=str(path)), "pmid:99000001")
    assert str(path) in refusal.value.message
    assert "TEKMERIA_STORE" in refusal.value.remedy


async def test_a_file_cut_short_at_any_page_loses_nothing_without_a_word(tmp_path: Path) -> None:
    whole = tmp_path / "whole.sqlite3"
    passages = [issued(number, text="x" * 3000) for number in range(1, 30)]
    with closing(SqliteStore(whole)) as store:
        store.issue(passages, {})
    content = whole.read_bytes()
    for length in [*range(100, 4096, 499), *range(4096, len(content), 4096)]:
        path = tmp_path / f"cut{length}.sqlite3"
        path.write_bytes(content[:length])
        with closing(SqliteStore(path)) as store:
            found = store.issued(item.handle for item in passages)
            assert len(found) == len(passages) or store.warnings, length
            store.issue([issued(1)], {})
            assert store.issued([issued(1).handle])
        aside = [file for file in tmp_path.iterdir() if file.name.startswith(f"{path.name}.damaged-")]
        assert [file.read_bytes() for file in aside if not file.name.endswith(("-wal", "-shm"))] == (
            [content[:length]] if store.warnings else []
        )

"""Evidence is searched, fetched and handed out, and whatever was handed out is kept."""

from __future__ import annotations

import re
import shutil
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager, closing
from dataclasses import replace
from pathlib import Path

import pytest

from tekmeria_contract.handle import verify
from tekmeria_contract.keyring import KeyRing
from tekmeria_sources.errors import (
    ArgumentError,
    CursorError,
    FolderError,
    HttpStatusError,
    KeyFileError,
    NotAStoreError,
    RateLimitedError,
    UnreachableError,
)
from tekmeria_sources.faults import FAULTS
from tekmeria_sources.keyfile import FILE_NAME, demo_ring
from tekmeria_sources.service import EvidenceService
from tekmeria_sources.settings import Settings
from tekmeria_sources.simulated import Answer
from tekmeria_sources.simulator import Simulator
from tekmeria_sources.sources import FICTIONAL
from tekmeria_sources.sqlite_store import SqliteStore
from tekmeria_sources.stores import STORE_FILE

pytestmark = pytest.mark.anyio


@pytest.fixture
async def demo(settings: Settings) -> AsyncIterator[EvidenceService]:
    async with EvidenceService.open(settings, demo=True) as service:
        yield service


@pytest.fixture
async def live(online: Settings) -> AsyncIterator[EvidenceService]:
    async with EvidenceService.open(online) as service:
        yield service


async def test_a_hit_carries_the_handle_of_its_title(demo: EvidenceService) -> None:
    result = await demo.search_literature("Aster syndrome case series", limit=1)
    (hit,) = result.hits
    assert hit.record_id == "pmid:99000003"
    assert hit.flags == ("retracted",)
    assert hit.handle is not None
    assert verify(hit.handle, demo.ring).path == "title"
    assert (result.total, dict(result.totals)) == (2, {"demo": 2})
    assert [(status.source, status.state) for status in result.statuses] == [("demo", "ok")]


async def test_pages_of_a_search_cover_all_hits_once(demo: EvidenceService) -> None:
    found: list[str] = []
    cursor: str | None = None
    for _ in range(3):
        result = await demo.search_literature("Lindgrove NOT velorin", limit=2, cursor=cursor)
        found += [hit.record_id for hit in result.hits]
        cursor = result.next_cursor
    assert cursor is None
    assert sorted(found) == [f"pmid:9900000{number}" for number in range(1, 6)]


async def test_a_cursor_is_bound_to_its_arguments_but_not_to_the_size_of_a_page(
    demo: EvidenceService,
) -> None:
    first = await demo.search_literature("Lindgrove NOT velorin", limit=2)
    assert (
        len((await demo.search_literature("Lindgrove NOT velorin", limit=9, cursor=first.next_cursor)).hits)
        == 3
    )
    with pytest.raises(CursorError):
        await demo.search_literature("other", limit=2, cursor=first.next_cursor)
    with pytest.raises(CursorError):
        await demo.search_literature(
            "Lindgrove NOT velorin", exclude_retracted=True, cursor=first.next_cursor
        )


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("query", {"query": "  "}),
        ("query", {"query": "x" * 5000}),
        ("limit", {"query": "x", "limit": 0}),
        ("limit", {"query": "x", "limit": 101}),
        ("date_from", {"query": "x", "date_from": "yesterday"}),
        ("date_to", {"query": "x", "date_to": "2031-13"}),
        ("sources", {"query": "x", "sources": ("nosuch",)}),
    ],
)
async def test_a_wrong_argument_is_named(
    demo: EvidenceService, name: str, arguments: dict[str, object]
) -> None:
    with pytest.raises(ArgumentError) as refusal:
        await demo.search_literature(**arguments)  # pyright: ignore[reportArgumentType] # Wrong ones are the point.
    assert refusal.value.source == name
    assert refusal.value.remedy


async def test_records_come_with_their_passages_under_any_form_of_id(demo: EvidenceService) -> None:
    given = [
        "99000001",
        "PMID: 99000001",
        "https://doi.org/10.5555/FICT.2032.0002",
        "PMC99000001",
        "pmid:99000005",
    ]
    result = await demo.fetch(given)
    assert [item.record.id for item in result.records] == ["pmid:99000001", "pmid:99000002", "pmid:99000005"]
    assert result.not_found == result.unavailable == ()
    paths = [passage.path for passage in result.records[0].passages]
    assert paths == ["title", *(f"abstract.{number}" for number in range(1, 11)), "plain_language.1"]
    for item in result.records:
        for passage in item.passages:
            assert verify(passage.handle, demo.ring).record == item.record.id
        assert item.read_at == "2033-03-01T12:00:00+00:00"


async def test_ids_that_name_nothing_are_listed_as_given_with_the_reason(demo: EvidenceService) -> None:
    given = ["nonsense", "12345", "10.5555/nowhere", "NCT99000055", "99000001"]
    result = await demo.fetch(given)
    assert [missing.id for missing in result.not_found] == [
        "nonsense",
        "12345",
        "10.5555/nowhere",
        "NCT99000055",
    ]
    assert all(missing.reason for missing in result.not_found)
    assert "no record pmid:12345" in result.not_found[1].reason
    assert len(result.records) == 1


async def test_sections_are_chosen_by_path_or_label(demo: EvidenceService) -> None:
    async def paths(*sections: str) -> list[str]:
        (item,) = (await demo.fetch(["99000001"], sections=sections)).records
        return [passage.path for passage in item.passages]

    assert await paths("title") == ["title"]
    assert await paths("Results", "conclusion") == ["abstract.7", "abstract.9"]
    assert len(await paths("abstract")) == 10
    assert await paths("abstract.1") == ["abstract.1"]
    assert await paths("body") == []


async def test_passages_are_handed_out_in_pages(demo: EvidenceService) -> None:
    ids = ["99000001", "99000004", "99000005"]
    whole = [(item.record.id, p.path) for item in (await demo.fetch(ids)).records for p in item.passages]
    paged: list[tuple[str, str]] = []
    cursor: str | None = None
    for _ in range(20):
        result = await demo.fetch(ids, max_passages=5, cursor=cursor)
        page = [(item.record.id, p.path) for item in result.records for p in item.passages]
        assert 1 <= len(page) <= 5
        paged += page
        cursor = result.next_cursor
        if cursor is None:
            break
    assert paged == whole
    with pytest.raises(CursorError):
        await demo.fetch(["99000001"], cursor=(await demo.fetch(ids, max_passages=5)).next_cursor)


async def test_a_page_that_holds_the_last_passage_has_no_cursor(demo: EvidenceService) -> None:
    (item,) = (await demo.fetch(["99000003"])).records
    assert (await demo.fetch(["99000003"], max_passages=len(item.passages))).next_cursor is None
    assert (await demo.fetch(["99000003"], max_passages=len(item.passages) - 1)).next_cursor is not None


async def test_an_id_given_twice_is_answered_once_in_the_form_given_first(demo: EvidenceService) -> None:
    result = await demo.fetch(["PMID: 12345", "12345"])
    assert [missing.id for missing in result.not_found] == ["PMID: 12345"]


@pytest.mark.parametrize(("ids", "most"), [([], None), (["99000001"] * 201, None), (["99000001"], 0)])
async def test_a_fetch_of_nothing_or_of_too_much_is_refused(
    demo: EvidenceService, ids: list[str], most: int | None
) -> None:
    with pytest.raises(ArgumentError):
        await demo.fetch(ids, max_passages=most)


async def test_demo_mode_leaves_no_trace_and_uses_the_public_key(
    demo: EvidenceService, settings: Settings
) -> None:
    await demo.fetch(["99000001"])
    assert demo.ring.fingerprints == demo_ring().fingerprints
    assert not settings.data_dir.exists()


@pytest.mark.clause("K21")
async def test_a_demo_handle_is_worth_nothing_elsewhere(demo: EvidenceService, live: EvidenceService) -> None:
    (item,) = (await demo.fetch(["99000001"])).records
    with pytest.raises(ValueError, match="no key of this installation"):
        await live.resolve([item.passages[0].handle])


@pytest.mark.clause("K21")
async def test_demo_mode_takes_no_other_records(settings: Settings, literature: Path) -> None:
    with pytest.raises(ArgumentError):
        EvidenceService.open(settings, demo=True, records=literature)


async def test_opening_touches_nothing(settings: Settings) -> None:
    async with EvidenceService.open(settings, records=Path("/nowhere")) as service:
        assert service.addressing == 1
        assert "pmid" in service.schemes
    assert not settings.data_dir.exists()


async def test_whatever_is_handed_out_is_in_the_store_already(settings: Settings, literature: Path) -> None:
    async with EvidenceService.open(settings, records=literature) as service:
        result = await service.fetch(["99000001", "99000002"])
        hits = (await service.search_literature("fictional")).hits
        with closing(SqliteStore(settings.data_dir / STORE_FILE)) as other:
            handed_out = {p.handle: p.text for item in result.records for p in item.passages}
            handed_out |= {hit.handle: hit.title for hit in hits if hit.handle}
            kept = other.issued(handed_out)
            assert {handle: items[0].text for handle, items in kept.items()} == handed_out


async def test_pubmed_is_asked_and_its_answers_kept_fresh(
    live: EvidenceService, simulator: Simulator
) -> None:
    result = await live.search_literature("Lindgrove", exclude_retracted=True, date_from="2031")
    assert {hit.record_id for hit in result.hits} == {"pmid:99000001", "pmid:99000002"}
    asked = len(simulator.requests)
    terms = [dict(request.query).get("term") for request in simulator.requests]
    assert '(Lindgrove) NOT "retracted publication"[pt]' in terms
    await live.search_literature("Lindgrove", exclude_retracted=True, date_from="2031")
    fetched = await live.fetch(["99000001", "99000002"])
    further = {request.host for request in simulator.requests[asked:]}
    assert further == {"api.crossref.org"}
    assert len(fetched.records) == 2


async def test_a_record_that_was_not_asked_for_is_never_taken(
    live: EvidenceService, simulator: Simulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = simulator.answer

    def wrong(method: str, target: str, form: str) -> object:
        return right(method, re.sub("id=7", "id=99000001", target), form)

    monkeypatch.setattr(simulator, "answer", wrong)
    result = await live.fetch(["7"])
    assert result.records == ()
    assert [missing.id for missing in result.not_found] == ["7"]


async def test_what_was_loaded_is_handed_out_when_the_rest_is_not_to_be_had(
    live: EvidenceService, simulator: Simulator
) -> None:
    await live.fetch(["99000001"])
    simulator.fault = "429"
    result = await live.fetch(["99000001", "99000002"])
    assert [item.record.id for item in result.records] == ["pmid:99000001"]
    (missing,) = result.unavailable
    assert (missing.id, missing.retryable) == ("99000002", True)
    status, checked = result.statuses
    assert (status.source, status.state, status.retryable) == ("pubmed", "partial", True)
    assert (checked.source, checked.state) == ("crossref", "ok")
    assert status.reason and status.remedy
    simulator.fault = None
    assert len((await live.fetch(["99000001", "99000002"])).records) == 2


@pytest.mark.parametrize(("fault", "kind"), [("429", RateLimitedError), ("500", HttpStatusError)])
async def test_a_failed_search_is_an_error_and_is_not_remembered(
    live: EvidenceService, simulator: Simulator, fault: str, kind: type[Exception]
) -> None:
    simulator.fault = fault
    with pytest.raises(kind):
        await live.search_literature("Lindgrove")
    simulator.fault = None
    assert (await live.search_literature("Lindgrove")).total == 5


async def test_hits_that_cannot_be_read_are_reported_and_never_an_empty_list(
    live: EvidenceService, simulator: Simulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = simulator.answer

    def no_records(method: str, target: str, form: str) -> Answer:
        answer = right(method, target, form)
        return FAULTS["500"](answer) if "efetch" in target else answer

    await live.fetch(["99000001"])
    monkeypatch.setattr(simulator, "answer", no_records)
    with pytest.raises(HttpStatusError):
        await live.search_literature("recessive encephalitis")
    result = await live.search_literature("Lindgrove")
    assert [hit.record_id for hit in result.hits] == ["pmid:99000001"]
    status = result.statuses[0]
    assert status.state == "partial"
    assert "4 hits could not be read" in (status.reason or "")


async def test_hits_that_are_listed_and_not_served_are_named(
    live: EvidenceService, simulator: Simulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = simulator.answer

    def fewer(method: str, target: str, form: str) -> object:
        return right(method, re.sub("99000003(%2C|,)", "", target), form)

    monkeypatch.setattr(simulator, "answer", fewer)
    result = await live.search_literature("Lindgrove")
    assert len(result.hits) == 4
    assert "1 hits have no record: pmid:99000003" in (result.statuses[0].reason or "")


async def test_no_hit_is_an_answer(live: EvidenceService) -> None:
    result = await live.search_literature("zebra")
    assert (result.hits, result.total, result.next_cursor) == ((), 0, None)
    assert [(status.source, status.state) for status in result.statuses] == [
        ("pubmed", "ok"),
        ("europepmc", "ok"),
    ]


async def test_a_source_that_does_not_answer_in_time_is_given_up(
    online: Settings, simulator: Simulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    released = threading.Event()
    right = simulator.answer

    def late(method: str, target: str, form: str) -> object:
        released.wait(30)
        return right(method, target, form)

    monkeypatch.setattr(simulator, "answer", late)
    async with EvidenceService.open(replace(online, tool_deadline_s=0.2)) as service:
        try:
            result = await service.fetch(["99000001"])
            with pytest.raises(UnreachableError) as refusal:
                await service.search_literature("Lindgrove")
        finally:
            released.set()
    assert [missing.id for missing in result.unavailable] == ["99000001"]
    assert refusal.value.code == "deadline"


async def test_a_folder_that_cannot_be_used_is_named(settings: Settings, tmp_path: Path) -> None:
    async with EvidenceService.open(settings, records=tmp_path / "nowhere") as service:
        with pytest.raises(FolderError, match="nowhere"):
            await service.search_literature("x")
        with pytest.raises(FolderError, match="nowhere"):
            await service.fetch(["99000001"])


async def test_a_damaged_key_file_stops_the_call(settings: Settings, literature: Path) -> None:
    settings.data_dir.mkdir()
    (settings.data_dir / FILE_NAME).write_text("{", encoding="utf-8")
    async with EvidenceService.open(settings, records=literature) as service:
        with pytest.raises(KeyFileError):
            await service.fetch(["99000001"])


async def test_a_store_that_is_another_file_stops_the_call(settings: Settings, literature: Path) -> None:
    named = replace(settings, store=str(literature / "pubmed" / "efetch-99000001.xml"))
    async with EvidenceService.open(named, records=literature) as service:
        with pytest.raises(NotAStoreError):
            await service.fetch(["99000001"])


async def test_a_store_that_cannot_be_written_does_not_stop_the_call_and_is_reported(
    open_folder: Path, as_another_user: Callable[[], AbstractContextManager[None]]
) -> None:
    folder = Path(shutil.copytree(FICTIONAL, open_folder / "literature"))
    given = Settings(data_dir=open_folder / "data", handle_key=KeyRing.from_hex("5a" * 32))
    with as_another_user():
        async with EvidenceService.open(given, records=folder) as service:
            result = await service.fetch(["99000001"])
    assert len(result.records) == 1
    assert [(status.source, status.state) for status in result.statuses] == [
        ("folder", "ok"),
        ("store", "failed"),
    ]
    assert "could not be kept" in (result.statuses[1].reason or "")
    with as_another_user():
        async with EvidenceService.open(given, records=folder) as service:
            handle = result.records[0].passages[0].handle
            found = (await service.resolve([handle]))[handle]
    assert (found.issued, found.current) == ((), result.records[0].record.title)

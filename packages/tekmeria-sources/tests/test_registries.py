"""Trials and drug labels through the service, asked over HTTP from the simulated upstreams."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tekmeria_sources.errors import HttpStatusError, UpstreamError
from tekmeria_sources.folder import FolderSource
from tekmeria_sources.plan import Plan
from tekmeria_sources.request import TrialRequest
from tekmeria_sources.service import EvidenceService
from tekmeria_sources.settings import Settings
from tekmeria_sources.simulator import Simulator
from tekmeria_sources.transport import Transport

pytestmark = pytest.mark.anyio

NEWER = "clinicaltrials/study-NCT99000001-2033-01-20.json"
LABEL = "aaaaaaaa-0000-4000-8000-000000000001"


@pytest.fixture
async def live(online: Settings) -> AsyncIterator[EvidenceService]:
    async with EvidenceService.open(online) as service:
        yield service


@pytest.fixture(params=["live", "demo"])
async def either(request: pytest.FixtureRequest, online: Settings) -> AsyncIterator[EvidenceService]:
    """The service over HTTP, and over the folder: both are to give the same."""
    async with EvidenceService.open(online, demo=request.param == "demo") as service:
        yield service


async def test_trials_are_found_by_condition_and_intervention_and_filtered(either: EvidenceService) -> None:
    async def found(**given: object) -> set[str]:
        result = await either.search_trials(**given)  # pyright: ignore[reportArgumentType] (any of its arguments)
        return {hit.record_id[-1] for hit in result.hits}

    assert await found(condition="Aster syndrome") == {"1", "2"}
    assert await found(intervention="Lindgrovex") == {"1"}
    assert await found(condition="Aster", statuses=["RECRUITING"]) == {"2"}
    assert await found(condition="Aster", phases=["PHASE3", "PHASE4"]) == {"1"}
    assert await found(condition="Aster", has_results=False) == {"2"}
    assert await found(condition="Aster", has_results=True) == {"1"}
    assert await found(terms="zebra") == set()


async def test_labels_are_found_by_any_name_newest_first(either: EvidenceService) -> None:
    result = await either.search_drug_labels("FictaQuine")
    assert [hit.record_id[-1] for hit in result.hits] == ["3", "1", "2"]
    assert [hit.record_id[-1] for hit in (await either.search_drug_labels("lindgrovex")).hits] == ["1"]
    nothing = await either.search_drug_labels("zebra")
    assert (nothing.hits, nothing.total) == ((), 0)
    assert {status.state for status in nothing.statuses} == {"ok"}


async def test_a_search_of_one_kind_brings_no_record_of_another(either: EvidenceService) -> None:
    literature = await either.search_literature("Aster syndrome", limit=50)
    assert {hit.record_id.partition(":")[0] for hit in literature.hits} == {"pmid"}


async def test_pages_of_labels_follow_each_other(live: EvidenceService) -> None:
    seen: list[str] = []
    cursor: str | None = None
    for _ in range(3):
        result = await live.search_drug_labels("fictaquine", limit=1, cursor=cursor)
        seen += [hit.record_id[-1] for hit in result.hits]
        cursor = result.next_cursor
        assert result.total == 3
    assert (seen, cursor) == (["3", "1", "2"], None)


async def test_pages_of_trials_come_from_one_answer_and_keep_the_total(
    live: EvidenceService, simulator: Simulator
) -> None:
    first = await live.search_trials(condition="Aster", limit=1)
    second = await live.search_trials(condition="Aster", limit=5, cursor=first.next_cursor)
    assert [len(first.hits), len(second.hits), second.next_cursor] == [1, 1, None]
    assert first.hits[0].record_id != second.hits[0].record_id
    assert first.total == second.total == 2
    assert len(simulator.requests) == 1


async def test_the_title_of_a_hit_is_cited_with_the_version_and_resolves(live: EvidenceService) -> None:
    for hit in (
        *(await live.search_trials(condition="Aster")).hits,
        *(await live.search_drug_labels("fictaquine")).hits,
    ):
        assert hit.handle is not None and f"{hit.record_id}@" in hit.handle
        resolution = (await live.resolve([hit.handle]))[hit.handle]
        assert resolution.current == hit.title
        assert resolution.passage_exists


async def test_records_are_fetched_under_any_of_their_names_once(live: EvidenceService) -> None:
    given = [
        *("NCT99000001", "https://clinicaltrials.gov/study/NCT99000009", LABEL.upper()),
        *(f"https://dailymed.nlm.nih.gov/dailymed/drugInfo.cfm?setid={LABEL}", "NCT99000077"),
    ]
    result = await live.fetch(given, sections=["eligibility.exclusion", "boxed warning"])
    assert [item.record.cited_as for item in result.records] == [
        "nct:NCT99000001@2033-01-20",
        f"setid:{LABEL}@7",
    ]
    assert [passage.path for item in result.records for passage in item.passages] == [
        *(f"eligibility.exclusion.{number}" for number in range(1, 5)),
        "boxed_warning.1",
    ]
    (missing,) = result.not_found
    assert missing.reason.startswith("clinicaltrials has no record nct:NCT99000077")
    assert {status.source for status in result.statuses} == {"clinicaltrials", "openfda"}


async def test_fetched_again_a_record_comes_from_the_kept_copy(
    live: EvidenceService, simulator: Simulator
) -> None:
    first = await live.fetch(["NCT99000001", LABEL])
    asked = len(simulator.requests)
    again = await live.fetch([LABEL, "NCT99000001"])
    assert len(simulator.requests) == asked == 2
    assert {item.record for item in again.records} == {item.record for item in first.records}


async def handles(service: EvidenceService, id_: str) -> dict[str, str]:
    (item,) = (await service.fetch([id_])).records
    return {passage.path: passage.handle for passage in item.passages}


async def test_a_new_version_is_told_from_a_changed_text_and_from_a_gone_record(
    settings: Settings, literature: Path
) -> None:
    newer = (literature / NEWER).read_bytes()
    (literature / NEWER).unlink()

    async def resolve(*cited: str) -> list[tuple[str | None, str | None, bool | None]]:
        with Simulator(literature) as running:
            async with EvidenceService.open(Settings(settings.data_dir, upstream_url=running.url)) as service:
                found = await service.resolve(cited)
        return [
            (r.current, r.record.version if r.record else None, r.record_exists)
            for r in map(found.get, cited)
            if r
        ]

    with Simulator(literature) as running:
        async with EvidenceService.open(Settings(settings.data_dir, upstream_url=running.url)) as service:
            issued = await handles(service, "NCT99000001")
    cited = [issued["eligibility.inclusion.1"], issued["eligibility.exclusion.2"]]
    assert all("@2032-09-14/" in handle for handle in cited)
    assert (await resolve(*cited))[1][0] == "Estimated glomerular filtration rate <30 mL/min/1.73 m²"
    _forget_copies(settings)
    (literature / NEWER).write_bytes(newer)
    assert await resolve(*cited) == [
        ("Age >= 18 years and <= 75 years", "2033-01-20", True),
        (None, "2033-01-20", True),
    ]
    _forget_copies(settings)
    for file in (literature / "clinicaltrials").glob("study-NCT99000001*"):
        file.unlink()
    assert [exists for _, _, exists in await resolve(*cited)] == [False, False]


def _forget_copies(settings: Settings) -> None:
    with closing(sqlite3.connect(settings.data_dir / "evidence.sqlite3")) as store, store:
        store.execute("DELETE FROM copies")


async def test_an_excerpt_says_nothing_of_what_it_lacks(
    tmp_path: Path, settings: Settings, literature: Path
) -> None:
    async with EvidenceService.open(settings, records=literature) as service:
        issued = await handles(service, "NCT99000001")
    excerpt = tmp_path / "excerpt"
    excerpt.mkdir()
    (excerpt / "page.json").write_text(
        '{"studies": [{"protocolSection": {"identificationModule": {"nctId": "NCT99000001",'
        ' "briefTitle": "Fictaquine in Adults With Aster Syndrome: A Fictional Trial"}}}]}',
        encoding="utf-8",
    )
    async with EvidenceService.open(settings, records=excerpt) as service:
        found = await service.resolve([issued["eligibility.exclusion.2"], issued["title"]])
    assert [resolution.reached for resolution in found.values()] == [False, False]
    assert all(resolution.issued for resolution in found.values())


async def test_a_folder_keeps_the_whole_study_rather_than_an_excerpt(literature: Path) -> None:
    (literature / "zz-page.json").write_text(
        '{"studies": [{"protocolSection": {"identificationModule": {"nctId": "NCT99000001", "briefTitle": "x"}}}]}',
        encoding="utf-8",
    )
    index = await FolderSource(literature).index()
    assert index.records["nct:NCT99000001"].record.version == "2033-01-20"
    assert (await FolderSource(literature).search(TrialRequest(terms="fictaquine"), None, 9)).ids


@pytest.mark.parametrize("fault", ["429", "500"])
async def test_a_fault_of_an_upstream_is_never_an_empty_list(
    live: EvidenceService, simulator: Simulator, fault: str
) -> None:
    simulator.fault = fault
    for search in (live.search_trials(condition="Aster"), live.search_drug_labels("fictaquine")):
        with pytest.raises(UpstreamError) as failure:
            await search
        assert failure.value.retryable


async def test_a_refusal_in_openfda_s_own_words_is_not_taken_for_a_fault_that_passes(
    live: EvidenceService, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unbalanced(text: str) -> str:
        return f'"{text}'

    monkeypatch.setattr("tekmeria_sources.labels._quoted", unbalanced)
    result = await live.fetch([LABEL])
    (missing,) = result.unavailable
    assert "Check your request" in missing.reason
    assert not missing.retryable
    assert result.records == ()


async def test_the_key_is_told_to_openfda_alone(settings: Settings, simulator: Simulator) -> None:
    keyed = Settings(settings.data_dir, openfda_api_key="not-a-real-key", upstream_url=simulator.url)
    async with EvidenceService.open(keyed) as service:
        await service.search_drug_labels("fictaquine")
        await service.search_trials(condition="Aster")
    told = {asked.host: ("api_key", "not-a-real-key") in asked.query for asked in simulator.requests}
    assert told == {"api.fda.gov": True, "clinicaltrials.gov": False}


async def test_a_refusal_in_plain_text_is_shown_with_its_words(online: Settings) -> None:
    transport = Transport(online)
    plan = Plan(
        "clinicaltrials", "clinicaltrials.gov", "/api/v2/studies", (("bogus", "1"),), "application/json"
    )
    try:
        with pytest.raises(HttpStatusError, match="HTTP 400: `bogus` is unknown parameter") as refusal:
            await transport.send(plan)
        with pytest.raises(HttpStatusError, match="NCT number NCT99000077 not found"):
            await transport.send(replace(plan, path="/api/v2/studies/NCT99000077", query=()))
    finally:
        await transport.close()
    assert not refusal.value.retryable

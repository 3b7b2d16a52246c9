"""Europe PMC over real HTTP: searched beside PubMed, its preprints and full texts handed out and found again."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from tekmeria_contract.handle import verify
from tekmeria_contract.policy import Policy
from tekmeria_sources.audit import audit_answer
from tekmeria_sources.errors import HttpStatusError, NotAskedError
from tekmeria_sources.faults import FAULTS
from tekmeria_sources.service import EvidenceService
from tekmeria_sources.settings import Settings
from tekmeria_sources.simulated import Answer
from tekmeria_sources.simulator import Simulator
from tekmeria_sources.stores import STORE_FILE

pytestmark = pytest.mark.anyio

PPR, TEXT = "ppr:PPR99000001", "pmcid:PMC99000010"


@pytest.fixture
async def live(online: Settings) -> AsyncIterator[EvidenceService]:
    async with EvidenceService.open(online) as service:
        yield service


def hosts(simulator: Simulator) -> set[str]:
    return {asked.host for asked in simulator.requests}


def failing(simulator: Simulator, monkeypatch: pytest.MonkeyPatch, *asked: str, fault: str = "500") -> None:
    """Let what is asked of these hosts or paths fail."""
    right = simulator.answer

    def answer(method: str, target: str, form: str) -> Answer:
        found = right(method, target, form)
        return FAULTS[fault](found) if any(part in target for part in asked) else found

    monkeypatch.setattr(simulator, "answer", answer)


async def test_an_article_that_both_sources_find_stands_once_and_preprints_beside_it(
    live: EvidenceService,
) -> None:
    result = await live.search_literature("velorin fever")
    assert [hit.record_id for hit in result.hits] == ["pmid:99000010", PPR]
    assert result.hits[0].flags == ("corrected",)
    assert result.hits[1].flags == ("preprint", "published")
    assert dict(result.totals) == {"pubmed": 1, "europepmc": 2}
    assert verify(result.hits[1].handle or "", live.ring).record == PPR
    assert result.next_cursor is None


async def test_pages_of_two_sources_hold_their_limit_and_show_every_record(live: EvidenceService) -> None:
    shown: list[str] = []
    cursor: str | None = None
    for _ in range(9):
        result = await live.search_literature("Lindgrove OR velorin", limit=1, cursor=cursor)
        assert len(result.hits) <= 1
        shown += [hit.record_id for hit in result.hits]
        cursor = result.next_cursor
        if cursor is None:
            break
    assert cursor is None
    assert set(shown) == {*(f"pmid:9900000{n}" for n in range(1, 6)), "pmid:99000010", PPR, "ppr:PPR99000002"}


async def test_a_query_in_the_language_of_pubmed_skips_europe_pmc_and_says_so(
    live: EvidenceService, simulator: Simulator
) -> None:
    result = await live.search_literature("Lindgrove[ti]")
    assert result.hits
    assert [(s.source, s.state) for s in result.statuses] == [("pubmed", "ok"), ("europepmc", "skipped")]
    assert "[ti]" in (result.statuses[1].reason or "")
    assert result.statuses[1].remedy
    assert "www.ebi.ac.uk" not in hosts(simulator)
    with pytest.raises(NotAskedError):
        await live.search_literature("Lindgrove[ti]", sources=("europepmc",))


async def test_what_one_source_gives_is_not_lost_where_the_other_fails(
    live: EvidenceService, simulator: Simulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing(simulator, monkeypatch, "www.ebi.ac.uk")
    result = await live.search_literature("velorin fever")
    assert [hit.record_id for hit in result.hits] == ["pmid:99000010"]
    assert [(s.source, s.state) for s in result.statuses] == [("pubmed", "ok"), ("europepmc", "failed")]
    with pytest.raises(HttpStatusError):
        await live.search_literature("nothing of the kind")


async def test_a_preprint_is_handed_out_and_resolves(live: EvidenceService) -> None:
    fetched = await live.fetch(["PPR99000001"], sections=["findings"])
    (record,) = fetched.records
    assert (record.record.version, record.record.published) == ("2", "pmid:99000010")
    (passage,) = record.passages
    resolution = (await live.resolve([passage.handle]))[passage.handle]
    assert resolution.current == passage.text
    assert resolution.record is not None
    assert (resolution.record.preprint, resolution.record.published) == (True, "pmid:99000010")


async def test_a_full_text_is_handed_out_with_what_stands_against_it_and_what_it_credits(
    live: EvidenceService,
) -> None:
    fetched = await live.fetch(["PMC99000010"], sections=["introduction"])
    (record,) = fetched.records
    assert [passage.path for passage in record.passages] == ["body.1.1", "body.1.2"]
    assert record.record.flags == ("corrected",)
    first, second = (passage.handle for passage in record.passages)
    resolved = await live.resolve([first, second])
    assert "pmid:99000091" in resolved[first].credits
    assert resolved[second].credits == ()
    facts = resolved[first].record
    assert facts is not None and facts.notices is not None
    assert ("erratum", "europepmc") in [(notice.kind, notice.source) for notice in facts.notices]
    assert {notice.kind for notice in facts.notices} == {"erratum"}


async def test_where_notices_cannot_be_asked_for_they_are_unknown_and_the_text_is_there(
    live: EvidenceService, simulator: Simulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing(simulator, monkeypatch, "rest/search", "api.crossref.org", fault="429-without-retry-after")
    (record,) = (await live.fetch([TEXT])).records
    assert record.passages
    assert record.record.facts(None).notices is None


async def test_an_article_without_an_open_full_text_is_not_found_and_not_a_failure(
    live: EvidenceService,
) -> None:
    result = await live.fetch(["PMC99000077"])
    assert [missing.id for missing in result.not_found] == ["PMC99000077"]
    assert result.unavailable == ()


async def test_an_article_that_was_handed_out_before_is_known_by_its_pmcid(live: EvidenceService) -> None:
    await live.fetch(["99000001"])
    (record,) = (await live.fetch(["PMC99000001"])).records
    assert record.record.id == "pmid:99000001"


async def test_a_search_is_asked_once_for_pages_of_one_answer(
    live: EvidenceService, simulator: Simulator
) -> None:
    first = await live.search_literature("velorin", limit=1, sources=("europepmc",))
    await live.search_literature("velorin", limit=1, sources=("europepmc",), cursor=first.next_cursor)
    assert len([asked for asked in simulator.requests if asked.host == "www.ebi.ac.uk"]) == 1


async def test_a_newer_version_of_a_preprint_changes_no_text_that_was_issued(
    settings: Settings, literature: Path
) -> None:
    newer = literature / "europepmc" / "search-velorin.json"
    content = newer.read_bytes()
    newer.unlink()
    async with EvidenceService.open(settings, records=literature) as service:
        (record,) = (await service.fetch([PPR], sections=["methods"])).records
        (passage,) = record.passages
        assert (record.record.version, "1,190 adults" in passage.text) == ("1", True)
    newer.write_bytes(content)
    async with EvidenceService.open(settings, records=literature) as service:
        resolution = (await service.resolve([passage.handle]))[passage.handle]
    assert [(issued.version, issued.text) for issued in resolution.issued] == [("1", passage.text)]
    assert "1,204 adults" in (resolution.current or "")
    assert resolution.record is not None
    assert (resolution.record.version, resolution.record.published) == ("2", "pmid:99000010")


@pytest.mark.clause("V22")
@pytest.mark.parametrize("policy", [Policy(against="issued"), Policy()])
async def test_that_a_passage_quotes_at_second_hand_is_still_known_when_nothing_can_be_asked(
    live: EvidenceService, simulator: Simulator, policy: Policy
) -> None:
    (item,) = (await live.fetch([TEXT])).records
    passage = next(passage for passage in item.passages if passage.path == "body.1.1")
    answer = f'A fictional claim [{passage.handle} "Several reports agree on its course"].'
    asked = await audit_answer(live, answer, policy)
    with closing(sqlite3.connect(live.settings.data_dir / STORE_FILE)) as store, store:
        store.execute("DELETE FROM copies")
    simulator.fault = "500"
    offline = await audit_answer(live, answer, policy)
    (resolution,) = (await live.resolve([passage.handle])).values()
    assert not resolution.reached
    assert resolution.credits[:1] == ("pmid:99000091",)
    assert "secondary" in asked.citations[0].notes
    assert ("secondary" in offline.citations[0].notes) == (policy.against == "issued")
    assert offline.citations[0].verdict == ("ok" if policy.against == "issued" else "unavailable")

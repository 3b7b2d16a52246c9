"""Entities and full texts come besides records where they are asked for, and never keep these back."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tekmeria_sources.annotating import Annotated, LiveAnnotator, annotation_status
from tekmeria_sources.errors import ArgumentError, CursorError, UpstreamError
from tekmeria_sources.evidence import Evidence
from tekmeria_sources.faults import FAULTS
from tekmeria_sources.plan import Plan
from tekmeria_sources.pubtator import HOST, PATH, read_annotations, read_entities, split_annotations
from tekmeria_sources.results import FetchResult, SourceStatus
from tekmeria_sources.service import EvidenceService
from tekmeria_sources.settings import Settings
from tekmeria_sources.simulator import Simulator
from tekmeria_sources.sources import FICTIONAL

pytestmark = [pytest.mark.anyio, pytest.mark.beside("entities and full texts are no part of the contract")]

IDS = ["99000001", "99000002"]
EXPORT = f"/{HOST}{PATH}publications/export/biocjson"


@pytest.fixture
async def service(online: Settings) -> AsyncIterator[EvidenceService]:
    async with EvidenceService.open(online) as opened:
        yield opened


def status(result: FetchResult, source: str = "pubtator3") -> SourceStatus:
    (found,) = [status for status in result.statuses if status.source == source]
    return found


def named(result: FetchResult) -> dict[tuple[str, str], set[str]]:
    """The words at every place, by record and path."""
    return {
        (item.record.id, passage.path): {
            passage.text[start:end] for mention in passage.mentions for start, end in mention.spans
        }
        for item in result.records
        for passage in item.passages
        if passage.mentions
    }


async def test_entities_come_with_the_passages_that_name_them(service: EvidenceService) -> None:
    result = await service.fetch(IDS, include_entities=True)
    found = named(result)
    assert found["pmid:99000001", "abstract.5"] == {"LND1"}
    assert found["pmid:99000001", "title"] == {"Aster Syndrome"}
    assert status(result) == SourceStatus("pubtator3", "ok")
    (gene,) = next(p for p in result.records[0].passages if p.path == "abstract.5").mentions
    assert (gene.entity.kind, gene.entity.identifiers) == ("gene", ("ncbi_gene:999000001",))
    assert result.records[0].elsewhere is not None
    assert [mention.text for mention in result.records[0].elsewhere] == ["γ-lindolin"]


async def test_every_place_told_holds_the_words_of_its_mention(service: EvidenceService) -> None:
    result = await service.fetch([*IDS, "99000003"], include_entities=True)
    told = [
        (passage.text[start:end], mention.text)
        for item in result.records
        for passage in item.passages
        for mention in passage.mentions
        for start, end in mention.spans
    ]
    assert len(told) >= 15
    assert all(ours == theirs for ours, theirs in told)


async def test_no_entities_are_asked_for_unless_they_are_wanted(
    service: EvidenceService, simulator: Simulator
) -> None:
    result = await service.fetch(IDS)
    assert not named(result) and all(item.elsewhere is None for item in result.records)
    assert HOST not in {asked.host for asked in simulator.requests}
    assert "pubtator3" not in {status.source for status in result.statuses}


async def test_annotations_of_all_records_are_one_request_and_then_fresh_copies(
    service: EvidenceService, simulator: Simulator
) -> None:
    first = await service.fetch(IDS, include_entities=True)
    second = await service.fetch(IDS, include_entities=True)
    asked = [request for request in simulator.requests if request.host == HOST]
    assert [dict(request.query) for request in asked] == [{"pmids": "99000001,99000002"}]
    assert named(first) == named(second) != {}


@pytest.mark.parametrize("fault", FAULTS)
async def test_passages_come_without_entities_where_pubtator3_fails(
    service: EvidenceService, simulator: Simulator, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tekmeria_sources.annotating.SHARE_S", 1.0)
    simulator.fault, simulator.faulty = fault, frozenset({HOST})
    result = await service.fetch(IDS, include_entities=True)
    failed = status(result)
    assert failed.state == "failed"
    assert failed.reason and failed.remedy
    assert "the entities of 2 records are not known" in failed.reason
    assert [item.record.id for item in result.records] == ["pmid:99000001", "pmid:99000002"]
    assert all(item.passages and item.elsewhere is None for item in result.records)
    simulator.fault = None
    again = await service.fetch(IDS, include_entities=True)
    assert status(again).state == "ok", "nothing wrong was kept as a copy"


async def test_records_that_pubtator3_lacks_are_named_and_their_entities_unknown(
    service: EvidenceService,
) -> None:
    result = await service.fetch(["99000001", "99000005"], include_entities=True)
    assert status(result) == SourceStatus("pubtator3", "partial", "no annotations of pmid:99000005 are there")
    assert [item.elsewhere is None for item in result.records] == [False, True]


async def test_of_records_that_are_not_pubmed_s_nothing_is_asked(
    service: EvidenceService, simulator: Simulator
) -> None:
    result = await service.fetch(["NCT99000001"], include_entities=True)
    assert status(result).state == "skipped"
    assert HOST not in {asked.host for asked in simulator.requests}


def test_of_many_records_some_may_fail() -> None:
    error = UpstreamError("pubtator3 is down", source="pubtator3", retryable=True, remedy="wait")
    texts = read_annotations((FICTIONAL / "pubtator" / "export-99000001.json").read_bytes()).texts
    partly = annotation_status(["pmid:99000001", "pmid:1"], Annotated(texts, {"pmid:1": error}))
    assert (partly.state, partly.remedy, partly.retryable) == ("partial", "wait", True)


async def test_another_document_than_the_one_asked_for_is_not_taken(settings: Settings) -> None:
    body = (FICTIONAL / "pubtator" / "export-99000001.json").read_bytes()

    class Wrong:
        async def send(self, plan: Plan) -> bytes:
            return body

        async def close(self) -> None: ...

    annotator = LiveAnnotator(Wrong(), Evidence(settings, demo=True))
    assert await annotator.annotate(["pmid:99000005"], 5.0) == Annotated()


@pytest.mark.parametrize("demo", [True, False])
async def test_a_folder_gives_the_entities_of_the_answers_it_holds(settings: Settings, demo: bool) -> None:
    records = None if demo else FICTIONAL
    async with EvidenceService.open(settings, demo=demo, records=records) as service:
        result = await service.fetch(IDS, include_entities=True)
        found = await service.find_entities("lindgrove")
    assert named(result)["pmid:99000001", "abstract.5"] == {"LND1"}
    assert [item.entity.accession for item in found] == ["@CHEMICAL_Lindgrove_vaccine"]


async def test_entities_are_looked_up_by_name_and_kind(
    service: EvidenceService, simulator: Simulator
) -> None:
    (found,) = await service.find_entities("aster", kind="disease")
    assert (found.entity.name, found.entity.identifiers) == ("Aster Syndrome", ("ncbi_mesh:D990001",))
    assert found.matched == "Matched on name Aster Syndrome"
    assert await service.find_entities("aster", kind="gene") == ()
    (gene,) = await service.find_entities("lnd")
    assert (gene.entity.accession, gene.entity.identifiers) == ("@GENE_LND1", ())
    simulator.fault = "500"
    with pytest.raises(UpstreamError):
        await service.find_entities("fever")


@pytest.mark.parametrize(
    ("words", "kind", "limit", "wrong"),
    [
        (" ", None, 10, "no name"),
        ("aster", "planet", 10, "'planet'"),
        ("aster", None, 0, "limit cannot be 0"),
    ],
)
async def test_what_cannot_be_looked_up_is_refused(
    service: EvidenceService, words: str, kind: str | None, limit: int, wrong: str
) -> None:
    with pytest.raises(ArgumentError, match=wrong):
        await service.find_entities(words, kind=kind, limit=limit)


def test_the_simulator_answers_as_pubtator3_does(simulator: Simulator) -> None:
    answer = simulator.answer("GET", f"{EXPORT}?{urlencode({'pmids': '99000003,7,99000001'})}", "")
    assert list(read_annotations(answer.body).texts) == ["pmid:99000003", "pmid:99000001"]
    parts = split_annotations(answer.body)
    assert {id_: list(read_annotations(part).texts) for id_, part in parts.items()} == {
        "pmid:99000003": ["pmid:99000003"],
        "pmid:99000001": ["pmid:99000001"],
    }
    target = f"/{HOST}{PATH}entity/autocomplete/?query=lindgrove&concept=chemical&limit=1"
    assert len(read_entities(simulator.answer("GET", target, "").body).entities) == 1
    assert simulator.answer("GET", f"/{HOST}{PATH}nothing", "").status == 404


async def test_the_open_full_text_follows_its_article(service: EvidenceService) -> None:
    result = await service.fetch(["99000010", "99000003"], full_text=True)
    assert [item.record.id for item in result.records] == [
        "pmid:99000010",
        "pmcid:PMC99000010",
        "pmid:99000003",
    ]
    assert any(passage.path.startswith("body.") for passage in result.records[1].passages)
    assert status(result, "full text").reason == "no open full text is known of pmid:99000003"
    assert not result.not_found and not result.unavailable


async def test_a_full_text_that_cannot_be_had_now_is_unavailable_and_the_article_comes(
    service: EvidenceService, simulator: Simulator
) -> None:
    simulator.fault, simulator.faulty = "500", frozenset({"www.ebi.ac.uk"})
    result = await service.fetch(["99000010"], full_text=True)
    assert [item.record.id for item in result.records] == ["pmid:99000010"]
    assert [missing.id for missing in result.unavailable] == ["pmcid:PMC99000010"]


async def test_a_full_text_asked_for_twice_comes_once(service: EvidenceService) -> None:
    result = await service.fetch(["PMC99000010", "99000010", "99000010"], full_text=True)
    assert [item.record.id for item in result.records] == ["pmcid:PMC99000010", "pmid:99000010"]


async def test_a_cursor_goes_on_through_full_texts_and_only_through_them(service: EvidenceService) -> None:
    whole = await service.fetch(["99000010"], full_text=True)
    first = await service.fetch(["99000010"], full_text=True, max_passages=5)
    rest = await service.fetch(["99000010"], full_text=True, cursor=first.next_cursor)
    pages = [p.handle for page in (first, rest) for item in page.records for p in item.passages]
    assert pages == [p.handle for item in whole.records for p in item.passages]
    with pytest.raises(CursorError):
        await service.fetch(["99000010"], cursor=first.next_cursor)


async def test_a_folder_whose_answers_are_damaged_says_so(settings: Settings, literature: Path) -> None:
    shutil.copy(literature / "pubtator" / "export-99000001.json", literature / "cut.json")
    cut = literature / "cut.json"
    cut.write_bytes(cut.read_bytes().replace(b'"offset": 0', b'"offset": "x"'))
    async with EvidenceService.open(settings, records=literature) as service:
        result = await service.search_literature("Lindgrove")
    assert any("cut.json" in (status.reason or "") for status in result.statuses)

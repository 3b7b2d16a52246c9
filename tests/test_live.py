"""The real APIs, asked over the network (``uv run pytest -m live``): whether they still answer as they are read.

Where these were written there was no network: they follow the documented formats and the recorded responses, and the
nightly workflow is what runs them. They name records by id and say nothing of their text.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tekmeria_sources.results import SearchResult
from tekmeria_sources.service import EvidenceService
from tekmeria_sources.settings import Settings

pytestmark = [pytest.mark.live, pytest.mark.anyio, pytest.mark.beside("the formats of the real APIs")]

COHORT = "pmid:30831578"
RETRACTED = "pmid:9500320"
OPEN_ARTICLE = "pmcid:PMC7096066"
TRIAL = "nct:NCT04368728"


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[EvidenceService]:
    settings = Settings.from_environment()
    async with EvidenceService.open(
        Settings(tmp_path, ncbi_api_key=settings.ncbi_api_key, ncbi_email=settings.ncbi_email)
    ) as service:
        yield service


def ok(result: SearchResult) -> SearchResult:
    assert {status.state for status in result.statuses} <= {"ok", "partial", "skipped"}, result.statuses
    return result


@pytest.mark.parametrize("source", ["pubmed", "europepmc"])
async def test_a_search_of_the_literature_finds_records_with_handles(
    service: EvidenceService, source: str
) -> None:
    result = ok(await service.search_literature("measles vaccination autism cohort", sources=[source]))
    assert result.hits
    assert all(hit.handle for hit in result.hits)


async def test_a_search_of_trials_and_one_of_labels_find_records(service: EvidenceService) -> None:
    assert ok(await service.search_trials(terms="BNT162b2")).hits
    assert ok(await service.search_drug_labels("metformin")).hits


async def test_an_article_comes_with_its_abstract_and_its_handles_resolve(service: EvidenceService) -> None:
    (record,) = (await service.fetch([COHORT])).records
    handles = [passage.handle for passage in record.passages]
    assert any(passage.path.startswith("abstract.") for passage in record.passages)
    resolutions = await service.resolve(handles)
    assert all(resolution.current for resolution in resolutions.values())


async def test_a_retracted_paper_is_flagged_and_crossref_was_heard(service: EvidenceService) -> None:
    result = await service.fetch([RETRACTED])
    assert "retracted" in result.records[0].record.flags
    assert {status.source: status.state for status in result.statuses}["crossref"] == "ok"


async def test_an_open_full_text_has_a_body(service: EvidenceService) -> None:
    (record,) = (await service.fetch([OPEN_ARTICLE])).records
    assert any(passage.path.startswith("body.") for passage in record.passages)


async def test_a_registration_has_a_version(service: EvidenceService) -> None:
    (record,) = (await service.fetch([TRIAL])).records
    assert record.record.version
    assert record.record.cited_as == f"{TRIAL}@{record.record.version}"


async def test_entities_stand_where_the_passages_name_them(service: EvidenceService) -> None:
    (record,) = (await service.fetch([COHORT], include_entities=True)).records
    places = [
        passage.text[start:end]
        for passage in record.passages
        for mention in passage.mentions
        for start, end in mention.spans
    ]
    assert places
    assert all(place.strip() == place != "" for place in places)


async def test_an_id_that_is_not_there_is_not_found_and_no_failure(service: EvidenceService) -> None:
    result = await service.fetch(["pmid:99999999", "nct:NCT99999999"])
    assert len(result.not_found) == 2
    assert result.unavailable == ()

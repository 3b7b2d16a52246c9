"""Every upstream with every fault: what the others gave comes, what failed is said, nothing wrong is kept."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace

import pytest

from tekmeria_sources.errors import UpstreamError
from tekmeria_sources.faults import FAULTS
from tekmeria_sources.pubtator import SOURCE as PUBTATOR
from tekmeria_sources.results import SearchResult
from tekmeria_sources.service import EvidenceService
from tekmeria_sources.settings import Settings
from tekmeria_sources.simulator import Simulator

pytestmark = pytest.mark.anyio

LASTING = frozenset({"huge", "redirect"})
"""The faults after which the same call would fail again."""

EITHER = "other-type"
"""XML is malformed JSON, which may pass; JSON is well-formed and no answer to what was asked."""

LITERATURE = {"pubmed": "eutils.ncbi.nlm.nih.gov", "europepmc": "www.ebi.ac.uk"}
Search = Callable[[EvidenceService], Awaitable[SearchResult]]
ALONE: dict[str, tuple[str, Search]] = {
    "trials": ("clinicaltrials.gov", lambda service: service.search_trials(terms="fictaquine")),
    "labels": ("api.fda.gov", lambda service: service.search_drug_labels("fictaquine")),
}


@pytest.fixture
async def hurried(online: Settings, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[EvidenceService]:
    """A service that waits for nothing longer than it must."""
    monkeypatch.setattr("tekmeria_sources.sending.FIRST_WAIT_S", 0.0)
    async with EvidenceService.open(replace(online, tool_deadline_s=60.0)) as service:
        yield service


def inject(simulator: Simulator, fault: str, host: str, service: EvidenceService) -> None:
    """Let ``host`` fail; a call to one that never ends is given little time."""
    simulator.fault, simulator.faulty = fault, frozenset({host})
    deadline = 4.0 if fault in ("slow", "drip") else 60.0
    service.settings = replace(service.settings, tool_deadline_s=deadline)


def mend(simulator: Simulator, service: EvidenceService) -> None:
    """Let everything be well again."""
    simulator.fault = None
    service.settings = replace(service.settings, tool_deadline_s=60.0)


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("upstream", LITERATURE)
async def test_what_the_other_sources_gave_comes_with_the_reason_and_nothing_wrong_is_kept(
    hurried: EvidenceService,
    simulator: Simulator,
    upstream: str,
    fault: str,
) -> None:
    inject(simulator, fault, LITERATURE[upstream], hurried)
    result = await hurried.search_literature("fictional")
    assert result.hits
    states = {status.source: status for status in result.statuses}
    failed = states[upstream]
    assert failed.state == "failed"
    assert failed.reason and failed.remedy
    assert fault == EITHER or failed.retryable == (fault not in LASTING)
    (other,) = LITERATURE.keys() - {upstream}
    assert states[other].state != "failed"
    mend(simulator, hurried)
    again = await hurried.search_literature("fictional")
    assert "failed" not in {status.state for status in again.statuses}
    assert len(again.hits) >= len(result.hits)


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("upstream", ALONE)
async def test_a_search_that_failed_is_an_error_and_never_an_empty_list(
    hurried: EvidenceService,
    simulator: Simulator,
    upstream: str,
    fault: str,
) -> None:
    host, search = ALONE[upstream]
    inject(simulator, fault, host, hurried)
    with pytest.raises(UpstreamError) as failure:
        await search(hurried)
    assert failure.value.source
    assert failure.value.remedy
    assert fault == EITHER or failure.value.retryable == (fault not in LASTING)
    mend(simulator, hurried)
    assert (await search(hurried)).hits


IDS = {
    "pubmed": ("eutils.ncbi.nlm.nih.gov", "pmid:99000001"),
    "preprints": ("www.ebi.ac.uk", "ppr:PPR99000001"),
    "full texts": ("www.ebi.ac.uk", "pmcid:PMC99000010"),
    "trials": ("clinicaltrials.gov", "nct:NCT99000001"),
    "labels": ("api.fda.gov", "setid:aaaaaaaa-0000-4000-8000-000000000001"),
}
BESIDE = {"pubmed": "nct:NCT99000001"}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("upstream", IDS)
async def test_a_record_whose_source_failed_is_unavailable_while_the_others_come(
    hurried: EvidenceService,
    simulator: Simulator,
    upstream: str,
    fault: str,
) -> None:
    host, id_ = IDS[upstream]
    other = BESIDE.get(upstream, IDS["pubmed"][1])
    inject(simulator, fault, host, hurried)
    result = await hurried.fetch([id_, other])
    assert [record.record.id for record in result.records] == [other]
    (missing,) = result.unavailable
    assert missing.id == id_
    assert missing.reason
    assert fault == EITHER or missing.retryable == (fault not in LASTING)
    mend(simulator, hurried)
    assert len((await hurried.fetch([id_, other])).records) == 2


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_registry_of_notices_that_failed_is_named_and_its_silence_clears_nothing(
    hurried: EvidenceService, simulator: Simulator, fault: str
) -> None:
    inject(simulator, fault, "api.crossref.org", hurried)
    result = await hurried.fetch(["pmid:99000003", "ppr:PPR99000001"])
    assert [record.record.id for record in result.records] == ["pmid:99000003", "ppr:PPR99000001"]
    assert "retracted" in result.records[0].record.flags
    states = {status.source: status for status in result.statuses}
    failed = states["crossref"]
    assert failed.state == "failed"
    assert failed.reason and failed.remedy
    assert fault == EITHER or failed.retryable == (fault not in LASTING)
    mend(simulator, hurried)
    again = await hurried.fetch(["pmid:99000003", "ppr:PPR99000001"])
    assert {status.source: status.state for status in again.statuses}["crossref"] == "ok"


@pytest.mark.parametrize("fault", FAULTS)
async def test_passages_come_without_entities_where_these_could_not_be_had(
    hurried: EvidenceService, simulator: Simulator, fault: str
) -> None:
    inject(simulator, fault, "www.ncbi.nlm.nih.gov", hurried)
    result = await hurried.fetch(["pmid:99000001"], include_entities=True)
    assert result.records
    failed = {status.source: status for status in result.statuses}[PUBTATOR]
    assert failed.state == "failed"
    assert failed.reason and failed.remedy
    assert fault == EITHER or failed.retryable == (fault not in LASTING)
    mend(simulator, hurried)
    again = await hurried.fetch(["pmid:99000001"], include_entities=True)
    assert {status.source: status.state for status in again.statuses}[PUBTATOR] == "ok"

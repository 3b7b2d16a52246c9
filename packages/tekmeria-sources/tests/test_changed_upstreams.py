"""Upstreams change, drop and version records between two requests: each is told apart, for every kind of record, with
the text as issued still at hand."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tekmeria_contract.policy import Policy
from tekmeria_contract.report import Report
from tekmeria_contract.resolution import Resolution
from tekmeria_sources.audit import audit_answer
from tekmeria_sources.service import EvidenceService
from tekmeria_sources.settings import Settings
from tekmeria_sources.simulator import Simulator
from tekmeria_sources.stores import STORE_FILE

pytestmark = pytest.mark.anyio

Edit = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Kind:
    """A record of one kind and what its upstream does to it: edits of ``file``, which is what is recorded of it.

    ``words`` stand in one of its passages; ``reads_otherwise`` changes that passage, ``moves_on`` the version of the
    record, ``passage_goes`` takes the passage out, ``goes`` the record, by removing the file where it is None.
    """

    id: str
    words: str
    file: str
    reads_otherwise: Edit
    moves_on: Edit
    passage_goes: Edit
    goes: Edit | None = None
    versioned: bool = False


KINDS: Mapping[str, Kind] = {
    "pmid": Kind(
        "pmid:99000001",
        "Cohort study of a whole (invented) country",
        "pubmed/efetch-99000001.xml",
        ("pre-registered, two-sided analysis plan", "registered plan"),
        ('<PMID Version="1">99000001', '<PMID Version="2">99000001'),
        ('Label="DESIGN" NlmCategory="METHODS">Cohort study', 'Label="PLAN" NlmCategory="METHODS">A study'),
    ),
    "book": Kind(
        "pmid:99000005",
        "when anti-lindolin IgM exceeds 1:160",
        "pubmed/efetch-99000005.xml",
        ("about ½ of cases", "about a third of cases"),
        ('<PMID Version="1">99000005', '<PMID Version="2">99000005'),
        ('Label="DIAGNOSIS/TESTING">Doctors diagnose', 'Label="TESTING">Nurses diagnose'),
    ),
    "pmcid": Kind(
        "pmcid:PMC99000010",
        "We randomised 1,204 adults",
        "europepmc/fulltext-PMC99000010.xml",
        ("fever-free days by day 28", "fever-free days by day 21"),
        ("PMC99000010.1<", "PMC99000010.2<"),
        ("<title>Methods</title><p>We randomised", "<title>Money</title><p>We paid"),
    ),
    "ppr": Kind(
        "ppr:PPR99000001",
        "We randomised 1,204 adults",
        "europepmc/search-velorin.json",
        ("1:1 to velorin or placebo", "2:1 to velorin or placebo"),
        ('"versionNumber":2', '"versionNumber":3'),
        ("<h4>Methods</h4>We randomised", "<h4>Money</h4>We paid"),
        ("PPR99000001", "PPR99000008"),
    ),
    "nct": Kind(
        "nct:NCT99000001",
        "taken once daily for 26 weeks",
        "clinicaltrials/study-NCT99000001-2033-01-20.json",
        ("for a difference of at least 20%", "for a difference of at least 25%"),
        (
            '"lastUpdatePostDateStruct":{"date":"2033-01-20"',
            '"lastUpdatePostDateStruct":{"date":"2033-02-15"',
        ),
        ('"briefSummary":', '"noSummary":'),
        versioned=True,
    ),
    "setid": Kind(
        "setid:aaaaaaaa-0000-4000-8000-000000000001",
        "40 mg by mouth once daily with food",
        "openfda/label-aaaaaaaa-0000-4000-8000-000000000001.json",
        ("A missed dose is not made up for", "A missed dose is taken the next day"),
        ('"version": "7"', '"version": "8"'),
        ('"dosage_and_administration": [', '"how_supplied": ['),
        versioned=True,
    ),
}
OLDER = ("europepmc/search-PPR99000001-v1.json", "clinicaltrials/study-NCT99000001-2032-09-14.json")
"""Older versions of records: without them each record stands in one file."""


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> Kind:
    return KINDS[request.param]


@pytest.fixture
def simulator(literature: Path) -> Iterator[Simulator]:
    for name in OLDER:
        (literature / name).unlink()
    with Simulator(literature) as running:
        yield running


@dataclass(frozen=True, slots=True)
class Cited:
    """A passage that was handed out: its handle and text, and the service and upstreams behind it."""

    handle: str
    text: str
    kind: Kind
    service: EvidenceService
    simulator: Simulator

    def upstream(self, *edits: Edit | None) -> None:
        """Let the upstream change the record, and all copies of it grow old."""
        file = self.simulator.folder / self.kind.file
        for edit in edits:
            if edit is None:
                file.unlink()
                continue
            before = file.read_text(encoding="utf-8")
            assert edit[0] in before
            file.write_text(before.replace(*edit), encoding="utf-8")
        self.simulator.read()
        self.expire()

    def expire(self) -> None:
        """Let all fresh copies grow old."""
        with closing(sqlite3.connect(self.service.settings.data_dir / STORE_FILE)) as store, store:
            store.execute("DELETE FROM copies")

    async def resolved(self) -> Resolution:
        """What is known of it now; the text as issued is at hand, whatever became of it."""
        found = (await self.service.resolve([self.handle]))[self.handle]
        assert [item.text for item in found.issued] == [self.text]
        return found

    async def audited(self, policy: Policy | None = None, by: EvidenceService | None = None) -> Outcome:
        """What an audit says of a citation with words of it."""
        answer = f'A fictional claim [{self.handle} "{self.kind.words}"].'
        return outcome(await audit_answer(by or self.service, answer, policy))


Outcome = tuple[str, str | None, bool, bool]
"""Verdict and reason; whether ``version_changed`` is among the flags, and ``text_changed`` among the notes."""


def outcome(report: Report) -> Outcome:
    (citation,) = report.citations
    flags, notes = citation.flags, citation.notes
    return citation.verdict, citation.reason, "version_changed" in flags, "text_changed" in notes


@pytest.fixture
async def cited(kind: Kind, online: Settings, simulator: Simulator) -> AsyncIterator[Cited]:
    async with EvidenceService.open(online) as service:
        (item,) = (await service.fetch([kind.id])).records
        (passage,) = [passage for passage in item.passages if kind.words in passage.text][:1]
        yield Cited(passage.handle, passage.text, kind, service, simulator)


@pytest.mark.clause("V10", "R5")
async def test_a_record_that_is_as_it_was_is_that(cited: Cited) -> None:
    cited.expire()
    found = await cited.resolved()
    assert (found.reached, found.record_exists, found.passage_exists) == (True, True, True)
    assert found.current == cited.text
    assert await cited.audited() == ("ok", None, False, False)


@pytest.mark.clause("V20", "V10")
async def test_a_passage_that_reads_otherwise_is_there_and_its_text_has_changed(cited: Cited) -> None:
    cited.upstream(cited.kind.reads_otherwise)
    found = await cited.resolved()
    assert (found.reached, found.record_exists, found.passage_exists) == (True, True, True)
    assert found.current not in (None, cited.text)
    assert await cited.audited() == ("ok", None, False, True)


@pytest.mark.clause("V17", "V10")
async def test_a_record_in_another_version_is_told_from_one_whose_text_has_changed(cited: Cited) -> None:
    cited.upstream(cited.kind.moves_on)
    found = await cited.resolved()
    assert found.current == cited.text
    assert found.record is not None
    assert found.record.version not in (None, found.issued[0].version)
    assert await cited.audited() == ("ok", None, True, False)


@pytest.mark.clause("V17", "V20")
async def test_another_version_that_reads_otherwise_is_both(cited: Cited) -> None:
    cited.upstream(cited.kind.moves_on, cited.kind.reads_otherwise)
    assert await cited.audited() == ("ok", None, True, True)


@pytest.mark.clause("V8")
async def test_a_passage_that_is_gone_from_a_record_that_is_there_is_withdrawn(cited: Cited) -> None:
    cited.upstream(cited.kind.passage_goes)
    found = await cited.resolved()
    assert (found.reached, found.record_exists, found.passage_exists) == (True, True, False)
    assert found.current is None
    # What was issued as the very version cited stands for itself: its registry serves no other than the newest.
    gone = ("ok", None) if cited.kind.versioned else ("withdrawn", "passage_gone")
    assert (await cited.audited())[:2] == gone


@pytest.mark.clause("V8")
async def test_a_record_that_was_dropped_is_withdrawn(cited: Cited) -> None:
    cited.upstream(cited.kind.goes)
    found = await cited.resolved()
    assert (found.reached, found.record_exists, found.passage_exists) == (True, False, False)
    assert found.record is not None and found.record.title
    gone = ("ok", None) if cited.kind.versioned else ("withdrawn", "record_gone")
    assert (await cited.audited())[:2] == gone


@pytest.mark.clause("V8")
async def test_a_dropped_record_that_was_never_issued_here_is_withdrawn_whatever_its_kind(
    cited: Cited, tmp_path: Path
) -> None:
    cited.upstream(cited.kind.goes)
    elsewhere = replace(
        cited.service.settings, data_dir=tmp_path / "elsewhere", handle_key=cited.service.ring
    )
    async with EvidenceService.open(elsewhere) as other:
        assert (await cited.audited(by=other))[:2] == ("withdrawn", "record_gone")


@pytest.mark.clause("V6", "R9")
async def test_an_upstream_that_is_down_makes_a_citation_unavailable_and_never_withdrawn(
    cited: Cited,
) -> None:
    cited.expire()
    cited.simulator.fault = "500"
    found = await cited.resolved()
    assert (found.reached, found.record_exists, found.passage_exists) == (False, None, None)
    assert await cited.audited() == ("unavailable", "source_unreachable", False, False)
    assert (await cited.audited(Policy(against="issued")))[0] == "ok"

"""What Crossref states of a record's DOI, asked over HTTP of the simulator, and what its silence means."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from tekmeria_contract.resolution import RecordFacts
from tekmeria_sources.crossref import HOST
from tekmeria_sources.faults import FAULTS, Fault
from tekmeria_sources.record import Record
from tekmeria_sources.results import FetchResult, SourceStatus
from tekmeria_sources.service import EvidenceService
from tekmeria_sources.settings import Settings
from tekmeria_sources.simulated import Answer
from tekmeria_sources.simulator import Simulator

from .efetch import article, article_set, correction
from .works import update, work

pytestmark = pytest.mark.anyio

CASES: Mapping[str, tuple[bytes, tuple[str, ...]]] = {
    "retracted": (work("x", updated_by=[update("retraction", "10.5555/n", "2031-06-04")]), ("retracted",)),
    "mislabelled": (
        work(
            "x",
            updated_by=[
                update("erratum", "10.5555/n", "2031-06-13"),
                update("retraction", "10.5555/n", "2031-06-04", "retraction-watch"),
            ],
            update_to=[update("retraction", "10.5555/n", "2030-01-15")],
        ),
        ("retracted",),
    ),
    "concern": (
        work("x", updated_by=[update("expression_of_concern", "10.5555/n", "2031-06-04")]),
        ("concern",),
    ),
    "corrected": (work("x", updated_by=[update("correction", "10.5555/n", "2031-06-04")]), ("corrected",)),
    "notice": (work("x", update_to=[update("retraction", "10.5555/p", "2031-06-04")]), ("notice",)),
    "reciprocal": (
        work(
            "x",
            published="2031-06-04",
            update_to=[update("erratum", "10.5555/p", "2031-06-13")],
            updated_by=[update("retraction", "10.5555/p", "2030-01-15")],
        ),
        ("notice",),
    ),
    "withdrawn": (
        work("x", preprint=True, updated_by=[update("withdrawal", "10.5555/n", "2031-06-04")]),
        ("retracted", "preprint"),
    ),
    "published": (
        work("x", preprint=True, relation={"is-preprint-of": ["10.5555/ARTICLE"]}),
        ("preprint", "published"),
    ),
    "nothing": (work("x"), ()),
}
"""Works as Crossref has them under the DOI ``10.5555/case.NAME``, and the flags that their records get."""

PMIDS = {name: str(99000800 + number) for number, name in enumerate(CASES)}


@pytest.fixture
def literature(tmp_path: Path) -> Path:
    """A record of PubMed's for each case, of which PubMed says nothing, and the works."""
    folder = tmp_path / "cases"
    folder.mkdir()
    records = [
        article(
            pmid=PMIDS[name],
            abstract="<Abstract><AbstractText>A fictional finding.</AbstractText></Abstract>",
            data=f'<ArticleIdList><ArticleId IdType="doi">10.5555/Case.{name}</ArticleId></ArticleIdList>',
        )
        for name in CASES
    ]
    (folder / "records.xml").write_bytes(article_set(*records))
    for name, (body, _) in CASES.items():
        (folder / f"{name}.json").write_bytes(
            body.replace(b'"DOI": "x"', f'"DOI": "10.5555/case.{name}"'.encode())
        )
    return folder


class Crossref(Simulator):
    """The simulated upstreams, of which Crossref alone may be out of order, for all DOIs or one, or held up."""

    broken: Fault | None = None
    doi: str = ""
    held_up: threading.Event | None = None

    def answer(self, method: str, target: str, form: str) -> Answer:
        """The right answer, or what is broken in its place, once it is not held up."""
        right = super().answer(method, target, form)
        if self.held_up and HOST in target and self.doi in target:
            self.held_up.wait(60)
        return self.broken(right) if self.broken and HOST in target and self.doi in target else right

    def asked(self) -> int:
        """How often Crossref was asked."""
        return sum(asked.host == HOST for asked in self.requests)


@pytest.fixture
def crossref(literature: Path) -> Iterator[Crossref]:
    with Crossref(literature) as running:
        yield running


@pytest.fixture
def online(settings: Settings, crossref: Crossref) -> Settings:
    return Settings(settings.data_dir, upstream_url=crossref.url, tool_deadline_s=10)


async def fetch(settings: Settings, *names: str, records: Path | None = None) -> FetchResult:
    async with EvidenceService.open(settings, records=records) as service:
        return await service.fetch([PMIDS[name] for name in names])


async def record(settings: Settings, name: str) -> Record:
    (fetched,) = (await fetch(settings, name)).records
    return fetched.record


def status(result: FetchResult) -> SourceStatus:
    (found,) = (status for status in result.statuses if status.source == "crossref")
    return found


@pytest.mark.parametrize("name", CASES)
async def test_a_record_has_the_flags_that_crossref_s_deposits_give(online: Settings, name: str) -> None:
    found = await record(online, name)
    assert found.flags == CASES[name][1]
    assert found.facts(None).notices is not None


async def test_a_folder_with_the_same_answers_gives_the_same(settings: Settings, literature: Path) -> None:
    result = await fetch(settings, *CASES, records=literature)
    assert [item.record.flags for item in result.records] == [flags for _, flags in CASES.values()]


async def test_all_records_of_a_call_are_checked_and_the_answer_says_so(
    online: Settings, crossref: Crossref
) -> None:
    result = await fetch(online, "retracted", "nothing", "published")
    assert [item.record.flags for item in result.records] == [("retracted",), (), ("preprint", "published")]
    assert status(result) == SourceStatus("crossref", "ok")
    assert result.records[2].record.published == "doi:10.5555/article"
    assert crossref.asked() == 3


async def test_a_copy_of_the_day_is_not_asked_for_again(online: Settings, crossref: Crossref) -> None:
    await record(online, "retracted")
    assert (await record(online, "retracted")).flags == ("retracted",)
    assert crossref.asked() == 1
    with closing(sqlite3.connect(online.data_dir / "evidence.sqlite3")) as store:
        lifetimes = dict(
            store.execute("SELECT substr(key, 1, 8), expires - strftime('%s', received_at) FROM copies")
        )
    assert 86400 <= lifetimes["crossref"] < 86402


async def test_the_audit_is_told_what_crossref_states(online: Settings) -> None:
    async with EvidenceService.open(online) as service:
        (fetched,) = (await service.fetch([PMIDS["retracted"]])).records
        handle = fetched.passages[-1].handle
        facts = (await service.resolve([handle]))[handle].record
    assert isinstance(facts, RecordFacts)
    assert [(notice.kind, notice.date, notice.id, notice.source) for notice in facts.notices or ()] == [
        ("retraction", "2031-06-04", "doi:10.5555/n", "crossref (publisher)")
    ]


async def test_what_pubmed_states_stands_beside_what_crossref_states(
    online: Settings, crossref: Crossref, literature: Path
) -> None:
    """PubMed's retraction was cleared in 2030; the one that Crossref has is a later one."""
    stated = article(
        pmid="99000850",
        corrections=correction("RetractionIn", "Fict J. 2029 Mar 2;1(1):1", "99000851"),
        data='<ArticleIdList><ArticleId IdType="doi">10.5555/case.both</ArticleId></ArticleIdList>',
    )
    (literature / "both.xml").write_bytes(article_set(stated))
    both = [
        update("reinstatement", "10.5555/r", "2030-06-04"),
        update("retraction", "10.5555/n", "2031-06-04"),
    ]
    (literature / "both.json").write_bytes(work("10.5555/case.both", published="2028", updated_by=both))
    with Simulator(literature) as running:
        async with EvidenceService.open(replace(online, upstream_url=running.url)) as service:
            (fetched,) = (await service.fetch(["99000850"])).records
    assert [(notice.kind, notice.source) for notice in fetched.record.notices] == [
        ("retraction", "pubmed"),
        ("reinstatement", "crossref (publisher)"),
        ("retraction", "crossref (publisher)"),
    ]
    assert fetched.record.flags == ("retracted",)


def instead(status: int, body: bytes, kind: str = "application/json") -> Fault:
    """Another answer, whatever the right one was."""
    return lambda _: Answer(status, body, kind)


BROKEN: Mapping[str, Fault] = {
    **FAULTS,
    "another work": instead(200, work("10.5555/case.nothing")),
    "a proxy's 404": instead(404, b"<html>Not Found</html>", "text/html"),
    "a list": instead(200, b'{"message-type": "work-list", "message": {"items": []}}'),
}


@contextmanager
def out_of_order(crossref: Crossref, broken: Fault, doi: str = "") -> Generator[None]:
    crossref.broken, crossref.doi = broken, doi
    yield
    crossref.broken = None


@pytest.mark.parametrize("fault", BROKEN)
async def test_where_crossref_fails_the_answer_says_so_and_nothing_else_is_lost_or_kept(
    online: Settings, crossref: Crossref, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    monkeypatch.setattr("tekmeria_sources.crossref_check.SHARE_S", 2)
    with out_of_order(crossref, BROKEN[fault]):
        result = await fetch(online, "retracted")
    assert [item.record.id for item in result.records] == [f"pmid:{PMIDS['retracted']}"]
    said = status(result)
    assert said.state == "failed"
    assert "notices of 1 records are only those that others state: crossref" in (said.reason or "")
    assert [other.state for other in result.statuses if other.source == "pubmed"] == ["ok"]
    assert (await record(online, "retracted")).flags == ("retracted",)


@pytest.mark.clause("R6")
async def test_that_nothing_stands_against_a_record_is_unknown_to_the_audit_where_crossref_was_not_heard(
    online: Settings, crossref: Crossref
) -> None:
    async with EvidenceService.open(online) as service:
        (fetched,) = (await service.fetch([PMIDS["nothing"]])).records
        handle = fetched.passages[-1].handle
        heard = (await service.resolve([handle]))[handle].record
        with closing(sqlite3.connect(online.data_dir / "evidence.sqlite3")) as store, store:
            store.execute("DELETE FROM copies")
        with out_of_order(crossref, BROKEN["html"]):
            unheard = (await service.resolve([handle]))[handle].record
    assert heard is not None and heard.notices == ()
    assert unheard is not None and unheard.notices is None


async def test_where_crossref_fails_for_one_record_the_others_are_checked(
    online: Settings, crossref: Crossref
) -> None:
    with out_of_order(crossref, BROKEN["html"], "retracted"):
        result = await fetch(online, "retracted", "concern")
    assert [item.record.flags for item in result.records] == [(), ("concern",)]
    assert status(result).state == "partial"


async def test_what_has_not_come_in_time_is_said_to_be_unknown_and_the_rest_is_handed_out(
    online: Settings, crossref: Crossref, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tekmeria_sources.crossref_check.SHARE_S", 1.5)
    crossref.held_up, crossref.doi = threading.Event(), "retracted"
    result = await fetch(online, "retracted", "concern")
    crossref.held_up.set()
    assert [item.record.flags for item in result.records] == [(), ("concern",)]
    said = status(result)
    assert (said.state, said.retryable) == ("partial", True)
    assert "had not answered in time" in (said.reason or "")
    assert (await record(online, "retracted")).flags == ("retracted",)


async def test_a_retraction_that_was_known_stays_known_while_crossref_fails(
    online: Settings, crossref: Crossref
) -> None:
    async with EvidenceService.open(online) as service:
        (fetched,) = (await service.fetch([PMIDS["retracted"]])).records
        handle = fetched.passages[-1].handle
        with closing(sqlite3.connect(online.data_dir / "evidence.sqlite3")) as store, store:
            store.execute("DELETE FROM copies")
        with out_of_order(crossref, BROKEN["html"]):
            for _ in range(2):
                facts = (await service.resolve([handle]))[handle].record
                assert facts is not None
                assert [notice.kind for notice in facts.notices or ()] == ["retraction"]
            (again,) = (await service.fetch([PMIDS["retracted"]])).records
    assert again.record.flags == ("retracted",)


async def test_a_search_forgets_nothing_of_what_crossref_had_stated(
    online: Settings, crossref: Crossref
) -> None:
    await fetch(online, "concern")
    with closing(sqlite3.connect(online.data_dir / "evidence.sqlite3")) as store, store:
        store.execute("DELETE FROM copies")
    async with EvidenceService.open(online) as service:
        hits = (await service.search_literature("fictional", limit=50)).hits
    assert {hit.record_id: hit.flags for hit in hits}[f"pmid:{PMIDS['concern']}"] == ("concern",)
    with out_of_order(crossref, BROKEN["html"]):
        assert (await record(online, "concern")).flags == ("concern",)


async def test_a_doi_that_crossref_does_not_have_is_an_answer(online: Settings, crossref: Crossref) -> None:
    with out_of_order(crossref, instead(404, b"Resource not found.", "text/plain")):
        result = await fetch(online, "nothing")
    assert status(result) == SourceStatus("crossref", "ok")
    assert result.records[0].record.flags == ()


async def test_records_without_a_doi_are_not_asked_about(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "record.xml").write_bytes(article_set(article()))
    with Crossref(tmp_path) as running:
        async with EvidenceService.open(Settings(settings.data_dir, upstream_url=running.url)) as service:
            result = await service.fetch(["99000777"])
    assert [status.source for status in result.statuses] == ["pubmed"]
    assert running.asked() == 0


async def test_the_address_is_told_to_crossref_alone(online: Settings, crossref: Crossref) -> None:
    await fetch(replace(online, crossref_mailto="reader@example.org"), "nothing")
    told = {asked.host: ("mailto", "reader@example.org") in asked.query for asked in crossref.requests}
    assert told == {HOST: True, "eutils.ncbi.nlm.nih.gov": False}

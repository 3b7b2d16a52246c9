"""An answer is handed over with what is known about its handles (contract.md §10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from tekmeria_contract import DEFAULT, KeyRing, Policy, Resolution, judge, mint, plan, read_evidence
from tekmeria_contract.handle import Scheme
from tekmeria_contract.resolution import IssuedText, RecordFacts
from tekmeria_sources.audit import audit_answer
from tekmeria_sources.handover import Handover, evidence_of
from tekmeria_sources.service import EvidenceService
from tekmeria_sources.settings import Settings
from tekmeria_sources.simulator import Simulator

pytestmark = pytest.mark.anyio

RING = KeyRing.from_hex("5e" * 32)
PAPER = mint("pmid:99000001", "abstract.1", RING)
TRIAL = mint("nct:NCT99000001@2031-01-01", "summary", RING)
TIME = "2033-03-01T12:00:00+00:00"
TEXT = "All 12 recovered."


class Known:
    """A service that knows what it is told."""

    ring = RING
    schemes: Mapping[str, Scheme] = DEFAULT

    def __init__(self, known: Mapping[str, Resolution]) -> None:
        self.known = known
        self.asked: list[str] = []

    async def resolve(self, handles: Sequence[str]) -> Mapping[str, Resolution]:
        self.asked += handles
        return {handle: self.known[handle] for handle in handles}


def present(version: str | None = None, issued: tuple[IssuedText, ...] = ()) -> Resolution:
    return Resolution(issued, TEXT, True, True, True, RecordFacts(version=version, notices=()))


async def written(handle: str, known: Resolution) -> Resolution:
    return read_evidence(await evidence_of(Known({handle: known}), f"They did [{handle}].", TIME))[handle]


async def test_what_was_issued_is_handed_over_as_it_is_known() -> None:
    known = present(issued=(IssuedText("All 13 recovered.", None, "2032-01-01"), IssuedText(TEXT)))
    assert await written(PAPER, known) == known


async def test_a_text_that_was_never_issued_is_issued_by_the_file() -> None:
    assert (await written(PAPER, present())).issued == (IssuedText(TEXT, None, TIME),)
    assert (await written(TRIAL, present("2031-01-01"))).issued == (IssuedText(TEXT, "2031-01-01", TIME),)


async def test_another_version_never_stands_for_the_one_that_was_cited() -> None:
    assert (await written(TRIAL, present("2032-06-30"))).issued == ()
    assert (await written(TRIAL, present(None))).issued == ()


async def test_what_was_not_reached_or_is_gone_is_handed_over_as_that() -> None:
    for known in (Resolution(), Resolution(reached=True, record_exists=False, passage_exists=False)):
        assert await written(PAPER, known) == known


async def test_one_file_holds_the_handles_of_every_answer_audited_and_asks_nothing_twice() -> None:
    service = Known({PAPER: present(), TRIAL: present("2031-01-01")})
    handover = Handover(service)
    for handle in (PAPER, TRIAL):
        assert (await audit_answer(handover, f'They did [{handle} "{TEXT}"].')).verdict == "pass"
    assert service.asked == [PAPER, TRIAL]
    assert set(read_evidence(handover.evidence(TIME))) == {PAPER, TRIAL}


async def test_an_audit_of_the_file_finds_what_the_services_own_audit_found(settings: Settings) -> None:
    async with EvidenceService.open(settings, demo=True) as service:
        fetched = await service.fetch(["99000001", "99000003"])
        handles = [passage.handle for record in fetched.records for passage in record.passages]
        answer = " ".join([f"So it is said [{handle}]." for handle in handles])
        online = await audit_answer(service, answer)
        text = await evidence_of(service, answer, service.now())
        planned = plan(answer, service.ring)
    offline = judge(planned, read_evidence(text), Policy(against="issued"))
    assert [c.verdict for c in offline.citations] == [c.verdict for c in online.citations]
    assert [c.flags for c in offline.citations] == [c.flags for c in online.citations]
    assert all(c.checked_against == "issued" for c in offline.citations)
    assert judge(planned, read_evidence(text)) == online


async def test_a_source_that_is_down_leaves_what_was_issued_to_be_judged(
    online: Settings, simulator: Simulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tekmeria_sources.live.RECORD_LIFETIME_S", 0.0)
    async with EvidenceService.open(online) as service:
        fetched = await service.fetch(["99000001"])
        passage = fetched.records[0].passages[1]
    simulator.fault = "500"
    answer = f'So it is said [{passage.handle} "{passage.text.split(".")[0]}"].'
    async with EvidenceService.open(online) as service:
        text = await evidence_of(service, answer, service.now())
        planned = plan(answer, service.ring)
    known = read_evidence(text)
    assert not known[passage.handle].reached
    assert [judge(planned, known).citations[0].verdict] == ["unavailable"]
    assert [judge(planned, known, Policy(against="issued")).citations[0].verdict] == ["ok"]

"""An answer is audited against a service, from its text or from claims."""

from __future__ import annotations

import pytest

from tekmeria_sources.audit import audit_answer
from tekmeria_sources.service import EvidenceService
from tekmeria_sources.settings import Settings
from tekmeria_sources.simulator import Simulator

pytestmark = pytest.mark.anyio


async def handles(service: EvidenceService, *ids: str) -> dict[tuple[str, str], str]:
    result = await service.fetch(list(ids))
    return {(item.record.id[5:], p.path): p.handle for item in result.records for p in item.passages}


async def test_verdicts_and_flags_of_cited_passages(settings: Settings) -> None:
    async with EvidenceService.open(settings, demo=True) as service:
        at = await handles(service, "99000001", "99000003")
        results, findings = at["99000001", "abstract.7"], at["99000003", "abstract.3"]
        conclusion = at["99000001", "abstract.9"]
        wrong = conclusion[:-1] + ("1" if conclusion[-1] == "0" else "0")
        answer = (
            f'Few fell ill [{results} "5274 children were diagnosed with Aster syndrome"]. '
            f'Many fell ill [{results} "274 children were diagnosed with Aster syndrome"]. '
            f"It began after the dose [{findings}]. "
            f"It never began [{wrong}]."
        )
        report = await audit_answer(service, answer, audited_at="2033-03-01T12:00:00+00:00")
    assert [citation.verdict for citation in report.citations] == ["ok", "quote_mismatch", "ok", "forged"]
    assert report.citations[2].flags == ("retracted",)
    assert report.verdict == "fail"
    assert report.audited_at == "2033-03-01T12:00:00+00:00"


async def test_claims_are_judged_like_text(settings: Settings) -> None:
    async with EvidenceService.open(settings, demo=True) as service:
        handle = (await handles(service, "99000001"))["99000001", "abstract.7"]
        quote = "P<0.001"
        claim = {"sentence": "It rose.", "citations": [{"handle": handle, "quote": quote}]}
        as_claims = await audit_answer(service, [claim])
        as_text = await audit_answer(service, f'It rose [{handle} "{quote}"].')
    assert as_claims.citations[0].verdict == as_text.citations[0].verdict == "ok"


async def test_a_source_that_is_down_makes_an_answer_incomplete_and_not_a_failure(
    online: Settings, simulator: Simulator
) -> None:
    async with EvidenceService.open(online) as service:
        handle = (await handles(service, "99000001"))["99000001", "title"]
    for file in online.data_dir.glob("evidence*"):
        file.unlink()
    simulator.fault = "500"
    async with EvidenceService.open(online) as service:
        report = await audit_answer(service, f"There was a cohort [{handle}].")
    assert [citation.verdict for citation in report.citations] == ["unavailable"]
    assert report.verdict == "incomplete"


async def test_an_answer_without_handles_asks_nobody(online: Settings, simulator: Simulator) -> None:
    async with EvidenceService.open(online) as service:
        report = await audit_answer(service, "Nothing is cited here at all.")
    assert report.citations == ()
    assert simulator.requests == []

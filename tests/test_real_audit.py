"""Answers that cite every recorded PubMed record are judged exactly as they were planted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio
import pytest

from tekmeria_contract.report import Report
from tekmeria_contract.sentences import split_sentences
from tekmeria_sources.audit import audit_answer
from tekmeria_sources.folderindex import read_folder
from tekmeria_sources.results import FetchedRecord
from tekmeria_sources.service import EvidenceService
from tekmeria_sources.settings import Settings

pytestmark = pytest.mark.needs("shared")

RETRACTED = {"pmid:27602157", "pmid:31031480"}
ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"


@dataclass(frozen=True)
class Planted:
    """A citation and what it must be judged."""

    handle: str
    quote: str | None
    verdict: str
    record: str


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return Settings(data_dir=tmp_path_factory.mktemp("installation"))


@pytest.fixture(scope="module")
def real(shared: Path) -> Path:
    return shared / "real" / "pubmed"


async def _all_records(service: EvidenceService, real: Path) -> tuple[FetchedRecord, ...]:
    return (await service.fetch(list(read_folder(real).records))).records


def plant(records: tuple[FetchedRecord, ...]) -> list[Planted]:
    """For each record a verbatim quote, a quote with one word replaced, and a handle with a wrong code."""
    planted: list[Planted] = []
    for item in records:
        record, passages = item.record.id, item.passages
        longest = max(passages, key=lambda passage: len(passage.text))
        sentences = [longest.text[start:end] for start, end in split_sentences(longest.text)]
        quote = max(sentences, key=len)
        words = quote.split(" ")
        words[len(words) // 2] = "zebra"
        planted.append(Planted(longest.handle, quote, "ok", record))
        planted.append(Planted(longest.handle, " ".join(words), "quote_mismatch", record))
        if longest.path != "title":
            planted.append(Planted(_forged(passages[0].handle), None, "forged", record))
    return planted


def _forged(handle: str) -> str:
    return handle[:-1] + ALPHABET[(ALPHABET.index(handle[-1]) + 1) % len(ALPHABET)]


def _check(report: Report, planted: list[Planted]) -> None:
    assert len(report.citations) == len(planted)
    for citation, expected in zip(report.citations, planted, strict=True):
        assert citation.verdict == expected.verdict, (expected, citation)
        retracted = expected.record in RETRACTED and expected.verdict != "forged"
        assert ("retracted" in citation.flags) == retracted, expected
    assert report.verdict == "fail"


def test_every_record_cited_as_claims_and_as_text_is_judged_as_planted(
    settings: Settings, real: Path
) -> None:
    async def audit() -> None:
        async with EvidenceService.open(settings, records=real) as service:
            records = await _all_records(service, real)
            assert len(records) == 93
            planted = plant(records)
            assert len(planted) > 93 * 2 + 70
            claims = [_claim(number, case) for number, case in enumerate(planted)]
            _check(await audit_answer(service, claims), planted)
            plain = [case for case in planted if case.quote is None or not set('"“”[]') & set(case.quote)]
            assert len(plain) > len(planted) * 0.8
            answer = "\n\n".join(_sentence(number, case) for number, case in enumerate(plain))
            _check(await audit_answer(service, answer), plain)

    anyio.run(audit)


def _claim(number: int, case: Planted) -> Mapping[str, Any]:
    quote = {"quote": case.quote} if case.quote is not None else {}
    return {"sentence": f"Claim number {number} holds.", "citations": [{"handle": case.handle, **quote}]}


def _sentence(number: int, case: Planted) -> str:
    quote = f' "{case.quote}"' if case.quote is not None else ""
    return f"Claim number {number} holds for these children [{case.handle}{quote}]."


def test_every_passage_of_every_record_is_found_again_by_its_handle(settings: Settings, real: Path) -> None:
    async def resolve() -> None:
        async with EvidenceService.open(settings, records=real) as service:
            records = await _all_records(service, real)
            texts = {passage.handle: passage.text for item in records for passage in item.passages}
            assert len(texts) > 300
            resolved = await service.resolve(list(texts))
            assert {handle: found.current for handle, found in resolved.items()} == texts
            assert all(found.issued[-1].text == texts[handle] for handle, found in resolved.items())

    anyio.run(resolve)

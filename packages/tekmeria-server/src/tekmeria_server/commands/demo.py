"""``tekmeria demo``: a search, two fetched records, and the audit of an answer with six planted cases.

Everything is fictional and done for real: handles are minted with the public demo key, quotations are cut
from the passages just fetched, and the audit knows nothing of what was planted.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import anyio

from tekmeria_contract.keyring import ALPHABET
from tekmeria_contract.report import Report
from tekmeria_contract.sentences import split_sentences
from tekmeria_server.audited import audit_text
from tekmeria_server.commands.files import left_behind
from tekmeria_server.commands.outcome import Exit
from tekmeria_server.fetched import deliver_records
from tekmeria_server.hits import deliver_hits
from tekmeria_server.logs import log_to_stderr
from tekmeria_sources.audit import audit_answer
from tekmeria_sources.results import FetchedPassage, FetchedRecord
from tekmeria_sources.service import EvidenceService
from tekmeria_sources.settings import Settings

QUERY = "Lindgrove vaccine Aster syndrome children"
COHORT = "pmid:99000001"
CASE_SERIES = "pmid:99000003"
"""The case series that notice pmid:99000004 retracted."""


def run_demo(json_out: Path | None) -> int:
    """Print the demo; write the report to ``json_out`` too, where it is given.

    The audit fails, as planted; the command has then done what it was asked and its exit code is 0.
    """
    settings = Settings.from_environment()
    log_to_stderr(settings.log_level)
    report = anyio.run(_show, settings)
    if json_out is None or left_behind(json_out, report.to_json(indent=2) + "\n"):
        return Exit.ACCEPTED
    return Exit.MISUSE


async def _show(settings: Settings) -> Report:
    async with EvidenceService.open(settings, demo=True) as service:
        _print(f"1. Search: {QUERY}", deliver_hits(await service.search_literature(QUERY)).text)
        fetched = await service.fetch([COHORT, CASE_SERIES])
        _print("2. Two records, with a handle for each passage", deliver_records(fetched).text)
        answer = planted_answer({record.record.id: record for record in fetched.records})
        _print("3. An answer that cites them, with six planted cases", answer)
        report = await audit_answer(service, answer, audited_at=service.now())
        _print("4. The audit", audit_text(report))
    return report


def planted_answer(records: Mapping[str, FetchedRecord]) -> str:
    """An answer of six sentences, a case each.

    In order: quoted verbatim, quoted with a changed number, a forged handle, a handle without its code, a
    retracted source, no source.
    """
    results = _passage(records[COHORT], "RESULTS")
    diagnosed, hazard = (results.text[start:end] for start, end in split_sentences(results.text)[:2])
    conclusion = _passage(records[COHORT], "CONCLUSION")
    design = _passage(records[COHORT], "DESIGN")
    findings = _passage(records[CASE_SERIES], "FINDINGS")
    return "\n".join(
        [
            f'Vaccinated children were diagnosed about as often as the others [{results.handle} "{hazard}"].',
            "Some thousands of children fell ill in all "
            f'[{results.handle} "{diagnosed.replace("5274", "5724")}"].',
            f"Having an affected sibling made no difference [{_forged(conclusion.handle)}].",
            f"The analysis had been registered beforehand [{design.handle.partition('~')[0]}].",
            f"An earlier report had seen the first signs soon after a dose [{findings.handle}].",
            "The vaccine should therefore be offered to every child.",
        ]
    )


def _passage(fetched: FetchedRecord, label: str) -> FetchedPassage:
    return next(passage for passage in fetched.passages if passage.label == label)


def _forged(handle: str) -> str:
    """``handle`` with another last character, as a model that makes up a code would have it."""
    return handle[:-1] + ALPHABET[(ALPHABET.index(handle[-1]) + 1) % len(ALPHABET)]


def _print(heading: str, text: str) -> None:
    print(f"{heading}\n{'-' * len(heading)}\n{text}\n")

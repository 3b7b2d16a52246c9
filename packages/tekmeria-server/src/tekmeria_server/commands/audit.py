"""``tekmeria audit``: a report for each stored answer, and an exit code for pipelines (system.md)."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import anyio

from tekmeria_contract.acceptance import acceptance
from tekmeria_contract.bundle import judge_from
from tekmeria_contract.policy import Policy
from tekmeria_contract.report import Report
from tekmeria_server.audited import audit_text
from tekmeria_server.commands.files import left_behind
from tekmeria_server.commands.outcome import Exit, complain
from tekmeria_server.commands.proof import opened, sealing_key
from tekmeria_server.logs import log_to_stderr
from tekmeria_server.stored import StoredAnswer, UnreadableAnswerError, read_answers
from tekmeria_sources.audit import Resolver, audit_answer
from tekmeria_sources.errors import ArgumentError
from tekmeria_sources.handover import Handover
from tekmeria_sources.keyfile import require_ring
from tekmeria_sources.service import EvidenceService
from tekmeria_sources.settings import Settings

STANDARD_INPUT = "-"


@dataclass(frozen=True, slots=True)
class Audits:
    """What to audit and how: ``accept`` is the worst verdict accepted, ``output`` is ``text`` or ``json``.

    ``evidence_out`` names the evidence file to write (contract.md §10), for an audit elsewhere. ``bundle`` is one to
    take all evidence from, sealed by ``public_key`` or by a key of this installation.
    """

    files: Sequence[str]
    output: str = "text"
    accept: str = "pass"
    fail_on: Sequence[str] = ()
    records: Path | None = None
    demo: bool = False
    evidence_out: Path | None = None
    bundle: Path | None = None
    public_key: str | None = None


def run_audit(audits: Audits) -> int:
    """Audit every answer and print each report; the worst exit code of all.

    One answer in one file is printed by itself. Of several, text has a line with the answer's name above
    each, and JSON is one object a line: ``answer`` with ``report`` or ``error``.
    """
    settings = Settings.from_environment()
    log_to_stderr(settings.log_level)
    policy = Policy(fail_on=tuple(audits.fail_on))
    if audits.bundle is not None:
        return _audit_from_bundle(audits, audits.bundle, settings, replace(policy, against="issued"))
    if not audits.demo:
        require_ring(settings.data_dir, settings.handle_key)

    async def audit_all() -> int:
        worst = Exit.ACCEPTED
        async with EvidenceService.open(settings, demo=audits.demo, records=audits.records) as service:
            handover = Handover(service)
            # What was resolved is kept only where it is to be written: many answers are audited as a stream.
            resolver: Resolver = service if audits.evidence_out is None else handover
            for answer in _answers(audits.files):
                worst = max(worst, await _audit_one(resolver, answer, audits, policy, service.now()))
            evidence = handover.evidence(service.now())
        if audits.evidence_out is not None and not left_behind(audits.evidence_out, evidence):
            return max(worst, Exit.MISUSE)
        return worst

    return anyio.run(audit_all)


def _audit_from_bundle(audits: Audits, bundle: Path, settings: Settings, policy: Policy) -> int:
    """Audit every answer by what a bundle holds; a handle that it does not hold is forged."""
    if audits.records is not None or audits.evidence_out is not None:
        raise ArgumentError(
            "a bundle holds all the evidence",
            source="bundle",
            remedy="leave out --records and --evidence-out",
        )
    key = sealing_key(bundle, audits.public_key, settings, audits.demo)
    document = opened(bundle, key)
    worst = Exit.ACCEPTED
    for answer in _answers(audits.files):
        if isinstance(answer, UnreadableAnswerError):
            worst = max(worst, _refused(answer.name, answer.problem, audits))
            continue
        try:
            report = judge_from(document, answer.content, policy, None)
        except ValueError as error:
            worst = max(worst, _refused(answer.name, str(error), audits))
            continue
        _print(report, _shown_name(answer, audits), audits.output)
        worst = max(worst, Exit(acceptance(report, audits.accept)))
    return worst


def _answers(files: Sequence[str]) -> Iterator[StoredAnswer | UnreadableAnswerError]:
    for file in files:
        if file == STANDARD_INPUT:
            yield from read_answers("standard input", sys.stdin.buffer)
            continue
        try:
            with Path(file).open("rb") as opened:
                yield from read_answers(file, opened)
        except OSError as error:
            yield UnreadableAnswerError(
                file, f"cannot be read ({error.strerror}); name a file, or - for standard input"
            )


async def _audit_one(
    resolver: Resolver,
    answer: StoredAnswer | UnreadableAnswerError,
    audits: Audits,
    policy: Policy,
    now: str,
) -> Exit:
    if isinstance(answer, UnreadableAnswerError):
        return _refused(answer.name, answer.problem, audits)
    try:
        report = await audit_answer(resolver, answer.content, policy, now)
    except ValueError as error:
        # The contract refuses an answer over its limits or misshapen; the others are audited all the same.
        return _refused(answer.name, str(error), audits)
    _print(report, _shown_name(answer, audits), audits.output)
    return Exit(acceptance(report, audits.accept))


def _shown_name(answer: StoredAnswer, audits: Audits) -> str | None:
    return answer.name if answer.one_of_many or len(audits.files) > 1 else None


def _refused(name: str, problem: str, audits: Audits) -> Exit:
    complain(f"{name}: {problem}")
    if audits.output == "json":
        print(json.dumps({"answer": name, "error": problem}, ensure_ascii=False))
    return Exit.MISUSE


def _print(report: Report, name: str | None, output: str) -> None:
    if output == "text":
        print(audit_text(report) if name is None else f"=== {name}\n{audit_text(report)}")
    elif name is None:
        print(report.to_json(indent=2))
    else:
        print(json.dumps({"answer": name, "report": report.to_dict()}, ensure_ascii=False))

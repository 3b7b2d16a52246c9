"""``tekmeria record-fixtures``: what upstreams answer now, as a folder for ``--records`` (system.md, Commands)."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import anyio

from tekmeria_server.commands.outcome import Exit, complain
from tekmeria_server.logs import log_to_stderr
from tekmeria_server.recordids import split_record_ids
from tekmeria_sources.errors import ArgumentError
from tekmeria_sources.recording import Recorder
from tekmeria_sources.results import SourceStatus
from tekmeria_sources.service import EvidenceService
from tekmeria_sources.settings import Settings


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be recorded: records by their ids, and the first page of each search."""

    record_ids: Sequence[str]
    queries: Sequence[str]
    trials: Sequence[str]
    drugs: Sequence[str]


def run_recording(wanted: Wanted, out: Path) -> int:
    """Ask for what is wanted and write every answer to ``out``; what is lacking is named; what failed is exit 3."""
    if not (wanted.record_ids or wanted.queries or wanted.trials or wanted.drugs):
        raise ArgumentError("nothing is to be recorded", source="ID", remedy="give record ids or a --query")
    settings = Settings.from_environment()
    log_to_stderr(settings.log_level)
    recorder = Recorder(out)
    # Nothing may come from a copy that is still fresh, and nothing of this is evidence that was handed out.
    with tempfile.TemporaryDirectory() as folder:
        own = replace(settings, data_dir=Path(folder), store=None, handle_key=None)
        failed = anyio.run(_asked, wanted, own, recorder)
    print(f"{len(recorder.written)} answers are in {out}")
    return Exit.NOT_AUDITED if failed else Exit.ACCEPTED


async def _asked(wanted: Wanted, settings: Settings, recorder: Recorder) -> bool:
    """Whether anything failed."""
    failed = list[str]()

    def note(subject: str, statuses: Sequence[SourceStatus]) -> None:
        for status in statuses:
            if status.state in {"failed", "partial"}:
                complain(f"{subject}: {status.source}: {status.reason}")
            if status.state == "failed":
                failed.append(status.source)

    async with EvidenceService.open(settings, heard=recorder) as service:
        ids = split_record_ids(list(wanted.record_ids))
        if ids:
            fetched = await service.fetch(ids, full_text=True, include_entities=True)
            for one in (*fetched.not_found, *fetched.unavailable):
                complain(f"{one.id}: {one.reason}")
                failed.append(one.id)
            note("fetch", fetched.statuses)
        for query in wanted.queries:
            note(query, (await service.search_literature(query)).statuses)
        for term in wanted.trials:
            note(term, (await service.search_trials(terms=term)).statuses)
        for drug in wanted.drugs:
            note(drug, (await service.search_drug_labels(drug)).statuses)
    return bool(failed)

"""``tekmeria search`` and ``tekmeria fetch``: the tools of the same names, for a terminal and for scripts."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio

from tekmeria_server.commands.outcome import Exit, complain
from tekmeria_server.delivery import Delivery
from tekmeria_server.fetched import deliver_records
from tekmeria_server.hits import deliver_hits
from tekmeria_server.logs import log_to_stderr
from tekmeria_server.recordids import split_record_ids
from tekmeria_sources.service import EvidenceService
from tekmeria_sources.settings import Settings


@dataclass(frozen=True, slots=True)
class Lookup:
    """A call: the ``arguments`` of the tool, where the records are, and how the result is printed."""

    arguments: Mapping[str, Any]
    records: Path | None
    demo: bool
    as_json: bool


def run_search(lookup: Lookup) -> int:
    """Search and print one page of hits."""

    async def search(service: EvidenceService) -> Delivery:
        return deliver_hits(await service.search_literature(**lookup.arguments))

    _print(_ask(search, lookup), lookup.as_json)
    return Exit.ACCEPTED


def run_fetch(lookup: Lookup) -> int:
    """Fetch records and print their passages; ids without a record are named on standard error too."""
    ids = split_record_ids(lookup.arguments["record_ids"])
    arguments: dict[str, Any] = {**lookup.arguments, "record_ids": ids}

    async def fetch(service: EvidenceService) -> Delivery:
        return deliver_records(await service.fetch(**arguments))

    delivery = _ask(fetch, lookup)
    _print(delivery, lookup.as_json)
    not_found, unavailable = delivery.structured["not_found"], delivery.structured["unavailable"]
    for missing in (*not_found, *unavailable):
        complain(f"{missing['id']}: {missing['reason']}")
    if unavailable:
        return Exit.NOT_AUDITED
    return Exit.MISUSE if not_found else Exit.ACCEPTED


def _ask(question: Callable[[EvidenceService], Awaitable[Delivery]], lookup: Lookup) -> Delivery:
    settings = Settings.from_environment()
    log_to_stderr(settings.log_level)

    async def ask() -> Delivery:
        async with EvidenceService.open(settings, demo=lookup.demo, records=lookup.records) as service:
            return await question(service)

    return anyio.run(ask)


def _print(delivery: Delivery, as_json: bool) -> None:
    structured: dict[str, Any] = delivery.structured
    print(json.dumps(structured, ensure_ascii=False, indent=2) if as_json else delivery.text)

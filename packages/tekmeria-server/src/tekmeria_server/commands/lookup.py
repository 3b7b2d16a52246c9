"""``tekmeria search`` and ``tekmeria fetch``: the tools of the same names, for a terminal and for scripts."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
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


def run_search(
    query: str, limit: int, cursor: str | None, records: Path | None, demo: bool, as_json: bool
) -> int:
    """Search and print one page of hits."""

    async def search(service: EvidenceService) -> Delivery:
        return deliver_hits(await service.search_literature(query, limit=limit, cursor=cursor))

    _print(_ask(search, records, demo), as_json)
    return Exit.ACCEPTED


def run_fetch(
    record_ids: list[str], sections: list[str], records: Path | None, demo: bool, as_json: bool
) -> int:
    """Fetch records and print all their passages; ids without a record are named on standard error too."""

    async def fetch(service: EvidenceService) -> Delivery:
        return deliver_records(await service.fetch(split_record_ids(record_ids), sections=sections))

    delivery = _ask(fetch, records, demo)
    _print(delivery, as_json)
    not_found, unavailable = delivery.structured["not_found"], delivery.structured["unavailable"]
    for missing in (*not_found, *unavailable):
        complain(f"{missing['id']}: {missing['reason']}")
    if unavailable:
        return Exit.NOT_AUDITED
    return Exit.MISUSE if not_found else Exit.ACCEPTED


def _ask(
    question: Callable[[EvidenceService], Awaitable[Delivery]], records: Path | None, demo: bool
) -> Delivery:
    settings = Settings.from_environment()
    log_to_stderr(settings.log_level)

    async def ask() -> Delivery:
        async with EvidenceService.open(settings, demo=demo, records=records) as service:
            return await question(service)

    return anyio.run(ask)


def _print(delivery: Delivery, as_json: bool) -> None:
    structured: dict[str, Any] = delivery.structured
    print(json.dumps(structured, ensure_ascii=False, indent=2) if as_json else delivery.text)

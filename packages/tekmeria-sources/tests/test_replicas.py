"""Service processes that share a PostgreSQL server know what each other has issued (sources.md, Evidence store)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tekmeria_sources.simulator import Simulator

PATIENCE_S = 60

FETCH = """
import json, sys
import anyio
from tekmeria_sources.service import EvidenceService
from tekmeria_sources.settings import Settings

async def main():
    async with EvidenceService.open(Settings.from_environment()) as service:
        records = (await service.fetch(sys.argv[1:])).records
        print(json.dumps({one.handle: one.text for record in records for one in record.passages}))

anyio.run(main)
"""
RESOLVE = """
import json, sys
import anyio
from tekmeria_sources.service import EvidenceService
from tekmeria_sources.settings import Settings

async def main():
    async with EvidenceService.open(Settings.from_environment()) as service:
        found = await service.resolve(sys.argv[1:])
        print(json.dumps({handle: [one.text for one in known.issued] for handle, known in found.items()}))

anyio.run(main)
"""


def printed(program: str, *arguments: str, environment: dict[str, str]) -> dict[str, str | list[str]]:
    """What a process of its own prints, which has ended when this returns."""
    command = [sys.executable, "-c", program, *arguments]
    done = subprocess.run(
        command,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
        timeout=PATIENCE_S,
    )
    return json.loads(done.stdout)


@pytest.mark.beside("replicas behind one address audit each other's answers")
@pytest.mark.needs("postgres")
def test_two_processes_on_one_server_resolve_each_others_handles_when_the_upstreams_are_gone(
    postgres_database: str, tmp_path: Path
) -> None:
    def environment(name: str, url: str) -> dict[str, str]:
        return {
            "TEKMERIA_STORE": postgres_database,
            "TEKMERIA_HANDLE_KEY": "ab" * 32,
            "TEKMERIA_DATA_DIR": str(tmp_path / name),
            "TEKMERIA_UPSTREAM_URL": url,
        }

    with Simulator() as simulator:
        issued = {
            "one": printed(FETCH, "pmid:99000001", environment=environment("one", simulator.url)),
            "two": printed(FETCH, "nct:NCT99000001", environment=environment("two", simulator.url)),
        }
    nowhere = "http://127.0.0.1:9"
    for mine, theirs in (("one", "two"), ("two", "one")):
        assert len(issued[theirs]) > 3
        # A fresh copy would be shared too; the data folder of the other process holds nothing.
        known = printed(RESOLVE, *issued[theirs], environment=environment(f"{mine} later", nowhere))
        assert known == {handle: [text] for handle, text in issued[theirs].items()}

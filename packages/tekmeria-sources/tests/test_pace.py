"""Time: the slowest source sets it, equal requests are one, and processes share each host's pace (sources.md)."""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import anyio
import pytest

from tekmeria_sources.service import EvidenceService
from tekmeria_sources.settings import Settings
from tekmeria_sources.simulator import Simulator

pytestmark = [pytest.mark.anyio, pytest.mark.beside("the evidence service's time and pace")]

PUBMED, EUROPEPMC = "eutils.ncbi.nlm.nih.gov", "www.ebi.ac.uk"
LATENCY_S = {PUBMED: 0.25, EUROPEPMC: 0.4}
ROUNDS = 15
"""Tries at most: a busy machine slows some of them, and a search that asks one source after another all."""

MORE_S = 0.05
"""What a search over several sources may take beyond its slowest source (issue's bound, design/system.md)."""


async def searched(settings: Settings, *sources: str) -> float:
    """The seconds that a search of an installation that has asked nothing yet takes."""
    async with EvidenceService.open(settings) as service:
        begun = time.perf_counter()
        result = await service.search_literature("fictional", sources=sources)
        took = time.perf_counter() - begun
    assert result.hits
    assert {status.state for status in result.statuses} <= {"ok", "partial", "skipped"}
    return took


async def test_a_search_over_all_sources_takes_little_longer_than_the_slowest(
    online: Settings, simulator: Simulator, tmp_path: Path
) -> None:
    simulator.latencies = LATENCY_S
    least: dict[tuple[str, ...], float] = {}
    slowest = 0.0
    for number in range(ROUNDS):
        for sources in ((), ("pubmed",), ("europepmc",)):
            new = replace(online, data_dir=tmp_path / f"{number}{'-'.join(sources)}")
            least[sources] = min(least.get(sources, 60.0), await searched(new, *sources))
        slowest = max(least["pubmed",], least["europepmc",])
        if least[()] <= slowest + MORE_S:
            break
    assert least["pubmed",] >= 2 * LATENCY_S[PUBMED]
    assert least["europepmc",] >= LATENCY_S[EUROPEPMC]
    assert least[()] <= slowest + MORE_S


async def test_fifty_equal_fetches_at_once_make_one_request_to_each_upstream(
    online: Settings, simulator: Simulator
) -> None:
    simulator.latencies = {PUBMED: 1.0}
    async with EvidenceService.open(online) as service, anyio.create_task_group() as tasks:
        for _ in range(50):
            tasks.start_soon(service.fetch, ["pmid:99000001"])
    asked = [(one.host, one.path) for one in simulator.requests]
    assert len(asked) == len(set(asked)) == 2


async def test_fifty_equal_searches_at_once_make_the_requests_of_one(
    online: Settings, simulator: Simulator, tmp_path: Path
) -> None:
    async with EvidenceService.open(replace(online, data_dir=tmp_path / "one")) as service:
        await service.search_literature("fictional", sources=["pubmed"])
    once = [(one.host, one.path, one.query) for one in simulator.requests]
    simulator.requests.clear()
    simulator.latencies = {PUBMED: 1.0}
    async with EvidenceService.open(online) as service, anyio.create_task_group() as tasks:
        for _ in range(50):
            tasks.start_soon(lambda: service.search_literature("fictional", sources=["pubmed"]))
    assert sorted((one.host, one.path, one.query) for one in simulator.requests) == sorted(once)


FETCHER = """
import sys
import anyio
from tekmeria_sources.service import EvidenceService
from tekmeria_sources.settings import Settings

async def main():
    async with EvidenceService.open(Settings.from_environment()) as service:
        print("ready", flush=True)
        sys.stdin.readline()
        async with anyio.create_task_group() as tasks:
            for number in range(int(sys.argv[1]), int(sys.argv[1]) + 3):
                tasks.start_soon(service.fetch, [f"pmid:{99100000 + number}"])

anyio.run(main)
"""
PROCESSES, EACH, PER_SECOND = 4, 3, 3
PATIENCE_S = 60


@pytest.mark.parametrize("kind", ["file", pytest.param("server", marks=pytest.mark.needs("postgres"))])
def test_four_processes_share_the_pace_of_a_host_through_the_store(
    kind: str, simulator: Simulator, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    server = (
        request.getfixturevalue("postgres_database") if kind == "server" else str(tmp_path / "store.sqlite3")
    )
    environment = {
        "TEKMERIA_UPSTREAM_URL": simulator.url,
        "TEKMERIA_DATA_DIR": str(tmp_path),
        "TEKMERIA_STORE": server,
    }
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", FETCHER, str(number * EACH)],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(PROCESSES)
    ]
    for process in processes:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    for process in processes:
        process.communicate(timeout=PATIENCE_S)
        assert process.returncode == 0
    at = sorted(one.at for one in simulator.requests if one.host == PUBMED)
    assert len(at) == PROCESSES * EACH
    # A request may reach the server late, so the span is what cannot lie: alone each process would need no second.
    assert at[-1] - at[0] >= (len(at) / PER_SECOND - 1) * 0.6

"""The server over upstreams that answer by HTTP: simulated ones, on the loopback interface."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp_types import CallToolResult

from tekmeria_server.ondemand import evidence_opener
from tekmeria_server.server import build_server
from tekmeria_sources.settings import Settings
from tekmeria_sources.simulator import Simulator

TextOf = Callable[[CallToolResult], str]
DataOf = Callable[[CallToolResult], dict[str, Any]]

SECRET = "Zebrafish4711"
API_KEY = "0123456789abcdefsecret"


@pytest.fixture
def simulator() -> Iterator[Simulator]:
    with Simulator() as running:
        yield running


@pytest.fixture
def variables(tmp_path: Path, simulator: Simulator) -> dict[str, str]:
    return {
        "TEKMERIA_DATA_DIR": str(tmp_path / "data"),
        "TEKMERIA_UPSTREAM_URL": simulator.url,
        "NCBI_API_KEY": API_KEY,
    }


@asynccontextmanager
async def served(variables: dict[str, str]) -> AsyncGenerator[Client]:
    settings = Settings.from_environment(variables)
    async with Client(build_server(evidence_opener(settings, False, None), settings.result_budget)) as client:
        yield client


@pytest.mark.anyio
async def test_what_one_server_handed_out_another_audits_later(
    variables: dict[str, str], data_of: DataOf
) -> None:
    async with served(variables) as client:
        hits = data_of(await client.call_tool("search_literature", {"query": "Lindgrove vaccination"}))
        ids = [hit["record_id"] for hit in hits["hits"]]
        assert "pmid:99000001" in ids
        fetched = data_of(await client.call_tool("fetch_passages", {"record_ids": ["99000001"]}))
    passage = fetched["records"][0]["passages"][1]
    answer = f'Parents asked [{passage["handle"]} "{passage["text"]}"].'
    async with served(variables) as client:
        report = data_of(await client.call_tool("audit_answer", {"answer_text": answer}))
    assert report["verdict"] == "pass"
    assert report["citations"][0]["checked_against"] == "both"


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("fault", "named"),
    [("429-without-retry-after", "pubmed asks for fewer requests"), ("500", "pubmed answered HTTP 500")],
)
async def test_a_failing_upstream_is_named_with_what_to_do_and_is_no_empty_list(
    variables: dict[str, str], simulator: Simulator, text_of: TextOf, fault: str, named: str
) -> None:
    simulator.fault = fault
    async with served({**variables, "TEKMERIA_TOOL_DEADLINE_S": "5"}) as client:
        searched = await client.call_tool("search_literature", {"query": "Lindgrove"})
        fetched = await client.call_tool("fetch_passages", {"record_ids": ["99000001"]})
    assert searched.is_error
    assert text_of(searched).startswith(f"search_literature: {named}; ")
    assert text_of(searched).endswith("The same call may succeed later.")
    assert f"unavailable: pmid:99000001: {named}" in text_of(fetched)
    assert f"source pubmed: failed; {named}" in text_of(fetched)


@pytest.mark.parametrize("level", ["INFO", "DEBUG"])
def test_neither_query_nor_key_reaches_the_log(
    variables: dict[str, str], simulator: Simulator, level: str
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tekmeria_server", "search", SECRET, "--json"],
        env={**os.environ, **variables, "TEKMERIA_LOG_LEVEL": level},
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["hits"] == []
    assert any(value == SECRET for asked in simulator.requests for _, value in asked.query)
    assert API_KEY not in done.stderr
    assert SECRET not in done.stderr

"""The MCP Inspector's command line over stdio: a client that no one here wrote (server.md).

The first test that needs the Inspector installs it from the lock file in ``inspector/`` into pytest's
cache.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent / "inspector"
PATIENCE_S = 300
TOOL_ERROR = 5

pytestmark = [pytest.mark.needs("node"), pytest.mark.xdist_group("inspector")]

Inspect = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="session")
def inspector(npm_ci: Callable[[Path], Path], node: Path) -> list[str]:
    """The command that runs the Inspector's command line."""
    return [str(node), str((npm_ci(HERE) / "node_modules" / ".bin" / "mcp-inspector").resolve()), "--cli"]


@pytest.fixture
def inspect(inspector: list[str], tmp_path: Path) -> Inspect:
    """Runs the Inspector against ``tekmeria --demo``."""
    servers = {
        "demo": {
            "command": sys.executable,
            "args": ["-m", "tekmeria_server", "--demo"],
            "env": {"TEKMERIA_DATA_DIR": str(tmp_path / "data")},
        }
    }
    config = tmp_path / "servers.json"
    config.write_text(json.dumps({"mcpServers": servers}), encoding="utf-8")
    variables = {**os.environ, "HOME": str(tmp_path), "MCP_INSPECTOR_SECRET_STORE": "memory"}

    def run(era: str, method: str, *options: str) -> subprocess.CompletedProcess[str]:
        fixed = [
            "--config",
            str(config),
            "--server",
            "demo",
            "--connect-timeout",
            "0",
            "--format",
            "json",
            "-q",
        ]
        return subprocess.run(
            [*inspector, *fixed, "--protocol-era", era, "--method", method, *options],
            env=variables,
            capture_output=True,
            encoding="utf-8",
            timeout=PATIENCE_S,
            check=False,
        )

    return run


def result(done: subprocess.CompletedProcess[str], code: int = 0) -> dict[str, Any]:
    assert done.returncode == code, done.stdout + done.stderr
    return json.loads(done.stdout)["result"]


def called(
    inspect: Inspect, tool: str, arguments: dict[str, Any], era: str = "legacy", code: int = 0
) -> dict[str, Any]:
    options = ["--tool-name", tool, "--tool-args-json", json.dumps(arguments)]
    return result(inspect(era, "tools/call", *options), code)


def audited_on_the_command_line(tmp_path: Path, answer: str) -> dict[str, Any]:
    file = tmp_path / "answer.md"
    file.write_text(answer, encoding="utf-8")
    command = [sys.executable, "-m", "tekmeria_server", "audit", "--demo", "--format", "json", str(file)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=PATIENCE_S, check=False)
    assert done.returncode in (0, 1), done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("era", ["legacy", "modern"])
def test_tools_are_listed_and_their_schemas_are_portable(inspect: Inspect, era: str) -> None:
    listed = result(inspect(era, "tools/list", "--strict"))
    assert [tool["name"] for tool in listed["tools"]] == [
        "search_literature",
        "search_trials",
        "search_drug_labels",
        "fetch_passages",
        "resolve_handles",
        "audit_answer",
        "describe_contract",
    ]


def test_every_tool_can_be_called_and_the_audit_equals_the_command_line_s(
    inspect: Inspect, tmp_path: Path
) -> None:
    hits = called(inspect, "search_literature", {"query": "Lindgrove vaccine", "limit": "2", "date_from": ""})
    assert len(hits["structuredContent"]["hits"]) == 2
    fetched = called(inspect, "fetch_passages", {"record_ids": '["99000001", "PMID: 99000003"]'})
    records = fetched["structuredContent"]["records"]
    passage, retracted = records[0]["passages"][1], records[1]["passages"][1]
    resolved = called(inspect, "resolve_handles", {"handles": [passage["handle"]]})
    assert resolved["structuredContent"]["results"][0]["text"] == passage["text"]
    assert called(inspect, "describe_contract", {})["structuredContent"]["grammar"]
    quote = " ".join(passage["text"].split()[:8])
    answer = _answer(passage["handle"], quote, retracted["handle"])
    report = audited_on_the_command_line(tmp_path, answer)
    assert [citation["verdict"] for citation in report["citations"]] == [
        "ok",
        "quote_mismatch",
        "ok",
        "forged",
    ]
    for era in ("legacy", "modern"):
        audit = called(inspect, "audit_answer", {"answer_text": answer}, era)
        assert audit["structuredContent"] == report
        assert audit["_meta"]["io.github.tekmeria/report"] == report


def _answer(handle: str, quote: str, retracted: str) -> str:
    sentences: Sequence[str] = (
        f'Parents asked [{handle} "{quote}"].',
        f'Parents did not ask [{handle} "{quote} not"].',
        f"Some families reported signs [{retracted}].",
        "A code was made up [pmid:99000001/abstract.9~00000].",
    )
    return "\n".join(sentences)


def test_a_refused_argument_is_a_tool_error_that_names_it(inspect: Inspect) -> None:
    refused = called(inspect, "search_literature", {"query": "x", "bogus": 1}, code=TOOL_ERROR)
    assert "bogus" in json.dumps(refused)
    assert "structuredContent" not in refused


def test_prompt_and_resources_can_be_had(inspect: Inspect) -> None:
    prompts = result(inspect("legacy", "prompts/list"))
    assert [prompt["name"] for prompt in prompts["prompts"]] == ["cite_by_handle"]
    asked = ["--prompt-name", "cite_by_handle", "--prompt-args", "question=Why?"]
    assert "Why?" in json.dumps(result(inspect("legacy", "prompts/get", *asked)))
    templates = result(inspect("legacy", "resources/templates/list"))
    assert len(templates["resourceTemplates"]) == 2
    read = result(inspect("modern", "resources/read", "--uri", "evidence://record/pmid:99000003"))
    assert "RETRACTED" in read["contents"][0]["text"]

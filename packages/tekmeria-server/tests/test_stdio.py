"""The real process over its pipes: a fast start, nothing but protocol on standard output, a clean end."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

PATIENCE_S = 300
"""Bounds every wait; a loaded machine is slow, a hanging process for ever."""

INITIALIZE: Sequence[dict[str, Any]] = (
    {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        },
    },
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
)
LIST_TOOLS: dict[str, Any] = {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}

REPORTING_MODULES = """
import json, sys
from tekmeria_server.__main__ import main
code = main(sys.argv[1:])
print("MODULES " + json.dumps(sorted(sys.modules)), file=sys.stderr)
sys.exit(code)
"""


def call(tool: str, arguments: Mapping[str, object], id_: int = 3) -> dict[str, Any]:
    params = {"name": tool, "arguments": arguments}
    return {"jsonrpc": "2.0", "id": id_, "method": "tools/call", "params": params}


def environment(tmp_path: Path, **more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("TEKMERIA_", "NCBI_"))}
    return {**kept, "TEKMERIA_DATA_DIR": str(tmp_path / "data"), **more}


@contextmanager
def started(
    command: Sequence[str], variables: Mapping[str, str], stdin: int = subprocess.PIPE
) -> Generator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, *command],
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=dict(variables),
        text=True,
        encoding="utf-8",
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def conversed(
    command: Sequence[str], messages: Sequence[Mapping[str, Any]], variables: Mapping[str, str]
) -> tuple[int, list[dict[str, Any]], str]:
    """Send ``messages``, await an answer to each request, end: exit code, answers, standard error."""
    with started(command, variables) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        answers: list[dict[str, Any]] = []
        for message in messages:
            process.stdin.write(json.dumps(message) + "\n")
            process.stdin.flush()
            if "id" in message:
                answers.append(json.loads(process.stdout.readline()))
        rest, complaints = process.communicate(timeout=PATIENCE_S)
        assert rest == ""
        return process.returncode, answers, complaints


SERVER = ("-m", "tekmeria_server")


def test_the_start_imports_nothing_heavy_and_writes_nothing_before_the_first_call(tmp_path: Path) -> None:
    command = ("-c", REPORTING_MODULES, "--demo")
    code, answers, complaints = conversed(command, [*INITIALIZE, LIST_TOOLS], environment(tmp_path))
    assert code == 0
    assert len(answers[1]["result"]["tools"]) == 7
    modules = set(json.loads(complaints.partition("MODULES ")[2]))
    heavy = {
        "typer",
        "rich",
        "httpx",
        "sqlite3",
        "tekmeria_contract",
        "tekmeria_server.tools",
        "tekmeria_sources.service",
    }
    assert modules & heavy == set()
    assert not (tmp_path / "data").exists()


def test_the_first_call_brings_what_it_needs(tmp_path: Path) -> None:
    command = ("-c", REPORTING_MODULES, "--demo")
    messages = [*INITIALIZE, call("search_literature", {"query": "Lindgrove"})]
    code, answers, complaints = conversed(command, messages, environment(tmp_path))
    assert code == 0
    assert answers[1]["result"]["structuredContent"]["total"] >= 4
    assert "tekmeria_sources.service" in json.loads(complaints.partition("MODULES ")[2])


@pytest.mark.parametrize("level", ["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"])
def test_standard_output_carries_protocol_alone_at_every_log_level(tmp_path: Path, level: str) -> None:
    messages = [
        *INITIALIZE,
        LIST_TOOLS,
        call("fetch_passages", {"record_ids": ["99000001"]}),
        call("search_literature", {"bogus": 1}, 4),
        call("no_such_tool", {}, 5),
    ]
    variables = environment(tmp_path, TEKMERIA_LOG_LEVEL=level, PYTHONWARNINGS="default")
    code, answers, complaints = conversed((*SERVER, "--demo"), messages, variables)
    assert code == 0
    assert [answer["id"] for answer in answers] == [1, 2, 3, 4, 5]
    assert all(answer["jsonrpc"] == "2.0" for answer in answers)
    assert answers[4]["error"]["code"] == -32602
    for line in complaints.splitlines():
        assert json.loads(line)["level"]


def test_neither_queries_nor_answers_are_logged_at_info(tmp_path: Path) -> None:
    secret = "Zebrafish-Question-4711"
    messages = [
        *INITIALIZE,
        call("search_literature", {"query": secret}),
        call("audit_answer", {"answer_text": f"{secret} [pmid:99000001/title~00000]."}, 4),
        call("fetch_passages", {"record_ids": [secret]}, 5),
        call("search_literature", {"query": secret, "limit": secret}, 6),
    ]
    variables = environment(tmp_path, TEKMERIA_LOG_LEVEL="INFO")
    code, _, complaints = conversed((*SERVER, "--demo"), messages, variables)
    assert code == 0
    assert secret not in complaints


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_a_signal_ends_it_cleanly(tmp_path: Path, number: int, code: int) -> None:
    with started((*SERVER, "--demo"), environment(tmp_path)) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for message in (*INITIALIZE, call("search_literature", {"query": "Lindgrove"})):
            process.stdin.write(json.dumps(message) + "\n")
        process.stdin.flush()
        for _ in range(2):
            assert json.loads(process.stdout.readline())["result"]
        process.send_signal(number)
        assert process.wait(PATIENCE_S) == code
        assert process.stderr is not None
        assert process.stderr.read() == ""


def test_on_a_terminal_it_says_that_it_waits_for_a_host(tmp_path: Path) -> None:
    terminal, side = pty.openpty()
    try:
        with started(SERVER, environment(tmp_path), side) as process:
            assert process.stderr is not None
            said = process.stderr.readline()
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE_S) == 0
            assert process.stdout is not None
            assert process.stdout.read() == ""
    finally:
        os.close(terminal)
        os.close(side)
    assert "waiting for an MCP host" in said
    assert "tekmeria --help" in said


@pytest.mark.parametrize("command", [SERVER, (*SERVER, "serve"), (*SERVER, "serve", "--demo")])
def test_a_wrong_setting_never_starts_half(tmp_path: Path, command: Sequence[str]) -> None:
    variables = environment(tmp_path, TEKMERIA_TOOL_DEADLINE_S="soon")
    ended = subprocess.run(
        [sys.executable, *command],
        input="",
        capture_output=True,
        encoding="utf-8",
        env=variables,
        timeout=PATIENCE_S,
        check=False,
    )
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert "TEKMERIA_TOOL_DEADLINE_S" in ended.stderr
    assert "soon" in ended.stderr


def test_a_folder_of_records_is_served_and_one_without_records_is_a_tool_error(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    command = (*SERVER, "serve", "--records", str(empty))
    messages = [*INITIALIZE, LIST_TOOLS, call("fetch_passages", {"record_ids": ["1"]})]
    code, answers, _ = conversed(command, messages, environment(tmp_path))
    assert code == 0
    assert answers[2]["result"]["isError"]
    assert "empty holds no record" in answers[2]["result"]["content"][0]["text"]

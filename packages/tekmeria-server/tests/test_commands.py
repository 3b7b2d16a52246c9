"""The command line: what it prints, on which stream, and with which exit code (system.md, Commands)."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tekmeria_server import __version__
from tekmeria_server.__main__ import main

pytestmark = pytest.mark.usefixtures("own_environment")

HANDLE = re.compile(r"\[(\S+~[0-9a-z]+)\]")


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help_names_the_commands_and_an_example(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([option]) == 0
    shown = capsys.readouterr().out
    for command in ("serve", "demo", "search", "fetch", "audit"):
        assert f"\n  {command}" in shown
    assert "Example: tekmeria demo" in shown


@pytest.mark.parametrize("command", ["serve", "demo", "search", "fetch", "audit"])
def test_every_command_has_help_with_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--help"]) == 0
    shown = capsys.readouterr().out
    assert f"Usage: tekmeria {command}" in shown
    assert f"Example: tekmeria {command}" in shown
    assert "\x1b" not in shown


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"tekmeria {__version__}\n"


def test_completion_is_offered_for_a_shell(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("_TEKMERIA_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", "tekmeria au")
    monkeypatch.setenv("COMP_CWORD", "1")
    assert main(["x"]) == 0
    assert capsys.readouterr().out.split() == ["audit"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["no-such-command"], "No such command"),
        (["fetch"], "Missing argument"),
        (["search", "x", "--limit", "0", "--demo"], "--limit"),
        (["audit", "x.md", "--format", "yaml"], "--format"),
        (["audit", "x.md", "--accept", "fail"], "--accept"),
        (["audit", "x.md", "--fail-on", "nonsense"], "choose from concern"),
        (["--demo", "fetch", "1"], "tekmeria fetch --demo"),
        (["fetch", "1", "--demo", "--records", "."], "leave out --demo"),
        (["search", " ", "--demo"], "the query is empty"),
        (["search", "x", "--demo", "--cursor", "bogus"], "pass next_cursor as it was given"),
        (["fetch", "1", "--records", "no/such/folder"], "--records"),
        (["serve", "--demo", "--records", "."], "give it or --records"),
        (["serve", "--records", "no/such/folder"], "does not exist"),
        (["search", "x", "--demo", "--source", "embase"], "choose from pubmed"),
        (
            ["audit", "no-such-file.md", "--demo"],
            "no-such-file.md: cannot be read (No such file",
        ),
    ],
)
def test_wrong_use_names_the_thing_and_the_remedy(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err


def test_search_and_fetch_print_what_the_tools_deliver(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", "Lindgrove vaccine", "--demo", "--limit", "1"]) == 0
    page = capsys.readouterr().out
    assert "1. pmid:9900000" in page
    cursor = page.partition("next_cursor: ")[2].strip()
    assert main(["search", "Lindgrove vaccine", "--demo", "--limit", "1", "--cursor", cursor, "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["hits"]) == 1
    assert main(["fetch", "99000003", "--demo", "--section", "title"]) == 0
    fetched = capsys.readouterr().out
    assert "=== pmid:99000003  RETRACTED" in fetched
    assert len(HANDLE.findall(fetched)) == 1


def test_an_id_without_a_record_is_named_and_the_others_are_printed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["fetch", "99000001", "99999999", "--demo"]) == 2
    captured = capsys.readouterr()
    assert "=== pmid:99000001" in captured.out
    assert "tekmeria: pmid:99999999: demo has no record pmid:99999999; check the id" in captured.err


def test_a_key_file_that_is_damaged_is_named_and_not_replaced(
    tmp_path: Path, write_record: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    records = write_record(99000094, "A fictional record.", [])
    key = tmp_path / "data" / "handle-key.json"
    key.parent.mkdir()
    key.write_text('{"version": 1, "keys": [{"hex": "abcd"}]}', encoding="utf-8")
    answer = tmp_path / "answer.md"
    answer.write_text("Words.", encoding="utf-8")
    assert main(["fetch", "99000094", "--records", str(records)]) == 3
    assert main(["audit", str(answer), "--records", str(records)]) == 3
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count(str(key)) == 2
    assert "restore it from a backup" in captured.err
    assert "abcd" in key.read_text(encoding="utf-8")


def test_a_setting_that_is_wrong_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TEKMERIA_HANDLE_KEY", "abc")
    assert main(["fetch", "1", "--demo"]) == 2
    assert "TEKMERIA_HANDLE_KEY has a wrong value" in capsys.readouterr().err


def test_an_interruption_has_its_own_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("tekmeria_server.commands.lookup.run_search", interrupted)
    assert main(["search", "x", "--demo"]) == 130
    assert capsys.readouterr().err == "tekmeria: interrupted\n"


def test_a_fault_of_the_program_is_not_taken_for_a_verdict(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> int:
        raise ZeroDivisionError("planted")

    monkeypatch.setattr("tekmeria_server.commands.audit.run_audit", broken)
    assert main(["audit", "x", "--demo"]) == 3
    complaints = capsys.readouterr().err
    assert "ZeroDivisionError: planted" in complaints
    assert "fault of tekmeria" in complaints


def test_filters_and_pages_of_the_tools_are_options_too(capsys: pytest.CaptureFixture[str]) -> None:
    narrow = [
        "--exclude-retracted",
        "--peer-reviewed-only",
        "--study-design",
        "Multicenter Study",
        "--source",
        "pubmed",
    ]
    assert (
        main(
            [
                "search",
                "Lindgrove",
                "--demo",
                "--json",
                "--date-from",
                "2032",
                "--date-to",
                "2032-12",
                *narrow,
            ]
        )
        == 0
    )
    assert [hit["record_id"] for hit in json.loads(capsys.readouterr().out)["hits"]] == ["pmid:99000002"]
    assert main(["fetch", "99000001", "--demo", "--json", "--max-passages", "1"]) == 0
    first = json.loads(capsys.readouterr().out)
    assert main(["fetch", "99000001", "--demo", "--json", "--cursor", first["next_cursor"]]) == 0
    rest = json.loads(capsys.readouterr().out)
    paths = [passage["path"] for page in (first, rest) for passage in page["records"][0]["passages"]]
    assert paths[:3] == ["title", "abstract.1", "abstract.2"]
    assert len(paths) == len(set(paths))


def test_a_reader_that_goes_away_is_no_failure(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tekmeria_server", "fetch", "99000001", "--demo"]
    variables = {**os.environ, "TEKMERIA_DATA_DIR": str(tmp_path / "data")}
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=variables, encoding="utf-8"
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    complaints = process.stderr.read()
    process.stderr.close()
    assert process.wait(300) == 0
    assert complaints == ""

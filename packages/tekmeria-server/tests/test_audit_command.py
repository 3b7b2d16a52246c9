"""``tekmeria audit``: stored answers in, reports out, and an exit code for pipelines (system.md, Commands)."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tekmeria_contract.handle import mint
from tekmeria_contract.keyring import KeyRing
from tekmeria_server.__main__ import main

pytestmark = pytest.mark.usefixtures("own_environment")

KEY = "ab" * 32


@pytest.fixture
def handle(capsys: pytest.CaptureFixture[str]) -> str:
    """A genuine handle of the demo's cohort study: its first abstract passage."""
    assert main(["fetch", "pmid:99000001", "--demo", "--json"]) == 0
    return json.loads(capsys.readouterr().out)["records"][0]["passages"][1]["handle"]


def test_the_key_of_the_environment_mints_and_audits(
    tmp_path: Path,
    write_record: Callable[..., Path],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    records = write_record(99000094, "A fictional record.", [("RESULTS", "All 12 recovered.")])
    monkeypatch.setenv("TEKMERIA_HANDLE_KEY", f"{KEY}@8")
    assert main(["fetch", "99000094", "--records", str(records), "--json"]) == 0
    handle = json.loads(capsys.readouterr().out)["records"][0]["passages"][1]["handle"]
    answer = tmp_path / "answer.md"
    answer.write_text(f'They recovered [{handle} "All 12 recovered."].', encoding="utf-8")
    assert main(["audit", str(answer), "--records", str(records), "--format", "json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["verdict"] == "pass"
    assert report["passages"][0]["key"] == KeyRing.from_hex(KEY).fingerprints[0]


def test_without_a_key_nothing_is_audited_and_none_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = tmp_path / "elsewhere"
    monkeypatch.setenv("TEKMERIA_DATA_DIR", str(empty))
    code = mint("pmid:99000001", "abstract.1", KeyRing.from_hex(KEY))
    answer = written(tmp_path, "answer.md", f"They recovered [{code}].")
    assert main(["audit", answer, "--records", str(tmp_path)]) == 3
    output = capsys.readouterr()
    assert output.out == ""
    assert "there is no key at" in output.err
    assert "TEKMERIA_DATA_DIR" in output.err
    assert not empty.exists()


def written(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_exit_codes_follow_the_verdict_and_what_is_accepted(
    tmp_path: Path, handle: str, capsys: pytest.CaptureFixture[str]
) -> None:
    sound = written(tmp_path, "pass.md", f"Parents have asked for years [{handle}].")
    uncited = written(tmp_path, "warn.md", f"Parents have asked for years [{handle}]. Nobody answered.")
    forged = written(tmp_path, "fail.md", "Made up [pmid:99000001/abstract.9~00000].")
    expected = [
        ([sound], 0),
        ([uncited], 1),
        ([uncited, "--accept", "warn"], 0),
        ([uncited, "--accept", "warn", "--fail-on", "uncited"], 1),
        ([uncited, "--accept", "incomplete"], 0),
        ([forged, "--accept", "incomplete"], 1),
        ([sound, uncited], 1),
        ([sound, str(tmp_path / "missing.md")], 2),
        ([forged, written(tmp_path, "empty.md", "")], 2),
    ]
    codes = [(arguments, main(["audit", "--demo", *arguments])) for arguments, _ in expected]
    assert codes == expected
    assert "empty; there is no answer to audit" in capsys.readouterr().err


def test_standard_input_text_json_and_json_lines_are_audited_alike(
    tmp_path: Path, handle: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = f"Parents have asked for years [{handle}]."
    claims = [{"sentence": "Parents have asked for years.", "citations": [{"handle": handle}]}]
    lines = "\n".join(
        json.dumps(entry) for entry in ({"id": "a", "answer_text": text}, {"claims": claims}, {"x": 1})
    )
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode()), "utf-8"))
    files = [
        "-",
        written(tmp_path, "claims.json", json.dumps(claims)),
        written(tmp_path, "many.jsonl", lines),
    ]
    assert main(["audit", "--demo", "--format", "json", *files]) == 2
    captured = capsys.readouterr()
    printed = [json.loads(line) for line in captured.out.splitlines()]
    names = [entry["answer"] for entry in printed]
    assert names == ["standard input", files[1], f"{files[2]}:1 (a)", f"{files[2]}:2", f"{files[2]}:3"]
    assert [entry["report"]["verdict"] for entry in printed[:4]] == ["pass"] * 4
    assert "neither answer_text nor claims" in printed[4]["error"]
    assert f"{files[2]}:3" in captured.err


def test_several_answers_as_text_have_their_names_above(
    tmp_path: Path, handle: str, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [written(tmp_path, f"{name}.md", f"Parents asked [{handle}].") for name in "ab"]
    assert main(["audit", "--demo", *files]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"=== {files[0]}\nverdict: PASS  (1 citation: 1 ok)\n")
    assert f"\n=== {files[1]}\nverdict: PASS" in shown


def test_misshapen_claims_and_an_answer_over_the_limit_are_unreadable_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    misshapen = written(tmp_path, "claims.json", '[{"sentence": 5, "citations": []}]')
    huge = written(tmp_path, "huge.md", "a" * (1 << 20) + "b")
    assert main(["audit", "--demo", misshapen]) == 2
    assert main(["audit", "--demo", huge]) == 2
    complaints = capsys.readouterr().err
    assert f"{misshapen}: " in complaints
    assert f"{huge}: " in complaints
    assert "limit of 1048576" in complaints


def test_no_source_reached_is_not_a_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TEKMERIA_HANDLE_KEY", KEY)
    monkeypatch.setenv("TEKMERIA_UPSTREAM_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("TEKMERIA_TOOL_DEADLINE_S", "5")
    genuine = mint("pmid:99000001", "abstract.1", KeyRing.from_hex(KEY))
    only = written(tmp_path, "only.md", f"Nobody can tell [{genuine}].")
    assert main(["audit", only]) == 3
    assert "verdict: INCOMPLETE  (1 citation: 1 unavailable)" in capsys.readouterr().out
    assert main(["audit", only, "--accept", "incomplete"]) == 0
    forged = written(
        tmp_path, "forged.md", f"Nobody can tell [{genuine}]. Made up [pmid:99000002/title~00000]."
    )
    assert main(["audit", forged]) == 1
    assert main(["fetch", "99000001"]) == 3
    assert main(["search", "Lindgrove"]) == 3
    assert "pubmed" in capsys.readouterr().err

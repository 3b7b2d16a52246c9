"""An answer and its evidence file, handed over by ``tekmeria audit`` and audited with the contract alone."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tekmeria_contract.__main__ import main as contract
from tekmeria_contract.answer_file import AnswerFileError, read_answer_file
from tekmeria_server.__main__ import main as tekmeria
from tekmeria_server.stored import StoredAnswer, read_answers
from tekmeria_sources.evidence import DEMO_TIME
from tekmeria_sources.keyfile import DEMO_KEY_HEX

ROOT = Path(__file__).parents[1]
Audits = Callable[..., tuple[dict[str, Any], dict[str, Any]]]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The working folder of both commands, with the demo's key as a key file."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TEKMERIA_DATA_DIR", str(tmp_path / "data"))
    keys = {"version": 1, "keys": [{"hex": DEMO_KEY_HEX}]}
    Path("key.json").write_text(json.dumps(keys), encoding="utf-8")
    handlers, level = logging.root.handlers[:], logging.root.level
    yield tmp_path
    logging.captureWarnings(False)
    logging.root.handlers[:] = handlers
    logging.root.setLevel(level)


@pytest.fixture
def answer(capsys: pytest.CaptureFixture[str]) -> str:
    """The demo's answer with its six planted cases."""
    assert tekmeria(["demo"]) == 0
    shown = capsys.readouterr().out
    text = re.search(r"^3\. [^\n]*\n-+\n(.*?)\n\n4\. ", shown, re.MULTILINE | re.DOTALL)
    assert text is not None
    Path("answer.md").write_text(text[1], encoding="utf-8")
    return "answer.md"


@pytest.fixture
def both(answer: str, capsys: pytest.CaptureFixture[str]) -> Audits:
    """Audits the answer with both commands and gives both reports; the second takes further options."""

    def audits(*options: str) -> tuple[dict[str, Any], dict[str, Any]]:
        first = ["audit", answer, "--demo", "--format", "json", "--evidence-out", "evidence.json"]
        assert tekmeria(first) == 1
        online = json.loads(capsys.readouterr().out)
        files = ["--evidence", "evidence.json", "--key-file", "key.json"]
        assert (
            contract(["audit", answer, *files, "--format", "json", "--audited-at", DEMO_TIME, *options]) == 1
        )
        shown = capsys.readouterr()
        assert shown.err == ""
        return online, json.loads(shown.out)

    return audits


ISSUED_BY_THE_FILE = {"issued", "issued_at", "current"}


def test_both_audits_give_the_same_verdicts_and_differ_in_what_was_asked_again(both: Audits) -> None:
    online, offline = both()
    for here, there in zip(online["citations"], offline["citations"], strict=True):
        looked_up = here["checked_against"] is not None
        assert there.pop("notes") == [*here.pop("notes"), *(["not_rechecked"] if looked_up else [])]
        assert (here.pop("checked_against"), there.pop("checked_against")) in [
            ("current", "issued"),
            (None, None),
        ]
        assert there == here
    assert offline.pop("policy") == {**online.pop("policy"), "against": "issued"}
    for here, there in zip(online.pop("passages"), offline.pop("passages"), strict=True):
        assert there["issued"] == here["current"]
        assert {k: v for k, v in there.items() if k not in ISSUED_BY_THE_FILE} == {
            k: v for k, v in here.items() if k not in ISSUED_BY_THE_FILE
        }
    for report in (online, offline):
        del report["citations"]
    assert offline == online
    assert online["verdict"] == "fail"


def test_judged_by_the_present_text_too_only_what_the_file_issued_is_new(both: Audits) -> None:
    online, offline = both("--against", "current_or_issued")
    for report in (online, offline):
        del report["passages"]
        for citation in report["citations"]:
            citation["checked_against"] = citation["checked_against"] is not None
    assert offline == online


def test_the_evidence_file_obeys_the_published_schema_and_is_the_same_every_time(both: Audits) -> None:
    both()
    first = Path("evidence.json").read_bytes()
    schema = json.loads((ROOT / "docs" / "schemas" / "evidence-1.json").read_text(encoding="utf-8"))
    validator: Any = jsonschema.Draft202012Validator(schema)  # The library's types are partial.
    assert validator.is_valid(json.loads(first))
    both()
    assert Path("evidence.json").read_bytes() == first


def test_the_output_without_an_evidence_file_is_the_same(
    answer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tekmeria(["audit", answer, "--demo"]) == 1
    without = capsys.readouterr().out
    assert tekmeria(["audit", answer, "--demo", "--evidence-out", "evidence.json"]) == 1
    assert capsys.readouterr().out == without


def test_an_evidence_file_that_cannot_be_written_is_named(
    answer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tekmeria(["audit", answer, "--demo", "--accept", "warn", "--evidence-out", "no/such/e.json"]) == 2
    assert "no/such/e.json cannot be written (No such file or directory)" in capsys.readouterr().err


@pytest.mark.parametrize(
    "data",
    [
        b"It fell.",
        "\ufeffβ fell.".encode(),
        "β fell.".encode("utf-16"),
        b"[1] It fell.",
        b"{braces} and words",
        b'{"answer_text": "It fell."}',
        b'{"claims": [{"sentence": "It fell.", "citations": []}]}',
        b'[{"sentence": "It fell.", "citations": []}]',
        b'\n\n [ {"sentence": "It fell."} ]\n',
    ],
)
def test_both_commands_read_a_stored_answer_alike(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "stored"
    path.write_bytes(data)
    with path.open("rb") as file:
        (stored,) = read_answers("stored", file)
    assert isinstance(stored, StoredAnswer)
    assert read_answer_file(data) == stored.content


@pytest.mark.parametrize("data", [b"", b"\xff", b'{"x": 1}', b'{"answer_text"', b"[{}]", b'{"claims": 5}'])
def test_what_one_command_cannot_read_the_other_cannot_either(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "stored"
    path.write_bytes(data)
    with path.open("rb") as file:
        assert not any(isinstance(stored, StoredAnswer) for stored in read_answers("stored", file))
    with pytest.raises(AnswerFileError):
        read_answer_file(data)

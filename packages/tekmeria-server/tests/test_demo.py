"""``tekmeria demo``: six planted cases, found by an audit that does not know of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tekmeria_server.__main__ import main

pytestmark = pytest.mark.usefixtures("own_environment")

VERDICT = "verdict: FAIL  (5 citations: 1 malformed, 1 forged, 1 quote_mismatch, 2 ok)"
FIGURES = "fabricated: 1  retracted cited: 1  cited sentences: 2/6  verbatim quotes: 1/2"


@pytest.fixture
def shown(
    tmp_path: Path, own_environment: Path, capsys: pytest.CaptureFixture[str]
) -> tuple[str, dict[str, Any]]:
    report = tmp_path / "report.json"
    assert main(["demo", "--json-out", str(report)]) == 0
    assert not own_environment.exists()
    return capsys.readouterr().out, json.loads(report.read_text(encoding="utf-8"))


def test_the_audit_reads_as_planted(shown: tuple[str, dict[str, Any]]) -> None:
    text, report = shown
    assert f"\n{VERDICT}\n{FIGURES}\n" in text
    assert report["verdict"] == "fail"
    assert [citation["verdict"] for citation in report["citations"]] == [
        "ok",
        "quote_mismatch",
        "forged",
        "malformed",
        "ok",
    ]
    assert [sentence["status"] for sentence in report["sentences"]] == [
        "cited",
        "invalid_only",
        "invalid_only",
        "invalid_only",
        "cited",
        "uncited",
    ]
    assert report["citations"][4]["flags"] == ["retracted"]


def test_the_mismatch_shows_the_closest_text_and_how_close_it_is(shown: tuple[str, dict[str, Any]]) -> None:
    text, report = shown
    mismatch = report["citations"][1]
    assert mismatch["class"] == "number"
    assert "5274 children" in mismatch["closest"]
    assert 0.9 < mismatch["similarity"] < 1
    assert f'closest: "{mismatch["closest"]}" ({mismatch["similarity"]:.4f})' in text


def test_the_search_and_the_two_records_are_shown_first(shown: tuple[str, dict[str, Any]]) -> None:
    text, _ = shown
    parts = ("1. Search", "=== pmid:99000001", "=== pmid:99000003  RETRACTED", "4. The audit")
    places = [text.index(part) for part in parts]
    assert places == sorted(places)


def test_the_output_is_the_same_every_time(
    shown: tuple[str, dict[str, Any]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = tmp_path / "again.json"
    assert main(["demo", "--json-out", str(report)]) == 0
    assert capsys.readouterr().out == shown[0]
    assert json.loads(report.read_text(encoding="utf-8")) == shown[1]


def test_a_report_that_cannot_be_written_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "no-such-folder" / "report.json"
    assert main(["demo", "--json-out", str(target)]) == 2
    assert f"{target} cannot be written" in capsys.readouterr().err

"""Real PubMed records on the command line: fetched, cited, quoted and audited."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tekmeria_server.__main__ import main

pytestmark = [pytest.mark.needs("shared"), pytest.mark.usefixtures("own_environment")]


@pytest.fixture
def records(shared: Path) -> str:
    return str(shared / "real" / "pubmed")


def found(records: str, capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    """A page of real records with abstracts, with all their passages."""
    assert main(["search", "patients", "--records", records, "--limit", "20", "--json"]) == 0
    ids = [hit["record_id"] for hit in json.loads(capsys.readouterr().out)["hits"]]
    assert main(["fetch", *ids, "--records", records, "--json"]) == 0
    fetched: list[dict[str, Any]] = json.loads(capsys.readouterr().out)["records"]
    return [record for record in fetched if len(record["passages"]) > 1]


def test_passages_of_real_articles_are_printed_with_handles_under_which_they_can_be_audited(
    records: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    articles = found(records, capsys)
    assert len(articles) >= 10
    assert main(["fetch", articles[0]["record_id"], "--records", records]) == 0
    shown = capsys.readouterr().out
    for passage in articles[0]["passages"]:
        assert f"[{passage['handle']}]" in shown
    cited = [article["passages"][1] for article in articles]
    claims = [
        {
            "sentence": "It was found so.",
            "citations": [{"handle": passage["handle"], "quote": passage["text"]}],
        }
        for passage in cited
    ]
    answer = tmp_path / "claims.json"
    answer.write_text(json.dumps(claims), encoding="utf-8")
    main(["audit", str(answer), "--records", records, "--format", "json"])
    report = json.loads(capsys.readouterr().out)
    assert [citation["verdict"] for citation in report["citations"]] == ["ok"] * len(cited)
    assert report["metrics"]["quote_accuracy"] == 1

"""The bench measures what it says, and only what is judged as it was written. No test looks at a time."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tekmeria_contract import judge, plan
from tekmeria_eval.bench import BenchError, Figure, bench, fastest, to_document
from tekmeria_eval.benchanswer import bench_answer
from tekmeria_eval.commands import app
from tekmeria_eval.faultlist import FAULTS
from tekmeria_eval.faults import injected
from tekmeria_eval.ring import RING


def test_the_bench_answer_is_made_of_what_it_is_said_to_be() -> None:
    answer = bench_answer(100)
    report = judge(plan(answer.text, RING.ring), answer.resolutions)
    assert [(c.verdict, c.matched) for c in report.citations] == list(answer.expected)
    assert Counter(answer.expected) == {
        ("ok", "exact"): 70,
        ("ok", "folded"): 20,
        ("quote_mismatch", None): 10,
    }
    assert [c.quote for c in report.citations] == [quote for _, quote in answer.quotes]
    as_typed = [
        quote for (handle, quote) in answer.quotes if quote in answer.resolutions[handle].issued[0].text
    ]
    assert sum(not quote.isascii() for quote in as_typed) == 30
    assert len({handle for handle, _ in answer.quotes}) == 100
    lengths = [len(known.issued[0].text) for known in answer.resolutions.values()]
    assert 300 < sum(lengths) / len(lengths) < 800


def test_the_same_seed_gives_the_same_answer_and_more_of_it_begins_alike() -> None:
    assert bench_answer(30) == bench_answer(30)
    assert bench_answer(30).text != bench_answer(30, seed=1).text
    assert bench_answer(60).expected[:30] == bench_answer(30).expected


def test_works_take_turns_and_are_told_the_round() -> None:
    called: list[tuple[str, int]] = []
    took = fastest(
        2, lambda number: called.append(("a", number)), lambda number: called.append(("b", number))
    )
    assert called == [("a", 0), ("b", 0), ("a", 1), ("b", 1)]
    assert all(0 <= seconds < float("inf") for seconds in took)


def test_a_contract_that_judges_otherwise_is_not_measured() -> None:
    with injected(FAULTS["minus_lost"]):
        with pytest.raises(BenchError, match="of 100 citations are not judged as they were written"):
            bench(1)
        done = CliRunner().invoke(app, ["bench", "--rounds", "1"])
    assert done.exit_code == 1
    assert "tekmeria-eval run says what is wrong" in " ".join(done.stderr.split())
    assert done.stdout == ""


def test_the_command_prints_a_table_and_writes_the_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tekmeria_eval.bench.MANY", 200)
    out = tmp_path / "bench.json"
    done = CliRunner().invoke(app, ["bench", "--rounds", "1", "--json-out", str(out)])
    assert done.exit_code == 0
    written = json.loads(out.read_text(encoding="utf-8"))
    assert written["schema"] == "tekmeria.bench/1"
    assert [figure["reach"] for figure in written["figures"]] == ["at least 0.3"] * 2 + [None, "at most 11"]
    for figure in written["figures"]:
        assert figure["what"].split()[0] in done.stdout
        assert figure["ratio"] > 0
        assert (figure["reached"] is None) == (figure["reach"] is None)


def test_a_figure_is_written_with_all_its_members() -> None:
    figure = Figure("x", 0.5, "y", 0.25, 2.0, None, None)
    assert to_document([figure])["figures"] == [
        {
            "what": "x",
            "seconds": 0.5,
            "reference": "y",
            "reference_seconds": 0.25,
            "ratio": 2.0,
            "reach": None,
            "reached": None,
        }
    ]

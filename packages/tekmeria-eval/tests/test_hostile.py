"""The hostile texts are as long as they say, and what takes too long is named. No test looks at a time."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tekmeria_eval import hostile
from tekmeria_eval.commands import app

ARGUMENTS = ["hostile", "--size", "80", "--drawn", "2"]


def taking(half: float, whole: float) -> Callable[..., Sequence[float]]:
    def take(rounds: int, *works: Callable[[int], object]) -> Sequence[float]:
        return half, whole

    return take


def long_word(size: int) -> str:
    return "a" * size


def test_each_shape_is_about_as_long_as_asked_for() -> None:
    for name, text_of in hostile.shapes(20, 0):
        short, long = len(text_of(10_000)), len(text_of(20_000))
        assert 3_000 <= short <= 16_000, name
        assert 1.8 * short <= long <= 2.2 * short, name


def test_the_same_seed_draws_the_same_shapes() -> None:
    assert [name for name, _ in hostile.shapes(5, 1)] == [name for name, _ in hostile.shapes(5, 1)]
    assert [name for name, _ in hostile.shapes(5, 1)] != [name for name, _ in hostile.shapes(5, 2)]


@pytest.mark.parametrize(
    ("times", "linear", "code"), [((1.0, 2.2), True, 0), ((1.0, 2.4), False, 1), ((1e-5, 9e-3), True, 0)]
)
def test_a_text_of_twice_the_length_that_takes_longer_than_it_may_fails_the_run(
    times: tuple[float, float], linear: bool, code: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(hostile, "fastest", taking(*times))
    monkeypatch.setattr(hostile, "NAMED", {"a long word": long_word})
    monkeypatch.setattr(hostile, "PIECES", ("[", "\n"))
    out = tmp_path / "hostile.json"
    done = CliRunner().invoke(app, [*ARGUMENTS, "--json-out", str(out)])
    assert done.exit_code == code, done.output
    written = json.loads(out.read_text(encoding="utf-8"))
    assert {row["shape"] for row in written["strains"]} >= {"a long word", "'['", "'\\n'"}
    assert [row["ratio"] is None or row["ratio"] <= written["most"] for row in written["strains"]] == [
        linear
    ] * len(written["strains"])


def test_every_stage_takes_every_shape(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hostile, "fastest", running_once)
    found = list(hostile.strains(80, 2, 0))
    assert len(found) == len(hostile.STAGES) * (len(hostile.NAMED) + len(hostile.PIECES) + 2)


def running_once(rounds: int, *works: Callable[[int], object]) -> Sequence[float]:
    for work in works:
        work(0)
    return [0.0] * len(works)

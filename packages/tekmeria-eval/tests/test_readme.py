"""What the README shows is what the software does."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tekmeria_eval.commands import app

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def commands() -> list[str]:
    block = re.search(r"```\n(tekmeria-eval run\n.*?)```", README, re.DOTALL)
    assert block is not None
    return block[1].splitlines()


@pytest.mark.parametrize("command", commands())
def test_each_command_works(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    _, *arguments = shlex.split(command)
    few = ["--per-category", "2"] if "faults" not in arguments else ["--per-category", "10"]
    assert CliRunner().invoke(app, [*arguments, *few]).exit_code == 0


def test_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    block = re.search(r"```python\n(.*?)```", README, re.DOTALL)
    assert block is not None
    exec(compile(block[1], "README.md", "exec"), {})
    assert capsys.readouterr().out == "True 20\n"


def test_every_file_of_the_package_is_in_the_table() -> None:
    package = ROOT / "src" / "tekmeria_eval"
    named = set(re.findall(r"`(\w+\.py|\w+/)`", README))
    files = {path.name for path in package.glob("*.py")} - {"__init__.py", "__main__.py"}
    folders = {f"{path.name}/" for path in package.iterdir() if (path / "__init__.py").exists()}
    assert named == files | folders | {"supplement/"}

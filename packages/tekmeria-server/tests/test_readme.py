"""What the README shows is what the software does."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tekmeria_server.__main__ import main
from tekmeria_server.catalogue import CATALOGUE
from tekmeria_server.server import PROMPT, TEMPLATES
from tekmeria_sources import settings

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")

pytestmark = pytest.mark.usefixtures("own_environment")


def rows(heading: str) -> list[str]:
    """The first cells of the table under ``heading``."""
    section = README.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return re.findall(r"^\| `([^`]+)` \|", section, re.MULTILINE)


def test_the_tools_are_those_that_are_served() -> None:
    assert rows("Tools") == [tool.name for tool in CATALOGUE]
    assert f"`{PROMPT.name}`" in README
    assert all(f"`{template.uri_template}`" in README for template in TEMPLATES)


def test_the_variables_are_those_that_are_read() -> None:
    read = set(
        re.findall(r'"((?:TEKMERIA|NCBI)_[A-Z_]+)"', Path(settings.__file__).read_text(encoding="utf-8"))
    )
    assert set(rows("Configuration")) <= read


def test_every_command_is_in_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    listed = capsys.readouterr().out.partition("\nCommands:\n")[2]
    names = re.findall(r"^  (\w+) ", listed, re.MULTILINE)
    shown = rows("Commands")
    assert names
    for name in names:
        assert any(command.startswith(f"tekmeria {name}") for command in shown)


def test_the_demo_s_output_is_as_shown(capsys: pytest.CaptureFixture[str]) -> None:
    block = README.partition("<!-- output of: tekmeria demo -->\n```\n")[2].partition("```")[0]
    assert main(["demo"]) == 0
    assert block
    assert block in capsys.readouterr().out


def test_the_examples_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("answer.md").write_text("Nothing is cited here.", encoding="utf-8")
    examples = re.findall(r"^    tekmeria (.+--demo.*)$", README, re.MULTILINE)
    assert len(examples) == 3
    for example in examples:
        assert main(shlex.split(example)) == 0, capsys.readouterr().err


def test_the_registry_s_mark_is_on_a_line_of_its_own() -> None:
    assert "\n<!-- mcp-name: io.github.tekmeria/tekmeria-server -->\n" in README

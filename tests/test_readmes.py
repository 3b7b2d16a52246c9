"""What the READMEs show is what the software does."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_contracts_example_runs_and_finds_the_misquotation() -> None:
    text = (ROOT / "packages" / "tekmeria-contract" / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    shown = io.StringIO()
    with redirect_stdout(shown):
        exec(compile(example, "README.md", "exec"), {})
    assert shown.getvalue().startswith("verdict: WARN  (1 citation: 1 quote_mismatch)")
    assert 'closest: "93 had a relapse"' in shown.getvalue()


def test_the_contracts_bundle_proves_the_answer_and_no_other() -> None:
    text = (ROOT / "packages" / "tekmeria-contract" / "README.md").read_text(encoding="utf-8")
    (first,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    (example,) = re.findall(r"```py\n(.*?)```", text, re.DOTALL)
    shown = io.StringIO()
    with redirect_stdout(shown):
        exec(compile(first + example, "README.md", "exec"), {})
    promised = re.findall(r"print\(.*\)  # (.*)", example)
    assert shown.getvalue().splitlines()[-2:] == promised


def test_every_file_of_the_main_path_exists() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    table = text[text.index("## The main path") : text.index("## The packages")]
    names = re.findall(r"`([a-z_/]+\.py)`", table)
    assert names
    present = {path.name for path in ROOT.glob("packages/*/src/*/*.py")}
    assert {name.rpartition("/")[2] for name in names} <= present
    for name in names:
        if "/" in name:
            assert list(ROOT.glob(f"packages/*/src/{name}")), name


def run_demo(*arguments: str) -> str:
    command = [sys.executable, "-m", "tekmeria_server", "demo", *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8").stdout


def test_the_demo_prints_what_the_readme_shows() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = text.partition("<!-- output of: tekmeria demo -->\n```\n")[2].partition("```")[0]
    assert shown.count("\n") == 2
    assert shown in run_demo()


def test_the_report_that_the_page_is_tested_with_is_the_demos(tmp_path: Path) -> None:
    run_demo("--json-out", str(tmp_path / "demo.json"))
    kept = (ROOT / "fixtures" / "reports" / "demo.json").read_bytes()
    assert (tmp_path / "demo.json").read_bytes() == kept

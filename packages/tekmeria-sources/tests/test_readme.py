"""The README's example runs as it stands."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tekmeria_sources.faults import FAULTS

README = Path(__file__).parent.parent / "README.md"


def test_the_example_prints_a_handle_and_its_passage() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    command = [sys.executable, "-W", "error", "-c", example]
    run = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True, timeout=60)
    handle, text, same = run.stdout.splitlines()
    assert re.fullmatch(r"pmid:99000002/abstract\.1~[0-9a-z]{5}", handle)
    assert text.startswith("Whether the Lindgrove vaccine")
    assert same == "True"


def test_every_file_it_names_is_there_and_every_file_is_named() -> None:
    package = README.parent / "src" / "tekmeria_sources"
    named = set(re.findall(r"`([a-z_]+\.py)`", README.read_text(encoding="utf-8")))
    assert named == {path.name for path in package.glob("*.py")} - {"__init__.py"}


@pytest.mark.beside("the simulator is there for tests of other software")
def test_it_names_every_fault_of_the_simulator() -> None:
    told = README.read_text(encoding="utf-8").partition("## The simulator")[2].partition("## ")[0]
    assert {name for name in re.findall(r"`([a-z0-9-]+)`", told) if name != "faults"} >= set(FAULTS)

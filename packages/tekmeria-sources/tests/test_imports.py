"""The package costs next to nothing until it is asked for something."""

from __future__ import annotations

import subprocess
import sys

import pytest

import tekmeria_sources


def loaded_by(statement: str) -> set[str]:
    """The modules that a fresh interpreter has loaded after ``statement``."""
    code = f"{statement}\nimport sys\nprint('\\n'.join(sys.modules))"
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, encoding="utf-8", check=True, timeout=60
    )
    return set(run.stdout.split())


def test_importing_the_package_loads_none_of_its_parts() -> None:
    ours = {name for name in loaded_by("import tekmeria_sources") if name.startswith("tekmeria_")}
    assert ours == {"tekmeria_sources"}


def test_opening_a_service_loads_no_http_client_and_no_database() -> None:
    statement = (
        "from pathlib import Path\nfrom tekmeria_sources import EvidenceService, Settings\n"
        "EvidenceService.open(Settings(data_dir=Path('/nowhere')))"
    )
    assert not {"httpx", "sqlite3", "platformdirs", "pydantic"} & loaded_by(statement)


def test_the_names_it_offers_are_these() -> None:
    assert tekmeria_sources.__all__ == ["EvidenceService", "Settings", "SourcesError"]
    assert all(getattr(tekmeria_sources, name).__name__ == name for name in tekmeria_sources.__all__)
    with pytest.raises(AttributeError, match="Nonsense"):
        _ = tekmeria_sources.Nonsense  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownVariableType] # Its absence is the point.

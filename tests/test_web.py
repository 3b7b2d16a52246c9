"""The audit page: its types, its tests and its build, run with the packages of its lock."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

pytestmark = [pytest.mark.needs("node"), pytest.mark.xdist_group("web")]

Run = Callable[[str], str]


@pytest.fixture(scope="module")
def page(
    npm_ci: Callable[[Path], Path],
    npm_run: Callable[[Path, str], str],
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[Path, Run]:
    """A copy of the page's folder with its packages, and what runs its scripts."""
    home = tmp_path_factory.mktemp("page")
    for name in ("web", "fixtures/reports", "fixtures/vectors", "docs/schemas"):
        shutil.copytree(ROOT / name, home / name, ignore=shutil.ignore_patterns("node_modules", "dist"))
    folder = home / "web"
    (folder / "node_modules").symlink_to(npm_ci(ROOT / "web") / "node_modules")
    return folder, lambda script: npm_run(folder, script)


def test_its_types_are_those_of_the_published_schema(page: tuple[Path, Run]) -> None:
    folder, run = page
    run("types")
    kept = (ROOT / "web" / "src" / "report.ts").read_text(encoding="utf-8")
    assert (folder / "src" / "report.ts").read_text(encoding="utf-8") == kept


def test_its_fold_table_is_that_of_the_contract(tmp_path: Path) -> None:
    written = tmp_path / "foldtable.ts"
    subprocess.run([sys.executable, str(ROOT / "scripts" / "foldtable.py"), str(written)], check=True)
    assert written.read_bytes() == (ROOT / "web" / "src" / "foldtable.ts").read_bytes()


def test_its_types_check(page: tuple[Path, Run]) -> None:
    page[1]("check")


def test_its_tests_pass_and_there_are_some(page: tuple[Path, Run]) -> None:
    assert "12 passed" in page[1]("test")


def test_it_builds_into_one_file_that_asks_no_network_and_building_again_makes_no_difference(
    page: tuple[Path, Run],
) -> None:
    folder, run = page
    built: list[bytes] = []
    for _ in range(2):
        run("build")
        assert [path.name for path in (folder / "dist").iterdir()] == ["index.html"]
        built.append((folder / "dist" / "index.html").read_bytes())
    assert built[0] == built[1]
    assert b"default-src 'none'" in built[0]
    assert len(built[0]) <= 300_000


@pytest.mark.parametrize("folder", ["web", "tests/inspector"])
def test_a_lock_names_versions_and_hashes_and_no_download_address(folder: str) -> None:
    lock = json.loads((ROOT / folder / "package-lock.json").read_text(encoding="utf-8"))
    entries = [entry for name, entry in lock["packages"].items() if name]
    assert entries
    assert all("resolved" not in entry and "version" in entry for entry in entries)

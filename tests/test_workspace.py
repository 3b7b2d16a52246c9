"""What the workspace promises as a whole."""

from __future__ import annotations

import importlib
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ["tekmeria_contract", "tekmeria_sources", "tekmeria_server", "tekmeria_eval"]
SOURCES = sorted(path for path in ROOT.glob("packages/*/src/**/*.py"))
EMPTY_NAMES = {"utils", "helpers", "common", "core", "base", "types", "misc"}
PIN = re.compile(r"[a-z0-9._-]+==[0-9][^=<>]*")


@pytest.mark.parametrize("name", PACKAGES)
def test_a_package_says_what_it_is_and_every_name_it_exports_exists(name: str) -> None:
    package = importlib.import_module(name)
    assert package.__doc__
    assert all(hasattr(package, exported) for exported in getattr(package, "__all__", []))


@pytest.mark.parametrize("name", PACKAGES)
def test_a_package_has_its_readme_changelog_licence_and_types(name: str) -> None:
    folder = ROOT / "packages" / name.replace("_", "-")
    for part in ("README.md", "CHANGELOG.md", "LICENSE", f"src/{name}/py.typed"):
        assert (folder / part).is_file(), part
    assert (folder / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_no_file_is_longer_than_five_hundred_lines() -> None:
    long = {path.name for path in SOURCES if len(path.read_text(encoding="utf-8").splitlines()) > 500}
    assert not long


def test_modules_are_named_after_what_they_hold() -> None:
    assert not {path.stem for path in SOURCES} & EMPTY_NAMES


def test_versions_are_pinned_by_name_alone() -> None:
    pins = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["uv"][
        "constraint-dependencies"
    ]
    assert pins
    assert [pin for pin in pins if PIN.fullmatch(pin) is None] == []


def test_siblings_accept_the_versions_they_have() -> None:
    projects = {
        path.parent.name: tomllib.loads(path.read_text(encoding="utf-8"))["project"]
        for path in ROOT.glob("packages/*/pyproject.toml")
    }
    for project in projects.values():
        for requirement in project["dependencies"]:
            matched = re.fullmatch(
                r"(tekmeria-[a-z]+)(?:\[[a-z]+\])?>=([0-9]+)\.([0-9]+),<\2\.([0-9]+)", requirement
            )
            if not requirement.startswith("tekmeria-"):
                continue
            assert matched is not None, requirement
            major, minor = projects[matched[1]]["version"].split(".")[:2]
            assert major == matched[2] and int(matched[3]) <= int(minor) < int(matched[4]), requirement

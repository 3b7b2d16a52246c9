"""What the workspace promises as a whole."""

import importlib

import pytest

PACKAGES = ["tekmeria_contract", "tekmeria_sources", "tekmeria_server", "tekmeria_eval"]


@pytest.mark.parametrize("name", PACKAGES)
def test_package_imports_and_says_what_it_is(name: str) -> None:
    assert importlib.import_module(name).__doc__

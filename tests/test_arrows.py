"""What the import linter cannot say: the contract's closed list of modules, and who reads the environment."""

import ast
import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

CONTRACT_MODULES = frozenset(
    {
        "__future__",
        "argparse",
        "base64",
        "binascii",
        "bisect",
        "collections",
        "collections.abc",
        "dataclasses",
        "decimal",
        "difflib",
        "enum",
        "functools",
        "hashlib",
        "hmac",
        "html",
        "html.entities",
        "itertools",
        "json",
        "math",
        "re",
        "types",
        "typing",
        "unicodedata",
        "urllib.parse",
    }
)
"""All that the contract may import of the standard library. ``__main__`` opens files and may take more."""


def sources(package: str) -> list[Path]:
    root = importlib.import_module(package).__file__
    assert root is not None
    return sorted(Path(root).parent.rglob("*.py"))


PURE = [path for path in sources("tekmeria_contract") if path.name != "__main__.py"]
"""The contract's command line alone opens files."""


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield node.module or ""


@pytest.mark.clause("L8")
@pytest.mark.parametrize("path", PURE, ids=lambda path: path.name)
def test_the_contract_imports_only_its_closed_list_of_standard_modules(path: Path) -> None:
    outside = {
        name for name in imported(path) if name.partition(".")[0] not in ("tekmeria_contract", EXTRA)
    } - CONTRACT_MODULES
    assert not outside


EXTRA = "cryptography"
"""What the extra ``sign`` installs."""


@pytest.mark.clause("L8", "B16")
@pytest.mark.parametrize("path", PURE, ids=lambda path: path.name)
def test_only_the_seals_import_cryptography_and_only_where_they_need_it(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    inside = {id(node) for function in functions for node in ast.walk(function)}
    extra = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom | ast.Import) and EXTRA in ast.unparse(node).split()[1]
    ]
    assert {id(node) for node in extra} <= inside
    assert bool(extra) == (path.name == "seals.py")


def test_the_closed_list_is_of_the_standard_library() -> None:
    assert {name.partition(".")[0] for name in CONTRACT_MODULES} <= sys.stdlib_module_names


@pytest.mark.clause("L8")
@pytest.mark.parametrize("path", PURE, ids=lambda path: path.name)
def test_the_contract_calls_nothing_that_opens_or_prints(path: Path) -> None:
    called = {
        node.func.id
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not called & {"open", "print", "input", "exec", "eval", "compile", "__import__", "breakpoint"}


@pytest.mark.parametrize("package", ["tekmeria_sources", "tekmeria_server", "tekmeria_eval"])
def test_only_the_settings_read_the_environment(package: str) -> None:
    readers = [
        path.name
        for path in sources(package)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in {"environ", "environb", "getenv"}
    ]
    assert set(readers) <= ({"settings.py"} if package == "tekmeria_sources" else set())

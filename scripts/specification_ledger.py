"""The ledger of the specification: which tests prove which clause, by the marks of the tests, and what is missing."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "specification"
PROVING = "packages/tekmeria-contract/tests"
"""A test in this folder names its clauses, or says why it proves none; tests elsewhere may name clauses too."""

_CLAUSE = re.compile(r"^(?:- |\| )\*\*(?P<id>[A-Z][0-9]+)\*\*", re.MULTILINE)
_RANGE = re.compile(r"(?P<letter>[A-Z])(?P<first>[0-9]+)\.\.(?P=letter)(?P<last>[0-9]+)")


@dataclass(frozen=True, slots=True)
class Test:
    """One test function: file, name, the ids of its clauses, and what else it is good for (``beside``)."""

    file: str
    name: str
    clauses: tuple[str, ...]
    beside: str | None


def documents() -> list[Path]:
    """The documents of the specification."""
    return sorted(FOLDER.glob("*.md"))


def clauses() -> list[str]:
    """The ids of every clause, in the order of the documents."""
    return [
        match["id"]
        for path in documents()
        if path.name != "ledger.md"
        for match in _CLAUSE.finditer(path.read_text(encoding="utf-8"))
    ]


def gaps() -> dict[str, str]:
    """Clause -> why no test proves all of it."""
    return tomllib.loads((FOLDER / "gaps.toml").read_text(encoding="utf-8"))


@cache
def tests() -> tuple[Test, ...]:
    """Every test function of the repository, by the syntax trees of the files."""
    files = [*ROOT.glob("packages/*/tests/test_*.py"), *ROOT.glob("tests/test_*.py")]
    return tuple(test for path in sorted(files) for test in _tests_of(path))


def _tests_of(path: Path) -> Iterator[Test]:
    name = path.relative_to(ROOT).as_posix()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            marks = dict(_marks(node))
            ids = tuple(id_ for written in marks.get("clause", ()) for id_ in spelled_out(written))
            yield Test(name, node.name, ids, " ".join(marks["beside"]) if "beside" in marks else None)


def _marks(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The marks of a test function: name and the words they were given."""
    for decorator in node.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func).startswith("pytest.mark."):
            given = (argument.value for argument in decorator.args if isinstance(argument, ast.Constant))
            yield (
                ast.unparse(decorator.func).removeprefix("pytest.mark."),
                tuple(word for word in given if isinstance(word, str)),
            )


def spelled_out(written: str) -> list[str]:
    """``F1..F3`` as its three ids; one id as itself."""
    match = _RANGE.fullmatch(written)
    if match is None:
        return [written]
    return [f"{match['letter']}{number}" for number in range(int(match["first"]), int(match["last"]) + 1)]


def missing() -> Iterator[str]:
    """What is wrong with the ledger, a line each."""
    written, reasons = clauses(), gaps()
    named = {id_ for test in tests() for id_ in test.clauses}
    yield from (f"{id_} stands twice in the documents" for id_ in written if written.count(id_) > 1)
    yield from (
        f"{id_} has neither a test nor a reason" for id_ in written if id_ not in named and id_ not in reasons
    )
    yield from (f"{id_} of the gaps is in no document" for id_ in reasons if id_ not in written)
    yield from (f"the gap {id_} has no reason" for id_, reason in reasons.items() if not reason.strip())
    for test in tests():
        yield from (
            f"{test.file}::{test.name} names {id_}, which is in no document"
            for id_ in test.clauses
            if id_ not in written
        )
        if test.file.startswith(PROVING) and not test.clauses and not (test.beside or "").strip():
            yield f"{test.file}::{test.name} names no clause and does not say what it is good for beside"
        if test.clauses and test.beside is not None:
            yield f"{test.file}::{test.name} names a clause and says that it proves none"


def lines(_argument: str) -> list[str]:
    """The ledger as a Markdown list: a clause, then the tests that prove it, file by file."""
    return [line for id_ in clauses() for line in _clause_lines(id_)]


def _clause_lines(id_: str) -> Iterator[str]:
    yield f"- **{id_}**" if id_ not in gaps() else f"- **{id_}** (gap: {gaps()[id_]})"
    proofs = [test for test in tests() if id_ in test.clauses]
    for file, found in groupby(proofs, key=lambda test: test.file):
        names = ", ".join(test.name.removeprefix("test_").replace("_", " ") for test in found)
        yield f"  - `{file}`: {names}"


PARTS: Mapping[str, Callable[[str], list[str]]] = {"ledger": lines}
"""The generated parts by name."""

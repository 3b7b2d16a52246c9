"""The ledger of the specification: which tests prove which clause, and what is missing either way."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "specification"
PROVING = ROOT / "packages" / "tekmeria-contract" / "tests"
"""Every test in this folder has to be in the ledger; clauses may name tests of other folders too."""

_CLAUSE = re.compile(r"^(?:- |\| )\*\*(?P<id>[A-Z][0-9]+)\*\*", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Ledger:
    """``clauses``: id -> tests; ``gaps``: id -> why no test proves all of it; ``other``: test -> why no clause."""

    clauses: dict[str, list[str]]
    gaps: dict[str, str]
    other: dict[str, str]


def documents() -> list[Path]:
    """The documents of the specification."""
    return sorted(FOLDER.glob("*.md"))


def clauses() -> list[str]:
    """The ids of every clause, in the order of the documents."""
    return [
        match["id"] for path in documents() for match in _CLAUSE.finditer(path.read_text(encoding="utf-8"))
    ]


def ledger() -> Ledger:
    """The ledger as it is written."""
    content = tomllib.loads((FOLDER / "ledger.toml").read_text(encoding="utf-8"))
    return Ledger(content["clauses"], content["gaps"], content["other"])


@cache
def tests_of(path: Path) -> tuple[str, ...]:
    """The ids of the test functions of one file, by its syntax tree."""
    name = path.relative_to(ROOT).as_posix()
    body = ast.parse(path.read_text(encoding="utf-8")).body
    functions = [node.name for node in body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return tuple(f"{name}::{function}" for function in functions if function.startswith("test_"))


def tests() -> list[str]:
    """The ids of every test of the contract."""
    return [test for path in sorted(PROVING.glob("test_*.py")) for test in tests_of(path)]


def missing() -> Iterator[str]:
    """What is wrong with the ledger, a line each."""
    written, known, read = clauses(), set(tests()), ledger()
    named = [test for proofs in read.clauses.values() for test in proofs]
    listed = {*read.clauses, *read.gaps}
    yield from (
        f"{id_} stands twice in the documents" for id_ in sorted({i for i in written if written.count(i) > 1})
    )
    yield from (f"{id_} is not in the ledger" for id_ in written if id_ not in listed)
    yield from (f"{id_} of the ledger is in no document" for id_ in sorted(listed - set(written)))
    yield from (
        f"{id_} has neither a test nor a reason"
        for id_, proofs in read.clauses.items()
        if not proofs and id_ not in read.gaps
    )
    yield from (f"the gap {id_} has no reason" for id_, reason in read.gaps.items() if not reason.strip())
    yield from (
        f"the other test {test} has no reason" for test, reason in read.other.items() if not reason.strip()
    )
    yield from (f"{test} is no test" for test in sorted({*named, *read.other}) if not _exists(test))
    yield from (
        f"{test} proves no clause and is not among the others"
        for test in sorted(known - {*named, *read.other})
    )
    yield from (
        f"{test} proves a clause and is among the others" for test in sorted({*named} & {*read.other})
    )


def _exists(test: str) -> bool:
    path = ROOT / test.partition("::")[0]
    return path.is_file() and test in tests_of(path)

"""The specification in ``docs/specification``: tied to the tests both ways, and in step with the code."""

from __future__ import annotations

import importlib
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from fractions import Fraction
from pathlib import Path
from types import ModuleType, UnionType
from typing import get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tekmeria_contract
from tekmeria_contract import DEFAULT, HandleError, KeyRing, VerifiedHandle, mint, parse
from tekmeria_contract.foldtable import CHARACTERS
from tekmeria_contract.repairs import Finder

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "specification"


def script(name: str) -> ModuleType:
    """A module of ``scripts``, which is no package."""
    folder = str(ROOT / "scripts")
    if folder not in sys.path:
        sys.path.append(folder)
    return importlib.import_module(name)


DOCUMENTS = sorted(FOLDER.glob("*.md"))


def test_every_clause_has_its_tests_or_a_reason_and_every_test_its_clause_or_a_reason() -> None:
    assert list(script("specification_ledger").missing()) == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_generated_parts_are_what_the_code_gives(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert script("specification").renewed(text) == text


def test_the_index_names_every_document() -> None:
    index = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert [path.name for path in DOCUMENTS if f"]({path.name})" not in index] == ["README.md"]


def dataclasses_of(hint: object) -> Iterator[type]:
    """The dataclasses that a type is made of."""
    if isinstance(hint, type) and is_dataclass(hint):
        yield hint
    elif get_args(hint) or isinstance(hint, UnionType):
        for argument in get_args(hint):
            yield from dataclasses_of(argument)


def public_dataclasses() -> set[type]:
    """What the package exports, and what its members are made of."""
    found: set[type] = set()
    waiting = [getattr(tekmeria_contract, name) for name in tekmeria_contract.__all__]
    while waiting:
        for cls in dataclasses_of(waiting.pop()):
            if cls not in found:
                found.add(cls)
                waiting += [get_type_hints(cls)[field.name] for field in fields(cls)]
    return found


def test_every_public_dataclass_is_published_with_its_members() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in DOCUMENTS)
    marked = {cls for cls in public_dataclasses() if f".{cls.__name__} -->" in text}
    assert len(marked) > 20
    assert public_dataclasses() == marked


def test_every_closed_list_is_published() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in DOCUMENTS)
    vocabulary = importlib.import_module("tekmeria_contract.vocabulary")
    lists = {
        name for name in vars(vocabulary) if name.isupper() and not name.endswith(("_SCHEMA", "_VERSION"))
    }
    assert {name for name in lists if f"closed vocabulary.{name} -->" not in text} == {"FAIL_ON_LEAST"}
    wording = importlib.import_module("tekmeria_contract.wording")
    words = {name for name in vars(wording) if name.isupper() and isinstance(getattr(wording, name), tuple)}
    assert {name for name in words if f"words wording.{name} -->" not in text} == set()


@pytest.mark.clause("Q24")
def test_rows_seventeen_and_eighteen_follow_their_rule() -> None:
    by_rule = script("specification_tables").by_rule
    others = {
        chr(number) for number in range(0xFF01, 0xFF5F) if CHARACTERS.get(number) != by_rule(chr(number))
    }
    assert others == {"－", "｀"}
    assert all(len(put) == 1 for put in CHARACTERS.values())


RING = KeyRing.from_hex("d7" * 32)
HANDLE = mint("pmid:99000001", "abstract.7", RING)
BODY, CODE = HANDLE.split("~")


class Counting(Finder):
    """Takes note of the handles that it tries."""

    def __init__(self) -> None:
        super().__init__(RING, DEFAULT)
        self.tried: set[str] = set()

    def judge(self, handle: str) -> tuple[str, str | None, VerifiedHandle | None]:
        self.tried.add(handle)
        return super().judge(handle)


MARKS = (
    "~",
    "\\~",
    "∼",
    "%7E",
    "&sim;",
    "&#8203;",
    "&shy;",
    ".",
    "/",
    "@2",
    "1",
    "-",
    "_",
    "A",
    "abc",
    "00000",
)
PIECES = st.sampled_from([*MARKS, BODY, CODE, CODE[::-1], " ", "\n", "\u200b", "\u00ad"])


@pytest.mark.clause("G2", "G3")
@given(st.lists(PIECES, max_size=9))
def test_a_text_is_tried_under_two_readings_of_one_length_at_most(pieces: list[str]) -> None:
    finder = Counting()
    finder.find("pmid:99000001/a" + "".join(pieces).replace("pmid:", ""))
    lengths: Counter[int] = Counter()
    for handle in finder.tried:
        try:
            lengths[len(parse(handle).code)] += 1
        except HandleError:
            continue
    assert max(lengths.values(), default=0) <= script("specification_figures").READINGS


@pytest.mark.clause("G1", "G6")
def test_the_odds_are_those_of_bits_readings_and_keys() -> None:
    rows = [line.strip("| ").split(" | ") for line in script("specification_figures").odds("")[2:]]
    assert {row[0] for row in rows} == {"5", "8", "12"}
    for length, bits, keys, readings, guesses, million in rows:
        chance = Fraction(int(keys) * int(readings), 32 ** int(length))
        assert int(bits) == 5 * int(length)
        assert int(guesses.removesuffix(" guesses").replace(",", "")) == int(1 / chance)
        # Three terms of the binomial series; what they leave out is below half a unit of the third digit.
        tries = 10**6
        exact = tries * chance - Fraction(tries * (tries - 1), 2) * chance**2
        exact += Fraction(tries * (tries - 1) * (tries - 2), 6) * chance**3
        assert float(million) == pytest.approx(float(exact), rel=5e-3)

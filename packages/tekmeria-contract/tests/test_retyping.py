"""What a quotation may be retyped as, and what no change of it passes for (contract.md §4).

10,000 invented passages in all, spread over the rows and changes. ``TEKMERIA_PASSAGES=10000`` tries as many for each
row and each change.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from random import Random

import pytest

from tekmeria_contract.foldtable import ROWS
from tekmeria_contract.quotes import compare_prepared, prepare
from tekmeria_eval.altering import CHANGES
from tekmeria_eval.folds import Tally, alter, quotations, retype
from tekmeria_eval.invented import passage
from tekmeria_eval.literature import from_folder
from tekmeria_eval.retyping import RETYPINGS, Retyping

NAMES = [retyping.name for retyping in RETYPINGS]
EACH = int(os.environ.get("TEKMERIA_PASSAGES", "0")) or -(-10_000 // (len(RETYPINGS) + len(CHANGES)))
"""Passages for each row and for each change."""


def _texts(name: str) -> list[tuple[str, Random]]:
    """Passages of this row or change alone, each with its source of choices."""
    sources = [Random(f"{name} {number}") for number in range(EACH)]
    return [(passage(rng), rng) for rng in sources]


@pytest.mark.clause("F1..F31", "Q1..Q3")
@pytest.mark.parametrize("retyping", RETYPINGS, ids=NAMES)
def test_a_faithful_retyping_is_verbatim(retyping: Retyping) -> None:
    tally = Tally(retyping.name)
    for text, rng in _texts(retyping.name):
        prepared, quotes = quotations(text, rng)
        retype(retyping, quotes, prepared, rng, tally)
    assert tally.wrong == []
    assert tally.tried >= 3


@pytest.mark.clause("F1..F29", "Q1")
@pytest.mark.parametrize("retyping", [r for r in RETYPINGS if r.row < 30], ids=lambda retyping: retyping.name)
def test_a_passage_that_was_retyped_holds_what_was_quoted_before(retyping: Retyping) -> None:
    tried = 0
    for text, rng in _texts(retyping.name)[:60]:
        _, quotes = quotations(text, rng)
        finds = retyping.finds(text).get(None, [])
        retyped = prepare(retyping.some(text, finds, rng)) if finds else None
        for quote in quotes if retyped is not None else ():
            tried += 1
            assert retyped is not None and compare_prepared(quote, retyped), (quote, text)
    assert tried >= 3


@pytest.mark.clause("Q6", "Q21", "Q54")
@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_quotation_is_not_verbatim(change: str) -> None:
    tally = Tally(change)
    for text, rng in _texts(change):
        prepared, quotes = quotations(text, rng)
        alter(CHANGES[change], quotes, prepared, rng, tally)
    assert tally.wrong == []
    assert tally.tried >= 3


@pytest.mark.clause("F1..F31")
def test_every_row_is_retyped_and_every_guard_is_one_that_the_table_states() -> None:
    assert {retyping.row for retyping in RETYPINGS} == {row.number for row in ROWS}
    stated = {row.number: f"{row.fold}; {row.to}; {row.guard}".replace("`", "") for row in ROWS}
    for retyping in RETYPINGS:
        for guard in retyping.guards:
            assert guard in stated[retyping.row], (retyping.name, guard)


@cache
def _real(folder: Path) -> tuple[str, ...]:
    return tuple(issued.text for issued in from_folder(folder / "real").issued)


@pytest.mark.clause("F1..F31")
@pytest.mark.needs("shared")
def test_no_faithful_retyping_of_a_real_passage_is_refused_outside_the_guards(shared: Path) -> None:
    """Each passage is retyped by every fifth row; ``tekmeria-eval folds --records`` tries them all."""
    tallies = [Tally(name) for name in NAMES]
    texts = _real(shared)
    assert len(texts) > 400
    for number, text in enumerate(texts):
        rng = Random(number)
        prepared, quotes = quotations(text, rng)
        for index in range(number % 5, len(RETYPINGS), 5):
            retype(RETYPINGS[index], quotes[1:] or quotes, prepared, rng, tallies[index])
    assert [wrong for tally in tallies for wrong in tally.wrong] == []
    assert sum(tally.tried for tally in tallies) > 1000


@pytest.mark.clause("Q6", "Q21")
@pytest.mark.needs("shared")
def test_no_changed_quotation_of_a_real_passage_is_verbatim(shared: Path) -> None:
    tallies = [Tally(name) for name in CHANGES]
    for number, text in enumerate(_real(shared)):
        rng = Random(number)
        prepared, quotes = quotations(text, rng)
        for index in range(number % 5, len(tallies), 5):
            edit = CHANGES[tallies[index].name]
            alter(edit, quotes[1:] or quotes, prepared, rng, tallies[index])
    assert [wrong for tally in tallies for wrong in tally.wrong] == []
    assert sum(tally.tried for tally in tallies) > 1000

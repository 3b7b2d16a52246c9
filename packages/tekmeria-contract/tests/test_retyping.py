"""What a quotation may be retyped as, and what no change of it passes for (contract.md §4)."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tekmeria_contract.quotes import compare_prepared, prepare

from .retyping import CHANGED, FAITHFUL, is_only_shorter, passage, windows

SEEDS = st.integers(0, 2**32 - 1)
QUICK = settings(max_examples=120, deadline=None)


def _quotes(rng: Random) -> tuple[str, list[str]]:
    """A passage and quotations of it that are verbatim as they stand."""
    text = passage(rng)
    prepared = prepare(text)
    return text, [quote for quote in windows(text, rng) if compare_prepared(quote, prepared)]


@pytest.mark.clause("F1..F31", "Q1..Q3")
@pytest.mark.parametrize("row", FAITHFUL)
@given(seed=SEEDS)
@QUICK
def test_a_faithful_retyping_is_verbatim(row: str, seed: int) -> None:
    rng = Random(seed)
    text, quotes = _quotes(rng)
    for quote in quotes:
        retyped = FAITHFUL[row](quote, rng)
        assert compare_prepared(retyped, prepare(text)), (retyped, text)


@pytest.mark.clause("F1..F29", "Q1")
@pytest.mark.parametrize("row", [row for row in FAITHFUL if row[:2] not in {"30", "31"}])
@given(seed=SEEDS)
@QUICK
def test_a_passage_that_was_retyped_holds_what_was_quoted_before(row: str, seed: int) -> None:
    rng = Random(seed)
    text, quotes = _quotes(rng)
    retyped = prepare(FAITHFUL[row](text, rng))
    for quote in quotes:
        assert compare_prepared(quote, retyped), (quote, retyped.source)


@pytest.mark.clause("Q6", "Q21")
@pytest.mark.parametrize("change", CHANGED)
@given(seed=SEEDS)
@QUICK
def test_a_changed_quotation_is_not_verbatim(change: str, seed: int) -> None:
    rng = Random(seed)
    text, quotes = _quotes(rng)
    for quote in quotes:
        changed = CHANGED[change](quote, rng)
        if changed != quote and not is_only_shorter(changed, quote):
            assert not compare_prepared(changed, prepare(text)), (changed, text)


@pytest.mark.beside("shows that the retypings and changes of the other tests are made")
@pytest.mark.parametrize("name", [*FAITHFUL, *CHANGED])
def test_every_edit_is_made_somewhere(name: str) -> None:
    edit = FAITHFUL.get(name) or CHANGED[name]
    texts = [passage(Random(seed)) for seed in range(200)]
    assert sum(edit(text, Random(seed)) != text for seed, text in enumerate(texts)) >= 5


def _abstracts(folder: Path) -> list[str]:
    """Abstracts with single spaces; one that holds an entity or a backslash of its own cannot be retyped at will."""
    texts: list[str] = []
    for file in sorted(folder.glob("efetch-*.xml")):
        root = ElementTree.parse(file).getroot()
        texts += [" ".join("".join(node.itertext()).split()) for node in root.iter("AbstractText")]
    return [text for text in texts if text.count(" ") > 8 and re.search(r"&\w+;|\\", text) is None]


@pytest.mark.clause("F1..F31")
@pytest.mark.needs("shared")
@pytest.mark.parametrize("row", FAITHFUL)
def test_faithful_retypings_of_real_abstracts_are_verbatim(row: str, shared: Path) -> None:
    abstracts = _abstracts(shared / "real" / "pubmed")
    assert len(abstracts) > 100
    for number, text in enumerate(abstracts):
        rng, prepared = Random(number), prepare(text)
        for quote in windows(text, rng):
            if compare_prepared(quote, prepared):
                retyped = FAITHFUL[row](quote, rng)
                assert compare_prepared(retyped, prepared), retyped


@pytest.mark.clause("Q6", "Q21")
@pytest.mark.needs("shared")
@pytest.mark.parametrize("change", CHANGED)
def test_changed_quotations_of_real_abstracts_are_not_verbatim(change: str, shared: Path) -> None:
    for number, text in enumerate(_abstracts(shared / "real" / "pubmed")):
        rng, prepared = Random(number), prepare(text)
        for quote in windows(text, rng):
            changed = CHANGED[change](quote, rng)
            if changed != quote and not is_only_shorter(changed, quote):
                assert not compare_prepared(changed, prepared), changed

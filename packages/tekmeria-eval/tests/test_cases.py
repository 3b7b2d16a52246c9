"""The planted cases are many, different, and agree with the oracle."""

from __future__ import annotations

import pytest

from tekmeria_eval.categories import CATEGORIES
from tekmeria_eval.categories.spellings import FAMILIES
from tekmeria_eval.faultlist import FAULTS
from tekmeria_eval.literature import Literature
from tekmeria_eval.running import forms, plant
from tekmeria_eval.styles import STYLES

ISSUE_CATEGORIES = (
    "ok_plain ok_quoted quote_number_changed token_cut forged_code forged_path malformed withdrawn unavailable "
    "retracted uncited"
)


def test_the_categories_that_were_asked_for_are_there() -> None:
    assert set(ISSUE_CATEGORIES.split()) <= set(CATEGORIES)


@pytest.mark.parametrize("category", CATEGORIES)
def test_a_category_has_at_least_twenty_different_cases(literature: Literature, category: str) -> None:
    cases = plant(literature, category, 0, 25)
    assert len({case.signature for case in cases}) >= 20


@pytest.mark.parametrize("category", CATEGORIES)
def test_the_same_seed_plants_the_same_cases(literature: Literature, category: str) -> None:
    first, second = (plant(literature, category, 3, 4) for _ in range(2))
    assert [case.signature for case in first] == [case.signature for case in second]
    assert [case.signature for case in first] != [c.signature for c in plant(literature, category, 4, 4)]


def test_every_style_is_used_in_a_category_of_quotations(literature: Literature) -> None:
    cases = plant(literature, "ok_quoted", 0, 25)
    used = {written.style for number, case in enumerate(cases) for written in forms(case, number, 2)}
    assert used == {name for name, style in STYLES.items() if style.quotes} | {"claims"}


@pytest.mark.parametrize("family", FAMILIES)
def test_every_spelling_can_be_planted_somewhere(literature: Literature, family: str) -> None:
    texts = [issued.text for issued in literature.unflagged]
    for spelling in FAMILIES[family][1]:
        assert any(spelling.pattern.search(text) for text in texts), spelling.pattern.pattern


def test_every_fault_names_a_category() -> None:
    assert {fault.caught_by for fault in FAULTS.values()} <= set(CATEGORIES)

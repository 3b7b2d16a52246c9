"""Where else a quotation stands that its passage does not hold (contract.md §4, Diagnosis)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from tekmeria_contract import (
    IssuedText,
    PassageText,
    Policy,
    mint,
)
from tekmeria_contract.mismatch import Diagnostician
from tekmeria_contract.quotes import QuoteMatch

from .auditing import (
    HANDLE,
    OTHER,
    RING,
    TEXT,
    THERE,
    audit,
    cite,
    only,
)


@pytest.mark.clause("Q49", "R11")
def test_a_mismatch_that_another_passage_holds_says_which() -> None:
    sibling = mint("pmid:99000001", "abstract.2", RING)
    passages = (PassageText(HANDLE, TEXT), PassageText(sibling, "The other arm did not change."))
    citation = only(cite(replace(THERE, passages=passages), "The other arm did not change."))
    assert (citation.cls, citation.held_by, citation.repair_handle) == ("other_passage", sibling, sibling)
    assert citation.repair == "The other arm did not change."


BEFORE, AFTER = "No one withdrew.", "The other arm did not change."


@pytest.mark.clause("Q48")
@pytest.mark.parametrize(
    ("quote", "repair"),
    [
        ("(95% CI, 0.60 to 0.91). The other arm did not change.", "(95% CI, 0.60 to 0.91)."),
        ("No one withdrew. Of 1,204 invented adults", "Of 1,204 invented adults"),
        (f"one withdrew. {TEXT} The other arm", TEXT),
    ],
)
def test_a_quote_over_two_or_three_passages_says_so(quote: str, repair: str) -> None:
    title, sibling = (mint("pmid:99000001", path, RING) for path in ("title", "abstract.2"))
    passages = (PassageText(title, BEFORE), PassageText(HANDLE, TEXT), PassageText(sibling, AFTER))
    citation = only(cite(replace(THERE, passages=passages), quote))
    assert (citation.cls, citation.detail, citation.held_by) == ("spans_passages", None, None)
    assert (citation.repair, citation.repair_handle) == (repair, HANDLE)


@pytest.mark.clause("Q48")
@pytest.mark.parametrize("quote", ["No one withdrew. The other arm", f"{AFTER} {BEFORE}"])
def test_a_quote_over_passages_that_are_no_neighbours_of_each_other_spans_none(quote: str) -> None:
    title, sibling = (mint("pmid:99000001", path, RING) for path in ("title", "abstract.2"))
    passages = (PassageText(title, BEFORE), PassageText(HANDLE, TEXT), PassageText(sibling, AFTER))
    assert only(cite(replace(THERE, passages=passages), quote)).cls != "spans_passages"


@pytest.mark.clause("Q49", "Q53")
def test_each_other_passage_is_searched_once_those_of_the_record_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searched: list[str] = []
    holds = Diagnostician._holds  # pyright: ignore[reportPrivateUsage] -- The search itself is counted.

    def watched(self: Diagnostician, quote: str, text: str) -> QuoteMatch | None:
        searched.append(text)
        return holds(self, quote, text)

    monkeypatch.setattr(Diagnostician, "_holds", watched)
    sibling = mint("pmid:99000001", "abstract.2", RING)
    own = (PassageText(HANDLE, TEXT), PassageText(sibling, AFTER))
    away = replace(THERE, issued=(IssuedText(f"{BEFORE} {AFTER}"),), current=None)
    # The last character of a quotation is left out when all passages are searched at once.
    answer = audit(
        'It fell [{H} "The other arm did not change!"]. It rose [{O}].',
        H=replace(THERE, passages=own),
        O=replace(away, current=f"{BEFORE} {AFTER}", passages=()),
    )
    assert answer.citations[0].cls == "absent"
    assert searched[1:] == [AFTER, f"{BEFORE} {AFTER}"]


@pytest.mark.clause("Q49", "Q53")
def test_the_repair_from_another_passage_is_not_turned_either() -> None:
    sibling = mint("pmid:99000001", "abstract.2", RING)
    passages = (PassageText(HANDLE, TEXT), PassageText(sibling, AFTER))
    citation = only(cite(replace(THERE, passages=passages), "change."))
    assert (citation.cls, citation.held_by) == ("other_passage", sibling)
    assert citation.repair == AFTER


@pytest.mark.clause("Q49")
def test_a_mismatch_that_another_record_of_the_answer_holds_says_which() -> None:
    other = replace(THERE, issued=(IssuedText("Blood pressure stayed the same."),), current=None)
    other = replace(other, current="Blood pressure stayed the same.")
    report = audit('It fell [{H} "Blood pressure stayed the same."]. It rose [{O}].', O=other)
    assert (report.citations[0].cls, report.citations[0].held_by) == ("other_passage", OTHER)


@pytest.mark.clause("Q49")
def test_a_mismatch_that_an_uncited_passage_of_another_record_holds_says_which() -> None:
    beside = mint("pmid:99000002", "abstract.2", RING)
    other = replace(THERE, passages=(PassageText(OTHER, TEXT), PassageText(beside, AFTER)))
    report = audit(f'It fell [{{H}} "{AFTER}"]. It rose [{{O}}].', O=other)
    first = report.citations[0]
    assert (first.cls, first.held_by, first.repair_handle, first.repair) == (
        "other_passage",
        beside,
        beside,
        AFTER,
    )


@pytest.mark.clause("L10", "Q49")
@pytest.mark.parametrize("elision", [False, True])
def test_beyond_its_budget_a_mismatch_is_explained_from_its_own_passage_alone(
    elision: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tekmeria_contract.audit.Diagnostician", partial(Diagnostician, left=len(AFTER)))
    passages = (PassageText(HANDLE, TEXT), PassageText(mint("pmid:99000001", "abstract.2", RING), AFTER))
    citation = only(cite(replace(THERE, passages=passages), AFTER, Policy(elision=elision)))
    assert (citation.verdict, citation.cls, citation.held_by) == ("quote_mismatch", "absent", None)


@pytest.mark.clause("Q43", "Q49")
def test_a_shortened_quotation_of_another_passage_is_found_there_where_the_policy_allows_it() -> None:
    beside = mint("pmid:99000001", "abstract.2", RING)
    passages = (PassageText(HANDLE, TEXT), PassageText(beside, AFTER))
    shortened = cite(replace(THERE, passages=passages), "The other … did not change.", Policy(elision=True))
    assert (only(shortened).cls, only(shortened).held_by) == ("other_passage", beside)

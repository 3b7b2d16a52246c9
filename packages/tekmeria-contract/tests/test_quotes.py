"""Comparing quotations with passages: readings, spans, kinds, elision, titles, cost (contract.md §4, §5, §11)."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tekmeria_contract.diagnosis import diagnose
from tekmeria_contract.occurrences import occurrences
from tekmeria_contract.quotes import (
    QuoteMatch,
    compare_prepared,
    compare_quote,
    folds_to_nothing,
    is_title_part,
    prepare,
)

from .steps import calls

CASES = Path(__file__).parents[3] / "fixtures" / "text" / "fold_cases.jsonl"
PASSAGE = "RESULTS: Risk fell by 10–20% (HR 0.74; 95% CI, 0.65 to 0.85). No harm was seen."


def _cases() -> list[dict[str, str | bool]]:
    return [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]


@pytest.mark.clause("Q1", "Q6", "Q35")
@pytest.mark.parametrize("case", _cases(), ids=lambda case: f"{case['cls']}: {case['quote']}"[:40])
def test_the_cases_of_the_fold_come_out_as_written(case: dict[str, str | bool]) -> None:
    assert bool(compare_quote(str(case["quote"]), str(case["passage"]))) is case["equal"]


@pytest.mark.clause("Q4", "Q5")
def test_a_match_says_where_and_how_the_passage_holds_the_quotation() -> None:
    for quote, kind, found in [
        ("Risk fell by 10–20%", "exact", "Risk fell by 10–20%"),
        ("Risk fell by 10-20 %", "folded", "Risk fell by 10–20%"),
        (" Risk fell ", "folded", "Risk fell"),
        ("Risk fell by **10–20%** (HR", "unmarked", "Risk fell by 10–20% (HR"),
        ("Risk fell,", "folded", "Risk fell"),
        ("(HR 0.74; 95% CI", "exact", "(HR 0.74; 95% CI"),
        (PASSAGE, "exact", PASSAGE),
    ]:
        match = compare_quote(quote, PASSAGE)
        assert match.verbatim and match.span is not None and match.kind == kind
        assert PASSAGE[slice(*match.span)] == found
        assert (match.cls, match.closest, match.repair, match.omitted) == (None, None, None, ())


@pytest.mark.clause("Q1")
def test_a_match_is_true_and_a_mismatch_is_false() -> None:
    assert compare_quote("Risk fell", PASSAGE)
    assert not compare_quote("Risk rose", PASSAGE)
    with pytest.raises(FrozenInstanceError):
        QuoteMatch(True).verbatim = False  # pyright: ignore[reportAttributeAccessIssue] # It is what must fail.


@pytest.mark.clause("Q1")
def test_comparing_with_a_prepared_passage_gives_the_same_verdict_and_no_diagnosis() -> None:
    prepared = prepare(PASSAGE)
    assert prepared.source == PASSAGE
    for quote in ["Risk fell", "No harm was seen.", "0.74"]:
        assert compare_prepared(quote, prepared) == compare_quote(quote, PASSAGE)
    assert compare_prepared("Risk rose", prepared) == QuoteMatch(False)


@pytest.mark.clause("Q7")
@pytest.mark.parametrize(
    "quote",
    [
        *(
            "",
            " ",
            "\u200b",
            "\n\t",
            "**",
            "`` ``",
            "...",
            "…",
            ".",
            " ; ",
            "__",
            "&nbsp;",
            "\u202e",
            "\U000e0041",
        ),
        *("\u00ad", "?!", "()", "[ ]", "。", "&#46;", "\\*", "« »", "~~~~"),
    ],
)
def test_a_quotation_without_text_is_empty_and_never_verbatim(quote: str) -> None:
    assert folds_to_nothing(quote)
    assert not compare_quote(quote, PASSAGE)
    assert not compare_quote(quote, "")


@pytest.mark.clause("Q7")
@pytest.mark.parametrize(
    "quote", ["5", "a", "±", "病", "*2", "%", "no", "-", "→", "\ufffd", "\ue000", "&alpha;", "(5)"]
)
def test_a_quotation_with_text_is_not_empty(quote: str) -> None:
    assert not folds_to_nothing(quote)


@pytest.mark.clause("Q52")
def test_nothing_stands_in_an_empty_passage() -> None:
    match = compare_quote("Risk fell", "")
    assert (match.verbatim, match.cls, match.closest) == (False, "absent", None)


@pytest.mark.clause("F30", "Q2")
def test_the_raw_quotation_is_read_before_its_mark_up() -> None:
    assert compare_quote("CYP2C9*2 or CYP2C9*3", "CYP2C9*2 or CYP2C9*3").kind == "exact"
    assert compare_quote("*2* and *3*", "The *2* and *3* alleles").kind == "exact"
    assert not compare_quote("CYP2C92 or CYP2C93", "CYP2C9*2 or CYP2C9*3")
    assert not compare_quote("about ~~30%~~ of", "about 30% of 5")


@pytest.mark.clause("Q6")
def test_folding_one_sign_never_takes_another_along() -> None:
    for quote, passage in [
        ("the I-J group", "the I⁻-J group"),
        ("an x- y", "an x⁻⁻ y"),
        ("Cl-free", "Cl⁻-free"),
        ("a-b", "a---b"),
        ("x = 5", "x - = 5"),
    ]:
        assert not compare_quote(quote, passage), quote
        assert not compare_quote(passage, quote), quote


@pytest.mark.clause("F1")
def test_entities_are_decoded_once_on_both_sides() -> None:
    assert compare_quote("p < 0.05", "p &lt; 0.05")
    assert compare_quote("p &lt; 0.05", "p < 0.05")
    assert compare_quote("p &#60; 0.05", "p &#x3C; 0.05")
    assert not compare_quote("p &amp;lt; 0.05", "p < 0.05")
    assert not compare_quote("p &lt 0.05", "p < 0.05")


@pytest.mark.clause("Q3")
@pytest.mark.parametrize(
    ("quote", "label"),
    [
        ("RESULTS: Risk fell", "RESULTS"),
        ("Results: Risk fell", "RESULTS"),
        ("Results. Risk fell", "Results:"),
        ("Results - Risk fell", "RESULTS"),
        ("**Results:** Risk fell", "RESULTS"),
        ("Risk fell", "RESULTS"),
        ("METHODS AND FINDINGS: Risk fell", "METHODS AND FINDINGS"),
    ],
)
def test_a_leading_copy_of_the_section_label_is_skipped(quote: str, label: str) -> None:
    match = compare_prepared(quote, prepare("Risk fell by half."), label=label)
    assert match.span == (0, 9)


@pytest.mark.clause("Q3")
def test_only_the_section_label_itself_is_skipped() -> None:
    passage = prepare("Risk fell by half.")
    for quote, label in [
        ("METHODS: Risk fell", "RESULTS"),
        ("Results Risk fell", "RESULTS"),
        ("RESULTS:", "RESULTS"),
    ]:
        assert not compare_prepared(quote, passage, label=label)
    assert not compare_prepared("RESULTS: Risk fell", passage)


@pytest.mark.clause("F31", "Q3", "Q34", "Q40")
def test_one_final_mark_of_the_quotation_may_go() -> None:
    for mark in ".,;:":
        assert compare_quote(f"Risk fell by 10–20%{mark}", PASSAGE)
        assert compare_quote(f"HR 0.74{mark}", PASSAGE)
    for quote in ["Risk fell..", "Risk fell!", "Risk fell .", "HR 0.7.", "Risk fel.", "by 10."]:
        assert not compare_quote(quote, PASSAGE), quote
    assert not compare_quote("as shown (Fig. 6.", "as shown (Fig. 6).")
    assert compare_quote("Fig. 6.", "as shown (Fig. 6).")


@pytest.mark.clause("F13", "Q42")
def test_an_ellipsis_is_text_where_the_passage_has_it() -> None:
    assert compare_quote("and so on… and on", "It went and so on... and on.")
    assert (
        compare_quote("and so on ... and on", "It went and so on ... and on.", elision=True).kind == "exact"
    )


@pytest.mark.clause("Q42", "Q43")
@pytest.mark.parametrize("dots", ["...", "…", "[...]", "[…]", "(...)", ". . .", "…."])
def test_an_ellipsis_stands_for_what_was_left_out_only_where_elision_is_allowed(dots: str) -> None:
    passage = "The drug, as given in this trial, reduced mortality."
    quote = f"The drug {dots} reduced mortality"
    assert not compare_quote(quote, passage)
    match = compare_quote(quote, passage, elision=True)
    assert match.verbatim and match.kind == "elided"
    assert match.omitted == (", as given in this trial,",)
    assert match.span == (0, len(passage) - 1)
    assert match.notes == ()


@pytest.mark.clause("Q43")
def test_elided_fragments_stand_in_order_between_legal_cuts() -> None:
    passage = "Of 12 patients, 5 died; later 2 patients left."
    assert compare_quote("5 died … 2 patients left.", passage, elision=True)
    assert compare_quote("… 5 died …", passage, elision=True)
    assert compare_quote("Of 12 ... 5 ... 2", passage, elision=True).omitted == ("patients,", "died; later")
    for quote in [
        "2 patients left … 5 died",
        "2 patients … 5 died",
        "Of 1 … left",
        "Of 12 … lef",
        "5 died … 5 died",
    ]:
        assert not compare_quote(quote, passage, elision=True), quote


@pytest.mark.clause("Q43")
def test_a_negation_that_was_elided_qualifies_the_quotation() -> None:
    match = compare_quote(
        "The drug did … reduce mortality.", "The drug did not reduce mortality.", elision=True
    )
    assert match.omitted == ("not",)
    assert match.notes == ("qualified",)


@pytest.mark.clause("Q41")
def test_a_short_quotation_that_stands_twice_is_ambiguous() -> None:
    passage = "They took 5 mg, then 5 mg daily; 25 mg later."
    assert compare_quote("5 mg", passage).notes == ("ambiguous",)
    assert compare_quote("25 mg", passage).notes == ()
    assert compare_quote("5 mg daily", passage).notes == ()
    assert compare_quote("They took 5 mg, then 5 mg", passage * 2).notes == ()


@pytest.mark.clause("C26")
def test_a_whole_title_or_its_part_at_a_colon_is_known() -> None:
    title = "Dapavir in heart failure: a randomised trial: the X–Y study."
    for quote in [
        "Dapavir in heart failure: a randomised trial: the X-Y study",
        "Dapavir in heart failure",
        "a randomised trial: the X–Y study.",
        "Dapavir in heart failure: a randomised trial",
        "the X–Y study",
        "*Dapavir in heart failure*",
    ]:
        assert is_title_part(quote, title), quote
    for quote in ["Dapavir", "dapavir in heart failure", "a randomised trial", "", ".", "in heart failure"]:
        assert not is_title_part(quote, title), quote
    assert not is_title_part("", "")


@pytest.mark.clause("L5")
@pytest.mark.parametrize("text", ["a\ud800", "\udfff"])
def test_a_lone_surrogate_in_either_is_misuse(text: str) -> None:
    with pytest.raises(ValueError, match="surrogate"):
        compare_quote(text, PASSAGE)
    with pytest.raises(ValueError, match="surrogate"):
        compare_quote("Risk fell", text)


@pytest.mark.clause("Q14")
@pytest.mark.parametrize("character", [*"\u202e\u2066\U000e0041\ufffd\ue000\u0378"])
def test_refused_characters_matter_in_the_quotation_and_nowhere_else(character: str) -> None:
    passage = f"Risk {character}rose, then risk fell."
    assert compare_quote("then risk fell.", passage)
    assert not compare_quote(f"Risk {character}rose", passage)
    assert not compare_quote("Risk rose", passage)
    assert not compare_quote("rose, then", passage)


@pytest.mark.clause("Q1")
@given(st.text("ab", max_size=8), st.text("ab ", max_size=60), st.integers(0, 5))
@settings(max_examples=500)
def test_every_occurrence_is_found_once_and_in_order(needle: str, text: str, start: int) -> None:
    expected = [i for i in range(start, len(text) - len(needle) + 1) if needle and text.startswith(needle, i)]
    assert list(occurrences(needle, text, start)) == expected


@pytest.mark.clause("Q53")
@given(
    st.text("ab1.% –-(\"'<=…*\\&;血한", max_size=14),
    st.text("ab1.% –-(\"'<=…*\\&;血한", max_size=30),
    st.booleans(),
)
@settings(max_examples=800)
def test_a_verbatim_span_compares_verbatim_itself_and_so_does_a_repair(
    quote: str, text: str, elision: bool
) -> None:
    match = compare_quote(quote, text, elision)
    if match.verbatim:
        assert match.span is not None and match.span[0] <= match.span[1]
    elif match.repair is not None:
        assert match.repair in text
        assert compare_quote(match.repair, text)


def _calls(quote: str, passage: str) -> int:
    """How many calls a diagnosed comparison takes."""
    return calls(lambda: diagnose(quote, prepare(passage), elision=True))


_HOSTILE = (
    "a|a a-|1 |1x|1 x |²|⁺|₂.|^1|<sup>|–|\u00ad|1\u200b|\u0301\u0323|ᄒ|'|1\"|(|&#|&amp;|`|*a |_a_ |\\|< = |.|... "
    "|a...|1 mg |血 |1,|不|ない|a: |1 %|!|\u0378|2⋅|+/-|no |A b. |[...] |a—b |한 "
)


@pytest.mark.clause("L7")
@pytest.mark.parametrize("unit", _HOSTILE.split("|"))
def test_a_hostile_text_twice_as_long_takes_about_twice_the_calls(unit: str) -> None:
    count = 5000 // len(unit)
    for end in ("", "z"):
        cost = _calls(unit * (count // 2) + end, "x" + unit * count + "y")
        assert _calls(unit * count + end, "x" + unit * 2 * count + "y") <= 2.3 * cost + 20_000


@pytest.mark.clause("F30")
def test_mark_up_beside_indices_in_braces_is_taken_out_and_the_indices_stay() -> None:
    passage = "The error was ∑_{i=1}^{n}(|Y−X|)/(Y), then ∑_{i=1}^{n}(Y−X) of the observed doses."
    assert compare_quote(
        "error was ∑_{i=1}^{n}(|Y−X|)/(Y), then ∑_{i=1}^{n}(Y−X) of the `observed` doses", passage
    )
    assert not compare_quote(
        "error was ∑{i=1}^{n}(|Y−X|)/(Y), then ∑_{i=1}^{n}(Y−X) of the observed doses", passage
    )

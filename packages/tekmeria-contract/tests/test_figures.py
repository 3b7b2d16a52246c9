"""Figures of a claim looked for in what it cites, by kind, deceptive cases included (contract.md §7, Figures)."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tekmeria_contract.figures import judge_figures, numbers_of, written_figures


def _judged(claim: str, passage: str) -> list[tuple[str, str]]:
    return [(figure.text, figure.state) for figure in judge_figures(claim, numbers_of(passage))]


@pytest.mark.clause("V30")
@pytest.mark.parametrize(
    "text",
    [
        "CYP2C19",
        "p53",
        "IL-6",
        "CD4+",
        "COVID-19",
        "5-HT",
        "HER2",
        "B12",
        "5-fluorouracil",
        "2C-B",
        "NCT04363697",
        "Q10",
        "PMID 99000001",
        "PMID: 99000001",
        "doi:10.5555/fict.1",
        "https://example.org/12/34",
        "3.4e-5",
        "10⁶",
        "m2",
        "five",
        "ISRCTN 12345678",
        "1" * 41,
        "1 204,567,890",
    ],
)
def test_a_number_in_a_name_an_identifier_or_a_word_is_no_figure(text: str) -> None:
    assert written_figures(f"It was {text} there") == []


@pytest.mark.clause("V30")
@pytest.mark.parametrize(("text", "figures"), [
    ("12-month follow-up, 2-fold, a 5-point scale, 50-mg doses", ["12", "2", "5", "50"]),
    ("type 2 in phase 3, grade 4", ["2", "3", "4"]),
    ("1:100 and 3/4", ["1", "100", "3", "4"]),
    ("0.60–0.91, 10 to 20%, 5-10 mg", ["0.60", "0.91", "10", "20%", "5", "10"]),
    ("on 2020-03-16", ["2020", "16"]),
    ("on 16 March 2020", ["16", "2020"]),
    ("共517名患者，占20％", ["517", "20％"]),
    ("P<.001", [".001"]),
])  # fmt: skip
def test_measures_ranges_ratios_and_dates_are_figures(text: str, figures: list[str]) -> None:
    assert written_figures(text) == figures


@pytest.mark.clause("V31", "V34", "V35")
@pytest.mark.parametrize(
    ("claim", "passage", "state"),
    [
        # The same number in another dress.
        ("1204", "1,204", "found"),
        ("1,204", "1 204", "found"),
        ("1.204", "1204", "found"),
        ("0·74", "0.74", "found"),
        ("0,74", "0.74", "found"),
        (".74", "0.74", "found"),
        ("0.740", "0.74", "found"),
        ("8 %", "8%", "found"),
        ("8 percent", "8%", "found"),
        ("8 per cent", "8%", "found"),
        ("10%", "10–20%", "found"),
        ("10%", "10 to 20 per cent", "found"),
        ("10%", "10 and 20%", "found"),
        ("５１７", "517", "found"),
        ("517", "共５１７名", "found"),
        ("百分之20", "20%", "found"),
        ("20％", "百分之20", "found"),
        ("٥١٧", "517", "found"),
        ("8٪", "8﹪", "found"),
        ("12 months", "12-month", "found"),
        ("12-month", "12 months", "found"),
        ("1.2 million", "1,200,000", "found"),
        ("1.2万", "12,000", "found"),
        ("1.2 × 10⁶", "1.2 x 10^6", "found"),
        ("1.2 × 10⁶", "1,200,000", "found"),
        ("3 × 10⁻²", "0.03", "found"),
        ("5", "five", "found"),
        ("12", "zwölf", "found"),
        ("0.4", "−0.4", "found"),
        ("-0.4", "0.4", "found"),
        ("11\u2009702", "11,702", "found"),
        ("1'204", "1204", "found"),
        # Other numbers that look like it.
        ("93%", "93", "not_found"),
        ("93", "93%", "not_found"),
        ("0.93", "93%", "not_found"),
        ("120", "1204", "not_found"),
        ("204", "1,204", "not_found"),
        ("6", "IL-6", "not_found"),
        ("2", "CYP2C19", "not_found"),
        ("19", "COVID-19", "not_found"),
        ("1.2 × 10⁹", "1.2 × 10⁶", "not_found"),
        ("1.2", "1.2 × 10⁶", "not_found"),
        ("1.2 million", "1.2", "not_found"),
        ("10", "3.2\u2009×\u200910⁻³ mg", "not_found"),
        ("3.2", "3.2\u2009×\u200910⁻³ mg", "not_found"),
        ("0.0032", "3.2\u2009×\u200910⁻³ mg", "found"),
        ("10", "a share of 10⁻³", "not_found"),
        ("1.2", "1.2 million", "not_found"),
        ("1.2亿", "1.2万", "not_found"),
        ("517", "5 17", "not_found"),
        ("74", "0.74", "not_found"),
        ("11", "once", "not_found"),
        ("6", "sixty", "not_found"),
        ("10", "10⁶", "not_found"),
        ("5%", "five", "not_found"),
        ("99000001", "PMID 99000001", "not_found"),
    ],
)
def test_a_figure_is_found_in_any_dress_and_no_other_is_taken_for_it(
    claim: str, passage: str, state: str
) -> None:
    (figure,) = _judged(f"It was {claim} there", f"It was {passage} here.")
    assert figure[1] == state


@pytest.mark.clause("V32")
@pytest.mark.parametrize(
    ("claim", "passage", "state"),
    [
        ("0.7", "0.74", "rounded"),
        ("0.8", "0.75", "rounded"),
        ("0.2", "0.25", "rounded"),
        ("0.3", "0.25", "rounded"),
        ("8%", "7.7%", "rounded"),
        ("1.2 million", "1,204,000", "rounded"),
        ("0.7", "0.76", "not_found"),
        ("0.74", "0.7", "not_found"),
        ("8%", "7.7", "not_found"),
        ("7", "7.7", "not_found"),
        ("1,200", "1,204", "not_found"),
    ],
)
def test_a_figure_may_be_rounded_to_its_own_decimals_and_no_farther(
    claim: str, passage: str, state: str
) -> None:
    (figure,) = _judged(f"It was {claim} there", f"It was {passage} here.")
    assert figure[1] == state


@pytest.mark.clause("V30..V32")
@given(st.decimals(min_value=0, max_value=9999, places=3), st.integers(0, 3), st.booleans())
@settings(max_examples=300)
def test_every_number_is_found_and_every_rounding_of_it_rounded(
    value: Decimal, places: int, percent: bool
) -> None:
    mark = "%" if percent else ""
    rounded = value.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)
    (figure,) = _judged(f"It was {rounded}{mark} there", f"It was {value}{mark} here.")
    assert figure[1] == ("found" if rounded == value else "rounded")
    (other,) = _judged(f"It was {value + 1}{mark} there", f"It was {value}{mark} here.")
    assert other[1] == "not_found"


@pytest.mark.clause("V30")
def test_figures_are_shown_as_written_wherever_they_stand() -> None:
    claim = "共５１７名 and 12-month, 1.2 × 10⁶ (8 per cent)."
    assert written_figures(claim) == ["５１７", "12", "1.2 × 10⁶", "8 per cent"]
    assert all(figure in claim for figure in written_figures(claim))


@pytest.mark.clause("V30", "V32")
def test_each_figure_of_a_claim_is_judged_by_itself() -> None:
    judged = judge_figures("Of 4.1, 4.2 and 4.3 the last rose.", numbers_of("It was 4.18 and 4.3."))
    assert [(figure.text, figure.state) for figure in judged] == [
        ("4.1", "not_found"),
        ("4.2", "rounded"),
        ("4.3", "found"),
    ]

"""Brackets that begin like a citation and are none, notes beside handles, empty quotations (contract.md §5)."""

from __future__ import annotations

import pytest

from tekmeria_contract.quotebounds import MAX_QUOTE
from tekmeria_contract.vocabulary import CITATION_REASONS

from .answers import cited, filled, read, sentences

MALFORMED = {
    "a plain PMID": ("[PMID: 99000001]", "no_path"),
    "without a colon": ("[PMID 99000001]", "no_path"),
    "a hyphen for the slash": ("[pmid:99000001-abstract]", "id_shape"),
    "no code": ("[pmid:99000001/abstract.7]", "no_code"),
    "a list of PMIDs": ("[PMID: 99000001, 99000002]", "no_path"),
    "full width": ("［pmid:99000001］", "no_path"),
    "lenticular": ("【pmid:99000001】", "no_path"),
    "an unknown scheme": ("[foo:1/abstract.7~ae2tc]", "unknown_scheme"),
    "another script": ("[рmid:99000001/abstract.7~ae2tc]", "not_ascii"),
    "a path in another script": ("[pmid:99000001/результат.7~ae2tc]", "not_ascii"),
    "not closed": ("[pmid:99000001 ", "no_path"),
    "a hyphen for the colon": ("[PMID-99000001]", "no_path"),
    "an equals sign for the colon": ("[pmid=99000001]", "no_path"),
    "a slash for the colon": ("[pmid/99000001/abstract.7~ae2tc]", "no_scheme"),
    "a point for the colon": ("[pmid.99000001/abstract.7]", "no_code"),
}


@pytest.mark.clause("C15")
@pytest.mark.parametrize(("written", "reason"), MALFORMED.values(), ids=MALFORMED)
def test_a_square_bracket_that_begins_like_a_citation_and_holds_no_handle_is_malformed(
    written: str, reason: str
) -> None:
    answer = read(f"Mortality fell {written}. Next claim.")
    assert [(sentence, state) for sentence, _, state in cited(answer)] == [(0, reason)]
    assert sentences(answer) == ["Mortality fell.", "Next claim."]


@pytest.mark.clause("C16", "C17")
@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("[{H}, p. 5]", "note_in_bracket"),
        ("[{H} see Table 2]", "note_in_bracket"),
        ("[{H}: exact words]", "note_in_bracket"),
        ("[HR 0.74; {H}]", "note_in_bracket"),
        ("[Smith 2019, {H}]", "note_in_bracket"),
        ("［{H}，第五页］", "note_in_bracket"),
        ("[{H}-9]", "range"),
        ("[{H} to 9]", "range"),
    ],
)
def test_a_note_or_a_range_in_a_square_bracket_makes_it_malformed(written: str, reason: str) -> None:
    answer = read(f"Mortality fell {written}. Next claim.")
    assert cited(answer) == [(0, "H", reason)]
    assert sentences(answer) == ["Mortality fell.", "Next claim."]
    assert reason in CITATION_REASONS


@pytest.mark.clause("C16")
@pytest.mark.parametrize("range_", ["[{H}-{J}]", "[{H}–{J}]", "[{H} — {J}]", "[{H} to {J}]", "[{H}…{J}]"])
def test_a_range_of_handles_is_malformed_on_both_sides(range_: str) -> None:
    assert cited(read(f"Mortality fell {range_}.")) == [(0, "H", "range"), (0, "J", "range")]


@pytest.mark.clause("C18")
def test_in_parentheses_the_handle_is_a_citation_and_the_rest_is_prose() -> None:
    for written, left in {
        "({H}, n = 40)": "Mortality fell (n = 40).",
        "(HR 0.74; {H})": "Mortality fell (HR 0.74).",
        "(see the trial by Smith {H} for details)": "Mortality fell (see the trial by Smith for details).",
        "(n = 40, {H}, men only)": "Mortality fell (n = 40, men only).",
    }.items():
        answer = read(f"Mortality fell {written}.")
        assert cited(answer) == [(0, "H", "ok")], written
        assert sentences(answer) == [left]
        assert answer.citations[0].raw == filled("{H}")


@pytest.mark.clause("C22")
@pytest.mark.parametrize(
    "mark",
    [
        "[sic]",
        "[ ]",
        "[64, 128, 256]",
        "[NCT99000001]",
        "[search-term]",
        "[95% CI, 0.6 to 0.9]",
        "[search terms]",
        "[a](http://x.example)",
    ],
)
def test_other_brackets_are_no_citations(mark: str) -> None:
    assert read(f"Mortality {mark} fell.").citations == ()


@pytest.mark.clause("C20", "Q7")
@pytest.mark.parametrize(
    "quote",
    [
        *(
            '""',
            "“”",
            '" "',
            f'"{chr(0x200B)}"',
            '"\u00ad"',
            '"\u202e"',
            '"**"',
            '"`` ``"',
            '"..."',
            "“…”",
            '"."',
        ),
        *('" ; "', '"__"', '"&nbsp;"', '"&#8203;"', '"[…]"', '"?!"', "“ 。 ”", '"\\*"'),
    ],
)
def test_a_quotation_that_holds_no_text_is_malformed(quote: str) -> None:
    assert cited(read(f"It fell [{{H}} {quote}].")) == [(0, "H", "empty_quote")]


@pytest.mark.clause("C21")
def test_a_quotation_over_the_limit_is_malformed_and_the_rest_is_judged() -> None:
    long = "many words " * (MAX_QUOTE // 11 + 1)
    answer = read(f'It fell [{{H}} "{long}"; {{J}} "{long[:2000].strip()}"].')
    assert cited(answer) == [(0, "H", "too_long_quote"), (0, "J", "ok")]

"""Citations in text: handles first, delimiters second (contract.md §5)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tekmeria_contract.quotebounds import MAX_QUOTE
from tekmeria_contract.vocabulary import CITATION_REASONS, DELIMITERS, ORIGINS

from .answers import H, J, cited, filled, quoted, read, sentences

DELIMITED = {
    "square": ("[{H}]", None),
    "spaced": ("[ {H} ]", None),
    "stop inside": ("[{H}.]", None),
    "parentheses": ("({H})", None),
    "double": ("[[{H}]]", None),
    "both": ("([{H}])", None),
    "braces": ("{{H}}", "braces"),
    "angle": ("<{H}>", None),
    "full width": ("［{H}］", "full_width"),
    "full-width parentheses": ("（{H}）", "full_width"),
    "lenticular": ("【{H}】", "lenticular"),
    "tortoise shell": ("〔{H}〕", "lenticular"),
    "corner": ("「{H}」", "corner"),
    "escaped": ("\\[{H}\\]", None),
    "entity": ("&#91;{H}&#93;", "entity"),
    "code": ("`{H}`", None),
    "code inside": ("[`{H}`]", None),
    "code outside": ("`[{H}]`", None),
    "bold": ("**[{H}]**", None),
    "italics inside": ("[*{H}*]", None),
    "superscript": ("<sup>[{H}]</sup>", None),
    "caret": ("^[{H}]", None),
    "footnote label": ("[^{H}]", "footnote_label"),
    "LaTeX": ("\\cite{{H}}", "cite"),
    "LaTeX with parentheses": ("\\citep{{H}}", "cite"),
    "bare": ("{H}", None),
    "address": ("evidence://passage/{H}", None),
    "short address": ("evidence://{H}", None),
    "address in angles": ("<evidence://{H}>", None),
    "label": ("[see {H}]", None),
    "compare": ("(cf. {H})", None),
    "source": ("[source: {H}]", None),
    "cite": ("[cite: {H}]", None),
    "not closed": ("[{H}", "unclosed"),
    "closed by another": ("[{H})", "mismatched"),
    "never opened": ("{H}]", "unopened"),
}


@pytest.mark.clause("A36", "C2..C4", "C42", "H24")
@pytest.mark.parametrize(("written", "delimiter"), DELIMITED.values(), ids=DELIMITED)
@pytest.mark.parametrize("behind", [False, True], ids=["before the stop", "behind the stop"])
def test_a_citation_is_read_in_any_delimiter_and_leaves_the_sentence_whole(
    written: str, delimiter: str | None, behind: bool
) -> None:
    answer = read(
        f"Mortality fell. {written} It rose later." if behind else f"Mortality fell {written}. It rose later."
    )
    assert sentences(answer) == ["Mortality fell.", "It rose later."]
    assert cited(answer) == [(0, "H", "ok")]
    assert answer.citations[0].delimiter == delimiter
    assert delimiter is None or delimiter in DELIMITERS
    assert answer.citations[0].repaired == ()


@pytest.mark.clause("C5")
@pytest.mark.parametrize(
    "several",
    [
        "[{H}; {J}]",
        "[{H}, {J}]",
        "[{H} {J}]",
        "[{H}/{J}]",
        "[{H} & {J}]",
        "[{H} and {J}]",
        "[{H}\n{J}]",
        "[see {H}; cf. {J}]",
        "[{H}][{J}]",
        "[{H}], [{J}]",
        "([{H}], [{J}])",
        "({H}; see also {J})",
        "[[{H}], [{J}]]",
        "{H}, {J}",
        "【{H}】【{J}】",
    ],
)
def test_several_handles_in_one_bracket_or_side_by_side_are_so_many_citations(several: str) -> None:
    answer = read(f"Mortality fell {several}.")
    assert cited(answer) == [(0, "H", "ok"), (0, "J", "ok")]
    assert sentences(answer) == ["Mortality fell."]


QUOTES = {
    "straight": '[{H} "Q"]',
    "curly": "[{H} “Q”]",
    "low": "[{H} „Q“]",
    "angle": "[{H} «Q»]",
    "corner": "[{H} 「Q」]",
    "double corner": "[{H} 『Q』]",
    "single": "[{H} 'Q']",
    "curly single": "[{H} ‘Q’]",
    "single, glued": "[{H}'Q']",
    "glued": '[{H}"Q"]',
    "colon": '[{H}: "Q"]',
    "comma": '[{H}, "Q"]',
    "semicolon": '[{H}; "Q"]',
    "dash": "[{H} — “Q”]",
    "bar": '[{H} | "Q"]',
    "before": '["Q" {H}]',
    "before, colon": '["Q": {H}]',
    "parentheses": '({H} "Q")',
    "before, in parentheses": "(“Q” {H})",
    "entity": "[{H} &quot;Q&quot;]",
    "full width": "［{H} “Q”］",
    "stop behind": '[{H} "Q".]',
}


@pytest.mark.clause("C6", "P6")
@pytest.mark.parametrize("written", QUOTES.values(), ids=QUOTES)
def test_a_quotation_in_the_bracket_is_the_citations_own_in_any_pair_of_marks(written: str) -> None:
    answer = read(f"Mortality fell {written.replace('Q', 'was 0.74 [95% CI; 0.6]')}. Next claim.")
    assert quoted(answer) == [("H", "was 0.74 [95% CI; 0.6]", "bracket")]
    assert sentences(answer) == ["Mortality fell.", "Next claim."]
    (citation,) = answer.citations
    assert citation.quote_span is not None
    assert answer.text is not None
    assert answer.text[slice(*citation.quote_span)] == "was 0.74 [95% CI; 0.6]"


@pytest.mark.clause("C7")
@pytest.mark.parametrize(
    "quote",
    [
        "it's the patients' own risk",
        'the so-called "gold standard", which was',
        'a 5" tube was used',
        "a “nested” quotation",
        "brackets [closed], (closed) and ] not",
        "one; two, three: four",
        "ends with a bracket [x]",
    ],
)
def test_a_quotation_may_hold_marks_and_brackets_of_its_own(quote: str) -> None:
    answer = read(f'Mortality fell [{{H}} "{quote}"; {{J}}]. Next claim.')
    assert quoted(answer) == [("H", quote, "bracket"), ("J", None, None)]
    assert sentences(answer) == ["Mortality fell.", "Next claim."]


@pytest.mark.clause("C8")
def test_two_quotations_on_one_handle_are_two_citations_of_it() -> None:
    answer = read('Mortality fell [{H} "lower risk" "and fewer admissions for heart failure"].')
    assert quoted(answer) == [
        ("H", "lower risk", "bracket"),
        ("H", "and fewer admissions for heart failure", "bracket"),
    ]


@pytest.mark.clause("C9")
def test_the_same_handle_and_quotation_twice_in_a_sentence_count_once() -> None:
    assert cited(read("It fell [{H}] and fell [{H}]. It rose [{H}].")) == [(0, "H", "ok"), (1, "H", "ok")]
    assert quoted(read('It fell [{H} "a b"] so [{H} "a b"] and [{H} "c d"].')) == [
        ("H", "a b", "bracket"),
        ("H", "c d", "bracket"),
    ]


@pytest.mark.clause("C19")
@pytest.mark.parametrize(
    "text",
    [
        '[{H} "never closed. A claim stands here. Another [{F}].',
        '[{H} "never closed]. A claim stands here. Another [{F}].',
        "[{H} “never closed. A claim stands here. Another [{F}].",
        '[{H} "never closed. A claim stands here. Another [{F} "two words"].',
    ],
)
def test_an_unclosed_quotation_makes_its_citation_malformed_and_hides_nothing(text: str) -> None:
    answer = read("Mortality fell " + text)
    assert cited(answer)[0] == (0, "H", "unclosed_quote")
    assert ("F", "forged") in [(name, state) for _, name, state in cited(answer)]
    assert "A claim stands here." in sentences(answer)
    assert "never closed" in sentences(answer)[0]


@pytest.mark.clause("C2")
def test_a_missing_closer_ends_at_the_handle_and_swallows_nothing() -> None:
    answer = read("It fell [{H}. It rose [{J}). It stayed {K}].")
    assert sentences(answer) == ["It fell.", "It rose.", "It stayed."]
    assert cited(answer) == [(0, "H", "ok"), (1, "J", "ok"), (2, "K", "ok")]


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
    "not closed": ("[pmid:99000001 ", "no_path"),
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


BRACKETS = [*"[](){}<>【】［］（）「」\"“”'‘’«»`\\;,.-|!#", "**", "_", "~~", "&lt;"]
MIXED = st.lists(
    st.sampled_from([*BRACKETS, " ", " word ", " Stop. Next ", "{H}", "{J}", "{F}", "\n"]), max_size=25
)


@pytest.mark.clause("C1", "C2", "C14")
@given(MIXED)
def test_delimiters_opened_closed_and_mixed_at_random_never_make_a_citation_vanish(pieces: list[str]) -> None:
    text = "Mortality fell " + " ".join(pieces) + " and rose."
    answer = read(text)
    wanted = filled(text)
    for handle in (H, J):
        if handle in wanted:
            assert any(citation.handle == handle for citation in answer.citations)
    for citation in answer.citations:
        assert wanted[slice(*citation.span)] == citation.raw
        assert citation.origin is None or citation.origin in ORIGINS

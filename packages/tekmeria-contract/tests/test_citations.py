"""Citations in text: handles first, delimiters second (contract.md §5)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tekmeria_contract.vocabulary import DELIMITERS, ORIGINS

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
    "label between brackets": ("(Source: [{H}])", None),
    "label between square brackets": ("[see [{H}]]", None),
    "quotation marks": ("“{H}”", None),
    "straight marks": ('"{H}"', None),
    "angle marks": ("«{H}»", None),
    "double angles": ("《{H}》", None),
    "mathematical angles": ("⟨{H}⟩", None),
    "bars": ("|{H}|", None),
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


@pytest.mark.clause("C7")
@pytest.mark.parametrize(
    "quotation",
    ["‘the patient’s own risk’", "“a “nested” one”", "«un «mot» dit»", "'the patient's own risk'"],
)
def test_a_quotation_may_hold_its_own_marks_again(quotation: str) -> None:
    for written in (f"{{H}} {quotation}", f"{quotation} {{H}}"):
        assert quoted(read(f"Mortality fell [{written}].")) == [("H", quotation[1:-1], "bracket")]


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


@pytest.mark.clause("A36", "C23")
@pytest.mark.parametrize("pair", ['"{}"', "“{}”", "«{}»", "»{}«", "„{}“", "『{}』"])
@pytest.mark.parametrize("joint", ["[{H}]", " [{H}] "])
def test_a_citation_between_two_quotations_leaves_both(pair: str, joint: str) -> None:
    answer = read(f"It {pair.format('fell by half')}{joint}{pair.format('and rose again')}.")
    assert [quote for _, quote, _ in quoted(answer)] == ["fell by half", "and rose again"]


@pytest.mark.clause("A36", "C42")
@pytest.mark.parametrize("mark", ["**", "_", "*"])
def test_emphasis_that_a_script_without_spaces_makes_none_leaves_with_its_citation(mark: str) -> None:
    answer = read(
        f"死亡率下降。{mark}[{{H}}]{mark}血压升高。\n\n血糖{mark}[{{J}}]{mark}不变。血糖 [{{K}}]不变。"
    )
    assert sentences(answer) == ["死亡率下降。", "血压升高。", "血糖不变。", "血糖不变。"]
    assert cited(answer) == [(0, "H", "ok"), (2, "J", "ok"), (3, "K", "ok")]

"""Quotations of the prose and block quotes (contract.md §5)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tekmeria_contract.quotations import is_long, quotations

from .answers import cited, filled, kinds, quoted, read, sentences

PAIRS = {
    "straight": '"Q"',
    "curly": "“Q”",
    "low": "„Q“",
    "low and high": "„Q”",
    "angle": "«Q»",
    "angle, spaced": "« Q »",
    "angle, turned": "»Q«",
    "corner": "「Q」",
    "double corner": "『Q』",
    "single": "'Q'",
    "curly single": "‘Q’",
    "entity": "&quot;Q&quot;",
    "element": "<q>Q</q>",
    "full width": "＂Q＂",
}


@pytest.mark.clause("A11", "C23")
@pytest.mark.parametrize("written", PAIRS.values(), ids=PAIRS)
def test_a_quotation_of_three_words_is_compared_whatever_the_pair_of_marks(written: str) -> None:
    answer = read(f"It {written.replace('Q', 'reduced the risk')} in men [{{H}}]. Next.")
    assert [(name, (quote or "").strip(), origin) for name, quote, origin in quoted(answer)] == [
        ("H", "reduced the risk", "prose")
    ]
    (citation,) = answer.citations
    assert answer.text is not None and citation.quote_span is not None
    assert answer.text[slice(*citation.quote_span)].strip() == "reduced the risk"


@pytest.mark.clause("C23", "C27")
@pytest.mark.parametrize(
    ("words", "compared"),
    [
        ("risk", False),
        ("the risk", False),
        ("the — risk", False),
        ("of the risk", True),
        ("死亡率下降了", True),
        ("死亡率下降", False),
    ],
)
def test_shorter_quotations_are_kept_with_their_sentence(words: str, compared: bool) -> None:
    answer = read(f"It was “{words}” that fell [{{H}}].")
    assert quoted(answer) == [("H", words if compared else None, "prose" if compared else None)]
    assert [short.text for short in answer.sentences[0].short_quotations] == ([] if compared else [words])


@pytest.mark.clause("C24")
def test_a_quotation_goes_to_the_citation_behind_it_else_to_the_one_before() -> None:
    assert quoted(read('Per {H} it "reduced the risk" [{J}].')) == [
        ("H", None, None),
        ("J", "reduced the risk", "prose"),
    ]
    assert quoted(read('Per {H} and {J} it "reduced the risk".')) == [
        ("H", None, None),
        ("J", "reduced the risk", "prose"),
    ]
    assert quoted(read('It "fell by half" [{H}] and "rose by half" [{J}].')) == [
        ("H", "fell by half", "prose"),
        ("J", "rose by half", "prose"),
    ]
    assert quoted(read('He said "it fell [{H}] by half" in [{J}].')) == [
        ("H", None, None),
        ("J", "it fell by half", "prose"),
    ]


@pytest.mark.clause("C24")
def test_a_further_quotation_repeats_the_citation() -> None:
    assert quoted(read('It "fell by half" and "rose by half" [{H} "in the trial"].')) == [
        ("H", "in the trial", "bracket"),
        ("H", "fell by half", "prose"),
        ("H", "rose by half", "prose"),
    ]


@pytest.mark.clause("C24")
def test_a_quotation_goes_to_a_genuine_citation_if_there_is_one() -> None:
    assert quoted(read('It "fell by half" [{F}; {H}].')) == [
        ("F", None, None),
        ("H", "fell by half", "prose"),
    ]


@pytest.mark.clause("C23")
def test_quotations_of_a_sentence_that_cites_nothing_are_not_compared() -> None:
    answer = read('It "fell by half" there. It rose [{H}].')
    assert quoted(answer) == [("H", None, None)]


@pytest.mark.clause("C23", "C24")
def test_any_number_of_quotations_before_a_bare_handle_are_those_of_the_prose() -> None:
    words = ["fell by half", "rose by half", "was not seen", "was seen twice", "came too late"]
    answer = read("It " + " ".join(f"“{quote}”" for quote in words) + " {H}.")
    assert quoted(answer) == [("H", quote, "prose") for quote in words]


@pytest.mark.clause("A29", "C23")
def test_marks_in_two_sentences_of_a_row_are_no_quotation() -> None:
    answer = read('| a | b |\n|--|--|\n| "It fell by half. | It rose too." [{H}] |\n')
    assert sentences(answer)[1:] == ['"It fell by half.', 'It rose too."']
    assert quoted(answer) == [("H", None, None)]


@pytest.mark.clause("S18")
def test_a_hard_break_ends_a_sentence_only_before_a_line_that_begins_anew() -> None:
    assert sentences(read("It fell  \nThe rest rose.")) == ["It fell", "The rest rose."]
    assert sentences(read("It fell\\\nand the rest rose.")) == ["It fell and the rest rose."]


@pytest.mark.clause("S4", "S18")
def test_a_quotation_is_never_split() -> None:
    answer = read('They wrote: "It fell by half. It did so twice." [{H}] Next.')
    assert sentences(answer) == ['They wrote: "It fell by half. It did so twice."', "Next."]
    assert quoted(answer) == [("H", "It fell by half. It did so twice.", "prose")]


@pytest.mark.clause("C23")
@pytest.mark.parametrize(
    "text",
    [
        "The patients' own risk and the trials' results fell [{H}].",
        "It's the drug's effect that isn't there [{H}].",
        "The 5' end and the 3' end of it fell [{H}].",
        'A 5" tube of it fell [{H}].',
        "In the '90s and the '80s it fell [{H}].",
    ],
)
def test_apostrophes_and_primes_are_no_quotations(text: str) -> None:
    assert quoted(read(text)) == [("H", None, None)]


@pytest.mark.clause("C23")
@given(st.text(alphabet="ab \"'“”‘’«»„「」.,s5", max_size=60))
def test_quotations_lie_between_marks_that_belong_together(text: str) -> None:
    for start, end in quotations(text):
        assert 0 < start <= end < len(text)
        assert not text[start - 1].isalnum() and not text[end].isalnum()


@pytest.mark.clause("C23")
def test_words_are_counted_by_what_has_a_letter_or_digit() -> None:
    assert is_long("5 mg daily")
    assert not is_long("— 5 mg —")


BLOCK = "> Mortality fell by half. It did so twice.\n"


@pytest.mark.clause("C28")
@pytest.mark.parametrize(
    "cites",
    [
        "> [{H}]",
        ">\n> [{H}]",
        ">\n> — {H}",
        ">\n> — [{H}]",
        "> ({H})",
        ">\n> -- {H}",
    ],
)
def test_a_block_quote_whose_citations_stand_behind_its_last_word_is_one_quotation(cites: str) -> None:
    answer = read(BLOCK + cites)
    assert sentences(answer) == ["Mortality fell by half. It did so twice."]
    assert kinds(answer) == ["claim"]
    assert quoted(answer) == [("H", "Mortality fell by half. It did so twice.", "blockquote")]


@pytest.mark.clause("C30")
def test_the_attribution_of_a_block_quote_is_no_part_of_it() -> None:
    answer = read("> Mortality fell by half.\n>\n> — Smith and others {H}")
    assert sentences(answer) == ["Mortality fell by half.", "Smith and others"]
    assert kinds(answer) == ["claim", "reference"]
    assert quoted(answer) == [("H", "Mortality fell by half.", "blockquote")]


@pytest.mark.clause("A20", "C30")
def test_what_states_something_behind_a_dash_is_a_claim() -> None:
    answer = read("> Mortality fell by half. [{H}]\n>\n> — And aspirin cures everything for all time.")
    assert kinds(answer) == ["claim", "claim"]


@pytest.mark.clause("C28")
def test_a_block_quote_behind_a_citing_lead_in_has_its_citations() -> None:
    answer = read("The trial reported [{H}]:\n\n" + BLOCK)
    assert kinds(answer) == ["leadin", "claim"]
    assert cited(answer) == [(0, "H", "ok"), (1, "H", "ok")]
    assert quoted(answer)[1] == ("H", "Mortality fell by half. It did so twice.", "blockquote")


@pytest.mark.clause("C31")
def test_a_block_quote_is_compared_even_where_its_citation_quotes_other_words() -> None:
    answer = read('> Mortality fell by half. [{H} "fell by half"]')
    assert quoted(answer) == [
        ("H", "fell by half", "bracket"),
        ("H", "Mortality fell by half.", "blockquote"),
    ]


@pytest.mark.clause("C28")
def test_marks_around_a_whole_block_quote_are_no_part_of_what_is_compared() -> None:
    assert quoted(read("> “Mortality fell by half.” [{H}]")) == [
        ("H", "Mortality fell by half.", "blockquote")
    ]


@pytest.mark.clause("C28", "C29")
@pytest.mark.parametrize(
    "text",
    [
        "> **Note:** Mortality fell “by a full half” [{H}].",
        "> [!NOTE]\n> Mortality fell “by a full half” [{H}].",
        "> Mortality fell “by a full half” [{H}] in men.",
    ],
)
def test_a_callout_or_a_quote_with_citations_inside_holds_quotations_of_its_own(text: str) -> None:
    answer = read(text)
    assert quoted(answer) == [("H", "by a full half", "prose")]
    assert "[!" not in sentences(answer)[0]


@pytest.mark.clause("C28")
def test_each_sentence_of_a_block_quote_with_citations_inside_is_its_own() -> None:
    answer = read("> One fell [{H}].\n>\n> Two fell [{J}].")
    assert cited(answer) == [(0, "H", "ok"), (1, "J", "ok")]
    assert [quote for _, quote, _ in quoted(answer)] == [None, None]


@pytest.mark.clause("A20", "C28")
def test_a_block_quote_that_nobody_cites_is_so_many_claims() -> None:
    answer = read(BLOCK)
    assert kinds(answer) == ["claim", "claim"]


@pytest.mark.clause("A37")
def test_the_span_of_a_block_quote_reaches_from_its_first_to_its_last_word() -> None:
    text = filled("> One fell.\n>\n> Two fell.\n>\n> — {H}")
    (sentence,) = read(text).sentences
    assert text[slice(*sentence.span)] == "One fell.\n>\n> Two fell."


BEHIND = {
    "a bracket": "[{H}]",
    "a dash": "— [{H}]",
    "two hyphens": "-- {H}",
    "a label": "Source: {H}",
    "a mark": "[1]\n\n[1]: {H}",
}


@pytest.mark.clause("C50")
@pytest.mark.parametrize("cites", BEHIND.values(), ids=BEHIND)
@pytest.mark.parametrize("within", ["", "- "], ids=["alone", "in an item"])
def test_a_paragraph_of_citations_directly_behind_a_block_quote_is_its_attribution(
    cites: str, within: str
) -> None:
    text = f"{within}> It fell by half. It did so twice.\n\n{' ' * len(within)}{cites}"
    answer = read(text)
    assert sentences(answer)[0] == "It fell by half. It did so twice."
    assert quoted(answer)[0] == ("H", "It fell by half. It did so twice.", "blockquote")
    assert cited(answer)[0] == (0, "H", "ok")


@pytest.mark.clause("C30", "C50")
def test_a_source_named_behind_a_block_quote_is_no_claim() -> None:
    answer = read("> It fell by half.\n\n— Smith and others, {H}")
    assert list(zip(sentences(answer), kinds(answer), strict=True)) == [
        ("It fell by half.", "claim"),
        ("Smith and others", "reference"),
    ]
    assert quoted(answer) == [("H", "It fell by half.", "blockquote")]


@pytest.mark.clause("C44", "C50")
@pytest.mark.parametrize(
    "text",
    [
        "> It fell by half. [{J}]\n\n[{H}]",
        "> It fell by half.\n\n***\n\n[{H}]",
        "> It fell by half.\n\nNext.\n\n[{H}]",
        "> **Note:** It fell by half.\n\n[{H}]",
        "> - It fell by half.\n\n[{H}]",
        "- > It fell by half.\n\n[{H}]",
        "> It fell by half.\n\n## [{H}]",
        "> It fell by half.\n\n- [{H}]",
    ],
)
def test_a_citation_elsewhere_is_no_attribution(text: str) -> None:
    assert (None, "H", "ok") in cited(read(text))


@pytest.mark.clause("C42", "C50")
def test_words_of_their_own_behind_a_block_quote_are_no_attribution() -> None:
    answer = read("> It fell by half.\n\nIt rose again. — [{H}]")
    assert cited(answer) == [(1, "H", "ok")]
    assert quoted(answer) == [("H", None, None)]

"""Which sentence is a claim (contract.md §3)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tekmeria_contract.claims import MAX_EXEMPT_WORDS, may_be_exempt
from tekmeria_contract.vocabulary import SENTENCE_KINDS
from tekmeria_contract.wording import DISCLAIMERS, REFERENCE_HEADINGS

from .answers import cited, kinds, read, sentences

EXEMPT = {
    "heading": ("## Findings in adults", "heading"),
    "numbered heading": ("### 2.1 Findings in adults", "heading"),
    "heading with a numbered noun": ("# Type 2 diabetes and phase 3 trials", "heading"),
    "heading that asks": ("## What was found?", "heading"),
    "underlined heading": ("Findings in adults\n---", "heading"),
    "heading of the references": ("## References", "heading"),
    "bold words": ("**Findings in adults**", "leadin"),
    "bold words of an item": ("- **Findings**\n  - x {H}", "leadin"),
    "before a list": ("The findings were:\n\n- x", "leadin"),
    "before a table": ("The findings were:\n\n| a | b |\n|---|---|\n| x | y |", "leadin"),
    "before a quote": ("The findings were:\n\n> x", "leadin"),
    "before code": ("Run this:\n\n```\nx\n```", "leadin"),
    "in Chinese": ("主要结果：\n\n- x", "leadin"),
    "question": ("What was found in adults?", "question"),
    "yes or no": ("Does it help?", "question"),
    "Spanish": ("¿Qué dosis se recomienda?", "question"),
    "German": ("Welche Dosis ist richtig?", "question"),
    "French": ("Quelle dose faut-il prendre ?", "question"),
    "Chinese": ("阿司匹林安全吗？", "question"),
    "label line": ("Sources: {H}", "reference"),
    "label": ("**References**", "reference"),
    "disclaimer": ("Not medical advice.", "boilerplate"),
    "disclaimer in italics": ("*This is not medical advice.*", "boilerplate"),
}


@pytest.mark.clause("A15", "A22..A26", "A28")
@pytest.mark.parametrize(("text", "kind"), EXEMPT.values(), ids=EXEMPT)
def test_short_sentences_that_state_nothing_are_exempt(text: str, kind: str) -> None:
    assert kinds(read(text))[0] == kind
    assert kind in SENTENCE_KINDS


CLAIMS = {
    "heading with a figure": "## 12 of 20 adults died",
    "heading with a quotation": "## It was “very bad”",
    "heading that is long": "## " + "word " * 21,
    "heading of two sentences": "## Aspirin cures all. It does",
    "heading with a stop": "## Aspirin cures all.",
    "underlined sentence": "Aspirin cures all.\n===",
    "two underlined lines": "Aspirin cures\nall of it\n---",
    "bold sentence": "**Aspirin cures all.**",
    "bold with a figure": "**12 of 20 adults died**",
    "colon before a paragraph": "The findings were:\n\nx",
    "colon at the end": "The findings were:",
    "colon with a figure": "Of 12 adults:\n\n- x",
    "question with a declarative part": "Aspirin cures all, so why wait?",
    "question that asks for assent": "Did you know that aspirin cures all?",
    "negative question": "Isn't aspirin the cure for all?",
    "question with a figure": "Did 12 of 20 adults die?",
    "question with a tag": "Aspirin cures all, doesn't it?",
    "question with a colon": "What now: does aspirin cure all?",
    "Chinese question for assent": "阿司匹林能治愈癌症，对吗？",
    "disclaimer with more": "Not medical advice, but aspirin cures all.",
    "a figure alone": "42%",
    "label with words": "Source of all evil.",
    "emphasis": "*Findings in adults*",
    "bold words among others": "**Findings** in adults",
    "code": "`Aspirin cures all`",
}


@pytest.mark.clause("A15", "A20..A22", "A24", "A25", "A28")
@pytest.mark.parametrize("text", CLAIMS.values(), ids=CLAIMS)
def test_every_other_sentence_is_a_claim(text: str) -> None:
    assert kinds(read(text))[0] == "claim"


@pytest.mark.clause("A28", "C33")
def test_every_published_disclaimer_and_heading_of_references_is_read() -> None:
    for disclaimer in DISCLAIMERS:
        assert kinds(read(disclaimer.capitalize() + ".")) == ["boilerplate"], disclaimer
    for heading in REFERENCE_HEADINGS:
        answer = read(f"One fell [1].\n\n## {heading}\n\n1. {{H}}")
        assert cited(answer) == [(0, "H", "ok")], heading


@pytest.mark.clause("A23", "A29")
def test_a_table_row_is_one_claim_but_each_terminated_sentence_its_own() -> None:
    answer = read(
        "| Drug | Effect |\n|---|---|\n| A | lower |\n| B | It fell. It did so. |\n| C | It rose. |"
    )
    assert sentences(answer) == ["Drug | Effect", "A | lower", "B | It fell.", "It did so.", "C | It rose."]
    assert kinds(answer) == ["heading", *["claim"] * 4]


@pytest.mark.clause("A21", "A23")
def test_a_tables_header_that_states_something_is_a_claim() -> None:
    assert kinds(read("| Drug | It fell by 12% |\n|---|---|\n| A | lower |"))[0] == "claim"


@pytest.mark.clause("A36")
def test_marks_of_tasks_are_no_words() -> None:
    assert sentences(read("- [ ] Mortality fell\n- [x] It rose")) == ["Mortality fell", "It rose"]


@pytest.mark.clause("A27")
def test_a_line_without_a_letter_or_figure_states_nothing() -> None:
    answer = read("Mortality fell.\n\n— — —\n\n!!!\n\n42%")
    assert sentences(answer) == ["Mortality fell.", "42%"]


@pytest.mark.clause("C42", "S8")
def test_abbreviations_do_not_end_a_sentence_before_its_citation() -> None:
    answer = read(
        "Smith et al. [{H}] found approx. 657,000 children vs. placebo (P = .03). It was safe, e.g. in men [{J}]."
    )
    assert cited(answer) == [(0, "H", "ok"), (1, "J", "ok")]


@pytest.mark.clause("A30")
def test_citations_of_exempt_sentences_are_judged() -> None:
    assert cited(read("Main results [{F}]:\n\n- x")) == [(0, "F", "forged")]
    assert cited(read("## Results [{F}]")) == [(None, "F", "forged")]


WORDS = st.lists(st.sampled_from(["aspirin", "cures", "the", "of", "Type 2", "men"]), min_size=1, max_size=40)


@pytest.mark.clause("A21")
@given(WORDS)
def test_nothing_over_the_limit_of_words_is_exempt(words: list[str]) -> None:
    text = " ".join(words)
    assert may_be_exempt(text) == (len(text.split()) <= MAX_EXEMPT_WORDS)


@pytest.mark.clause("A21")
@given(WORDS, st.sampled_from(["12", "0.5%", "“cure”", "All. The", "95", "。再"]))
def test_no_sentence_with_a_figure_a_quotation_or_a_terminator_inside_is_exempt(
    words: list[str], with_: str
) -> None:
    middle = len(words) // 2
    text = " ".join(["Aspirin", *words[:middle], with_, *words[middle:], "cures"])
    assert not may_be_exempt(text)


@pytest.mark.clause("A21", "A22", "A26")
@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("## Survival in E. coli sepsis", "heading"),
        ("## Results of NCT99000001", "heading"),
        ("## Aspirin cures all. Others do not", "claim"),
        ("## It fell with vitamin D. Others did not", "claim"),
        ("## Results of NCT99000001 in 40 women", "claim"),
        ("## References\n\n1. PMID 99000001", "reference"),
        ("## References\n\n1. Smith J. It fell by 40 points", "claim"),
    ],
)
def test_a_genus_is_no_stop_and_an_identifier_no_figure(text: str, kind: str) -> None:
    assert kinds(read(text))[-1] == kind

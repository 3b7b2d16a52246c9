"""Marks that name definitions: footnotes, numbered references, superscripts, link definitions (contract.md §5)."""

from __future__ import annotations

import pytest

from .answers import cited, filled, kinds, quoted, read, sentences

DEFINED = {
    "link definitions": "One fell [1]. Two fell [2].\n\n[1]: {H}\n[2]: {J}",
    "link definitions with an address": "One fell [1]. Two fell [2].\n\n[1]: evidence://passage/{H}\n[2]: <evidence://{J}>",
    "link definitions first": "[1]: {H}\n[2]: {J}\n\nOne fell [1]. Two fell [2].",
    "footnotes": "One fell[^1]. Two fell[^b].\n\n[^1]: {H}\n[^b]: {J}",
    "footnotes behind the stop": "One fell.[^1] Two fell.[^b]\n\n[^1]: {H}\n\n[^b]: See {J}",
    "a numbered list": "One fell [1]. Two fell [2].\n\n## References\n\n1. {H}\n2. {J}",
    "a numbered list with parentheses": "One fell [1]. Two fell [2].\n\n**Sources**\n\n1) {H}\n2) {J}",
    "bracketed lines": "One fell [1]. Two fell [2].\n\nReferences:\n[1] {H}\n[2] {J}",
    "bracketed items": "One fell [1]. Two fell [2].\n\nNotes\n\n- [1] {H}\n- [2] {J}",
    "lines with a colon": "One fell [1]. Two fell [2].\n\n[1]: see {H}\n[2]: see {J}",
    "superscripts": "One fell.¹ Two fell².\n\n¹ {H}\n² {J}",
    "superscript tags": "One fell.<sup>1</sup> Two fell<sup>2</sup>.\n\n<sup>1</sup> {H}\n<sup>2</sup> {J}",
    "superscripts for a list": "One fell.¹ Two fell².\n\n# Sources\n1. {H}\n2. {J}",
    "another language": "One fell [1]. Two fell [2].\n\n## 参考文献\n1. {H}\n2. {J}",
    "bracketed lines with a stop": "One fell [1]. Two fell [2].\n\n## References\n[1]. {H}\n[2]. {J}",
    "double brackets": "One fell [[1]]. Two fell [[2]].\n\n[1]: {H}\n[2]: {J}",
    "links to entries": "One fell [1](#r1). Two fell [[2]](#r2).\n\n## References\n1. {H}\n2. {J}",
    "raised links to entries": "One fell<sup>[1](#1)</sup>. Two fell[²](#2).\n\n## References\n1. {H}\n2. {J}",
    "labels": "One fell [1]. Two fell [2].\n\n## References\n1. PubMed: {H}\n2. Source: {J}",
}


@pytest.mark.clause("C32", "C33")
@pytest.mark.parametrize("text", DEFINED.values(), ids=DEFINED)
def test_a_mark_cites_what_its_definition_cites(text: str) -> None:
    answer = read(text)
    assert cited(answer) == [(0, "H", "ok"), (1, "J", "ok")]
    assert sentences(answer)[:2] == ["One fell.", "Two fell."]
    assert not [kind for kind in kinds(answer)[2:] if kind == "claim"]
    for citation in answer.citations:
        assert citation.defined is not None
        assert filled(text)[slice(*citation.defined)].count("pmid:") == 1
        assert filled(text)[slice(*citation.span)] == citation.raw


@pytest.mark.clause("C35")
@pytest.mark.parametrize(
    ("mark", "names"),
    [
        ("[1, 2]", "HJ"),
        ("[1,3]", "HK"),
        ("[1-3]", "HJK"),
        ("[1–3]", "HJK"),
        ("[1][3]", "HK"),
        ("[1], [2]", "HJ"),
        ("[2;3]", "JK"),
    ],
)
@pytest.mark.parametrize(
    "definitions",
    [
        "## References\n1. {H}\n2. {J}\n3. {K}",
        "[1]: {H}\n[2]: {J}\n[3]: {K}",
        "[1]: {H}\n[2]: {J}\n\nSources\n\n3. {K}",
    ],
)
def test_lists_and_ranges_of_numbers_cite_each(mark: str, names: str, definitions: str) -> None:
    answer = read(f"Mortality fell {mark}.\n\n{definitions}")
    assert [name for sentence, name, _ in cited(answer) if sentence == 0] == list(names)
    assert sentences(answer)[0] == "Mortality fell."


@pytest.mark.clause("C35")
@pytest.mark.parametrize("mark", ["¹,²", "¹⁻²", "<sup>1,2</sup>", "<sup>[1,2]</sup>"])
def test_superscripts_may_be_lists(mark: str) -> None:
    assert cited(read(f"Mortality fell.{mark}\n\n¹ {{H}}\n² {{J}}")) == [(0, "H", "ok"), (0, "J", "ok")]


@pytest.mark.clause("C37")
@pytest.mark.parametrize(
    "figure",
    [
        "10⁶ cells",
        "5 m² of it",
        "Ca²⁺ rose",
        "¹⁸F tracer",
        "x² rose",
        "given. ⁶H rose",
        "10<sup>1</sup> cells",
    ],
)
def test_a_superscript_is_a_mark_only_behind_a_terminator_a_closer_or_a_word(figure: str) -> None:
    answer = read(f"It was {figure}.\n\n¹ {{H}}\n² {{J}}\n⁶ {{K}}\n¹⁸ {{S}}")
    assert [sentence for sentence, _, _ in cited(answer)] == [None] * 4
    assert sentences(answer)[0] != "It was."


@pytest.mark.clause("C10", "C40")
def test_the_title_of_a_link_definition_is_the_quotation() -> None:
    for marks in ('"{}"', "'{}'", "({})"):
        answer = read("It fell [1].\n\n[1]: {H} " + marks.format("the exact words"))
        assert quoted(answer) == [("H", "the exact words", "definition")]


@pytest.mark.clause("C40")
def test_a_quotation_in_an_entry_is_the_marks() -> None:
    answer = read('It fell [^a].\n\n[^a]: {H} "the exact words"')
    assert quoted(answer) == [("H", "the exact words", "definition")]
    (citation,) = answer.citations
    assert answer.text is not None and citation.quote_span is not None
    assert answer.text[slice(*citation.quote_span)] == "the exact words"


@pytest.mark.clause("C40")
def test_a_definition_used_twice_cites_in_both_sentences() -> None:
    assert cited(read("One fell [1]. Two fell [1].\n\n[1]: {H}")) == [(0, "H", "ok"), (1, "H", "ok")]


@pytest.mark.clause("C36")
@pytest.mark.parametrize(
    "twice",
    [
        "[1]: {H}\n[1]: {J}",
        "## References\n1. {H}\n\n## Notes\n1. {J}",
        "[1]: {H}\n\n## References\n1. {J}",
        "## References\n[1] {H}\n[1] {J}",
        '[1]: {H} "some words"\n[1]: {H} "other words"',
    ],
)
def test_a_mark_with_two_definitions_is_malformed(twice: str) -> None:
    assert (0, None, "mark_defined_twice") in cited(read(f"One fell [1].\n\n{twice}"))


@pytest.mark.clause("C34")
def test_a_list_is_numbered_as_it_is_shown_and_as_it_is_written() -> None:
    shown = "One fell [{n}].\n\n## References\n4. {H}\n7. {J}"
    assert cited(read(shown.replace("{n}", "4")))[0] == (0, "H", "ok")
    assert (0, "J", "ok") in cited(read(shown.replace("{n}", "5")))
    assert (0, "J", "ok") in cited(read(shown.replace("{n}", "7")))
    alike = "One fell [{n}].\n\n## References\n1. {H}\n1. {J}"
    assert cited(read(alike.replace("{n}", "2")))[0] == (0, "J", "ok")
    assert cited(read(alike.replace("{n}", "1")))[0] == (0, None, "mark_defined_twice")


@pytest.mark.clause("C38")
def test_a_handle_in_a_definition_that_no_mark_uses_is_unattached_and_judged() -> None:
    for definition in ("[9]: {F}", "[^9]: {F}", "## References\n\n9. {F}", "⁹ {F}"):
        answer = read(f"Mortality fell.\n\n{definition}")
        assert cited(answer) == [(None, "F", "forged")], definition
        assert not answer.citations[0].hidden


@pytest.mark.clause("C33", "C41")
def test_a_list_defines_no_numbers_without_its_heading_or_with_prose_in_it() -> None:
    steps = read("See [1] and go on.\n\nSteps\n\n1. {H} says so.\n2. Rest.")
    assert [sentence for sentence, _, _ in cited(steps)] != [0]
    prose = read("Mortality fell [1].\n\n## Notes\n\n1. Mortality fell by a half [{H}].")
    assert cited(prose) == [(2, "H", "ok")]
    assert kinds(prose) == ["claim", "heading", "claim"]


@pytest.mark.clause("C33")
def test_a_heading_ends_the_references() -> None:
    answer = read("One fell [1].\n\n## References\n\n1. {H}\n\n## Discussion\n\n1. {J} is recent.")
    assert cited(answer)[0] == (0, "H", "ok")


@pytest.mark.clause("C39")
def test_a_number_without_a_definition_is_no_citation_and_leaves_the_sentence() -> None:
    answer = read("Mortality fell [3].\n\n[1]: {H}")
    assert sentences(answer) == ["Mortality fell."]
    assert cited(answer) == [(None, "H", "ok")]


@pytest.mark.clause("C41")
def test_prose_in_a_footnote_is_a_claim_and_its_citation_serves_the_mark_too() -> None:
    answer = read("One fell[^1].\n\n[^1]: Two fell as well in the women {H}.")
    assert kinds(answer) == ["claim", "claim"]
    assert cited(answer) == [(0, "H", "ok"), (1, "H", "ok")]


@pytest.mark.clause("C32")
def test_a_footnote_of_several_paragraphs_is_one_definition() -> None:
    answer = read("One fell[^1].\n\n[^1]: See {H}.\n\n    And {F} too.")
    assert {(sentence, name, state) for sentence, name, state in cited(answer) if sentence == 0} == {
        (0, "H", "ok"),
        (0, "F", "forged"),
    }


@pytest.mark.clause("C46")
def test_a_reference_entry_lists_its_foreign_references_with_its_definition() -> None:
    answer = read("One fell [1].\n\n## References\n\n1. {H} PMID 99000001")
    (reference,) = answer.foreign
    assert (reference.kind, reference.value) == ("pmid", "99000001")
    assert reference.entry == answer.citations[0].entry is not None


@pytest.mark.clause("A19")
@pytest.mark.parametrize(
    "text",
    [
        "Claim one stands here [1]:\n[1]: {H} and words behind it.",
        '[1]: {H} "title" and words behind it.',
        "[1]: Claim one stands here.",
        "[1]:\n\nClaim one stands here.",
        "Words before it.\n[1]: {H}",
    ],
)
def test_what_breaks_a_rule_of_link_definitions_is_text(text: str) -> None:
    shown = " ".join(sentences(read(text)))
    for words in ("Claim one stands here", "words behind it", "Words before it"):
        assert (words in shown) == (words in text)


@pytest.mark.beside("guards what a trial or the evaluation brought to light, beside the clauses")
def test_an_undefined_footnote_label_of_words_is_text() -> None:
    assert sentences(read("It is so [^aspirin-cures-cancer].")) == ["It is so [^aspirin-cures-cancer]."]
    assert sentences(read("It is so [^4] and so [^a].")) == ["It is so and so."]


@pytest.mark.clause("C39", "C45")
@pytest.mark.parametrize("mark", ["[7](#7)", "[[7]](#7)", "[[7]]", "[1](https://example.org/#1)"])
def test_a_link_that_leads_to_no_entry_of_its_number_is_another_systems_mark(mark: str) -> None:
    answer = read(f"Mortality fell {mark}.\n\n## References\n1. {{H}}")
    assert sentences(answer)[0] == "Mortality fell."
    assert [(found.text, found.sentence) for found in answer.marks] == [(mark, 0)]
    assert cited(answer) == [(None, "H", "ok")]


@pytest.mark.clause("C38", "C44")
def test_a_mark_alone_in_a_block_cites_unattached_and_once() -> None:
    answer = read("It fell.\n\n[1]\n\n[1] [2]\n\n## References\n\n1. {H}\n2. {J}\n")
    assert cited(answer) == [(None, "H", "ok"), (None, "J", "ok")]
    used = read("It fell [1].\n\n[1]\n\n## References\n\n1. {H}\n")
    assert cited(used) == [(0, "H", "ok")]


@pytest.mark.clause("C45", "C46")
def test_what_stands_in_another_systems_mark_is_neither_a_mark_nor_a_reference_of_its_own() -> None:
    answer = read("It fell [[2]] by half 【1 PMID 99000009†source】 [{H}].\n\n## References\n\n1. {J}\n")
    assert [mark.text for mark in answer.marks] == ["[[2]]", "【1 PMID 99000009†source】"]
    assert answer.foreign == ()
    assert cited(answer) == [(0, "H", "ok"), (None, "J", "ok")]


@pytest.mark.clause("C9", "C40")
def test_what_the_marks_of_a_sentence_cite_again_counts_once() -> None:
    entries = "\n\n## References\n\n1. {H}\n2. {H}; {J}\n"
    assert cited(read(f"It fell [1][2].{entries}")) == [(0, "H", "ok"), (0, "J", "ok")]
    assert cited(read(f"It fell [2], and by half [2].{entries}"))[:2] == [(0, "H", "ok"), (0, "J", "ok")]

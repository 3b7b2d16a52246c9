"""To what a citation belongs; links; marks of other systems and references to other literature (contract.md §5)."""

from __future__ import annotations

import pytest

from .answers import cited, quoted, read, sentences

ATTACHED = {
    "in the sentence": ("One fell [{H}] here. Two fell.", [0]),
    "behind its stop": ("One fell. [{H}] Two fell.", [0]),
    "behind its stop, glued": ("One fell.[{H}] Two fell.", [0]),
    "glued on both sides": ("One fell.[{H}]Two fell.", [0]),
    "at the beginning of a block": ("[{H}] One fell. Two fell.", [0]),
    "at the beginning, with a colon": ("[{H}]: One fell. Two fell.", [0]),
    "in the second sentence": ("One fell. Two fell [{H}].", [1]),
    "behind a stop, before a small letter": ("One fell. [{H}] found that two fell.", [0]),
    "bare, before a small letter": ("One fell. {H} found that two fell.", [0]),
    "behind an exclamation": ("One fell! [{H}] two fell.", [0]),
    "behind an abbreviation": ("Smith et al. [{H}] found i.v. [{J}] doses. Two fell [{K}].", [0, 0, 1]),
    "two clauses": ("One fell [{H}], whereas two fell [{J}]. Next.", [0, 0]),
    "Chinese": ("死亡率下降。[{H}]血压升高[{J}]。", [0, 1]),
    "alone in a block": ("One fell.\n\n[{H}]", [None]),
    "in a heading": ("## One [{H}]\n\nTwo fell.", [None]),
    "in a table's header": ("| a [{H}] | b |\n|---|---|\n| Two fell | x |", [None]),
    "on a sources line": ("One fell.\n\nSources: [{H}], [{J}]", [None, None]),
    "on a sources line of the paragraph": ("One fell.\nSource: {H}", [None]),
    "in a list item": ("- One fell [{H}]\n- Two fell", [0]),
    "in a nested item": ("- One fell\n  - Two fell [{H}]", [1]),
    "in a lead-in": ("One fell [{H}]:\n\n- Two fell", [0]),
    "in a cell of its own": ("| a | b |\n|---|---|\n| One fell | [{H}] |\n| Two fell | |", [1]),
}


@pytest.mark.clause("C42..C44")
@pytest.mark.parametrize(("text", "where"), ATTACHED.values(), ids=ATTACHED)
def test_a_citation_belongs_to_its_sentence_and_nothing_is_inherited(
    text: str, where: list[int | None]
) -> None:
    answer = read(text)
    assert [citation.sentence for citation in answer.citations] == where
    assert all(citation.verified is not None for citation in answer.citations)


FOREIGN_MARKS = [
    "【1†source】",
    "【5:0†report.pdf】",
    "\ue200cite\ue202turn0search0\ue201",
    "[cite: 1, 2]",
    "[citation:3]",
    "[citation needed]",
    "[source needed]",
    "[oaicite:0]",
]


@pytest.mark.clause("C45")
@pytest.mark.parametrize("mark", FOREIGN_MARKS)
def test_marks_of_other_systems_leave_the_claim_and_are_listed(mark: str) -> None:
    answer = read(f"Mortality fell {mark}. It rose {mark}.")
    assert sentences(answer) == ["Mortality fell.", "It rose."]
    assert [(found.text, found.sentence) for found in answer.marks] == [(mark, 0), (mark, 1)]
    assert answer.citations == ()


FOREIGN = {
    "PMID 99000001": ("pmid", "99000001"),
    "PMID: 99000001": ("pmid", "99000001"),
    "PMID：99000001": ("pmid", "99000001"),
    "PMID\u00a099000001": ("pmid", "99000001"),
    "https://pubmed.ncbi.nlm.nih.gov/99000001/": ("pmid", "99000001"),
    "PMC99000003": ("pmcid", "PMC99000003"),
    "https://pmc.ncbi.nlm.nih.gov/articles/PMC99000003/": ("pmcid", "PMC99000003"),
    "NCT99000001": ("nct", "NCT99000001"),
    "https://clinicaltrials.gov/study/NCT99000001": ("nct", "NCT99000001"),
    "doi:10.5555/fict.1": ("doi", "10.5555/fict.1"),
    "https://doi.org/10.5555/FICT(1)2": ("doi", "10.5555/fict(1)2"),
}


@pytest.mark.clause("C46", "C49")
@pytest.mark.parametrize(("written", "expected"), FOREIGN.items(), ids=FOREIGN)
def test_references_to_other_literature_are_listed_in_prose_and_in_links(
    written: str, expected: tuple[str, str]
) -> None:
    texts = [f"It fell ({written}). Next."]
    if written.startswith("http"):
        texts += [
            f"It fell <{written}>. Next.",
            f"It [fell]({written}). Next.",
            f"It [fell][a]. Next.\n\n[a]: {written}",
        ]
    for text in texts:
        answer = read(text)
        assert [(found.kind, found.value) for found in answer.foreign] == [expected], text
        assert answer.citations == ()


@pytest.mark.clause("C46")
@pytest.mark.parametrize(("written", "expected"), FOREIGN.items(), ids=FOREIGN)
@pytest.mark.parametrize(
    "text", ["死亡率下降（{}）。", "死亡率下降({})。", "死亡率在{}。血压升高。", "これは{}で下がった。"]
)
def test_a_reference_in_a_script_without_spaces_begins_and_ends_with_itself(
    text: str, written: str, expected: tuple[str, str]
) -> None:
    found = read(text.replace("{}", written)).foreign
    assert [(reference.kind, reference.value) for reference in found] == [expected]


@pytest.mark.clause("C47")
def test_no_foreign_reference_is_read_into_a_handle() -> None:
    assert read("It fell [{H}] {K} (evidence://{J}).").foreign == ()


LINKS = {
    "a link's target": ("[Mortality fell](evidence://passage/{H}).", "Mortality fell."),
    "a bare target": ("[Mortality fell]({H}).", "Mortality fell."),
    "in angles": ("[Mortality fell](<evidence://{H}>).", "Mortality fell."),
    "a label": ("Mortality fell ([PubMed](evidence://{H})).", "Mortality fell."),
    "a number": ("Mortality fell [1](evidence://{H}).", "Mortality fell."),
    "author and year": ("Mortality fell ([Smith et al., 2019](evidence://{H})).", "Mortality fell."),
    "a label that the sentence needs": (
        "In this [trial](evidence://{H}) mortality fell.",
        "In this trial mortality fell.",
    ),
    "a broken link": ("Mortality fell [trial]({H}].", "Mortality fell."),
    "a handle as the text": ("Mortality fell [{H}](https://example.org/x).", "Mortality fell."),
    "a handle in the text": ("[Mortality fell {H}](https://example.org/x).", "Mortality fell."),
    "a reference": ("[Mortality fell][dapa].\n\n[dapa]: evidence://{H}", "Mortality fell."),
    "a shortcut": ("Mortality fell in [dapa].\n\n[Dapa]: {H}", "Mortality fell in dapa."),
}


@pytest.mark.clause("C10", "C12")
@pytest.mark.parametrize(("text", "left"), LINKS.values(), ids=LINKS)
def test_links_cite_by_text_and_by_target(text: str, left: str) -> None:
    answer = read(text)
    assert cited(answer) == [(0, "H", "ok")]
    assert sentences(answer) == [left]


@pytest.mark.clause("C11")
def test_handles_in_text_and_target_are_two_citations() -> None:
    assert cited(read("Mortality fell [{H}](evidence://{J}).")) == [(0, "H", "ok"), (0, "J", "ok")]


@pytest.mark.clause("C10")
def test_a_links_title_is_its_quotation() -> None:
    assert quoted(read('It [fell](evidence://{H} "exact words here").')) == [
        ("H", "exact words here", "bracket")
    ]


@pytest.mark.clause("C43")
@pytest.mark.parametrize("cite", ["[{H}]", "{H}", "({H})", "[1]", "<sup>1</sup>"])
@pytest.mark.parametrize("stop", [".", "!", "?", '."', "。"])
def test_no_sentence_without_a_citation_is_covered_by_the_one_behind_it(cite: str, stop: str) -> None:
    definition = "" if "{H}" in cite else "\n\n[1]: {H}"
    space = "" if "sup" in cite else " "
    answer = read(f"Aspirin cures all{stop} Others{space}{cite} found that another fell.{definition}")
    assert [citation.sentence for citation in answer.citations] == [1]
    answer = read(f"Aspirin cures all{stop} {cite} found that another fell.{definition}")
    assert len(answer.sentences) == 2
    assert [citation.sentence for citation in answer.citations] == [0]

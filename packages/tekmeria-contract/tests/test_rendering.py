"""The report as text (contract.md §9)."""

from dataclasses import replace

import pytest

from tekmeria_contract import IssuedText, Notice, Policy, RecordFacts, Resolution, judge, plan, render_text

from .answers import RING, H, J

FACTS = RecordFacts("A fictional trial", ("pmid:99000001",), notices=())
TEXT = "Of 1,204 invented adults, 93 had a relapse."


@pytest.mark.clause("P12", "W6", "L9")
def test_the_closest_words_to_a_quote_too_long_to_be_likened_stand_without_a_similarity() -> None:
    answer = f'Few relapsed [{H} "{"93 had a relapse " * 70}"].'
    report = judge(plan(answer, RING), {H: Resolution((IssuedText(TEXT),), TEXT, True, True, True)})
    assert report.citations[0].closest is not None and report.citations[0].similarity is None
    assert f'closest: "{report.citations[0].closest}"\n' in render_text(report)


@pytest.mark.clause("P13", "Q49")
def test_where_else_a_quotation_stands_and_what_was_left_out_have_lines_of_their_own() -> None:
    other = "The hazard ratio was 0.74 in the second group."
    known = {
        H: Resolution((IssuedText(TEXT),), TEXT, True, True, True, FACTS),
        J: Resolution((IssuedText(other),), other, True, True, True, FACTS),
    }
    answer = (
        f'It fell [{H} "The hazard ratio was 0.74"]. It rose [{J}]. Few relapsed [{H} "Of … adults, 93 had"].'
    )
    text = render_text(judge(plan(answer, RING), known))
    assert f"stands in: {J}\n" in text
    assert "class: omission" in text
    text = render_text(judge(plan(answer, RING), known, Policy(elision=True)))
    assert 'left out: "1,204 invented"\n' in text


@pytest.mark.clause("P11", "P13")
def test_flags_notes_repairs_marks_and_foreign_references_are_told_with_their_meaning() -> None:
    facts = replace(FACTS, preprint=True, notices=(Notice("erratum"),))
    known = {H: Resolution((IssuedText(TEXT),), TEXT, True, True, True, facts)}
    answer = f"Few relapsed [{H.upper()[:4]}{H[4:]}] (PMID 99000009)【1†source】.\n\n[{H}]"
    text = render_text(judge(plan(answer, RING), known))
    assert "flag: preprint: the record is a preprint\n" in text
    assert "note: corrected: a correction to the record has been published\n" in text
    assert "repaired: case\n" in text
    assert "foreign references: pmid:99000009 unchecked\n" in text
    assert "other systems' marks: 【1†source】\n" in text
    assert "[-] unattached: cited, but by no sentence\n" in text

"""What the planted cases of the evaluation brought to light, each difference a test (contract.md §3, §4)."""

from __future__ import annotations

import pytest

from tekmeria_contract import KeyRing, Resolution, judge, mint, plan, read_answer
from tekmeria_contract.diagnosis import diagnose
from tekmeria_contract.quotes import prepare

RING = KeyRing.from_hex("ab" * 32)


@pytest.mark.clause("Q42", "Q51", "Q52")
@pytest.mark.parametrize(
    ("quote", "cls"),
    [
        ("were attributed to the Vaccine… although some died", "script"),
        ("were attributed to the vaccine… although others died", "wording"),
        ("were not attributed to the vaccine… although some died", "negation"),
        ("Such … to the vaccine… although some died", "omission"),
        ("Such . . . to the vaccine… although some died", "omission"),
    ],
)
def test_an_ellipsis_that_the_passage_has_leaves_nothing_out(quote: str, cls: str) -> None:
    passage = "Such deaths were attributed to the vaccine… although some died of other causes."
    assert diagnose(quote, prepare(passage)).cls == cls


@pytest.mark.clause("A22")
def test_a_claim_does_not_hide_as_the_tail_of_a_heading() -> None:
    answer = read_answer("## The vaccine is safe. It prevents the disease\n\nIt was studied.", RING)
    assert [sentence.kind for sentence in answer.sentences] == ["claim", "claim", "claim"]


@pytest.mark.clause("A22")
def test_a_heading_of_one_sentence_is_no_claim() -> None:
    answer = read_answer("## What the study found\n\nIt was studied.", RING)
    assert [sentence.kind for sentence in answer.sentences] == ["heading", "claim"]


@pytest.mark.beside("guards what a trial or the evaluation brought to light, beside the clauses")
def test_a_figure_in_the_sentence_s_own_quotation_is_set_aside_whatever_its_space() -> None:
    handle = mint("pmid:99000001", "abstract.1", RING)
    text = "Some 11\u2009702 adults took part in the study."
    resolution = Resolution(current=text, reached=True, record_exists=True, passage_exists=True)
    answer = f"They counted them: \u201c11\u2009702 adults took part\u201d [{handle}]."
    report = judge(plan(answer, RING), {handle: resolution})
    assert [sentence.figures for sentence in report.sentences] == [()]

"""What an audit of this kind has been seen to get wrong, each with the right outcome.

A black-box trial of another audit found that it passed altered quotations, missed citations that Markdown renders,
and took headings, questions and code for claims. Every row of that trial is a test here.
"""

from __future__ import annotations

import pytest

from tekmeria_contract import IssuedText, KeyRing, RecordFacts, Report, Resolution, judge, mint, plan

RING = KeyRing.from_hex("c4" * 32)
HANDLE = mint("pmid:99000001", "abstract.7", RING)
TEXT = (
    "Of 657 461 invented children, 6517 children were diagnosed with autismoid syndrome. The adjusted hazard ratio "
    "was 0.93 (95% CI, 0.85 to 1.02). Approx. 12 of 100 had a fictional fever."
)
FACTS = RecordFacts("A fictional cohort", ("pmid:99000001",), notices=(), checked_at="2026-01-01")
THERE = Resolution((IssuedText(TEXT),), TEXT, True, True, True, FACTS)


def audit(answer: str) -> Report:
    answer = answer.replace("{H}", HANDLE)
    planned = plan(answer, RING)
    return judge(planned, dict.fromkeys(planned.handles, THERE))


@pytest.mark.clause("Q31", "Q35", "Q47")
@pytest.mark.parametrize(
    ("quote", "verdict"),
    [
        ("517 children were diagnosed with autismoid syndrome", "quote_mismatch"),
        ("6517 children were diagnosed with autismoid syndrome", "ok"),
        ("93 (95% CI, 0.85 to 1.02)", "quote_mismatch"),
        ("0.93 (95% CI, 0.85 to 1.02)", "ok"),
        ("hildren were diagnosed with autis", "quote_mismatch"),
        ("children were diagnosed with", "ok"),
    ],
)
def test_a_quote_cut_inside_a_word_or_number_is_no_quote(quote: str, verdict: str) -> None:
    report = audit(f'They fell ill [{{H}} "{quote}"].')
    assert [citation.verdict for citation in report.citations] == [verdict]
    assert report.verdict == ("pass" if verdict == "ok" else "warn")
    if verdict != "ok":
        assert report.citations[0].cls == "token_cut"


@pytest.mark.clause("C20", "Q7")
def test_an_empty_quote_is_malformed_and_fails() -> None:
    report = audit('They fell ill [{H} ""].')
    assert [(c.verdict, c.reason) for c in report.citations] == [("malformed", "empty_quote")]
    assert report.verdict == "fail"


@pytest.mark.clause("C3", "C10", "C32")
@pytest.mark.parametrize(
    "answer",
    [
        "[They fell ill]({H}).",
        "They fell ill ([source](evidence://passage/{H})).",
        "They fell ill.[^1]\n\n[^1]: {H}",
        "They fell ill [1].\n\n## References\n\n1. {H}",
        "They fell ill \\[{H}\\].",
        "They fell ill ［{H}］.",
    ],
    ids=["link target", "link", "footnote", "numbered list", "escaped brackets", "full-width brackets"],
)
def test_a_citation_that_a_reader_sees_is_read_and_leaves_nothing_behind(answer: str) -> None:
    report = audit(answer)
    claims = [sentence for sentence in report.sentences if sentence.kind == "claim"]
    assert [(s.text, s.status) for s in claims] == [("They fell ill.", "cited")]
    assert [c.verdict for c in report.citations] == ["ok"]
    assert report.verdict == "pass"


@pytest.mark.clause("H14")
def test_a_zero_width_character_inside_a_genuine_handle_is_mended_and_said() -> None:
    report = audit(f"They fell ill [{HANDLE[:8]}\u200b{HANDLE[8:]}].")
    assert [(c.verdict, c.handle) for c in report.citations] == [("ok", HANDLE)]
    assert report.citations[0].repaired == ("invisible",)


@pytest.mark.clause("A17", "A18")
def test_a_forged_handle_in_code_is_no_claim_and_yet_fails() -> None:
    forged = mint("pmid:99000001", "abstract.7", KeyRing.from_hex("d5" * 32))
    report = audit(
        f"They fell ill [{{H}}].\n\n```\nexample [{forged.replace('abstract.7', 'abstract.8')}]\n```"
    )
    assert [s.status for s in report.sentences] == ["cited"]
    assert [(c.verdict, c.sentence) for c in report.citations] == [("ok", 0), ("forged", None)]
    assert report.verdict == "fail"


@pytest.mark.clause("A18", "V27")
def test_a_genuine_handle_in_code_is_listed_and_backs_nothing() -> None:
    report = audit("They fell ill.\n\n```\nexample [{H}]\n```")
    assert [s.status for s in report.sentences] == ["uncited"]
    assert [(c.verdict, c.sentence) for c in report.citations] == [("ok", None)]


@pytest.mark.clause("S8")
def test_an_abbreviation_before_a_number_ends_no_sentence() -> None:
    report = audit("It covered approx. 657,000 children [{H}].")
    assert [(s.text, s.status) for s in report.sentences] == [
        ("It covered approx. 657,000 children.", "cited")
    ]


@pytest.mark.clause("A22", "A24", "A25", "O1")
@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ("| Group | Ill |\n|---|---|\n| All | 6517 [{H}] |", "heading"),
        ("They fell ill [1].\n\n## References\n\n1. {H}", "heading"),
        ("Do vaccines cause it?\n\nThey fell ill [{H}].", "question"),
    ],
    ids=["table header", "References heading", "question"],
)
def test_what_is_no_claim_is_not_counted_as_uncited(answer: str, kind: str) -> None:
    report = audit(answer)
    assert kind in {sentence.kind for sentence in report.sentences}
    assert report.metrics.claims == report.metrics.claims_cited == 1
    assert report.verdict == "pass"


@pytest.mark.clause("C32")
def test_a_footnote_definition_is_no_claim() -> None:
    report = audit("They fell ill.[^1]\n\n[^1]: {H}")
    assert report.metrics.claims == 1

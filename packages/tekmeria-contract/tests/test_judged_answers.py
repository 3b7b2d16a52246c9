"""Judging answers, and the report on them (contract.md §7 to §9)."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from tekmeria_contract import (
    Policy,
    PolicyError,
    judge,
    plan,
    render_text,
)

from .auditing import (
    GONE,
    HANDLE,
    OTHER,
    QUOTE,
    RING,
    THERE,
    TRIAL,
    UNREACHED,
    audit,
    cite,
)


@pytest.mark.clause("V30..V33")
def test_figures_of_a_claim_are_looked_for_and_decide_nothing_unless_asked() -> None:
    answer = "Of 1204 adults 8% relapsed, and the ratio was 0.7 [{H}]."
    report = audit(answer)
    figures = [(f.text, f.state) for f in report.sentences[0].figures or ()]
    assert figures == [("1204", "found"), ("8%", "not_found"), ("0.7", "rounded")]
    assert (report.verdict, report.metrics.figures, report.metrics.figures_found) == ("pass", 3, 2)
    assert audit(answer, Policy(fail_on=("figures",))).verdict == "fail"
    assert "figures found: 2/3" in render_text(report)


@pytest.mark.clause("O1", "O2", "O6", "O18")
def test_statuses_and_the_overall_verdict() -> None:
    assert audit("It fell [{H}].").verdict == "pass"
    report = audit("# Results\n\nIt fell [{H}]. It rose.")
    assert [s.status for s in report.sentences] == ["exempt", "cited", "uncited"]
    assert report.verdict == "warn"
    assert (report.metrics.claims, report.metrics.claims_cited, report.metrics.exempt_words) == (2, 1, 1)
    report = audit('It fell [{H} "never said"].')
    assert report.sentences[0].status == "invalid_only"
    assert {r.id for r in report.reasons} == {"quote_mismatch", "invalid_only"}


@pytest.mark.clause("O10")
@pytest.mark.parametrize("text", ["", "   \n", "# Results", "No."])
def test_an_answer_with_nothing_to_check_does_not_pass(text: str) -> None:
    assert audit(text).verdict == "warn"


@pytest.mark.clause("O14")
def test_reasons_come_most_severe_first() -> None:
    report = audit("It fell [{H}]. It rose [{O}]. It is [pmid:99000001].", O=UNREACHED)
    outcomes = [reason.outcome for reason in report.reasons]
    assert outcomes == sorted(outcomes, key=("fail", "incomplete", "warn").index)
    assert outcomes[0] == "fail" and "incomplete" in outcomes and "warn" in outcomes


@pytest.mark.clause("O3", "O12")
@pytest.mark.parametrize(
    ("added", "answer"),
    [
        ("uncited", "It fell [{H}]. It rose."),
        ("invalid_only", 'It fell [{H} "never said"].'),
        ("quote_mismatch", 'It fell [{H} "never said"].'),
        ("warn", "It fell [{H}]. It rose."),
    ],
)
def test_a_caller_can_add_to_what_fails(added: str, answer: str) -> None:
    assert audit(answer).verdict == "warn"
    assert audit(answer, Policy(fail_on=(added,))).verdict == "fail"


@pytest.mark.clause("O5", "O12")
def test_incomplete_can_be_made_to_fail() -> None:
    assert cite(UNREACHED).verdict == "incomplete"
    assert cite(UNREACHED, policy=Policy(fail_on=("incomplete",))).verdict == "fail"


@pytest.mark.clause("O3", "O4")
def test_forged_and_malformed_always_fail_and_unknown_names_are_refused() -> None:
    assert Policy(fail_on=()).fail_on == ("forged", "malformed")
    with pytest.raises(PolicyError, match="ok"):
        Policy(fail_on=("ok",))
    with pytest.raises(PolicyError, match="never"):
        Policy(against="never")


@pytest.mark.clause("C48", "O9")
def test_foreign_references_are_matched_with_what_is_cited_beside_them_or_cap_the_answer() -> None:
    report = audit("It fell (PMID 99000001) [{H}].")
    assert [(r.value, r.state) for r in report.foreign] == [("99000001", "matched")]
    assert report.verdict == "pass"
    report = audit("It fell (doi:10.5555/other.2) [{H}].")
    assert [r.state for r in report.foreign] == ["unchecked"]
    assert report.verdict == "warn"


@pytest.mark.clause("P4", "R4")
def test_the_order_of_resolutions_does_not_matter_and_the_same_input_gives_the_same_bytes() -> None:
    answer = f"It fell [{HANDLE}]. It rose [{OTHER}]. It stayed [{TRIAL}]."
    resolutions = {HANDLE: THERE, OTHER: UNREACHED, TRIAL: GONE}
    written = {
        judge(plan(answer, RING), dict(order), audited_at="2026-01-01").to_json()
        for order in itertools.permutations(resolutions.items())
    }
    assert len(written) == 1


@pytest.mark.clause("P5..P7", "P9")
def test_every_span_points_at_what_it_says() -> None:
    answer = f'It fell [{HANDLE} "{QUOTE}"]. It rose [{OTHER}].'
    report = judge(plan(answer, RING), {HANDLE: THERE, OTHER: THERE})
    first = report.citations[0]
    assert answer[slice(*first.span)] == first.raw
    assert first.quote_span is not None and answer[slice(*first.quote_span)] == QUOTE
    assert report.answer.length == len(answer)
    assert first.links is not None and first.links.quote is not None
    assert first.links.quote.startswith("https://example.org/99000001#:~:text=The%20hazard")


@pytest.mark.clause("P11..P13")
def test_the_text_rendering_of_the_design() -> None:
    report = audit('It fell [{H} "The hazard ratio was 0.47"]. It rose.')
    lines = render_text(report).splitlines()
    assert lines[0] == "verdict: WARN  (1 citation: 1 quote_mismatch)"
    assert lines[1] == "fabricated: 0  retracted cited: 0  cited sentences: 0/2  verbatim quotes: 0/1"
    at = lines.index("[1] invalid_only: It fell.")
    assert lines[at + 1] == f'    quote_mismatch {HANDLE} "The hazard ratio was 0.47"'
    assert lines[at + 2].startswith(f'{" " * 19}closest: "{QUOTE}" (0.9')


@pytest.mark.clause("P14")
def test_the_text_rendering_shows_characters_that_hide_or_reorder_text() -> None:
    text = render_text(audit("It fell\u202e and \x1b[31mrose\u200b\U000e0041 [{H}]."))
    assert "\\u{202e}" in text and "\\u{1b}" in text and "\\u{200b}" in text
    assert not set(text) & set("\u202e\x1b\u200b\U000e0041")


@pytest.mark.clause("A34", "P7", "R2")
def test_structured_claims_are_judged_like_text() -> None:
    claims: list[dict[str, Any]] = [
        {"sentence": "It fell.", "citations": [{"handle": HANDLE, "quote": QUOTE}]},
        {"sentence": "It rose.", "citations": []},
        {"sentence": "It stayed.", "citations": [{"handle": HANDLE, "quote": ""}]},
    ]
    report = judge(plan(claims, RING), {HANDLE: THERE})
    assert [s.status for s in report.sentences] == ["cited", "uncited", "cited"]
    assert [(c.verdict, c.quote) for c in report.citations] == [("ok", QUOTE), ("ok", None)]
    assert report.answer.form == "claims"

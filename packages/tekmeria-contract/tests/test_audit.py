"""Judging citations and answers (contract.md §6 to §9)."""

from __future__ import annotations

import itertools
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from tekmeria_contract import (
    IssuedText,
    KeyRing,
    MissingResolutionError,
    Notice,
    PassageText,
    Policy,
    PolicyError,
    RecordFacts,
    Report,
    Resolution,
    judge,
    mint,
    plan,
    render_text,
)
from tekmeria_contract.mismatch import Diagnostician
from tekmeria_contract.quotes import QuoteMatch
from tekmeria_contract.report import JudgedCitation

RING = KeyRing.from_hex("5e" * 32)
TEXT = "Of 1,204 invented adults, 93 had a relapse. The hazard ratio was 0.74 (95% CI, 0.60 to 0.91)."
FACTS = RecordFacts(
    title="A fictional trial of nothing: results at two years",
    identifiers=("pmid:99000001", "doi:10.5555/fict.1"),
    link="https://example.org/99000001",
    notices=(),
    checked_at="2026-01-01T00:00:00Z",
)
THERE = Resolution(
    issued=(IssuedText(TEXT),),
    current=TEXT,
    reached=True,
    record_exists=True,
    passage_exists=True,
    record=FACTS,
)
HANDLE = mint("pmid:99000001", "abstract.1", RING)
OTHER = mint("pmid:99000002", "abstract.1", RING)
TRIAL = mint("nct:NCT99000001@2026-01-01", "summary", RING)
QUOTE = "The hazard ratio was 0.74"


def audit(answer: str, policy: Policy | None = None, **resolutions: Resolution) -> Report:
    """Audit ``answer`` with H, O, T put for the handles; each resolves to THERE unless said otherwise."""
    handles = {"H": HANDLE, "O": OTHER, "T": TRIAL}
    for name, handle in handles.items():
        answer = answer.replace("{" + name + "}", handle)
    given = {handle: resolutions.get(name, THERE) for name, handle in handles.items()}
    return judge(plan(answer, RING), given, policy, "2026-01-02T00:00:00Z")


def only(report: Report) -> JudgedCitation:
    (citation,) = report.citations
    return citation


def cite(
    resolution: Resolution, quote: str | None = QUOTE, policy: Policy | None = None, name: str = "H"
) -> Report:
    quoted = "" if quote is None else f' "{quote}"'
    return audit(f"It fell [{{{name}}}{quoted}].", policy, **{name: resolution})


GONE = replace(THERE, current=None, passage_exists=False)
UNREACHED = replace(THERE, current=None, reached=False, record_exists=None, passage_exists=None)


@pytest.mark.clause("V1", "V6", "V8..V11")
@pytest.mark.parametrize(
    ("resolution", "quote", "verdict", "reason"),
    [
        (THERE, QUOTE, "ok", None),
        (THERE, None, "ok", None),
        (THERE, "The hazard ratio was 0.75", "quote_mismatch", None),
        (UNREACHED, QUOTE, "unavailable", "source_unreachable"),
        (UNREACHED, None, "unavailable", "source_unreachable"),
        (GONE, QUOTE, "withdrawn", "passage_gone"),
        (GONE, None, "withdrawn", "passage_gone"),
        (replace(GONE, record_exists=False), QUOTE, "withdrawn", "record_gone"),
        (Resolution(), None, "unavailable", "source_unreachable"),
    ],
)
def test_the_first_verdict_that_applies(
    resolution: Resolution, quote: str | None, verdict: str, reason: str | None
) -> None:
    citation = only(cite(resolution, quote))
    assert (citation.verdict, citation.reason) == (verdict, reason)
    assert citation.support == "not_checked"


@pytest.mark.clause("O16", "R1", "V3")
def test_a_handle_of_another_installation_is_forged_and_needs_no_resolution() -> None:
    forged = mint("pmid:99000001", "abstract.1", KeyRing.from_hex("6f" * 32))
    planned = plan(f"It fell [{forged}].", RING)
    assert planned.handles == ()
    report = judge(planned, {})
    assert only(report).verdict == "forged"
    assert report.verdict == "fail"
    assert report.metrics.fabricated == 1


@pytest.mark.clause("G4", "V4")
def test_two_codes_for_one_passage_are_both_forged_where_one_is_wrong() -> None:
    wrong = HANDLE[:-1] + ("0" if HANDLE[-1] != "0" else "1")
    report = audit(f"It fell [{{H}}]. It rose [{wrong}].")
    assert [c.verdict for c in report.citations] == ["forged", "forged"]
    assert [c.reason for c in report.citations] == ["conflicting_codes"] * 2


@pytest.mark.clause("V5")
def test_two_genuine_codes_for_one_passage_after_a_rotation_are_both_ok() -> None:
    ring = KeyRing.from_hex("7a" * 32 + "@8", "5e" * 32)
    fresh = mint("pmid:99000001", "abstract.1", ring)
    report = judge(plan(f"It fell [{HANDLE}]. It rose [{fresh}].", ring), {HANDLE: THERE, fresh: THERE})
    assert [c.verdict for c in report.citations] == ["ok", "ok"]


@pytest.mark.clause("R3")
def test_a_missing_resolution_is_a_misuse_that_names_the_handle() -> None:
    with pytest.raises(MissingResolutionError, match=HANDLE):
        judge(plan(f"It fell [{HANDLE}].", RING), {})


@pytest.mark.clause("P5", "P6", "V9", "V12", "V20")
@pytest.mark.parametrize(
    ("issued", "current", "against", "notes"),
    [
        (TEXT, TEXT, "both", ()),
        (TEXT, "Nothing of the kind.", "issued", ("text_changed",)),
        ("Nothing of the kind.", TEXT, "current", ("text_changed",)),
        (None, TEXT, "current", ()),
    ],
)
def test_a_quote_may_stand_in_the_text_as_issued_or_as_it_is_now(
    issued: str | None, current: str, against: str, notes: tuple[str, ...]
) -> None:
    texts = () if issued is None else (IssuedText(issued),)
    citation = only(cite(replace(THERE, issued=texts, current=current)))
    assert (citation.verdict, citation.checked_against, citation.notes) == ("ok", against, notes)
    text = current if against == "current" else issued
    assert citation.passage_span is not None and text is not None
    assert text[slice(*citation.passage_span)] == QUOTE


@pytest.mark.clause("Q53", "V9")
def test_a_quote_in_neither_text_is_a_mismatch_with_its_closest_words_and_a_repair_that_compares() -> None:
    citation = only(cite(THERE, "The hazard ratio was 0.47"))
    assert citation.verdict == "quote_mismatch"
    assert citation.closest == QUOTE
    assert citation.similarity is not None and 0.9 < citation.similarity < 1
    assert citation.repair is not None and citation.repair_handle == HANDLE
    assert only(cite(THERE, citation.repair)).verdict == "ok"


@pytest.mark.clause("Q7")
@pytest.mark.parametrize("quote", ["**", ".", "…", "&#8203;", "\u00ad", " ", "&nbsp;", "\u200b"])
def test_a_quote_that_folds_to_nothing_is_malformed(quote: str) -> None:
    citation = only(cite(THERE, quote))
    assert (citation.verdict, citation.reason) == ("malformed", "empty_quote")


SERVED = replace(FACTS, version="2026-02-02")
"""The trial's registry now serves a later version than the one cited."""


@pytest.mark.clause("R10", "V7", "V8", "V17", "V21")
@pytest.mark.parametrize(
    ("resolution", "verdict", "reason", "flags", "notes"),
    [
        (
            replace(THERE, issued=(IssuedText(TEXT, "2026-01-01"),), record=SERVED),
            "ok",
            None,
            ("version_changed",),
            (),
        ),
        (replace(THERE, issued=(), record=SERVED), "ok", None, ("version_changed",), ()),
        (
            replace(THERE, issued=(), current="Nothing.", record=SERVED),
            "unavailable",
            "version_not_obtainable",
            ("version_changed",),
            (),
        ),
        (
            replace(THERE, issued=(IssuedText("Nothing.", "2026-01-01"),), record=SERVED),
            "ok",
            None,
            ("version_changed",),
            ("text_changed", "not_as_issued"),
        ),
        (
            replace(GONE, issued=(IssuedText(TEXT, "2026-01-01"),), record=SERVED),
            "ok",
            None,
            ("version_changed",),
            (),
        ),
        (
            replace(GONE, issued=(), record_exists=False, record=None),
            "withdrawn",
            "record_gone",
            (),
            ("notices_unchecked",),
        ),
    ],
)
def test_a_handle_with_a_version_is_judged_by_that_version_first(
    resolution: Resolution, verdict: str, reason: str | None, flags: tuple[str, ...], notes: tuple[str, ...]
) -> None:
    citation = only(cite(resolution, name="T"))
    assert (citation.verdict, citation.reason, citation.flags) == (verdict, reason, flags)
    assert citation.notes == notes


NOTICE_TABLE: list[tuple[list[tuple[str, str | None]], tuple[str, ...], tuple[str, ...]]] = [
    ([], (), ()),
    ([("retraction", "2020-01-01")], ("retracted",), ()),
    ([("partial_retraction", None)], ("retracted",), ()),
    ([("withdrawal", None)], ("retracted",), ()),
    ([("removal", None)], ("retracted",), ()),
    ([("concern", None)], ("concern",), ()),
    ([("concern", "2019-01-01"), ("retraction", "2020-01-01")], ("retracted", "concern"), ()),
    ([("erratum", None)], (), ("corrected",)),
    ([("corrigendum", None)], (), ("corrected",)),
    ([("correction", None)], (), ("corrected",)),
    ([("addendum", None)], (), ("corrected",)),
    ([("retraction", "2020-01-01"), ("reinstatement", "2021-01-01")], (), ()),
    ([("reinstatement", "2020-01-01"), ("retraction", "2021-01-01")], ("retracted",), ()),
    ([("retraction", "2020-01-01"), ("reinstatement", None)], ("retracted",), ()),
    ([("retraction", None), ("reinstatement", "2021-01-01")], ("retracted",), ()),
    ([("erratum", "2020-01-01"), ("reinstatement", "2021-01-01")], (), ("corrected",)),
]


@pytest.mark.clause("O7", "R8", "V13..V15", "V18")
@pytest.mark.parametrize(("notices", "flags", "notes"), NOTICE_TABLE)
def test_notices_give_flags_and_notes_and_never_change_a_verdict(
    notices: list[tuple[str, str | None]], flags: tuple[str, ...], notes: tuple[str, ...]
) -> None:
    stated = tuple(Notice(kind, date, source="test") for kind, date in notices)
    report = cite(replace(THERE, record=replace(FACTS, notices=stated)))
    assert only(report).verdict == "ok"
    assert (only(report).flags, only(report).notes) == (flags, notes)
    assert report.verdict == ("warn" if flags else "pass")


@pytest.mark.beside("guards what a trial or the evaluation brought to light, beside the clauses")
def test_a_notice_of_a_kind_that_nobody_reads_is_refused_when_it_is_made() -> None:
    with pytest.raises(ValueError, match="retracted"):
        Notice("retracted")


@pytest.mark.clause("O5", "R6", "V24")
def test_notices_that_could_not_be_checked_are_never_taken_for_none() -> None:
    for record in (None, replace(FACTS, notices=None, checked_at=None)):
        report = cite(replace(THERE, record=record))
        assert only(report).notes == ("notices_unchecked",)
        assert report.verdict == "incomplete"


@pytest.mark.clause("V16", "V19", "V29")
def test_a_preprint_is_flagged_and_its_publication_noted() -> None:
    record = replace(FACTS, preprint=True, published="pmid:99000009")
    citation = only(cite(replace(THERE, record=record)))
    assert (citation.flags, citation.notes) == (("preprint",), ("published",))


@pytest.mark.clause("R9", "V6", "V25")
def test_judging_against_the_text_as_issued_asks_no_source_and_says_so() -> None:
    offline = Policy(against="issued")
    for resolution in (UNREACHED, GONE, replace(THERE, current="Nothing.")):
        citation = only(cite(resolution, policy=offline))
        assert (citation.verdict, citation.checked_against) == ("ok", "issued")
        assert "not_rechecked" in citation.notes
    assert only(cite(replace(THERE, issued=()), policy=offline)).verdict == "unavailable"


@pytest.mark.clause("V6", "V7", "R10")
@pytest.mark.parametrize("quote", [QUOTE, None, "Nothing of the kind"])
@pytest.mark.parametrize("against", ["issued", "current_or_issued"])
def test_a_text_issued_as_another_version_does_not_stand_for_the_one_cited(
    against: str, quote: str | None
) -> None:
    other = replace(THERE, issued=(IssuedText(TEXT, "2025-12-31"),), current="Now otherwise.", record=SERVED)
    citation = only(cite(other, quote, Policy(against=against), "T"))
    if quote is None and against == "current_or_issued":
        assert (citation.verdict, citation.flags) == ("ok", ("version_changed",))
        return
    assert (citation.verdict, citation.reason) == ("unavailable", "version_not_obtainable")


@pytest.mark.clause("R5")
@pytest.mark.parametrize(
    ("issued", "quote", "against"),
    [
        (("One text.", TEXT), QUOTE, "both"),
        (("One text.", TEXT), "One text.", "issued"),
        ((TEXT, "One text."), "One text.", "issued"),
        ((TEXT, "One text."), QUOTE, "both"),
        ((), QUOTE, "current"),
    ],
)
def test_any_of_the_texts_issued_may_hold_a_quotation(
    issued: tuple[str, ...], quote: str, against: str
) -> None:
    citation = only(cite(replace(THERE, issued=tuple(map(IssuedText, issued))), quote))
    assert (citation.verdict, citation.checked_against) == ("ok", against)


@pytest.mark.clause("R5")
def test_a_resolution_says_nothing_that_it_is_not_told() -> None:
    empty = Resolution()
    assert (empty.issued, empty.current, empty.reached, empty.record) == ((), None, False, None)
    assert (empty.record_exists, empty.passage_exists) == (None, None)


@pytest.mark.clause("C25")
def test_a_prose_quotation_may_be_held_by_any_citation_of_its_sentence() -> None:
    elsewhere = replace(THERE, issued=(IssuedText("Something else."),), current="Something else.")
    report = audit(
        'It fell, since "the hazard ratio was 0.74" [{H}][{O}].'.replace("the h", "The h"), O=elsewhere
    )
    held = next(c for c in report.citations if c.quote is not None)
    assert held.verdict == "ok"
    swapped = audit('It fell, since "The hazard ratio was 0.74" [{O}][{H}].', O=elsewhere)
    held = next(c for c in swapped.citations if c.quote is not None)
    assert (held.verdict, held.held_by) == ("ok", HANDLE)
    third = audit('It fell, since "The hazard ratio was 0.74" [{O}][{T}][{H}].', O=elsewhere, T=elsewhere)
    held = next(c for c in third.citations if c.quote is not None)
    assert (held.verdict, held.held_by) == ("ok", HANDLE)


@pytest.mark.clause("O11")
def test_a_mismatch_in_the_prose_fails_an_answer_only_where_the_policy_says_so() -> None:
    answer = 'It fell, since "the hazard ratio was 0.47" [{H}].'
    strict = Policy(fail_on=("quote_mismatch",))
    assert audit(answer, strict).verdict == "warn"
    assert audit(answer, replace(strict, prose_quotes_fail=True)).verdict == "fail"
    assert audit('It fell [{H} "The hazard ratio was 0.47"].', strict).verdict == "fail"


@pytest.mark.clause("C26", "O17")
def test_a_prose_quotation_of_the_title_or_its_half_is_matched_as_title_outside_the_quote_metric() -> None:
    report = audit('See "A fictional trial of nothing" for more [{H}].')
    assert only(report).matched == "title"
    assert (report.metrics.quotes, only(report).verdict) == (0, "ok")


@pytest.mark.clause("Q49", "R11")
def test_a_mismatch_that_another_passage_holds_says_which() -> None:
    sibling = mint("pmid:99000001", "abstract.2", RING)
    passages = (PassageText(HANDLE, TEXT), PassageText(sibling, "The other arm did not change."))
    citation = only(cite(replace(THERE, passages=passages), "The other arm did not change."))
    assert (citation.cls, citation.held_by, citation.repair_handle) == ("other_passage", sibling, sibling)
    assert citation.repair == "The other arm did not change."


BEFORE, AFTER = "No one withdrew.", "The other arm did not change."


@pytest.mark.clause("Q48")
@pytest.mark.parametrize(
    ("quote", "repair"),
    [
        ("(95% CI, 0.60 to 0.91). The other arm did not change.", "(95% CI, 0.60 to 0.91)."),
        ("No one withdrew. Of 1,204 invented adults", "Of 1,204 invented adults"),
        (f"one withdrew. {TEXT} The other arm", TEXT),
    ],
)
def test_a_quote_over_two_or_three_passages_says_so(quote: str, repair: str) -> None:
    title, sibling = (mint("pmid:99000001", path, RING) for path in ("title", "abstract.2"))
    passages = (PassageText(title, BEFORE), PassageText(HANDLE, TEXT), PassageText(sibling, AFTER))
    citation = only(cite(replace(THERE, passages=passages), quote))
    assert (citation.cls, citation.detail, citation.held_by) == ("spans_passages", None, None)
    assert (citation.repair, citation.repair_handle) == (repair, HANDLE)


@pytest.mark.clause("Q48")
@pytest.mark.parametrize("quote", ["No one withdrew. The other arm", f"{AFTER} {BEFORE}"])
def test_a_quote_over_passages_that_are_no_neighbours_of_each_other_spans_none(quote: str) -> None:
    title, sibling = (mint("pmid:99000001", path, RING) for path in ("title", "abstract.2"))
    passages = (PassageText(title, BEFORE), PassageText(HANDLE, TEXT), PassageText(sibling, AFTER))
    assert only(cite(replace(THERE, passages=passages), quote)).cls != "spans_passages"


@pytest.mark.clause("Q49", "Q53")
def test_each_other_passage_is_searched_once_those_of_the_record_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searched: list[str] = []
    holds = Diagnostician._holds  # pyright: ignore[reportPrivateUsage] -- The search itself is counted.

    def watched(self: Diagnostician, quote: str, text: str) -> QuoteMatch | None:
        searched.append(text)
        return holds(self, quote, text)

    monkeypatch.setattr(Diagnostician, "_holds", watched)
    sibling = mint("pmid:99000001", "abstract.2", RING)
    own = (PassageText(HANDLE, TEXT), PassageText(sibling, AFTER))
    away = replace(THERE, issued=(IssuedText(f"{BEFORE} {AFTER}"),), current=None)
    # The last character of a quotation is left out when all passages are searched at once.
    answer = audit(
        'It fell [{H} "The other arm did not change!"]. It rose [{O}].',
        H=replace(THERE, passages=own),
        O=replace(away, current=f"{BEFORE} {AFTER}", passages=()),
    )
    assert answer.citations[0].cls == "absent"
    assert searched[1:] == [AFTER, f"{BEFORE} {AFTER}"]


@pytest.mark.clause("Q49", "Q53")
def test_the_repair_from_another_passage_is_not_turned_either() -> None:
    sibling = mint("pmid:99000001", "abstract.2", RING)
    passages = (PassageText(HANDLE, TEXT), PassageText(sibling, AFTER))
    citation = only(cite(replace(THERE, passages=passages), "change."))
    assert (citation.cls, citation.held_by) == ("other_passage", sibling)
    assert citation.repair == AFTER


@pytest.mark.clause("Q49")
def test_a_mismatch_that_another_record_of_the_answer_holds_says_which() -> None:
    other = replace(THERE, issued=(IssuedText("Blood pressure stayed the same."),), current=None)
    other = replace(other, current="Blood pressure stayed the same.")
    report = audit('It fell [{H} "Blood pressure stayed the same."]. It rose [{O}].', O=other)
    assert (report.citations[0].cls, report.citations[0].held_by) == ("other_passage", OTHER)


@pytest.mark.clause("Q49")
def test_a_mismatch_that_an_uncited_passage_of_another_record_holds_says_which() -> None:
    beside = mint("pmid:99000002", "abstract.2", RING)
    other = replace(THERE, passages=(PassageText(OTHER, TEXT), PassageText(beside, AFTER)))
    report = audit(f'It fell [{{H}} "{AFTER}"]. It rose [{{O}}].', O=other)
    first = report.citations[0]
    assert (first.cls, first.held_by, first.repair_handle, first.repair) == (
        "other_passage",
        beside,
        beside,
        AFTER,
    )


@pytest.mark.clause("L10", "Q49")
@pytest.mark.parametrize("elision", [False, True])
def test_beyond_its_budget_a_mismatch_is_explained_from_its_own_passage_alone(
    elision: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tekmeria_contract.audit.Diagnostician", partial(Diagnostician, left=len(AFTER)))
    passages = (PassageText(HANDLE, TEXT), PassageText(mint("pmid:99000001", "abstract.2", RING), AFTER))
    citation = only(cite(replace(THERE, passages=passages), AFTER, Policy(elision=elision)))
    assert (citation.verdict, citation.cls, citation.held_by) == ("quote_mismatch", "absent", None)


@pytest.mark.clause("Q43", "Q49")
def test_a_shortened_quotation_of_another_passage_is_found_there_where_the_policy_allows_it() -> None:
    beside = mint("pmid:99000001", "abstract.2", RING)
    passages = (PassageText(HANDLE, TEXT), PassageText(beside, AFTER))
    shortened = cite(replace(THERE, passages=passages), "The other … did not change.", Policy(elision=True))
    assert (only(shortened).cls, only(shortened).held_by) == ("other_passage", beside)


@pytest.mark.clause("V22")
def test_a_passage_that_credits_another_work_is_noted_where_it_is_quoted() -> None:
    credited = replace(THERE, credits=("pmid:99000007",))
    assert only(cite(credited)).notes == ("secondary",)
    assert only(cite(credited, None)).notes == ()


@pytest.mark.clause("V23")
def test_a_title_as_only_support_is_noted() -> None:
    title = mint("pmid:99000001", "title", RING)
    report = judge(
        plan(f"It fell [{title}]. It rose [{title}][{HANDLE}].", RING), {title: THERE, HANDLE: THERE}
    )
    assert [c.notes for c in report.citations] == [("title_only",), (), ()]


@pytest.mark.clause("C27", "V26")
def test_short_quoted_words_that_no_cited_passage_holds_are_noted() -> None:
    report = audit('It was a "clear success" and "a relapse" fell [{H}].')
    assert only(report).notes == ("quoted_words_not_found",)
    assert only(audit('The "hazard ratio" fell [{H}].')).notes == ()


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

"""Judging citations (contract.md §6 and §7)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tekmeria_contract import (
    IssuedText,
    KeyRing,
    MissingResolutionError,
    Notice,
    Policy,
    Resolution,
    judge,
    mint,
    plan,
)

from .auditing import (
    FACTS,
    GONE,
    HANDLE,
    QUOTE,
    RING,
    TEXT,
    THERE,
    UNREACHED,
    audit,
    cite,
    only,
)


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
    ([("retraction", "2021-01-01"), ("reinstatement", "2021-01-01")], (), ()),
    ([("retraction", "2021"), ("reinstatement", "2021-05-20")], ("retracted",), ()),
    ([("retraction", "2021-05"), ("reinstatement", "2021-05-20")], ("retracted",), ()),
    ([("retraction", "2021-05-20"), ("reinstatement", "2021")], ("retracted",), ()),
    ([("concern", "2021"), ("reinstatement", "2021")], ("concern",), ()),
    ([("retraction", "2020"), ("reinstatement", "2021-05-20")], (), ()),
    ([("retraction", "2021-04"), ("reinstatement", "2021-05")], (), ()),
    (
        [("reinstatement", "2022"), ("retraction", "2021-05-20"), ("reinstatement", "2021-05-21")],
        (),
        (),
    ),
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

"""From citations to the verdict on an answer, its metrics and versions (contract.md §8, §9)."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from typing import Any

import pytest

from tekmeria_contract import (
    IssuedText,
    KeyRing,
    Policy,
    RecordFacts,
    Report,
    Resolution,
    judge,
    mint,
    plan,
)
from tekmeria_contract.assigned import UNICODE_VERSION
from tekmeria_contract.fold import FOLD_VERSION
from tekmeria_contract.keyring import ADDRESSING_VERSIONS
from tekmeria_contract.sentences import SPLITTER_VERSION
from tekmeria_contract.vocabulary import CONTRACT_VERSION

RING = KeyRing.from_hex("3c" * 32)
HANDLE = mint("nct:NCT99000001@2026-01-01", "summary", RING)
TEXT = "The drug did not lower the risk. It was safe (in adults), and 5 mg or 5 mg twice was taken."
FACTS = RecordFacts("An invented trial", ("nct:NCT99000001",), notices=(), checked_at="2026-01-01")
THERE = Resolution((IssuedText(TEXT, "2026-01-01"),), TEXT, True, True, True, FACTS)


def audit(answer: str, resolution: Resolution = THERE, policy: Policy | None = None) -> Report:
    planned = plan(answer.replace("{H}", HANDLE), RING)
    return judge(planned, dict.fromkeys(planned.handles, resolution), policy)


@pytest.mark.clause("O8", "Q41", "V28")
@pytest.mark.parametrize(
    ("quote", "notes", "verdict"),
    [
        ("The drug did not lower the risk.", (), "pass"),
        ("lower the risk", ("qualified",), "warn"),
        ("It was safe.", ("ends_mid_sentence",), "pass"),
        ("5 mg", ("ambiguous",), "pass"),
    ],
)
def test_what_a_comparison_notes_stands_on_the_citation_and_a_qualified_one_warns(
    quote: str, notes: tuple[str, ...], verdict: str
) -> None:
    report = audit(f'It fell [{{H}} "{quote}"].')
    assert [(c.verdict, c.notes) for c in report.citations] == [("ok", notes)]
    assert report.verdict == verdict
    strict = audit(f'It fell [{{H}} "{quote}"].', policy=Policy(fail_on=("qualified",)))
    assert strict.verdict == ("fail" if verdict == "warn" else "pass")


@pytest.mark.clause("O8", "V21")
def test_a_quote_that_only_another_version_than_the_one_cited_holds_warns() -> None:
    served = replace(
        THERE, issued=(IssuedText("Nothing.", "2026-01-01"),), record=replace(FACTS, version="2")
    )
    report = audit('It fell [{H} "It was safe"].', served)
    assert [(c.verdict, "not_as_issued" in c.notes) for c in report.citations] == [("ok", True)]
    assert (report.verdict, [r.id for r in report.reasons]) == ("warn", ["not_as_issued"])


@pytest.mark.clause("O3", "O13")
@pytest.mark.parametrize(
    ("reason", "facts", "answer"),
    [
        ("preprint", replace(FACTS, preprint=True), "It fell [{H}]."),
        ("version_changed", replace(FACTS, version="2026-02-02"), "It fell [{H}]."),
        ("figures", FACTS, "Of 77 adults some fell [{H}]."),
    ],
)
def test_some_things_are_reasons_only_where_the_policy_names_them(
    reason: str, facts: RecordFacts, answer: str
) -> None:
    resolution = replace(THERE, record=facts)
    assert (audit(answer, resolution).verdict, audit(answer, resolution).reasons) == ("pass", ())
    strict = audit(answer, resolution, Policy(fail_on=(reason,)))
    assert [(r.outcome, r.id, r.count) for r in strict.reasons] == [("fail", reason, 1)]
    assert reason in strict.policy.fail_on


@pytest.mark.clause("O15")
def test_a_ratio_without_a_denominator_is_null_and_others_have_four_decimals() -> None:
    nothing = audit("").metrics
    assert (nothing.validity, nothing.coverage, nothing.quote_accuracy) == (None, None, None)
    some = audit(
        'It fell [{H} "It was safe"]. It fell [{H} "It was a risk"]. It rose [{H}]. It stayed.'
    ).metrics
    assert (some.citations, some.by_verdict.ok, some.validity) == (3, 2, 0.6667)
    assert (some.claims, some.claims_cited, some.coverage) == (4, 2, 0.5)
    assert (some.quotes, some.quotes_verbatim, some.quote_accuracy) == (2, 1, 0.5)


@pytest.mark.clause("P8", "Q11", "S17")
def test_a_report_names_the_versions_of_what_can_change_a_verdict() -> None:
    report = audit("It fell [{H}].")
    assert report.versions.contract == CONTRACT_VERSION
    assert (report.versions.fold, report.versions.sentences) == (FOLD_VERSION, SPLITTER_VERSION)
    assert report.versions.addressing == ADDRESSING_VERSIONS
    assert UNICODE_VERSION == "14.0.0"  # Another one would need another version of the fold.


@pytest.mark.clause("P7")
def test_the_digest_is_of_the_text_as_given_or_of_the_claims_canonical_json() -> None:
    text = f"Sjögren’s rose\r\n[{HANDLE}]."
    facts = plan(text, RING).facts
    assert (facts.form, facts.length) == ("text", len(text))
    assert facts.sha256 == hashlib.sha256(text.encode()).hexdigest()
    claims: list[dict[str, Any]] = [{"sentence": "Sjögren’s rose.", "citations": [{"handle": HANDLE}]}]
    canonical = json.dumps(claims, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    assert plan(claims, RING).facts.sha256 == hashlib.sha256(canonical.encode()).hexdigest()
    turned = [dict(reversed(list(claims[0].items())))]
    assert plan(turned, RING).facts == plan(claims, RING).facts

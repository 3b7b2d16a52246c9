"""The oracle says what the clauses say."""

from __future__ import annotations

import json
from pathlib import Path

import grimp
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tekmeria_eval.oracle.folding import flat, fold
from tekmeria_eval.oracle.handles import KeySpec, code_of, handle_fault
from tekmeria_eval.oracle.quoting import find

KEY = KeySpec("00" * 31 + "01")


@pytest.mark.parametrize(
    ("quote", "passage"),
    [
        ("517 children", "6517 children"),
        ("0.42", "-0.42"),
        ("−10 mm Hg", "5–10 mm Hg"),
        ("a dose of 5 mg", "a dose of 5 mg/kg"),
        ("about 1,", "about 1,200"),
        ("1.2", "1.2 × 10⁶"),
        ("10", "10(6)"),
        ("1", "1:100"),
        ("CYP2C19", "CYP2C19*17"),
        ("can", "can't"),
        ("ER", "ER−"),
        ("754 person-years", "5 025 754 person-years"),
        ("small-cell", "non-small-cell"),
    ],
)
def test_no_quotation_that_cuts_a_token_is_verbatim(quote: str, passage: str) -> None:
    assert find(quote, passage) is None


@pytest.mark.parametrize(
    ("quote", "passage"),
    [
        ("fell by 5 mg", "It fell by 5 mg."),
        ("PM2.5 exposure", "PM₂.₅ exposure"),
        ("10^-6 M", "10⁻⁶ M"),
        ("Ca2+ influx", "Ca²⁺ influx"),
        ("18F uptake", "¹⁸F uptake"),
        ("β=−0.23", "β = −0.23"),
        ("unlike placebo", "drug—unlike placebo"),
        ("risk was lower,", "The risk was lower in both."),
        ("(see Methods", "as said (see Methods)."),
    ],
)
def test_what_the_clauses_call_equal_is_verbatim(quote: str, passage: str) -> None:
    assert find(quote, passage) is not None


@pytest.mark.parametrize(
    ("quote", "passage", "note"),
    [
        ("reduce mortality in adults", "It did not reduce mortality in adults.", "qualified"),
        ("evidence of any benefit", "There was a lack of evidence of any benefit.", "qualified"),
        ("mortality fell", "mortality fell never again", "qualified"),
        ("mortality fell.", "Then mortality fell in adults.", "ends_mid_sentence"),
        ("it is safe.", "Then it is safe, unless pregnant.", "qualified"),
        ("5 mg", "First 5 mg, then 5 mg.", "ambiguous"),
    ],
)
def test_what_stands_around_a_quotation_is_noted(quote: str, passage: str, note: str) -> None:
    finding = find(quote, passage)
    assert finding is not None
    assert note in finding.notes


def test_a_negation_in_the_sentence_before_is_not_noted() -> None:
    finding = find("mortality fell", "Risk did not rise. Then mortality fell.")
    assert finding is not None
    assert finding.notes == ()


@pytest.mark.needs("shared")
def test_the_fold_cases_come_out_as_they_should(shared: Path) -> None:
    lines = (shared / "text" / "fold_cases.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [json.loads(line) for line in lines]
    wrong = [c for c in cases if (find(c["quote"], c["passage"]) is not None) != c["equal"]]
    assert cases
    assert wrong == []


@given(st.text(st.characters(codec="utf-8"), max_size=40))
def test_folding_is_idempotent(text: str) -> None:
    folded = fold(text.replace("&", ""))
    assert fold(folded) == folded
    assert len(flat(folded)) == len(folded)


def test_a_code_is_the_first_bits_of_the_hmac() -> None:
    code = code_of("pmid:1/abstract.1", KEY, 12)
    assert code_of("pmid:1/abstract.1", KEY, 5) == code[:5]
    assert handle_fault(f"pmid:1/abstract.1~{code}", (KEY,)) is None


@pytest.mark.parametrize(
    ("handle", "verdict", "reason"),
    [
        ("pmid:1/abstract.1", "malformed", "no_code"),
        ("pmid:01/abstract.1~ae2tc", "malformed", "id_shape"),
        ("pmid:1~ae2tc", "malformed", "no_path"),
        ("pmid:1/Abstract~ae2tc", "malformed", "path_shape"),
        ("pmid:1/abstract.1~ae2t", "malformed", "code_length"),
        ("pmid:1/abstract.1~ae2tu", "malformed", "code_character"),
        ("doi:10/abstract.1~ae2tc", "malformed", "unknown_scheme"),
        ("pmid:1/abstract.1~00000", "forged", "code_mismatch"),
    ],
)
def test_a_fault_of_a_handle_has_its_reason(handle: str, verdict: str, reason: str) -> None:
    assert handle_fault(handle, (KEY,)) == (verdict, reason)


def test_the_oracle_imports_nothing_of_the_audit_but_plain_values() -> None:
    graph = grimp.build_graph("tekmeria_eval", "tekmeria_contract", "tekmeria_sources")
    modules = graph.find_descendants("tekmeria_eval.oracle") | {"tekmeria_eval.oracle"}
    imported = {name for module in modules for name in graph.find_modules_directly_imported_by(module)}
    assert imported - modules == {"tekmeria_contract.policy", "tekmeria_contract.resolution"}

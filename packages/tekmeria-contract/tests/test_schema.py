"""The published JSON Schema of the report (contract.md §9)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tekmeria_contract import (
    IssuedText,
    KeyRing,
    Notice,
    RecordFacts,
    Resolution,
    judge,
    mint,
    plan,
    report_schema,
)
from tekmeria_contract.report import JSON_NAMES

PUBLISHED = Path(__file__).parents[3] / "docs" / "schemas" / "report-1.json"
RING = KeyRing.from_hex("5e" * 32)
TEXT = "Of 1,204 invented adults, 93 had a relapse."


def report(answer: str) -> dict[str, Any]:
    handle = mint("pmid:99000001", "abstract.1", RING)
    facts = RecordFacts(
        "A fictional title", ("pmid:99000001",), "https://example.org/1", notices=(Notice("erratum"),)
    )
    there = Resolution((IssuedText(TEXT),), TEXT, True, True, True, facts)
    return judge(plan(answer.replace("{H}", handle), RING), {handle: there}).to_dict()


REPORTS = {
    "empty": "",
    "cited": "It fell to 93 [{H}].",
    "quoted": 'It fell [{H} "93 had a relapse"].',
    "mismatched": 'It fell [{H} "94 had a relapse"].',
    "malformed": "It fell [pmid:99000001/abstract.1]. See PMID 99000002 and 【1†source】.",
    "exempt": "# Results\n\nIs it so?",
}


def errors(value: dict[str, Any]) -> list[Any]:
    validator: Any = jsonschema.Draft202012Validator(report_schema())  # The library's types are partial.
    return list(validator.iter_errors(value))


@pytest.mark.clause("P1..P3")
@pytest.mark.parametrize("answer", REPORTS.values(), ids=REPORTS)
def test_real_reports_obey_the_schema(answer: str) -> None:
    assert errors(report(answer)) == []


@pytest.mark.clause("P2")
def test_the_schema_refuses_what_is_not_in_its_closed_lists_and_unknown_members() -> None:
    good = report(REPORTS["quoted"])
    for change in ({"verdict": "fine"}, {"extra": 1}, {"schema": "tekmeria.report/2"}, {"sentences": None}):
        assert errors({**good, **change})
    good["citations"][0]["notes"] = ["nice"]
    assert errors(good)


@pytest.mark.clause("P10")
def test_members_that_python_cannot_name_are_renamed() -> None:
    assert "class" in report(REPORTS["mismatched"])["citations"][0]
    assert not set(JSON_NAMES) & set(report(REPORTS["mismatched"])["citations"][0])


@pytest.mark.clause("P2")
def test_the_published_schema_is_the_one_of_the_code() -> None:
    assert json.loads(PUBLISHED.read_text(encoding="utf-8")) == report_schema()

"""What ClinicalTrials.gov is asked, word for word, and how its studies are read."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tekmeria_sources.criteria import read_criteria
from tekmeria_sources.errors import ArgumentError, BodyError, OutOfScopeError
from tekmeria_sources.passages import cut
from tekmeria_sources.registrytext import flat
from tekmeria_sources.request import TrialRequest
from tekmeria_sources.sources import FICTIONAL
from tekmeria_sources.trials import FIELDS, plan_records, plan_search, read_page
from tekmeria_sources.trials_decoding import read_records

STUDY = (FICTIONAL / "clinicaltrials" / "study-NCT99000001-2033-01-20.json").read_bytes()
RECORD = read_records(STUDY).records["nct:NCT99000001"]
TEXTS = {passage.path: passage.text for passage in cut(RECORD)}


def study(number: int, **protocol: object) -> dict[str, Any]:
    identification = {"nctId": f"NCT{99000000 + number}", "briefTitle": "A fictional trial"}
    return {"protocolSection": {"identificationModule": identification, **protocol}, "derivedSection": {}}


def page(count: int, **members: object) -> bytes:
    return json.dumps({"studies": [study(number) for number in range(count)], **members}).encode()


def test_a_search_asks_for_a_page_of_fixed_size_with_the_fields_of_a_hit() -> None:
    request = TrialRequest(
        "aster", "fictaquine", "falls", ("RECRUITING", "COMPLETED"), ("PHASE2", "PHASE3"), True
    )
    plan = plan_search(request, None, 7)
    assert (plan.method, plan.host, plan.path) == ("GET", "clinicaltrials.gov", "/api/v2/studies")
    assert plan.query == (
        ("query.cond", "aster"),
        ("query.intr", "fictaquine"),
        ("query.term", "falls"),
        ("filter.overallStatus", "RECRUITING,COMPLETED"),
        ("filter.advanced", "AREA[Phase](PHASE2 OR PHASE3)"),
        ("aggFilters", "results:with"),
        ("fields", ",".join(FIELDS)),
        ("countTotal", "true"),
        ("pageSize", "100"),
    )


def test_every_part_of_a_page_is_asked_for_alike_whatever_number_of_hits_is_wanted() -> None:
    request = TrialRequest(terms="falls")
    plans = {
        plan_search(request, position, count) for position, count in ((None, 10), ("10:", 5), ("15:", 100))
    }
    assert len(plans) == 1
    assert plan_search(request, "0:abc", 10).query[-1] == ("pageToken", "abc")


def test_where_only_numbers_are_searched_for_filters_hold_nevertheless() -> None:
    plan = plan_search(TrialRequest(terms="NCT99000001, nct99000002", statuses=("COMPLETED",)), None, 10)
    assert plan.query[:2] == (
        ("filter.ids", "NCT99000001,NCT99000002"),
        ("filter.overallStatus", "COMPLETED"),
    )


def test_records_are_asked_for_by_number_former_numbers_among_them() -> None:
    plan = plan_records(["NCT99000001", "NCT99000009"])
    assert dict(plan.query)["filter.ids"] == "NCT99000001,NCT99000009"


def test_hits_are_handed_on_from_a_page_until_the_next_page_is_needed() -> None:
    body = page(5, totalCount=9, nextPageToken="abc")
    first = read_page(body, None, 3)
    assert (len(first.ids), first.total, first.following) == (3, 9, "3:")
    second = read_page(body, "3:", 3)
    assert (second.ids, second.following) == (("nct:NCT99000003", "nct:NCT99000004"), "0:abc")
    last = read_page(page(4), "0:abc", 5)
    assert (len(last.ids), last.total, last.following) == (4, None, None)
    assert read_page(page(0, nextPageToken="def"), "0:abc", 5).following == "0:def"


@pytest.mark.parametrize(
    ("given", "source"),
    [
        ({}, "terms"),
        ({"condition": " "}, "terms"),
        ({"terms": "x" * 4001}, "terms"),
        ({"terms": "x", "statuses": ("Recruiting",)}, "statuses"),
        ({"terms": "x", "phases": ("3",)}, "phases"),
    ],
)
def test_a_request_that_cannot_be_asked_is_refused_by_its_argument(
    given: dict[str, Any], source: str
) -> None:
    with pytest.raises(ArgumentError) as refusal:
        TrialRequest(**given)
    assert refusal.value.source == source


def test_the_record_has_its_version_names_and_the_facts_that_searches_filter_by() -> None:
    assert RECORD.cited_as == "nct:NCT99000001@2033-01-20"
    assert RECORD.identifiers == ("nct:NCT99000001", "nct:NCT99000009")
    assert RECORD.authors == ("Nordavia Institute of Invented Medicine", "Øksnes Fictional Hospital Trust")
    assert RECORD.registration is not None
    assert (RECORD.registration.status, RECORD.registration.has_results) == ("COMPLETED", True)
    assert RECORD.registration.phases == ("PHASE2", "PHASE3")
    assert RECORD.flags == ()
    assert not RECORD.excerpt


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("eligibility.inclusion.1", "Age >= 18 years and <= 75 years"),
        (
            "eligibility.inclusion.3",
            "Active disease at screening, defined as one of the following:\n"
            "serum γ-lindolin above 3.2 × 10^3 µg/L; or\nat least 2 falls in the last 28 days",
        ),
        ("eligibility.exclusion.2", "Estimated glomerular filtration rate <45 mL/min/1.73 m²"),
        (
            "eligibility.participants.1",
            "Sex: All\nMinimum age: 18 Years\nMaximum age: 75 Years\nAccepts healthy volunteers: No",
        ),
        ("outcomes.secondary.2", "Serum γ-lindolin\nTime frame: Week 26"),
        (
            "arms.2",
            "Placebo comparator\nMatching placebo tablets once daily for 26 weeks.\nInterventions: Drug: Placebo",
        ),
        ("limitations.1", "The trial is invented, and so are its limitations."),
    ],
)
def test_a_passage_is_its_text_without_escapes_and_bullets(path: str, text: str) -> None:
    assert TEXTS[path] == text


@pytest.mark.parametrize(
    "line",
    [
        "Mean (95% Confidence Interval), falls per patient-year",
        "Fictaquine 40 mg: 3.14 (2.71 to 3.63)",
        "p-value: 0.004",
        "95% two sided confidence interval: 0.55 to 0.84",
        "Week 13: Fictaquine 40 mg: NA; Values were below the level of quantification.",
        "Week 13: Placebo: 2140 (310 to 9800)",
        "Hip fracture: Placebo: 5 of 205, 6 events",
        "Deaths: Fictaquine 40 mg: 1 of 207",
        "COMPLETED: Placebo: 191; 2 patients died after the last visit",
        "Female: Total: 229",
        "Enrollment: 412 (actual)",
        "Phase: Phase 2; Phase 3",
    ],
)
def test_every_figure_has_a_line_of_its_own_with_what_it_is_of(line: str) -> None:
    assert line in [line for text in TEXTS.values() for line in text.split("\n")]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("P\\<0.001 and \\[a\\] \\& b\\\\c", "P<0.001 and [a] & b\\c"),
        ("One.\n\nTwo.\n\n* a\n* b\n\n  1. c", "One.\nTwo.\na\nb\n1. c"),
        ("2 * 3 and *, HLA-B\\*57:01", "2 * 3 and *, HLA-B*57:01"),
        ("x &lt; y", "x < y"),
        ("-5 points", "-5 points"),
        ("* ", ""),
    ],
)
def test_text_of_the_registry_becomes_lines(written: str, read: str) -> None:
    assert flat(written) == read


@pytest.mark.parametrize(
    ("heading", "kind"),
    [
        ("Inclusion Criteria:", "inclusion"),
        ("Key Exclusion Criteria", "exclusion"),
        ("EXCLUSION CRITERIA FOR COHORT 2:", "exclusion"),
        ("Exclusion criteria (all cohorts)", "exclusion"),
        ("Non-inclusion criteria:", "exclusion"),
        ("Exclusion:", "exclusion"),
        ("Patients will be excluded if:", "exclusion"),
        ("Patients are not eligible where:", "exclusion"),
        ("Ineligible are:", "exclusion"),
        ("* Exclusion Criteria:", "exclusion"),
        ("2. Exclusion Criteria:", "exclusion"),
        ("Inclusion and exclusion criteria:", None),
        ("All inclusion criteria and none of the exclusion criteria must be met:", None),
    ],
)
def test_a_heading_says_who_is_in_and_who_is_out(heading: str, kind: str | None) -> None:
    (first, second) = read_criteria(f"Inclusion Criteria:\n\n* Adults\n\n{heading}\n\n  * Pregnancy")
    assert (first.kind, first.text) == ("inclusion", "Adults")
    assert (second.kind, second.text) == (kind, "Pregnancy")


@pytest.mark.parametrize(
    "line",
    [
        "Adults who meet no exclusion criteria of trial FICTA-1.",
        "* Adults who are excluded from other trials: none of them may be pregnant",
        "* Any condition that makes inclusion unwise",
        "Adults. None of the exclusion criteria may be met: see above",
    ],
)
def test_a_criterion_that_speaks_of_criteria_is_no_heading(line: str) -> None:
    criteria = read_criteria(f"Inclusion Criteria:\n\n{line}\n* Speaks Nordavian")
    assert {criterion.kind for criterion in criteria} == {"inclusion"}
    assert len(criteria) == 2


def test_what_stands_under_no_heading_is_neither() -> None:
    assert [c.kind for c in read_criteria("Adults of Nordavia.\n\nExclusion Criteria:\n\n* Fever")] == [
        None,
        "exclusion",
    ]
    record = read_records((FICTIONAL / "clinicaltrials" / "study-NCT99000002.json").read_bytes()).records[
        "nct:NCT99000002"
    ]
    paths = {passage.path: passage.text for passage in cut(record)}
    assert paths["eligibility.criteria.1"] == "Children of Nordavia who are to have the booster."
    assert paths["eligibility.exclusion.1"] == "Fever on the day of the booster"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "empty_body"),
        (b"<!DOCTYPE html><html></html>", "html_body"),
        (b'{"studies": [', "malformed_json"),
        (b"[" * 100_000, "malformed_json"),
        (b"[]", "unexpected_body"),
        (b'{"studies": {}}', "unexpected_body"),
        (b'{"studies": [3]}', "unexpected_body"),
        (b'{"protocolSection": {}}', "unexpected_body"),
        (b'{"protocolSection": {"identificationModule": {"nctId": "NCT1"}}}', "unexpected_body"),
        (json.dumps(study(1, descriptionModule={"briefSummary": ["a"]})).encode(), "unexpected_body"),
        (json.dumps(study(1, conditionsModule={"conditions": [3]})).encode(), "unexpected_body"),
    ],
)
def test_what_cannot_be_read_is_a_typed_error(body: bytes, code: str) -> None:
    with pytest.raises(BodyError) as refusal:
        read_records(body)
    assert (refusal.value.source, refusal.value.code) == ("clinicaltrials", code)


def test_another_endpoint_of_the_registry_is_recognised_and_refused() -> None:
    with pytest.raises(OutOfScopeError):
        read_records(b'{"averageSizeBytes": 1}')


def test_of_several_versions_in_one_answer_the_newest_stays() -> None:
    older = (FICTIONAL / "clinicaltrials" / "study-NCT99000001-2032-09-14.json").read_bytes()
    both = b'{"studies": [' + STUDY + b"," + older + b"]}"
    assert read_records(both).records["nct:NCT99000001"].version == "2033-01-20"

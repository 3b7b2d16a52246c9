"""What openFDA is asked, word for word, and how its drug labels are read."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tekmeria_sources.errors import ArgumentError, BodyError, OutOfScopeError, RateLimitedError, RefusedError
from tekmeria_sources.labels import LABELS, plan_records, plan_search, read_page
from tekmeria_sources.labels_decoding import read_records
from tekmeria_sources.labels_tables import table_text
from tekmeria_sources.passages import cut
from tekmeria_sources.request import LabelRequest
from tekmeria_sources.sources import FICTIONAL

SET_ID = "aaaaaaaa-0000-4000-8000-000000000001"
RECORD = read_records((FICTIONAL / "openfda" / f"label-{SET_ID}.json").read_bytes()).records[
    f"setid:{SET_ID}"
]
TEXTS = {passage.path: passage.text for passage in cut(RECORD)}
NO_MATCH = b'{"error": {"code": "NOT_FOUND", "message": "No matches found!"}}'


def answer(*labels: dict[str, Any], **meta: object) -> bytes:
    return json.dumps({"meta": {"results": meta}, "results": list(labels)}).encode()


def label(number: int = 1, **fields: object) -> dict[str, Any]:
    return {"set_id": f"aaaaaaaa-0000-4000-8000-{number:012}", "version": "1", **fields}


def test_a_search_asks_for_every_label_that_names_the_drug_newest_first() -> None:
    plan = plan_search(LabelRequest(' ficta"quine\\ '), "50", 10)
    assert (plan.method, plan.host, plan.path) == ("GET", "api.fda.gov", "/drug/label.json")
    assert plan.query == (
        (
            "search",
            'openfda.brand_name:"ficta quine" OR openfda.generic_name:"ficta quine"'
            ' OR openfda.substance_name:"ficta quine"'
            ' OR (spl_product_data_elements:"ficta quine" AND NOT _exists_:openfda.generic_name)',
        ),
        ("sort", "effective_time:desc"),
        ("limit", "10"),
        ("skip", "50"),
    )
    assert 404 in plan.read


def test_labels_are_asked_for_by_set_id() -> None:
    assert dict(plan_records(["a", "b"]).query)["search"] == 'set_id:"a" OR set_id:"b"'


def test_a_drug_without_a_name_is_refused() -> None:
    with pytest.raises(ArgumentError) as refusal:
        LabelRequest(' "" ')
    assert refusal.value.source == "drug"


def test_that_nothing_matches_is_a_page_without_hits_and_no_error() -> None:
    assert (read_page(NO_MATCH, None, 10).ids, read_page(NO_MATCH, None, 10).total) == ((), 0)
    assert LABELS.read_records(NO_MATCH).records == {}
    assert LABELS.split_records(NO_MATCH) == {}


def test_pages_follow_each_other_to_the_last_that_can_be_reached() -> None:
    assert read_page(answer(label(1), label(2), total=3), None, 2).following == "2"
    assert read_page(answer(label(3), total=3), "2", 2).following is None
    assert read_page(answer(label(3), total=90_000), "25000", 2).following is None


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("BAD_REQUEST", RefusedError),
        ("API_KEY_INVALID", RefusedError),
        ("SERVER_ERROR", RefusedError),
        ("OVER_RATE_LIMIT", RateLimitedError),
    ],
)
def test_openfda_s_own_errors_keep_their_code(code: str, kind: type[Exception]) -> None:
    body = json.dumps({"error": {"code": code, "message": "Because."}}).encode()
    for read in (read_records, LABELS.read_records):
        with pytest.raises(kind, match="Because") as refusal:
            read(body)
        if kind is RefusedError:
            assert isinstance(refusal.value, RefusedError) and refusal.value.code == code


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "empty_body"),
        (b"<html></html>", "html_body"),
        (b'{"results": [', "malformed_json"),
        (b'{"meta": {}}', "unexpected_body"),
        (answer(label(set_id="x")), "unexpected_body"),
        (answer(label(warnings=[["a"]])), "unexpected_body"),
        (answer(label(openfda=[])), "unexpected_body"),
    ],
)
def test_what_cannot_be_read_is_a_typed_error(body: bytes, code: str) -> None:
    with pytest.raises(BodyError) as refusal:
        read_records(body)
    assert (refusal.value.source, refusal.value.code) == ("openfda", code)


def test_other_endpoints_are_recognised_and_refused() -> None:
    with pytest.raises(OutOfScopeError):
        read_records(answer({"term": "FALL", "count": 3}))


def test_the_record_has_its_version_and_names() -> None:
    assert RECORD.cited_as == f"setid:{SET_ID}@7"
    assert (RECORD.title, RECORD.date) == ("LINDGROVEX FICTIONAL (FICTAQUINE)", "2033-01-10")
    assert RECORD.product is not None
    assert RECORD.product.substances == ("FICTAQUINE HYDROCHLORIDE",)
    assert RECORD.authors == ("Nordavia Fictional Laboratories",)
    assert RECORD.publication_types == ("Drug label", "HUMAN PRESCRIPTION DRUG")


def test_sections_stand_under_their_names_warnings_first() -> None:
    paths = [passage.path for passage in cut(RECORD)]
    assert paths[:4] == ["title", "boxed_warning.1", "indications_and_usage.1", "dosage_and_administration.1"]
    assert TEXTS["geriatric_use.1"] in TEXTS["use_in_specific_populations.1"]
    assert TEXTS["package_label_principal_display_panel.2"].endswith("20 mg")


def test_the_order_of_the_fields_does_not_matter() -> None:
    fields = {"warnings": ["W"], "boxed_warning": ["B"], "abuse": ["A"], "purpose": ["P"]}
    one, other = answer({**label(), **fields}), answer({**dict(reversed(fields.items())), **label()})
    assert read_records(one).records == read_records(other).records


def test_a_table_has_a_line_a_row_and_its_head_in_the_label() -> None:
    (table,) = [passage for passage in cut(RECORD) if passage.path.startswith("adverse_reactions_table")]
    assert table.text == (
        "Table 1: Adverse reactions in at least 5% of (invented) patients\n"
        "| LINDGROVEX FICTIONAL (N=207) | Placebo (N=205)\n"
        "Dry mouth | 15% | 5.4%\n"
        "Mild in all but two patients.\n"
        "Cmax above 40 nmol·L⁻¹ | <1% |"
    )
    assert table.label is not None and table.label.startswith("adverse reactions table: Table 1:")


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("P < 0.05 and a<b", "P < 0.05 and a<b"),
        ("<table><tr><td>a<td>b<tr><td>c", "a | b\nc"),
        ("<tr><td/><td>x</td><td/><td/><td>y</td></tr>", "| x | | | y"),
        ("<td><list><item><caption>•</caption>one</item><item>two</item></list></td>", "• one two"),
        ("<td>10<sup>-3</sup> and CO<sub>2</sub></td>", "10⁻³ and CO₂"),
        ("<td>10<sup>-3", "10⁻³"),
        ("<td>&amp;lt; &lt;5</td>", "< <5"),
        ("", ""),
    ],
)
def test_markup_of_tables_becomes_lines(markup: str, text: str) -> None:
    assert table_text(markup) == text


def test_names_that_are_of_another_label_are_not_taken() -> None:
    names = {"brand_name": ["Other"], "spl_set_id": ["aaaaaaaa-0000-4000-8000-000000000099"]}
    (record,) = read_records(
        answer(label(openfda=names, spl_product_data_elements=["Fictional Drops WATER"]))
    ).records.values()
    assert record.title == "Fictional Drops WATER"
    assert record.product is not None and record.product.brands == ()


def test_of_several_versions_in_one_answer_the_newest_stays() -> None:
    labels = [label(version=version, warnings=[version]) for version in ("9", "10", "2")]
    (record,) = read_records(answer(*labels)).records.values()
    assert record.version == "10"


def test_a_label_cut_down_to_some_fields_is_an_excerpt() -> None:
    cut_down = label()
    del cut_down["version"]
    (record,) = read_records(answer(cut_down)).records.values()
    assert record.excerpt and record.cited_as == record.id

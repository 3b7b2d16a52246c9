"""Europe PMC is asked in its own language, and what its search answers is read without loss."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tekmeria_sources.errors import BodyError, NotAskedError, OutOfScopeError, RefusedError
from tekmeria_sources.europepmc import (
    EUROPEPMC,
    FULL_TEXT,
    PAGE,
    plan_full_text,
    plan_notices,
    plan_records,
    plan_search,
    read_page,
    search_query,
)
from tekmeria_sources.europepmc_decoding import read_recorded, read_records, read_results, split_records
from tekmeria_sources.europepmc_text import read_abstract
from tekmeria_sources.inlinehtml import plain
from tekmeria_sources.passages import cut
from tekmeria_sources.pubmed_search import IdPage
from tekmeria_sources.record import Record
from tekmeria_sources.request import SearchRequest
from tekmeria_sources.sources import FICTIONAL

FICTIONAL_SEARCH = (FICTIONAL / "europepmc" / "search-velorin.json").read_bytes()


def answer(*results: dict[str, Any], total: int | None = None, mark: str | None = None) -> bytes:
    content: dict[str, Any] = {"version": "6.9", "hitCount": len(results) if total is None else total}
    if mark is not None:
        content["nextCursorMark"] = mark
    return json.dumps({**content, "resultList": {"result": list(results)}}).encode()


def preprint(number: int = 1, /, **members: object) -> dict[str, Any]:
    types = {"pubTypeList": {"pubType": ["Preprint"]}}
    named = {"id": f"PPR9900000{number}", "source": "PPR", "title": "A fictional preprint."}
    return {**named, **types, **members}


def article(number: int = 1, /, **members: object) -> dict[str, Any]:
    types = {"pubTypeList": {"pubType": ["Journal Article"]}}
    pmid = f"9900000{number}"
    return {"id": pmid, "source": "MED", "pmid": pmid, "title": "A fictional article.", **types, **members}


def read_one(result: dict[str, Any]) -> Record:
    (record,) = read_records(answer(result)).records.values()
    return record


def correction(type_: str, source: str = "MED", number: str = "99000009") -> dict[str, object]:
    reference = "J Invent Med. 2032 Jun 2;7:e11."
    found = {"type": type_, "source": source, "id": number, "reference": reference}
    return {"commentCorrectionList": {"commentCorrection": [found]}}


def test_a_search_is_one_page_of_core_results_from_a_mark_on() -> None:
    plan = plan_search(SearchRequest("velorin AND fever"), None, 7)
    assert (plan.method, plan.host, plan.path) == (
        "GET",
        "www.ebi.ac.uk",
        "/europepmc/webservices/rest/search",
    )
    assert dict(plan.query) == {
        "query": "(velorin AND fever) AND (SRC:MED OR SRC:PMC OR SRC:PPR)",
        "resultType": "core",
        "format": "json",
        "pageSize": str(PAGE),
        "cursorMark": "*",
    }
    assert dict(plan_search(SearchRequest("x"), "5:AoI+w==", 7).query)["cursorMark"] == "AoI+w=="
    assert plan_search(SearchRequest("x"), "5:AoI", 7) == plan_search(SearchRequest("x"), "12:AoI", 3)


@pytest.mark.parametrize(
    ("request_", "part"),
    [
        (SearchRequest("x", date_from="2031-03"), " AND FIRST_PDATE:[2031-03-01 TO 3000-12-31]"),
        (SearchRequest("x", date_to="2031-03"), " AND FIRST_PDATE:[1500-01-01 TO 2031-03-31]"),
        (SearchRequest("x", date_from="2030", date_to="2031"), "[2030-01-01 TO 2031-12-31]"),
        (
            SearchRequest("x", study_designs=('Re"view', "Letter")),
            ' AND (PUB_TYPE:"Re view" OR PUB_TYPE:"Letter")',
        ),
        (SearchRequest("x", open_access_only=True), " AND OPEN_ACCESS:Y"),
        (SearchRequest("x", peer_reviewed_only=True), " NOT SRC:PPR"),
        (SearchRequest("x", exclude_retracted=True), ' NOT PUB_TYPE:"retracted publication"'),
    ],
)
def test_filters_are_fields_of_the_query(request_: SearchRequest, part: str) -> None:
    assert part in search_query(request_)


@pytest.mark.parametrize("query", ["fever[ti]", "x AND review[Publication Type]", "a[MeSH Terms:noexp]"])
def test_a_query_in_the_language_of_pubmed_is_not_asked(query: str) -> None:
    with pytest.raises(NotAskedError, match="field tag"):
        plan_search(SearchRequest(query), None, 5)


def test_a_long_query_is_posted() -> None:
    plan = plan_search(SearchRequest("fever " * 400), None, 5)
    assert (plan.method, plan.path) == ("POST", "/europepmc/webservices/rest/searchPOST")


def test_records_are_asked_for_by_their_ids() -> None:
    assert "(EXT_ID:PPR1 OR EXT_ID:PPR2) AND SRC:PPR" in plan_records(["PPR1", "PPR2"]).key.replace(
        "%28", "("
    ).replace("%29", ")").replace("%3A", ":").replace("+", " ")
    assert ("query", "(PMCID:PMC1 OR PMCID:PMC2)") in plan_notices(["PMC1", "PMC2"]).query
    full = plan_full_text(["PMC99000010"])
    assert full.path == "/europepmc/webservices/rest/PMC99000010/fullTextXML"
    assert (full.accept, 404 in full.read) == ("application/xml", True)


def test_pages_follow_the_mark_until_it_stays_or_a_page_is_not_full() -> None:
    full = [preprint(number) | {"id": f"PPR990{number:05}"} for number in range(PAGE)]
    body = answer(*full, total=99, mark="AoIa")
    first = read_page(body, None, 10)
    assert (len(first.ids), first.total, first.following) == (10, 99, "10:*")
    last = read_page(body, "20:*", 10)
    assert (len(last.ids), last.following) == (5, "0:AoIa")
    assert read_page(body, "20:AoIa", 10).following is None
    assert read_page(answer(*full[:3], total=99, mark="AoIa"), None, 10).following is None
    assert read_page(answer(*full, total=99), None, PAGE).following is None
    assert read_page(body, "7:*", 0).following == "7:*"


def test_a_hit_is_known_by_pmid_then_preprint_or_pmcid_and_what_has_none_is_left_out() -> None:
    results = [
        article(1, pmcid="PMC99000001", doi="10.5555/FICT.2031.0001"),
        preprint(2),
        {"id": "PMC99000003", "source": "PMC", "pmcid": "PMC99000003", "title": "A fictional text."},
        {"id": "US99000001", "source": "PAT", "title": "A fictional patent.", "doi": "10.5555/p"},
    ]
    found = read_results(answer(*results))
    assert found.count == 4
    assert list(found.records) == ["pmid:99000001", "ppr:PPR99000002", "pmcid:PMC99000003"]
    assert [record.excerpt for record in found.records.values()] == [True, False, True]
    assert found.records["pmid:99000001"].identifiers == (
        "pmid:99000001",
        "pmcid:PMC99000001",
        "doi:10.5555/fict.2031.0001",
    )


def test_of_several_versions_of_a_preprint_the_newest_is_read() -> None:
    versions = [
        preprint(versionNumber=9),
        preprint(versionNumber=10, title="Fictional, new"),
        preprint(versionNumber=2),
    ]
    (record,) = read_records(answer(*versions)).records.values()
    assert (record.version, record.title) == ("10", "Fictional, new")
    (part,) = split_records(answer(*versions)).values()
    assert read_records(part).records == {record.id: record}


@pytest.mark.parametrize(
    ("result", "kinds", "flags"),
    [
        (article(1, **correction("Retraction in")), ["retraction"], ("retracted",)),
        (article(1, **correction("Partial retraction in")), ["partial_retraction"], ("retracted",)),
        (article(1, **correction("Retracted and republished in")), ["retraction"], ("retracted",)),
        (article(1, pubTypeList={"pubType": ["Retracted Publication"]}), ["retraction"], ("retracted",)),
        (article(1, **correction("Expression of concern in")), ["concern"], ("concern",)),
        (article(1, **correction("Erratum in")), ["erratum"], ("corrected",)),
        (article(1, **correction("Retraction of")), [], ("notice",)),
        (article(1, **correction("Erratum for")), [], ("notice",)),
        (article(1, **correction("Expression of concern for")), [], ("notice",)),
        (article(1, pubTypeList={"pubType": ["Published Erratum"]}), [], ("notice",)),
        (article(1, **correction("Comment in")), [], ()),
        (article(1, title="RETRACTED: a fictional title"), [], ()),
        (preprint(), [], ("preprint",)),
        (preprint(**correction("Preprint in")), [], ("preprint", "published")),
        (preprint(**correction("Update in")), [], ("preprint", "published")),
        (preprint(**correction("Update in", "PPR", "PPR99000007")), [], ("preprint",)),
        (preprint(title="WITHDRAWN: A fictional claim"), ["withdrawal"], ("retracted", "preprint")),
        (preprint(title="Withdrawn patients in a fictional trial"), [], ("preprint",)),
        (preprint(pubTypeList={"pubType": ["Preprint removal"]}), ["removal"], ("retracted", "preprint")),
    ],
)
def test_every_notice_gives_the_flag_of_the_table(
    result: dict[str, Any], kinds: list[str], flags: tuple[str, ...]
) -> None:
    record = read_one(result)
    assert [notice.kind for notice in record.notices] == kinds
    assert record.flags == flags
    for notice in record.notices:
        assert notice.source == "europepmc"


def test_a_notice_has_its_date_and_its_id() -> None:
    (notice,) = read_one(
        article(1, pubTypeList={"pubType": ["Retracted Publication"]}, **correction("Retraction in"))
    ).notices
    assert (notice.kind, notice.date, notice.id) == ("retraction", "2032-06-02", "pmid:99000009")


def test_what_a_lite_result_says_of_notices_is_not_everything() -> None:
    lite = {
        "id": "99000001",
        "source": "MED",
        "pmid": "99000001",
        "title": "Fictional.",
        "pubType": "letter; review",
    }
    record = read_one({**lite, "authorString": "Aas A, O’Rourke Z, The Group."})
    assert (record.excerpt, record.notices_checked, record.facts(None).notices) == (True, False, None)
    assert record.publication_types == ("letter", "review")
    assert record.authors == ("Aas A", "O’Rourke Z", "The Group")


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("<i>p</i><0.001 and P<0.001", "p<0.001 and P<0.001"),
        ("a<b and c>d, 0<t<1", "a<b and c>d, 0<t<1"),
        ("x <b and y> z <i>w</i>", "x <b and y> z w"),
        ("Ca<sup>2+</sup>, CO<sub>2</sub>, 10<sup>-3</sup>, C<sub>max</sub>", "Ca²⁺, CO₂, 10⁻³, Cmax"),
        ("&lt;i&gt;ATM&lt;/i&gt; and A &lt; B &amp; C", "ATM and A < B & C"),
        ("<p>One.</p><p>Two.</p>", "One. Two."),
        ('a <a href="x">link</a><br/>b', "a link b"),
        ("<unknown>kept</unknown>", "<unknown>kept</unknown>"),
        ("if n<p then</p>", "if n<p then</p>"),
        ("<sub>open", "<sub>open"),
        ("H<sub>2</sub>O < <\u2009.001)", "H₂O < <\u2009.001)"),
    ],
)
def test_only_known_paired_tags_are_markup(written: str, text: str) -> None:
    assert plain(written) == text


def test_headings_are_labels_and_text_before_the_first_has_none() -> None:
    written = (
        "Before.<h4>Methods: </h4>So (p < 0.001).<h4>Results</h4><h4>Empty</h4> <h4>Conclusion</h4>Done."
    )
    assert read_abstract(written) == [
        (None, "Before."),
        ("Methods", "So (p < 0.001)."),
        ("Conclusion", "Done."),
    ]


def test_the_fictional_preprint_is_whole() -> None:
    record = read_records(FICTIONAL_SEARCH).records["ppr:PPR99000001"]
    assert (record.version, record.published, record.venue) == ("2", "pmid:99000010", "fictRxiv")
    assert [(p.path, p.label) for p in cut(record)][1:] == [
        ("abstract.1", "Background"),
        ("abstract.2", "Methods"),
        ("abstract.3", "Findings"),
        ("abstract.4", "Funding"),
    ]
    assert "(p<0.001; 95% CI 2.8 to 3.6 where 0<t<28 and t>1)" in cut(record)[3].text


def test_ids_without_anything_else_are_no_records() -> None:
    found = read_recorded(answer({"id": "99000001", "source": "MED", "pmid": "99000001"}))
    assert found == IdPage(("pmid:99000001",), 1)


@pytest.mark.parametrize(
    ("body", "kind", "code"),
    [
        (b"", BodyError, "empty_body"),
        (b"<html><body>Busy</body></html>", BodyError, "html_body"),
        (answer(preprint())[:-9], BodyError, "malformed_json"),
        (b"[]", BodyError, "unexpected_body"),
        (b'{"version":"6.9"}', BodyError, "unexpected_body"),
        (b'{"hitCount":"many","resultList":{"result":[]}}', BodyError, "unexpected_body"),
        (b'{"hitCount":1,"resultList":{"result":[{"id":"1"}]}}', BodyError, "unexpected_body"),
        (b'{"hitCount":1,"resultList":{"result":{}}}', BodyError, "unexpected_body"),
        (b'{"version":"6.9","errCode":404,"errMsg":"Invalid cursorMark"}', RefusedError, "refused"),
        (b'<?xml version="1.0"?><responseWrapper/>', OutOfScopeError, "out_of_scope"),
    ],
)
def test_what_cannot_be_read_is_a_typed_error(body: bytes, kind: type[Exception], code: str) -> None:
    with pytest.raises(kind) as refusal:
        read_results(body)
    assert getattr(refusal.value, "code", None) == code


def test_no_hits_are_no_error() -> None:
    page = read_page(answer(), None, 5)
    assert (page.ids, page.total, page.following) == ((), 0, None)


def test_the_upstreams_serve_preprints_and_full_texts() -> None:
    assert (EUROPEPMC.schemes, FULL_TEXT.schemes) == ({"ppr"}, {"pmcid"})
    assert FULL_TEXT.answers is None

"""What PubMed is asked, word for word."""

from __future__ import annotations

import pytest

from tekmeria_sources.plan import Plan
from tekmeria_sources.pubmed import GET_IDS, plan_records, plan_search, search_term
from tekmeria_sources.request import SearchRequest


@pytest.mark.parametrize(
    ("request_", "term"),
    [
        (SearchRequest(" aster syndrome "), "aster syndrome"),
        (SearchRequest("a OR b", peer_reviewed_only=True), "(a OR b) NOT preprint[pt]"),
        (SearchRequest("a", exclude_retracted=True), '(a) NOT "retracted publication"[pt]'),
        (SearchRequest("a", open_access_only=True), '(a) AND "pubmed pmc open access"[filter]'),
        (
            SearchRequest("a", study_designs=("Review", 'Case "Reports')),
            '(a) AND ("Review"[pt] OR "Case  Reports"[pt])',
        ),
        (
            SearchRequest("a", study_designs=("Review",), exclude_retracted=True),
            '(a) AND ("Review"[pt]) NOT "retracted publication"[pt]',
        ),
    ],
)
def test_filters_become_field_tags(request_: SearchRequest, term: str) -> None:
    assert search_term(request_) == term


def test_a_search_asks_for_one_page_of_ids_by_relevance() -> None:
    plan = plan_search(SearchRequest("a"), 20, 10)
    assert (plan.method, plan.host, plan.path) == (
        "GET",
        "eutils.ncbi.nlm.nih.gov",
        "/entrez/eutils/esearch.fcgi",
    )
    assert plan.query == (
        ("db", "pubmed"),
        ("term", "a"),
        ("retmode", "json"),
        ("retstart", "20"),
        ("retmax", "10"),
        ("sort", "relevance"),
    )


@pytest.mark.parametrize(
    ("first", "last", "dates"),
    [
        ("2031-03-05", None, ("2031/03/05", "3000")),
        (None, "2031", ("1000", "2031")),
        ("2030-02", "2031", ("2030/02", "2031")),
    ],
)
def test_a_period_is_asked_for_by_publication_date(
    first: str | None, last: str | None, dates: tuple[str, str]
) -> None:
    query = dict(plan_search(SearchRequest("a", date_from=first, date_to=last), 0, 10).query)
    assert (query["datetype"], query["mindate"], query["maxdate"]) == ("pdat", *dates)


def test_records_are_asked_for_in_one_request_posted_when_they_are_many() -> None:
    few, many = plan_records(["1", "2"]), plan_records([str(n) for n in range(1, GET_IDS + 2)])
    assert few.query == (("db", "pubmed"), ("retmode", "xml"), ("id", "1,2"))
    assert (few.method, many.method) == ("GET", "POST")


def test_equal_plans_share_a_key_and_others_do_not() -> None:
    plans = [
        Plan("s", "h", "/p", (("a", "1"),), "x"),
        Plan("s", "h", "/p", (("a", "2"),), "x"),
        Plan("s", "h", "/p", (("a", "1"), ("b", "")), "x"),
        Plan("s", "h", "/p", (("a", "1"),), "y"),
        Plan("s", "h", "/p", (("a", "1"),), "x", "POST"),
        Plan("s", "h", "/p", (("a", "1&b="),), "x"),
    ]
    assert len({plan.key for plan in plans}) == len(plans)
    assert Plan("s", "h", "/p", (("a", "1"),), "x").key == plans[0].key

"""Europe PMC: what to ask (sources.md, Shape), and the upstreams. The decoders are in ``europepmc_*``, ``jats_*``.

``search`` finds articles, preprints and full texts, and gives the preprints' records; ``fullTextXML`` gives an
open-access article as JATS, one at a time. What stands against a full text is asked of ``search``, since its own
XML is as its publisher once made it (:mod:`tekmeria_sources.fulltext`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from tekmeria_sources.errors import NotAskedError
from tekmeria_sources.europepmc_decoding import read_records, read_results, split_records
from tekmeria_sources.europepmc_record import SOURCE
from tekmeria_sources.jats_article import SOURCE as FULL_TEXT_SOURCE
from tekmeria_sources.jats_article import read_article
from tekmeria_sources.plan import MEGABYTE, Plan
from tekmeria_sources.request import SearchRequest
from tekmeria_sources.upstream import Page, Upstream

HOST = "www.ebi.ac.uk"
PATH = "/europepmc/webservices/rest/"
FIRST_MARK = "*"
PAGE = 25
"""Hits on one page of Europe PMC's, each with its abstract."""

MAX_IDS = 25
GET_QUERY = 1500
"""A longer query is posted."""

_FIELD_TAG = re.compile(r"\[[A-Za-z][A-Za-z /:~0-9-]{1,40}\]")


def plan_search(request: SearchRequest, position: str | None, count: int) -> Plan:
    """Ask for the page that ``position`` (``PLACE:MARK``) is on, most relevant first.

    Raises :class:`~tekmeria_sources.errors.NotAskedError` for a query with PubMed's field tags.
    """
    if tag := _FIELD_TAG.search(request.query):
        raise NotAskedError(
            f"the field tag {tag[0]} is of PubMed's language, which Europe PMC does not read",
            source=SOURCE,
            remedy="search without field tags to ask Europe PMC too",
        )
    return _plan(search_query(request), PAGE, _place(position)[1])


def search_query(request: SearchRequest) -> str:
    """The query in Europe PMC's language, with the filters that are fields there."""
    terms = [f"({request.query.strip()})", "(SRC:MED OR SRC:PMC OR SRC:PPR)"]
    if request.date_from or request.date_to:
        first, last = request.date_from or "1500-01-01", request.date_to or "3000-12-31"
        terms.append(f"FIRST_PDATE:[{_day(first, '-01-01', '-01')} TO {_day(last, '-12-31', '-31')}]")
    if request.study_designs:
        designs = (f'PUB_TYPE:"{name.replace(chr(34), " ").strip()}"' for name in request.study_designs)
        terms.append(f"({' OR '.join(designs)})")
    if request.open_access_only:
        terms.append("OPEN_ACCESS:Y")
    query = " AND ".join(terms)
    if request.peer_reviewed_only:
        query += " NOT SRC:PPR"
    if request.exclude_retracted:
        query += ' NOT PUB_TYPE:"retracted publication"'
    return query


def read_page(body: bytes, position: str | None, count: int) -> Page:
    """``count`` hits from ``position`` on, as excerpts where another source has the record.

    A page that is not full is the last, as is one whose mark is the mark that was sent.
    """
    results = read_results(body)
    place, mark = _place(position)
    ids, end = tuple(results.records), place + count
    following = f"{end}:{mark}" if end < len(ids) else None
    if following is None and results.count >= PAGE and results.next_mark not in (None, mark):
        following = f"0:{results.next_mark}"
    return Page(ids[place:end], results.total, following, records=results.records)


def _place(position: str | None) -> tuple[int, str]:
    place, _, mark = (position or f"0:{FIRST_MARK}").partition(":")
    return int(place), mark


def plan_records(ids: Sequence[str]) -> Plan:
    """Ask for the preprints with these ids, at most :data:`MAX_IDS` of them."""
    return _plan(f"({' OR '.join(f'EXT_ID:{id_}' for id_ in ids)}) AND SRC:PPR", 2 * MAX_IDS, FIRST_MARK)


def plan_notices(ids: Sequence[str]) -> Plan:
    """Ask what is stated of the articles with these PMCIDs, at most :data:`MAX_IDS` of them."""
    return _plan(f"({' OR '.join(f'PMCID:{id_}' for id_ in ids)})", 2 * MAX_IDS, FIRST_MARK)


def plan_full_text(ids: Sequence[str]) -> Plan:
    """Ask for the full text with the PMCID that ``ids`` holds; that there is none is answered with 404."""
    path = f"{PATH}{ids[0]}/fullTextXML"
    return Plan(FULL_TEXT_SOURCE, HOST, path, (), "application/xml", cap=64 * MEGABYTE, read=frozenset({404}))


def split_full_text(body: bytes) -> Mapping[str, bytes]:
    """An answer is one article."""
    return dict.fromkeys(read_article(body).records, body)


def _plan(query: str, count: int, mark: str) -> Plan:
    pairs = (
        ("query", query),
        ("resultType", "core"),
        ("format", "json"),
        ("pageSize", str(count)),
        ("cursorMark", mark),
    )
    long = len(query) > GET_QUERY
    path, method = (f"{PATH}searchPOST", "POST") if long else (f"{PATH}search", "GET")
    return Plan(SOURCE, HOST, path, pairs, "application/json", method, 32 * MEGABYTE)


def _day(date: str, of_year: str, of_month: str) -> str:
    return date + {4: of_year, 7: of_month}.get(len(date), "")


EUROPEPMC = Upstream(
    name=SOURCE,
    schemes=frozenset({"ppr"}),
    answers=SearchRequest,
    most_ids=MAX_IDS,
    plan_search=plan_search,
    read_page=read_page,
    plan_records=plan_records,
    read_records=read_records,
    split_records=split_records,
)
FULL_TEXT: Upstream[SearchRequest] = Upstream(
    name=FULL_TEXT_SOURCE,
    schemes=frozenset({"pmcid"}),
    answers=None,
    most_ids=1,
    plan_search=None,
    read_page=None,
    plan_records=plan_full_text,
    read_records=read_article,
    split_records=split_full_text,
)
FULL_TEXT_NOTICES: Upstream[SearchRequest] = Upstream(
    name="europepmc_notices",
    schemes=frozenset({"pmcid"}),
    answers=None,
    most_ids=MAX_IDS,
    plan_search=None,
    read_page=None,
    plan_records=plan_notices,
    read_records=read_records,
    split_records=split_records,
    lifetime_s=86400,
)

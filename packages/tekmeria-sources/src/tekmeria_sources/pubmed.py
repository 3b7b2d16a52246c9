"""PubMed through the E-utilities: what to ask (sources.md, Shape). The decoders are in ``pubmed_*`` beside
it.

``esearch`` finds ids, ``efetch`` gives the records as XML; there is no JSON form of a record.
"""

from __future__ import annotations

from collections.abc import Sequence

from tekmeria_sources.plan import MEGABYTE, Plan
from tekmeria_sources.request import SearchRequest

SOURCE = "pubmed"
HOST = "eutils.ncbi.nlm.nih.gov"
_BASE = "/entrez/eutils/"
MAX_IDS = 200
"""Ids in one ``efetch``."""

GET_IDS = 50
"""More ids than this are posted."""

LAST_START = 9998
"""``esearch`` refuses a later ``retstart``: only the first 9,999 hits can be reached."""


def plan_search(request: SearchRequest, start: int, count: int) -> Plan:
    """Ask for ``count`` ids from hit number ``start`` on (0 is the first), most relevant first."""
    query = [
        ("db", "pubmed"),
        ("term", search_term(request)),
        ("retmode", "json"),
        ("retstart", str(start)),
        ("retmax", str(count)),
        ("sort", "relevance"),
    ]
    if request.date_from or request.date_to:
        query += [
            ("datetype", "pdat"),
            ("mindate", _date(request.date_from, "1000")),
            ("maxdate", _date(request.date_to, "3000")),
        ]
    return Plan(SOURCE, HOST, f"{_BASE}esearch.fcgi", tuple(query), "application/json", cap=4 * MEGABYTE)


def plan_records(ids: Sequence[str]) -> Plan:
    """Ask for the records with the PMIDs ``ids``, at most :data:`MAX_IDS` of them."""
    query = (("db", "pubmed"), ("retmode", "xml"), ("id", ",".join(ids)))
    method = "GET" if len(ids) <= GET_IDS else "POST"
    return Plan(SOURCE, HOST, f"{_BASE}efetch.fcgi", query, "application/xml", method, 64 * MEGABYTE)


def search_term(request: SearchRequest) -> str:
    """The query in PubMed's language, with the filters that are field tags there."""
    term = request.query.strip()
    filters: list[str] = []
    if request.study_designs:
        filters.append("AND (" + " OR ".join(f'"{_plain(name)}"[pt]' for name in request.study_designs) + ")")
    if request.open_access_only:
        filters.append('AND "pubmed pmc open access"[filter]')
    if request.peer_reviewed_only:
        filters.append("NOT preprint[pt]")
    if request.exclude_retracted:
        filters.append('NOT "retracted publication"[pt]')
    return " ".join([f"({term})", *filters]) if filters else term


def _plain(name: str) -> str:
    return name.replace('"', " ").strip()


def _date(date: str | None, default: str) -> str:
    return date.replace("-", "/") if date else default

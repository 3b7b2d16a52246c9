"""PubMed as an upstream: its plans and decoders put together."""

from __future__ import annotations

from tekmeria_sources.plan import Plan
from tekmeria_sources.pubmed import LAST_START, MAX_IDS, SOURCE, plan_records, plan_search
from tekmeria_sources.pubmed_decoding import decode_records, split_records
from tekmeria_sources.pubmed_search import decode_ids
from tekmeria_sources.request import SearchRequest
from tekmeria_sources.upstream import Page, Upstream


def _plan_page(request: SearchRequest, position: str | None, count: int) -> Plan:
    return plan_search(request, int(position or 0), count)


def _read_page(body: bytes, position: str | None, count: int) -> Page:
    page = decode_ids(body)
    ids = tuple(f"pmid:{id_}" for id_ in page.ids[:count])
    reached = int(position or 0) + len(ids)
    more = ids and reached < page.total and reached <= LAST_START
    return Page(ids, page.total, str(reached) if more else None, page.messages)


PUBMED = Upstream(
    name=SOURCE,
    schemes=frozenset({"pmid"}),
    answers=SearchRequest,
    most_ids=MAX_IDS,
    plan_search=_plan_page,
    read_page=_read_page,
    plan_records=plan_records,
    read_records=decode_records,
    split_records=split_records,
)

"""Drug labels of openFDA: what to ask (sources.md, Shape), and the upstream. The decoders are beside it.

``drug/label.json`` both searches and fetches, the latter by set id. That nothing matches is said with the
status 404, and any error of the API's in JSON: such answers are read, not refused by their status.
"""

from __future__ import annotations

from collections.abc import Sequence

from tekmeria_sources.errors import RefusedError
from tekmeria_sources.labels_decoding import NO_MATCH, SOURCE, read_labels, read_records, split_records
from tekmeria_sources.plan import MEGABYTE, Plan
from tekmeria_sources.request import LabelRequest
from tekmeria_sources.upstream import Page, RecordSet, Upstream

HOST = "api.fda.gov"
PATH = "/drug/label.json"
MAX_IDS = 20
MOST = 25
"""Labels in one answer to a search, since each comes whole."""

LAST_SKIP = 25_000
"""openFDA refuses a later ``skip``."""

SPOKEN = frozenset({400, 403, 404, 500})
NAMES = ("brand_name", "generic_name", "substance_name")


def plan_search(request: LabelRequest, position: str | None, count: int) -> Plan:
    """Ask for labels that name the drug, newest first.

    A label that openFDA could not match with a product has no names; there the list of product data is
    searched, which holds them all without separators.
    """
    name = _quoted(request.drug)
    named = " OR ".join(f"openfda.{field}:{name}" for field in NAMES)
    listed = f"(spl_product_data_elements:{name} AND NOT _exists_:openfda.generic_name)"
    query = (
        ("search", f"{named} OR {listed}"),
        ("sort", "effective_time:desc"),
        ("limit", str(min(count, MOST))),
        ("skip", str(int(position or 0))),
    )
    return Plan(SOURCE, HOST, PATH, query, "application/json", cap=64 * MEGABYTE, read=SPOKEN)


def read_page(body: bytes, position: str | None, count: int) -> Page:
    """The labels found; an answer that nothing matches is a page without hits."""
    try:
        labels = read_labels(body)
    except RefusedError as error:
        if error.code == NO_MATCH:
            return Page((), 0)
        raise
    reached = int(position or 0) + len(labels.ids)
    more = labels.ids and labels.total is not None and reached < labels.total and reached <= LAST_SKIP
    return Page(labels.ids, labels.total, str(reached) if more else None, records=labels.records)


def plan_records(ids: Sequence[str]) -> Plan:
    """Ask for the labels with these set ids, at most :data:`MAX_IDS` of them."""
    search = " OR ".join(f"set_id:{_quoted(id_)}" for id_ in ids)
    query = (("search", search), ("limit", str(MAX_IDS)))
    return Plan(SOURCE, HOST, PATH, query, "application/json", cap=64 * MEGABYTE, read=SPOKEN)


def _read_found(body: bytes) -> RecordSet:
    try:
        return read_records(body)
    except RefusedError as error:
        if error.code == NO_MATCH:
            return RecordSet({})
        raise


def _split_found(body: bytes) -> dict[str, bytes]:
    return dict(split_records(body)) if _read_found(body).records else {}


def _quoted(text: str) -> str:
    """``text`` as a phrase: a quotation mark or backslash in it would end the phrase or the query."""
    return f'"{" ".join(text.replace(chr(34), " ").replace(chr(92), " ").split())}"'


LABELS = Upstream(
    name=SOURCE,
    schemes=frozenset({"setid"}),
    answers=LabelRequest,
    most_ids=MAX_IDS,
    plan_search=plan_search,
    read_page=read_page,
    plan_records=plan_records,
    read_records=_read_found,
    split_records=_split_found,
)

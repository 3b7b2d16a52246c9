"""ClinicalTrials.gov v2: what to ask (sources.md, Shape), and the upstream. The decoders are in ``trials_*``.

``studies`` both searches and fetches, the latter by ``filter.ids``, which knows former numbers of a trial as
well. A search asks for a fixed number of hits with the fields that a hit shows; a position is the token of
such a page and the place of a hit on it, so that every request for a page is the same to the last parameter,
as the registry demands, whatever number of hits the caller wants.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tekmeria_sources.plan import MEGABYTE, Plan
from tekmeria_sources.request import TrialRequest
from tekmeria_sources.trials_decoding import read_records, read_studies, split_records
from tekmeria_sources.trials_record import SOURCE
from tekmeria_sources.upstream import Page, Upstream

HOST = "clinicaltrials.gov"
PATH = "/api/v2/studies"
MAX_IDS = 20
"""Trials in one answer; some have results of a megabyte."""

PAGE = 100
"""Hits on one page of the registry's."""

FIELDS = (
    *("NCTId", "NCTIdAlias", "BriefTitle", "OfficialTitle", "OverallStatus", "LastUpdatePostDate"),
    *("Phase", "StudyType", "HasResults", "Condition", "InterventionName", "InterventionOtherName"),
    *("LeadSponsorName", "CollaboratorName"),
)
_ONLY_NUMBERS = re.compile(r"[\s,;|]*(?:NCT[0-9]{8}[\s,;|]*)+", re.IGNORECASE)


def plan_search(request: TrialRequest, position: str | None, count: int) -> Plan:
    """Ask for the page that ``position`` (``PLACE:TOKEN``) is on, most relevant first."""
    token = (position or "").partition(":")[2]
    query = [
        *_words(request),
        *_filters(request),
        ("fields", ",".join(FIELDS)),
        ("countTotal", "true"),
        ("pageSize", str(PAGE)),
        *([("pageToken", token)] if token else []),
    ]
    return Plan(SOURCE, HOST, PATH, tuple(query), "application/json")


def read_page(body: bytes, position: str | None, count: int) -> Page:
    """``count`` hits from ``position`` on, as excerpts; the total stands on the first page only."""
    studies = read_studies(body)
    place, _, token = (position or "0:").partition(":")
    start, end = int(place), int(place) + count
    following = f"{end}:{token}" if end < len(studies.ids) else None
    if following is None and studies.next_token:
        following = f"0:{studies.next_token}"
    return Page(studies.ids[start:end], studies.total, following, records=studies.records)


def plan_records(ids: Sequence[str]) -> Plan:
    """Ask for the trials with these NCT numbers, at most :data:`MAX_IDS` of them."""
    query = (("filter.ids", ",".join(ids)), ("pageSize", str(MAX_IDS)), ("markupFormat", "markdown"))
    return Plan(SOURCE, HOST, PATH, query, "application/json", cap=64 * MEGABYTE)


def _words(request: TrialRequest) -> list[tuple[str, str]]:
    terms = request.terms.strip()
    if not (request.condition or request.intervention) and _ONLY_NUMBERS.fullmatch(terms):
        # The registry ignores every filter where it is searched for nothing but numbers.
        numbers = re.findall(r"[0-9]{8}", terms)
        return [("filter.ids", ",".join(f"NCT{number}" for number in numbers))]
    asked = (("query.cond", request.condition), ("query.intr", request.intervention), ("query.term", terms))
    return [(name, value.strip()) for name, value in asked if value.strip()]


def _filters(request: TrialRequest) -> list[tuple[str, str]]:
    filters: list[tuple[str, str]] = []
    if request.statuses:
        filters.append(("filter.overallStatus", ",".join(request.statuses)))
    if request.phases:
        filters.append(("filter.advanced", f"AREA[Phase]({' OR '.join(request.phases)})"))
    if request.has_results is not None:
        filters.append(("aggFilters", "results:with" if request.has_results else "results:without"))
    return filters


TRIALS = Upstream(
    name=SOURCE,
    schemes=frozenset({"nct"}),
    answers=TrialRequest,
    most_ids=MAX_IDS,
    plan_search=plan_search,
    read_page=read_page,
    plan_records=plan_records,
    read_records=read_records,
    split_records=split_records,
)

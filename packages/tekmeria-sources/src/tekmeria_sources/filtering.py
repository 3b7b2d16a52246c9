"""Which records pass the filters of a request; its words apart (sources.md, Searching)."""

from __future__ import annotations

from tekmeria_sources.record import Record, Registration
from tekmeria_sources.request import Request, SearchRequest, TrialRequest


def passes(record: Record, request: Request) -> bool:
    """Whether ``record`` is of the kind that ``request`` searches, and passes its filters."""
    if isinstance(request, TrialRequest):
        return record.registration is not None and _passes_trial(record.registration, request)
    if isinstance(request, SearchRequest):
        return not record.versioned and _passes_publication(record, request)
    return record.product is not None


def may_pass(id_: str, request: Request) -> bool:
    """Whether the record called ``id_`` may be of the kind that ``request`` searches, as far as its id tells."""
    scheme = id_.partition(":")[0]
    if isinstance(request, SearchRequest):
        return scheme not in ("nct", "setid")
    return scheme == ("nct" if isinstance(request, TrialRequest) else "setid")


def _passes_publication(record: Record, request: SearchRequest) -> bool:
    types = {name.casefold() for name in record.publication_types}
    return (
        not (request.exclude_retracted and "retracted" in record.flags)
        and not (request.peer_reviewed_only and record.preprint)
        and not (request.open_access_only and record.licence is None)
        and (not request.study_designs or any(name.casefold() in types for name in request.study_designs))
        and _in_period(record.date, request.date_from, request.date_to)
    )


def _passes_trial(trial: Registration, request: TrialRequest) -> bool:
    return (
        (not request.statuses or trial.status in request.statuses)
        and (not request.phases or any(phase in trial.phases for phase in request.phases))
        and request.has_results in (None, trial.has_results)
    )


def _in_period(date: str | None, first: str | None, last: str | None) -> bool:
    """Whether a date lies in a period, both compared as exactly as the coarser of two dates states."""
    if not first and not last:
        return True
    if not date:
        return False
    after = not first or date[: len(first)] >= first[: len(date)]
    return after and (not last or date[: len(last)] <= last[: len(date)])

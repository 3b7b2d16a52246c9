"""What is searched for, as every source of that kind is given it (sources.md, Searching).

One class a kind of record: :class:`SearchRequest` the literature, :class:`TrialRequest` registered trials,
:class:`LabelRequest` drug labels. Each raises :class:`~tekmeria_sources.errors.ArgumentError` for a value
that cannot be used.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tekmeria_sources.errors import ArgumentError

MAX_QUERY = 4000

STATUSES = (
    "ACTIVE_NOT_RECRUITING",
    "APPROVED_FOR_MARKETING",
    "AVAILABLE",
    "COMPLETED",
    "ENROLLING_BY_INVITATION",
    "NOT_YET_RECRUITING",
    "NO_LONGER_AVAILABLE",
    "RECRUITING",
    "SUSPENDED",
    "TEMPORARILY_NOT_AVAILABLE",
    "TERMINATED",
    "UNKNOWN",
    "WITHDRAWN",
    "WITHHELD",
)
PHASES = ("NA", "EARLY_PHASE1", "PHASE1", "PHASE2", "PHASE3", "PHASE4")

_DATE = re.compile(r"[0-9]{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12][0-9]|3[01]))?)?")


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """A search of the literature.

    Dates are ISO 8601, perhaps only a year or month, both ends included; ``study_designs`` are MEDLINE
    publication types, any of which will do.
    """

    query: str
    date_from: str | None = None
    date_to: str | None = None
    study_designs: tuple[str, ...] = ()
    exclude_retracted: bool = False
    peer_reviewed_only: bool = False
    open_access_only: bool = False

    def __post_init__(self) -> None:
        if not self.query.strip():
            raise ArgumentError("the query is empty", source="query", remedy="give words to search for")
        _check_length("query", self.query)
        for name, date in (("date_from", self.date_from), ("date_to", self.date_to)):
            if date is not None and _DATE.fullmatch(date) is None:
                raise ArgumentError(
                    f"{name} cannot be {date[:40]!r}", source=name, remedy="give YYYY, YYYY-MM or YYYY-MM-DD"
                )


@dataclass(frozen=True, slots=True)
class TrialRequest:
    """A search of registered trials: by condition, intervention or other terms, at least one of them.

    ``statuses`` are of :data:`STATUSES`, ``phases`` of :data:`PHASES`; any of each will do.
    ``has_results`` keeps those whose results are posted (True) or not (False).
    """

    condition: str = ""
    intervention: str = ""
    terms: str = ""
    statuses: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()
    has_results: bool | None = None

    def __post_init__(self) -> None:
        if not (self.condition.strip() or self.intervention.strip() or self.terms.strip()):
            remedy = "give a condition, an intervention or other terms"
            raise ArgumentError("nothing is searched for", source="terms", remedy=remedy)
        for name in ("condition", "intervention", "terms"):
            _check_length(name, getattr(self, name))
        _check_choices("statuses", self.statuses, STATUSES)
        _check_choices("phases", self.phases, PHASES)


@dataclass(frozen=True, slots=True)
class LabelRequest:
    """A search of the labels of a drug, by its brand, generic or substance name; newest first."""

    drug: str

    def __post_init__(self) -> None:
        if not re.search(r"\w", self.drug):
            raise ArgumentError("no drug is named", source="drug", remedy="give the name of a drug")
        _check_length("drug", self.drug)


Request = SearchRequest | TrialRequest | LabelRequest


def _check_length(name: str, text: str) -> None:
    if len(text) > MAX_QUERY:
        raise ArgumentError(
            f"the {name} has more than {MAX_QUERY} characters", source=name, remedy="shorten it"
        )


def _check_choices(name: str, given: tuple[str, ...], choices: tuple[str, ...]) -> None:
    for value in given:
        if value not in choices:
            remedy = f"choose from {', '.join(choices)}"
            raise ArgumentError(f"{name} cannot hold {value[:40]!r}", source=name, remedy=remedy)

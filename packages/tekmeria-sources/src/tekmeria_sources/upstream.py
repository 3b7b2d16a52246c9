"""What an upstream is: two pure halves, a plan and a decoder, for searching and for fetching (sources.md, Shape).

An :class:`Upstream` is a row of the registry in :mod:`tekmeria_sources.sources`; it does nothing by itself.
:class:`tekmeria_sources.live.LiveSource` sends its plans, keeps copies of the answers and decodes them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from tekmeria_contract.handle import Scheme
from tekmeria_sources.plan import Plan
from tekmeria_sources.record import Record
from tekmeria_sources.request import Request

R = TypeVar("R", bound=Request)


@dataclass(frozen=True, slots=True)
class RecordSet:
    """What one answer holds: records by id, newest version only, in order; ids it declares deleted."""

    records: Mapping[str, Record]
    deleted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """One page of an upstream's hits.

    ``ids`` are ``scheme:value`` in order; ``total`` the number of all hits where the page states it;
    ``following`` the position of the next page, None where there is none; ``remarks`` what the upstream says
    about the query; ``records`` those of the hits that the answer itself holds, perhaps as excerpts.
    """

    ids: tuple[str, ...]
    total: int | None
    following: str | None = None
    remarks: tuple[str, ...] = ()
    records: Mapping[str, Record] = field(default_factory=dict[str, Record])


@dataclass(frozen=True)
class Upstream(Generic[R]):
    """One API of records: what to ask, and how to read what it answers.

    ``answers`` is the class of request it can be searched with, None where it only has records by id; ``schemes``
    are the ids it serves. A position is a
    text of the upstream's own making, None for the first page. The decoders raise
    :class:`~tekmeria_sources.errors.UpstreamError`.

    - ``plan_search(request, position, count)`` asks for ``count`` hits; it raises ``NotAskedError`` for a request
      that the upstream cannot answer.
    - ``read_page(body, position, count)`` reads the first ``count`` hits of the answer, or of those behind the
      place that ``position`` names in it.
    - ``plan_records(ids)`` asks for records by id without their scheme, at most ``most_ids`` at once.
    - ``read_records(body)`` reads the answer, or any recorded one; no records are no error.
    - ``scheme`` is for an upstream whose records are of no scheme of the contract's: how their ids are written. It is
      then all that it serves.
    - ``lifetime_s`` is for how many seconds a copy is fresh, where not as long as one of a record.
    - ``split_records(body)`` gives each record of an answer as an answer of its own, by id.
    """

    name: str
    schemes: frozenset[str]
    answers: type[R] | None
    most_ids: int
    plan_search: Callable[[R, str | None, int], Plan] | None
    read_page: Callable[[bytes, str | None, int], Page] | None
    plan_records: Callable[[Sequence[str]], Plan]
    read_records: Callable[[bytes], RecordSet]
    split_records: Callable[[bytes], Mapping[str, bytes]]
    lifetime_s: float | None = None
    scheme: Scheme | None = None

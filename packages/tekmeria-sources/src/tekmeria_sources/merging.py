"""One page of hits from several sources, each record once (sources.md, Searching).

Hits are taken in turn, the best of each source first, until the page is full; so each source gives the first of its
hits, however many, and the rest stand on a later page. Hits that share a PMID, PMCID, DOI or other identifier are
one record. The page is in the order of reciprocal rank fusion.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tekmeria_sources.record import Record
from tekmeria_sources.source import Loaded

_DAMPING = 60
"""The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009)."""


@dataclass
class _Group:
    """What is known of one record: the best form of it, and its score."""

    loaded: Loaded
    score: float = 0.0

    def add(self, other: Loaded) -> None:
        best, rest = (
            (other, self.loaded) if _better(other.record, self.loaded.record) else (self.loaded, other)
        )
        self.loaded = Loaded(with_notices(best.record, rest.record), best.read_at)


def merge(pages: Sequence[Sequence[Loaded | None]], limit: int) -> tuple[list[Loaded], list[int]]:
    """At most ``limit`` records from the hits of each source, and how many hits of each were used.

    None is a hit whose record could not be had.
    """
    groups: list[_Group] = []
    known: dict[str, _Group] = {}
    used = [0] * len(pages)
    for rank in range(max(map(len, pages), default=0)):
        for number, page in enumerate(pages):
            if used[number] < rank or rank >= len(page):
                continue
            hit = page[rank]
            if hit is not None and not _place(hit, rank, groups, known, limit):
                continue
            used[number] += 1
    return [group.loaded for group in sorted(groups, key=lambda group: -group.score)], used


def _place(hit: Loaded, rank: int, groups: list[_Group], known: dict[str, _Group], limit: int) -> bool:
    names = (hit.record.id, *hit.record.identifiers)
    group = next((known[name] for name in names if name in known), None)
    if group is None:
        if len(groups) == limit:
            return False
        group = _Group(hit)
        groups.append(group)
    else:
        group.add(hit)
    group.score += 1 / (_DAMPING + rank)
    known.update(dict.fromkeys(names, group))
    return True


def _better(one: Record, other: Record) -> bool:
    """Whether ``one`` says more: a whole record more than an excerpt."""
    return other.excerpt and not one.excerpt


def with_notices(record: Record, stated: Record) -> Record:
    """``record`` with the notices, relations and identifiers that ``stated`` has of the same publication.

    What both state is kept from each: a later notice is not the earlier one of the same kind.
    """
    return replace(
        record,
        notices=tuple(dict.fromkeys((*record.notices, *stated.notices))),
        notice_kinds=tuple(dict.fromkeys((*record.notice_kinds, *stated.notice_kinds))),
        relations=tuple(dict.fromkeys((*record.relations, *stated.relations))),
        identifiers=tuple(dict.fromkeys((*record.identifiers, *stated.identifiers))),
        published=record.published or (stated.published if record.preprint else None),
        notices_checked=record.notices_checked or stated.notices_checked,
    )

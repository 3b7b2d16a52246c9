"""What Crossref's deposits say of a work: the notices against it, and what it is itself a notice of.

Deposits go wrong in known ways (sources.md, Records and passages), and each has its rule:

1. A retracted work has been deposited as updating its notice, which makes the notice look retracted. Of two
   works that each update the other, the one that Retraction Watch names as updating is the notice; and nothing
   was retracted before it existed. Where neither decides, the notice stands against the work.
2. A retraction has been deposited as an erratum. Of all that one notice is said to be, the gravest holds.
3. The publisher and Retraction Watch report the same notice. It is one notice, stated by both.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tekmeria_contract.resolution import CORRECTING, RETRACTING, Notice
from tekmeria_sources.crossref import SOURCE, Update, Work
from tekmeria_sources.record import Record

RETRACTION_WATCH = "retraction-watch"

KINDS: tuple[tuple[str, str | None], ...] = (
    ("new_version", None),
    ("new_edition", None),
    ("reinstat", "reinstatement"),
    ("partial_retract", "partial_retraction"),
    ("retract", "retraction"),
    ("remov", "removal"),
    ("withdraw", "withdrawal"),
    ("concern", "concern"),
    ("corrigend", "corrigendum"),
    ("errat", "erratum"),
    ("addend", "addendum"),
    ("", "correction"),
)
"""The kind of a notice by the first of these stems that its deposited type holds; None is no notice.

The types are what publishers write. One that is none of these still says that the work was changed.
"""

_GRAVEST = ("retraction", "removal", "withdrawal", "partial_retraction", "concern")


def notice_kind(deposited: str) -> str | None:
    """The kind of notice that a deposited type is, None for one that is no notice."""
    return next(kind for stem, kind in KINDS if stem in deposited)


def notices_against(work: Work) -> tuple[Notice, ...]:
    """The notices that stand against ``work``."""
    stated: dict[tuple[str | None, ...], list[Update]] = {}
    for update in _against(work):
        # A work that updates itself may do so more than once, each time with another notice.
        apart = update.id in (None, work.id) or notice_kind(update.kind) == "reinstatement"
        key = (update.id, notice_kind(update.kind), update.date) if apart else (update.id,)
        stated.setdefault(key, []).append(update)
    return tuple(map(_notice, stated.values()))


def kinds_of_notice(work: Work) -> tuple[str, ...]:
    """What ``work`` itself is a notice of: of ``retraction concern correction``.

    A retracted work's own deposits of retractions are rule 1's, whatever they name.
    """
    against = _against(work)
    retracted = any(notice_kind(update.kind) in RETRACTING for update in against)
    updating = {update.id for update in against} | {work.id}
    stated: dict[str | None, set[str]] = {}
    for update in work.update_to:
        if update.id not in updating and (kind := notice_kind(update.kind)):
            stated.setdefault(update.id, set()).add(kind)
    kinds = (_gravest(kinds) for kinds in stated.values())
    groups = (_group(kind) for kind in kinds if not (retracted and kind in RETRACTING))
    return tuple(dict.fromkeys(group for group in groups if group))


def with_work(record: Record, work: Work) -> Record:
    """``record`` with what Crossref states of its DOI; that nothing is stated is then known as well.

    What several state is kept from each: a later notice is not the earlier one of the same kind.
    """
    preprint = record.preprint or work.preprint
    return replace(
        record,
        notices=tuple(dict.fromkeys((*record.notices, *notices_against(work)))),
        notice_kinds=tuple(dict.fromkeys((*record.notice_kinds, *kinds_of_notice(work)))),
        preprint=preprint,
        published=record.published or (work.published if preprint else None),
        notices_checked=True,
    )


def _against(work: Work) -> list[Update]:
    return [
        update
        for update in work.updated_by
        if notice_kind(update.kind) and not _precedes(update, work) and not _is_notice_of(work, update.id)
    ]


def _precedes(update: Update, work: Work) -> bool:
    """Whether the update is older than everything that is known of the work."""
    return bool(update.date and work.dates) and all(_before(update.date or "", date) for date in work.dates)


def _before(first: str, second: str) -> bool:
    exact = min(len(first), len(second))
    return first[:exact] < second[:exact]


def _is_notice_of(work: Work, other: str | None) -> bool:
    """Whether Retraction Watch states that ``work`` updates ``other``, and not the reverse."""

    def watched(updates: Iterable[Update]) -> bool:
        return any(update.id == other and update.stated_by == RETRACTION_WATCH for update in updates)

    return other not in (None, work.id) and watched(work.update_to) and not watched(work.updated_by)


def _notice(updates: list[Update]) -> Notice:
    kind = _gravest({kind for update in updates if (kind := notice_kind(update.kind))})
    alike = [update for update in updates if notice_kind(update.kind) == kind]
    # The latest date is the hardest to clear by a reinstatement; a year alone may be as late as its last day.
    date = max((update.date for update in alike if update.date), key=lambda date: f"{date}~", default=None)
    said = ", ".join(sorted({update.stated_by for update in alike if update.stated_by}))
    return Notice(kind, date, alike[0].id, f"{SOURCE} ({said})" if said else SOURCE)


def _gravest(kinds: set[str]) -> str:
    return next((kind for kind in _GRAVEST if kind in kinds), min(kinds))


def _group(kind: str) -> str | None:
    if kind in RETRACTING:
        return "retraction"
    return "correction" if kind in CORRECTING else "concern" if kind == "concern" else None

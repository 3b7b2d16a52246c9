"""Crossref: what to ask about a DOI, and reading the answer (sources.md, Shape). It has no records of its own.

A work states in ``updated-by`` what stands against it and in ``update-to`` what it is itself a notice of;
:mod:`tekmeria_sources.crossref_notices` says which of these statements hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import cast
from urllib.parse import quote

from tekmeria_sources.errors import BodyError, HttpStatusError, OutOfScopeError
from tekmeria_sources.jsonbody import Tree, read_object
from tekmeria_sources.plan import MEGABYTE, Plan

SOURCE = "crossref"
HOST = "api.crossref.org"
PATH = "/works/"
UNKNOWN_DOI = "Resource not found."
"""What is said, in plain text and with the status 404, of a DOI that is not registered at Crossref."""

RELATIONS = ("is-preprint-of", "has-preprint", "is-version-of", "has-version")
"""The relations that are read."""

_DATES = ("published", "issued", "published-online", "published-print", "posted", "created")
_REFUSALS = {"validation-failure": 400, "resource-failure": 404, "exception": 500}
_DOI = re.compile(r"(?:https?://(?:dx\.)?doi\.org/)?(?P<doi>10\.[0-9]{4,9}/\S+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Update:
    """One deposited statement that one work updates another.

    ``kind`` is the depositor's word in lower case, ``id`` the other work (``doi:…``, None where it has no DOI
    that can be read), ``date`` ISO 8601, ``stated_by`` ``publisher`` or ``retraction-watch``, empty in old data.
    """

    kind: str
    id: str | None
    date: str | None
    stated_by: str


@dataclass(frozen=True, slots=True)
class Work:
    """What Crossref knows of the work ``id`` (``doi:…`` in lower case) besides its text.

    ``aliases`` are other DOIs of the same work. ``relations`` has the other works (``doi:…``) by those of
    :data:`RELATIONS` that are stated. ``dates`` are all that the work has, ISO 8601, as exact as is stated.
    """

    id: str
    aliases: tuple[str, ...]
    preprint: bool
    updated_by: tuple[Update, ...]
    update_to: tuple[Update, ...]
    relations: Mapping[str, tuple[str, ...]]
    dates: tuple[str, ...]

    @property
    def published(self) -> str | None:
        """The published form of a preprint."""
        return next(iter(self.relations.get("is-preprint-of", ())), None)


def plan_work(doi: str) -> Plan:
    """Ask for what is known of ``doi`` (without its scheme)."""
    return Plan(SOURCE, HOST, PATH + quote(doi, safe=""), (), "application/json", cap=8 * MEGABYTE)


def read_work(body: bytes) -> Work:
    """The work that an answer, or the work in it alone, is about.

    Raises :class:`~tekmeria_sources.errors.HttpStatusError` for Crossref's own refusals,
    :class:`~tekmeria_sources.errors.OutOfScopeError` for lists and other answers,
    :class:`~tekmeria_sources.errors.BodyError` for what is none.
    """
    if body.strip() == UNKNOWN_DOI.encode():
        raise HttpStatusError(404, source=SOURCE, detail=UNKNOWN_DOI)
    answer = Tree(read_object(body, SOURCE), SOURCE)
    kind = answer.text("message-type")
    if kind in _REFUSALS:
        raise HttpStatusError(_REFUSALS[kind], source=SOURCE, detail=_said(answer))
    if kind == "work-list":
        raise OutOfScopeError(f"list of {len(answer.objects('message', 'items'))}", source=SOURCE)
    if kind not in ("", "work"):
        raise OutOfScopeError(f"Crossref {kind}", source=SOURCE)
    return _work(answer.at("message") if kind else answer)


def _said(answer: Tree) -> str:
    message = answer.members.get("message")
    reasons = answer.objects("message") if isinstance(message, list) else [answer.at("message")]
    return "; ".join(reason.text("message") for reason in reasons)


def _work(tree: Tree) -> Work:
    id_ = doi_id(tree.text("DOI"))
    if id_ is None:
        raise BodyError(f"{SOURCE} answered with a work that has no DOI", source=SOURCE)
    aliases = map(doi_id, tree.texts("aliases"))
    return Work(
        id=id_,
        aliases=tuple(alias for alias in aliases if alias),
        preprint=(tree.text("type"), tree.text("subtype")) == ("posted-content", "preprint"),
        updated_by=tuple(map(_update, tree.objects("updated-by"))),
        update_to=tuple(map(_update, tree.objects("update-to"))),
        relations=dict(_relations(id_, tree.at("relation"))),
        dates=tuple(date for name in _DATES if (date := _date(tree.at(name)))),
    )


def _update(tree: Tree) -> Update:
    kind = re.sub(r"[\s-]+", "_", tree.text("type").strip().lower())
    return Update(kind, doi_id(tree.text("DOI")), _date(tree.at("updated")), tree.text("source"))


def _relations(own: str, tree: Tree) -> Iterator[tuple[str, tuple[str, ...]]]:
    for name in RELATIONS:
        ids = (doi_id(item.text("id")) for item in tree.objects(name) if item.text("id-type") == "doi")
        if others := tuple(dict.fromkeys(id_ for id_ in ids if id_ and id_ != own)):
            yield name, others


def doi_id(text: str) -> str | None:
    """``doi:…`` in lower case of a DOI, bare or as a link; None for anything else."""
    found = _DOI.fullmatch(text.strip())
    return f"doi:{found['doi'].lower()}" if found else None


def _date(tree: Tree) -> str | None:
    """``{"date-parts": [[2021, 6, 4]]}`` in ISO 8601; ``[[null]]`` and what is no date are none."""
    parts = tree.members.get("date-parts")
    first: object = cast(list[object], parts)[0] if isinstance(parts, list) and parts else None
    if not isinstance(first, list):
        return None
    numbers: list[int] = []
    for part, (low, high) in zip(cast(list[object], first), ((1000, 9999), (1, 12), (1, 31)), strict=False):
        if not isinstance(part, int) or not low <= part <= high:
            break
        numbers.append(part)
    return "-".join(f"{number:02d}" for number in numbers) or None

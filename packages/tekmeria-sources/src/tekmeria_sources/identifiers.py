"""Record ids as people and models write them, to ``scheme:id`` (server.md, Tools)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import unquote

from tekmeria_contract.handle import Scheme
from tekmeria_sources.errors import ArgumentError

MAX_LENGTH = 400
_PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("pmid", re.compile(r"(?:pmid\s*:?\s*)?0*(?P<id>[1-9][0-9]{0,8})", re.IGNORECASE)),
    (
        "pmid",
        re.compile(
            r"(?:https?://)?(?:pubmed\.ncbi\.nlm\.nih\.gov/|(?:www\.)?ncbi\.nlm\.nih\.gov/pubmed/)(?P<id>[1-9][0-9]{0,8})/?(?:[?#].*)?",
            re.IGNORECASE,
        ),
    ),
    (
        "pmcid",
        re.compile(
            r"(?:pmcid\s*:?\s*|(?:https?://)?(?:pmc\.ncbi\.nlm\.nih\.gov/articles/|(?:www\.)?ncbi\.nlm\.nih\.gov/pmc/articles/))?"
            r"(?P<id>PMC[1-9][0-9]{0,9})/?(?:[?#].*)?",
            re.IGNORECASE,
        ),
    ),
    ("ppr", re.compile(r"(?:ppr\s*:\s*)?(?P<id>PPR[1-9][0-9]{0,9})", re.IGNORECASE)),
    (
        "nct",
        re.compile(
            r"(?:nct\s*:\s*|(?:https?://)?(?:www\.)?clinicaltrials\.gov/(?:ct2/show|study)/)?(?P<id>NCT[0-9]{8})/?(?:[?#].*)?",
            re.IGNORECASE,
        ),
    ),
    (
        "setid",
        re.compile(
            r"(?:set[ _-]?id\s*:\s*|(?:https?://)?dailymed\.nlm\.nih\.gov/dailymed/(?:drugInfo|lookup)\.cfm\?setid=)?(?P<id>[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:[&#].*)?",
            re.IGNORECASE,
        ),
    ),
    (
        "doi",
        re.compile(
            r"(?:doi\s*:?\s*|(?:https?://)?(?:dx\.)?doi\.org/)?(?P<id>10\.[0-9]{4,9}/\S+)", re.IGNORECASE
        ),
    ),
)
_LOWER = frozenset({"setid", "doi"})
_HANDLE = re.compile(r"(?P<record>[a-z]+:[A-Za-z0-9-]+)(?:@[A-Za-z0-9.-]+)?/[a-z0-9_.-]+~[0-9a-z]+")


def record_id(text: str, further: Iterable[Scheme] = ()) -> str:
    """``scheme:id`` of a record named in any common form: bare, prefixed, a link, a DOI, a handle.

    Records of ``further`` schemes are named as ``scheme:id`` or by a handle. A DOI gives ``doi:…`` in lower case.
    Raises :class:`~tekmeria_sources.errors.ArgumentError`.
    """
    wanted = text.strip()
    if len(wanted) <= MAX_LENGTH:
        if handle := _HANDLE.fullmatch(wanted):
            wanted = handle["record"]
        for scheme, pattern in _PATTERNS:
            if found := pattern.fullmatch(wanted):
                return f"{scheme}:{_spelt(scheme, found['id'])}"
        name, _, id_ = wanted.partition(":")
        if any(scheme.name == name and scheme.id_pattern.fullmatch(id_) for scheme in further):
            return wanted
    raise ArgumentError(
        f"{text[:80]!r} is no record id",
        source="record_ids",
        remedy="give a PMID such as pmid:12345, a PubMed link, a DOI, an NCT number, or a label's set id",
    )


def _spelt(scheme: str, id_: str) -> str:
    if scheme == "doi":
        return unquote(id_).rstrip(".,;").lower()
    return id_.lower() if scheme in _LOWER else id_.upper()

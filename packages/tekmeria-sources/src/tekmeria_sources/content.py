"""Telling recorded responses apart by their content (sources.md, A folder of records)."""

from __future__ import annotations

import json
import re
from typing import cast

from tekmeria_sources.crossref import UNKNOWN_DOI

SNIFFED = 4096
PUBMED_RECORDS = "pubmed records"
PUBMED_IDS = "esearch"
ERROR = "error message"
TRIALS = "ClinicalTrials.gov studies"
LABELS = "openFDA"
EUROPEPMC = "Europe PMC search"
FULL_TEXT = "JATS full text"
CROSSREF = "Crossref"
ANNOTATIONS = "PubTator3 annotations"
ENTITIES = "PubTator3 entities"
HEADERS = "headers"
UNKNOWN = "unknown"

_ROOT = re.compile(rb"<(?![?!])(?:[A-Za-z_][\w.-]*:)?(?P<name>[A-Za-z_][\w.-]*)")
_ROOTS = {
    "PubmedArticleSet": PUBMED_RECORDS,
    "PubmedBookArticleSet": PUBMED_RECORDS,
    "PubmedArticle": PUBMED_RECORDS,
    "PubmedBookArticle": PUBMED_RECORDS,
    "eSearchResult": PUBMED_IDS,
    "eFetchResult": PUBMED_RECORDS,
    "article": FULL_TEXT,
    "pmc-articleset": "JATS in another wrapper",
    "OAI-PMH": "JATS in another wrapper",
    "errorBean": FULL_TEXT,
    "responseWrapper": "other form",
    "html": "HTML page",
}
_MEMBERS = (
    ("esearchresult", PUBMED_IDS),
    ("einforesult", "einfo"),
    ("linksets", "elink"),
    ("resultList", EUROPEPMC),
    ("PubTator3", ANNOTATIONS),
    ("message-type", CROSSREF),
    ("DOI", CROSSREF),
    ("protocolSection", TRIALS),
    ("studies", TRIALS),
    ("results", LABELS),
    ("error", ERROR),
)


def recognise(body: bytes) -> str:
    """The kind of a recorded response: one of the constants above, or another by a name of its own."""
    start = body[:SNIFFED].lstrip(b"\xef\xbb\xbf \t\r\n")
    if start[:1] == b"<":
        root = _ROOT.search(start)
        name = root["name"].decode() if root else ""
        return _ROOTS.get(name, name or UNKNOWN)
    if start[:1] in (b"{", b"["):
        return _json_kind(body)
    if start.startswith(b"PMID-"):
        return "medline text"
    if body.strip() == UNKNOWN_DOI.encode():
        return CROSSREF
    return HEADERS if start.startswith((b"HTTP", b"http")) else UNKNOWN


def _json_kind(body: bytes) -> str:
    try:
        content: object = json.loads(body)
    except (ValueError, RecursionError):
        return "malformed JSON"
    if isinstance(content, list) and _names_entities(cast(list[object], content)):
        return ENTITIES
    if not isinstance(content, dict):
        return UNKNOWN
    members = cast(dict[str, object], content)
    header = members.get("header")
    if isinstance(header, dict) and cast(dict[str, object], header).get("type") == "esummary":
        return "esummary"
    if isinstance(members.get("error"), dict):
        return LABELS
    return next((kind for member, kind in _MEMBERS if member in members), UNKNOWN)


def _names_entities(items: list[object]) -> bool:
    return bool(items) and all(isinstance(item, dict) and "biotype" in item for item in items)

"""PubMed's ``efetch`` XML to records (sources.md, Records and passages).

Articles (``PubmedArticle``) and books and their chapters (``PubmedBookArticle``) become
:class:`~tekmeria_sources.record.Record` values; of several versions of one PMID the newest stays. What
belongs to neither kind alone is here; see :mod:`tekmeria_sources.pubmed_article` and
:mod:`tekmeria_sources.pubmed_book`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from xml.etree.ElementTree import Element

from tekmeria_sources.errors import BodyError, OutOfScopeError, RateLimitedError, RefusedError
from tekmeria_sources.jsonbody import read_object
from tekmeria_sources.markup import flatten
from tekmeria_sources.pubmed import SOURCE
from tekmeria_sources.pubmed_article import article_record
from tekmeria_sources.pubmed_book import book_record
from tekmeria_sources.upstream import RecordSet
from tekmeria_sources.xmltree import parse_xml

_KINDS = {"PubmedArticle": article_record, "PubmedBookArticle": book_record}
_RECORD = re.compile(
    rb"<PubmedArticle>.*?</PubmedArticle>|<PubmedBookArticle>.*?</PubmedBookArticle>", re.DOTALL
)
_PMID = re.compile(rb'<PMID Version="(?P<version>[0-9]{1,3})">(?P<id>[0-9]+)</PMID>')
_OTHER_ROOTS = (
    "ePostResult",
    "eSummaryResult",
    "eInfoResult",
    "eLinkResult",
    "eSpellResult",
    "eSearchResult",
)


def decode_records(body: bytes) -> RecordSet:
    """Read an ``efetch`` answer, a bulk file, or any excerpt of one.

    Raises :class:`~tekmeria_sources.errors.UpstreamError`: ``RateLimitedError`` for the rate limit's JSON,
    ``RefusedError`` for an ``ERROR`` element, ``OutOfScopeError`` for the XML of another utility,
    ``BodyError`` for anything that cannot be read. An empty set is no error: the ids are not known.
    """
    root = _root(body)
    newest = _newest(root)
    deleted = tuple(f"pmid:{(pmid.text or '').strip()}" for pmid in root.iterfind("DeleteCitation/PMID"))
    return RecordSet({id_: _KINDS[element.tag](element) for id_, element in newest.items()}, deleted)


def split_records(body: bytes) -> Mapping[str, bytes]:
    """Each record of an ``efetch`` answer as an answer of its own, by id: the same bytes under a bare root.

    Found by their tags, without parsing; of several versions the newest stays.
    """
    found: dict[str, tuple[int, bytes]] = {}
    for element in _RECORD.findall(body):
        pmid = _PMID.search(element)
        if pmid is not None and int(pmid["version"]) >= found.get(f"pmid:{pmid['id'].decode()}", (0, b""))[0]:
            part = b"<PubmedArticleSet>" + element + b"</PubmedArticleSet>"
            found[f"pmid:{pmid['id'].decode()}"] = (int(pmid["version"]), part)
    return {id_: part for id_, (_, part) in found.items()}


def _root(body: bytes) -> Element:
    if body.lstrip()[:1] == b"{":
        _refuse_json(body)
    root = parse_xml(body, SOURCE)
    messages = [flatten(error) for error in root.iter("ERROR")]
    if root.tag in _OTHER_ROOTS and root.tag != "eSearchResult":
        raise OutOfScopeError(root.tag, source=SOURCE)
    if messages:
        remedy = "check the ids; PMIDs are numbers"
        raise RefusedError(f"PubMed says: {' '.join(messages)}", source=SOURCE, remedy=remedy)
    if root.tag == "eSearchResult":
        raise OutOfScopeError("esearch", source=SOURCE)
    if root.tag in _KINDS:
        whole = Element("PubmedArticleSet")
        whole.append(root)
        return whole
    if root.tag not in ("PubmedArticleSet", "PubmedBookArticleSet"):
        raise BodyError(f"PubMed answered with a document of {root.tag!r}", source=SOURCE)
    return root


def _newest(root: Element) -> dict[str, Element]:
    """The elements of each record's newest version, by id, in order of first appearance."""
    newest: dict[str, tuple[int, Element]] = {}
    for element in _elements(root):
        id_, version = _identity(element)
        if id_ not in newest or version >= newest[id_][0]:
            newest[id_] = (version, element)
    return {id_: element for id_, (_, element) in newest.items()}


def _elements(root: Element) -> Iterable[Element]:
    return (element for element in root if element.tag in _KINDS)


def _identity(element: Element) -> tuple[str, int]:
    pmid = element.find("MedlineCitation/PMID" if element.tag == "PubmedArticle" else "BookDocument/PMID")
    text = (pmid.text or "").strip() if pmid is not None else ""
    if pmid is None or not text.isascii() or not text.isdigit():
        raise BodyError(f"a {element.tag} of PubMed's answer has no PMID", source=SOURCE)
    version = pmid.get("Version", "1")
    return f"pmid:{text}", int(version) if version.isascii() and version.isdigit() else 1


def _refuse_json(body: bytes) -> None:
    """Raise what a JSON body in place of XML means."""
    refuse_envelope(read_object(body, SOURCE))
    raise BodyError("PubMed answered with JSON where XML was asked", source=SOURCE)


def refuse_envelope(content: Mapping[str, object]) -> None:
    """Raise for ``{"error": …}``; its ``api-key`` member echoes an address or a key and is never shown."""
    error = content.get("error")
    if error is None:
        return
    text = str(error)
    if "rate limit" in text.lower() or "api-key" in content:
        raise RateLimitedError(f"PubMed says: {text}", source=SOURCE)
    raise RefusedError(f"PubMed says: {text}", source=SOURCE)

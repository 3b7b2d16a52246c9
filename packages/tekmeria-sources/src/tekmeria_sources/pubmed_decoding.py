"""PubMed's ``efetch`` XML to records (sources.md, Records and passages).

Articles (``PubmedArticle``) and books and their chapters (``PubmedBookArticle``) become
:class:`~tekmeria_sources.record.Record` values; of several versions of one PMID the newest stays. What
belongs to neither kind alone is here; see :mod:`tekmeria_sources.pubmed_article` and
:mod:`tekmeria_sources.pubmed_book`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from xml.etree.ElementTree import Element

from tekmeria_sources.errors import BodyError, OutOfScopeError, RateLimitedError, RefusedError
from tekmeria_sources.jsonbody import read_object
from tekmeria_sources.markup import flatten
from tekmeria_sources.pubmed import SOURCE
from tekmeria_sources.pubmed_article import article_record
from tekmeria_sources.pubmed_book import book_record
from tekmeria_sources.record import Record
from tekmeria_sources.upstream import RecordSet
from tekmeria_sources.xmltree import open_xml, whole

_KINDS = {"PubmedArticle": article_record, "PubmedBookArticle": book_record}
_RECORD = re.compile(
    rb"<PubmedArticle>.*?</PubmedArticle>|<PubmedBookArticle>.*?</PubmedBookArticle>", re.DOTALL
)
_PMID = re.compile(rb'<PMID Version="(?P<version>[0-9]{1,3})">(?P<id>[0-9]+)</PMID>')
_SETS = ("PubmedArticleSet", "PubmedBookArticleSet")
_DELETED = "DeleteCitation"
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
    newest: dict[str, tuple[int, Element]] = {}
    deleted: list[str] = []
    for element in _elements((body,)):
        if element.tag == _DELETED:
            deleted += _deleted_ids(element)
            continue
        id_, version = _identity(element)
        if id_ not in newest or version >= newest[id_][0]:
            newest[id_] = (version, element)
    return RecordSet({id_: _record(element) for id_, (_, element) in newest.items()}, tuple(deleted))


@dataclass(frozen=True, slots=True)
class Deleted:
    """What a bulk file says no longer exists: ids (``pmid:…``)."""

    ids: tuple[str, ...]


def stream_records(chunks: Iterable[bytes]) -> Iterator[Record | Deleted]:
    """Read what :func:`decode_records` reads, a record at a time, from a document that comes in pieces.

    Takes the memory of one record, however long the document is. Every version of a record is given, in the
    order of the document. Raises what :func:`decode_records` raises, where the document is read that far: what
    was given before is no whole answer.
    """
    for element in _elements(chunks):
        yield Deleted(_deleted_ids(element)) if element.tag == _DELETED else _record(element)


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


def _elements(chunks: Iterable[bytes]) -> Iterator[Element]:
    """The records, and the lists of deleted ones, of an answer; each is dropped once it was given."""
    parts = iter(chunks)
    first = next(parts, b"")
    if first.lstrip()[:1] == b"{":
        _refuse_json(b"".join((first, *parts)))
    root, children = open_xml(chain((first,), parts), SOURCE)
    if root.tag not in _SETS:
        root = whole(root, children)
        _refuse_other(root)
        yield root
        return
    for child in children:
        if child.tag in _KINDS or child.tag == _DELETED:
            yield child
        elif child.tag == "ERROR":
            _refuse_errors([child])


def _refuse_other(root: Element) -> None:
    """Raise what an answer that is neither a set of records nor a single one means."""
    if root.tag in _OTHER_ROOTS and root.tag != "eSearchResult":
        raise OutOfScopeError(root.tag, source=SOURCE)
    _refuse_errors(list(root.iter("ERROR")))
    if root.tag == "eSearchResult":
        raise OutOfScopeError("esearch", source=SOURCE)
    if root.tag not in _KINDS:
        raise BodyError(f"PubMed answered with a document of {root.tag!r}", source=SOURCE)


def _refuse_errors(errors: list[Element]) -> None:
    if errors:
        remedy = "check the ids; PMIDs are numbers"
        raise RefusedError(f"PubMed says: {' '.join(map(flatten, errors))}", source=SOURCE, remedy=remedy)


def _record(element: Element) -> Record:
    _identity(element)
    return _KINDS[element.tag](element)


def _deleted_ids(element: Element) -> tuple[str, ...]:
    return tuple(f"pmid:{(pmid.text or '').strip()}" for pmid in element.iterfind("PMID"))


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

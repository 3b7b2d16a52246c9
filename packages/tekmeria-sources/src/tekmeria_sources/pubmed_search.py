"""PubMed's ``esearch`` answers, JSON and XML, to ids."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast
from xml.etree.ElementTree import Element

from tekmeria_sources.errors import BodyError, OutOfScopeError, RefusedError
from tekmeria_sources.jsonbody import read_object
from tekmeria_sources.markup import flatten
from tekmeria_sources.pubmed import SOURCE
from tekmeria_sources.pubmed_decoding import refuse_envelope
from tekmeria_sources.xmltree import parse_xml

_REMEDY = "change the query, or narrow it by date: PubMed serves the first 9,999 hits"


@dataclass(frozen=True, slots=True)
class IdPage:
    """One page of hits: PMIDs in order, the number of all hits, what PubMed says about the query."""

    ids: tuple[str, ...]
    total: int
    messages: tuple[str, ...] = ()


def decode_ids(body: bytes) -> IdPage:
    """Read an ``esearch`` answer in either form.

    Raises :class:`~tekmeria_sources.errors.UpstreamError`; no hits are no error, and a phrase not found is a
    message.
    """
    return (
        _from_json(read_object(body, SOURCE))
        if body.lstrip()[:1] == b"{"
        else _from_xml(parse_xml(body, SOURCE))
    )


def _from_json(content: Mapping[str, object]) -> IdPage:
    refuse_envelope(content)
    result = content.get("esearchresult")
    if not isinstance(result, dict):
        header = content.get("header")
        kind = cast(Mapping[str, object], header).get("type") if isinstance(header, dict) else None
        if kind is not None:
            raise OutOfScopeError(str(kind), source=SOURCE)
        raise BodyError("PubMed's JSON holds no esearchresult", source=SOURCE)
    page = cast(Mapping[str, object], result)
    if page.get("ERROR"):
        raise RefusedError(f"PubMed says: {page['ERROR']}", source=SOURCE, remedy=_REMEDY)
    ids = page.get("idlist", [])
    if not isinstance(ids, list):
        raise BodyError("PubMed's idlist is no list", source=SOURCE)
    messages = (*_strings(page.get("errorlist")), *_strings(page.get("warninglist")))
    return IdPage(
        tuple(str(id_) for id_ in cast(list[object], ids)), _count(str(page.get("count"))), messages
    )


def _from_xml(root: Element) -> IdPage:
    if root.tag != "eSearchResult":
        raise OutOfScopeError(root.tag, source=SOURCE)
    errors = [flatten(error) for error in root.iterfind("ERROR")]
    if errors:
        raise RefusedError(f"PubMed says: {' '.join(errors)}", source=SOURCE, remedy=_REMEDY)
    messages = [
        f"{message.tag}: {flatten(message)}"
        for name in ("ErrorList", "WarningList")
        for message in root.iterfind(f"{name}/*")
    ]
    ids = tuple((id_.text or "").strip() for id_ in root.iterfind("IdList/Id"))
    return IdPage(ids, _count(root.findtext("Count") or ""), tuple(messages))


def _count(text: str) -> int:
    if not text.strip().isdigit():
        raise BodyError("PubMed's answer states no count of hits", source=SOURCE)
    return int(text)


def _strings(lists: object) -> list[str]:
    if not isinstance(lists, dict):
        return []
    return [
        f"{name}: {text}"
        for name, texts in cast(Mapping[str, object], lists).items()
        if isinstance(texts, list)
        for text in cast(list[object], texts)
    ]

"""PubMed's E-utilities over a folder of recorded ``efetch`` answers, in their exact formats."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

from tekmeria_sources.content import PUBMED_RECORDS, recognise
from tekmeria_sources.filtering import passes
from tekmeria_sources.folderindex import FolderIndex
from tekmeria_sources.pubmed import LAST_START
from tekmeria_sources.pubmed_decoding import split_records
from tekmeria_sources.query import parse_query, rank
from tekmeria_sources.request import SearchRequest
from tekmeria_sources.simulated import Answer

_FILTER = re.compile(r'(?:AND|NOT)?\s*"[^"]*"\s*\[(?:filter|sb)\]', re.IGNORECASE)
_HEAD = (
    b'<?xml version="1.0" ?>\n<!DOCTYPE PubmedArticleSet PUBLIC '
    b'"-//NLM//DTD PubMedArticle, 1st January 2025//EN" "https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd">\n'
)
_START, _END = b"<PubmedArticleSet>", b"</PubmedArticleSet>"
_EMPTY_IDS = b"<eFetchResult>\n\t<ERROR>Supplied id parameter is empty.</ERROR>\n</eFetchResult>\n"


class SimulatedPubmed:
    """Answers ``esearch`` and ``efetch`` from the folder as it is when this is made; ``index`` is what it holds."""

    def __init__(self, folder: Path, index: FolderIndex) -> None:
        self._index = index
        self._elements: dict[str, bytes] = {}
        for file in sorted(folder.rglob("*.xml")):
            body = file.read_bytes()
            if recognise(body) == PUBMED_RECORDS:
                self._elements |= split_records(body)

    def answer(self, path: str, query: tuple[tuple[str, str], ...]) -> Answer:
        """The answer to one request."""
        arguments = dict(query)
        if path.endswith("/esearch.fcgi"):
            return self._search(arguments)
        if path.endswith("/efetch.fcgi"):
            return self._fetch([id_ for name, ids in query if name == "id" for id_ in ids.split(",")])
        return Answer(404, b"<html><body>Not Found</body></html>", "text/html")

    def _search(self, arguments: Mapping[str, str]) -> Answer:
        start, count = int(arguments.get("retstart", "0")), int(arguments.get("retmax", "20"))
        if start > LAST_START:
            message = f"Search Backend failed: Exception: 'retstart' cannot be larger than {LAST_START}."
            return _json({"ERROR": message})
        term = arguments.get("term", "")
        if not term.strip():
            return _json({"ERROR": "Empty term and query_key - nothing todo"})
        request = SearchRequest(term, _iso(arguments.get("mindate")), _iso(arguments.get("maxdate")))
        articles = [indexed for indexed in self._index.terms if indexed.record.scheme == "pmid"]
        candidates = [indexed for indexed in articles if passes(indexed.record, request)]
        found, complete = rank(parse_query(_FILTER.sub(" ", term)), candidates)
        ids = [id_.partition(":")[2] for id_ in found] if complete else []
        page = ids[start : start + count]
        result: dict[str, object] = {
            "count": str(len(ids)),
            "retmax": str(len(page)),
            "retstart": str(start),
            "idlist": page,
            "translationset": [],
            "querytranslation": term,
        }
        if not ids:
            result["warninglist"] = {
                "phrasesignored": [],
                "quotedphrasesnotfound": [],
                "outputmessages": ["No items found."],
            }
        return _json(result)

    def _fetch(self, ids: list[str]) -> Answer:
        wanted = [id_.strip() for id_ in ids if id_.strip()]
        if not wanted:
            return Answer(200, _HEAD + _EMPTY_IDS, "text/xml; charset=UTF-8")
        parts = [self._elements.get(f"pmid:{id_}", b"") for id_ in dict.fromkeys(wanted)]
        elements = [part.removeprefix(_START).removesuffix(_END) for part in parts if part]
        body = _HEAD + _START + b"\n" + b"\n".join(elements) + _END
        return Answer(200, body, "text/xml; charset=UTF-8")


def _json(result: dict[str, object]) -> Answer:
    content = {"header": {"type": "esearch", "version": "0.3"}, "esearchresult": result}
    return Answer(200, json.dumps(content).encode(), "application/json; charset=UTF-8")


def _iso(date: str | None) -> str | None:
    return date.replace("/", "-") if date else None

"""Europe PMC's ``search`` and ``fullTextXML`` over a folder of recorded answers, in their exact formats."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tekmeria_sources.content import EUROPEPMC, FULL_TEXT, recognise
from tekmeria_sources.errors import SourcesError
from tekmeria_sources.europepmc import FIRST_MARK, PATH
from tekmeria_sources.europepmc_decoding import read_recorded, split_records
from tekmeria_sources.filtering import passes
from tekmeria_sources.folderindex import FolderIndex
from tekmeria_sources.jats_article import read_article
from tekmeria_sources.query import IndexedRecord, parse_query, rank
from tekmeria_sources.request import SearchRequest
from tekmeria_sources.simulated import Answer
from tekmeria_sources.upstream import RecordSet

_IDS = re.compile(r"(EXT_ID|PMCID):([A-Z0-9]+)")
_DATES = re.compile(r" AND FIRST_PDATE:\[(\S+) TO (\S+)\]")
_FIELDS = re.compile(r' (?:AND|NOT) (?:\((?:SRC|PUB_TYPE):[^)]*\)|[A-Z_]+:(?:"[^"]*"|\S+))')
_FULL_TEXT = re.compile(r"(?P<id>PMC[0-9]+)/fullTextXML")
_MARK = "AoIIfict"


class SimulatedEuropePmc:
    """Answers from the folder as it is when this is made; ``index`` is what it holds.

    ``search`` finds what is recorded of it: results under their own ids and those they state.
    """

    def __init__(self, folder: Path, index: FolderIndex) -> None:
        self._results: dict[str, Any] = {}
        self._terms: list[IndexedRecord] = []
        self._articles: dict[str, bytes] = {}
        for file in sorted(folder.rglob("*")):
            if not file.is_file():
                continue
            body = file.read_bytes()
            kind = recognise(body)
            if kind == EUROPEPMC:
                self._read_results(body)
            elif kind == FULL_TEXT:
                self._articles |= dict.fromkeys(read_article(body).records, body)

    def answer(self, path: str, query: tuple[tuple[str, str], ...]) -> Answer:
        """The answer to one request."""
        asked = path.removeprefix(PATH)
        if full_text := _FULL_TEXT.fullmatch(asked):
            return self._full_text(full_text["id"])
        if asked not in ("search", "searchPOST"):
            return Answer(404, b"", "application/json")
        return self._search(dict(query))

    def _read_results(self, body: bytes) -> None:
        try:
            found, parts = read_recorded(body), split_records(body)
        except SourcesError:
            return
        if isinstance(found, RecordSet):
            for record in found.records.values():
                result = json.loads(parts[record.id])["resultList"]["result"][0]
                kept = self._results.get(record.id)
                if kept is None or str(result.get("versionNumber", "")) >= str(kept.get("versionNumber", "")):
                    self._results[record.id] = result
                    self._terms = [known for known in self._terms if known.id != record.id]
                    self._terms.append(IndexedRecord.of(record))

    def _full_text(self, number: str) -> Answer:
        article = self._articles.get(f"pmcid:{number}")
        if article is not None:
            return Answer(200, article, "application/xml")
        message = f"Article with id {number} is not open access one"
        body = f"<errorBean><errCode>0</errCode><errMsg>{message}</errMsg></errorBean>"
        return Answer(404, body.encode(), "application/xml")

    def _search(self, arguments: Mapping[str, str]) -> Answer:
        found = self._found(arguments.get("query", ""))
        mark = arguments.get("cursorMark", FIRST_MARK)
        start = 0 if mark == FIRST_MARK else int(mark.removeprefix(_MARK).removesuffix("=="))
        end = start + min(int(arguments.get("pageSize", "25")), 1000)
        page = found[start:end]
        content: dict[str, Any] = {"version": "6.9", "hitCount": len(found)}
        if page:
            content["nextCursorMark"] = f"{_MARK}{end}==" if end < len(found) else mark
        content["request"] = {
            "queryString": arguments.get("query", ""),
            "resultType": arguments.get("resultType", "lite").upper(),
            "cursorMark": mark,
            "pageSize": end - start,
            "sort": "",
            "synonym": False,
        }
        content["resultList"] = {"result": [self._results[id_] for id_ in page]}
        return Answer(200, json.dumps(content, ensure_ascii=False).encode(), "application/json;charset=UTF-8")

    def _found(self, query: str) -> Sequence[str]:
        if ids := _IDS.findall(query):
            names = {f"{'ppr' if field == 'EXT_ID' else 'pmcid'}:{number}" for field, number in ids}
            return [known.id for known in self._terms if names & set(known.record.identifiers)]
        dates = _DATES.search(query)
        request = SearchRequest(
            query or " ",
            date_from=dates[1] if dates else None,
            date_to=dates[2] if dates else None,
            exclude_retracted='NOT PUB_TYPE:"retracted publication"' in query,
            peer_reviewed_only="NOT SRC:PPR" in query,
            open_access_only="OPEN_ACCESS:Y" in query,
        )
        candidates = [known for known in self._terms if passes(known.record, request)]
        words = _FIELDS.sub("", _DATES.sub("", query))
        found, complete = rank(parse_query(words), candidates)
        return found if complete else []

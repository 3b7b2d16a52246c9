"""openFDA's ``drug/label`` over a folder of recorded labels, in its exact formats."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tekmeria_sources.content import LABELS, recognise
from tekmeria_sources.errors import SourcesError
from tekmeria_sources.folderindex import FolderIndex
from tekmeria_sources.labels import LAST_SKIP, PATH
from tekmeria_sources.labels_decoding import read_records, split_records
from tekmeria_sources.query import find
from tekmeria_sources.request import LabelRequest
from tekmeria_sources.simulated import Answer

_SET_ID = re.compile(r'set_id:"([^"]*)"')
_NAME = re.compile(r'openfda\.generic_name:"([^"]*)"')


class SimulatedLabels:
    """Answers ``drug/label.json`` from the folder as it is when this is made; ``index`` is what it holds."""

    def __init__(self, folder: Path, index: FolderIndex) -> None:
        self._index = index
        self._labels: dict[str, Any] = {}
        for file in sorted(folder.rglob("*.json")):
            body = file.read_bytes()
            if recognise(body) == LABELS:
                self._labels |= _newest(body, index)

    def answer(self, path: str, query: tuple[tuple[str, str], ...]) -> Answer:
        """The answer to one request."""
        arguments = dict(query)
        search = arguments.get("search", "")
        limit, skip = int(arguments.get("limit", "1")), int(arguments.get("skip", "0"))
        if path != PATH:
            return _error(404, "NOT_FOUND", "No matches found!")
        if search.count('"') % 2:
            return _error(500, "SERVER_ERROR", "Check your request and try again")
        if skip > LAST_SKIP:
            return _error(400, "BAD_REQUEST", f"Skip value must {LAST_SKIP} or less.")
        found = self._found(search)
        page = found[skip : skip + limit]
        if not page:
            return _error(404, "NOT_FOUND", "No matches found!")
        meta = {"results": {"skip": skip, "limit": limit, "total": len(found)}}
        return _json(200, {"meta": meta, "results": [self._labels[id_] for id_ in page]})

    def _found(self, search: str) -> Sequence[str]:
        if ids := _SET_ID.findall(search):
            return [f"setid:{id_}" for id_ in ids if f"setid:{id_}" in self._labels]
        name = _NAME.search(search)
        return find(LabelRequest(name[1]), self._index.terms)[0] if name else []


def _newest(body: bytes, index: FolderIndex) -> dict[str, Any]:
    try:
        records, parts = read_records(body).records, split_records(body)
    except SourcesError:
        return {}
    newest = [id_ for id_ in records if records[id_] == index.records[id_].record]
    return {id_: json.loads(parts[id_])["results"][0] for id_ in newest}


def _error(status: int, code: str, message: str) -> Answer:
    return _json(status, {"error": {"code": code, "message": message}})


def _json(status: int, content: dict[str, Any]) -> Answer:
    body = json.dumps(content, ensure_ascii=False, indent=2).encode()
    return Answer(status, body, "application/json; charset=utf-8")

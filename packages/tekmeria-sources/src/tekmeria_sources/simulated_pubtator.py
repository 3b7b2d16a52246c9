"""PubTator3 over a folder of its recorded answers, in their exact formats."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from tekmeria_sources.annotating import entities_named
from tekmeria_sources.content import ANNOTATIONS, recognise
from tekmeria_sources.errors import SourcesError
from tekmeria_sources.folderindex import FolderIndex
from tekmeria_sources.pubtator import PATH, WRAPPER, FoundEntity, split_annotations
from tekmeria_sources.simulated import Answer


class SimulatedPubtator:
    """Answers about the folder as it is when this is made; ``index`` is what it holds."""

    def __init__(self, folder: Path, index: FolderIndex) -> None:
        self._index = index
        self._documents: dict[str, object] = {}
        for file in sorted(folder.rglob("*.json")):
            body = file.read_bytes()
            if recognise(body) == ANNOTATIONS:
                self._documents |= _documents(body)

    def answer(self, path: str, query: tuple[tuple[str, str], ...]) -> Answer:
        """The answer to one request."""
        arguments = dict(query)
        if path == f"{PATH}publications/export/biocjson":
            asked = dict.fromkeys(f"pmid:{id_}" for id_ in arguments.get("pmids", "").split(","))
            return _json({WRAPPER: [self._documents[id_] for id_ in asked if id_ in self._documents]})
        if path == f"{PATH}entity/autocomplete/":
            return self._found(arguments)
        return Answer(404, b'{"detail": "Not Found"}', "application/json")

    def _found(self, arguments: Mapping[str, str]) -> Answer:
        words, count = arguments.get("query", ""), int(arguments.get("limit", "10"))
        found = entities_named(self._index.annotations, words, arguments.get("concept"))
        return _json([_item(entity) for entity in found[:count]])


def _item(found: FoundEntity) -> dict[str, str]:
    entity = found.entity
    before, _, name = found.matched.partition("name ")
    item = {"_id": entity.accession, "biotype": entity.kind, "name": entity.name}
    matched = {"match": f"{before}name <m>{name}</m>"}
    if entity.kind == "gene" or not entity.identifiers:
        return {**item, "description": "All Species", **matched}
    database, _, number = entity.identifiers[0].partition(":")
    return {**item, "db_id": number, "db": database, **matched}


def _documents(body: bytes) -> dict[str, object]:
    try:
        return {id_: json.loads(part)[WRAPPER][0] for id_, part in split_annotations(body).items()}
    except SourcesError:
        return {}


def _json(content: object) -> Answer:
    return Answer(200, json.dumps(content).encode(), "application/json")

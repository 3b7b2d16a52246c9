"""Crossref's ``works`` over a folder of recorded works, in its exact formats."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote

from tekmeria_sources.content import CROSSREF, recognise
from tekmeria_sources.crossref import PATH, UNKNOWN_DOI, read_work
from tekmeria_sources.errors import SourcesError
from tekmeria_sources.simulated import Answer


class SimulatedCrossref:
    """Answers about each work of the folder as it is when this is made."""

    def __init__(self, folder: Path) -> None:
        self._works: dict[str, bytes] = {}
        for file in sorted(folder.rglob("*.json")):
            body = file.read_bytes()
            if recognise(body) == CROSSREF:
                self._works |= _named(body)

    def answer(self, path: str, query: tuple[tuple[str, str], ...]) -> Answer:
        """The answer to one request."""
        body = self._works.get(f"doi:{unquote(path.removeprefix(PATH)).lower()}")
        if body is None or not path.startswith(PATH):
            return Answer(404, UNKNOWN_DOI.encode(), "text/plain")
        return Answer(200, body, "application/json")


def _named(body: bytes) -> dict[str, bytes]:
    try:
        return {read_work(body).id: body}
    except SourcesError:
        return {}

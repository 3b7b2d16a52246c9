"""Builds Crossref's answers about fictional works, in their exact shape, for tests."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def date(written: str) -> dict[str, Any]:
    """``2031-06-04`` as Crossref writes dates."""
    return {"date-parts": [[int(part) for part in written.split("-")]]}


def update(kind: str, doi: str, on: str = "", by: str = "publisher") -> dict[str, Any]:
    """An entry of ``updated-by`` or ``update-to``."""
    dated = {"updated": date(on)} if on else {}
    return {"DOI": doi, "type": kind, "label": kind.capitalize(), "source": by, **dated}


def work(
    doi: str,
    *,
    published: str = "2030-01-15",
    updated_by: list[dict[str, Any]] | None = None,
    update_to: list[dict[str, Any]] | None = None,
    relation: Mapping[str, list[str]] | None = None,
    preprint: bool = False,
    further: Mapping[str, object] | None = None,
) -> bytes:
    """The answer about one work; ``further`` members are added to it."""
    related = relation or {}
    message: dict[str, Any] = {
        "DOI": doi,
        "type": "posted-content" if preprint else "journal-article",
        **({"subtype": "preprint"} if preprint else {}),
        "title": ["A fictional work"],
        "published": date(published),
        "relation": {
            name: [{"id": id_, "id-type": "doi", "asserted-by": "subject"} for id_ in ids]
            for name, ids in related.items()
        },
        **({"updated-by": updated_by} if updated_by else {}),
        **({"update-to": update_to} if update_to else {}),
        **(further or {}),
    }
    answer = {"status": "ok", "message-type": "work", "message-version": "1.0.0", "message": message}
    return json.dumps(answer).encode()

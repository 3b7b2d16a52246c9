"""The facts of a record as they are written down: in the store's tables and in backups."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from tekmeria_contract.resolution import Notice, RecordFacts


def facts_members(facts: RecordFacts) -> dict[str, Any]:
    """``facts`` as plain JSON values."""
    return asdict(facts)


def facts_from(members: Mapping[str, Any]) -> RecordFacts:
    """The facts that :func:`facts_members` wrote. Raises KeyError or TypeError where a member is missing."""
    notices = members["notices"]
    return RecordFacts(
        title=members["title"],
        identifiers=tuple(members["identifiers"]),
        link=members["link"],
        version=members["version"],
        preprint=members["preprint"],
        published=members["published"],
        notices=None if notices is None else tuple(Notice(**notice) for notice in notices),
        checked_at=members["checked_at"],
    )

"""Search hits as a tool result."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tekmeria_server.delivery import Delivery, line, status_dicts, status_lines
from tekmeria_server.quoting import DATA_NOTICE, one_line, quoted
from tekmeria_sources.results import Hit, SearchResult

AUTHORS_SHOWN = 6
"""Authors of a hit beyond these are counted, not named; fetching the record names them all."""


def deliver_hits(result: SearchResult) -> Delivery:
    """A page of hits: record id, citable title, who, where, when, notices; then how each source did."""
    structured: dict[str, Any] = {
        "total": result.total,
        "totals": dict(result.totals),
        "hits": [_hit(hit) for hit in result.hits],
        "next_cursor": result.next_cursor,
        "source_status": status_dicts(result.statuses),
    }
    return Delivery(_text(structured), structured)


def _hit(hit: Hit) -> dict[str, Any]:
    return {
        "record_id": hit.record_id,
        "handle": hit.handle,
        "title": one_line(hit.title),
        "flags": list(hit.flags),
        "authors": [one_line(author) for author in hit.authors[:AUTHORS_SHOWN]],
        "authors_not_shown": max(len(hit.authors) - AUTHORS_SHOWN, 0),
        "venue": hit.venue and one_line(hit.venue),
        "date": hit.date,
        "publication_types": list(hit.publication_types),
        "identifiers": list(hit.identifiers),
        "link": hit.link,
        "trial": _trial(hit),
    }


def _trial(hit: Hit) -> dict[str, Any] | None:
    """What a hit of trials is filtered by, in the registry's words."""
    trial = hit.registration
    if trial is None:
        return None
    return {"status": trial.status, "phases": list(trial.phases), "has_results": trial.has_results}


def _text(structured: Mapping[str, Any]) -> str:
    totals = ", ".join(f"{source} {count}" for source, count in structured["totals"].items())
    hits: list[Mapping[str, Any]] = structured["hits"]
    parts = [
        f"{structured['total']} hits in all ({totals}), {len(hits)} on this page.",
        *([DATA_NOTICE] if hits else []),
        *("\n".join(_hit_lines(number, hit)) for number, hit in enumerate(hits, 1)),
        "\n".join(status_lines(structured["source_status"])),
        *line("next_cursor", structured["next_cursor"]),
    ]
    return "\n\n".join(parts)


def _hit_lines(number: int, hit: Mapping[str, Any]) -> list[str]:
    flags = f"  {', '.join(hit['flags']).upper()}" if hit["flags"] else ""
    more = f"; and {hit['authors_not_shown']} more" if hit["authors_not_shown"] else ""
    return [
        f"{number}. {hit['record_id']}{flags}",
        *([f"[{hit['handle']}]"] if hit["handle"] else []),
        quoted(hit["title"]),
        *[f"{authors}{more}" for authors in line("authors", hit["authors"])],
        *line("published", [part for part in (hit["venue"], hit["date"]) if part]),
        *line("types", hit["publication_types"]),
        *line("trial", _trial_words(hit["trial"])),
        *line("identifiers", hit["identifiers"]),
        *line("link", hit["link"]),
    ]


def _trial_words(trial: Mapping[str, Any] | None) -> list[str]:
    if trial is None:
        return []
    posted = "results posted" if trial["has_results"] else "no results posted"
    return [*([trial["status"]] if trial["status"] else []), *trial["phases"], posted]

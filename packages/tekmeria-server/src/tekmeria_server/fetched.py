"""Fetched records as a tool result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from tekmeria_server.delivery import (
    Delivery,
    cost,
    line,
    notice_dicts,
    notice_lines,
    status_dicts,
    status_lines,
    tokens,
)
from tekmeria_server.quoting import DATA_NOTICE, one_line, quoted, visible
from tekmeria_sources.pubtator import Mention
from tekmeria_sources.record import Record
from tekmeria_sources.results import FetchedRecord, FetchResult, Missing

CURSOR_LENGTH = 400
"""More than a cursor of ``fetch_passages`` has, in characters: what a page keeps free for it."""


def deliver_records(result: FetchResult, cut_to: int | None = None) -> Delivery:
    """Records with their facts and passages, then what was not found and how each source did.

    ``cut_to`` is the budget in tokens that made this page shorter than asked, which the note at its end says.
    """
    structured: dict[str, Any] = {
        "records": [_record(fetched) for fetched in result.records],
        "not_found": _missing(result.not_found),
        "unavailable": _missing(result.unavailable),
        "next_cursor": result.next_cursor,
        "note": _note(result, cut_to),
        "source_status": status_dicts(result.statuses),
    }
    return Delivery("\n\n".join(_parts(structured)), structured)


def passages_within(result: FetchResult, budget: int) -> int:
    """How many of the first passages of ``result`` a result of ``budget`` tokens holds; at least one."""
    ending = replace(result, records=(), next_cursor="x" * CURSOR_LENGTH)
    spent = deliver_records(ending, budget).cost + tokens(DATA_NOTICE)
    held = 0
    for fetched in result.records:
        record = _record(fetched)
        spent += cost("\n\n" + "\n".join(_fact_lines(record)), {**record, "passages": []})
        for passage in record["passages"]:
            spent += cost("\n\n" + _passage_text(passage), passage) + 1
            if spent > budget:
                return max(held, 1)
            held += 1
    return max(held, 1)


def _note(result: FetchResult, cut_to: int | None) -> str | None:
    if result.next_cursor is None:
        return None
    shown = sum(len(fetched.passages) for fetched in result.records)
    why = f" to keep within the result budget of {cut_to} tokens" if cut_to is not None else ""
    return f"Not all: cut after {shown} passages{why}. Call again with next_cursor as cursor for the rest."


def _record(fetched: FetchedRecord) -> dict[str, Any]:
    record, known = fetched.record, fetched.elsewhere is not None
    return {
        **record_facts(record),
        "read_at": fetched.read_at,
        "passages": [
            {
                "handle": passage.handle,
                "path": passage.path,
                "label": passage.label and one_line(passage.label),
                "text": visible(passage.text),
                **({"entities": _entities(passage.mentions, passage.text)} if known else {}),
            }
            for passage in fetched.passages
        ],
        **({"entities_elsewhere": _entities(fetched.elsewhere or (), "")} if known else {}),
    }


def _entities(mentions: Iterable[Mention], text: str) -> list[dict[str, Any]]:
    """Entities with the words that name them, and where these stand in the visible form of ``text``."""
    return [
        {
            "type": one_line(mention.entity.kind),
            "name": one_line(mention.entity.name) or None,
            "identifiers": [one_line(name) for name in mention.entity.identifiers],
            "text": one_line(mention.text),
            "spans": [[len(visible(text[:place])) for place in span] for span in mention.spans],
        }
        for mention in mentions
    ]


def record_facts(record: Record) -> dict[str, Any]:
    """What is known of a record, as structured content."""
    return {
        "record_id": record.id,
        "title": one_line(record.title),
        "flags": list(record.flags),
        "published_as": record.published,
        "notices": notice_dicts(record.facts(None).notices),
        "authors": [one_line(author) for author in record.authors],
        "venue": record.venue and one_line(record.venue),
        "date": record.date,
        "publication_types": list(record.publication_types),
        "study_design": record.study_design,
        "identifiers": list(record.identifiers),
        "link": record.link,
        "licence": record.licence and one_line(record.licence),
    }


def _missing(entries: Iterable[Missing]) -> list[dict[str, Any]]:
    return [{"id": one_line(entry.id), "reason": one_line(entry.reason)} for entry in entries]


def _parts(structured: Mapping[str, Any]) -> Iterator[str]:
    if structured["records"]:
        yield DATA_NOTICE
    for record in structured["records"]:
        yield "\n".join(_fact_lines(record))
        yield from (_passage_text(passage) for passage in record["passages"])
    yield from _tail(structured)


def _fact_lines(record: Mapping[str, Any]) -> list[str]:
    flags = f"  {', '.join(record['flags']).upper()}" if record["flags"] else ""
    return [
        f"=== {record['record_id']}{flags}",
        *line("title", record["title"] or None),
        *notice_lines(record["notices"]),
        *line("published as", record["published_as"]),
        *line("authors", record["authors"]),
        *line("published", [part for part in (record["venue"], record["date"]) if part]),
        *line("types", record["publication_types"]),
        *line("study design", record["study_design"]),
        *line("identifiers", record["identifiers"]),
        *line("link", record["link"]),
        *line("licence", record["licence"]),
        *line("source read at", record["read_at"]),
        *_entity_lines("also names, at places that could not be told", record.get("entities_elsewhere", ())),
        *(["(no passages here)"] if not record["passages"] else []),
    ]


def _passage_text(passage: Mapping[str, Any]) -> str:
    label = f" {passage['label']}" if passage["label"] else ""
    named = _entity_lines("PubTator3 (automatic) found", passage.get("entities", ()))
    return "\n".join([f"[{passage['handle']}]{label}", quoted(passage["text"]), *named])


def _entity_lines(lead: str, entities: Iterable[Mapping[str, Any]]) -> list[str]:
    return line(lead, [_entity(entity) for entity in entities])


def _entity(entity: Mapping[str, Any]) -> str:
    """The words, what kind of entity they name and which, and from and to which character they stand."""
    which = " ".join([entity["type"], *([entity["name"]] if entity["name"] else [])])
    known = ", ".join(entity["identifiers"]) or "not identified"
    places = "".join([f" at {start}-{end}" for start, end in entity["spans"]])
    return f"“{entity['text']}” ({which}, {known}){places}"


def _tail(structured: Mapping[str, Any]) -> list[str]:
    missing = [
        f"{name.replace('_', ' ')}: {entry['id']}: {entry['reason']}"
        for name in ("not_found", "unavailable")
        for entry in structured[name]
    ]
    tail = [
        "\n".join(missing),
        "\n".join(status_lines(structured["source_status"])),
        structured["note"] or "",
        *line("next_cursor", structured["next_cursor"]),
    ]
    return [part for part in tail if part]

"""Looked-up handles as a tool result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tekmeria_contract.handle import HandleError
from tekmeria_contract.resolution import RecordFacts, Resolution
from tekmeria_contract.vocabulary import HANDLE_REASONS
from tekmeria_server.delivery import Delivery, cost, line, notice_dicts, notice_lines, tokens
from tekmeria_server.quoting import DATA_NOTICE, one_line, quoted, visible

STATES: Mapping[str, str] = {
    "current": "the passage stands there now",
    "changed": "the passage reads differently now than when it was handed out",
    "withdrawn": "the record or the passage is no longer served",
    "unavailable": "the source could not be reached; try again later",
    "refused": "this installation never handed out this handle",
}


NOT_SHOWN = "Not shown, to keep within the result budget: {}. Ask for these again."


def deliver_resolved(handles: Mapping[str, Resolution | HandleError], budget: int) -> Delivery:
    """What is behind each handle: genuine or not, its passage now and as issued, its record's notices.

    Handles that ``budget`` tokens do not hold are named at the end; the first is always there.
    """
    entries = [_entry(handle, found) for handle, found in handles.items()]
    texts = [_text(entry) for entry in entries]
    kept = _within(
        [cost(text, entry) for text, entry in zip(texts, entries, strict=True)], list(handles), budget
    )
    left_out = list(handles)[kept:]
    note = NOT_SHOWN.format("; ".join(left_out))
    structured = {"results": entries[:kept], "not_shown": left_out}
    return Delivery("\n\n".join([DATA_NOTICE, *texts[:kept], *([note] if left_out else [])]), structured)


def _within(costs: Sequence[int], handles: Sequence[str], budget: int) -> int:
    """How many of the first entries fit beside the names of those left out; at least one."""
    spent = tokens(DATA_NOTICE + NOT_SHOWN) + sum(tokens(f'"{handle}", ') for handle in handles)
    for kept, entry in enumerate(costs):
        spent += entry + 1
        if spent > budget:
            return max(kept, 1)
    return len(costs)


def _entry(handle: str, found: Resolution | HandleError) -> dict[str, Any]:
    if isinstance(found, HandleError):
        term = HANDLE_REASONS[found.reason]
        refusal = {"reason": found.reason, "meaning": term.meaning, "remedy": term.remedy}
        return {"handle": one_line(handle), "genuine": False, "state": "refused", **refusal}
    issued = found.issued[-1].text if found.issued else None
    state = _state(found, issued)
    return {
        "handle": handle,
        "genuine": True,
        "state": state,
        "label": found.label and one_line(found.label),
        "text": None if found.current is None else visible(found.current),
        "text_as_issued": None if issued is None or issued == found.current else visible(issued),
        "record": _facts(found.record),
    }


def _state(found: Resolution, issued: str | None) -> str:
    if not found.reached:
        return "unavailable"
    if found.current is None:
        return "withdrawn"
    return "current" if issued in (None, found.current) else "changed"


def _facts(facts: RecordFacts | None) -> dict[str, Any] | None:
    if facts is None:
        return None
    return {
        "title": facts.title and one_line(facts.title),
        "identifiers": list(facts.identifiers),
        "link": facts.link,
        "preprint": facts.preprint,
        "published": facts.published,
        "notices": notice_dicts(facts.notices),
        "checked_at": facts.checked_at,
    }


def _text(entry: Mapping[str, Any]) -> str:
    genuine = "genuine" if entry["genuine"] else "not genuine"
    head = f"[{entry['handle']}] {genuine}; {entry['state']}: {STATES[entry['state']]}"
    if not entry["genuine"]:
        return "\n".join([head, f"reason: {entry['reason']}: {entry['meaning']}; {entry['remedy']}"])
    return "\n".join([head, *_passage_lines(entry), *_record_lines(entry["record"])])


def _passage_lines(entry: Mapping[str, Any]) -> list[str]:
    lines = line("label", entry["label"])
    if entry["text"] is not None:
        lines.append(quoted(entry["text"]))
    if entry["text_as_issued"] is not None:
        lines += ["as it was handed out:", quoted(entry["text_as_issued"])]
    return lines


def _record_lines(record: Mapping[str, Any] | None) -> list[str]:
    if record is None:
        return []
    return [
        *line("title", record["title"]),
        *notice_lines(record["notices"]),
        *(["preprint"] if record["preprint"] else []),
        *line("published as", record["published"]),
        *line("identifiers", record["identifiers"]),
        *line("link", record["link"]),
        *line("checked at", record["checked_at"]),
    ]

"""What a tool hands out: text that is complete in itself, and the same as structured content (server.md)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tekmeria_contract.resolution import Notice
from tekmeria_server.quoting import one_line
from tekmeria_sources.results import SourceStatus


@dataclass(frozen=True, slots=True)
class Delivery:
    """A tool's result: its ``text``, the ``structured`` content, and ``meta`` for the host's view alone."""

    text: str
    structured: dict[str, Any]
    meta: dict[str, Any] | None = None

    @property
    def cost(self) -> int:
        """What the result costs, in tokens: a host passes on its text or its structured content."""
        return cost(self.text, self.structured)


def cost(text: str, structured: object) -> int:
    """What a piece of a result costs, in tokens, in whichever of its two forms is longer."""
    return max(tokens(text), tokens(json.dumps(structured, ensure_ascii=False)))


def tokens(text: str) -> int:
    """What ``text`` costs: its UTF-8 bytes ÷ 3, rounded up (system.md, Configuration)."""
    return -(-len(text.encode(errors="surrogatepass")) // 3)


def line(name: str, value: str | Sequence[str] | None) -> list[str]:
    """``name: value`` on one line, several values separated by semicolons; nothing where there is none."""
    values = [value] if isinstance(value, str) else list(value or ())
    return [f"{name}: {'; '.join([one_line(text) for text in values])}"] if values else []


def status_dicts(statuses: Iterable[SourceStatus]) -> list[dict[str, Any]]:
    """How each source did, as structured content."""
    return [
        {"source": status.source, "state": status.state, "reason": status.reason, "remedy": status.remedy}
        for status in statuses
    ]


def status_lines(statuses: Iterable[Mapping[str, Any]]) -> list[str]:
    """How each source did, as text."""
    return [f"source {'; '.join(_said(status))}" for status in statuses]


def _said(status: Mapping[str, Any]) -> list[str]:
    remarks = [one_line(status[name]) for name in ("reason", "remedy") if status[name]]
    return [f"{status['source']}: {status['state']}", *remarks]


def notice_dicts(notices: Iterable[Notice] | None) -> list[dict[str, Any]] | None:
    """Notices against a record, as structured content; None where they could not be checked."""
    if notices is None:
        return None
    return [
        {"kind": notice.kind, "date": notice.date, "id": notice.id, "source": notice.source or None}
        for notice in notices
    ]


def notice_lines(notices: Iterable[Mapping[str, Any]] | None) -> list[str]:
    """Notices against a record, as text."""
    if notices is None:
        return ["notices: could not be checked; that none is known does not mean that there is none"]
    members = ("kind", "date", "id", "source")
    stated = [[one_line(notice[name]) for name in members if notice[name]] for notice in notices]
    return [f"notice: {', '.join(parts)}" for parts in stated]

"""What a unit of the answer says and cites, before it is cut into sentences (contract.md §5)."""

from __future__ import annotations

from dataclasses import dataclass, field

from tekmeria_contract.answer import Span
from tekmeria_contract.definitions import Unit
from tekmeria_contract.prose import Prose
from tekmeria_contract.repairs import Found


@dataclass(slots=True)
class Anchor:
    """Something taken from, or noted in, the prose: it stands at ``place`` of it and at ``span`` of the answer.

    ``kind`` is citation, malformed, note, mark or reference. ``found`` is a citation's handle, which stands at
    ``handle_span``, ``quotes`` its quotations (text, span), ``labels`` the definitions that a note names, ``value``
    what a reference names (kind, value) or a malformed citation's handle. ``link`` is the index of the link whose
    text or target it is; ``raw`` the handle as given, where it stands in no text. ``veiled`` tells that a reader
    may not see it, so that it supports nothing.
    """

    kind: str
    place: int
    span: Span
    found: Found | None = None
    handle_span: Span | None = None
    quotes: tuple[tuple[str, Span | None], ...] = ()
    delimiter: str | None = None
    reason: str | None = None
    labels: tuple[str, ...] = ()
    value: tuple[str, str] | None = None
    link: int | None = None
    raw: str | None = None
    veiled: bool = False


@dataclass(slots=True)
class Part:
    """A unit as read: its ``prose``, and its ``anchors`` in the order of their places.

    ``strong`` tells that all of its words are bold, ``labelled`` that it begins with bold words or is a callout
    (``[!NOTE]``).
    """

    unit: Unit
    prose: Prose
    anchors: list[Anchor] = field(default_factory=list[Anchor])
    strong: bool = False
    labelled: bool = False

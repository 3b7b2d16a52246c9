"""What a reader sees of a block: ``inline`` reads it, the half that knows sentences and citations goes on from it."""

from __future__ import annotations

from dataclasses import dataclass

from tekmeria_contract.answer import Span
from tekmeria_contract.linktargets import Target
from tekmeria_contract.prose import Prose
from tekmeria_contract.repairs import Found


@dataclass(frozen=True, slots=True)
class Atom:
    """A handle in the visible text, at ``start`` to ``end`` of it."""

    start: int
    end: int
    found: Found


@dataclass(frozen=True, slots=True)
class Link:
    """A link whose text is ``start`` to ``end`` of the visible text; ``target`` says where it leads."""

    start: int
    end: int
    target: Target


@dataclass(frozen=True, slots=True)
class Visible:
    """What a reader sees of a block: its ``prose``, the handles and links in it, where it is ``strong``.

    ``veiled`` are stretches of the prose that a renderer may not show (``<del>``, ``hidden``, the text of an image).
    ``marks`` are citation tags of other systems (``<cite index=…>``): their place, and their stretch of the answer.
    A line feed of the prose is a hard break.
    """

    prose: Prose
    atoms: tuple[Atom, ...]
    links: tuple[Link, ...] = ()
    strong: tuple[Span, ...] = ()
    veiled: tuple[Span, ...] = ()
    marks: tuple[tuple[int, Span], ...] = ()

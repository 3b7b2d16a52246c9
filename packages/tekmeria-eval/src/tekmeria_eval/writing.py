"""A planted answer written down: what the audit is given, and where everything stands in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tekmeria_eval.case import Case, Planted, Span

Claims = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Site:
    """Where a planted citation stands: its sentence, handle as written, quote, and the quote's origin."""

    planted: Planted
    sentence: int | None
    handle: Span
    quote: Span | None = None
    origin: str | None = None
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Placed:
    """A sentence as it must be read: its prose (None: not compared), kind, status and span."""

    text: str | None
    kind: str
    status: str
    span: Span


@dataclass(frozen=True, slots=True)
class Written:
    """An answer in one form: ``claims``, or text in the style that ``style`` names.

    ``foreign`` are the identifiers that are no handles, as kind, value and state; ``marks`` the citation
    marks of other systems, as written.
    """

    style: str
    content: str | Claims
    sentences: tuple[Placed, ...]
    citations: tuple[Site, ...]
    foreign: tuple[tuple[str, str, str], ...] = ()
    marks: tuple[str, ...] = ()


@dataclass(slots=True)
class Page:
    """Text being written; it knows where it is."""

    parts: list[str] = field(default_factory=list[str])
    length: int = 0

    def add(self, text: str) -> Span:
        """Write ``text``; the span where it stands."""
        start = self.length
        self.parts.append(text)
        self.length += len(text)
        return start, self.length

    @property
    def text(self) -> str:
        """Everything written."""
        return "".join(self.parts)


def as_claims(case: Case) -> Written:
    """The answer as structured claims; spans are inside each claim's own sentence."""
    content: list[Mapping[str, Any]] = []
    sites: list[Site] = []
    for index, sentence in enumerate(case.sentences):
        content.append(
            {"sentence": sentence.prose, "citations": [_structured(p) for p in sentence.citations]}
        )
        sites += [
            Site(p, index, (0, 0), origin=None if p.quote is None else "structured")
            for p in sentence.citations
        ]
    placed = tuple(Placed(s.prose, "claim", s.status, (0, len(s.prose))) for s in case.sentences)
    return Written("claims", content, placed, tuple(sites))


def _structured(planted: Planted) -> Mapping[str, str]:
    cited = {"handle": planted.as_written}
    return cited if planted.quote is None else {**cited, "quote": planted.quote}

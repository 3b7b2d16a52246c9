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
    """A sentence as it must be read; ``text``, its prose, is None where it is not planted."""

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


@dataclass(slots=True)
class Draft:
    """An answer written piece by piece, for the cases that no style can write."""

    page: Page = field(default_factory=Page)
    placed: list[Placed] = field(default_factory=list[Placed])
    sites: list[Site] = field(default_factory=list[Site])

    def add(self, text: str) -> Draft:
        """Write ``text`` that belongs to no sentence of its own."""
        self.page.add(text)
        return self

    def sentence(
        self,
        prose: str,
        *cited: Planted,
        kind: str = "claim",
        status: str | None = None,
        known: bool = True,
    ) -> Draft:
        """Write a sentence with its citations in brackets before the stop.

        ``known``: its text in the report must be ``prose``; what it holds besides may change it.
        """
        start = self.page.length
        stop = prose[-1] if cited and prose[-1] in ".!?。" else ""
        self.page.add(prose[: len(prose) - len(stop)])
        for planted in cited:
            self.page.add(" ")
            self.cite(planted, len(self.placed))
        self.page.add(stop)
        verdicts = [planted.verdict for planted in cited]
        judged = "cited" if "ok" in verdicts else "invalid_only" if verdicts else "uncited"
        status = status or (judged if kind == "claim" else "exempt")
        text = prose if known else None
        self.placed.append(Placed(text, kind, status, (start, self.page.length)))
        return self

    def cite(
        self,
        planted: Planted,
        sentence: int | None,
        enclosure: tuple[str, str] = ("[", "]"),
        hidden: bool = False,
    ) -> Draft:
        """Write a citation that belongs to ``sentence``, or to none."""
        self.page.add(enclosure[0])
        handle = self.page.add(planted.as_written)
        quote = None
        if planted.quote is not None:
            self.page.add(' "')
            quote = self.page.add(planted.quote)
            self.page.add('"')
        self.page.add(enclosure[1])
        origin = None if quote is None else "bracket"
        self.sites.append(Site(planted, sentence, handle, quote, origin, hidden))
        return self

    def done(
        self, style: str, foreign: Sequence[tuple[str, str, str]] = (), marks: Sequence[str] = ()
    ) -> Written:
        """The answer."""
        return Written(
            style, self.page.text, tuple(self.placed), tuple(self.sites), tuple(foreign), tuple(marks)
        )


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

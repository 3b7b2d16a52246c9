"""Citations made of what was read: status, quotations, the same thing cited once (contract.md §5, §13)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from tekmeria_contract.anchors import Anchor
from tekmeria_contract.answer import Citation, Span
from tekmeria_contract.notes import Definition, Definitions
from tekmeria_contract.quotebounds import MAX_QUOTE
from tekmeria_contract.quotes import folds_to_nothing
from tekmeria_contract.repairs import Found

Said = tuple[str | None, str | None, str]
"""What makes two citations of a sentence the same: handle, quotation, status."""

Seen = set[Said | int]
"""What the marks of a sentence have cited so far, and the definitions (their indices) that they have named."""


class Citer:
    """Makes the citations of an answer, or of one structured claim, whose text is ``text``."""

    def __init__(self, text: str, claim: int | None, definitions: Definitions) -> None:
        self.text = text
        self.claim = claim
        self.definitions = definitions
        self._of_definition: dict[int, dict[Said, Citation]] = {}

    def cite(self, anchor: Anchor, sentence: int | None, seen: Seen | None = None) -> list[Citation]:
        """What an anchor cites in a sentence, or outside of all sentences.

        What the marks of a sentence cite again is left out: ``seen`` says what its marks have cited so far.
        """
        if anchor.found is not None:
            origin = "bracket" if anchor.raw is None else "structured"
            return self._cited(anchor, anchor.found, sentence, origin)
        if anchor.kind == "malformed":
            handle = anchor.value[1] if anchor.value is not None else None
            return [self._malformed(anchor, handle, anchor.reason or "no_scheme", sentence)]
        if anchor.kind == "note":
            seen = set() if seen is None else seen
            return [cited for label in anchor.labels for cited in self._noted(anchor, label, sentence, seen)]
        return []

    def hidden(self, found: Found) -> Citation:
        """A handle that stands where no reader sees a citation."""
        return replace(self._plain(found.span, None, None, found), hidden=True)

    def _noted(self, anchor: Anchor, label: str, sentence: int | None, seen: Seen) -> Iterator[Citation]:
        """What the definition of ``label`` cites, at the place of the mark; two that differ make it malformed."""
        if self.definitions.are_at_odds(label):
            yield self._malformed(anchor, None, "mark_defined_twice", sentence)
            return
        for definition in self.definitions.of(label)[:1]:
            if definition.index in seen:
                continue
            seen.add(definition.index)
            for said, citation in self._said(definition).items():
                if said not in seen:
                    seen.add(said)
                    raw = self.text[slice(*anchor.span)]
                    yield replace(citation, sentence=sentence, span=anchor.span, raw=raw, link=anchor.link)

    def _said(self, definition: Definition) -> dict[Said, Citation]:
        """The citations of a definition, each once, made once; each mark that names it repeats them at its place."""
        known = self._of_definition.get(definition.index)
        if known is None:
            known = self._of_definition[definition.index] = dict[Said, Citation]()
            for citation in chain.from_iterable(map(self._defined, definition.anchors)):
                said = citation.handle or citation.raw, citation.quote, citation.status
                known.setdefault(said, replace(citation, defined=citation.span, entry=definition.index))
        return known

    def _defined(self, cited: Anchor) -> list[Citation]:
        if cited.found is not None:
            return self._cited(cited, cited.found, None, "definition")
        return self.cite(cited, None) if cited.kind == "malformed" else []

    def _malformed(self, anchor: Anchor, handle: str | None, reason: str, sentence: int | None) -> Citation:
        return self._plain(
            anchor.span, anchor.raw, sentence, Found(anchor.span, handle, "malformed", reason, None)
        )

    def _plain(
        self,
        span: Span,
        raw: str | None,
        sentence: int | None,
        found: Found,
        quoted: tuple[str, Span | None, str] | None = None,
        delimiter: str | None = None,
        link: int | None = None,
    ) -> Citation:
        """A citation of ``found``, with what it quotes: the text, its span and its origin."""
        quote, quote_span, origin = quoted if quoted is not None else (None, None, None)
        reason = _refusal(quote) if found.status == "ok" else None
        return Citation(
            handle=found.handle,
            quote=quote,
            origin=origin,
            sentence=sentence,
            status="malformed" if reason else found.status,
            reason=reason or found.reason,
            verified=None if reason else found.verified,
            repaired=found.repaired,
            delimiter=delimiter,
            hidden=False,
            raw=self.text[slice(*span)] if raw is None else raw,
            span=span,
            quote_span=quote_span,
            claim=self.claim,
            link=link,
        )

    def _cited(self, anchor: Anchor, found: Found, sentence: int | None, origin: str) -> list[Citation]:
        if anchor.reason is not None:
            found = replace(found, status="malformed", reason=anchor.reason, verified=None)
        quotes = [(text, span, origin) for text, span in anchor.quotes] or [None]
        return [
            self._plain(anchor.span, anchor.raw, sentence, found, quoted, anchor.delimiter, anchor.link)
            for quoted in quotes
        ]


def _refusal(quote: str | None) -> str | None:
    """Why a quotation makes its citation malformed: it holds no text, or too much."""
    if quote is None:
        return None
    if len(quote) > MAX_QUOTE:
        return "too_long_quote"
    return "empty_quote" if folds_to_nothing(quote) else None


def quoting(citation: Citation, text: str, span: Span | None, origin: str) -> Citation:
    """The citation with a quotation of the prose or of a block."""
    quoted = replace(citation, quote=text, quote_span=span, origin=origin)
    reason = _refusal(text) if citation.status == "ok" else None
    return quoted if reason is None else replace(quoted, status="malformed", reason=reason, verified=None)


def with_blockquote(citations: Sequence[Citation], text: str, span: Span) -> list[Citation]:
    """The citations of a block quote that is one quotation: each has it, or one of its own.

    Where all have one of their own the first is repeated with it, so that it is compared all the same.
    """
    able = [citation for citation in citations if citation.verified is not None] or list(citations)
    given = [quoting(one, text, span, "blockquote") if one.quote is None else one for one in citations]
    if able and all(citation.quote is not None for citation in able):
        plain = replace(able[0], quote=None, quote_span=None, origin=None)
        given.append(quoting(plain, text, span, "blockquote"))
    return given


def with_prose_quotes(
    citations: list[Citation], places: list[int], quoted: Sequence[tuple[str, Span, int]]
) -> list[Citation]:
    """Give each quotation of the prose to the nearest citation: the first after it, else the last before it.

    ``places`` are the citations' places in the prose, ``quoted`` text, span and end of each quotation. One that the
    ring has verified goes before the others, since only it can be compared with a passage. A citation that has a
    quotation already is repeated.
    """
    able = [i for i, citation in enumerate(citations) if citation.verified is not None] or list(
        range(len(citations))
    )
    if not able or not quoted:
        return citations
    given: dict[int, list[Citation]] = {}
    for text, span, end in quoted:
        at = able[min(bisect_left(able, end, key=places.__getitem__), len(able) - 1)]
        plain = replace(citations[at], quote=None, quote_span=None, origin=None)
        given.setdefault(at, []).append(quoting(plain, text, span, "prose"))
    result: list[Citation] = []
    for index, citation in enumerate(citations):
        if citation.quote is not None or index not in given:
            result.append(citation)
        result += given.get(index, [])
    return result


def once(citations: Sequence[Citation], apart: Collection[int | None] = ()) -> list[Citation]:
    """The citations of one sentence without those that cite the same handle and quotation again.

    Those of the links ``apart``, which lead to other literature too, are kept: they tell what that is compared with.
    """
    kept: dict[tuple[Said, int | None], Citation] = {}
    for citation in citations:
        said = citation.handle or citation.raw, citation.quote, citation.status
        kept.setdefault((said, citation.link if citation.link in apart else None), citation)
    return list(kept.values())

"""Citations made of what was read: status, quotations, the same thing cited once (contract.md §5, §13)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tekmeria_contract.anchors import Anchor
from tekmeria_contract.answer import Citation, Span
from tekmeria_contract.notes import Definitions
from tekmeria_contract.quotebounds import MAX_QUOTE
from tekmeria_contract.repairs import Found
from tekmeria_contract.views import shows_nothing


class Citer:
    """Makes the citations of an answer, or of one structured claim, whose text is ``text``."""

    def __init__(self, text: str, claim: int | None, definitions: Definitions) -> None:
        self.text = text
        self.claim = claim
        self.definitions = definitions

    def cite(self, anchor: Anchor, sentence: int | None) -> list[Citation]:
        """What an anchor cites in a sentence, or outside of all sentences."""
        if anchor.kind == "citation":
            return self._cited(anchor, sentence, "bracket" if anchor.raw is None else "structured")
        if anchor.kind == "malformed":
            handle = anchor.value[1] if anchor.value is not None else None
            return [self._malformed(anchor, handle, anchor.reason or "no_scheme", sentence)]
        if anchor.kind == "note":
            return [citation for label in anchor.labels for citation in self._noted(anchor, label, sentence)]
        return []

    def hidden(self, found: Found) -> Citation:
        """A handle that stands where no reader sees a citation."""
        return replace(self._plain(found.span, None, None, found), hidden=True)

    def _noted(self, anchor: Anchor, label: str, sentence: int | None) -> Iterator[Citation]:
        """What the definition of ``label`` cites, at the place of the mark; two that differ make it malformed."""
        defined = self.definitions.of(label)
        if len({definition.says() for definition in defined}) > 1:
            yield self._malformed(anchor, None, "mark_defined_twice", sentence)
            return
        for definition in defined[:1]:
            for cited in definition.anchors:
                for citation in self._defined(cited, sentence):
                    yield replace(
                        citation,
                        span=anchor.span,
                        raw=self.text[slice(*anchor.span)],
                        defined=citation.span,
                        entry=definition.index,
                        link=anchor.link,
                    )

    def _defined(self, cited: Anchor, sentence: int | None) -> list[Citation]:
        if cited.kind == "citation":
            return self._cited(cited, sentence, "definition")
        return self.cite(cited, sentence) if cited.kind == "malformed" else []

    def _malformed(self, anchor: Anchor, handle: str | None, reason: str, sentence: int | None) -> Citation:
        return self._plain(
            anchor.span, anchor.raw, sentence, Found(anchor.span, handle, "malformed", reason, None)
        )

    def _plain(self, span: Span, raw: str | None, sentence: int | None, found: Found) -> Citation:
        """A citation of ``found`` without a quotation."""
        return Citation(
            handle=found.handle,
            quote=None,
            origin=None,
            sentence=sentence,
            status=found.status,
            reason=found.reason,
            verified=found.verified,
            repaired=found.repaired,
            delimiter=None,
            hidden=False,
            raw=self.text[slice(*span)] if raw is None else raw,
            span=span,
            claim=self.claim,
        )

    def _cited(self, anchor: Anchor, sentence: int | None, origin: str) -> list[Citation]:
        found = anchor.found
        if found is None:
            return []
        if anchor.reason is not None:
            found = replace(found, status="malformed", reason=anchor.reason, verified=None)
        plain = self._plain(anchor.span, anchor.raw, sentence, found)
        if anchor.delimiter is not None or anchor.link is not None:
            plain = replace(plain, delimiter=anchor.delimiter, link=anchor.link)
        if not anchor.quotes:
            return [plain]
        return [quoting(plain, text, span, origin) for text, span in anchor.quotes]


def quoting(citation: Citation, text: str, span: Span | None, origin: str) -> Citation:
    """The citation with a quotation; one that holds no text or too much makes it malformed."""
    quoted = replace(citation, quote=text, quote_span=span, origin=origin)
    if citation.status != "ok":
        return quoted
    if shows_nothing(text):
        return replace(quoted, status="malformed", reason="empty_quote", verified=None)
    if len(text) > MAX_QUOTE:
        return replace(quoted, status="malformed", reason="too_long_quote", verified=None)
    return quoted


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


def once(citations: Sequence[Citation]) -> list[Citation]:
    """The citations of one sentence without those that cite the same handle and quotation again."""
    kept: dict[tuple[str | None, str | None, str], Citation] = {}
    for citation in citations:
        kept.setdefault((citation.handle or citation.raw, citation.quote, citation.status), citation)
    return list(kept.values())

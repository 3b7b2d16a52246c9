"""What reading an answer yields (contract.md §3, §5): sentences, citations, foreign references.

Spans are half-open, in Unicode code points of the text as given. For structured claims they are relative to
the claim's own sentence, and ``claim`` says which claim.
"""

from __future__ import annotations

from dataclasses import dataclass

from tekmeria_contract.handle import VerifiedHandle

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Quotation:
    """Quoted words of a sentence's prose: the text between the marks and its span."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of the answer.

    ``text`` is the prose less citation marks and inline mark-up; ``kind`` is one of ``SENTENCE_KINDS``;
    ``short_quotations`` are those too short to be compared as quotes. ``claim`` is the index of the
    structured claim it comes from.
    """

    text: str
    kind: str
    span: Span
    short_quotations: tuple[Quotation, ...] = ()
    claim: int | None = None


@dataclass(frozen=True, slots=True)
class Citation:
    """One citation: a handle as cited, with at most one quotation.

    ``handle``: the canonical handle, or for a malformed one what stood there, as near as can be named.
    ``status``: ``ok`` (well formed, or repaired and verified) or ``malformed`` with ``reason``.
    ``verified`` is None for a malformed or forged one; ``reason`` then says why. ``quote`` and ``origin``
    (of ``ORIGINS``) are None where nothing is quoted. ``repaired`` names the repairs made to the handle,
    ``delimiter`` an unusual delimiter. ``sentence`` is an index into ``Answer.sentences``, None when
    unattached. ``hidden`` tells that it stands in code, a comment or struck-out text. ``raw`` is the
    citation as written, ``span`` where it stands; where a mark such as ``[1]`` cites, both are the mark's,
    ``defined`` is where its definition cites. ``entry`` is the index of the definition that the citation stands
    in or that its mark names, ``link`` that of the link that it is the text or the target of.
    """

    handle: str | None
    quote: str | None
    origin: str | None
    sentence: int | None
    status: str
    reason: str | None
    verified: VerifiedHandle | None
    repaired: tuple[str, ...]
    delimiter: str | None
    hidden: bool
    raw: str
    span: Span
    quote_span: Span | None = None
    claim: int | None = None
    entry: int | None = None
    defined: Span | None = None
    link: int | None = None


@dataclass(frozen=True, slots=True)
class ForeignReference:
    """An identifier that is no handle: ``kind`` (pmid, pmcid, doi, nct), normalised ``value``, where it
    stands.

    ``entry`` is the index of the definition it stands in, ``link`` that of the link it is the text or the target
    of; what it is compared with is told by these and its sentence.
    """

    kind: str
    value: str
    sentence: int | None
    span: Span
    entry: int | None = None
    claim: int | None = None
    link: int | None = None


@dataclass(frozen=True, slots=True)
class ForeignMark:
    """Another system's citation mark, taken out of the prose: as written, and where it stands."""

    text: str
    sentence: int | None
    span: Span
    claim: int | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer as read: the input ``text`` (or None for structured claims) and what stands in it, in
    order."""

    text: str | None
    sentences: tuple[Sentence, ...]
    citations: tuple[Citation, ...]
    foreign: tuple[ForeignReference, ...]
    marks: tuple[ForeignMark, ...]
    claims: tuple[str, ...] | None = None

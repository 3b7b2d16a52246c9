"""Local term matching: how a folder of records is searched (sources.md, A folder of records).

Words are compared without case, accents or punctuation; ``"a phrase"`` must stand as it is; ``OR`` between
words or phrases means either; ``NOT`` or a leading ``-`` excludes. PubMed's field tags are read for the title
(``[ti]``) and otherwise ignored. Records that hold every wanted word come first; where none does, those
that hold most. Ties go to the newer record.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tekmeria_sources.filtering import may_pass, passes
from tekmeria_sources.record import Product, Record
from tekmeria_sources.request import LabelRequest, Request, SearchRequest

_TERM = re.compile(
    r'(?P<minus>-(?=["\w]))?(?:"(?P<phrase>[^"]*)"|(?P<word>[^\s()\[\]"]+))\s*(?:\[(?P<tag>[^\]]*)\])?'
)
_WORD = re.compile(r"\w+")
_STOP = frozenset(
    [
        "a",
        "an",
        "and",
        "are",
        "as",
        "at",
        "be",
        "by",
        "do",
        "does",
        "for",
        "from",
        "has",
        "have",
        "how",
        "in",
        "into",
        "is",
        "it",
        "of",
        "on",
        "or",
        "that",
        "the",
        "to",
        "was",
        "what",
        "when",
        "which",
        "who",
        "why",
        "with",
    ]
)
_TITLE_TAGS = frozenset({"ti", "title"})
_TITLE_WEIGHT = 3


@dataclass(frozen=True, slots=True)
class Term:
    """Consecutive folded words that must stand together; in the title only where ``title``."""

    words: tuple[str, ...]
    title: bool = False


@dataclass(frozen=True, slots=True)
class Query:
    """Groups of alternatives that are wanted, and terms that are not."""

    wanted: tuple[tuple[Term, ...], ...]
    unwanted: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class IndexedRecord:
    """The folded words of a record, a space at either end: of the title, and of the whole text.

    ``load`` gives the record itself, which is not in memory where there are many.
    """

    id: str
    date: str
    title: str
    text: str
    load: Callable[[], Record]

    @classmethod
    def of(cls, record: Record) -> IndexedRecord:
        """Index ``record``: title, text, authors, venue, publication types and identifiers are searched."""
        sections = [f"{section.label or ''} {section.text}" for section in record.sections]
        names = [*record.authors, record.venue or "", *record.publication_types, *record.identifiers]
        if record.registration is not None:
            names += [*record.registration.conditions, *record.registration.interventions]
        text = _padded(fold(" ".join([*sections, *names])))
        return cls(record.id, record.date or "", _padded(fold(record.title)), text, lambda: record)

    @property
    def record(self) -> Record:
        """The record, read where it is not in memory."""
        return self.load()

    def holds(self, term: Term) -> int:
        """How often the term stands there; in the title it counts more."""
        needle = _padded(term.words)
        in_title = self.title.count(needle)
        return in_title * _TITLE_WEIGHT + (0 if term.title else self.text.count(needle))


def fold(text: str) -> tuple[str, ...]:
    """The words of ``text`` without case and accents; super- and subscript digits as plain ones."""
    plain = text.casefold()
    if not plain.isascii():
        plain = "".join([c for c in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(c)])
    return tuple(_WORD.findall(plain))


def parse_query(text: str) -> Query:
    """Read a query; words too common to tell records apart are left out unless nothing else is there."""
    wanted: list[tuple[Term, ...]] = []
    unwanted: list[Term] = []
    either = negate = False
    for found in _TERM.finditer(text):
        operator = found["word"] if not found["minus"] and found["word"] in ("AND", "OR", "NOT") else None
        if operator:
            either, negate = operator == "OR" and bool(wanted), negate or operator == "NOT"
            continue
        term = Term(
            fold(found["phrase"] if found["phrase"] is not None else found["word"]), _is_title(found["tag"])
        )
        if not term.words:
            continue
        if negate or found["minus"]:
            unwanted.append(term)
        elif either:
            wanted[-1] = (*wanted[-1], term)
        else:
            wanted.append((term,))
        either = negate = False
    telling = [group for group in wanted if not all(set(term.words) <= _STOP for term in group)]
    return Query(tuple(telling or wanted), tuple(unwanted))


def find(request: Request, candidates: Iterable[IndexedRecord]) -> tuple[list[str], bool]:
    """The ids of the records that match the words of ``request`` and pass its filters, best first, and whether
    they hold every word.

    Labels match by a name that holds the drug's words together; the newest comes first.
    """
    of_kind = (indexed for indexed in candidates if may_pass(indexed.id, request))
    if isinstance(request, LabelRequest):
        named = [(i.date, i.id) for i in of_kind if (p := i.record.product) and _names(p, request.drug)]
        return [id_ for _, id_ in sorted(named, reverse=True)], True
    if isinstance(request, SearchRequest):
        words = request.query
    else:
        words = f"{request.condition} {request.intervention} {request.terms}"
    return rank(parse_query(words), of_kind, lambda record: passes(record, request))


def _names(product: Product, drug: str) -> bool:
    names = (*product.brands, *product.generics, *product.substances) or (product.listed,)
    wanted = _padded(fold(drug))
    return any(wanted in _padded(fold(name)) for name in names)


def rank(
    query: Query, records: Iterable[IndexedRecord], wanted: Callable[[Record], bool] | None = None
) -> tuple[list[str], bool]:
    """The ids of the records that match and are ``wanted``, best first, and whether they hold every wanted word.

    Words come first: only a record that holds some is looked at itself.
    """
    scored: list[tuple[int, int, str, str]] = []
    for indexed in records:
        if any(indexed.holds(term) for term in query.unwanted):
            continue
        counts = [max(indexed.holds(term) for term in group) for group in query.wanted]
        if (met := sum(map(bool, counts))) and (wanted is None or wanted(indexed.record)):
            scored.append((met, sum(counts), indexed.date, indexed.id))
    complete = [entry for entry in scored if entry[0] == len(query.wanted)]
    best = sorted(complete or scored, reverse=True)
    return [entry[3] for entry in best], bool(complete) or not scored


def _padded(words: Sequence[str]) -> str:
    return f" {' '.join(words)} "


def _is_title(tag: str | None) -> bool:
    return (tag or "").strip().lower() in _TITLE_TAGS

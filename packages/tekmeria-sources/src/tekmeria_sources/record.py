"""Records and passages (sources.md, Records and passages): what a decoder makes and the service hands out."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from tekmeria_contract.resolution import CORRECTING, RETRACTING, Notice, RecordFacts, standing_notices

PROSE = 500
"""The length that a passage of several sentences keeps to, in characters."""

LARGE = 2000
"""The same for what reads badly in pieces (a criterion with its exceptions, a table with its head), and the
length that no single sentence exceeds in a passage cut from a larger section."""


_VERSIONED = frozenset({"nct", "setid"})


@dataclass(frozen=True, slots=True)
class Section:
    """A stretch of a record's text that its source delimits: the title, or one part of an abstract.

    ``name`` identifies it inside the record (``title``, ``abstract#3``: the third part of the abstract);
    ``prefix`` is the first step of its passages' paths; ``label`` is the source's heading, apart from
    ``text``; ``whole`` tells that it is one passage and is never cut; ``bound`` is the length, in characters,
    that passages cut from it keep to. ``cites`` are the works that the text credits (an identifier, or as
    written), in order, each with the offset at which its reference mark stands or stood.
    """

    name: str
    prefix: str
    text: str
    label: str | None = None
    whole: bool = False
    bound: int = PROSE
    cites: tuple[tuple[int, str], ...] = ()

    @property
    def digest(self) -> str:
        """SHA-256 of the text, in hexadecimal."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    def credits(self, start: int, end: int) -> tuple[str, ...]:
        """The works that ``text[start:end]`` credits, each once; a mark behind its last character is its own."""
        return tuple(dict.fromkeys(work for place, work in self.cites if start < place <= end))


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of a record that can be cited: ``section.text[span[0]:span[1]]`` of the section named
    ``section``.

    ``addressing`` is the version of the rules that cut it; ``section_digest`` tells later whether the section
    is still the one it was cut from. ``credits`` are the works that the passage credits.
    """

    path: str
    text: str
    label: str | None
    section: str
    span: tuple[int, int]
    section_digest: str
    addressing: int
    credits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Relation:
    """A link to another publication as the source states it.

    ``kind`` is the source's word in snake case (``retraction_of``, ``comment_in`` …), ``id`` the other record
    (``pmid:…``) where it has one, ``citation`` the reference as written.
    """

    kind: str
    id: str | None
    citation: str


@dataclass(frozen=True, slots=True)
class Registration:
    """What a registry states of a trial in its own words: ``status`` and ``phases`` as in
    :mod:`tekmeria_sources.request`, whether results are posted, conditions and interventions with their other
    names."""

    status: str | None = None
    phases: tuple[str, ...] = ()
    has_results: bool = False
    conditions: tuple[str, ...] = ()
    interventions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Product:
    """What a drug label is about: brand, generic and substance names; ``listed`` is its list of product data,
    names without separators, where those are not told apart."""

    brands: tuple[str, ...] = ()
    generics: tuple[str, ...] = ()
    substances: tuple[str, ...] = ()
    listed: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """One publication, registration or label as its source describes it.

    ``id`` is ``scheme:value``; ``version`` is the source's, where it counts them. ``authors`` holds all of
    them, in order, as ``ForeName LastName``, groups by their name. ``date`` is ISO 8601, as exact as is
    stated (``2021-06``). ``identifiers`` are this record's own (``pmid:…``, ``pmcid:…``, ``doi:…``).
    ``notices`` stand against the record, all that its source states where ``notices_checked``;
    ``notice_kinds`` says what the record itself is a notice of
    (retraction, concern, correction). ``published`` is the published form of a preprint. ``trials`` are
    registrations it reports on (``nct:…``). ``copyright`` is the source's copyright line, which is no text to
    quote. ``registration`` is there for a trial, ``product`` for a drug label. ``excerpt`` tells that the
    answer holds less than the record: what is not in it may exist. ``sections`` are in document order.
    """

    id: str
    source: str
    link: str
    title: str = ""
    version: str | None = None
    vernacular_title: str | None = None
    authors: tuple[str, ...] = ()
    venue: str | None = None
    date: str | None = None
    languages: tuple[str, ...] = ()
    publication_types: tuple[str, ...] = ()
    study_design: str | None = None
    identifiers: tuple[str, ...] = ()
    licence: str | None = None
    copyright: tuple[str, ...] = ()
    notices: tuple[Notice, ...] = ()
    notice_kinds: tuple[str, ...] = ()
    relations: tuple[Relation, ...] = ()
    preprint: bool = False
    published: str | None = None
    notices_checked: bool = True
    trials: tuple[str, ...] = ()
    registration: Registration | None = None
    product: Product | None = None
    excerpt: bool = False
    sections: tuple[Section, ...] = ()

    @property
    def scheme(self) -> str:
        """The scheme of ``id``."""
        return self.id.partition(":")[0]

    @property
    def versioned(self) -> bool:
        """Whether handles carry its version: trials and labels, whose registries serve only the current one."""
        return self.scheme in _VERSIONED

    @property
    def cited_as(self) -> str:
        """What handles call it: ``id``, with ``@version`` where it is :attr:`versioned`."""
        return f"{self.id}@{self.version}" if self.version and self.versioned else self.id

    @property
    def flags(self) -> tuple[str, ...]:
        """What a reader must know: of ``retracted concern corrected preprint published notice``."""
        flags = [*notice_flags(self.notices)]
        if self.preprint:
            flags.append("preprint")
            flags += ["published"] if self.published else []
        return (*flags, *(["notice"] if self.notice_kinds else []))

    def facts(self, checked_at: str | None) -> RecordFacts:
        """The record as the audit is given it (contract.md §6), read at ``checked_at``."""
        return RecordFacts(
            title=self.title or None,
            identifiers=self.identifiers,
            link=self.link,
            version=self.version,
            preprint=self.preprint,
            published=self.published,
            notices=self.notices if self.notices_checked else self.notices or None,
            checked_at=checked_at,
        )


def notice_flags(notices: Iterable[Notice]) -> tuple[str, ...]:
    """The flags that ``notices`` give, by the table of sources.md.

    Retraction, partial retraction, withdrawal and removal give ``retracted``, an expression of concern
    ``concern``; a reinstatement that is surely not earlier clears both. Erratum, corrigendum, correction and
    addendum give ``corrected``.
    """
    stated = tuple(notices)
    standing = standing_notices(stated)
    raised = {
        "retracted": any(notice.kind in RETRACTING for notice in standing),
        "concern": any(notice.kind == "concern" for notice in standing),
        "corrected": any(notice.kind in CORRECTING for notice in stated),
    }
    return tuple(name for name, up in raised.items() if up)

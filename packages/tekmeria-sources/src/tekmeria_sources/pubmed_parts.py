"""Parts that PubMed's articles and books share: names, dates, abstracts, identifiers, relations, trials."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from xml.etree.ElementTree import Element

from tekmeria_contract.resolution import Notice
from tekmeria_sources.inlinehtml import plain
from tekmeria_sources.markup import flatten
from tekmeria_sources.record import Relation, Section

_MONTHS = {
    name: number
    for number, name in enumerate(
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"], 1
    )
}
_DOI = re.compile(r"10\.[0-9]{4,9}/\S+")
_STEP = re.compile(r"[^a-z0-9-]+")
_CITED_DATE = re.compile(
    r"\b(?P<year>(?:19|20)[0-9]{2})(?: (?P<month>[A-Z][a-z]{2})\b(?: (?P<day>[0-9]{1,2})\b)?)?"
)
_MEDLINE_DATE = re.compile(r"(?P<year>[0-9]{4})(?:\s+(?P<month>[A-Za-z]{3}))?")
_CREATIVE_COMMONS = re.compile(r"\bCC(?:[ -]BY[A-Z-]*|0)\b|Creative Commons", re.IGNORECASE)

NOTICES = {
    "RetractionIn": "retraction",
    "RetractedandRepublishedIn": "retraction",
    "PartialRetractionIn": "partial_retraction",
    "ExpressionOfConcernIn": "concern",
    "ErratumIn": "erratum",
    "CorrectedandRepublishedIn": "correction",
}
"""Relations by which PubMed states a notice against the record that carries them."""

NOTICE_OF = {
    "RetractionOf": "retraction",
    "PartialRetractionOf": "retraction",
    "ExpressionOfConcernFor": "concern",
    "ErratumFor": "correction",
}
"""Relations of the notices themselves: the other direction."""

NOTICE_TYPES = {
    "retraction of publication": "retraction",
    "retraction notice": "retraction",
    "expression of concern": "concern",
    "published erratum": "correction",
}
"""Publication types of the notices themselves."""


def words(element: Element | None) -> str | None:
    """The text of an element, None where there is none."""
    return (text_of(element) or None) if element is not None else None


def text_of(element: Element) -> str:
    """The flattened text of an element, without the tags of HTML that its depositor had escaped."""
    text = flatten(element)
    return plain(text) if "</" in text else text


def authors(lists: Iterable[Element]) -> tuple[str, ...]:
    """Every author of the lists, in order; names marked as superseded spellings are left out."""
    names = (
        _name(author)
        for group in lists
        for author in group.iterfind("Author")
        if author.get("ValidYN") != "N"
    )
    return tuple(name for name in names if name)


def _name(author: Element) -> str:
    fields = {part.tag: part for part in author}
    collective = words(fields.get("CollectiveName"))
    parts = map(fields.get, ("ForeName" if "ForeName" in fields else "Initials", "LastName", "Suffix"))
    return collective or " ".join(text for text in map(words, parts) if text)


def abstract_sections(abstract: Element | None, name: str, prefix: str) -> Iterator[Section]:
    """The parts of an ``Abstract`` or ``OtherAbstract`` that hold text; a labelled one stays whole."""
    if abstract is None:
        return
    for number, part in enumerate(abstract.iterfind("AbstractText"), 1):
        label = (part.get("Label") or "").strip() or None
        if label is not None and label.upper() == "UNLABELLED":
            label = None
        if text := text_of(part):
            yield Section(f"{name}#{number}", prefix, text, label, whole=label is not None)


def other_sections(others: Iterable[Element]) -> Iterator[Section]:
    """The parts of other abstracts: under ``plain_language``, or under ``abstract_`` and the language."""
    for number, other in enumerate(others, 1):
        language = _STEP.sub("", (other.get("Language") or "und").lower()) or "und"
        kind = (other.get("Type") or "").lower()
        prefix = f"abstract_{language}"
        if "plain-language" in kind:
            prefix = "plain_language" if language in ("eng", "und") else f"plain_language_{language}"
        yield from abstract_sections(other, f"other{number}", prefix)


def copyright_lines(abstracts: Iterable[Element]) -> tuple[str, ...]:
    """The copyright lines inside abstracts: kept, and no text of theirs."""
    lines = (words(line) for abstract in abstracts for line in abstract.iterfind("CopyrightInformation"))
    return tuple(line for line in lines if line)


def licence(lines: Iterable[str]) -> str | None:
    """The copyright line that states an open licence, if one does."""
    return next((line for line in lines if _CREATIVE_COMMONS.search(line)), None)


def iso_date(date: Element | None) -> str | None:
    """``Year``, ``Month`` (name or number), ``Day``, or ``MedlineDate`` in ISO 8601; a season as its year."""
    if date is None:
        return None
    year, month, day = (words(date.find(name)) for name in ("Year", "Month", "Day"))
    if year is None:
        matched = _MEDLINE_DATE.search(words(date.find("MedlineDate")) or "")
        return _iso(matched["year"], matched["month"], None) if matched else None
    return _iso(year, month, day)


def _iso(year: str, month: str | None, day: str | None) -> str:
    number = _month(month)
    if number is None:
        return year
    return f"{year}-{number:02d}-{int(day):02d}" if day and day.isdigit() else f"{year}-{number:02d}"


def _month(text: str | None) -> int | None:
    if text and text.isascii() and text.isdigit() and 1 <= int(text) <= 12:
        return int(text)
    return _MONTHS.get((text or "")[:3].lower())


def earliest(*dates: str | None) -> str | None:
    """The earlier of some dates; the more exact of those that agree as far as they go."""
    stated = sorted((date for date in dates if date), key=lambda date: (date + "-99-99")[:10])
    return stated[0] if stated else None


def identifiers(pmid: str, ids: Iterable[Element], locations: Iterable[Element]) -> tuple[str, ...]:
    """The record's own identifiers, from its id list and valid electronic locations alone."""
    found = {f"pmid:{pmid}": None}
    for element in ids:
        kind, value = element.get("IdType"), (element.text or "").strip()
        if kind == "doi" and _DOI.fullmatch(value):
            found[f"doi:{value.lower()}"] = None
        elif kind == "pmc" and value.upper().startswith("PMC"):
            found[f"pmcid:{value.upper()}"] = None
        elif kind == "bookaccession" and value:
            found[f"bookaccession:{value}"] = None
    for element in locations:
        value = (element.text or "").strip()
        if element.get("EIdType") == "doi" and element.get("ValidYN", "Y") == "Y" and _DOI.fullmatch(value):
            found[f"doi:{value.lower()}"] = None
    return tuple(found)


def relations(elements: Iterable[Element]) -> tuple[Relation, ...]:
    """Links to other publications, those to works merely cited apart."""
    return tuple(
        Relation(_snake(kind), _pmid(element), words(element.find("RefSource")) or "")
        for element in elements
        if (kind := element.get("RefType") or "") != "Cites"
    )


def notices(elements: Iterable[Element], types: Iterable[str]) -> tuple[Notice, ...]:
    """The notices that stand against the record that carries these relations and publication types."""
    stated = [
        Notice(NOTICES[kind], cited_date(words(element.find("RefSource")) or ""), _pmid(element), "pubmed")
        for element in elements
        if (kind := element.get("RefType") or "") in NOTICES
    ]
    if "retracted publication" in types and not any("retraction" in notice.kind for notice in stated):
        stated.append(Notice("retraction", source="pubmed"))
    return tuple(stated)


def notice_kinds(elements: Iterable[Element], types: Iterable[str]) -> tuple[str, ...]:
    """What the record itself is a notice of."""
    by_relation = (NOTICE_OF.get(element.get("RefType") or "") for element in elements)
    by_type = (NOTICE_TYPES.get(name) for name in types)
    return tuple(dict.fromkeys(kind for kind in (*by_relation, *by_type) if kind))


def cited_date(citation: str) -> str | None:
    """The date in a reference as PubMed writes it: ``PLoS One. 2021 Jun 4;16(6):e0252999``."""
    matched = _CITED_DATE.search(citation)
    return _iso(matched["year"], matched["month"], matched["day"]) if matched else None


def trials(banks: Iterable[Element]) -> tuple[str, ...]:
    """Registrations at ClinicalTrials.gov that the record reports on."""
    return tuple(
        f"nct:{(number.text or '').strip().upper()}"
        for bank in banks
        if words(bank.find("DataBankName")) == "ClinicalTrials.gov"
        for number in bank.iterfind("AccessionNumberList/AccessionNumber")
    )


def _pmid(element: Element) -> str | None:
    pmid = words(element.find("PMID"))
    return f"pmid:{pmid}" if pmid else None


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()

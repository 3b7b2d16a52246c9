"""An open-access article in JATS, as Europe PMC serves it, to a record (sources.md, Records and passages).

The abstract proper is ``abstract.N``; others are under the name of their type (``graphical``, ``highlights``,
``plain_language`` …) or, for a translation, ``abstract_`` and MEDLINE's code of its language. What an article
holds besides (``sub-article``: translations, reviews) stands under ``sub1.``, ``sub2.`` and so on, as if it were one.
Keywords, notes of the front matter, affiliations and funding are no text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from xml.etree.ElementTree import Element

from tekmeria_contract.resolution import Notice
from tekmeria_sources.errors import BodyError, OutOfScopeError, RefusedError
from tekmeria_sources.jats_body import HEADINGS, Body
from tekmeria_sources.jats_references import read_bibliography
from tekmeria_sources.jats_text import Bibliography, Text, joined, read_line, read_text
from tekmeria_sources.markup import flatten, local_name
from tekmeria_sources.pubmed_parts import earliest, iso_date
from tekmeria_sources.record import LARGE, Record, Relation
from tekmeria_sources.upstream import RecordSet
from tekmeria_sources.xmltree import parse_xml

SOURCE = "europepmc_fulltext"
WRAPPED = "JATS in another wrapper"

RELATED: dict[str, str] = {
    "retraction-forward": "retraction",
    "partial-retraction-forward": "partial_retraction",
    "withdrawal-forward": "withdrawal",
    "expression-of-concern-forward": "concern",
    "correction-forward": "correction",
    "addendum": "addendum",
}
"""Related articles that are notices against the article that names them."""

NOTICE_OF = {
    "retraction": "retraction",
    "partial-retraction": "retraction",
    "withdrawal": "retraction",
    "expression-of-concern": "concern",
    "correction": "correction",
    "addendum": "correction",
}
"""Types of article that are notices themselves."""

_NOT_PUBLISHED = frozenset(
    {"pmc-release", "nihms-submitted", "nihms-approved", "received", "accepted", "preprint"}
)
_DOI = re.compile(r"10\.[0-9]{4,9}/\S+")
_STEP = re.compile(r"[^a-z0-9]+")
_MEDLINE_CODES = {
    "ar": "ara", "de": "ger", "en": "eng", "es": "spa", "fr": "fre", "it": "ita", "ja": "jpn", "ko": "kor",
    "nl": "dut", "pl": "pol", "pt": "por", "ru": "rus", "tr": "tur", "zh": "chi",
}  # fmt: skip


def read_article(body: bytes) -> RecordSet:
    """Read an answer of ``fullTextXML``.

    Raises :class:`~tekmeria_sources.errors.UpstreamError`: ``OutOfScopeError`` for JATS as other services wrap
    it, ``RefusedError`` for an error message, ``BodyError`` for anything that cannot be read. That there is no
    open full text of the article is no error: there is no record.
    """
    root = parse_xml(body, SOURCE)
    for element in root.iter():
        element.tag = local_name(element)
    if root.tag in ("pmc-articleset", "OAI-PMH"):
        raise OutOfScopeError(WRAPPED, source=SOURCE)
    if root.tag == "errorBean":
        return _refused(" ".join((root.findtext("errMsg") or "").split()))
    if root.tag != "article":
        raise BodyError(f"Europe PMC answered with a document of {root.tag!r}", source=SOURCE)
    record = article_record(root)
    return RecordSet({record.id: record})


def _refused(message: str) -> RecordSet:
    if "not open access" in message or "not found" in message.lower():
        return RecordSet({})
    raise RefusedError(f"Europe PMC says: {message}", source=SOURCE, remedy="check the id")


def article_record(article: Element) -> Record:
    """The record of an ``article``. Raises :class:`~tekmeria_sources.errors.BodyError`."""
    front = article.find("front/article-meta")
    meta = front if front is not None else Element("article-meta")
    identifiers = _identifiers(meta)
    number = next((name.partition(":")[2] for name in identifiers if name.startswith("pmcid:")), "")
    if not number:
        raise BodyError("a full text of Europe PMC's has no PMCID", source=SOURCE)
    kind = article.get("article-type", "")
    related = meta.findall("related-article")
    title = _title(meta)
    body = Body(read_bibliography(article))
    body.add("title", Text(title), None, whole=True)
    _read(article, meta, body)
    return Record(
        id=f"pmcid:{number}",
        source=SOURCE,
        link=f"https://europepmc.org/articles/{number}",
        title=title,
        version=_version(meta),
        vernacular_title=next(iter(_lines(meta.iterfind("title-group/trans-title-group/trans-title"))), None),
        authors=tuple(_authors(meta)),
        venue=next(iter(_lines(article.iterfind("front/journal-meta//journal-title"))), None),
        date=_date(meta),
        languages=tuple(filter(None, [article.get("}lang") or _language(article)])),
        publication_types=(kind,) if kind else (),
        identifiers=identifiers,
        licence=_licence(meta),
        copyright=tuple(_lines(meta.iterfind("permissions/copyright-statement"))),
        notices=tuple(_notices(related)),
        notice_kinds=(NOTICE_OF[kind],) if kind in NOTICE_OF else (),
        relations=tuple(_relations(related)),
        preprint=kind == "preprint",
        notices_checked=False,
        sections=tuple(body.sections),
    )


def _read(article: Element, meta: Element, body: Body) -> None:
    for abstract in (child for child in meta if child.tag in ("abstract", "trans-abstract")):
        _abstract(abstract, _prefix(abstract, _language(article)), body)
    for name, root in (("body", "body"), ("back", "back"), ("floats-group", "body")):
        for part in article.findall(name):
            body.read(part, root)
    for number, inner in enumerate((c for c in article if c.tag in ("sub-article", "response")), 1):
        _inner(inner, f"{body.under}sub{number}.", body)


def _inner(article: Element, under: str, body: Body) -> None:
    stub = article.find("front-stub")
    front = article.find("front/article-meta")
    meta = next((part for part in (stub, front) if part is not None), Element("article-meta"))
    inner = Body(Bibliography({**body.bibliography.works, **read_bibliography(article).works}), under)
    inner.add("title", Text(_title(meta)), None, whole=True)
    _read(article, meta, inner)
    body.sections += inner.sections


def _prefix(abstract: Element, language: str | None) -> str:
    kind = _STEP.sub("_", abstract.get("abstract-type", "").lower()).strip("_")
    if kind.startswith("plain_language"):
        return "plain_language"
    own = _language(abstract)
    translated = abstract.tag == "trans-abstract" or (own and language and own != language)
    return kind or (f"abstract_{own or 'und'}" if translated else "abstract")


def _abstract(abstract: Element, prefix: str, body: Body, heading: str = "") -> None:
    """A part with a heading stays whole; text outside one is packed."""
    loose: list[Text] = []
    for child in abstract:
        if child.tag == "sec":
            title = child.find("title")
            name = read_line(title, body.bibliography).text.rstrip(":") if title is not None else ""
            label = HEADINGS.join(filter(None, [heading, name]))
            _abstract(child, prefix, body, label)
        elif child.tag not in ("title", "label", "object-id"):
            loose.append(read_text(child, body.bibliography))
            for figure in child.iter("fig"):
                loose.append(read_text(figure, body.bibliography))
            if child.tag == "fig":
                loose.pop()
    text = joined([part for part in loose if part.text], "\n")
    whole = bool(heading) and len(text.text) <= LARGE
    body.add(prefix, text, heading or None, whole=whole)


def _title(meta: Element) -> str:
    main = meta.find("title-group/article-title")
    parts = [main, *meta.findall("title-group/subtitle")]
    return ": ".join(_lines(part for part in parts if part is not None))


def _lines(elements: Iterable[Element]) -> list[str]:
    """The texts of ``elements``, each on one line, without marks of footnotes."""
    nothing = Bibliography()
    read = [read_line(element, nothing, without=frozenset({"fn", "xref"})).text for element in elements]
    return [text for text in read if text]


def _language(element: Element) -> str | None:
    code = element.get("http://www.w3.org/XML/1998/namespace}lang", "").partition("-")[0].lower()
    return _MEDLINE_CODES.get(code, code) or None


def _identifiers(meta: Element) -> tuple[str, ...]:
    """PMCID first; older files write it as digits alone, and as ``pmc``."""
    ids = {
        element.get("pub-id-type", ""): (element.text or "").strip()
        for element in meta.iterfind("article-id")
    }
    number = (ids.get("pmcid") or ids.get("pmc") or "").upper().removeprefix("PMC")
    found = [f"pmcid:PMC{number}"] if number.isascii() and number.isdecimal() else []
    if (pmid := ids.get("pmid", "")).isdecimal():
        found.append(f"pmid:{pmid}")
    if _DOI.fullmatch(ids.get("doi", "")):
        found.append(f"doi:{ids['doi'].lower()}")
    return tuple(found)


def _version(meta: Element) -> str | None:
    versioned = (e.text or "" for e in meta.iterfind("article-id") if e.get("pub-id-type") == "pmcid-ver")
    return next((text.rpartition(".")[2].strip() for text in versioned if "." in text), None)


def _authors(meta: Element) -> Iterator[str]:
    for group in meta.iterfind("contrib-group"):
        for contrib in group.iterfind("contrib"):
            if contrib.get("contrib-type", "author") == "author" and (name := _name(contrib)):
                yield name


def _name(contrib: Element) -> str:
    name = contrib.find("name")
    if name is None:
        name = contrib.find("name-alternatives/name")
    if name is not None:
        parts = (name.find(part) for part in ("given-names", "surname", "suffix"))
        return " ".join(_lines(part for part in parts if part is not None))
    for path in ("string-name", "name-alternatives/string-name", "collab", "collab-alternatives/collab"):
        if (written := contrib.find(path)) is not None:
            return read_line(written, Bibliography(), without=frozenset({"contrib-group", "xref"})).text
    return ""


def _date(meta: Element) -> str | None:
    return earliest(*(iso_date(_dated(date)) for date in meta.iterfind("pub-date") if _is_published(date)))


def _is_published(date: Element) -> bool:
    return (date.get("pub-type") or date.get("date-type") or "") not in _NOT_PUBLISHED


def _dated(date: Element) -> Element:
    """A date under the names that PubMed gives its parts."""
    named = Element("PubDate")
    for part in date:
        child = Element(part.tag.capitalize())
        child.text = part.text
        named.append(child)
    return named


def _licence(meta: Element) -> str | None:
    for licence in meta.iterfind("permissions/license"):
        link = next((value for name, value in licence.attrib.items() if name.endswith("href")), None)
        reference = licence.find("license_ref")
        text = " ".join(_lines(licence.iterfind("license-p")))
        stated = link or ((reference.text or "").strip() if reference is not None else "") or text
        if stated:
            return stated
    return None


def _relations(related: Iterable[Element]) -> Iterator[Relation]:
    for element in related:
        kind = element.get("related-article-type", "other").replace("-", "_")
        yield Relation(kind, _related(element), flatten(element))


def _notices(related: Iterable[Element]) -> Iterator[Notice]:
    for element in related:
        if kind := RELATED.get(element.get("related-article-type", "")):
            yield Notice(kind, None, _related(element), SOURCE)


def _related(element: Element) -> str | None:
    link = next((value for name, value in element.attrib.items() if name.endswith("href")), "").strip()
    kind = element.get("ext-link-type", "")
    if kind == "pmid" or (kind == "pubmed" and link.isdecimal()):
        return f"pmid:{link}"
    if kind in ("pmc", "pmcid"):
        return f"pmcid:PMC{link.upper().removeprefix('PMC')}"
    doi = re.sub(r"^(?:https?://(?:dx\.)?doi\.org/|doi:)", "", link)
    return f"doi:{doi.lower()}" if _DOI.fullmatch(doi) else None

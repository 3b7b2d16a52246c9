"""A ``PubmedBookArticle`` element to a record: a chapter (StatPearls, GeneReviews) or a whole book."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from tekmeria_sources import pubmed_parts as parts
from tekmeria_sources.pubmed_article import study_design
from tekmeria_sources.record import Record, Section


def book_record(element: Element) -> Record:
    """The record of a ``PubmedBookArticle``; the venue of a chapter is its book, of a book its publisher."""
    document = _child(element, "BookDocument")
    book = _child(document, "Book")
    pmid = (document.findtext("PMID") or "").strip()
    chapter, whole = parts.words(document.find("ArticleTitle")), parts.words(book.find("BookTitle"))
    title = chapter or parts.words(document.find("VernacularTitle")) or whole or ""
    types = [name for name in map(parts.words, document.iterfind("PublicationType")) if name]
    abstracts = [*document.iterfind("Abstract"), *document.iterfind("OtherAbstract")]
    lines = parts.copyright_lines(abstracts)
    return Record(
        id=f"pmid:{pmid}",
        source="pubmed",
        link=f"https://pubmed.ncbi.nlm.nih.gov/{pmid}/",
        title=title,
        version=_child(document, "PMID").get("Version"),
        vernacular_title=parts.words(document.find("VernacularTitle")),
        authors=_authors(document, book),
        venue=whole if chapter else parts.words(book.find("Publisher/PublisherName")),
        date=parts.iso_date(document.find("ContributionDate")) or parts.iso_date(book.find("PubDate")),
        languages=tuple(language for language in map(parts.words, document.iterfind("Language")) if language),
        publication_types=tuple(types),
        study_design=study_design(types),
        identifiers=parts.identifiers(
            pmid,
            document.iterfind("ArticleIdList/ArticleId"),
            [] if chapter else book.iterfind("ELocationID"),
        ),
        licence=parts.licence(lines),
        copyright=lines,
        sections=tuple(_sections(title, document)),
    )


def _authors(document: Element, book: Element) -> tuple[str, ...]:
    """The chapter's authors, else the book's, else its editors."""
    chapter = parts.authors(_lists(document, "authors"))
    return chapter or parts.authors(_lists(book, "authors")) or parts.authors(book.iterfind("AuthorList"))


def _lists(parent: Element, kind: str) -> Iterator[Element]:
    return (group for group in parent.iterfind("AuthorList") if group.get("Type", "authors") == kind)


def _sections(title: str, document: Element) -> Iterator[Section]:
    if title:
        yield Section("title", "title", title, whole=True)
    yield from parts.abstract_sections(document.find("Abstract"), "abstract", "abstract")
    yield from parts.other_sections(document.iterfind("OtherAbstract"))


def _child(element: Element, name: str) -> Element:
    found = element.find(name)
    return found if found is not None else Element(name)

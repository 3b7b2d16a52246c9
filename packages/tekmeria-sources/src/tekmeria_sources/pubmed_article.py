"""A ``PubmedArticle`` element to a record."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from tekmeria_sources import pubmed_parts as parts
from tekmeria_sources.record import Record, Section

STUDY_DESIGNS = (
    "Meta-Analysis",
    "Systematic Review",
    "Randomized Controlled Trial",
    "Clinical Trial, Phase IV",
    "Clinical Trial, Phase III",
    "Clinical Trial, Phase II",
    "Clinical Trial, Phase I",
    "Controlled Clinical Trial",
    "Pragmatic Clinical Trial",
    "Adaptive Clinical Trial",
    "Clinical Trial",
    "Observational Study",
    "Multicenter Study",
    "Comparative Study",
    "Case Reports",
    "Practice Guideline",
    "Guideline",
    "Review",
    "Editorial",
    "Letter",
    "Comment",
)
"""Publication types that say how a study was made; the first that a record has is its design."""


def article_record(element: Element) -> Record:
    """The record of a ``PubmedArticle``."""
    citation = _required(element, "MedlineCitation")
    article = _required(citation, "Article")
    pmid = (citation.findtext("PMID") or "").strip()
    types = [
        name for name in map(parts.words, article.iterfind("PublicationTypeList/PublicationType")) if name
    ]
    corrections = citation.findall("CommentsCorrectionsList/CommentsCorrections")
    preprint = "Preprint" in types
    title = _title(article)
    abstracts = [*article.iterfind("Abstract"), *citation.iterfind("OtherAbstract")]
    lines = parts.copyright_lines(abstracts)
    return Record(
        id=f"pmid:{pmid}",
        source="pubmed",
        link=f"https://pubmed.ncbi.nlm.nih.gov/{pmid}/",
        title=title,
        version=_required(citation, "PMID").get("Version"),
        vernacular_title=parts.words(article.find("VernacularTitle")),
        authors=parts.authors(article.iterfind("AuthorList")),
        venue=parts.words(article.find("Journal/Title"))
        or parts.words(article.find("Journal/ISOAbbreviation")),
        date=parts.earliest(
            parts.iso_date(article.find("Journal/JournalIssue/PubDate")),
            parts.iso_date(article.find("ArticleDate")),
        ),
        languages=tuple(language for language in map(parts.words, article.iterfind("Language")) if language),
        publication_types=tuple(types),
        study_design=study_design(types),
        identifiers=parts.identifiers(
            pmid, element.iterfind("PubmedData/ArticleIdList/ArticleId"), article.iterfind("ELocationID")
        ),
        licence=parts.licence(lines),
        copyright=lines,
        notices=parts.notices(corrections, [name.lower() for name in types]),
        notice_kinds=parts.notice_kinds(corrections, [name.lower() for name in types]),
        relations=parts.relations(corrections),
        preprint=preprint,
        published=_published(corrections) if preprint else None,
        trials=parts.trials(article.iterfind("DataBankList/DataBank")),
        sections=tuple(_sections(title, article, citation)),
    )


def study_design(types: list[str]) -> str | None:
    """The first of :data:`STUDY_DESIGNS` among the publication types."""
    return next((name for name in STUDY_DESIGNS if name in types), None)


def _sections(title: str, article: Element, citation: Element) -> Iterator[Section]:
    if title and not _says_nothing(title):
        yield Section("title", "title", title, whole=True)
    yield from parts.abstract_sections(article.find("Abstract"), "abstract", "abstract")
    yield from parts.other_sections(citation.iterfind("OtherAbstract"))


def _title(article: Element) -> str:
    """``ArticleTitle``; the vernacular title where that is empty or says that there is none in English."""
    title = parts.words(article.find("ArticleTitle")) or ""
    vernacular = parts.words(article.find("VernacularTitle"))
    return vernacular if vernacular and _says_nothing(title) else title


def _says_nothing(title: str) -> bool:
    """Whether there is no title, or PubMed's ``[Not Available].`` in its place, which nobody can quote."""
    return title.strip("[]. ").lower() in ("", "not available")


def _published(corrections: list[Element]) -> str | None:
    """The journal article of a preprint: PubMed states it as an update of the preprint."""
    for element in corrections:
        pmid = parts.words(element.find("PMID"))
        if element.get("RefType") == "UpdateIn" and pmid:
            return f"pmid:{pmid}"
    return None


def _required(element: Element, path: str) -> Element:
    found = element.find(path)
    return found if found is not None else Element(path)

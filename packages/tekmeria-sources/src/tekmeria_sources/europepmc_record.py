"""A result of Europe PMC's search to a record (sources.md, Records and passages).

A result that has a PMID is the article that PubMed has under it, and one that has none but a PMCID is that full
text: both are excerpts here. Only a preprint (source ``PPR``) is at home in Europe PMC. Results of other
collections (patents, theses, books) have no id that can be cited and give no record.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tekmeria_contract.resolution import Notice
from tekmeria_sources.errors import BodyError
from tekmeria_sources.europepmc_text import read_abstract
from tekmeria_sources.inlinehtml import plain
from tekmeria_sources.jsonbody import Tree
from tekmeria_sources.pubmed_article import study_design
from tekmeria_sources.pubmed_parts import NOTICE_OF, NOTICE_TYPES, NOTICES, cited_date
from tekmeria_sources.record import Record, Relation, Section

SOURCE = "europepmc"

_NOTICES = {kind.lower(): notice for kind, notice in NOTICES.items()} | {
    "withdrawalin": "withdrawal",
    "removalin": "removal",
    "reinstatementin": "reinstatement",
}
_NOTICE_OF = {kind.lower(): notice for kind, notice in NOTICE_OF.items()} | {
    "withdrawalof": "retraction",
    "removalof": "retraction",
}
_TYPES = {
    "retracted publication": "retraction",
    "preprint withdrawal": "withdrawal",
    "preprint-withdrawal": "withdrawal",
    "withdrawn": "withdrawal",
    "preprint removal": "removal",
    "preprint-removal": "removal",
}
_WITHDRAWN = re.compile(r"\s*(?:withdrawn|retracted|removed)\s*[:.]", re.IGNORECASE)
_DOI = re.compile(r"10\.[0-9]{4,9}/\S+")
_DATE = re.compile(r"[0-9]{4}(?:-[0-9]{2}){0,2}")
_SCHEMES = {"MED": "pmid:", "PPR": "ppr:", "PMC": "pmcid:"}


def result_record(result: Tree) -> Record | None:
    """The record of one result, None for one that cannot be cited.

    Raises :class:`~tekmeria_sources.errors.BodyError`.
    """
    identifiers = _identifiers(result)
    if not identifiers:
        return None
    title = plain(result.text("title"))
    types = _types(result)
    corrections = result.objects("commentCorrectionList", "commentCorrection")
    preprint = result.text("source") == "PPR"
    return Record(
        id=identifiers[0],
        source=SOURCE,
        link=f"https://europepmc.org/article/{result.text('source')}/{result.text('id')}",
        title=title,
        version=result.text("versionNumber") or None,
        authors=_authors(result),
        venue=_venue(result),
        date=_date(result),
        languages=(result.text("language"),) if result.text("language") else (),
        publication_types=types,
        study_design=study_design(list(types)),
        identifiers=identifiers,
        licence=result.text("license") or ("open access" if result.text("isOpenAccess") == "Y" else None),
        notices=tuple(_notices(corrections, types, title if preprint else "")),
        notice_kinds=tuple(dict.fromkeys(_notice_kinds(corrections, types))),
        relations=tuple(_relations(corrections)),
        preprint=preprint or "preprint" in (name.lower() for name in types),
        published=_published(corrections) if preprint else None,
        # Only a core result states authors one by one, and with them everything else.
        notices_checked="pubTypeList" in result.members,
        excerpt=not (preprint and "pubTypeList" in result.members),
        sections=tuple(_sections(title, result.text("abstractText"))),
    )


def _identifiers(result: Tree) -> tuple[str, ...]:
    source, number = result.text("source"), result.text("id")
    if not source or not number:
        raise BodyError(f"a result of {SOURCE} has no id or no source", source=SOURCE)
    found = [
        f"pmid:{result.text('pmid')}" if result.text("pmid").isdecimal() else "",
        f"{_SCHEMES[source]}{number}" if source in _SCHEMES else "",
        f"pmcid:{result.text('pmcid').upper()}" if result.text("pmcid") else "",
        f"doi:{result.text('doi').lower()}" if _DOI.fullmatch(result.text("doi")) else "",
    ]
    own = tuple(dict.fromkeys(filter(None, found)))
    return own if own and not own[0].startswith("doi:") else ()


def _types(result: Tree) -> tuple[str, ...]:
    """Publication types: a list in a core result, one text in a lite one."""
    listed = result.texts("pubTypeList", "pubType")
    return listed or tuple(filter(None, (name.strip() for name in result.text("pubType").split(";"))))


def _authors(result: Tree) -> tuple[str, ...]:
    listed = [_name(author) for author in result.objects("authorList", "author")]
    written = [plain(name) for name in result.text("authorString").removesuffix(".").split(", ")]
    return tuple(name for name in (listed if any(listed) else written) if name)


def _name(author: Tree) -> str:
    collective = author.text("collectiveName")
    parts = (
        author.text("firstName") or author.text("initials"),
        author.text("lastName"),
        author.text("suffix"),
    )
    return plain(collective or " ".join(filter(None, parts)) or author.text("fullName"))


def _venue(result: Tree) -> str | None:
    return (
        result.text("journalInfo", "journal", "title")
        or result.text("journalTitle")
        or result.text("bookOrReportDetails", "publisher")
        or None
    )


def _date(result: Tree) -> str | None:
    dates = (result.text(name) for name in ("firstPublicationDate", "electronicPublicationDate", "pubYear"))
    return next((date for date in dates if _DATE.fullmatch(date)), None)


def _sections(title: str, abstract: str) -> Iterator[Section]:
    if title:
        yield Section("title", "title", title, whole=True)
    for number, (label, text) in enumerate(read_abstract(abstract), 1):
        yield Section(f"abstract#{number}", "abstract", text, label, whole=label is not None)


def _kind(correction: Tree) -> str:
    """``Retraction in`` as ``retractionin``, the word of PubMed's in lower case."""
    return "".join(correction.text("type").lower().split())


def _notices(corrections: list[Tree], types: tuple[str, ...], preprint_title: str) -> Iterator[Notice]:
    kinds: set[str] = set()
    for correction in corrections:
        if kind := _NOTICES.get(_kind(correction)):
            kinds.add(kind)
            yield Notice(kind, cited_date(correction.text("reference")), _other(correction), SOURCE)
    stated = {_TYPES[name.lower()] for name in types if name.lower() in _TYPES}
    # A preprint server has no notices; it writes before the title that the preprint is no more.
    if not stated and _WITHDRAWN.match(preprint_title):
        stated = {"withdrawal"}
    for kind in sorted(stated):
        if not any(kind in known for known in kinds):
            yield Notice(kind, source=SOURCE)


def _notice_kinds(corrections: list[Tree], types: tuple[str, ...]) -> Iterator[str]:
    for kind in (
        *(_NOTICE_OF.get(_kind(c)) for c in corrections),
        *(NOTICE_TYPES.get(t.lower()) for t in types),
    ):
        if kind:
            yield kind


def _relations(corrections: list[Tree]) -> Iterator[Relation]:
    for correction in corrections:
        kind = "_".join(correction.text("type").lower().split()) or "other"
        yield Relation(kind, _other(correction), plain(correction.text("reference")))


def _published(corrections: list[Tree]) -> str | None:
    """The journal article of a preprint: ``Preprint in``, or an update of it that is no preprint."""
    for correction in corrections:
        if _kind(correction) == "preprintin" or (
            _kind(correction) == "updatein" and correction.text("source") != "PPR"
        ):
            return _other(correction)
    return None


def _other(correction: Tree) -> str | None:
    scheme, number = _SCHEMES.get(correction.text("source")), correction.text("id")
    return f"{scheme}{number}" if scheme and number else None

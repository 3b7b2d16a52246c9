"""The bibliography of an article in JATS (sources.md, Records and passages): what its reference marks stand for."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from tekmeria_sources.jats_text import Bibliography

_DOI = re.compile(r"10\.[0-9]{4,9}/\S+")


def read_bibliography(article: Element) -> Bibliography:
    """The references of ``article``, those of articles inside it apart."""
    works: dict[str, str] = {}
    parts = [part for part in article if part.tag not in ("sub-article", "response")]
    for ref in (ref for part in parts for ref in part.iter("ref")):
        work = _work(ref)
        for element in (ref, *ref.iter("mixed-citation"), *ref.iter("element-citation")):
            if id_ := element.get("id"):
                works[id_] = work
    return Bibliography(works)


def _work(ref: Element) -> str:
    """A cited work: its PMID, else its DOI, else the reference as written."""
    ids = {(e.get("pub-id-type") or ""): (e.text or "").strip() for e in ref.iter("pub-id")}
    if ids.get("pmid", "").isdecimal():
        return f"pmid:{ids['pmid']}"
    if _DOI.fullmatch(ids.get("doi", "")):
        return f"doi:{ids['doi'].lower()}"
    citation = next((c for c in ref if c.tag.endswith("citation")), ref)
    pieces = (text.strip() for text in citation.itertext())
    separator = "" if citation.tag == "mixed-citation" else " "
    written = separator.join(citation.itertext()) if not separator else separator.join(filter(None, pieces))
    return " ".join(written.split())

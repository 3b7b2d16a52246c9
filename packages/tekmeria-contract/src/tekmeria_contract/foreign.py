"""Foreign references: identifiers of the literature that are no handles (contract.md §5)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tekmeria_contract.answer import Span

_BEGIN = r"(?<![0-9A-Za-z_])"
"""An identifier may begin directly behind a letter of a script without spaces, where its word goes on for ``re``."""

_REFERENCE = re.compile(
    r"(?P<pmc>(?:https?://)?(?:www\.)?(?:ncbi\.nlm\.nih\.gov/pmc|pmc\.ncbi\.nlm\.nih\.gov|europepmc\.org)"
    r"/(?:articles?|abstract)/(?:PMC/|pmc/)?(?P<pmc_url>(?i:PMC)[0-9]{1,10}))"
    r"|(?:https?://)?(?:www\.)?(?:pubmed\.ncbi\.nlm\.nih\.gov|ncbi\.nlm\.nih\.gov/pubmed|europepmc\.org/"
    r"(?:abstract|article)/(?i:MED))/(?P<pmid_url>[1-9][0-9]{0,8})(?![0-9])"
    rf"|{_BEGIN}(?i:PMID)s?[ \u00a0]*[:：#=\-–]?[ \u00a0]*(?P<pmid>[1-9][0-9]{{0,8}})(?![0-9A-Za-z])(?!/[a-z])"
    rf"|{_BEGIN}(?P<pmcid>(?i:PMC)[0-9]{{2,10}})(?![0-9A-Za-z])"
    rf"|{_BEGIN}(?P<nct>(?i:NCT)[0-9]{{8}})(?![0-9A-Za-z])"
    rf"|{_BEGIN}(?P<doi>10\.[0-9]{{4,9}}/[^\s\"<>\[\]{{}}|\\^`“”«»\u2e80-\U0010ffff]{{1,200}})"
)
_SIGNS = ("pm", "pubmed", "nct", "10.")
"""What every identifier, or the address that holds it, has in it."""

_DOI_TAIL = ".,;:!?'’*_~"


@dataclass(frozen=True, slots=True)
class Foreign:
    """An identifier at ``span`` of a text: its ``kind`` (pmid, pmcid, doi, nct) and normalised ``value``."""

    kind: str
    value: str
    span: Span


def foreign_references(text: str) -> list[Foreign]:
    """The identifiers in ``text``, in order."""
    lower = text.lower()
    if not any(sign in lower for sign in _SIGNS):
        return []
    return [_foreign(match) for match in _REFERENCE.finditer(text)]


def _foreign(match: re.Match[str]) -> Foreign:
    for group, kind in (
        ("pmid_url", "pmid"),
        ("pmid", "pmid"),
        ("pmc_url", "pmcid"),
        ("pmcid", "pmcid"),
        ("nct", "nct"),
    ):
        if match[group] is not None:
            return Foreign(kind, match[group].upper(), match.span())
    doi = _trimmed(match["doi"])
    return Foreign("doi", doi.lower(), (match.start(), match.start("doi") + len(doi)))


def _trimmed(doi: str) -> str:
    while doi and (doi[-1] in _DOI_TAIL or (doi[-1] == ")" and doi.count("(") < doi.count(")"))):
        doi = doi[:-1]
    return doi

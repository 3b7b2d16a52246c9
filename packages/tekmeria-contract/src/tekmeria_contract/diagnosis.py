"""Why a quote is not verbatim, and what stands there instead (`contract.md` §4, Diagnosis of a mismatch)."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from tekmeria_contract.fold import read, refused
from tekmeria_contract.quotes import Prepared, QuoteMatch, compare_prepared

__all__ = ["diagnose"]

_TOKEN = re.compile(r"\S+")


def diagnose(quote: str, prepared: Prepared, elision: bool = False, label: str | None = None) -> QuoteMatch:
    """Compare ``quote``; a mismatch comes back with class, closest window, similarity and repair."""
    match = compare_prepared(quote, prepared, elision, label)
    if match.verbatim:
        return match
    if refused(read(quote).text) is not None:
        return QuoteMatch(False, cls="refused_character")
    return QuoteMatch(False, cls="wording")

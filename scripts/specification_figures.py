"""The figures of the specification: limits, and the odds of guessing a check code."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from specification_tables import code, named, table

from tekmeria_contract.keyring import CODE_LENGTHS

READINGS = 2
"""The readings of one code length that one text is tried under at most (clause G3)."""

GUESSES = 1_000_000

_FIGURES: Mapping[str, str] = {
    "limits.MAX_ANSWER_BYTES": "bytes of an answer in UTF-8",
    "limits.MAX_CITATIONS": "citations of an answer",
    "limits.MAX_CLAIMS": "structured claims",
    "handle.MAX_HANDLE": "characters of a handle",
    "handle.MAX_PATH": "characters of a path",
    "keyring.MIN_KEY_BYTES": "bytes of a key, at least",
    "quotebounds.MAX_QUOTE": "characters of a quotation that is compared",
    "claims.MAX_EXEMPT_WORDS": "words of an exempt sentence",
    "claims.MAX_EXEMPT_CJK": "characters of an exempt sentence in scripts without spaces",
    "enclosures.BRACKET_LIMIT": "code points of a bracket in which no sentence is cut",
    "enclosures.QUOTE_LIMIT": "code points of a quotation in which no sentence is cut",
    "enclosures.WEAK_LIMIT": "the same between single marks",
    "audit.NEIGHBOURS": "citations beside its own that may hold a quotation of the prose",
    "sentence_report.MOST_SEARCHED": "cited passages of a sentence that are searched for a short quotation",
    "mismatch.BUDGET": "characters of other passages searched for mismatched quotes in one audit",
    "diagnosis.LEAST_SIMILAR": "similarity below which nothing like the quote stands in the passage",
    "negation.WINDOW": "words before a match that may turn it",
    "citation_report.FRAGMENT_WORDS": "words at each end of a text fragment that is longer than twice as many",
}


def figures(_: str) -> list[str]:
    """Numbers of the code that bound what is read and searched."""
    rows = [(code(path), f"{named(path):,}", meaning) for path, meaning in _FIGURES.items()]
    return table(("constant", "value", "of"), rows)


def odds(_: str) -> list[str]:
    """The odds of guessing a code, by its length and by how many comparisons one text gets."""
    rows: list[tuple[str, ...]] = []
    for length in CODE_LENGTHS:
        for keys, readings in ((1, 1), (1, READINGS), (2, READINGS), (3, READINGS)):
            tries = keys * readings
            rows.append(
                (
                    str(length),
                    str(5 * length),
                    str(keys),
                    str(readings),
                    _per_guess(length, tries),
                    _per_million(length, tries),
                )
            )
    return table(
        (
            "characters",
            "bits",
            "keys × addressing versions",
            "readings",
            "right once in",
            "a million guesses, at least one right",
        ),
        rows,
    )


def _per_guess(length: int, tries: int) -> str:
    return f"{(1 << 5 * length) // tries:,} guesses"


def _per_million(length: int, tries: int) -> str:
    """1 - (1 - p) ** GUESSES without the loss of digits that small p bring."""
    return f"{-math.expm1(GUESSES * math.log1p(-tries / (1 << 5 * length))):.3g}"


PARTS: Mapping[str, Callable[[str], list[str]]] = {"figures": figures, "odds": odds}
"""The generated parts by name."""

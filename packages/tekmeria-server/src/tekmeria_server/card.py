"""The citation contract in short, for models and people: the tool ``describe_contract`` (server.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tekmeria_contract.fold import FOLD_VERSION
from tekmeria_contract.handle import DEFAULT, MAX_HANDLE
from tekmeria_contract.keyring import ADDRESSING_VERSIONS, ALPHABET, CODE_LENGTHS
from tekmeria_contract.sentences import SPLITTER_VERSION
from tekmeria_contract.vocabulary import (
    CONTRACT_VERSION,
    FAIL_ON_LEAST,
    FLAGS,
    NOTES,
    OVERALL,
    REPORT_SCHEMA,
    SENTENCE_STATUSES,
    VERDICTS,
    Term,
)
from tekmeria_server import __version__
from tekmeria_server.citing import RULES
from tekmeria_server.delivery import Delivery

GRAMMAR = (
    'handle = record "/" path "~" code',
    'record = scheme ":" id [ "@" version ]',
    'path = step *( "." step ), step = 1*64( a-z 0-9 _ - )',
    "version = 1*32( A-Z a-z 0-9 . - )",
    f"code = {', '.join(map(str, CODE_LENGTHS))} characters of {ALPHABET}",
    f"at most {MAX_HANDLE} characters in all",
)
PATHS = (
    ("title", "the title"),
    ("abstract.N", "the abstract: a labelled section each, else whole sentences up to about 500 characters"),
    ("abstract_LANG.N", "an abstract in another language"),
    ("plain_language.N", "a plain-language summary"),
    ("summary, description.N, arms.N, outcomes.primary.N, outcomes.secondary.N", "a trial's registration"),
    ("eligibility.inclusion.N, eligibility.exclusion.N", "a criterion each, with what is nested in it"),
    ("results.N, adverse_events.N", "a trial's posted results"),
    ("boxed_warning.N, contraindications.N and so on", "a drug label's sections by name"),
)
METRICS = (
    ("citations", "all citations, and how many have each verdict"),
    ("validity", "ok citations / citations"),
    ("coverage", "claims with at least one ok citation / claims"),
    ("quote_accuracy", "verbatim quotations / quotations that could be compared"),
    ("fabricated", "forged citations"),
    ("retracted_cited", "citations of retracted records"),
    ("foreign", "identifiers and links that are no handles, and how many of them match a cited record"),
    ("figures", "numbers of claims that stand in the passages they cite"),
    ("exempt_words", "words of sentences that are no claims"),
)
OVERALL_MEANING: Mapping[str, str] = {
    "fail": f"something occurs that fails an answer: {', '.join(FAIL_ON_LEAST)}, and what fail_on adds",
    "incomplete": "a source could not be reached, or notices could not be checked",
    "warn": "something needs a reader's eye: the reasons say what",
    "pass": "every claim is cited, every citation is ok",
}
ODDS_NOTE = (
    "Odds that a made-up code verifies, one key: 1 in 32 to the power of its length. A handle verifies only "
    "with the keys of the installation that issued it; a retired key verifies nothing. No verdict says that "
    "a passage supports its claim."
)


def describe_contract() -> Delivery:
    """Versions, grammar, schemes, paths, verdicts in order, flags, notes, statuses, metrics, odds, citing."""
    structured: dict[str, Any] = {
        "versions": {
            "server": __version__,
            "contract": CONTRACT_VERSION,
            "report": REPORT_SCHEMA,
            "fold": FOLD_VERSION,
            "sentences": SPLITTER_VERSION,
            "addressing": list(ADDRESSING_VERSIONS),
        },
        "grammar": list(GRAMMAR),
        "schemes": {scheme.name: scheme.id_pattern.pattern for scheme in DEFAULT.values()},
        "paths": dict(PATHS),
        "verdicts": _meanings(VERDICTS.values()),
        "flags": _meanings(FLAGS.values()),
        "notes": _meanings(NOTES.values()),
        "sentence_statuses": _meanings(SENTENCE_STATUSES.values()),
        "overall": {name: OVERALL_MEANING[name] for name in OVERALL},
        "metrics": dict(METRICS),
        "odds": {f"{length} characters": f"1 in {32**length}" for length in CODE_LENGTHS},
        "odds_note": ODDS_NOTE,
        "citing": list(RULES),
    }
    parts = [_section(name.replace("_", " "), value) for name, value in structured.items()]
    return Delivery("\n\n".join(parts), structured)


def _meanings(terms: Iterable[Term]) -> dict[str, str]:
    return {term.id: term.meaning for term in terms}


def _section(name: str, value: str | list[str] | dict[str, Any]) -> str:
    if isinstance(value, str):
        return f"{name}: {value}"
    rows = (
        value if isinstance(value, list) else [f"{key}: {_plain(meaning)}" for key, meaning in value.items()]
    )
    return "\n".join([f"{name}:", *[f"- {row}" for row in rows]])


def _plain(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType] (any list)

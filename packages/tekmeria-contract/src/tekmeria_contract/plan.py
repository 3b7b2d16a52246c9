"""The first pure step of an audit: what an answer cites and which handles must be looked up (contract.md §6)."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tekmeria_contract.answer import Answer, Citation
from tekmeria_contract.handle import DEFAULT, Scheme, Vouching
from tekmeria_contract.reading import read_answer, read_claims
from tekmeria_contract.report import AnswerFacts

Claims = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Plan:
    """An answer as read, the ``handles`` to resolve (each once, in order), and the identity of the input.

    ``conflicting`` are the indices of citations whose passage is cited with two different codes of which one is
    wrong: all of them are forged, for a guess must not be saved by trying twice.
    """

    answer: Answer
    handles: tuple[str, ...]
    facts: AnswerFacts
    conflicting: frozenset[int]


def plan(
    answer: Answer | str | Claims,
    ring: Vouching,
    language: str | None = None,
    schemes: Mapping[str, Scheme] = DEFAULT,
) -> Plan:
    """Read an answer (text, structured claims, or one already read) and say which handles it needs resolved.

    Structured claims are ``[{"sentence": str, "citations": [{"handle": str, "quote": str}]}]``, ``quote`` optional.
    Raises what :func:`~tekmeria_contract.reading.read_answer` raises for inputs over the limits or of wrong shape.
    """
    if isinstance(answer, str):
        read = read_answer(answer, ring, language, schemes)
    elif isinstance(answer, Answer):
        read = answer
    else:
        read = read_claims(answer, ring, language, schemes)
    conflicting = _conflicting(read.citations)
    wanted = {
        str(citation.verified): None
        for index, citation in enumerate(read.citations)
        if citation.verified is not None and index not in conflicting
    }
    return Plan(read, tuple(wanted), _facts(read, answer), conflicting)


def _conflicting(citations: tuple[Citation, ...]) -> frozenset[int]:
    by_body: defaultdict[str, list[int]] = defaultdict(list)
    for index, citation in enumerate(citations):
        if citation.status == "ok" and citation.handle is not None:
            by_body[citation.handle.rpartition("~")[0]].append(index)
    return frozenset(
        index
        for group in by_body.values()
        if len({citations[index].handle for index in group}) > 1
        and any(citations[index].verified is None for index in group)
        for index in group
    )


def _facts(read: Answer, given: Answer | str | Claims) -> AnswerFacts:
    if read.text is not None:
        return AnswerFacts("text", hashlib.sha256(read.text.encode()).hexdigest(), len(read.text))
    claims = list(read.claims or ()) if isinstance(given, Answer) else given
    canonical = json.dumps(claims, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return AnswerFacts("claims", hashlib.sha256(canonical.encode()).hexdigest(), len(canonical))

"""Reading an answer: its sentences, its citations, what else it refers to (contract.md §3, §5, §11)."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import cast

from tekmeria_contract.answer import Answer, Citation, Sentence, Span
from tekmeria_contract.handle import DEFAULT, HandleError, Scheme, VerifiedHandle, verify
from tekmeria_contract.keyring import KeyRing
from tekmeria_contract.sentences import split_sentences

MAX_ANSWER_BYTES = 1 << 20
MAX_CITATIONS = 10_000
MAX_CLAIMS = 10_000

_CITATION = re.compile(
    r'\[?\b(?P<handle>[a-z]++:[^\s\[\]/]++/[a-z0-9_.\-]++~[0-9a-z]++)(?:\s*+"(?P<quote>[^"]*+)")?\]?'
)


class LimitError(ValueError):
    """An input is over a limit of contract.md §11; the message names the limit."""


def read_answer(
    text: str, ring: KeyRing, language: str | None = None, schemes: Mapping[str, Scheme] = DEFAULT
) -> Answer:
    """Read an answer in Markdown or plain text.

    Raises :class:`LimitError` over 1 MiB of UTF-8 or 10,000 citations, ``ValueError`` for lone surrogates.
    """
    _check_text(text)
    sentences, citations = _read(text, ring, language, schemes, None)
    return Answer(text, tuple(sentences), tuple(citations), (), ())


def read_claims(
    claims: Sequence[Mapping[str, object]],
    ring: KeyRing,
    language: str | None = None,
    schemes: Mapping[str, Scheme] = DEFAULT,
) -> Answer:
    """Read structured claims ``[{"sentence": str, "citations": [{"handle": str, "quote"?: str}]}]``."""
    sentences: list[Sentence] = []
    citations: list[Citation] = []
    for number, claim in enumerate(claims):
        sentence = cast(str, claim["sentence"])
        found, cited = _read(sentence, ring, language, schemes, number)
        base = len(sentences)
        sentences += found
        citations += cited
        for entry in cast(Sequence[Mapping[str, str]], claim.get("citations", ())):
            quote = entry.get("quote") or None
            verified, reason, status = _verified(entry["handle"], ring, schemes)
            place = (len(sentence), len(sentence))
            citations.append(
                Citation(
                    entry["handle"], quote, quote and "structured", base + len(found) - 1 if found else None,
                    status, reason, verified, (), None, False, entry["handle"], place, None, number,
                )
            )  # fmt: skip
    return Answer(None, tuple(sentences), tuple(citations), (), (), tuple(str(c["sentence"]) for c in claims))


def _check_text(text: str) -> None:
    try:
        size = len(text.encode())
    except UnicodeEncodeError as error:
        raise ValueError(f"the answer holds a lone surrogate at character {error.start}") from None
    if size > MAX_ANSWER_BYTES:
        raise LimitError(f"the answer has {size} bytes of UTF-8; the limit is {MAX_ANSWER_BYTES}")


def _verified(
    handle: str, ring: KeyRing, schemes: Mapping[str, Scheme]
) -> tuple[VerifiedHandle | None, str | None, str]:
    try:
        return verify(handle, ring, schemes), None, "ok"
    except HandleError as error:
        return None, error.reason, "ok" if error.forged else "malformed"


def _read(
    text: str, ring: KeyRing, language: str | None, schemes: Mapping[str, Scheme], claim: int | None
) -> tuple[list[Sentence], list[Citation]]:
    matches = list(_CITATION.finditer(text))
    blank = _CITATION.sub(lambda match: " " * len(match.group()), text)
    spans: list[Span] = split_sentences(blank, language)
    sentences = [
        Sentence(" ".join(re.sub(r"\s++([.,;:!?])", r"\1", blank[a:b]).split()), "claim", (a, b), (), claim)
        for a, b in spans
    ]
    starts = [a for a, _ in spans]
    citations: list[Citation] = []
    for match in matches:
        at = max(0, bisect_left(starts, match.start()) - 1)
        quote = match["quote"]
        verified, reason, status = _verified(match["handle"], ring, schemes)
        citations.append(
            Citation(
                match["handle"], quote, None if quote is None else "bracket", at if sentences else None,
                status, reason, verified, (), None, False, match.group(), match.span(), None, claim,
            )
        )  # fmt: skip
    return sentences, citations

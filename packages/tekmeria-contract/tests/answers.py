"""Answers for tests: handles minted with a ring of the tests', and what was read put in short."""

from __future__ import annotations

from collections.abc import Mapping

from tekmeria_contract.answer import Answer, Citation
from tekmeria_contract.handle import mint
from tekmeria_contract.keyring import KeyRing
from tekmeria_contract.reading import read_answer

RING = KeyRing.from_hex("a5" * 32)
H = mint("pmid:99000001", "abstract.7", RING)
J = mint("pmid:99000002", "abstract.9", RING)
K = mint("pmcid:PMC99000003", "results.12", RING)
S = mint("setid:9f1c2ab4-0000-4000-8000-000000000000@6", "boxed_warning.2", RING)
FORGED = H[:-1] + ("0" if H[-1] != "0" else "1")
NAMES: Mapping[str, str] = {"H": H, "J": J, "K": K, "S": S, "F": FORGED}


def filled(text: str) -> str:
    """``text`` with ``{H}``, ``{J}``, ``{K}``, ``{S}`` put for genuine handles and ``{F}`` for a forged one."""
    for name, handle in NAMES.items():
        text = text.replace("{" + name + "}", handle)
    return text


def read(text: str, language: str | None = None) -> Answer:
    """Read ``text`` with its handles filled in."""
    return read_answer(filled(text), RING, language)


def named(handle: str | None) -> str | None:
    """The name of a handle of the tests, or the text itself."""
    return next((name for name, known in NAMES.items() if known == handle), handle)


def state(citation: Citation) -> str:
    """``ok``, ``forged`` or the reason for which the citation is malformed."""
    if citation.status == "malformed":
        return str(citation.reason)
    return "ok" if citation.verified is not None else "forged"


def cited(answer: Answer) -> list[tuple[int | None, str | None, str]]:
    """Sentence, name and state of each citation."""
    return [(citation.sentence, named(citation.handle), state(citation)) for citation in answer.citations]


def quoted(answer: Answer) -> list[tuple[str | None, str | None, str | None]]:
    """Name, quotation and origin of each citation."""
    return [(named(citation.handle), citation.quote, citation.origin) for citation in answer.citations]


def sentences(answer: Answer) -> list[str]:
    """The sentences' texts."""
    return [sentence.text for sentence in answer.sentences]


def kinds(answer: Answer) -> list[str]:
    """The sentences' kinds."""
    return [sentence.kind for sentence in answer.sentences]

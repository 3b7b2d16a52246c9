"""What a bundle says: the document that is sealed, and the digests that tell its parts apart (contract.md §10).

::

    {"answer": …, "code_lengths": …, "digests": …, "language": …, "made_at": …, "passages": …, "report": …,
     "schema": "tekmeria.bundle/1", "sealed_by": …}

The seal says that the whole is as it was sealed. The digests add nothing to that; where the seal does not fit they
say which part is to blame.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from tekmeria_contract.canonical import CanonicalError, canonical_json, digest, read_canonical, read_json
from tekmeria_contract.evidence_file import EvidenceError, read_object
from tekmeria_contract.handle import DEFAULT, KnownHandles, Scheme, VerifiedHandle, parse
from tekmeria_contract.report import AnswerFacts, plain
from tekmeria_contract.resolution import Resolution
from tekmeria_contract.vocabulary import BUNDLE_REASONS, BUNDLE_SCHEMA

_ENTRY = re.compile(r'\{"addressing":\d+,"handle":"([^"\\]{1,240})"')
_REPORT = '],"report":{'


class BundleError(ValueError):
    """A bundle proves nothing of the answer.

    ``reason`` is an id of :data:`~tekmeria_contract.vocabulary.BUNDLE_REASONS`. ``part`` names what is at fault:
    ``answer``, ``report``, ``facts`` (all that is neither report nor passage), ``passage HANDLE``, ``payload`` (the
    document as it is written), ``seal``, ``envelope``.
    """

    def __init__(self, reason: str, part: str, detail: str = "") -> None:
        term = BUNDLE_REASONS[reason]
        found = f" ({detail})" if detail else ""
        super().__init__(f"{part}: {term.meaning}{found}; {term.remedy}")
        self.reason = reason
        self.part = part


@dataclass(frozen=True, slots=True)
class HeldPassage:
    """A genuine handle that the answer cites: the fingerprint of the ``key`` that made it, and what is known of it.

    ``resolution`` is None where the answer cites the passage with two codes, which are then both forged. ``sha256``
    is that of the canonical form of the other members.
    """

    addressing: int
    handle: str
    key: str
    resolution: Resolution | None
    sha256: str


@dataclass(frozen=True, slots=True)
class Digests:
    """SHA-256 of the canonical form of the report, and of the facts: all that is neither report nor passage."""

    facts: str
    report: str


@dataclass(frozen=True, slots=True)
class BundleDocument:
    """The document that is sealed.

    ``code_lengths`` are those that the ring accepts; ``language`` is the one that the answer was read in; ``made_at``
    is ISO 8601; ``passages`` stand in the order of their first citation; ``sealed_by`` is the id of the sealing key.
    """

    answer: AnswerFacts
    code_lengths: tuple[int, ...]
    digests: Digests
    language: str | None
    made_at: str
    passages: tuple[HeldPassage, ...]
    report: object
    schema: str
    sealed_by: str


def known_handles(document: BundleDocument, schemes: Mapping[str, Scheme] = DEFAULT) -> KnownHandles:
    """The handles that a bundle vouches for."""
    held = {
        p.handle: VerifiedHandle(parse(p.handle, schemes), p.key, p.addressing) for p in document.passages
    }
    return KnownHandles(held, document.code_lengths)


def held_passage(verified: VerifiedHandle, resolution: Resolution | None) -> HeldPassage:
    """What a bundle holds of a genuine handle, with its digest."""
    held = HeldPassage(verified.addressing, str(verified), verified.key_fingerprint, resolution, "")
    return replace(held, sha256=_passage_digest(plain(held)))


def with_digests(document: BundleDocument) -> BundleDocument:
    """The document with the digests of its report and of its facts."""
    digests = Digests("", digest(document.report))
    document = replace(document, digests=digests)
    return replace(document, digests=replace(digests, facts=_facts_digest(plain(document))))


def write_document(document: BundleDocument) -> bytes:
    """The canonical form, which is what is sealed."""
    return canonical_json(plain(document))


def read_document(payload: bytes, schemes: Mapping[str, Scheme] = DEFAULT) -> BundleDocument:
    """The document of a payload whose seal fits. Raises :class:`BundleError`."""
    try:
        value: object = read_canonical(payload)
        schema = cast(dict[str, object], value).get("schema") if isinstance(value, dict) else None
        if isinstance(schema, str) and schema != BUNDLE_SCHEMA:
            raise BundleError("other_version", "payload", f"{ascii(schema)[:60]}; this reads {BUNDLE_SCHEMA}")
        document = read_object(BundleDocument, cast(object, value), schemes)
    except (CanonicalError, EvidenceError) as error:
        raise BundleError("misshapen", "payload", str(error)) from None
    if len({passage.handle for passage in document.passages}) != len(document.passages):
        raise BundleError("misshapen", "payload", "it holds the same passage twice")
    if list(altered_parts(payload)):
        raise BundleError("misshapen", "payload", "its digests are not those of its parts")
    return document


def altered_parts(payload: bytes) -> Iterator[str]:
    """The parts of a document that are not what its digests say, or ``payload`` and where it is broken.

    A document whose seal fits has none. Where the seal does not fit this tells what a careless hand or a bad copy has
    changed; who changes a part and its digest together is found out by the seal alone.
    """
    try:
        text = payload.decode()
        document = cast(dict[str, Any], read_json(text))
        broken = canonical_json(document) != payload
    except UnicodeDecodeError as error:
        yield _broken_at(payload.decode(errors="replace"), len(payload[: error.start].decode()))
        return
    except CanonicalError as error:
        yield "payload" if error.position is None else _broken_at(payload.decode(), error.position)
        return
    try:
        yield from _altered(document)
    except (AttributeError, KeyError, TypeError, CanonicalError):
        broken = True
    if broken:
        yield "payload"


def _altered(document: Mapping[str, Any]) -> Iterator[str]:
    for passage in document["passages"]:
        if passage.get("sha256") != _passage_digest(passage):
            yield f"passage {passage['handle']}"
    if document["digests"]["report"] != digest(document["report"]):
        yield "report"
    if document["digests"]["facts"] != _facts_digest(document):
        yield "facts"


def _passage_digest(passage: Mapping[str, Any]) -> str:
    return digest({name: value for name, value in passage.items() if name != "sha256"})


def _facts_digest(document: Mapping[str, Any]) -> str:
    """Over all that is neither report nor passage, and over the digests of these."""
    parts = {
        "digests": document["digests"]["report"],
        "passages": [[passage["handle"], passage["sha256"]] for passage in document["passages"]],
    }
    rest = {name: value for name, value in document.items() if name not in (*parts, "report")}
    return digest({**rest, **parts})


def _broken_at(text: str, position: int) -> str:
    """The part in which a document is broken: what begins last before ``position``."""
    if 0 <= text.find(_REPORT) < position:
        return "report"
    begun = [match[1] for match in _ENTRY.finditer(text, 0, position)]
    return f"passage {begun[-1]}" if begun else "facts"

"""Structured claims: sentences whose citations are given with them (contract.md §3).

No sentence of theirs is exempt; what is given belongs to the last one. The sentence is read as an answer
is, for handles, foreign references and quotations that stand in it; code in it is text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from tekmeria_contract.anchors import Anchor
from tekmeria_contract.block import LITERAL
from tekmeria_contract.blocks import scan_blocks
from tekmeria_contract.definitions import Unit
from tekmeria_contract.limits import check_citations, check_claims, check_size, check_text
from tekmeria_contract.prose import prose_of
from tekmeria_contract.repairs import Finder, Found


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim as given: its ``sentence`` and its ``citations``, each a handle and a quotation or None."""

    sentence: str
    citations: tuple[tuple[str, str | None], ...]


def checked_claims(claims: Sequence[Mapping[str, Any]]) -> list[Claim]:
    """The claims, or ``ValueError`` where their shape is wrong or a limit of §11 is exceeded."""
    given = cast(object, claims)
    if isinstance(given, str | bytes) or not isinstance(given, Sequence):
        raise ValueError('structured claims are a list of objects with a "sentence"')
    check_claims(claims)
    checked = [_claim(index, claim) for index, claim in enumerate(cast(Sequence[object], given))]
    check_size(sum(len(claim.sentence.encode()) for claim in checked))
    return checked


def _claim(index: int, given: object) -> Claim:
    if not isinstance(given, Mapping):
        raise ValueError(f'claim {index} is no object with a "sentence"')
    claim = cast(Mapping[str, object], given)
    sentence, citations = claim.get("sentence"), claim.get("citations", ())
    if not isinstance(sentence, str):
        raise ValueError(f'claim {index} has no "sentence" that is a string')
    if isinstance(citations, str | bytes) or not isinstance(citations, Sequence):
        raise ValueError(f'the "citations" of claim {index} are no list')
    check_text(sentence)
    entries = cast(Sequence[object], citations)
    check_citations(len(entries))
    return Claim(sentence, tuple(_citation(index, number, entry) for number, entry in enumerate(entries)))


def _citation(claim: int, number: int, entry: object) -> tuple[str, str | None]:
    if not isinstance(entry, Mapping):
        raise ValueError(f'citation {number} of claim {claim} is no object with a "handle"')
    given = cast(Mapping[str, object], entry)
    handle, quote = given.get("handle"), given.get("quote")
    if not isinstance(handle, str):
        raise ValueError(f'citation {number} of claim {claim} needs a "handle" that is a string')
    if not (quote is None or isinstance(quote, str)):
        raise ValueError(f'the "quote" of citation {number} of claim {claim} is no string')
    check_text(handle)
    check_text(quote or "")
    return handle, quote or None


def claim_units(sentence: str) -> list[Unit]:
    """The units of a claim's sentence: all of it is text."""
    units: list[Unit] = []
    for block in scan_blocks(sentence):
        if block.kind == "code":
            block.markup = LITERAL
        kind = block.kind if block.cells else "paragraph"
        unit = Unit(kind, prose_of(sentence, block.spans), block)
        unit.cells = [prose_of(sentence, cell, "") for cell in block.cells]
        units.append(unit)
    return units


def given_anchor(claim: Claim, handle: str, quote: str | None, finder: Finder) -> Anchor:
    """The citation given with a claim; it stands after its sentence."""
    end = len(claim.sentence)
    quotes = () if quote is None else ((quote, None),)
    return Anchor("citation", end + 1, (end, end), _given(handle, finder), quotes=quotes, raw=handle)


def _given(handle: str, finder: Finder) -> Found:
    """The handle given, copy errors mended where the ring says so; more than a handle is malformed."""
    founds = finder.find(handle)
    if len(founds) == 1 and not (handle[: founds[0].span[0]] + handle[founds[0].span[1] :]).strip(" `[]\t\n"):
        return founds[0]
    reason = "note_in_bracket" if founds else finder.judge(handle)[1]
    return Found((0, len(handle)), handle, "malformed", reason, None)

"""Figures of a claim looked for in what it cites (contract.md §7, Figures): found, rounded, or not found.

Every way to read a number counts: ``1,107`` is a thousand and some, or one and some. What is inside a word, an
identifier or a hyphenated name is no figure; a number hyphened to its measure is one. ``million`` and ``× 10⁶``
belong to their number, and a passage may have a small number as a word.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal

_SPACES = " \u2009\u202f\u00a0"
_MEASURE = (
    "(?:days?|weeks?|months?|years?|hours?|min|minutes?|h|d|mg|g|kg|mL|L|mm|cm|fold|point|item|arm|dose)"
)
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_WORDS = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
_SCALED = {"thousand": 3, "million": 6, "billion": 9}
_NUMBER = re.compile(
    rf"(?<![\w.,·-])(?<![A-Za-z][–−])([0-9]{{1,3}}(?:[{_SPACES},.][0-9]{{3}})+(?![0-9])(?:[.·][0-9]+)?"
    r"|[0-9]+(?:[.,·][0-9]+)?)(\s?(?:thousand|millions?|billions?)\b| ?[×x] ?10[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻]+)?"
    rf"(\s?%|\s+per\s?cent\b)?(?!\w)(?!-(?!{_MEASURE}\b)[A-Za-z])"
)


def figures(claim: str, passages: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Each figure of the claim as written, with what became of it."""
    known = {value for passage in passages for _, values in _numbers(passage) for value in values}
    words = {word for passage in passages for word in re.findall(r"[^\W_]+", passage.lower())}
    known |= {(Decimal(value), False) for value, word in enumerate(_WORDS) if word in words}
    return tuple((written, _state(values, known)) for written, values in _numbers(claim))


def _numbers(text: str) -> list[tuple[str, set[tuple[Decimal, bool]]]]:
    return [
        (
            match[0].strip(),
            {(value.scaleb(_power(match[2])), match[3] is not None) for value in _values(match[1])},
        )
        for match in _NUMBER.finditer(text)
    ]


def _power(written: str | None) -> int:
    if written is None:
        return 0
    word = written.strip().removesuffix("s")
    return _SCALED[word] if word in _SCALED else int(written.partition("10")[2].translate(_RAISED))


def _values(written: str) -> set[Decimal]:
    """Every value that a number may have been written for."""
    plain = re.sub(f"[{_SPACES}]", "", written).replace("·", ".")
    ways = {plain.replace(",", ""), plain.replace(",", "."), plain.replace(".", "").replace(",", "."), plain}
    values = {Decimal(way) for way in ways if re.fullmatch(r"[0-9]+(?:\.[0-9]+)?", way)}
    grouped = re.fullmatch(r"[0-9]{1,3}(?:[,.][0-9]{3})+(?:\.[0-9]+)?", plain)
    return values if grouped else {Decimal(re.sub(",", ".", plain))} if plain.count(".") < 2 else values


def _state(values: set[tuple[Decimal, bool]], known: set[tuple[Decimal, bool]]) -> str:
    if values & known:
        return "found"
    for value, percent in values:
        exponent = value.as_tuple().exponent
        unit = Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0)
        for other, other_percent in known:
            rounded = {other.quantize(unit, rounding=mode) for mode in (ROUND_HALF_UP, ROUND_HALF_EVEN)}
            if percent == other_percent and value in rounded:
                return "rounded"
    return "not_found"

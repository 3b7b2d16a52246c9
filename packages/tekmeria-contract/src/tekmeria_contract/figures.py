"""Figures of a claim looked for in what it cites (contract.md §7, Figures). Advisory: it decides no verdict.

A figure is a number that stands by itself: not part of a word (``CYP2C19``), of an identifier, nor of a hyphenated
name (``IL-6``). Thousands separators, decimal marks and per cent are normalised; where a separator could mean
either, both readings count. A figure is ``rounded`` where a number of the passage, rounded half up or half even to
the figure's decimals, gives it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal

from tekmeria_contract.report import Figure

_SPACES = "' \u2009\u202f\u00a0"
_DASHES = "-\u2013\u2212"
_NUMBER = re.compile(
    rf"(?<![\w.,·])(?<![A-Za-z][{_DASHES}])"
    rf"(?P<number>[0-9]{{1,3}}(?:[,.{_SPACES}][0-9]{{3}})+(?:[.,·][0-9]+)?|[0-9]+(?:[.,·][0-9]+)?|[.·][0-9]+)"
    rf"(?P<percent>\s?[%\uff05]|\s+per\s?cent\b|(?=\s?(?:[{_DASHES}]|to)\s?[0-9][0-9.,]*\s?%))?"
    rf"(?!\w)(?!-[A-Za-z])"
)
FIGURE_STATES = ("found", "rounded", "not_found")

_LONGEST = 40
"""Characters of the longest number read as a figure."""


_SPACING = re.compile(f"[{_SPACES}]")
_COMMA_GROUPS = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?")
_POINT_GROUPS = re.compile(r"[0-9]{1,3}(?:\.[0-9]{3})+(?:,[0-9]+)?")
_DECIMAL = re.compile(r"[0-9]*\.?[0-9]+")
_GROUPS = re.compile(r"[0-9] [0-9]{3}(?![0-9])")

Numbers = frozenset[tuple[Decimal, bool]]
"""Values, each with whether it is a per cent."""


@dataclass(frozen=True, slots=True)
class _Quantity:
    value: Decimal
    decimals: int
    percent: bool


def _readings(text: str, percent: bool) -> list[_Quantity]:
    """Every value that ``text`` may stand for."""
    compact = _SPACING.sub("", text).replace("·", ".")
    candidates = {compact.replace(",", ".")} if compact.count(",") < 2 else set[str]()
    if _COMMA_GROUPS.fullmatch(compact):
        candidates.add(compact.replace(",", ""))
    elif _POINT_GROUPS.fullmatch(compact):
        candidates.add(compact.replace(".", "").replace(",", "."))
    return [
        _Quantity(Decimal(c), len(c.partition(".")[2]), percent)
        for c in sorted(candidates)
        if _DECIMAL.fullmatch(c)
    ]


def _quantities(text: str) -> list[tuple[str, list[_Quantity]]]:
    found = [
        (match[0].strip(), _readings(match["number"], match["percent"] is not None))
        for match in _NUMBER.finditer(text)
        if len(match["number"]) <= _LONGEST
    ]
    return [(written, readings) for written, readings in found if readings]


def written_figures(text: str) -> list[str]:
    """The figures of ``text`` as written, in order."""
    return [written for written, _ in _quantities(text)]


def numbers_of(passage: str) -> Numbers:
    """Every value that a number of ``passage`` may stand for, and whether it is a per cent."""
    texts = [passage]
    if _GROUPS.search(passage) is not None:
        texts.append(passage.replace(" ", "  "))  # "1 100 mg" may also be two numbers.
    return frozenset(
        (quantity.value, quantity.percent)
        for text in texts
        for _, readings in _quantities(text)
        for quantity in readings
    )


def judge_figures(claim: str, known: Numbers) -> tuple[Figure, ...]:
    """Each figure of ``claim``, in order, with its state against the ``known`` numbers of what it cites."""
    rounded: dict[int, Numbers] = {}
    return tuple(
        Figure(written, _state(readings, known, rounded)) for written, readings in _quantities(claim)
    )


def _state(
    readings: list[_Quantity],
    known: Numbers,
    rounded: dict[int, Numbers],
) -> str:
    if any((quantity.value, quantity.percent) in known for quantity in readings):
        return "found"
    for quantity in readings:
        if quantity.decimals not in rounded:
            rounded[quantity.decimals] = _rounded(known, quantity.decimals)
        if (quantity.value, quantity.percent) in rounded[quantity.decimals]:
            return "rounded"
    return "not_found"


def _rounded(known: Numbers, decimals: int) -> Numbers:
    unit = Decimal(1).scaleb(-decimals)
    return frozenset(
        (value.quantize(unit, rounding=mode), percent)
        for value, percent in known
        if value.adjusted() + decimals < 28
        for mode in (ROUND_HALF_UP, ROUND_HALF_EVEN)
    )

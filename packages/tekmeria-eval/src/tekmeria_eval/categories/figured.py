"""Figures in claims, looked for in what the claims cite (contract.md §7, Figures)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal

from tekmeria_contract.policy import Policy
from tekmeria_eval.case import Case, Sentence
from tekmeria_eval.literature import Issued
from tekmeria_eval.material import Material, genuine

_PLAIN = re.compile(
    r"(?<![\w.,·/:–−-])(?<![0-9][ \u2009])[0-9]{2,}(?![\w.,·/:–%⁺⁻-])(?![ \u2009][0-9%°])(?! ?[×±])"
)
_DECIMAL = re.compile(r"(?<![\w.,·/:–−-])[0-9]+[.·][0-9]+(?![\w.,·/:–%-])(?! ?[×±%])")

_PROSE = (
    "A value of {} was given by the authors.",
    "The report gives {} for this group.",
    "The authors counted {} in all.",
    "In the table {} stands beside the group.",
)


def _numbers(issued: Issued, pattern: re.Pattern[str]) -> list[str]:
    return sorted(set(pattern.findall(issued.text)))


def _stating(material: Material, issued: Issued, written: str, state: str) -> Sentence:
    prose = material.random.choice(_PROSE).format(written)
    return Sentence(prose, (genuine(issued),), "cited", ((written, state),))


def figure_found(material: Material) -> Iterator[Case]:
    """A number that stands in the cited passage, with another decimal mark or thousands separator or not."""
    for issued in material.round([i for i in material.literature.english if _numbers(i, _PLAIN)]):
        number = material.random.choice([*_numbers(issued, _PLAIN), *_numbers(issued, _DECIMAL)])
        other = number.replace("·", ".") if material.random.random() < 0.5 else number.replace(".", "·")
        yield Case((_stating(material, issued, other, "found"),))


def figure_rounded(material: Material) -> Iterator[Case]:
    """A decimal of the passage, rounded to fewer decimals."""
    for issued in material.round([i for i in material.literature.english if _numbers(i, _DECIMAL)]):
        number = Decimal(material.random.choice(_numbers(issued, _DECIMAL)).replace("·", "."))
        exponent = number.as_tuple().exponent
        places = material.random.randrange(-exponent) if isinstance(exponent, int) else 0
        rounded = str(number.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP))
        trailing = places > 0 and rounded.endswith("0")
        if not trailing and not re.search(
            rf"(?<![0-9]){re.escape(rounded)}(?![0-9])", issued.text.replace("·", ".")
        ):
            yield Case((_stating(material, issued, rounded, "rounded"),))


def figure_not_found(material: Material) -> Iterator[Case]:
    """A number that the cited passage does not have; it decides only where the policy says so."""
    for issued in material.round(material.literature.english):
        number = str(material.random.randrange(1201, 9899))
        if number not in re.sub(r"[^0-9]", "", issued.text):
            case = Case((_stating(material, issued, number, "not_found"),))
            strict = material.random.random() < 0.4
            yield replace(case, policy=Policy(fail_on=("figures",)), verdict="fail") if strict else case


PLANTERS = (figure_found, figure_rounded, figure_not_found)

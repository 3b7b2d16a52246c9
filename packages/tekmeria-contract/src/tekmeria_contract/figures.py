"""Figures of a claim looked for in what it cites (contract.md §7, Figures). Advisory: it decides no verdict.

A figure is a number in digits that stands by itself: not part of a word (``CYP2C19``), of an identifier or address,
nor of a hyphenated name (``IL-6``, ``5-HT``; but ``12-month`` is a measure). Digits of every script, thousands
separators, decimal marks and per cent are normalised; where a separator could mean either, both readings count.
``million`` and ``× 10⁶`` belong to their number. A figure is ``rounded`` where a number of the passage, rounded half
up or half even to the figure's decimals, gives it. Signs are not compared: a change of −0.4 is a fall by 0.4.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal

from tekmeria_contract.report import Figure
from tekmeria_contract.scripts import is_cjk
from tekmeria_contract.units import UNIT_SYMBOLS, UNIT_WORDS

__all__ = [
    "FIGURE_STATES",
    "NUMBER_WORDS",
    "SCALES",
    "Numbers",
    "judge_figures",
    "numbers_of",
    "written_figures",
]

FIGURE_STATES = ("found", "rounded", "not_found")

NUMBER_WORDS: Mapping[str, str] = {
    "en": "zero one two three four five six seven eight nine ten eleven twelve",
    "es": "cero - dos tres cuatro cinco seis siete ocho nueve diez - doce",
    "fr": "zéro - deux trois quatre cinq six - huit neuf dix onze douze",
    "de": "null - zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
    "pt": "zero - dois três quatro cinco seis sete oito nove dez onze doze",
}
"""Words of a passage, from zero to twelve, that hold the number of a claim; in a claim they are no figures."""

SCALES: Mapping[str, int] = {
    **dict.fromkeys(("thousand", "mil", "mille", "Tausend"), 3),
    **dict.fromkeys(("million", "millions", "millones", "milhões", "Million", "Millionen"), 6),
    **dict.fromkeys(("billion", "billions"), 9),
    **dict.fromkeys("万萬", 4),
    **dict.fromkeys("亿億", 8),
}
"""Words behind a number that are part of it, with their power of ten."""

_SPACES = "' \u2009\u202f\u00a0"
_DASHES = "-\u2013\u2212"
_POWER = r"[×x]\s?10(?:\^\{?(?P<typed>[-\u2212]?[0-9]{1,2})\}?|(?P<raised>[⁺⁻]?[⁰¹²³⁴-⁹]{1,2}))"
_NUMBER = re.compile(
    rf"(?<![\w.,·])(?<![A-Za-z][{_DASHES}])"
    rf"(?P<number>[0-9]{{1,3}}(?:[,.{_SPACES}][0-9]{{3}})+(?:[.,·][0-9]+)?|[0-9]+(?:[.,·][0-9]+)?|[.·][0-9]+)"
    rf"(?:\s?(?:(?P<scale>{'|'.join(sorted(SCALES, key=len, reverse=True))})(?![a-z])|{_POWER}))?"
    rf"(?P<percent>\s?%|\s+per\s?cent\b|(?=\s?(?:[{_DASHES}]|to|and|or)\s?[0-9][0-9.,]*\s?(?:%|per\s?cent\b)))?"
    rf"(?!\w|[.,·][0-9]|[⁺⁻][⁰¹²³⁴-⁹])(?:-(?P<hyphened>[A-Za-zµμ]+))?"
)
_NO_FIGURES = re.compile(
    r"https?://[^\s<>]+|\b10\.[0-9]{4,9}/[^\s<>]+|(?i:\b(?:pmid|pubmed|isrctn|isbn|issn|chebi|omim)\b)[:#\s]{0,3}[0-9]+"
    r"|(?<=[0-9]{4})-[0-9]{2}-(?=[0-9]{2}(?![0-9]))"
)
"""Addresses, identifiers, and the month of a date in digits, which passages write as a word."""

_MEASURES = frozenset(
    {*UNIT_SYMBOLS, *UNIT_WORDS, "fold", "point", "item", "arm", "dose", "percent", "center", "centre"}
)
_WORD_VALUES = {
    word: value for words in NUMBER_WORDS.values() for value, word in enumerate(words.split()) if word != "-"
}
_WORDS = re.compile(rf"(?<![\w-])(?:{'|'.join(_WORD_VALUES)})(?![\w-])(\s+per\s?cent\b)?", re.IGNORECASE)
_CHINESE_PERCENT = "百分之"
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


class _Plain(dict[int, str]):
    """Each character as one of ASCII, if it is a digit or full-width; of Chinese or Japanese as no part of a word."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        if 0xFF01 <= code <= 0xFF5E:
            plain = chr(code - 0xFEE0)
        elif character in "﹪٪":
            plain = "%"
        elif character.isdecimal():
            plain = str(unicodedata.decimal(character))
        else:
            plain = "|" if is_cjk(character) and character not in SCALES else character
        self[code] = plain
        return plain


_PLAIN = _Plain()


def _plain(text: str) -> str:
    """``text`` with the same places, in which every number reads alike and what holds no figure is blotted out."""
    plain = text if text.isascii() else text.translate(_PLAIN)
    return _NO_FIGURES.sub(lambda match: "|" * len(match[0]), plain)


def _readings(text: str, percent: bool, power: int = 0) -> list[_Quantity]:
    """Every value that ``text`` times ten to the ``power`` may stand for."""
    compact = _SPACING.sub("", text).replace("·", ".")
    candidates = {compact.replace(",", ".")} if compact.count(",") < 2 else set[str]()
    if _COMMA_GROUPS.fullmatch(compact):
        candidates.add(compact.replace(",", ""))
    elif _POINT_GROUPS.fullmatch(compact):
        candidates.add(compact.replace(".", "").replace(",", "."))
    return [
        _Quantity(Decimal(c).scaleb(power), len(c.partition(".")[2]) - power, percent)
        for c in sorted(candidates)
        if _DECIMAL.fullmatch(c)
    ]


def _power(match: re.Match[str]) -> int:
    if match["scale"] is not None:
        return SCALES[match["scale"]]
    written = match["typed"] or unicodedata.normalize("NFKC", match["raised"] or "0")
    return int(written.replace("\u2212", "-"))


def _quantities(text: str) -> list[tuple[str, list[_Quantity]]]:
    plain = _plain(text)
    found: list[tuple[str, list[_Quantity]]] = []
    for match in _NUMBER.finditer(plain):
        hyphened = match["hyphened"]
        if len(match["number"]) > _LONGEST or (hyphened is not None and hyphened not in _MEASURES):
            continue
        start, end = match.start(), match.end() if hyphened is None else match.start("hyphened") - 1
        percent = match["percent"] is not None or text.endswith(_CHINESE_PERCENT, 0, start)
        readings = _readings(match["number"], percent or hyphened == "percent", _power(match))
        if readings:
            found.append((text[start:end].strip(), readings))
    return found


def written_figures(text: str) -> list[str]:
    """The figures of ``text`` as written, in order."""
    return [written for written, _ in _quantities(text)]


def numbers_of(passage: str) -> Numbers:
    """Every value that a number of ``passage`` may stand for, and whether it is a per cent."""
    texts = [passage]
    if _GROUPS.search(passage) is not None:
        texts.append(passage.replace(" ", "  "))  # "1 100 mg" may also be two numbers.
    words = {
        (Decimal(_WORD_VALUES[m[0].split()[0].lower()]), m[1] is not None) for m in _WORDS.finditer(passage)
    }
    return frozenset(words).union(
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

"""A number and the unit that follows it, which no quotation parts (`contract.md` §4, Legal cut).

Symbols and words of measure, not nouns that are counted: `5 mg` and `12 months` are one quantity, `517 children` are
not. What also means something else behind a number (`T` and `B` cells, `A` and `C` of panels, `F` and `N`, Spanish
`y`, English `an`) is not listed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from tekmeria_contract.scripts import CJK

__all__ = [
    "CJK_UNITS",
    "MULTIPLIERS",
    "UNIT_HERE",
    "UNIT_SYMBOLS",
    "UNIT_WORDS",
    "cjk_unit_at",
    "ends_quantity",
    "parts_quantity",
]


def _listed(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text.split()))


UNIT_SYMBOLS = _listed("""
g kg mg μg ug mcg ng pg fg L l dL dl mL ml μL μl uL nL pL fL ℓ mol mmol μmol umol nmol pmol fmol M mM μM uM nM pM
m cm mm μm um nm km Å s ms μs h hr hrs min mins sec secs d wk wks mo mos yr yrs Hz kHz MHz GHz V mV kV mA μA W mW kW
J kJ Pa hPa kPa MPa mmHg cmH2O bar mbar atm U mU kU MU IU mIU μIU kIU kat μkat nkat Gy mGy cGy Sv mSv μSv Bq kBq MBq
GBq Ci mCi μCi Da kDa MDa bp kb Mb Gb nt cal kcal Eq mEq μEq osm mOsm mosm CFU cfu PFU pfu ppm ppb rpm bpm dB Ω kΩ MΩ
lb lbs oz ft
""")
"""Symbols that follow a number after a space."""

UNIT_WORDS = _listed("""
second seconds minute minutes hour hours day days week weeks month months year years decade decades person-years
patient-years person-months patient-months gram grams milligram milligrams microgram micrograms kilogram kilograms
litre litres liter liters millilitre millilitres milliliter milliliters metre metres meter meters centimetre
centimetres centimeter centimeters millimetre millimetres millimeter millimeters inch inches degree degrees unit units
beats breaths percent percentage fold times
Sekunde Sekunden Minute Minuten Stunde Stunden Tag Tage Tagen Woche Wochen Monat Monate Monaten Jahr Jahre Jahren
Gramm Milligramm Mikrogramm Kilogramm Liter Milliliter Meter Zentimeter Millimeter Grad Einheiten Prozent Promille mal
seconde secondes heure heures jour jours semaine semaines mois ans année années gramme grammes milligramme
milligrammes mètres centimètres millimètres degrés unités fois
segundo segundos minuto minutos hora horas día días semana semanas mes meses año años gramo gramos miligramo
miligramos litro litros metros centímetros milímetros grados unidades veces
dia dias mês ano anos grama gramas miligrama miligramas centímetros milímetros graus vezes
""")
"""Words that follow a number and say of what measure."""

MULTIPLIERS = _listed("""
hundred thousand million millions billion billions trillion dozen Tausend Million Millionen Milliarde Milliarden mille
milliard milliards mil millón millones milhão milhões bilhão bilhões
""")
"""Words that a number is multiplied by."""

CJK_UNITS = _listed("""
毫克 微克 千克 公斤 克 毫升 微升 升 毫米 厘米 微米 公分 米 个月 個月 か月 カ月 ヵ月 ヶ月 月 星期
小时 小時 時間 分钟 分鐘 分間 秒 年 周 週 天 日 岁 歲 歳 倍 度
""")
"""Units of Chinese and Japanese, which follow a number of digits or of numerals without a space."""

_OTHER_WORDS = {
    "克": "克(?![罗羅隆])",
    "升": "升(?![高至到降压圧壓])",
    "日": "日(?!本)",
    "周": "周(?![围圍])",
    "年": "年(?!龄|齢)",
}
"""Not where a word begins with the character: Crohn, to rise, Japan, peripheral, age."""
_CJK_UNIT = re.compile("|".join(_OTHER_WORDS.get(unit, unit) for unit in CJK_UNITS))


def _any(words: Iterable[str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


_END = rf"(?![^\W⁰¹²³⁴-⁹{CJK}]|['-][^\W\d])"
_LETTERS = [symbol for symbol in UNIT_SYMBOLS if len(symbol) == 1]
_LONGER = [*(set(UNIT_SYMBOLS) - set(_LETTERS)), *UNIT_WORDS, *MULTIPLIERS]
UNIT_HERE = (
    rf"(?:(?:{_any(_LONGER)}|(?:per|pour) cent|por ciento|por cento){_END}"
    rf"|[{''.join(_LETTERS)}](?!\.[^\W\d]){_END})"
)
"""A unit, as the inside of a pattern."""

_UNIT = re.compile(UNIT_HERE)
_BEHIND_NUMBER = re.compile(
    rf"{UNIT_HERE}|[/·]|[¼-¾⅐-⅞]|[0-9]/[0-9]{{1,2}}(?![0-9/])"
    rf"|[Ee][-+]?[0-9]{{1,3}}(?!\w)|[xX*] ?10(?:[⁻⁰¹²³⁴-⁹]|\(?-?[0-9])"
)
_MORE = re.compile(
    rf"(?:{_any(UNIT_SYMBOLS)})-[1-3](?![\w-])|(?:per|pro|par|por) (?:[0-9]|{UNIT_HERE})"
    rf"|(?:Hg|H2O|C|F|K|Celsius|Fahrenheit|centigrade|points){_END}|[/·]"
)
_POWER = re.compile(r"-?[0-9]{1,2}(?![0-9.,]?[0-9])")
_BEYOND = re.compile(rf"(?:{_any((*UNIT_SYMBOLS, *UNIT_WORDS))})⁻[¹²³]")
_NUMERIC = frozenset("0123456789.,:·×-⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_REACH = 24
"""Characters before a space in which the number, or number and unit, begins."""


def parts_quantity(text: str, space: int) -> bool:
    """Whether the space at ``space`` of a folded text stands inside a quantity.

    Between a number and its unit, fraction or power (`5 | mg`, `3 | ½`, `5.2 | E6`, `5.2 × 10 | 6`), or between a
    unit and what else belongs to it (`10 mm | Hg`, `5 mg | per kg`, `5 mg | kg⁻¹`, `5 mg | / kg`).
    """
    if text[space - 1] in "/·" and text[space - 2 : space - 1] == " ":
        return space > 2 and ends_quantity(text, space - 2)
    if _ends_number(text, space):
        if text[max(space - 3, 0) : space] == "×10" and _POWER.match(text, space + 1) is not None:
            return True
        return _BEHIND_NUMBER.match(text, space + 1) is not None
    if _BEYOND.match(text, space + 1) is not None:
        return True
    return _MORE.match(text, space + 1) is not None and ends_quantity(text, space)


def ends_quantity(text: str, end: int) -> bool:
    """Whether a number, or a number and its unit, ends at ``end``."""
    if _ends_number(text, end):
        return True
    first = text.rfind(" ", max(end - _REACH, 0), end)
    unit = _UNIT.match(text, first + 1, end) if first > 0 else None
    return unit is not None and unit.end() == end and _ends_number(text, first)


def _ends_number(text: str, end: int) -> bool:
    """Whether a number ends at ``end``, and not a name such as `CD4` or `IL-6`."""
    last = text[end - 1]
    if not (last.isdecimal() or last in "⁰¹²³⁴⁵⁶⁷⁸⁹"):
        return False
    start = end
    while start > max(end - _REACH, 0) and text[start - 1] in _NUMERIC:
        start -= 1
    return start == 0 or not text[start - 1].isalpha()


def cjk_unit_at(text: str, at: int) -> bool:
    """Whether a Chinese or Japanese unit stands at ``at``."""
    return _CJK_UNIT.match(text, at) is not None

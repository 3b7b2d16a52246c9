"""The fold table: what is taken for the same mark, and why that is safe (`contract.md` §4, Fold; rows of
text.md §3.2).

Single characters only; the rows of several characters are in `sequences`. Row numbers are those of the
specification.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

__all__ = [
    "APOSTROPHES",
    "CHARACTERS",
    "DASHES",
    "ELEMENTS",
    "EXPANDED",
    "INVISIBLE",
    "OPERATORS",
    "REFUSED",
    "ROWS",
    "SPACES",
    "SUBSCRIPTS",
    "SUPERSCRIPTS",
    "UNASSIGNED",
    "Row",
]


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the table: its number, what folds to what, why that is safe, and where it is not done."""

    number: int
    fold: str
    to: str
    reason: str
    guard: str = ""


def _class(*runs: str) -> str:
    """The characters of ``runs``: hexadecimal code points, ``A-B`` for a run."""
    characters: list[str] = []
    for run in " ".join(runs).split():
        first, _, last = run.partition("-")
        characters += map(chr, range(int(first, 16), int(last or first, 16) + 1))
    return "".join(characters)


DASHES = _class("2010-2015 2212 FE58 FE63 FF0D 02D7")
"""Row 5. Not the prolonged sound mark U+30FC (a letter), exponents U+207B U+208B, the bullet U+2043."""

APOSTROPHES = _class("2018-201B 02BC 02B9 2032 2035 00B4 0060 FF07 FF40 0374 1FEF 1FFD")
"""Row 8; the last three are what NFC makes into one of the others."""

_DOUBLE_MARKS = _class("201C-201F 2033 2036 02BA 301D-301F FF02")
SPACES = _class("0009-000D 0085 00A0 1680 2000-200A 2028 2029 202F 205F 3000")
INVISIBLE = _class("200B-200D 2060 FEFF 200E 200F 061C 180E 034F FE00-FE0F E0100-E01EF")
OPERATORS = _class("2061-2064")
"""Row 12: invisible function application, times, separator and plus."""

_DOTS = _class("2219 0387")
"""Row 19, with U+22C5, which the others become: between digits it stays apart from U+00B7 (row 20)."""

EXPANDED: Mapping[str, str] = {
    "…": "...",
    "ﬀ": "ff",
    "ﬁ": "fi",
    "ﬂ": "fl",
    "ﬃ": "ffi",
    "ﬄ": "ffl",
    "ﬅ": "st",
    "ﬆ": "st",
    "℃": "°C",
    "℉": "°F",
}
"""Rows 13, 14 and 22: one character for several."""

UNASSIGNED = "\uffff"
"""What every code point becomes that the frozen Unicode version leaves unassigned."""

REFUSED = (
    f"\u202a-\u202e\u2066-\u2069\ufffd{UNASSIGNED}"
    "\ue000-\uf8ff\U000e0000-\U000e007f\U000f0000-\U000ffffd\U00100000-\U0010fffd"
)
"""Bidirectional controls, the replacement character, what is unassigned, private use and tag characters: the
inside of a character class."""

SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻"
SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉₊₋"

_ELEMENTS = """ H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br
Kr Rb Sr Y Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb Lu Hf
Ta W Re Os Ir Pt Au Hg Tl Pb Bi Po At Rn Fr Ra Ac Th Pa U Np Pu Am Cm Bk Cf Es Fm Md No Lr Rf Db Sg Bh Hs Mt
Ds Rg Cn Nh Fl Mc Lv Ts Og
"""
ELEMENTS = frozenset(_ELEMENTS.split())
"""Row 28: symbols that leading superscript digits may stand before."""


def _mathematical() -> dict[str, str]:
    """Row 17: mathematical alphanumerics as plain letters and digits; NFKC of these never changes."""
    plain = {chr(code): unicodedata.normalize("NFKC", chr(code)) for code in range(0x1D400, 0x1D800)}
    return {styled: letter for styled, letter in plain.items() if styled != letter and len(letter) == 1}


def _characters() -> dict[int, str]:
    table = {chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
    table |= _mathematical()
    table |= dict.fromkeys(APOSTROPHES, "'") | dict.fromkeys(_DOUBLE_MARKS, '"') | dict.fromkeys(SPACES, " ")
    table |= {"µ": "μ"} | dict(zip("∆ϕϐϑϵϰϱ", "Δφβθεκρ", strict=True))
    table |= dict.fromkeys(_DOTS, "⋅") | dict.fromkeys("✕⨯", "×") | {"˚": "°"}
    table |= dict.fromkeys("⩽≦", "≤") | dict.fromkeys("⩾≧", "≥")
    table |= dict.fromkeys("∼〜˜～", "~") | dict.fromkeys("⁄∕／", "/") | dict.fromkeys("﹪٪％", "%")
    del table["－"]  # A dash: row 5 has to see it.
    return {ord(one): other for one, other in table.items()}


CHARACTERS: Mapping[int, str] = _characters()
"""One character for one: rows 8, 9, 10, 15 to 19, 22, 25 to 27, and the single characters of 21 and 23."""

ROWS = (
    Row(
        1,
        "HTML entities with a semicolon, once",
        "the character",
        "`&lt;` in PubMed text",
        "never without `;`",
    ),
    Row(2, "NFC", "", "é typed as e and U+0301", "not NFKC: 10⁶ would read 106"),
    Row(
        3,
        "<sup>6</sup> ^6 ^{6}",
        "⁶",
        "spellings of one explicit exponent",
        "`^` only after a digit or letter",
    ),
    Row(4, "<sub>2</sub> _{1/2}", "₂ ₁/₂", "spellings of one explicit subscript"),
    Row(5, DASHES, "-", "the mark stays, so sign and range survive", "not what would make `--` of row 6"),
    Row(6, "--", "-", "ASCII em dash", "two typed U+002D between letters or spaces"),
    Row(
        7,
        "U+00AD",
        "nothing between letters, `-` elsewhere",
        "PDF fonts use it as hyphen and minus",
        "not what would make `--` of row 6",
    ),
    Row(8, APOSTROPHES, "'", "5′ and 5', patient’s", "never meets the double marks"),
    Row(9, _DOUBLE_MARKS + " ''", '"', "quotation marks and inches", "never meets the single marks"),
    Row(10, "white space in runs", "one space", "line breaks", "never deleted between digits or letters"),
    Row(11, "invisible characters", "nothing", "they show nothing", "a space between two digits"),
    Row(12, "U+2061-2064", "nothing", "MathML leftovers", "kept between digits"),
    Row(13, "…", "...", "as text, never as a wildcard"),
    Row(14, "ﬀﬁﬂﬃﬄﬅﬆ", "letters", "PDF text"),
    Row(15, "µ U+00B5", "μ", "micro sign", "never u, never m"),
    Row(16, "∆ϕϐϑϵϰϱ", "Δφβθεκρ", "forms of Greek letters", "never a Latin letter"),
    Row(17, "U+1D400-1D7FF", "plain letters and digits", "MathML italics"),
    Row(
        18,
        "U+FF01-FF5E",
        "ASCII",
        "full-width text, one digit to one digit",
        "not 。 、, not what would make `--` of row 6",
    ),
    Row(19, "⋅ ∙ ·", "·", "one product dot", "not between digits"),
    Row(
        20,
        "· between digits",
        ".",
        "the Lancet's decimal point",
        "only U+00B7; not before 10 and an exponent",
    ),
    Row(21, "✕ ⨯, x after a number", "×", "2 x 10, 3x", "not before a letter, not in HER2x3x"),
    Row(22, "˚ º ℃ ℉", "°", "degrees", "º only after a digit or before C, F"),
    Row(23, "⩽ ≦ <= ⩾ ≧ >=", "≤ ≥", "one sign, typed", "≤ is never <"),
    Row(24, "+/-", "±", "old abstracts", "before a digit, unglued on its left, or alone between spaces"),
    Row(25, "∼ 〜 ˜ ～", "~", "one sign"),
    Row(26, "⁄ ∕ ／", "/", "one sign", "½ stays"),
    Row(27, "﹪ ٪ ％", "%", "one sign"),
    Row(
        28,
        "subscripts, charges, leading isotopes",
        "plain",
        "H₂O, AUC₀₋₂₄, Ca²⁺, p53⁻/⁻, ¹⁸F",
        "only after a letter or bracket, no exponent on a digit, no log₂8",
    ),
    Row(
        29,
        "spaces at = < > ≤ ≥ ± × ~ % °",
        "none",
        "P < .001 and P<.001",
        "not beside - or +, but = −0.23; % and ° only after a number",
    ),
    Row(
        30,
        "mark-up of the quote, second try",
        "its text",
        "models italicise",
        "paired and not inside words; the passage's own escapes go too",
    ),
    Row(31, "one final . , ; : of the quote", "dropped", "American style", "not for a closing bracket"),
)
"""The table as published; the specification and its tests read it."""

"""Vectors of the fold: single characters, whole texts, and what must stay apart."""

from typing import Any

from vectors_cases import case, group

CHARACTERS = [
    ("F5", "02D7 2010-2015 2212 FE58 FE63 FF0D", "-"),
    ("F8", "0060 00B4 02B9 02BC 0374 1FEF 1FFD 2018-201B 2032 2035 FF07 FF40", "'"),
    ("F9", "02BA 201C-201F 2033 2036 301D-301F FF02", '"'),
    ("F13", "2026", "..."),
    ("F14", "FB00", "ff"),
    ("F14", "FB01", "fi"),
    ("F14", "FB02", "fl"),
    ("F14", "FB03", "ffi"),
    ("F14", "FB04", "ffl"),
    ("F14", "FB05-FB06", "st"),
    ("F15", "00B5", "μ"),
    ("F16", "2206", "Δ"),
    ("F16", "03D0", "β"),
    ("F16", "03D1", "θ"),
    ("F16", "03D5", "φ"),
    ("F16", "03F0", "κ"),
    ("F16", "03F1", "ρ"),
    ("F16", "03F5", "ε"),
    ("F17", "1D44E", "a"),
    ("F17", "1D6FD", "β"),
    ("F17", "1D7CE", "0"),
    ("F18", "FF21", "A"),
    ("F18", "FF17", "7"),
    ("F18", "FF08", "("),
    ("F22", "2103", "°C"),
    ("F22", "2109", "°F"),
    ("F23", "2266 2A7D", "≤"),
    ("F23", "2267 2A7E", "≥"),
    ("F27", "066A FE6A FF05", "%"),
]
"""What a character becomes between two letters."""

KEPT = [
    ("F2", "no compatibility form", "10⁶ ½ Ⅳ"),
    ("F5", "a letter, exponents and a bullet are no dashes", "カー、10⁻⁶ ⁃"),
    ("F6", "beside a digit two hyphens are two", "5--10"),
    ("F18", "marks of Chinese and Japanese text", "。、"),
    ("F21", "x between letters, and in a name that goes on", "xx HER2x3x"),
    ("F23", "a sign is never another", "a≤b a<b"),
    ("F26", "a fraction", "½"),
    ("F28", "an exponent on a digit, a unit, a logarithm's base", "10⁶ m² log₂8"),
    ("F29", "beside - and + a space matters", "a - b a + b"),
]

FOLDED = [
    ("F1", "an entity", "a &lt; b", "a<b"),
    ("F1", "decoded once", "&amp;lt;", "&lt;"),
    ("F2", "an accent typed as a character of its own", "cafe\u0301", "café"),
    ("F3", "an exponent in tags", "10<sup>6</sup>", "10⁶"),
    ("F3", "an exponent behind a caret", "10^6", "10⁶"),
    ("F3", "with a sign", "10^-6", "10⁻⁶"),
    ("F3", "in braces", "10^{12}", "10¹²"),
    ("F3", "on a unit", "kg/m^2", "kg/m²"),
    ("F4", "a subscript in tags", "H<sub>2</sub>O", "H2O"),
    ("F6", "two hyphens between words", "one -- two", "one - two"),
    ("F7", "a soft hyphen between letters", "ran\u00addom", "random"),
    ("F9", "two apostrophes", "''so''", '"so"'),
    ("F10", "white space in runs and at the ends", "  a \t\n b ", "a b"),
    ("F11", "an invisible character between letters", "a\u200bb", "ab"),
    ("F11", "between digits a space stays", "5\u200b4", "5 4"),
    ("F20", "the Lancet's decimal point", "0·74", "0.74"),
    ("F21", "a typed times sign", "2 x 10⁶", "2×10⁶"),
    ("F22", "an ordinal mark behind a digit", "37 ºC", "37°C"),
    ("F23", "a typed relation", "a <= b", "a≤b"),
    ("F24", "a typed plus-minus", "5 +/- 2", "5±2"),
    ("F28", "a subscript", "H₂O", "H2O"),
    ("F28", "a charge", "Ca²⁺", "Ca2+"),
    ("F28", "an isotope", "¹⁸F", "18F"),
    ("F28", "a particle's size", "PM₂.₅", "PM2.5"),
    ("F29", "spaces at a relation", "P < .001", "P<.001"),
    ("F29", "between a relation and a sign", "β = −0.23", "β=-0.23"),
    ("F29", "before a per cent sign", "5 %", "5%"),
    ("Q23", "a space between Chinese and Latin", "用 aspirin 治疗", "用aspirin治疗"),
]

APART = [
    ("Q21", "an exponent on a digit", "10⁶", "106"),
    ("Q21", "an exponent on a unit", "m²", "m2"),
    ("F15", "micro is neither u nor m", "5 μg", "5 mg"),
    ("F15", "nor is it typed so", "5 μg", "5 ug"),
    ("F23", "less or equal, and less", "p ≤ 0.05", "p < 0.05"),
    ("F11", "digits on either side of a gap", "5\u200b4", "54"),
    ("F7", "a soft hyphen for a sign", "\u00ad5", "5"),
    ("F9", "one mark and two", "5′", "5″"),
    ("F16", "a Greek letter and a Latin one", "β", "b"),
    ("Q6", "case", "ER", "er"),
    ("Q6", "an accent", "café", "cafe"),
    ("Q6", "a space between words", "in vitro", "invitro"),
    ("Q6", "a decimal point", "1.5", "15"),
    ("Q6", "a sign", "-0.4", "0.4"),
    ("F29", "a space beside a hyphen", "a -b", "a-b"),
    ("F20", "a product", "2·10⁶", "2.10⁶"),
]


def points(runs: str) -> list[int]:
    """The code points of ``runs``: hexadecimal, ``A-B`` for a run."""
    found: list[int] = []
    for run in runs.split():
        first, _, last = run.partition("-")
        found += range(int(first, 16), int(last or first, 16) + 1)
    return found


def folds() -> list[dict[str, Any]]:
    """The groups of the file."""
    characters = [
        case(clause, f"U+{point:04X}", {"text": f"x{chr(point)}y"}, {"folded": f"x{put}y"})
        for clause, runs, put in CHARACTERS
        for point in points(runs)
    ]
    kept = [case(clause, why, {"text": text}, {"folded": text}) for clause, why, text in KEPT]
    folded = [case(clause, why, {"text": text}, {"folded": put}) for clause, why, text, put in FOLDED]
    apart = [
        case(clause, why, {"text": one, "other": other}, {"equal": False})
        for clause, why, one, other in APART
    ]
    return [
        group("fold_character", "one character between two letters", characters, []),
        group(
            "fold",
            "entities decoded once, then the fold; reject holds pairs that fold apart",
            [*folded, *kept],
            apart,
        ),
    ]

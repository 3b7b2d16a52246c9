"""Quotations spelt otherwise in ways that the fold calls equal (contract.md §4): all are verbatim.

A family is a list of spellings: what stands in the passage, what is written for it in the quotation. Each
spelling takes its turn, so that a category goes through all of its family.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import cycle

from tekmeria_eval.case import Case
from tekmeria_eval.material import Material, Planter, Slice, claim, genuine

RAW_ONLY = set("`<>*_\\&|\n\r\x85\u2028\u2029")
"""Characters on which renderers act or differ: a quotation that holds one is audited as a structured claim alone."""


@dataclass(frozen=True, slots=True)
class Spelling:
    """What is looked for in a slice, and what one occurrence of it becomes."""

    pattern: re.Pattern[str]
    spell: Callable[[re.Match[str]], str]


def _marks(pattern: str, *others: str) -> list[Spelling]:
    """One spelling for each of ``others``: it replaces what ``pattern`` finds."""
    return [Spelling(re.compile(pattern), lambda _, other=other: other) for other in others]


def _pairs(*pairs: tuple[str, str]) -> list[Spelling]:
    return [spelling for pattern, other in pairs for spelling in _marks(pattern, other)]


_SPACE = r"(?<=\w)[ \u2009\u00a0\u202f](?=[A-Za-z])"
_HYPHEN = r"(?<=[A-Za-z])[-‐‑](?=[A-Za-z])|(?<=[0-9])–(?=[0-9])|(?<=[ (=])−(?=[0-9])"

DASHES = [
    *_marks(_HYPHEN, *"-‐‑‒–—―−﹘﹣－˗"),
    *_marks("(?<=[a-z])—(?=[a-z])", *"-–―"),
]
APOSTROPHES = _marks("(?<=[a-z0-9])[’′](?=[a-z ])", *"'‘’‚‛ʼʹ′‵´`＇")
SPACES = [
    *_marks(_SPACE, *("\t\u00a0\u2002\u2003\u2009\u200a\u202f\u205f\u3000\u2028\u0085")),
    *_marks(_SPACE, "  ", "   ", "\n", "\r\n", " \n  "),
]
INVISIBLES = _marks(
    "(?<=[A-Za-z])(?=[a-z])|(?<=[a-z])(?= )",
    *"\u200b\u200c\u200d\u2060\ufeff\u200e\u200f\u061c\u180e\u034f\ufe00\ufe0f\u2061\u2063\U000e0100",
)
SOFT_HYPHENS = _marks("(?<=[A-Za-z])(?=[a-z])", "\u00ad")
ELLIPSES = [
    *_marks("…", "..."),
    *_marks(r"(?<!\.)\.\.\.(?!\.)", "…"),
]
LIGATURES = _pairs(
    ("ff(?![il])", "ﬀ"),
    ("(?<!f)fi", "ﬁ"),
    ("(?<!f)fl", "ﬂ"),
    ("ffi", "ﬃ"),
    ("ffl", "ﬄ"),
    ("st", "ﬆ"),
    ("st", "ﬅ"),
)
GREEK = _pairs(("μ", "µ"), ("µ", "μ"), ("Δ", "∆"), ("∆", "Δ"), ("β", "ϐ"), ("κ", "ϰ"), ("ρ", "ϱ"), ("θ", "ϑ"))
SIGNS = _pairs(
    ("(?<=[0-9])·(?=[0-9])", "."),
    (r"(?<=[0-9])\.(?=[0-9])", "·"),
    ("(?<=[a-zL])·(?=[a-z])", "⋅"),
    ("(?<=[a-zL])·(?=[a-z])", "∙"),
    ("(?<=[0-9 ])×", "✕"),
    ("(?<=[0-9 ])×", "⨯"),
    ("(?<=[0-9] )×(?= [0-9])", "x"),
    ("°", "˚"),
    ("(?<=[0-9] )°(?=C)", "º"),
    ("º(?=C)", "°"),
    ("[°º]C", "℃"),
    ("≤", "⩽"),
    ("≤", "≦"),
    ("≤", "<="),
    ("≥", "⩾"),
    ("≥", "≧"),
    ("≥", ">="),
    (" ± ", " +/- "),
    ("(?<=[a-zL])/(?=[a-zL])", "⁄"),
    ("(?<=[a-zL])/(?=[a-zL])", "∕"),
    ("%", "﹪"),
    ("%", "٪"),
    ("%", "％"),
)
RELATIONS = _pairs(
    ("(?<=[A-Za-z]) = (?=[0-9])", "="),
    ("(?<=[A-Za-z])=(?=[0-9])", " = "),
    ("(?<=[A-Za-z])=(?=[−-])", " = "),
    ("(?<=[A-Za-z])<(?=[0-9])", " < "),
    ("(?<=[ (])≤(?=[0-9])", "≤ "),
    ("(?<=[ (])≥(?=[0-9])", "≥ "),
    (" ≤ ", "≤"),
    (" ± ", "±"),
    (" × ", "×"),
    ("(?<=[0-9])×(?=[0-9])", " × "),
    ("(?<=[0-9])%", " %"),
    ("(?<=[0-9]) °(?=C)", "°"),
)


def _full_width(match: re.Match[str]) -> str:
    return chr(ord(match[0]) + 0xFEE0)


def _italic(match: re.Match[str]) -> str:
    base = 0x1D434 if match[0].isupper() else 0x1D44E
    return "ℎ" if match[0] == "h" else chr(base + ord(match[0].upper()) - ord("A"))


LETTERS = [
    Spelling(re.compile("(?<=[a-z])[a-gi-z](?=[a-z])"), _italic),
    Spelling(re.compile("(?<=[a-z])[a-z](?=[a-z])"), _full_width),
    Spelling(re.compile("(?<= )[0-9](?= )|(?<=[0-9])[0-9](?=[0-9])"), _full_width),
    Spelling(re.compile("[(),;:=+](?=.)"), _full_width),
]
_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_LOWERED = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_POWER = re.compile("(?<=[0-9a-zL])⁻?[⁰¹²³⁴-⁹]+(?![⁺⁻⁰¹²³⁴-⁹])")
SCRIPTS = [
    Spelling(_POWER, lambda match: "^" + match[0].translate(_DIGITS)),
    Spelling(_POWER, lambda match: "^{" + match[0].translate(_DIGITS) + "}"),
    Spelling(_POWER, lambda match: f"<sup>{match[0].translate(_DIGITS)}</sup>"),
    Spelling(re.compile("(?<=[A-Za-z])[₀-₉](?![₀-₉])"), lambda match: match[0].translate(_LOWERED)),
    Spelling(
        re.compile("(?<=[A-Za-z])[₀-₉](?![₀-₉])"), lambda match: f"<sub>{match[0].translate(_LOWERED)}</sub>"
    ),
    Spelling(re.compile("(?<=[a-z])[²³]?[⁺⁻](?= |$)"), lambda match: match[0].translate(_DIGITS)),
]
ENTITIES = [
    Spelling(re.compile("[<>≤≥±μβγκ°·–×]"), lambda match: f"&#{ord(match[0])};"),
    Spelling(re.compile("[<>≤≥±μβγκ°·–×]"), lambda match: f"&#x{ord(match[0]):X};"),
    *_pairs(
        ("<", "&lt;"),
        (">", "&gt;"),
        ("±", "&plusmn;"),
        ("≤", "&le;"),
        ("×", "&times;"),
        ("(?<=[a-z])’", "&rsquo;"),
    ),
]
EMPHASIS = [
    Spelling(re.compile(r"(?<= )[A-Za-z]{4,}(?= )"), lambda match: f"*{match[0]}*"),
    Spelling(re.compile(r"(?<= )[A-Za-z]{4,}(?= )"), lambda match: f"**{match[0]}**"),
    Spelling(re.compile(r"(?<= )[A-Za-z]{4,}(?= )"), lambda match: f"_{match[0]}_"),
    Spelling(re.compile(r"(?<= )[A-Za-z]{4,}(?= )"), lambda match: f"__{match[0]}__"),
    Spelling(re.compile(r"(?<= )[A-Za-z]{4,}(?= )"), lambda match: f"`{match[0]}`"),
    Spelling(re.compile(r"[(),;=-](?=.)"), lambda match: f"\\{match[0]}"),
]


def respelt(material: Material, spellings: Sequence[Spelling]) -> Iterator[tuple[Slice, str]]:
    """Slices with one occurrence spelt otherwise, each spelling in its turn for as long as it finds any."""
    streams = [_respellings(material, spelling) for spelling in spellings]
    waiting = cycle(list(range(len(streams))))
    dry: set[int] = set()
    for turn in waiting:
        if len(dry) == len(streams):
            return
        found = None if turn in dry else next(streams[turn], None)
        if found is None:
            dry.add(turn)
        else:
            yield found


def _respellings(material: Material, spelling: Spelling) -> Iterator[tuple[Slice, str]]:
    for cut in material.slices(around=spelling.pattern, tries=600):
        matches = list(spelling.pattern.finditer(cut.text))
        if not matches:  # What the pattern looks at beside the match was cut off.
            continue
        match = material.random.choice(matches)
        other = cut.text[: match.start()] + spelling.spell(match) + cut.text[match.end() :]
        if other != cut.text:
            yield cut, other


def _category(name: str, spellings: Sequence[Spelling], doc: str, matched: str = "folded") -> Planter:
    def plant(material: Material) -> Iterator[Case]:
        for cut, quote in respelt(material, spellings):
            planted = replace(genuine(cut.issued, cut), quote=quote, matched=matched)
            styles = ("none",) if RAW_ONLY & set(quote) else ()
            yield Case((claim(material.prose(), planted),), styles=styles)

    plant.__name__ = name
    plant.__doc__ = doc
    return plant


def ok_decomposed(material: Material) -> Iterator[Case]:
    """Letters with an accent are written as letter and combining accent (NFC makes them one again)."""
    pool = material.literature.unflagged
    accented = [issued for issued in pool if unicodedata.normalize("NFD", issued.text) != issued.text]
    for cut in material.slices(accented, lambda cut: unicodedata.normalize("NFD", cut.text) != cut.text):
        planted = replace(
            genuine(cut.issued, cut), quote=unicodedata.normalize("NFD", cut.text), matched="folded"
        )
        yield Case((claim(material.prose(), planted),))


FAMILIES: Mapping[str, tuple[str, Sequence[Spelling]]] = {
    "ok_dashes": ("Row 5: one dash for another.", DASHES),
    "ok_apostrophes": ("Row 8: one apostrophe or prime for another.", APOSTROPHES),
    "ok_reformatted": ("Row 10: other white space, or more of it.", SPACES),
    "ok_invisible": ("Rows 11 and 12: a character that cannot be seen.", INVISIBLES),
    "ok_soft_hyphen": ("Row 7: a soft hyphen between letters.", SOFT_HYPHENS),
    "ok_ellipsis": ("Row 13: three points for the ellipsis that the passage has.", ELLIPSES),
    "ok_ligatures": ("Row 14: a ligature for its letters.", LIGATURES),
    "ok_greek": ("Rows 15 and 16: a compatibility form of a Greek letter.", GREEK),
    "ok_letters": ("Rows 17 and 18: mathematical and full-width letters, digits, marks.", LETTERS),
    "ok_signs": ("Rows 19 to 27: one sign for another that means the same.", SIGNS),
    "ok_scripts": ("Rows 3, 4 and 28: other spellings of superscripts and subscripts.", SCRIPTS),
    "ok_relations": ("Row 29: white space beside relational signs, per cent, degrees.", RELATIONS),
    "ok_entities": ("Row 1: a character as an entity.", ENTITIES),
    "ok_emphasis": ("Row 30: emphasis, code ticks and escapes.", EMPHASIS),
}
"""Categories of spellings: what they show, and their spellings."""

PLANTERS = (
    *(
        _category(name, spellings, doc, "unmarked" if name == "ok_emphasis" else "folded")
        for name, (doc, spellings) in FAMILIES.items()
    ),
    ok_decomposed,
)

"""Faithful retypings of a quotation, by row of the fold table, each with the guards that the table states.

A retyping spells what its pattern finds in another way that the row calls equal. Where one of its guards holds the
row makes no promise: there the retyping is counted apart. A guard is named by words of the table, and is a pattern
searched in what stands round a find: up to 200 characters before it, the find between `⟦` and `⟧`, and 12 after it;
all of the text for row 30.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from random import Random

Spell = Callable[[re.Match[str], Random], str]
_BEFORE, _AFTER = 200, 12


def _no_guards() -> Mapping[str, re.Pattern[str]]:
    return {}


@dataclass(frozen=True, slots=True)
class Retyping:
    """Row and name of a retyping, what it finds, how that is spelt, where the row makes no promise."""

    name: str
    pattern: re.Pattern[str]
    spell: Spell
    guards: Mapping[str, re.Pattern[str]] = field(default_factory=_no_guards)
    odds: float = 0.5
    """How often a find is spelt anew."""

    @property
    def row(self) -> int:
        """The row of the fold table."""
        return int(self.name.split()[0])

    def finds(self, text: str) -> dict[str | None, list[re.Match[str]]]:
        """What the pattern finds, by the guard that holds there; None: the free ones."""
        found: dict[str | None, list[re.Match[str]]] = {}
        for match in self.pattern.finditer(text):
            found.setdefault(self._guard(match), []).append(match)
        return found

    def _guard(self, match: re.Match[str]) -> str | None:
        start, end = match.span()
        far = len(match.string) if self.row == 30 else 0  # Marks pair over any distance.
        before = match.string[max(start - _BEFORE - far, 0) : start]
        after = match.string[end : end + _AFTER + far]
        around = f"{before}⟦{match[0]}⟧{after}"
        return next((guard for guard, pattern in self.guards.items() if pattern.search(around)), None)

    def some(self, text: str, finds: list[re.Match[str]], rng: Random) -> str:
        """``text`` with some of ``finds``, at least one, spelt anew."""
        chosen = [match for match in finds if rng.random() < self.odds] or [rng.choice(finds)]
        return spelt(text, ((match, self.spell(match, rng)) for match in chosen))


def spelt(text: str, changes: Iterable[tuple[re.Match[str], str]]) -> str:
    """``text`` with each match replaced; they stand in order and do not overlap."""
    pieces: list[str] = []
    done = 0
    for match, new in changes:
        pieces += [text[done : match.start()], new]
        done = match.end()
    return "".join([*pieces, text[done:]])


def _from(choices: str | list[str]) -> Spell:
    return lambda match, rng: rng.choice(choices)


def _by(table: Mapping[str, list[str]]) -> Spell:
    return lambda match, rng: rng.choice(table[match[0]])


def _retyping(name: str, pattern: str, spell: Spell | str, odds: float = 0.5, /, **guards: str) -> Retyping:
    """The guards' names have underscores for spaces."""
    compiled = {guard.replace("_", " "): re.compile(there) for guard, there in guards.items()}
    plain = spell
    made: Spell = (lambda match, rng: match.expand(plain)) if isinstance(plain, str) else plain
    return Retyping(name, re.compile(pattern), made, compiled, odds)


DASHES = "‐‑‒–—―−﹣－˗"
SUP = "[⁰¹²³⁴-⁹]"
_SCRIPT = "[⁰¹²³⁴-⁹₀-₉]"
LETTER = r"[^\W\d_⁰¹²³⁴-⁹₀-₉]"
_PLAIN = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻₀₁₂₃₄₅₆₇₈₉₊₋", "0123456789+-0123456789+-")
_LIGATURES = {"ffi": "ﬃ", "ffl": "ﬄ", "ff": "ﬀ", "fi": "ﬁ", "fl": "ﬂ", "st": "ﬆ"}
_UNSEEN = "\u200b\u2060\ufeff\u200d\u200e\u034f\ufe0f"
_WORD = rf"(?<!\w){LETTER}{{3,}}(?!\w)"
_ANY_DASH = f"[-\u00ad{DASHES}]"
_BESIDE_DASH = rf"{_ANY_DASH}⟦|⟧{_ANY_DASH}"
_ROW_6 = {"not what would make -- of row 6": _BESIDE_DASH}
_TYPED_ROW_6 = {"not what would make -- of row 6": rf"{_ANY_DASH}⟦-|⟦-⟧{_ANY_DASH}"}
_BETWEEN_DIGITS = r"[\d⁰¹²³⁴-⁹₀-₉]⟦[^⟧]*⟧[\d⁰¹²³⁴-⁹₀-₉]"
_OWN_MARKS = r"[`\\]|(?:^|[^\w*_⟦⟧])[*_]+[\w⟦]|[\w⟧][*_]+(?:[^\w*_⟦⟧]|$)"
_MARKED = {"paired_and_not_inside_words": rf"{_OWN_MARKS}|[\w*`]⟦|⟧[\w*`]"}
_SINGLES = "'‘’‚‛ʼʹ′‵´`＇"
_BESIDE_SINGLE = f"[{_SINGLES}]⟦|⟧[{_SINGLES}]"
_DOUBLES = '"“”„‟″‶ʺ〝〞〟＂'
_NO_CHARGE = (
    rf"(?:^|[^\w)\]]|_)⟦|⟧[\d⁺⁻]|⟧{SUP}|{SUP}⟦|(?:^|\W)[\d.,]+⟦|\d⟦{SUP}|{LETTER}⟦[^⟧]*⟧{LETTER}|⁻⁻"
    rf"|{_BESIDE_DASH}"
)
_SPACE_GUARDS = {
    "not_beside_-_or_+": rf"[-+{DASHES}] ?⟦|⟧[-+{DASHES}](?!\.?\d)|×[^⟧]*⟧[-+{DASHES}]",
}


def plain(match: re.Match[str]) -> str:
    """Superscripts and subscripts as digits and signs."""
    return match[0].translate(_PLAIN)


def _bold(match: re.Match[str], rng: Random) -> str:
    code = ord(match[0])
    return chr(0x1D7CE + code - 48) if code < 58 else chr(0x1D400 + (code - 65 if code < 97 else code - 71))


def _caret(match: re.Match[str], rng: Random) -> str:
    follows = match.string[match.end() : match.end() + 1].isdigit()
    return (rng.choice(["^%s", "^{%s}"]) if not follows else "^{%s}") % plain(match)


def _full_width(match: re.Match[str], rng: Random) -> str:
    return chr(ord(match[0]) + 0xFEE0)


RETYPINGS = (
    _retyping("1 entities", "[<>&]", _by({"<": ["&lt;"], ">": ["&gt;"], "&": ["&amp;"]}), once=r"⟦&⟧#?\w+;"),
    _retyping(
        "1 numeric entities", "[^ -~]|[<>&]", lambda m, r: r.choice(["&#%d;", "&#x%x;", "&#X%X;"]) % ord(m[0])
    ),
    _retyping("2 decomposed", "[\u00c0-\u1eff]", lambda m, r: unicodedata.normalize("NFD", m[0])),
    _retyping("3 sup tags", f"[⁺⁻]?{SUP}+[⁺⁻]?|[⁺⁻]", lambda m, r: f"<sup>{plain(m)}</sup>"),
    _retyping("3 carets", f"[⁺⁻]?{SUP}+(?![⁺⁻])", _caret, only_after_a_digit_or_letter=r"(?:^|\W)⟦"),
    _retyping("4 sub tags", "[₀-₉]+", lambda m, r: f"<sub>{plain(m)}</sub>"),
    _retyping("5 dashes to hyphens", f"[{DASHES}]", "-", **_ROW_6),
    _retyping("5 hyphens to dashes", "-", _from(DASHES), **_ROW_6),
    _retyping(
        "6 typed dashes",
        "[—–]",
        "--",
        between_letters_or_spaces=rf"(?:^|[^\w ]|\d|{_SCRIPT})⟦|⟧(?:[^\w ]|\d|{_SCRIPT}|$)",
    ),
    _retyping("7 soft hyphens", f"(?<={LETTER})(?={LETTER})", "\u00ad", 0.1),
    _retyping(
        "7 soft hyphens for dashes",
        "[-–−]",
        "\u00ad",
        nothing_between_letters=rf"{LETTER}⟦.⟧{LETTER}",
        **_ROW_6,
    ),
    _retyping(
        "8 single marks", f"[{_SINGLES}]", _from(_SINGLES), never_meets_the_double_marks=_BESIDE_SINGLE
    ),
    _retyping(
        "9 double marks",
        f"[{_DOUBLES}]",
        _from([*_DOUBLES, "''"]),
        never_meets_the_single_marks=_BESIDE_SINGLE,
    ),
    _retyping("10 white space", " ", _from([*"\u00a0\u2009\n\u202f\t\u3000\x0b", "  ", "\r\n"])),
    _retyping(
        "11 invisible", r"(?<=\S)(?=\S)", _from(_UNSEEN), 0.1, a_space_between_two_digits=_BETWEEN_DIGITS
    ),
    _retyping("11 invisible at spaces", " ", _from(["\u200b ", " \ufeff"]), 0.2),
    _retyping(
        "12 operators",
        r"(?<=\S)(?=\S)",
        _from("\u2061\u2062\u2063\u2064"),
        0.1,
        kept_between_digits=_BETWEEN_DIGITS,
    ),
    _retyping("13 ellipses", r"\.\.\.", "…"),
    _retyping("14 ligatures", "ffi|ffl|ff|fi|fl|st", lambda m, r: _LIGATURES[m[0]]),
    _retyping("15 micro signs", "[μµ]", _from("μµ")),
    _retyping("16 Greek forms", "[Δφβθεκρ]", lambda m, r: dict(zip("Δφβθεκρ", "∆ϕϐϑϵϰϱ", strict=True))[m[0]]),
    _retyping("17 mathematical letters and digits", "[A-Za-z0-9]", _bold, 0.2),
    _retyping("18 full width", "[!-~]", _full_width, 0.3, **_TYPED_ROW_6),
    _retyping("19 product dots", "[·⋅∙]", _from("·⋅∙\u0387"), not_between_digits=_BETWEEN_DIGITS),
    _retyping(
        "20 raised points",
        r"(?<=[0-9])[.·](?=[0-9])",
        _from(".·"),
        not_before_10_and_an_exponent=rf"⟧10(?:{SUP}|[⁺⁻(])",
    ),
    _retyping(
        "21 letter x",
        " ?× ?",
        _from([" x ", "x", " × "]),
        after_a_number=r"(?:^|[^\d⁰¹²³⁴-⁹⁺⁻])⟦|[A-Za-z_][\d.,]+⟦",
        not_before_a_letter=r"⟧(?!\.?\d)",
    ),
    _retyping("21 other crosses", "×", _from("✕⨯")),
    _retyping("22 degree rings", "[°˚]", _from("°˚")),
    _retyping("22 degree ordinals", "[°˚]", "º", only_after_a_digit_or_before_C=r"(?:^|\D)⟦.⟧(?![CF](?!\w))"),
    _retyping("22 degree letters", "[°˚]([CF])", lambda m, r: "℃" if m[1] == "C" else "℉"),
    _retyping("23 typed comparisons", "[≤≥]", _by({"≤": ["<=", "⩽", "≦"], "≥": [">=", "⩾", "≧"]})),
    _retyping(
        "24 typed plus-minus",
        "±",
        _from(["+/-", "+/−"]),
        unglued_on_its_left=r"\w⟦",
        before_a_digit=r"⟧(?! ?\.?\d)(?! |$)|[^ ]⟦.⟧(?! ?\.?\d)",
    ),
    _retyping("25 tildes", "[~∼〜˜～]", _from("~∼〜˜～")),
    _retyping("26 slashes", "[/⁄∕／]", _from("/⁄∕／")),
    _retyping("27 per cent", "[%﹪٪％]", _from("%﹪٪％")),
    _retyping(
        "28 subscripts",
        "[₀-₉]+(?:[./₊₋][₀-₉]+)*",
        lambda m, r: plain(m),
        only_after_a_letter_or_bracket=r"(?:^|[^\w)\]]|[\d_⁰¹²³⁴-⁹₊₋])⟦",
        **{"no log₂8": r"⟧\.?\d"},
    ),
    _retyping(
        "28 charges", rf"{SUP}*[⁺⁻]+(?:/[⁺⁻]+)*", lambda m, r: plain(m), no_exponent_on_a_digit=_NO_CHARGE
    ),
    _retyping(
        "28 isotopes",
        rf"(?<![\w⁺⁻]){SUP}{{1,3}}(?=(?:C|F|H|N|O|I|Tc|Ga|Lu|In|Cu|Y)(?![a-z]))",
        lambda m, r: plain(m),
    ),
    _retyping("29 spaces dropped", " ?([=<>≤≥±×~]) ?", r"\1", **_SPACE_GUARDS),
    _retyping("29 spaces put", "(?<=[^ ])([=<>≤≥±×~])(?=[^ ])", r" \1 ", **_SPACE_GUARDS),
    _retyping(
        "29 per cent and degrees",
        r"(?<=\d)(?=[%°])| (?=[%°])",
        _from(["", " "]),
        only_after_a_number=r"(?:^|\D)⟦",
    ),
    _retyping("30 bold numbers", r"\d+(?:\.\d+)?", r"**\g<0>**", **_MARKED),
    _retyping("30 italic words", _WORD, r"*\g<0>*", 0.2, **_MARKED),
    _retyping("30 underlined words", _WORD, r"_\g<0>_", 0.2, **_MARKED),
    _retyping("30 code", _WORD, r"`\g<0>`", 0.2, **_MARKED),
    _retyping("30 escapes", r"[*_\[\]()#+.!<>=-]", r"\\\g<0>", paired_and_not_inside_words=_OWN_MARKS),
    _retyping(
        "31 final mark",
        r"(?<=[^ .,;:])\Z",
        _from(".,;:"),
        not_for_a_closing_bracket=r"\([^)]*⟦|\[[^\]]*⟦|\{[^}]*⟦",
    ),
)
"""Every row of the table, spelt by someone who changes nothing."""

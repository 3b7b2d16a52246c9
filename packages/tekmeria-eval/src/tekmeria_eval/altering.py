"""Changes of what a quotation says, each of a kind that no row of the fold table forgives (contract.md §4)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from random import Random

from tekmeria_eval.retyping import SUP, plain

Edit = Callable[[str, Random], str]


def one(pattern: str, put: str | Callable[[re.Match[str], Random], str]) -> Edit:
    """Replace one match, chosen at random; without a match the text stays as it is."""
    compiled = re.compile(pattern)

    def edit(text: str, rng: Random) -> str:
        matches = list(compiled.finditer(text))
        if not matches:
            return text
        match = rng.choice(matches)
        new = match.expand(put) if isinstance(put, str) else put(match, rng)
        return text[: match.start()] + new + text[match.end() :]

    return edit


def _from(choices: str | list[str]) -> Callable[[re.Match[str], Random], str]:
    return lambda match, rng: rng.choice(choices)


def _other(choices: str | list[str]) -> Callable[[re.Match[str], Random], str]:
    return lambda match, rng: rng.choice([choice for choice in choices if choice != match[0]])


def _by(table: Mapping[str, str | list[str]]) -> Callable[[re.Match[str], Random], str]:
    return lambda match, rng: rng.choice(table[match[0]])


def _words(change: Callable[[list[str], Random], None]) -> Edit:
    def edit(text: str, rng: Random) -> str:
        words = text.split(" ")
        if len(words) > 3:
            change(words, rng)
        return " ".join(words)

    return edit


def _swap(words: list[str], rng: Random) -> None:
    at = rng.randrange(len(words) - 1)
    words[at], words[at + 1] = words[at + 1], words[at]


def _drop(words: list[str], rng: Random) -> None:
    del words[rng.randrange(1, len(words) - 1)]


def _insert(words: list[str], rng: Random) -> None:
    words.insert(rng.randrange(1, len(words)), rng.choice(["not", "no", "never", "markedly", "5"]))


def _cut(text: str, rng: Random) -> str:
    """Less its beginning or its end, inside a token: between letters or digits."""
    inside = [match.start() for match in re.finditer(r"(?<=[^\W_])(?=[^\W_])", text)]
    at = rng.choice(inside)
    return text[at:] if rng.random() < 0.5 else text[:at]


_UNITS = ["mg", "μg", "kg", "mL", "mm", "days", "weeks", "months", "years", "kBq", "mmol"]
_NEGATIONS = "not|without|Neither|nor|no|No|never|neither|cannot|none"
_LOOK_ALIKES = {
    "a": "а",
    "e": "е",
    "o": "о",
    "p": "р",
    "c": "с",
    "x": "х",
    "i": "і",
    "A": "Α",
    "B": "Β",
    "T": "Т",
    "μ": "ц",
}
_COUNTED = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]

CHANGES: Mapping[str, Edit] = {
    "digit": one("[0-9]", _other("0123456789")),
    "digit put": one("(?=[0-9])", _from("0123456789")),
    "digit lost": one("[0-9]", ""),
    "digit of another script": one("[0-9]", lambda m, r: chr(r.choice([0x660, 0x6F0, 0x966]) + int(m[0]))),
    "digit in a circle": one("[1-9]", lambda m, r: chr(0x2460 + int(m[0]) - 1)),
    "number as a word": one(r"(?<![\w.,])[0-9](?![\w.,])", lambda m, r: _COUNTED[int(m[0])]),
    "leading zero": one(r"(?<![\d.])0(?=\.\d)|(?<![\d.])(?=\.\d)", lambda m, r: "" if m[0] else "0"),
    "trailing zero": one(r"(?<=\.\d)(?!\d)|(?<=\.\d\d)(?!\d)", "0"),
    "decimal point moved": one(r"(\d)\.(\d)", r".\1\2"),
    "decimal point lost": one(r"(?<=\d)\.(?=\d)", ""),
    "decimal point put": one(r"(?<=\d)(?=\d)", "."),
    "decimal point to comma": one(r"(?<=\d)\.(?=\d)", ","),
    "decimal point to space": one(r"(?<=\d)\.(?=\d)", " "),
    "thousands comma lost": one(r"(?<=\d),(?=\d)", ""),
    "thousands comma to point": one(r"(?<=\d),(?=\d)", "."),
    "sign lost": one(r"[-−–](?=\d)", ""),
    "sign put": one(r"(?<![\w.,/:*−–-])(?=\d)", "-"),
    "sign to plus": one(r"[-−–](?=\d)", "+"),
    "sign doubled": one(r"[-−–](?=\d)", "--"),
    "sign set apart": one(r"(?<=[^\d ])[-−–](?=\d)", "- "),
    "plus-minus to a sign": one("±", _from("+-")),
    "range to space": one(r"(?<=\d)[-–](?=\d)", " "),
    "range to a word": one(r"(?<=\d)[-–](?=\d)", " to "),
    "comparison flipped": one("[<>≤≥]", _by({"<": ">≤", ">": "<≥", "≤": "<≥", "≥": ">≤"})),
    "comparison lost": one("[<>≤≥=~]", _from([" ", ""])),
    "comparison to equality": one("[<>≤≥]", "="),
    "comparison struck": one("[<>=]", "\\g<0>\u0338"),
    "unit": one(rf"(?<=\d )(?:{'|'.join(_UNITS)})\b", _other(_UNITS)),
    "unit cut off": lambda text, rng: re.sub(
        rf"(?<=\d) (?:{'|'.join(_UNITS)})\b.*", "", text, count=1, flags=re.DOTALL
    ),
    "number cut off": lambda text, rng: re.sub(
        rf"^.*?\d (?=(?:{'|'.join(_UNITS)})\b)", "", text, count=1, flags=re.DOTALL
    ),
    "unit prefix": one("[μµ]", _from("mun")),
    "unit's power lost": one(f"(?<=[a-z])[⁺⁻]?{SUP}+", ""),
    "per cent lost": one(" ?%", ""),
    "per cent to per mille": one("%", "‰"),
    "degree lost": one(" ?°", ""),
    "case": one("[A-Za-z]", lambda m, r: m[0].swapcase()),
    "superscript flattened": one(f"(?<=[0-9m])[⁺⁻]?{SUP}+", lambda m, r: plain(m)),
    "superscript in brackets": one(f"[⁺⁻]?{SUP}+", lambda m, r: f"({plain(m)})"),
    "superscript lost": one(f"[⁺⁻]?{SUP}+", ""),
    "superscript changed": one(SUP, _other("⁰¹²³⁴⁵⁶⁷⁸⁹")),
    "superscript sign lost": one(f"⁻(?={SUP})", ""),
    "superscript sign put": one(f"(?<=\\d)(?={SUP})", "⁻"),
    "digit raised": one(r"(?<=\d)\d(?!\d)", lambda m, r: "⁰¹²³⁴⁵⁶⁷⁸⁹"[int(m[0])]),
    "digit lowered": one(r"(?<=\d)\d(?!\d)", lambda m, r: "₀₁₂₃₄₅₆₇₈₉"[int(m[0])]),
    "subscript changed": one("[₀-₉]", _other("₀₁₂₃₄₅₆₇₈₉")),
    "charge turned": one("[⁺⁻]", _by({"⁺": "⁻", "⁻": "⁺"})),
    "accent lost": one("[öéèïüáñ]", lambda m, r: unicodedata.normalize("NFD", m[0])[0]),
    "accent put": one("[aeou]", lambda m, r: m[0] + r.choice("\u0301\u0308\u0327\u0336")),
    "Greek to Latin": one("[ακρβμγδ]", _by(dict(zip("ακρβμγδ", "akpßuyd", strict=True)))),
    "look-alike letter": one("[aeopcxiABTμ]", lambda m, r: _LOOK_ALIKES[m[0]]),
    "negation or word put": _words(_insert),
    "negation lost": one(rf" (?:{_NEGATIONS})(?= )", ""),
    "words swapped": _words(_swap),
    "word lost": _words(_drop),
    "letter lost": one("[a-z]", ""),
    "letter put": one("(?=[a-z])", _from("aeiou")),
    "space between letters lost": one("(?<=[A-Za-z]) (?=[A-Za-z])", ""),
    "space between digits lost": one("(?<=[0-9]) (?=[0-9])", ""),
    "space in a word": one("(?<=[a-z])(?=[a-z])", " "),
    "space in a number": one("(?<=[0-9])(?=[0-9])", " "),
    "apostrophe lost": one("(?<=[a-z])’(?=[a-z])", ""),
    "prime lost": one("[′″](?=[ -])", ""),
    "prime doubled": one("′", "″"),
    "hyphen lost": one(r"(?<=\w)-(?=\w)", ""),
    "hyphen to space": one(r"(?<=\w)-(?=\w)", " "),
    "star lost": one(r"(?<=\w)\*(?=\w)", ""),
    "bracket lost": one(r"[()\[\]]", ""),
    "comma lost": one(r"(?<=[a-z)]),(?= )", ""),
    "slash to hyphen": one("/", "-"),
    "ratio to slash": one(r"(?<=\d):(?=\d)", "/"),
    "strike-through put": one(r"(?<= )\w+(?= )", r"~~\g<0>~~"),
    "hidden character put": one("(?=[a-z])", _from("\u202e\u2066\U000e0041\ufffd\ue000")),
    "cut inside a token": _cut,
}
"""What is changed -> a function that changes it once."""

_OPENERS, _CLOSERS = r"[(\[{\"'“‘„«]*", r"[)\]}\"'”’“».,;:!?]*"


def is_quotation(text: str, passage: str) -> bool:
    """Whether ``text``, less a final mark, is a stretch of whole words of ``passage`` that parts no quantity.

    What a change leaves may be one: a word less at an end is a shorter quotation and no false one.
    """
    shorter = text.strip().rstrip(".,;:")
    before = r"(?<![\d⁰¹²³⁴-⁹] )" if re.match(rf"(?:{'|'.join(_UNITS)})\b", shorter) else ""
    behind = rf"(?! (?:{'|'.join(_UNITS)})\b)" if re.search(r"[\d⁰¹²³⁴-⁹]$", shorter) else ""
    whole = rf"(?:^|(?<=\s)){before}{_OPENERS}{re.escape(shorter)}{behind}{_CLOSERS}(?:$|(?=\s))"
    return re.search(whole, passage) is not None

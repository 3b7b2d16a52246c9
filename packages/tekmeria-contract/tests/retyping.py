"""Invented passages, ways to retype a quotation faithfully, and ways to change what it says."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from random import Random

Edit = Callable[[str, Random], str]

_SENTENCES = (
    "Risk fell by {n}–{n}% in the {drug} group (HR {d}; 95% CI, {d} to {d}; P<{p}).",
    "The change was −{d} mm Hg (range, −{d} to {d}) at {n} °C, and {n} patients stopped.",
    "{gene}⁺ T cells rose to {d} × 10⁶ per mL (P = {p}) after {n} days.",
    "The patients’ clearance was {n} ± {n} mL/min per {d} m², not below {n}.",
    "A dose of {n} μg/kg of {drug} was given i.v. to {n} of {n} adults (≥{n} years).",
    "The 5′ end and the 3′-UTR of {gene}*{n}:{n} were read with a {n}″ gel.",
    "HbA₁c, PaO₂ and H₂O were measured; Ca²⁺ and Na⁺ were not (≤{d} mmol·L⁻¹).",
    "Uptake of [¹⁸F]FDG at {n} ± {d} kBq did not rise – it fell (P > {p}).",
    "Sjögren’s syndrome, Ménière’s disease and naïve {gene}-{n} cells were “as safe as placebo”.",
    "The drug—unlike placebo—reduced efficacy, fibrosis and fluid by {n},{n3} units...",
    "ΔF{n} carriers (n = {n}) took {drug} & aspirin at a ratio of {n}:{n} and/or {d}%.",
    "Treatment with {drug} did not reduce mortality without an increase in first-line failures.",
    "Volumes of {n} × {n} mm and ~{n} mL gave −{n}.{n} ± {d} kg/m² (β = −{d}; φ < {p}).",
    "Neither non-small-cell {gene} nor TNF-α, κ or ρ changed with ≤{n} mg t.i.d. [{gene}].",
)
_DRUGS = ("dapavir", "lomicept", "tresarol", "zelofine")
_GENES = ("CD4", "CYP2C19", "HLA-B", "KRAS", "IL-6", "p53")


def passage(rng: Random) -> str:
    """One to three invented sentences with the marks of biomedical prose."""
    return " ".join(_filled(rng.choice(_SENTENCES), rng) for _ in range(rng.randint(1, 3)))


def _filled(template: str, rng: Random) -> str:
    makers: Mapping[str, Callable[[], str]] = {
        "n": lambda: str(rng.randint(1, 99)),
        "n3": lambda: str(rng.randint(100, 999)),
        "d": lambda: f"{rng.randint(0, 9)}.{rng.randint(10, 99)}",
        "p": lambda: rng.choice(["0.05", ".001", "0.001", "0.03"]),
        "drug": lambda: rng.choice(_DRUGS),
        "gene": lambda: rng.choice(_GENES),
    }
    return re.sub(r"\{(\w+)\}", lambda match: makers[match[1]](), template)


def each(pattern: str, put: str | Callable[[re.Match[str], Random], str], odds: float = 0.5) -> Edit:
    """Replace each match with the odds given."""
    compiled = re.compile(pattern)

    def edit(text: str, rng: Random) -> str:
        def replaced(match: re.Match[str]) -> str:
            if rng.random() >= odds:
                return match[0]
            return match.expand(put) if isinstance(put, str) else put(match, rng)

        return compiled.sub(replaced, text)

    return edit


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


_LIGATURES: Mapping[str, str] = {"ffi": "ﬃ", "ffl": "ﬄ", "ff": "ﬀ", "fi": "ﬁ", "fl": "ﬂ", "st": "ﬆ"}
_DASHES = "‐‑‒–—―−﹣－˗"
_PLAIN = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻₀₁₂₃₄₅₆₇₈₉", "0123456789+-0123456789")
_SUP = "[⁰¹²³⁴-⁹]"
_LETTER = r"[^\W\d_⁰¹²³⁴-⁹₀-₉]"
_WORD = rf"(?<![\w*'’`´-]){_LETTER}{{3,}}(?![\w*'’`´-])"


def _plain(match: re.Match[str]) -> str:
    return match[0].translate(_PLAIN)


FAITHFUL: Mapping[str, Edit] = {
    "1 entities": each("[<>&]", lambda m, r: {"<": "&lt;", ">": "&gt;", "&": "&amp;"}[m[0]]),
    "1 numeric entities": each(
        "[^ -~]|[<>&]", lambda m, r: r.choice(["&#%d;", "&#x%x;", "&#X%X;"]) % ord(m[0])
    ),
    "2 decomposed": lambda text, rng: unicodedata.normalize("NFD", text),
    "3 sup tags": each(f"[⁺⁻]?{_SUP}+", lambda m, r: f"<sup>{_plain(m)}</sup>"),
    "3 carets": each(
        rf"(?<=\w)[⁺⁻]?{_SUP}+(?![⁺⁻⁰¹²³⁴-⁹])", lambda m, r: r.choice(["^{%s}", "^%s"]) % _plain(m)
    ),
    "4 sub tags": each("[₀-₉]+", lambda m, r: f"<sub>{_plain(m)}</sub>"),
    "5 dashes to hyphens": each(f"[{_DASHES}]", "-"),
    "5 hyphens to dashes": each("(?<!-)-(?!-)", _from(_DASHES)),
    "6 typed em dashes": each(r"(?<=[a-z])—(?=[a-z])", "--"),
    "7 soft hyphens": each(rf"(?<={_LETTER})(?={_LETTER})", "\u00ad", 0.1),
    "7 soft hyphens for dashes": each(r"[-–−](?=\d)", "\u00ad"),
    "8 apostrophes and primes": each("['’′]", _from("'‘’‚‛ʼʹ′‵´`＇")),
    "9 double marks": each('[“”″"]', _from(["“", "”", "„", "‟", "″", "‶", "ʺ", "〝", "〞", "＂", '"', "''"])),
    "10 white space": each(
        " ", _from(["\u00a0", "\u2009", "\n", "  ", "\u202f", "\t", "\r\n", "\u3000", "\x0b"])
    ),
    "11 invisible": each(
        rf"(?<={_LETTER})(?={_LETTER})", _from("\u200b\u2060\ufeff\u200d\u200e\u034f\ufe0f"), 0.1
    ),
    "11 invisible at spaces": each(" ", _from(["\u200b ", " \ufeff"]), 0.2),
    "12 invisible operators": each(rf"(?<={_LETTER})(?={_LETTER})", "\u2061", 0.1),
    "13 ellipses": each(r"\.\.\.", "…"),
    "14 ligatures": each("ffi|ffl|ff|fi|fl|st", lambda m, r: _LIGATURES[m[0]]),
    "15 micro signs": each("μ", "µ"),
    "16 Greek forms": each("[Δφβκρ]", lambda m, r: dict(zip("Δφβκρ", "∆ϕϐϰϱ", strict=True))[m[0]]),
    "17 mathematical letters": each("(?<![A-Za-z])P(?= ?[<=>])", "𝑃"),
    "17 mathematical digits": each(
        "[0-9]", lambda m, r: chr(r.choice([0x1D7CE, 0x1D7D8, 0x1D7F6]) + int(m[0]))
    ),
    "18 full width": each("[!-)+,.-[\\]^a-~]", lambda m, r: chr(ord(m[0]) + 0xFEE0), 0.3),
    "19 product dots": each(r"(?<=[a-z])·(?=[A-Z])", _from("⋅∙\u0387")),
    "20 raised points": each(r"(?<=\d)\.(?=\d)", "·"),
    "21 letter x": each(r"(?<=\d) × (?=\d)", _from([" x ", "x", " ✕ ", "⨯"])),
    "22 degrees": each("°C", _from(["˚C", "ºC", "℃"])),
    "23 typed comparisons": each(
        "[≤≥]", lambda m, r: r.choice({"≤": ["<=", "⩽", "≦"], "≥": [">=", "⩾", "≧"]}[m[0]])
    ),
    "24 typed plus-minus": each(r"(?<=\d) ± (?=\d)", _from([" +/- ", " +/-", " +/− "])),
    "25 tildes": each("~", _from("∼〜˜～")),
    "26 slashes": each("/", _from("⁄∕／")),
    "27 per cent": each("%", _from("﹪٪％")),
    "28 subscripts": each("[₀-₉]+", lambda m, r: _plain(m)),
    "28 charges": each("(?<=Ca)²⁺|(?<=Na)⁺|(?<=CD4)⁺", lambda m, r: _plain(m)),
    "28 isotopes": each("¹⁸(?=F)", "18"),
    "29 spaces dropped": each(r"(?<![-+]) ?([=<>≤≥±×]) ?(?![-−+] )", r"\1"),
    "29 spaces put": each(r"(?<=[\w)]) ?([=<>≤≥±×]) ?(?=[\w−])", r" \1 "),
    "29 before per cent": each(r"(?<=\d)%", " %"),
    "29 before degrees": each(r"(?<=\d) °", "°"),
    "30 bold numbers": each(r"(?<![\w.,*:′″−-])\d+(?:\.\d+)?(?![\w.,*:])", r"**\g<0>**"),
    "30 italic words": each(_WORD, r"*\g<0>*", 0.2),
    "30 underlined words": each(_WORD, r"_\g<0>_", 0.2),
    "30 code": each(_WORD, r"`\g<0>`", 0.2),
    "30 escapes": each(r"[*_\[\]()#+.!-]", r"\\\g<0>"),
    "31 final mark put": lambda text, rng: text.rstrip(".,;:") + rng.choice(".,;:"),
}
"""Row of the fold table and how it is retyped -> what it does to a quotation."""


def _number(match: re.Match[str], rng: Random) -> str:
    return rng.choice([digit for digit in "0123456789" if digit != match[0]])


def _other_case(match: re.Match[str], rng: Random) -> str:
    return match[0].swapcase()


def _without_accent(match: re.Match[str], rng: Random) -> str:
    return unicodedata.normalize("NFD", match[0])[0]


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


_UNITS = ["mg", "μg", "kg", "mL", "mm", "days", "weeks", "years", "kBq"]
CHANGED: Mapping[str, Edit] = {
    "digit": one("[0-9]", _number),
    "digit put": one("(?=[0-9])", _from("0123456789")),
    "digit lost": one("[0-9]", ""),
    "decimal point moved": one(r"(\d)\.(\d)", r".\1\2"),
    "decimal point lost": one(r"(?<=\d)\.(?=\d)", ""),
    "decimal point to comma": one(r"(?<=\d)\.(?=\d)", ","),
    "decimal point to space": one(r"(?<=\d)\.(?=\d)", " "),
    "thousands comma lost": one(r"(?<=\d),(?=\d)", ""),
    "thousands comma to point": one(r"(?<=\d),(?=\d)", "."),
    "sign lost": one(r"[-−–](?=\d)", ""),
    "sign put": one(r"(?<![\w.,/:*−–-])(?=\d)", "-"),
    "plus-minus to a sign": one("±", _from("+-")),
    "range to space": one(r"(?<=\d)–(?=\d)", " "),
    "comparison flipped": one(
        "[<>≤≥]", lambda m, r: r.choice({"<": ">≤", ">": "<≥", "≤": "<≥", "≥": ">≤"}[m[0]])
    ),
    "comparison lost": one("[<>≤≥=~]", _from([" ", ""])),
    "comparison to equality": one("[<>≤≥]", "="),
    "unit": one(
        rf"(?<=\d )(?:{'|'.join(_UNITS)})\b", lambda m, r: r.choice([u for u in _UNITS if u != m[0]])
    ),
    "unit prefix": one("μ", _from("mun")),
    "per cent lost": one(" ?%", ""),
    "degree lost": one(" ?°", ""),
    "case": one("[A-Za-z]", _other_case),
    "superscript flattened": one(f"(?<=[0-9m])[⁺⁻]?{_SUP}+", lambda m, r: _plain(m)),
    "superscript in brackets": one(f"[⁺⁻]?{_SUP}+", lambda m, r: f"({_plain(m)})"),
    "superscript lost": one(f"[⁺⁻]?{_SUP}+", ""),
    "superscript changed": one(_SUP, lambda m, r: r.choice([c for c in "⁰¹²³⁴⁵⁶⁷⁸⁹" if c != m[0]])),
    "superscript sign lost": one(f"⁻(?={_SUP})", ""),
    "digit raised": one(r"(?<=\d)\d(?!\d)", lambda m, r: "⁰¹²³⁴⁵⁶⁷⁸⁹"[int(m[0])]),
    "accent lost": one("[öéèï]", _without_accent),
    "accent put": one("[aeou]", lambda m, r: m[0] + "\u0301"),
    "Greek to Latin": one("[ακρβμ]", lambda m, r: dict(zip("ακρβμ", "akpßu", strict=True))[m[0]]),
    "negation or word put": _words(_insert),
    "negation lost": one(r" (?:not|without|Neither|nor)(?= )", ""),
    "words swapped": _words(_swap),
    "word lost": _words(_drop),
    "letter lost": one("[a-z]", ""),
    "letter put": one("(?=[a-z])", _from("aeiou")),
    "space between letters lost": one("(?<=[A-Za-z]) (?=[A-Za-z])", ""),
    "space in a word": one("(?<=[a-z])(?=[a-z])", " "),
    "space in a number": one("(?<=[0-9])(?=[0-9])", " "),
    "apostrophe lost": one("(?<=[a-z])’(?=[a-z])", ""),
    "prime lost": one("[′″](?=[ -])", ""),
    "prime doubled": one("′", "″"),
    "hyphen lost": one(r"(?<=\w)-(?=\w)", ""),
    "star lost": one(r"(?<=\w)\*(?=\w)", ""),
    "bracket lost": one(r"[()\[\]]", ""),
    "strike-through put": one(r"(?<= )\w+(?= )", r"~~\g<0>~~"),
}
"""What is changed -> a function that changes it once."""


def is_only_shorter(changed: str, quote: str) -> bool:
    """Whether the change took something off an end, which leaves a shorter quotation and no false one."""
    return changed.strip(" ").rstrip(".,;:") in quote


def windows(text: str, rng: Random) -> list[str]:
    """The whole text and two stretches of whole words."""
    words = [match.span() for match in re.finditer(r"\S+", text)]
    found = [text]
    for _ in range(2):
        first = rng.randrange(len(words) - 4)
        last = rng.randrange(first + 3, len(words))
        found.append(text[words[first][0] : words[last][1]])
    return found

"""The fold of quotations (contract.md §4, with the table of text.md §3.2): one step for each row, in order.

Folding keeps two kinds of dash apart from the typed hyphen until :func:`flat` makes all of them ``-``: the em
dash, at which a quotation may be cut, and every other dash that was not typed as ``-``. Both are one
character, so that positions in the text before and after :func:`flat` are the same.
"""

from __future__ import annotations

import html.entities
import re
import unicodedata
from functools import cache

EM_DASH = "—"
OTHER_DASH = "‐"

_SINGLE_MARKS = "‘’‚‛ʼʹ′‵´`＇"
_DOUBLE_MARKS = "“”„‟″‶ʺ〝〞〟＂"
_DASHES = "‑‒–―−﹘﹣－˗"
_INVISIBLE = (
    "\u200b\u200c\u200d\u2060\ufeff\u200e\u200f\u061c\u180e\u034f\u2061\u2062\u2063\u2064"
    + "".join(chr(point) for point in range(0xFE00, 0xFE10))
    + "".join(chr(point) for point in range(0xE0100, 0xE01F0))
)
_SPACES = "\t\r\n\v\f\x85\u2028\u2029" + "".join(
    chr(point) for point in range(0x3001) if unicodedata.category(chr(point)) == "Zs"
)
_LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
_GREEK = {"µ": "μ", "∆": "Δ", "ϕ": "φ", "ϐ": "β", "ϑ": "θ", "ϵ": "ε", "ϰ": "κ", "ϱ": "ρ"}
_PRODUCT_DOT = "\u22c5"
_SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉"
_TO_SUPERSCRIPT = str.maketrans("0123456789+-" + EM_DASH + OTHER_DASH, _SUPERSCRIPTS + "⁺⁻⁻⁻")
_TO_DIGIT = str.maketrans(_SUPERSCRIPTS + _SUBSCRIPTS + "⁺⁻", "0123456789" * 2 + "+-")
_ELEMENTS = (
    "H|He|Li|B|C|N|O|F|Na|Mg|P|S|Cl|K|Ca|Cr|Fe|Co|Cu|Zn|Ga|As|Se|Br|Kr|Rb|Sr|Y|Zr|"
    "Tc|In|I|Xe|Cs|Ba|Sm|Lu|Re|Ir|Au|Tl|Pb|Bi|At|Ra|Ac|Th|U"
)
_SIGNED = f"[-+{OTHER_DASH}]?[0-9]+"
_CJK = "[\u2e80-\u2fff\u3001-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff61-\uff9f]"


def refused(text: str) -> bool:
    """Whether a character reorders or hides text, replaces lost text, or has no public meaning."""
    return any(
        "\u202a" <= character <= "\u202e"
        or "\u2066" <= character <= "\u2069"
        or "\U000e0000" <= character <= "\U000e007f"
        or character == "\ufffd"
        or unicodedata.category(character) in ("Co", "Cn")
        for character in text
    )


def decode_entities(text: str) -> str:
    """Row 1: each entity that ends with a semicolon becomes its character, once."""

    def character(match: re.Match[str]) -> str:
        name = match[1]
        if name.startswith(("#x", "#X")):
            return chr(int(name[2:], 16))
        if name.startswith("#"):
            return chr(int(name[1:]))
        return html.entities.html5.get(name + ";", match[0])

    return re.sub(r"&(#[0-9]{1,6}|#[xX][0-9A-Fa-f]{1,5}|[A-Za-z][A-Za-z0-9]{1,31});", character, text)


def _one(character: str) -> str:
    """Rows 5, 8, 9, 13-19, 22 and 25-27 where they need no context."""
    if character in _SINGLE_MARKS:
        return "'"
    if character in _DOUBLE_MARKS:
        return '"'
    if character == "…":
        return "..."
    if character in _LIGATURES:
        return _LIGATURES[character]
    if character in _GREEK:
        return _GREEK[character]
    if "\U0001d400" <= character <= "\U0001d7ff":
        return unicodedata.normalize("NFKC", character)
    if character in "\u2219\u0387":
        return _PRODUCT_DOT
    if character in _DASHES:
        return OTHER_DASH
    if "！" <= character <= "～":
        return _one(chr(ord(character) - 0xFEE0)) if character != "～" else "~"
    return {
        "˚": "°",
        "℃": "°C",
        "℉": "°F",
        "∼": "~",
        "〜": "~",
        "˜": "~",
        "⁄": "/",
        "∕": "/",
        "﹪": "%",
        "٪": "%",
    }.get(character, character)


@cache
def fold(text: str) -> str:
    """``text`` with everything made equal that the table calls equal; dashes as the module says."""
    text = "".join(_one(character) for character in decode_entities(text))
    text = re.sub(f"(?<=[0-9])[{_INVISIBLE}]+(?=[0-9])", " ", text)
    text = re.sub(f"[{_INVISIBLE}]", "", text)
    text = re.sub("(?<=[0-9])º|º(?=[CF])", "°", text)
    text = re.sub(f"[{_SPACES}]+", " ", text).strip(" ")
    text = unicodedata.normalize("NFC", text)
    before = ""
    while before != text:
        before = text
        text = _sequences(text)
    return re.sub(f"{_PRODUCT_DOT}(?![0-9])|(?<![0-9]){_PRODUCT_DOT}", "·", text)


def _sequences(text: str) -> str:
    text = text.replace("''", '"')
    text = _scripts(text)
    text = re.sub(r"(?<=[^\W\d_])--(?=[^\W\d_])|(?<= )--(?= )", "-", text)
    text = re.sub("(?<=[^\\W\\d_])\u00ad(?=[^\\W\\d_])", "", text).replace("\u00ad", "-")
    text = re.sub(r"(?<=[0-9])·(?=[0-9])(?!10(?:[⁰¹²³⁴-⁹⁻]|\^|<sup>))", ".", text)
    text = re.sub("[✕⨯]", "×", text)
    text = re.sub(r"(?<=[0-9])( ?)x( ?)(?=[0-9])", r"\1×\2", text)
    text = re.sub(r"(?<=[0-9])( ?)x(?![^\W_])", r"\1×", text)
    text = re.sub("⩽|≦|<=", "≤", text)
    text = re.sub("⩾|≧|>=", "≥", text)
    text = re.sub(r"(?<![^\W_])\+/-(?= ?[0-9])|(?<= )\+/-(?= )", "±", text)
    return _spaces(text)


def _scripts(text: str) -> str:
    """Rows 3, 4, 28: one spelling of an explicit exponent; subscripts and charges plain."""
    text = re.sub(
        rf"(?<=[^\W_])(?:<sup>({_SIGNED})</sup>|\^\{{({_SIGNED})\}}|\^({_SIGNED}))",
        lambda match: (match[1] or match[2] or match[3]).translate(_TO_SUPERSCRIPT),
        text,
    )
    text = re.sub("<sub>([0-9]+)</sub>", lambda match: "".join(_SUBSCRIPTS[int(d)] for d in match[1]), text)
    text = re.sub(
        rf"(?:(?<=[^\W\d_])|(?<=[\])]))[{_SUBSCRIPTS}]+(?:\.[{_SUBSCRIPTS}]+)?(?![0-9{_SUBSCRIPTS}])",
        lambda match: match[0].translate(_TO_DIGIT),
        text,
    )
    text = re.sub(
        rf"(?<=[^\W\d_])([0-9]*)([{_SUPERSCRIPTS}]*[⁺⁻])(?![\w{_SUPERSCRIPTS}⁺⁻])",
        lambda match: match[1] + match[2].translate(_TO_DIGIT),
        text,
    )
    return re.sub(
        rf"(?<![\w{_SUPERSCRIPTS}⁺⁻])([{_SUPERSCRIPTS}]+)(?=(?:{_ELEMENTS})(?![a-z]))",
        lambda match: match[0].translate(_TO_DIGIT),
        text,
    )


def _spaces(text: str) -> str:
    """Row 29: white space that carries no meaning goes."""
    dash = f"-+{EM_DASH}{OTHER_DASH}"
    text = re.sub(rf"(?<![{dash} ]) (?=[=<>≤≥±×~])", "", text)
    text = re.sub(rf"(?<=[=<>≤≥±×~]) (?![{dash} ])", "", text)
    text = re.sub(rf"(?<=[=<>≤≥±~]) (?=[{dash}][0-9])", "", text)
    text = re.sub(r"(?<![-+ ]) (?=[%°])", "", text)
    return re.sub(rf"(?<={_CJK}) (?=\w|{_CJK})|(?<=[^\W_]) (?={_CJK})", "", text)


def flat(folded: str) -> str:
    """A folded text with every dash as ``-``, position by position."""
    return folded.replace(EM_DASH, "-").replace(OTHER_DASH, "-")

"""The rows of the fold table that look at several characters, done over and over until nothing changes.

`contract.md` §4, rows 3, 4, 6, 20 to 24, 28 and 29. Each row is a pattern and what a match becomes (None: it stays).
Every row is linear, and none feeds a chain: a fixed number of rounds is enough for any text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from tekmeria_contract.foldtable import DASHES, ELEMENTS, SUBSCRIPTS, SUPERSCRIPTS
from tekmeria_contract.offsets import Edit, Layer, rewrite
from tekmeria_contract.scripts import CJK, is_cjk, is_mark, is_word

__all__ = ["DASH_RUN", "fold_sequences"]

_ROUNDS = 12
_SIGNS = "-+"
_OPERATORS = "=<>≤≥±×~"
_DASH = f"\\-\u00ad{DASHES}"
DASH_RUN = re.compile(f"[{_DASH}]+")
_TO_SUPERSCRIPT = str.maketrans("0123456789+-n", SUPERSCRIPTS + "ⁿ")
_TO_SUBSCRIPT = str.maketrans("0123456789", SUBSCRIPTS)
_FROM_SCRIPT = str.maketrans(SUPERSCRIPTS + SUBSCRIPTS + "ᵐ", "0123456789+-0123456789m")
_SUP = "[⁰¹²³⁴-⁹]"
_NUMBER = r"\.?[0-9]++(?:[.,][0-9]++)*+[⁻⁺⁰¹²³⁴-⁹]*+"
_CHARGED_RUN = 40
"""How far back a charge looks for the letter of its run."""

_TRIGGER = re.compile(
    rf"<su[bp]>|\^|''|[0-9⁰-⁹] ?x|[<>]=|\+/-|[·⋅º⁰¹²³⁴-⁹⁺⁻₀-₉]|[{_DASH}]{{2}}"
    rf"| [{_OPERATORS}%°{CJK}]|[{_OPERATORS}{CJK}] "
)


def _superscript(match: re.Match[str]) -> str | None:
    return match[1].translate(_TO_SUPERSCRIPT)


def _caret(match: re.Match[str]) -> str | None:
    base = match.string[match.start() - 1 : match.start()]
    content = match[1] if match[1] is not None else match[2]
    return content.translate(_TO_SUPERSCRIPT) if base.isalnum() or base and is_mark(base) else None


def _subscript(match: re.Match[str]) -> str | None:
    return match[1].translate(_TO_SUBSCRIPT)


def _dashes(match: re.Match[str]) -> str | None:
    """Rows 5 and 6 for two dashes or more: a pair between letters or spaces is an em dash, if typed as one."""
    run, text = match[0], match.string
    if len(run) == 2 and _is_gap(text, match.start() - 1) and _is_gap(text, match.end()):
        return "-" if run == "--" else None
    return None if run.strip("-") == "" else "-" * len(run)


def _is_gap(text: str, index: int) -> bool:
    return 0 <= index < len(text) and (text[index] == " " or is_word(text[index]))


def _times(match: re.Match[str]) -> str | None:
    return match[0].replace("x", "×") if "x" in match[0] else None


def _degree(match: re.Match[str]) -> str | None:
    return "°"


def _flat_subscript(match: re.Match[str]) -> str | None:
    before = match.string[match.start() - 1 : match.start()]
    return match[0].translate(_FROM_SCRIPT) if before and (is_word(before) or before in ")]") else None


def _charge(match: re.Match[str]) -> str | None:
    """`Ca²⁺`, `CD4⁺`: digits and sign after a letter or bracket, a sign alone after a digit of a run with a letter."""
    text, start = match.string, match.start()
    before = text[start - 1 : start]
    follows = text[match.end() : match.end() + 1]
    lettered = before and (is_word(before) or before in ")]")
    if not lettered and not (before.isdecimal() and match[1] == "" and _has_letter(text, start)):
        return None
    if follows and (follows.isalnum() or is_mark(follows)) and not (before.isdecimal() and follows.isalpha()):
        return None
    return match[0].translate(_FROM_SCRIPT)


def _has_letter(text: str, end: int) -> bool:
    for index in range(end - 1, max(end - _CHARGED_RUN, 0) - 1, -1):
        if text[index].isalpha():
            return True
        if not text[index].isdecimal():
            return False
    return False


def _isotope(match: re.Match[str]) -> str | None:
    before = match.string[match.start() - 1 : match.start()]
    if before and (before.isalnum() or is_mark(before) or before in "⁺⁻") or match[1] not in _ELEMENTS:
        return None
    return match[0][: -len(match[1])].translate(_FROM_SCRIPT) + match[1]


_ELEMENTS = frozenset(ELEMENTS)


def _space(match: re.Match[str]) -> str | None:
    """Row 29: a space that carries no meaning goes."""
    text, at = match.string, match.start()
    left, right = text[at - 1 : at], text[at + 1 : at + 2]
    if not left or not right or is_mark(right):
        return None
    if _is_sign(left):
        return None
    if _is_sign(right):
        glued = right in _SIGNS and re.match(r"\.?[0-9]", text[at + 2 : at + 4]) is not None
        return "" if glued and left in _OPERATORS and left != "×" else None
    if right in "%°" and not (left in _OPERATORS or is_cjk(left)):
        return "" if left.isdecimal() else None
    return ""


def _is_sign(character: str) -> bool:
    return character in _SIGNS or character == "\u00ad" or character in DASHES


_Row = tuple[re.Pattern[str], "str | Callable[[re.Match[str]], str | None]"]

_SEQUENCES: tuple[_Row, ...] = (
    (re.compile(r"<sup>([+-]?[0-9]++[+-]?|[+-]{1,2}|n)</sup>", re.IGNORECASE), _superscript),
    (re.compile(r"\^(?:([+-]?[0-9]++)|\{([+-]?[0-9]++[+-]?|[+-]{1,2})\})"), _caret),
    (re.compile(r"<sub>([0-9]++(?:\.[0-9]++)?+)</sub>", re.IGNORECASE), _subscript),
    (re.compile("''"), '"'),
    (re.compile(f"[{_DASH}]{{2,}}+"), _dashes),
    (re.compile(rf"(?<=[0-9])·(?=[0-9])(?!10(?:{_SUP}|⁻|⁺|\(-?[0-9]{{1,3}}\)))"), "."),
    (re.compile(rf"(?<![\w.,]){_NUMBER}(?: ?x ?{_NUMBER})*+(?:x(?!\w))?+"), _times),
    (re.compile(r"(?<=[0-9])º|º(?=[CF](?!\w))"), _degree),
    (re.compile("<="), "≤"),
    (re.compile(">="), "≥"),
    (re.compile(r"(?<!\w)\+/-(?= ?\.?[0-9])|(?<= )\+/-(?= )"), "±"),
    (re.compile(r"[₀-₉]++(?:\.[₀-₉]++)?+(?!\.?[0-9₀-₉])"), _flat_subscript),
    (re.compile(f"({_SUP}*+)[⁺⁻]++(?!{_SUP})"), _charge),
    (re.compile(rf"{_SUP}{{1,3}}+ᵐ?([A-Z][a-z]?)(?![a-z])"), _isotope),
    (re.compile(rf" (?=[{_OPERATORS}%°{CJK}])|(?<=[{_OPERATORS}{CJK}]) "), _space),
)

_PRODUCT_DOT = re.compile(
    rf"(?<![0-9⁰¹²³⁴-⁹₀-₉])⋅|⋅(?![0-9⁰¹²³⁴-⁹₀-₉])|⋅(?=10(?:{_SUP}|⁻|⁺|\(-?[0-9]{{1,3}}\)))"
)


def fold_sequences(text: str, layers: list[Layer]) -> str:
    """``text`` with every row done to a fixpoint; what leads back is added to ``layers``."""
    if _TRIGGER.search(text) is None:
        return text
    for _ in range(_ROUNDS):
        before = text
        for pattern, put in _SEQUENCES:
            text = _applied(text, pattern, put, layers)
        if text == before:
            break
    return _PRODUCT_DOT.sub("·", text) if "⋅" in text else text


def _applied(
    text: str, pattern: re.Pattern[str], put: str | Callable[[re.Match[str]], str | None], layers: list[Layer]
) -> str:
    text, layer = rewrite(text, _edits(text, pattern, put))
    if layer is not None:
        layers.append(layer)
    return text


def _edits(
    text: str, pattern: re.Pattern[str], put: str | Callable[[re.Match[str]], str | None]
) -> Iterator[Edit]:
    for match in pattern.finditer(text):
        new = put if isinstance(put, str) else put(match)
        if new is not None:
            yield match.start(), match.end(), new

"""The rows of the fold table that look at several characters, done over and over until nothing changes.

`contract.md` §4, rows 3, 4, 6, 9, 20 to 24, 28 and 29. Each row is a pattern and what a match becomes (None:
it stays). Every pattern reads each character a bounded number of times, and no row feeds a chain, so a few
rounds are enough for any text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tekmeria_contract.foldtable import DASHES, ELEMENTS, SUBSCRIPTS, SUPERSCRIPTS
from tekmeria_contract.offsets import Edit, Layer, rewrite
from tekmeria_contract.scripts import CJK, is_cjk, is_mark, is_word

__all__ = ["DASH_RUN", "fold_sequences"]

Put = str | Callable[[re.Match[str]], str | None]

_ROUNDS = 12
_SIGNS = "-+"
_OPERATORS = "=<>≤≥±×~"
_DASH = f"\\-\u00ad{DASHES}"
DASH_RUN = re.compile(f"[{_DASH}]+")
_SUP = "[⁰¹²³⁴-⁹]"
_SUB = "[₀-₉]"
_EXPONENT = rf"(?:{_SUP}|[⁺⁻]|\(-?[0-9]{{1,3}}\))"
_NUMBER = rf"\.?[0-9]++(?:[.,][0-9]++)*+(?:[⁺⁻]|{_SUP})*+"
_RAISED = r"[+-]?[0-9]++[+-]?|[+-]{1,2}(?:/[+-]{1,2})?"
_INDEX = r"[0-9]++(?:[./+-][0-9]++)*+"
_TO_SUPERSCRIPT = str.maketrans("0123456789+-n", SUPERSCRIPTS + "ⁿ")
_TO_SUBSCRIPT = str.maketrans("0123456789+-", SUBSCRIPTS)
_FROM_SCRIPT = str.maketrans(SUPERSCRIPTS + SUBSCRIPTS + "ᵐ", "0123456789+-0123456789+-m")
_LONGEST_RUN = 40
"""How far back a charge looks for the letter of its run."""


def _superscript(match: re.Match[str]) -> str | None:
    return match[1].translate(_TO_SUPERSCRIPT)


def _caret(match: re.Match[str]) -> str | None:
    base = match.string[match.start() - 1 : match.start()]
    if not base or not (base.isalnum() or is_mark(base)):
        return None
    return (match[1] or match[2]).translate(_TO_SUPERSCRIPT)


def _subscript(match: re.Match[str]) -> str | None:
    return match[1].translate(_TO_SUBSCRIPT)


def _braced_subscript(match: re.Match[str]) -> str | None:
    base = match.string[match.start() - 1 : match.start()]
    return match[1].translate(_TO_SUBSCRIPT) if base and (is_word(base) or base in ")]") else None


def _dashes(match: re.Match[str]) -> str | None:
    """Rows 5 and 6: two dashes between letters or spaces are one, if typed as U+002D; other runs keep their
    length.

    Two others there stay as they are: folded to two hyphens they would be taken for one when folded again.
    """
    run, text = match[0], match.string
    if len(run) == 2 and _is_gap(text, match.start() - 1) and _is_gap(text, match.end()):
        return "-" if run == "--" else None
    return None if run.strip("-") == "" else "-" * len(run)


def _is_gap(text: str, index: int) -> bool:
    return 0 <= index < len(text) and (text[index] == " " or is_word(text[index]))


def _times(match: re.Match[str]) -> str | None:
    return match[0].replace("x", "×") if "x" in match[0] else None


def _flat_subscript(match: re.Match[str]) -> str | None:
    before = match.string[match.start() - 1 : match.start()]
    return match[0].translate(_FROM_SCRIPT) if before and (is_word(before) or before in ")]") else None


def _charge(match: re.Match[str]) -> str | None:
    """`Ca²⁺`, `CD4⁺`, `p53⁻/⁻`: after a letter or bracket; signs alone also after a digit whose run has a letter."""
    text, start, end = match.string, match.start(), match.end()
    before, follows = text[start - 1 : start], text[end : end + 1]
    if not before or "-" in (before, follows) or "⁻⁻" in match[0]:
        return None  # Two hyphens would be taken for a typed dash.
    numbered = before.isdecimal() and match[1] == "" and _has_letter(text, start)
    if not (numbered or is_word(before) or before in ")]"):
        return None
    if follows and (follows.isalnum() or is_mark(follows)) and not (numbered and follows.isalpha()):
        return None
    return match[0].translate(_FROM_SCRIPT)


def _has_letter(text: str, end: int) -> bool:
    """Whether the digits before ``end`` follow a letter."""
    for index in range(end - 1, max(end - _LONGEST_RUN, 0) - 1, -1):
        if not text[index].isdecimal():
            return text[index].isalpha()
    return False


def _isotope(match: re.Match[str]) -> str | None:
    before = match.string[match.start() - 1 : match.start()]
    glued = before and (before.isalnum() or is_mark(before) or before in "⁺⁻")
    return None if glued or match[1] not in ELEMENTS else match[0].translate(_FROM_SCRIPT)


def _space(match: re.Match[str]) -> str | None:
    """Row 29: a space that carries no meaning goes."""
    text, at = match.string, match.start()
    left, right = text[at - 1 : at], text[at + 1 : at + 2]
    if not left or not right or is_mark(right) or _is_sign(left):
        return None
    if _is_sign(right):
        glued = right in _SIGNS and re.match(r"\.?[0-9]", text[at + 2 : at + 4]) is not None
        return "" if glued and left in _OPERATORS and left != "×" else None
    if right in "%°" and not (left in _OPERATORS or is_cjk(left)):
        return "" if left.isdecimal() else None
    return ""


def _is_sign(character: str) -> bool:
    return character in _SIGNS or character == "\u00ad" or character in DASHES


@dataclass(frozen=True, slots=True)
class _Row:
    """A row: what a text must hold for it to be tried, the pattern, and what a match becomes."""

    needs: tuple[str, ...]
    pattern: re.Pattern[str]
    put: Put

    def may_match(self, text: str) -> bool:
        """A quick look before the pattern is tried."""
        for needed in self.needs:  # any() costs three times as much, and every fold asks this for every row.
            if needed[0] in text and needed[-1] in text and needed in text:
                return True
        return not self.needs

    def edits(self, text: str) -> Iterator[Edit]:
        put = self.put
        for match in self.pattern.finditer(text):
            new = put if isinstance(put, str) else put(match)
            if new is not None:
                yield match.start(), match.end(), new


def _row(needs: str, pattern: str, put: Put) -> _Row:
    return _Row(tuple(needs.split()) or (needs,), re.compile(pattern), put)


_ROWS = (
    _row("<sup> <SUP>", rf"<(?:sup|SUP)>({_RAISED}|n)</(?:sup|SUP)>", _superscript),
    _row("^", rf"\^(?:([+-]?[0-9]++)|\{{({_RAISED})\}})", _caret),
    _row("<sub> <SUB>", rf"<(?:sub|SUB)>({_INDEX})</(?:sub|SUB)>", _subscript),
    _row("_{", rf"_\{{({_INDEX})\}}", _braced_subscript),
    _row("''", "''", '"'),
    _row("--", "--++", _dashes),
    _row("x", rf"(?<![\w.,]){_NUMBER}(?: ?x ?{_NUMBER})*+(?:x(?!\w))?+", _times),
    _row("<=", "<=", "≤"),
    _row(">=", ">=", "≥"),
    _row("+/-", r"(?<!\w)\+/-(?= ?\.?[0-9])|(?<![^ ])\+/-(?![^ ])", "±"),
)
_DASH_ROW = _Row((), re.compile(f"[{_DASH}]{{2,}}+"), _dashes)
_MORE_ROWS = (
    _row("·", rf"(?<=[0-9])·(?=[0-9])(?!10{_EXPONENT})", "."),
    _row("º", r"(?<=[0-9])º|º(?=[CF](?!\w))", "°"),
    _Row(
        tuple(SUBSCRIPTS),
        re.compile(rf"(?<!{_SUB}){_SUB}++(?:[./₊₋]{_SUB}++)*+(?!\.?[0-9])"),
        _flat_subscript,
    ),
    _row("⁺ ⁻", rf"(?<!{_SUP})(?<![⁺⁻])({_SUP}*+)[⁺⁻]++(?:/[⁺⁻]++)*+(?!{_SUP})", _charge),
    _Row(tuple(SUPERSCRIPTS), re.compile(rf"{_SUP}{{1,3}}+[ᵐm]?([A-Z][a-z]?)(?![a-z])"), _isotope),
)
_MORE = re.compile(f"[·º{SUPERSCRIPTS}{SUBSCRIPTS}^_<]")
"""What each of these rows looks for, or an earlier row makes it of."""


def _space_row(others: str) -> _Row:
    """Row 29, where ``others`` need no space either; that patterns begin with it makes them fast."""
    return _row(" ", f" (?:(?=[{_OPERATORS}%°{others}])|(?<=[{_OPERATORS}{others}] ))", _space)


_PRODUCT_DOT = re.compile(rf"(?<![0-9⁰¹²³⁴-⁹₀-₉])⋅|⋅(?![0-9⁰¹²³⁴-⁹₀-₉])|⋅(?=10{_EXPONENT})")
_UNTYPED = re.compile(f"[\u00ad{DASHES}]")
_CJK = re.compile(f"[{CJK}]")
_SPACE_ROW, _CJK_SPACE_ROW = _space_row(""), _space_row(CJK)


def fold_sequences(text: str, layers: list[Layer]) -> str:
    """``text`` with every row done to a fixpoint; what leads back is added to ``layers``."""
    rows = _rows(text)
    for _ in range(_ROUNDS):
        before = text
        for row in rows:
            if row.may_match(text):
                text, layer = rewrite(text, row.edits(text))
                if layer is not None:
                    layers.append(layer)
        if text is before:
            break
        if before.isascii() and not text.isascii():
            rows = _rows(text)
    return _PRODUCT_DOT.sub("·", text) if "⋅" in text else text


def _rows(text: str) -> tuple[_Row, ...]:
    if text.isascii():
        return (*_ROWS, _SPACE_ROW)
    dashes = () if _UNTYPED.search(text) is None else (_DASH_ROW,)  # Single ones have been folded.
    more = () if _MORE.search(text) is None else _MORE_ROWS
    spaces = _SPACE_ROW if _CJK.search(text) is None else _CJK_SPACE_ROW
    return (*_ROWS, *dashes, *more, spaces)

"""Where a quotation may begin and end in a passage (`contract.md` §4, Legal cut).

A cut stands between two characters of the folded passage. It is legal at a *place*: an end of the passage,
white space, an unspaced em dash between letters, or beside a character of a script without spaces; or where
only opening marks (on the left) or closers and `. , ; : ! ?` (on the right) lie between it and a place.
Whatever else touches the quotation belongs to its token. White space inside a number, or between a number and its
unit, is no place.
"""

from __future__ import annotations

import re

from tekmeria_contract.fold import Folded
from tekmeria_contract.ranges import SUSPENDING, cjk_range_at, parts_range
from tekmeria_contract.scripts import is_mark, is_spaceless
from tekmeria_contract.units import cjk_unit_at, ends_quantity, parts_quantity

__all__ = ["GUARDS", "illegal_left", "illegal_right"]

GUARDS = (
    *("inside_word", "inside_number", "hyphen", "sign", "operator", "unit_mark", "exponent", "mark"),
    *("combining_mark", "digit_group", "spaced_sign", "unit", "range", "cjk_number", "cjk_negation"),
)
"""Why a cut is illegal: the closed list of ``QuoteMatch.detail`` for the class ``token_cut``."""

OPENERS = frozenset("([{\"'«‹¿¡")
CLOSERS = frozenset(")]}\"'»›.,;:!?")
_MOST_MARKS = 12
"""More marks than this in a row are no punctuation."""

_PRIMES = "′″‵‶ʹʺ"
_EM_DASHES = ("—", "―", "--")
_LONG_DASHES = ("–", *_EM_DASHES)
_OPENED = 300
"""Characters before a straight mark in which the one that opened it is looked for."""

_NUMERALS = frozenset("〇零一二三四五六七八九十百千万萬亿億兆两兩半")
_MULTIPLIERS = frozenset("十百千万萬亿億兆")
_PREFIXES = frozenset("负負零第点點")
_SMALL = frozenset("ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ々ゝゞヽヾ")
_NEGATORS = frozenset("不无無没沒未非勿否")
_NEGATIVE_ENDING = re.compile(
    "な(?:い(?!し)|かっ|く|けれ|し(?![てたま]))|無[いかくし]|ませ[んぬ]|ず(?!つ)|ぬ|ざる|まい"
)
_GROUP_BEFORE = re.compile(r"(?<![0-9A-Za-z])[0-9]{1,3}\Z")
_GROUP_AFTER = re.compile(r"[0-9]{3}(?![0-9])")
_HYPHENS = ("-", "‐", "‑", "\u00ad")
_SUSPENDING = frozenset(SUSPENDING)
_RELATIONS = frozenset("<>≤≥~")
_VALUE = re.compile(r"[<>≤≥~]-?\.?[0-9]")
_WORD_BEFORE = re.compile(r"(?<![\w.])[^\W\d_]+\Z")
_LONGEST_WORD = 60
_LINE_END = re.compile("[\n\r]")
_NEXT_WORD = re.compile(r"[^\W\d_]+")
_STATUS = re.compile(r"(?:[+-]{1,3}/[+-]{1,3}|\((?:[+-]{1,3}|\+/-|-/\+)\)|[+⁺⁻]{1,3}|-)(?=[ .,;:)\]/]|\Z)")
_NAME = re.compile(r"(?<![^ (\[/+-])(?=[^ ]*(?:[A-Z]|[a-z]-?[0-9]))[A-Z0-9a-zα-ω/-]*[A-Z0-9]\Z")
_LONGEST_NAME = 16
_NO_PLACE = ""


def illegal_left(folded: Folded, at: int) -> str | None:
    """Why no quotation may begin at ``at`` of the folded passage (one of ``GUARDS``); None where it may."""
    text = folded.text
    if at == 0:
        return None
    before, first = text[at - 1], text[at]
    if before == " " and first.isalpha():
        return _guarded_space(folded, at - 1)
    if is_mark(first):
        return "combining_mark"
    if before in _NEGATORS:
        return "cjk_negation"
    guard = _no_place(folded, at)
    if guard == _NO_PLACE and before in OPENERS:
        here, farthest = at - 1, max(at - _MOST_MARKS, 0)
        while here > farthest and text[here - 1] in OPENERS:
            here -= 1
        guard = _no_place(folded, here)
    return _touching(before, first, left=True) if guard == _NO_PLACE else guard


def illegal_right(folded: Folded, at: int) -> str | None:
    """Why no quotation may end at ``at`` of the folded passage (one of ``GUARDS``); None where it may."""
    text = folded.text
    if at == len(text):
        return None
    last, after = text[at - 1], text[at]
    if is_mark(after):
        return "combining_mark"
    if _NEGATIVE_ENDING.match(text, at) is not None:
        return "cjk_negation"
    if after in "'\"" and _is_prime(folded, at):
        return "mark"
    guard = _no_place(folded, at)
    if guard == _NO_PLACE and after in CLOSERS:
        here, farthest = at + 1, min(at + _MOST_MARKS, len(text))
        while here < farthest and text[here] in CLOSERS:
            here += 1
        guard = _no_place(folded, here)
    return _touching(after, last, left=False) if guard == _NO_PLACE else guard


def _no_place(folded: Folded, at: int) -> str | None:
    """None at a place; the guard where white space or script would make one; else ``_NO_PLACE``."""
    text = folded.text
    if at == 0 or at == len(text):
        return None
    before, after = text[at - 1], text[at]
    if before == " " or after == " ":
        return _guarded_space(folded, at if after == " " else at - 1)
    if before == "-" or after == "-":
        return None if _is_em_dash(folded, at if after == "-" else at - 1) else _NO_PLACE
    if is_spaceless(before) or is_spaceless(after):
        return _between_characters(text, at)
    return None if after in _RELATIONS and _begins_value(text, at) else _NO_PLACE


def _begins_value(text: str, at: int) -> bool:
    """Whether a relation and its number stand behind a word or mark (`aged ≥65`); white space there folds away."""
    if _VALUE.match(text, at) is None or ends_quantity(text, at):
        return False
    return text[at - 1] in ")],;:." or _WORD_BEFORE.search(text, max(at - _LONGEST_WORD, 0), at) is not None


def _guarded_space(folded: Folded, space: int) -> str | None:
    """White space inside a number, quantity or word: between groups of digits, at a lone sign, before a unit."""
    text = folded.text
    before, after = text[space - 1], text[space + 1]
    if after.isalpha() and before == "-":
        return "hyphen" if _is_broken_word(folded, space) else None
    if after in "+-⁺⁻(" and _is_status(folded, space):
        return "spaced_sign"
    if after.isdecimal() or after == ".":
        if before.isdecimal():
            grouped = _GROUP_BEFORE.search(text, max(space - 4, 0), space) and _GROUP_AFTER.match(
                text, space + 1
            )
            if grouped:
                return "digit_group"
        if before == "-" and (space < 2 or text[space - 2] in " (["):
            return "spaced_sign" if _is_number_sign(folded, space - 1) else None
    if before.isdecimal() or before == "%":
        if after == "-" and text[space + 2 : space + 3] == " " and text[space + 3 : space + 4].isdecimal():
            return "spaced_sign" if folded.given(space + 1, space + 2) not in _EM_DASHES else None
        if after in "‰‱":
            return "unit_mark"
    if parts_quantity(text, space):
        return "unit"
    dashed = "-" in (before, after) and folded.given(*_dash_at(text, space)) not in _EM_DASHES
    return "range" if parts_range(text, space, dashed) else None


def _dash_at(text: str, space: int) -> tuple[int, int]:
    at = space + 1 if text[space + 1] == "-" else space - 1
    return at, at + 1


def _is_broken_word(folded: Folded, space: int) -> bool:
    """A hyphen and white space inside a word, as at the end of a line (`in- effective`), and not `pre- and post-`."""
    text = folded.text
    last = text[max(space - 2, 0)]
    if not last.isalpha() or folded.given(space - 1, space) not in _HYPHENS:
        return False
    if last.isupper() and _LINE_END.search(folded.given(space, space + 1)) is None:
        return False  # A legend: `DM- dry matter`.
    word = _NEXT_WORD.match(text, space + 1)
    return word is not None and word[0].islower() and word[0] not in _SUSPENDING


def _is_status(folded: Folded, space: int) -> bool:
    """A sign set apart from the name that it belongs to (`CD4 + T cells`, `ER (-)`, `p53 -/-`).

    A lone minus is one only where it is no dash: a minus sign, or with a mark behind it (`ER -,`).
    """
    sign = _STATUS.match(folded.text, space + 1)
    if sign is None or _NAME.search(folded.text, max(space - _LONGEST_NAME, 0), space) is None:
        return False
    if sign[0] != "-":
        return True
    behind = folded.text[space + 2 : space + 3]
    return behind != " " or folded.given(space + 1, space + 2) in "−⁻"


def _is_number_sign(folded: Folded, at: int) -> bool:
    """A spaced dash before a number is its sign or a range, a long one only between numbers."""
    before = folded.text[at - 2] if at > 1 else " "
    is_range = before.isdecimal() or before == "%"
    return folded.given(at, at + 1) not in (_EM_DASHES if is_range else _LONG_DASHES)


def _is_em_dash(folded: Folded, at: int) -> bool:
    text = folded.text
    if not (0 < at < len(text) - 1 and text[at - 1].isalpha() and text[at + 1].isalpha()):
        return False
    return folded.given(at, at + 1) in _EM_DASHES


def _is_prime(folded: Folded, at: int) -> bool:
    """A prime belongs to its token; so does another mark after a digit, unless one before it opened it."""
    text = folded.text
    if folded.given(at, at + 1) in _PRIMES:
        return True
    if not text[at - 1].isdecimal():
        return False
    mark = text[at]
    opening = text.find(mark, max(at - _OPENED, 0), at)
    while opening > 0 and text[opening - 1] not in " ([{":
        opening = text.find(mark, opening + 1, at)
    return opening < 0


def _between_characters(text: str, at: int) -> str | None:
    """A cut at a character of a script without spaces: none inside a number or a syllable."""
    before, after = text[at - 1], text[at]
    if after in _SMALL:
        return "inside_word"
    numeral = after in _NUMERALS or after.isdecimal()
    if numeral and (before in _NUMERALS or before in _PREFIXES or text[max(at - 2, 0) : at] == "分之"):
        return "cjk_number"
    if before.isdecimal() and after in _MULTIPLIERS:
        return "cjk_number"
    if before in _NUMERALS and after in "点點" and text[at + 1 : at + 2] in _NUMERALS:
        return "cjk_number"
    if (before.isdecimal() or before in _NUMERALS) and cjk_unit_at(text, at):
        return "unit"
    if cjk_range_at(text, at):
        return "range"
    other = after if is_spaceless(before) else before
    if is_spaceless(other) or other.isalnum() or other in OPENERS or other in CLOSERS or other in "%°—―":
        return None
    return _NO_PLACE


def _touching(outside: str, inside: str, *, left: bool) -> str:
    """The guard named by the character outside the cut."""
    if outside == "-":
        return "sign" if left and (inside.isdecimal() or inside == ".") else "hyphen"
    if outside in "+±":
        return "sign"
    if outside in "=<>≤≥~×/^≠≈":
        return "operator"
    if outside in "%°‰":
        return "unit_mark"
    if outside in "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻":
        return "exponent"
    if outside.isdecimal() or (inside.isdecimal() and outside in ".,:·"):
        return "inside_number"
    return "inside_word" if outside.isalpha() else "mark"

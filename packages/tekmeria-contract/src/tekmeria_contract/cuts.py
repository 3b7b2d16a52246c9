"""Where a quotation may begin and end in a passage (`contract.md` §4, Legal cut).

A cut stands between two characters of the folded passage. It is legal at a *place*: the passage's end, white space, an
unspaced em dash between letters, or beside a character of a script without spaces; or where only opening marks (on the
left) or closers and `. , ; : ! ?` (on the right) lie between it and a place. Everything else belongs to the token.
"""

from __future__ import annotations

import re

from tekmeria_contract.fold import Folded
from tekmeria_contract.scripts import is_cjk, is_mark, is_spaceless

__all__ = ["GUARDS", "illegal_left", "illegal_right"]

GUARDS = (
    "inside_word", "inside_number", "hyphen", "sign", "operator", "unit_mark", "exponent", "mark", "combining_mark",
    "digit_group", "spaced_sign", "cjk_number", "cjk_negation",
)  # fmt: skip
"""Why a cut is illegal: the closed list of ``QuoteMatch.detail`` for the class ``token_cut``."""

OPENERS = "([{\"'«‹¿¡"
CLOSERS = ")]}\"'»›.,;:!?"
_LONGEST_MARKS = 32
_PRIMES = "′″‵‶ʹʺ´`"
_EM_DASHES = ("—", "―", "--")
_LONG_DASHES = ("–", *_EM_DASHES)
_NUMERALS = frozenset("〇零一二三四五六七八九十百千万萬亿億兆两兩半")
_MULTIPLIERS = frozenset("十百千万萬亿億兆")
_NUMBER_PREFIXES = frozenset("负負零点點第约")
_SMALL = frozenset("ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ々ゝゞヽヾ")
_NEGATORS = frozenset("不无無没沒未非勿别別莫否")
_NEGATIVE_ENDING = re.compile(
    "な(?:い(?!し)|かっ|く|けれ|し(?![てたま]))|無[いかくし]|ませ|ず(?!つ)|ぬ|ざる|まい"
)
_GROUP_BEFORE = re.compile(r"(?<![0-9])[0-9]{1,3}\Z")
_GROUP_AFTER = re.compile(r"[0-9]{3}(?![0-9])")


def illegal_left(folded: Folded, at: int) -> str | None:
    """Why no quotation may begin at ``at``; None where it may."""
    text = folded.text
    if at < len(text) and is_mark(text[at]):
        return "combining_mark"
    if at and text[at - 1] in _NEGATORS:
        return "cjk_negation"
    here = at
    for _ in range(_LONGEST_MARKS):
        reason = _no_place(folded, here)
        if reason is None or reason == "digit_group" or reason == "spaced_sign":
            return reason
        if text[here - 1] not in OPENERS:
            break
        here -= 1
    return _named(text, at, -1)


def illegal_right(folded: Folded, at: int) -> str | None:
    """Why no quotation may end at ``at``; None where it may."""
    text = folded.text
    if at < len(text) and is_mark(text[at]):
        return "combining_mark"
    if at < len(text) and _NEGATIVE_ENDING.match(text, at) is not None:
        return "cjk_negation"
    if at < len(text) and text[at] in "'\"" and _is_prime(folded, at):
        return "mark"
    here = at
    for _ in range(_LONGEST_MARKS):
        reason = _no_place(folded, here)
        if reason is None or reason == "digit_group" or reason == "spaced_sign":
            return reason
        if text[here] not in CLOSERS:
            break
        here += 1
    return _named(text, at, 0)


def _no_place(folded: Folded, at: int) -> str | None:
    """None where a token ends at ``at``; else why none does."""
    text = folded.text
    if at == 0 or at == len(text):
        return None
    before, after = text[at - 1], text[at]
    if before == " " or after == " ":
        return _guarded_space(folded, at if after == " " else at - 1)
    if before == "-" or after == "-":
        return None if _is_em_dash(folded, at if after == "-" else at - 1) else "hyphen"
    if is_spaceless(before) or is_spaceless(after):
        return _inside_unspaced(before, after)
    return "inside"


def _guarded_space(folded: Folded, space: int) -> str | None:
    """White space that belongs to a number: between groups of digits, or after a sign that stands alone."""
    text = folded.text
    before, after = text[space - 1 : space], text[space + 1 : space + 2]
    if not (after.isdecimal() or after == "."):
        return None
    if before.isdecimal():
        grouped = _GROUP_BEFORE.search(text, max(space - 4, 0), space) and _GROUP_AFTER.match(text, space + 1)
        return "digit_group" if grouped else None
    if before and before in "-+" and text[space - 2 : space - 1] in ("", " ", "("):
        return "spaced_sign" if _is_lone_sign(folded, space - 1) else None
    return None


def _is_lone_sign(folded: Folded, at: int) -> bool:
    """A dash longer than a hyphen is punctuation, unless a digit stands before it: then it is a range."""
    if folded.text[at - 2 : at - 1].isdecimal():
        return True
    return folded.given(at, at + 1) not in _LONG_DASHES


def _is_em_dash(folded: Folded, at: int) -> bool:
    text = folded.text
    if not (0 < at < len(text) - 1 and text[at - 1].isalpha() and text[at + 1].isalpha()):
        return False
    return folded.given(at, at + 1) in _EM_DASHES


def _is_prime(folded: Folded, at: int) -> bool:
    """A prime belongs to its token; so does a straight mark after a digit that no mark opened."""
    if folded.given(at, at + 1) in _PRIMES:
        return True
    mark, text = folded.text[at], folded.text
    if not text[at - 1 : at].isdecimal():
        return False
    opening = text.find(mark, 0, at)
    while opening > 0 and text[opening - 1] not in " ([{":
        opening = text.find(mark, opening + 1, at)
    return opening < 0


def _inside_unspaced(before: str, after: str) -> str | None:
    if after in _SMALL:
        return "inside"
    if before in _NUMERALS and (after in _NUMERALS or after.isdecimal()):
        return "cjk_number"
    if before.isdecimal() and after in _MULTIPLIERS or after.isdecimal() and before in _NUMBER_PREFIXES:
        return "cjk_number"
    other = before if not is_spaceless(before) else after
    if is_spaceless(other) or other.isalnum() or other in OPENERS or other in CLOSERS or other in "%°":
        return None
    return "inside" if not is_cjk(other) else None


def _named(text: str, at: int, side: int) -> str:
    """The guard that refused: what stands outside the cut, ``side`` -1 to the left of it, 0 to the right."""
    outside, inside = text[at + side : at + side + 1], text[at - 1 - side : at - side]
    if outside == "-":
        return "sign" if inside.isdecimal() and side else "hyphen"
    if outside in "+±":
        return "sign"
    if outside in "=<>≤≥~×/^":
        return "operator"
    if outside in "%°":
        return "unit_mark"
    if outside in "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻":
        return "exponent"
    if outside.isdecimal() or inside.isdecimal() and outside in ".,:":
        return "inside_number"
    return "inside_word" if outside.isalpha() else "mark"

"""What differs between a quotation and the window closest to it (`contract.md` §4, classes of a mismatch)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from tekmeria_contract.closest import common_length
from tekmeria_contract.negation import negators_in
from tekmeria_contract.scripts import CJK
from tekmeria_contract.units import UNIT_SYMBOLS, UNIT_WORDS

__all__ = ["COMPARATIVES", "UNITS", "Region", "classify", "regions"]

_TOKEN = re.compile(
    f"[{CJK}]|[⁰¹²³⁴-⁹⁺⁻ⁿ]+|[0-9]+(?:[.,][0-9]+)*|[^\\W\\d_⁰¹²³⁴-⁹₀-₉{CJK}]+(?:'[^\\W\\d_]+)*|\\S"
)
_LONGEST_MIDDLE = 200
"""Tokens between the common ends that are aligned; more are one region."""

UNITS = frozenset((*UNIT_SYMBOLS, *UNIT_WORDS, *"tTKCFANy%°‰", "Hg", "ohm"))
"""Symbols and words that follow a number and say of what."""

_COMPARATIVES = """
more less fewer greater higher lower larger smaller longer shorter above below over under least most
exceeding exceeded older younger before after earlier later better worse within superior inferior
"""
COMPARATIVES = frozenset(_COMPARATIVES.split())
"""Words that compare."""

_SIGNS = frozenset("+-±")
_RELATIONS = frozenset("<>≤≥=≠≈~")
_COUNTED = "zero one two three four five six seven eight nine ten eleven twelve"
_NUMBER_WORDS: dict[str, str] = {word: str(number) for number, word in enumerate(_COUNTED.split())}
_AFFIXES = ("un", "in", "im", "ir", "il", "non", "dis")
_CJK_NEGATORS = frozenset("不无無没沒未非勿否")
_FLAT = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ₀₁₂₃₄₅₆₇₈₉", "0123456789+-n0123456789", "()^{}")


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    before: str
    """What touches it on the left; empty at white space and at the ends."""
    after: str


@dataclass(frozen=True, slots=True)
class Region:
    """Tokens of the passage and what the quote has in their place; either may be none."""

    passage: tuple[_Token, ...]
    quote: tuple[_Token, ...]
    before: str
    """The token before the region in the passage."""

    @property
    def texts(self) -> tuple[str, str]:
        """Both sides as text."""
        return _joined(self.passage), _joined(self.quote)


def _joined(tokens: Sequence[_Token]) -> str:
    return "".join(
        token.text if token.before or not i else f" {token.text}" for i, token in enumerate(tokens)
    )


def _tokens(text: str) -> list[_Token]:
    return [
        _Token(
            match[0],
            text[match.start() - 1 : match.start()].strip(),
            text[match.end() : match.end() + 1].strip(),
        )
        for match in _TOKEN.finditer(text)
    ]


def regions(passage: str, quote: str) -> list[Region]:
    """The stretches in which two folded texts differ, in order."""
    start, shared = _shared_ends(passage, quote)
    ours = _tokens(passage[start : len(passage) - shared])
    theirs = _tokens(quote[start : len(quote) - shared])
    words, others = [t.text for t in ours], [t.text for t in theirs]
    start = 0
    while start < min(len(words), len(others)) and words[start] == others[start]:
        start += 1
    end = 0
    while end < min(len(words), len(others)) - start and words[-1 - end] == others[-1 - end]:
        end += 1
    last, other_last = len(words) - end, len(others) - end
    spans = [(start, last, start, other_last)]
    if max(last, other_last) - start <= _LONGEST_MIDDLE:
        matcher = SequenceMatcher(None, words[start:last], others[start:other_last], autojunk=False)
        spans = [
            (start + i, start + j, start + k, start + m)
            for tag, i, j, k, m in matcher.get_opcodes()
            if tag != "equal"
        ]
    return [
        Region(tuple(ours[i:j]), tuple(theirs[k:m]), words[i - 1] if i else "")
        for i, j, k, m in spans
        if i < j or k < m
    ]


def _shared_ends(one: str, other: str) -> tuple[int, int]:
    """How much of both ends is the same, short of two words before the difference and one after it."""
    start = common_length(one, 0, other, 0)
    end = common_length(one[start:][::-1], 0, other[start:][::-1], 0)
    start = one.rfind(" ", 0, max(one.rfind(" ", 0, start), 0)) + 1
    at = one.find(" ", len(one) - end)
    at = one.find(" ", at + 1) if at >= 0 else -1
    return start, len(one) - at if at >= 0 else 0


def classify(passage: str, quote: str) -> tuple[str, str | None]:
    """The class of the difference between two folded texts, the first that applies, and its detail."""
    found = regions(passage, quote)
    kinds = [_script(region) for region in found]
    plain = [region for region, kind in zip(found, kinds, strict=True) if kind not in {"exponent", "accent"}]
    tests: tuple[tuple[str, Callable[[Region], bool]], ...] = (
        ("number", _number),
        ("sign", _sign),
        ("unit", _unit),
        ("comparison", _comparison),
        ("negation", _negation),
    )
    for name, test in tests:
        for region in plain:
            if test(region):
                return name, _shown(region)
    if kinds and None not in kinds:
        return "script", ", ".join(dict.fromkeys(kind for kind in kinds if kind is not None))
    if "".join(passage.split()) == "".join(quote.split()):
        return "wording", "space"
    return "wording", _shown(found[0]) if found else None


def _shown(region: Region) -> str:
    """`passage → quote`, each cut at 60 characters."""
    return " → ".join(text[:60] or "∅" for text in region.texts)


def _script(region: Region) -> str | None:
    """Whether only script differs: exponent (lost or flattened), accent, case."""
    ours, theirs = region.texts
    if _is_exponent(region):
        return "exponent"
    if ours.casefold() == theirs.casefold() and ours:
        return "case"
    if ours and _bare(ours) == _bare(theirs):
        return "accent"
    return "accent, case" if ours and _bare(ours).casefold() == _bare(theirs).casefold() else None


def _bare(text: str) -> str:
    """``text`` without accents; character by character, since to order a long run of marks is quadratic."""
    parts = "".join(unicodedata.normalize("NFD", c) for c in text)
    return "".join(c for c in parts if unicodedata.combining(c) == 0)


def _is_exponent(region: Region) -> bool:
    ours, theirs = region.texts
    raised = any(_raised(token.text) for token in (*region.passage, *region.quote))
    bracketed = region.before.endswith("10") and (ours[:1] == "(" or theirs[:1] == "(" or "^" in theirs)
    if not (raised or bracketed):
        return False
    flat, other = ours.translate(_FLAT), theirs.translate(_FLAT)
    if flat == other:
        return True
    only = all(_raised(token.text) for token in (*region.passage, *region.quote))
    return only and not (ours and theirs)


def _raised(text: str) -> bool:
    return text[0] in "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ"


def _number(region: Region) -> bool:
    return _numbers(region.passage) != _numbers(region.quote)


def _numbers(tokens: Sequence[_Token]) -> list[str]:
    return [
        _NUMBER_WORDS.get(token.text.lower(), token.text)
        for token in tokens
        if token.text.isnumeric() or token.text[0].isdecimal() or token.text.lower() in _NUMBER_WORDS
    ]


def _sign(region: Region) -> bool:
    return _signs(region.passage) != _signs(region.quote)


def _signs(tokens: Sequence[_Token]) -> list[str]:
    """Signs of numbers, range dashes, and signs that end a run (`CD4+`)."""
    return [
        token.text
        for token in tokens
        if token.text in _SIGNS
        and (
            (token.after[:1].isdecimal() and not token.before.isalpha()) or (token.before and not token.after)
        )
    ]


def _unit(region: Region) -> bool:
    ours, theirs = _units(region.passage, region.before), _units(region.quote, region.before)
    return ours != theirs


def _units(tokens: Sequence[_Token], before: str) -> list[str]:
    units: list[str] = []
    for token in tokens:
        follows = before[:1].isdecimal() or before in UNITS or before in {"/", "·"}
        if token.text in UNITS and (follows or (not before and len(token.text) > 1)):
            units.append(token.text)
        before = token.text
    return units


def _comparison(region: Region) -> bool:
    ours, theirs = ([t.text for t in side if t.text in _RELATIONS] for side in (region.passage, region.quote))
    if ours != theirs:
        return True
    more, other = (
        [t.text.lower() for t in side if t.text.lower() in COMPARATIVES]
        for side in (region.passage, region.quote)
    )
    return bool(more) and bool(other) and more != other


def _negation(region: Region) -> bool:
    ours, theirs = ([token.text for token in side] for side in (region.passage, region.quote))
    if sorted(negators_in(ours)) != sorted(negators_in(theirs)):
        return True
    if _CJK_NEGATORS & (set(ours) ^ set(theirs)):
        return True
    return any(_is_affixed(a, b) or _is_affixed(b, a) for a, b in zip(ours, theirs, strict=False))


def _is_affixed(word: str, stem: str) -> bool:
    """Whether ``word`` is ``stem`` with a negative prefix: `insignificant`."""
    low, base = word.lower(), stem.lower()
    return len(base) > 3 and low.endswith(base) and low[: -len(base)] in _AFFIXES

"""A quotation laid against the window closest to it, token by token (`contract.md` §4, Diagnosis of a mismatch)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from tekmeria_contract.closest import common_length
from tekmeria_contract.scripts import CJK

__all__ = ["Region", "Token", "bare", "regions", "tokens_of", "word_length"]

_RAISED = "⁰¹²³⁴-⁹⁺⁻ⁿ"
_TOKEN = re.compile(
    f"[{CJK}]|[{_RAISED}]+|[0-9]+(?:[.,/:][0-9]+)*|[^\\W\\d_⁰¹²³⁴-⁹₀-₉{CJK}]+(?:'[^\\W\\d_]+)*|\\S"
)
_LONGEST_MIDDLE = 200
"""Tokens between the common ends that are aligned; more are one region."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a number, a mark; ``start`` is its place in the text."""

    text: str
    start: int
    before: str
    """What touches it on the left; empty at white space and at the ends."""
    after: str

    @property
    def end(self) -> int:
        """The place behind it."""
        return self.start + len(self.text)

    @property
    def is_word(self) -> bool:
        """Whether it is a word or a number, no mark."""
        return self.text[0].isalnum()


@dataclass(frozen=True, slots=True)
class Region:
    """Tokens of the passage and what the quote has in their place; either may be none."""

    passage: tuple[Token, ...]
    quote: tuple[Token, ...]
    before: str
    """The token before the region in the passage."""
    first: bool
    """Whether both texts begin with it."""
    last: bool
    """Whether both texts end with it."""

    @property
    def texts(self) -> tuple[str, str]:
        """Both sides as text."""
        return _joined(self.passage), _joined(self.quote)

    def is_script(self) -> bool:
        """Whether both sides are the same but for case and accents."""
        ours, theirs = (bare(text).casefold() for text in self.texts)
        return bool(ours) and ours == theirs


def _joined(tokens: Sequence[Token]) -> str:
    return "".join(
        token.text if token.before or not i else f" {token.text}" for i, token in enumerate(tokens)
    )


def bare(text: str) -> str:
    """``text`` without accents; character by character, since to order a long run of marks is quadratic."""
    parts = "".join(unicodedata.normalize("NFD", c) for c in text)
    return "".join(c for c in parts if unicodedata.combining(c) == 0)


def word_length(tokens: Sequence[Token]) -> int:
    """How many characters the words and numbers among ``tokens`` have."""
    return sum(len(token.text) for token in tokens if token.is_word)


def tokens_of(text: str, first: int = 0, last: int | None = None) -> list[Token]:
    """The tokens of a folded text, or of its part."""
    return [
        Token(
            match[0],
            match.start(),
            text[match.start() - 1 : match.start()].strip(),
            text[match.end() : match.end() + 1].strip(),
        )
        for match in _TOKEN.finditer(text, first, len(text) if last is None else last)
    ]


def regions(passage: str, quote: str) -> list[Region]:
    """The stretches in which two folded texts differ, in order."""
    start, shared = _shared_ends(passage, quote)
    ours = tokens_of(passage, start, len(passage) - shared)
    theirs = tokens_of(quote, start, len(quote) - shared)
    words, others = [t.text for t in ours], [t.text for t in theirs]
    return [
        Region(
            tuple(ours[i:j]),
            tuple(theirs[k:m]),
            words[i - 1] if i else "",
            first=not start and not i and not k,
            last=not shared and j == len(ours) and m == len(theirs),
        )
        for i, j, k, m in _opcodes(words, others)
    ]


def _opcodes(words: list[str], others: list[str]) -> list[tuple[int, int, int, int]]:
    """The stretches of two lists that differ, between their common ends."""
    start, shortest = 0, min(len(words), len(others))
    while start < shortest and words[start] == others[start]:
        start += 1
    end = 0
    while end < shortest - start and words[-1 - end] == others[-1 - end]:
        end += 1
    last, other_last = len(words) - end, len(others) - end
    if max(last, other_last) - start > _LONGEST_MIDDLE:
        return [(start, last, start, other_last)]
    matcher = SequenceMatcher(None, words[start:last], others[start:other_last], autojunk=False)
    return [
        (start + i, start + j, start + k, start + m)
        for tag, i, j, k, m in matcher.get_opcodes()
        if tag != "equal"
    ]


def _shared_ends(one: str, other: str) -> tuple[int, int]:
    """How much of both ends is the same, short of two words before the difference and one after it."""
    start = common_length(one, 0, other, 0)
    end = common_length(one[start:][::-1], 0, other[start:][::-1], 0)
    start = one.rfind(" ", 0, max(one.rfind(" ", 0, start), 0)) + 1
    at = one.find(" ", len(one) - end)
    at = one.find(" ", at + 1) if at >= 0 else -1
    return start, len(one) - at if at >= 0 else 0

"""What a character of a folded text is: a mark, or of a script without spaces (`contract.md` §4)."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

__all__ = ["CJK", "is_cjk", "is_mark", "is_spaceless", "is_word"]

CJK = (
    "\u2e80-\u2fdf\u3001-\u3029\u3030-\u3098\u309b-\u312f\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\ufe30-\ufe4f\uff61-\uff9f\U00020000-\U0003fffd"
)
"""Han, kana, bopomofo and their punctuation, as the inside of a character class."""

_CJK_RUNS = [tuple(map(ord, (CJK[i], CJK[i + 2]))) for i in range(0, len(CJK), 3)]
_SPACELESS_RUNS = [
    *_CJK_RUNS,
    (0x0E00, 0x0EFF),
    (0x1000, 0x109F),
    (0x1780, 0x17FF),
    (0x1980, 0x19DF),
    (0xA9E0, 0xA9FF),
]
"""Thai, Lao, Myanmar, Khmer and New Tai Lue besides; Hangul is written with spaces."""


def _within(character: str, runs: list[tuple[int, ...]]) -> bool:
    code = ord(character)
    return any(first <= code <= last for first, last in runs)


@lru_cache(maxsize=8192)
def is_cjk(character: str) -> bool:
    """Whether ``character`` is of Chinese or Japanese writing, punctuation included."""
    return character > "\u2e7f" and _within(character, _CJK_RUNS)


@lru_cache(maxsize=8192)
def is_spaceless(character: str) -> bool:
    """Whether ``character`` is of a script that puts no spaces between its words."""
    return character > "\u0dff" and _within(character, _SPACELESS_RUNS)


@lru_cache(maxsize=8192)
def is_mark(character: str) -> bool:
    """Whether ``character`` combines with the one before it (general category M)."""
    return character > "\u02ff" and unicodedata.category(character)[0] == "M"


def is_word(character: str) -> bool:
    """Whether ``character`` is a letter or a mark on one."""
    return character.isalpha() or is_mark(character)

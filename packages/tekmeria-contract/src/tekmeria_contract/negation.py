"""Words round a quotation that turn or qualify it (`contract.md` §4, Negation; row 31).

Lists are published and looked up in any language, since a passage does not say which it is in.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from tekmeria_contract.scripts import is_cjk

__all__ = ["NEGATORS", "NEGATOR_PHRASES", "QUALIFIERS", "is_negator", "is_qualified", "negators"]

WINDOW = 4
"""Words before the match that are looked at."""

NEGATORS = frozenset(
    (
        # English
        "no not non never nor neither none without cannot cant lack lacks lacked lacking absence absent unlikely "
        "hardly scarcely barely rarely seldom nothing nobody nowhere nt fail fails failed failing "
        # Spanish
        "sin nunca jamás tampoco ni ningún ninguna ninguno nada nadie improbable "
        # French
        "pas ne sans jamais aucun aucune ni rien guère point "
        # German
        "nicht kein keine keinen keinem keiner keines ohne nie niemals weder noch nichts kaum "
        # Portuguese
        "não nao sem nunca jamais nem nenhum nenhuma"
    ).split()
)
"""Single words, in lower case."""

_AMBIGUOUS = frozenset(
    "lack lacks lacked lacking absence absent fail fails failed failing point noch".split()
)
"""Words of the list that turn what follows only in the phrases below."""

NEGATOR_PHRASES = (
    "lack of", "lacks", "lacked", "lacking", "absence of", "absent of", "fail to", "fails to", "failed to", "failing to",
    "failure to", "rather than", "instead of", "no longer", "free of", "free from", "devoid of", "ruled out",
    "excluded", "negative for", "falta de", "ausencia de", "en lugar de", "en vez de", "fracasó en",
    "absence de", "au lieu de", "plutôt que", "échoué à", "mangel an", "fehlen von", "anstatt", "anstelle",
    "ausência de", "em vez de", "weder noch",
)  # fmt: skip

QUALIFIERS = frozenset("unless except if only but".split())
"""What makes a final stop put by the writer misleading (row 31)."""

_CLAUSE_END = re.compile(r"[,，。．;；:：!！?？、.\n]")
_CJK_BEFORE = re.compile(
    "(?:不(?!仅|僅|但|同|断|斷|良|管|论|論)|[无無](?!论|論)|没|沒|未(?!来|來)|非(?!常)|勿|否)"
)
_CJK_AFTER = re.compile("(?:不(?!仅|僅|但|同|断|斷|良|管|论|論)|没|沒|未(?!来|來)|无|無)")
_JAPANESE_ENDING = re.compile(
    "な(?:い(?!し)|かっ|く(?!な)|けれ|し(?![てたま]))|ませ[んぬ]|ずに?(?![つっ])|ぬ(?![ぐけ])"
)
_REACH = 8
"""Characters before, and half as many after, in which a Chinese negator turns a match in its clause."""


def is_negator(word: str) -> bool:
    """Whether one word negates by itself, contractions included (`didn't`, `n'est`)."""
    low = word.lower()
    return (
        low in NEGATORS
        and low not in _AMBIGUOUS
        or low.endswith("n't")
        or low.startswith("n'")
        and len(low) > 2
    )


def negators(words: list[str]) -> list[str]:
    """The negators among ``words``, single ones and phrases, in order of the lists."""
    lowered = [word.lower() for word in words]
    joined = " " + " ".join(lowered) + " "
    return [word for word in lowered if is_negator(word)] + [
        phrase for phrase in NEGATOR_PHRASES if f" {phrase} " in joined
    ]


def is_qualified(text: str, start: int, end: int, sentence: Callable[[int], tuple[int, int]]) -> bool:
    """Whether what stands round ``text[start:end]`` in its sentence turns it.

    ``sentence`` gives the span, in the same text, of the sentence at a position; it is asked only where needed.
    """
    before = words_before(text, start)
    if negators(before):
        first = sentence(start)[0]
        if negators(words_before(text[first:start], start - first)):
            return True
    after = word_after(text, end)
    if after and is_negator(after):
        last = sentence(max(end - 1, start))[1]
        if word_after(text[:last], end) == after:
            return True
    return _cjk_qualified(text, start, end)


def _cjk_qualified(text: str, start: int, end: int) -> bool:
    if end <= start or not (is_cjk(text[start]) or is_cjk(text[end - 1])):
        return False
    before = _CLAUSE_END.split(text[max(start - _REACH, 0) : start])[-1]
    if _CJK_BEFORE.search(before) is not None:
        return True
    after = _CLAUSE_END.split(text[end : end + 40])[0]
    return _CJK_AFTER.search(after[: _REACH // 2]) is not None or _JAPANESE_ENDING.search(after) is not None


_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")


def words_before(text: str, at: int) -> list[str]:
    """The last words before ``at``, four at most."""
    return _WORD.findall(text[max(at - 120, 0) : at])[-WINDOW:]


def word_after(text: str, at: int) -> str | None:
    """The word that follows ``at``."""
    match = _WORD.search(text, at, at + 60)
    return match[0] if match is not None else None

"""Words round a quotation that turn or qualify it (`contract.md` §4, Negation; row 31).

The lists are looked up together: a passage does not say in which language it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from tekmeria_contract.scripts import is_cjk

__all__ = [
    "DOUBTS",
    "LIMITERS",
    "LIMITER_PHRASES",
    "LINKS",
    "NEGATORS",
    "NEGATOR_PHRASES",
    "QUALIFIERS",
    "WINDOW",
    "limited",
    "negators_in",
    "turned",
    "word_after",
]

WINDOW = 4
"""Words before a match that are looked at."""

NEGATORS: Mapping[str, str] = {
    "en": "no not non never nor neither none without cannot lack lacks lacked lacking unlikely hardly "
    "scarcely barely rarely seldom nothing nobody nowhere absent",
    "es": "no sin nunca jamás tampoco ni ningún ninguna ninguno nada improbable",
    "fr": "ne non pas sans jamais aucun aucune ni rien guère nullement",
    "de": "nicht kein keine keinen keinem keiner keines ohne nie niemals weder kaum nichts statt anstatt "
    "anstelle unwahrscheinlich",
    "pt": "não sem nunca jamais nem nenhum nenhuma improvável",
}
"""Single words, in lower case; also every word in `n't` and every French one in `n'`."""

NEGATOR_PHRASES: Mapping[str, tuple[str, ...]] = {
    "en": (
        *(
            "lack of",
            "absence of",
            "fail to",
            "fails to",
            "failed to",
            "failing to",
            "failure to",
            "unable to",
        ),
        *("rather than", "instead of", "free of", "free from", "devoid of", "ruled out", "negative for"),
    ),
    "es": ("falta de", "ausencia de", "en lugar de", "en vez de", "poco probable"),
    "fr": ("absence de", "absence d'", "manque de", "au lieu de", "au lieu d'", "plutôt que", "plutôt qu'"),
    "de": ("mangel an", "fehlen von", "fehlen einer", "fehlen eines"),
    "pt": ("falta de", "ausência de", "em vez de", "ao invés de"),
}
"""Several words; one that ends in an apostrophe is glued to the next."""

DOUBTS: Mapping[str, tuple[str, ...]] = {
    "en": (
        *(
            "whether",
            "little",
            "insufficient",
            "hypothesis that",
            "hypotheses that",
            "hypothesized",
            "hypothesised",
        ),
        *("hypothesize that", "hypothesise that"),
    ),
    "es": ("insuficiente", "poca", "hipótesis de que"),
    "fr": ("insuffisant", "insuffisante", "hypothèse que", "hypothèse selon"),
    "de": ("ob", "unzureichend", "wenig", "hypothese dass"),
    "pt": ("insuficiente", "pouca", "hipótese de que"),
}
"""Words and phrases that leave open, or nearly deny, what they lead to (`to assess whether`, `little evidence that`).

Before a match they turn it as a negator does.
"""

QUALIFIERS = frozenset({"unless", "except", "if", "only", "but"})
"""What makes a final stop put by the writer misleading (row 31)."""

LIMITERS: Mapping[str, str] = {
    "en": "unless except excepting excluding if only",
    "es": "excepto salvo sólo solamente únicamente",
    "fr": "sauf excepté hormis seulement uniquement",
    "de": "außer ausser ausgenommen wenn sofern nur lediglich",
    "pt": "exceto salvo só somente apenas",
}
"""Single words that take back a part of what stands before them, in lower case."""

LIMITER_PHRASES: Mapping[str, tuple[str, ...]] = {
    "en": (
        *("but only", "but not", "but no", "but never", "but without", "and only", "or only", "though not"),
        *(
            "although not",
            "however not",
            "yet not",
            "provided that",
            "as long as",
            "other than",
            "apart from",
            "with the exception",
        ),
    ),
    "es": ("a menos", "siempre que", "pero no", "pero sólo", "pero solo"),
    "fr": ("à moins", "mais pas", "mais seulement", "à l'exception"),
    "de": ("es sei", "aber nicht", "aber nur", "jedoch nicht", "und nur", "mit ausnahme"),
    "pt": ("a menos", "desde que", "mas não", "mas só", "mas apenas", "com exceção"),
}
"""Several words that do so."""

LINKS: Mapping[str, str] = {
    "en": "in for at by on among amongst to of from under during within into even almost virtually nearly "
    "practically essentially",
    "es": "en para a por de entre bajo durante casi",
    "fr": "dans chez pour à en par de parmi sous pendant presque",
    "de": "in bei für an auf von unter während durch zu fast nahezu",
    "pt": "em para a por de entre sob durante quase",
}
"""Words that a negator may stand behind, after a match: `in no patient`, `for almost none`.

Not `with`: as after `without`, much is told of that was not seen (`well tolerated with no deaths`).
"""

_DOUBT = re.compile(" (?:" + "|".join(doubt for doubts in DOUBTS.values() for doubt in doubts) + ") ")
_LINKS = frozenset(" ".join(LINKS.values()).split())
_MOST_LINKS = 2
_WORDS = frozenset(" ".join(NEGATORS.values()).split())
_PHRASES = [tuple(phrase.split()) for phrases in NEGATOR_PHRASES.values() for phrase in phrases]
_BY_HEAD = {head: [phrase for phrase in _PHRASES if phrase[0] == head] for head, *_ in _PHRASES}
_LONGEST_PHRASE = max(map(len, _PHRASES))
_LIMITS = {(word,) for words in LIMITERS.values() for word in words.split()} | {
    tuple(phrase.split()) for phrases in LIMITER_PHRASES.values() for phrase in phrases
}
_LONGEST_LIMIT = max(map(len, _LIMITS))
_WORD = re.compile(r"[^\W_]+(?:(?:['-]|[.,:/](?=[0-9]))[^\W_]+)*")
_REACH = 120
"""Characters in which the four words before, or the word after, are looked for."""

_ENDS_CLAUSE = re.compile(r"[.;:!?]|\Z")
_CLAUSE_END = re.compile(r"[,，。．.;；:：!！?？、]")
_CHINESE = "(?:是否|能否|可否|不(?![仅僅但同断斷良管论論])|[无無](?![论論])|[没沒勿]|未(?![来來])|非(?!常))"
_CJK_NEGATOR = re.compile(_CHINESE)
_JAPANESE_ENDING = re.compile(
    r"な(?:い(?!し)|かっ|く(?!な)|けれ|し(?![てたま]))|ませ[んぬ]|ず(?![つっ])|ぬ(?![ぐけ])|か否か|かどうか"
)
_CJK_LIMIT = re.compile("[,，、]? ?(?:除非|除了|除外|以外|[仅僅只]|のみ|だけ|を除)")
_CJK_BEFORE, _CJK_AFTER, _CJK_CLAUSE = 8, 4, 40
"""Characters of its clause in which a negator before or after a match, or a verb ending, turns it."""


def _negates(word: str) -> bool:
    """Whether one word negates by itself. `NO` and `NE` are nitric oxide and norepinephrine."""
    low = word.lower()
    if low in _WORDS:
        return len(word) > 2 or not word.isupper()
    return low.endswith("n't") or (low.startswith("n'") and len(low) > 2)


def _bare(word: str) -> str:
    """The word in lower case, without a French article or pronoun before it (`l'absence`)."""
    low = word.lower()
    return low[2:] if low[1:2] == "'" and low[0] in "cjlmst" else low


def negators_in(words: Iterable[str]) -> list[str]:
    """The negators among ``words`` in lower case: the single ones, then the phrases."""
    words = list(words)
    return [word.lower() for word in words if _negates(word)] + _phrases_in(words, len(words))


def _phrases_in(words: list[str], first: int) -> list[str]:
    """The phrases in ``words`` that begin among the first ``first`` of them."""
    bare = [_bare(word) for word in words]
    return [
        " ".join(phrase)
        for at, word in enumerate(bare[:first])
        for phrase in _BY_HEAD.get(word, ())
        if _stands(phrase, bare[at : at + len(phrase)])
    ]


def _stands(phrase: tuple[str, ...], words: list[str]) -> bool:
    if phrase[-1][-1] == "'":
        return (
            len(words) == len(phrase)
            and phrase[:-1] == tuple(words[:-1])
            and words[-1].startswith(phrase[-1])
        )
    return phrase == tuple(words)


def turned(text: str, start: int, end: int) -> bool:
    """Whether what stands in the sentence ``text`` just before or after ``text[start:end]`` turns it.

    A negator among the four words before, or directly after, or there behind one or two words of `LINKS`; in Chinese
    and Japanese one in the same clause. A phrase counts too where the match begins inside it (`absence | of effect`).
    """
    before = _WORD.findall(text, max(start - _REACH, 0), start)[-WINDOW:]
    if any(map(_negates, before)) or _DOUBT.search(f" {' '.join(map(_bare, before))} ") is not None:
        return True
    return (
        _phrase_before(text, before, start, end) or _turned_behind(text, end) or _cjk_turned(text, start, end)
    )


def _turned_behind(text: str, end: int) -> bool:
    """Whether a negator stands directly behind, or behind links, where a limiter counts too, or ends the clause."""
    limit = end + _REACH
    following = first = _WORD.search(text, end, limit)
    for _ in range(_MOST_LINKS):
        if following is not None and following[0].lower() in _LINKS and text.startswith(" ", following.end()):
            following = _WORD.search(text, following.end(), limit)
    if first is None or following is None:
        return False
    if _negates(following[0]) or _phrase_at(text, following):
        return True
    if following is not first and (following[0].lower(),) in _LIMITS:
        return True
    second = _WORD.search(text, first.end(), limit)
    return second is not None and _negates(second[0]) and _ENDS_CLAUSE.match(text, second.end()) is not None


def _phrase_before(text: str, before: list[str], start: int, end: int) -> bool:
    before = [word for word in before if not word.lower().endswith("ly")]
    if not any(_bare(word) in _BY_HEAD for word in before):
        return False
    inside = _WORD.findall(text, start, min(end, start + _REACH))[: _LONGEST_PHRASE - 1]
    return bool(_phrases_in(before + inside, len(before)))


def _phrase_at(text: str, first: re.Match[str]) -> bool:
    if _bare(first[0]) not in _BY_HEAD:
        return False
    return bool(_phrases_in(_WORD.findall(text, first.start(), first.start() + _REACH)[:_LONGEST_PHRASE], 1))


def _cjk_turned(text: str, start: int, end: int) -> bool:
    if start >= end or not (is_cjk(text[start]) or is_cjk(text[end - 1])):
        return False
    before = _CLAUSE_END.split(text[max(start - _CJK_BEFORE, 0) : start])[-1]
    after = _CLAUSE_END.split(text[end : end + _CJK_CLAUSE])[0]
    return (
        _CJK_NEGATOR.search(before) is not None
        or _CJK_NEGATOR.search(after[:_CJK_AFTER]) is not None
        or _JAPANESE_ENDING.search(after) is not None
    )


def limited(text: str, end: int) -> bool:
    """Whether the sentence ``text`` goes on, at ``end``, by taking back a part of what stands before.

    With a word or phrase of `LIMITERS`: `, unless …`, `(except …)`, `only if …`, `but not …`.
    """
    words = [word.lower() for word in _WORD.findall(text, end, end + _REACH)[:_LONGEST_LIMIT]]
    return (
        any(tuple(words[:count]) in _LIMITS for count in range(1, len(words) + 1))
        or _CJK_LIMIT.match(text, end) is not None
    )


def word_after(text: str, at: int) -> str | None:
    """The word that follows ``at``, in lower case."""
    match = _WORD.search(text, at, at + _REACH)
    return match[0].lower() if match is not None else None

"""Whether the words around a quotation turn or narrow it (contract.md §4, Negation and row 31)."""

from __future__ import annotations

import re
from itertools import pairwise

NEGATORS = frozenset(
    re.findall(
        r"\S+",
        """not no never without nor neither none cannot unlikely hardly
        nicht kein keine keinen keiner keinem keines ohne nie niemals weder
        ne pas sans jamais aucun aucune ni
        sin nunca ningún ninguna tampoco
        não nao sem nem nenhum nenhuma""",
    )
)
PHRASES = (
    ("lack", "of"),
    ("absence", "of"),
    ("failed", "to"),
    ("fails", "to"),
    ("fail", "to"),
    ("failure", "to"),
    ("rather", "than"),
    ("instead", "of"),
)
LINKS = (
    "in|for|at|by|on|among|amongst|to|of|from|under|during|within|into|even|almost|virtually|nearly|practically|"
    "essentially|en|para|a|por|de|entre|bajo|durante|casi|dans|chez|pour|à|par|parmi|sous|pendant|presque|bei|für|an|"
    "auf|von|unter|während|durch|zu|fast|nahezu|em|sob|quase"
)
DOUBTS = (
    r"\b(?:whether|little|insufficient|hypothes[ie]s that|hypothesi[zs]ed|hypothesi[zs]e that|insuficiente|poca|"
    r"pouca|hipótesis de que|hipótese de que|insuffisante?|hypothèse (?:que|selon)|ob|unzureichend|wenig|hypothese "
    r"dass)\b"
)
_TAKEN_BACK = """
unless; except; excepting; excluding; if; only; but only; but not; but no; but never; but without; and only; or only;
though not; although not; however not; yet not;
provided that; other than; apart from; as long as; with the exception; excepto; salvo; sólo; solamente; únicamente;
sauf; excepté; hormis; seulement; uniquement; außer; ausser; ausgenommen; wenn; sofern; nur; lediglich; exceto; só;
somente; apenas; a menos; siempre que; pero no; pero sólo; à moins; mais pas; mais seulement; es sei; aber nicht;
aber nur; jedoch nicht; und nur; mit ausnahme; desde que; mas não; mas só; mas apenas; com exceção
"""
TAKEN_BACK = [phrase.split() for phrase in _TAKEN_BACK.split(";")]
LIMITS = ("unless", "except", "if", "only", "but")
_CJK_BEFORE = re.compile("[不无無没沒未非]$")
_CJK_AFTER = re.compile("(?:ない|なかった|なく|ません|ず)")


def words(text: str) -> list[str]:
    """The words of a folded text in lower case; an apostrophe belongs to its word."""
    return re.findall(r"[^\W_]+(?:['-][^\W_]+)*", text.lower())


def negated(sentence: str, start: int, end: int) -> bool:
    """Whether one of the four words before turns the quotation, or what follows it does.

    Behind it that is the first word, the one behind links (where a limit counts too), or the second at the end.
    """
    before = words(sentence[:start])[-4:]
    following = re.sub(rf"^\W*(?:(?:{LINKS}) ){{1,2}}", "", sentence[end:], flags=re.IGNORECASE)
    after = words(following)[:2]
    if any(map(_negates, before + after[:1])) or re.search(DOUBTS, " ".join(before)):
        return True
    if following != sentence[end:] and after[:1] in TAKEN_BACK:
        return True
    second = re.match(r"[^.;:!?]*?[^\W_]+[^.;:!?\w]+([^\W_]+(?:'[^\W_]+)?)(?:[.;:!?]|$)", sentence[end:])
    if (
        second
        and words(sentence[end : end + second.end()])[1:] == [second[1].lower()]
        and _negates(second[1].lower())
    ):
        return True
    plain = [word for word in before if not word.endswith("ly")]
    return any(pair in PHRASES for pair in (*pairwise(before), *pairwise(plain), tuple(after)))


def _negates(word: str) -> bool:
    return word in NEGATORS or word.endswith("n't")


def taken_back(rest: str) -> bool:
    """Whether the sentence goes on behind the quotation by taking part of it back."""
    following = words(rest)[:3]
    return any(following[: len(limit)] == limit for limit in TAKEN_BACK)


def limited(rest: str) -> bool:
    """Whether what follows the quotation's stop takes it back: unless, except, if, only, but."""
    following = words(rest)[:1]
    return bool(following) and following[0] in LIMITS


def cjk_cut(passage: str, start: int, end: int) -> bool:
    """A match directly preceded by a negating character, or cut before its negative ending, is no match."""
    return bool(_CJK_BEFORE.search(passage[:start]) or _CJK_AFTER.match(passage[end:]))

"""What several numbers say together, which no quotation parts (`contract.md` §4, Legal cut; clauses Q58, Q60).

A range in words (`5 to 10 mg`, `between 5 and 10`), a list of numbers that share the unit of the last (`5 or 10 mg`),
and a number with its bound (`39 °C or more`). A number that has its own unit and stands in a list is whole (`5 mg and
10 mg`), and so is a year beside what is none (`in 2010 and 12 months later`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from tekmeria_contract.units import CJK_UNITS, UNIT_HERE

__all__ = [
    "BETWEEN",
    "BOUNDS",
    "CONJUNCTIONS",
    "RANGE_WORDS",
    "SUSPENDING",
    "cjk_range_at",
    "parts_range",
]


def _listed(text: str) -> tuple[str, ...]:
    return tuple(text.split("|"))


RANGE_WORDS = _listed("to|through|up to|bis|à|a|jusqu'à|hasta|até")
"""Words between the two ends of a range."""

CONJUNCTIONS = _listed("and|or|nor|and/or|versus|vs|vs.|by|plus|&|und|oder|et|ou|y|o|u|e")
"""Words before the last number of a list."""

SUSPENDING = _listed(
    "and|or|to|nor|but|as|versus|vs|than|und|oder|bis|bzw|sowie|wie|et|ou|à|y|o|u|e|a|i|och|en|als"
)
"""What may follow a hyphen that stands for the rest of a compound: `pre- and post-test`."""

BETWEEN: Mapping[str, str] = {"between": "and", "zwischen": "und", "entre": "et|y|e"}
"""Words that open a range, and those between its ends."""

BOUNDS = _listed(
    "or more|or above|or over|or greater|or higher|or larger|or longer|or older|or later|or up|or beyond|"
    "or less|or fewer|or lower|or below|or under|or smaller|or shorter|or younger|or earlier|"
    "and more|and above|and over|and greater|and higher|and older|and later|and up|and beyond|"
    "and less|and fewer|and lower|and below|and under|and younger|and earlier|"
    "oder mehr|oder höher|oder länger|oder älter|oder darüber|oder weniger|oder niedriger|oder kürzer|"
    "oder jünger|oder darunter|und mehr|und älter|und darüber|und weniger|und jünger|und darunter|"
    "ou plus|et plus|ou moins|et moins|ou au-delà|et au-delà|o más|y más|o menos|y menos|o mayor|o mayores|"
    "o menor|o menores|ou mais|e mais|ou menos|e menos"
)
"""What makes a number the least or the most of a quantity."""

_REACH = 60
"""Characters before a space in which the number and its unit begin."""


def _any(phrases: tuple[str, ...]) -> str:
    return "|".join(sorted(map(re.escape, phrases), key=len, reverse=True))


_NUMBER = r"[0-9](?:[0-9.,:·×±⁻⁰¹²³⁴-⁹-]{0,16}[0-9⁰¹²³⁴-⁹])?"
_SIGNED = rf"[<>≤≥~]?[-+±]?(?:{_NUMBER})"
_UNIT = rf"(?:[%‰]|°[CFK]?| ?{UNIT_HERE}(?:[/·-]\S{{1,12}}?|(?: (?:per |pro |par |por )?[\w⁻¹²³]{{1,9}}))?)"
_FREE = r"(?<![^\W_])(?<![^\W_]-)(?<![0-9][.,:·×/])"
"""Nothing of a name or of a longer number stands before the number."""

_QUANTITY = re.compile(rf"{_FREE}(?P<number>{_NUMBER})(?P<unit>{_UNIT})?-?\Z")
_BARE = re.compile(rf"{_FREE}(?P<number>{_NUMBER})-?(?P<comma>,?)\Z")
_RANGE = re.compile(rf"(?:{_any(RANGE_WORDS)})(?: |(?=[<>≤≥~±]))(?P<number>{_SIGNED})")
_RANGE_WORD = re.compile(rf" (?:{_any(RANGE_WORDS)}|-)\Z")
_DASHED = re.compile(rf"- ?(?P<number>{_NUMBER})")
_FROM = {opener: re.compile(rf"(?:{joints}) ?{_SIGNED}") for opener, joints in BETWEEN.items()}
_JOINT = re.compile(rf" (?:{'|'.join(BETWEEN.values())})\Z")
_OPENED = re.compile(rf"(?<!\w)({'|'.join(BETWEEN)}) ?[<>≤≥~]?[-+±]?\Z", re.IGNORECASE)
_SHARED_UNIT = rf"(?:[%‰°]| ?{UNIT_HERE})(?! (?:CI|CrI|KI|IC|confidence|credib|predict|Konfidenz))"
_LIST = re.compile(
    rf"(?:{_NUMBER},? )(?:{_NUMBER},? ){{0,8}}?(?:{_any(CONJUNCTIONS)}) {_SIGNED}{_SHARED_UNIT}"
)
_LAST = re.compile(rf"(?:{_any(CONJUNCTIONS)})(?: |(?=[<>≤≥~±])){_SIGNED}-?{_SHARED_UNIT}")
_BOUND = re.compile(rf"(?:{_any(BOUNDS)})(?!\w)")
_INTERVAL = re.compile(
    rf"(?<!\w)(?:CI|CrI|KI|IC|IQR|interval)s?\)?[:,=]? ?[=(\[]?-?(?:{_NUMBER})%?[,;]\Z", re.IGNORECASE
)
_SECOND = re.compile(rf"-?{_NUMBER}")
_YEAR = re.compile("(?:1[6-9]|20)[0-9]{2}(?:-[0-9]{2,4})?")
_OF_STATISTIC = re.compile(r"=\Z|(?<![^\W_])[pP][<>≤≥]\Z")
"""What stands before the value of a statistic, which begins no list: `p<0.05 and 95%`, `n=12 and 5 mg`."""

_NUMERAL = "[0-9〇一二三四五六七八九十百千万]"
_CJK_QUANTITY = re.compile(rf"{_NUMERAL}(?:{'|'.join(CJK_UNITS)}|[例人名次回種种]|[%‰°]C?| ?{UNIT_HERE})?\Z")
_CJK_RANGE = re.compile(
    rf"(?:至|到|から|ないし|乃至) ?{_NUMERAL}|[及以]?(?:以上|以下|以内|以內|以後|未満|未满|未滿|を超え)"
)
_CJK_JOINT = re.compile("(?:至|到|から|ないし|乃至) ?\\Z")


def parts_range(text: str, space: int, dashed: bool = False) -> bool:
    """Whether the space at ``space`` of a folded text stands inside a range, a list of numbers, or before a bound.

    ``dashed``: a dash beside it may be that of a range.
    """
    head, after = text[max(space - _REACH, 0) : space], text[space + 1 : space + 2]
    if not after or not any(map(str.isdecimal, head)):
        return False
    if (after.isdecimal() or after in "-+±<>≤≥~") and _parts_inside(text, space, head, dashed):
        return True
    quantity = _QUANTITY.search(head)
    if quantity is not None:
        found = _RANGE.match(text, space + 1)
        if found is None and dashed and quantity["unit"]:
            found = _DASHED.match(text, space + 1)
        if found is not None and _are_alike(quantity["number"], found["number"]):
            return True
        if _BOUND.match(text, space + 1) is not None or _is_between(text, head, quantity, space):
            return True
    interval = head[-1] in ",;" and _INTERVAL.search(head) is not None
    return (interval and _SECOND.match(text, space + 1) is not None) or _parts_list(text, space, head)


def _parts_inside(text: str, space: int, head: str, dashed: bool) -> bool:
    """Whether the space stands between the word of a range and its second number."""
    word = _RANGE_WORD.search(head) or _JOINT.search(head)
    if word is None or (word[0] == " -" and not dashed):
        return False
    before = space - len(word[0])
    head = text[max(before - _REACH, 0) : before]
    quantity = _QUANTITY.search(head)
    if quantity is None:
        return False
    if _JOINT.search(word[0]) is not None:
        return _is_between(text, head, quantity, before)
    is_dash = word[0] == " -"
    found = (_DASHED if is_dash else _RANGE).match(text, before + 1)
    if found is None or (is_dash and not quantity["unit"]):
        return False
    return _are_alike(quantity["number"], found["number"])


def _are_alike(number: str, other: str) -> bool:
    """A year makes a range with another year only."""
    return _YEAR.fullmatch(number) is None or _YEAR.fullmatch(other) is not None


def _is_between(text: str, head: str, quantity: re.Match[str], space: int) -> bool:
    opened = _OPENED.search(head, 0, quantity.start())
    return opened is not None and _FROM[opened[1].lower()].match(text, space + 1) is not None


def _parts_list(text: str, space: int, head: str) -> bool:
    """Whether a number without a unit ends here, and the list goes on to one that has it."""
    bare = _BARE.search(head)
    if bare is None or _YEAR.fullmatch(bare["number"]) or _OF_STATISTIC.search(head, 0, bare.start()):
        return False
    if _LAST.match(text, space + 1) is not None:
        return True
    return bool(bare["comma"]) and _LIST.match(text, space + 1) is not None


def cjk_range_at(text: str, at: int) -> bool:
    """Whether a cut at ``at`` parts a range or a bound in Chinese or Japanese (`5到|10毫克`, `65歳|以上`)."""
    if _CJK_RANGE.match(text, at) is not None:
        return _CJK_QUANTITY.search(text[max(at - 12, 0) : at]) is not None
    joint = _CJK_JOINT.search(text[max(at - 4, 0) : at])
    if joint is None or re.match(_NUMERAL, text[at : at + 1]) is None:
        return False
    before = at - len(joint[0])
    return _CJK_QUANTITY.search(text[max(before - 12, 0) : before]) is not None

"""Ranges, lists of numbers and bounds that no quotation parts (contract.md §4, clauses Q58 and Q60).

Each is found whole, and a space inside it is no place to cut, but for those that a shorter quotation may begin at.
"""

from __future__ import annotations

import re

from tekmeria_eval.oracle.folding import EM_DASH, OTHER_DASH

_SIGNS = "[<>≤≥~]"
_TO = "to|through|up to|bis|à|a|jusqu'à|hasta|até"
_AND = "and|or|nor|and/or|versus|vs\\.?|by|plus|und|oder|et|ou|y|o|u|e|&"
_NO_STATISTIC = r"(?<!=)(?<!\b[pP][<>≤≥])"
_MORE = (
    "(?:or|and) (?:more|above|over|greater|higher|larger|longer|older|later|up|less|fewer|lower|below|under|smaller|"
    "shorter|younger|earlier|beyond)|(?:oder|und) (?:mehr|weniger|höher|niedriger|länger|kürzer|älter|jünger|darüber|"
    "darunter)|(?:ou|et) (?:plus|moins|au-delà)|[oy] (?:más|menos)|o (?:mayor|menor)(?:es)?|(?:ou|e) (?:mais|menos)"
)
_DASH = f"[-{OTHER_DASH}]"
_START = rf"(?<![^\W_])(?<![^\W_]{_DASH})(?<![0-9][.,:·×/])"
_NUMBER = rf"[0-9](?:[0-9.,:·×±⁻⁰¹²³⁴-⁹{OTHER_DASH}-]*[0-9⁰¹²³⁴-⁹])?"
_SIGNED = rf"{_SIGNS}?(?:{_DASH}|[+±])?{_NUMBER}"
_YEAR = re.compile(rf"(?:1[6-9]|20)[0-9]{{2}}(?:{_DASH}[0-9]{{2,4}})?")
_CJK = re.compile(
    "[0-9〇一二三四五六七八九十百千万](?:[^\\W0-9]{1,2}|[%‰°]C?)?(?P<cut>)(?:[及以]?(?:以[上下内內後]|未満|未满|未滿|を超え)"
    "|(?:至|到|から|ないし|乃至)(?P<joint>)[0-9〇一二三四五六七八九十百千万])"
)


def splits_range(passage: str, space: int, units: str) -> bool:
    """Whether the space stands inside a range, a list or a bound; ``units`` are the alternatives of a unit."""
    unit = rf"(?:[%‰]|°[CFK]?| ?(?:{units})(?![\w'])(?:[/·-]\S+?)?(?: (?:per )?\w{{1,9}}[⁻¹²³]*)??)"
    quantity = rf"{_START}(?P<one>{_NUMBER})(?:{unit})?-?"
    shared = rf"(?:[%‰°]| ?(?:{units})(?![\w']))(?! (?:CI|CrI|KI|IC|confidence|credib|predict|Konfidenz))"
    patterns = (
        rf"{quantity}(?P<cut> )(?:{_TO})(?: |(?={_SIGNS}|±))(?P<other>{_SIGNED})",
        rf"{quantity} (?:{_TO})(?P<cut> )(?P<other>{_SIGNED})",
        rf"{_START}{_NUMBER}{unit}(?P<cut> ){_DASH} ?{_NUMBER}",
        rf"{_START}{_NUMBER}{unit} {_DASH}(?P<cut> ){_NUMBER}",
        rf"(?i:\b(?:CI|CrI|KI|IC|IQR|interval)s?)\)?[:,=]? ?[=(]?{_DASH}?{_NUMBER}%?[,;](?P<cut> ){_DASH}?{_NUMBER}",
        rf"{quantity}(?P<cut> )(?:{_MORE})(?!\w)",
        rf"(?i:\b(?:between|zwischen|entre)) ?{_SIGNED}(?:{unit})?(?P<cut> )(?:and|und|et|y|e) ?{_SIGNED}",
        rf"(?i:\b(?:between|zwischen|entre)) ?{_SIGNED}(?:{unit})? (?:and|und|et|y|e)(?P<cut> ){_SIGNED}",
        rf"{_NO_STATISTIC}{_START}(?P<bare>{_NUMBER})-?,?(?P<cut> )(?:{_AND})(?: |(?={_SIGNS}|±)){_SIGNED}-?{shared}",
        rf"{_NO_STATISTIC}{_START}(?P<bare>{_NUMBER}),(?P<cut> )(?:{_NUMBER},? )+(?:{_AND}) "
        rf"{_SIGNED}{shared}",
    )
    return any(_cuts(pattern, passage, space) for pattern in patterns)


def _cuts(pattern: str, passage: str, space: int) -> bool:
    text = passage[max(space - 80, 0) : space + 120]
    return any(
        match.start("cut") == min(space, 80) and _alike(match)
        for at in range(min(space, 80) + 1)
        if (match := re.compile(pattern).match(text, at)) is not None
    )


def _alike(match: re.Match[str]) -> bool:
    groups = match.groupdict()
    if groups.get("bare") is not None:
        return _YEAR.fullmatch(groups["bare"]) is None
    one, other = groups.get("one"), groups.get("other")
    return not (one and other and _YEAR.fullmatch(one)) or _YEAR.fullmatch(other or "") is not None


def splits_cjk_range(passage: str, at: int) -> bool:
    """Whether a cut at ``at`` parts a range or a bound in Chinese or Japanese."""
    return any(at in (match.start("cut"), match.start("joint")) for match in _CJK.finditer(passage))


def splits_word(passage: str, space: int) -> bool:
    """Whether the space stands behind the hyphen of a broken word (``in- effective``), or before a name's sign."""
    broken = re.search(r"[a-zà-öø-ÿα-ω][-‐]$", passage[:space]) and re.match(
        r"(?!(?:and|or|to|nor|but|as|versus|vs|than|und|oder|bis|bzw|sowie|wie|et|ou|à|y|o|u|e|a|i|och|en|als)\b)"
        r"[^\W\d_]",
        passage[space + 1 :],
    )
    if broken and passage[space + 1].islower():
        return True
    name = re.search(r"(?:^|[ (\[/+-])([A-Z0-9a-zα-ω/-]*[A-Z0-9])$", passage[:space])
    if name is None or re.search("[A-Z]|[a-z]-?[0-9]", name[1]) is None:
        return False
    tail = passage[space + 1 :].replace(EM_DASH, "—")
    sign = rf"(?:[+{OTHER_DASH}-]+/[+{OTHER_DASH}-]+|\((?:[+{OTHER_DASH}-]+|\+/-|-/\+)\)|[+⁺⁻]+)(?=[ .,;:)\]/]|$)"
    return bool(re.match(sign, tail) or re.match(rf"[-{OTHER_DASH}](?=[.,;:)\]/]|$)", tail))

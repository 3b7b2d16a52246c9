"""What differs between a quotation and the window closest to it (`contract.md` §4, classes of a mismatch).

Every region in which the two differ has to be explained: by numbers, signs, units, comparisons, negations or script.
Words that none of these explains make the difference one of wording, whatever else differs (clause Q50).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from tekmeria_contract.alignment import Region, Token, bare, regions
from tekmeria_contract.negation import negators_in
from tekmeria_contract.scripts import is_cjk
from tekmeria_contract.units import UNIT_SYMBOLS, UNIT_WORDS

__all__ = ["COMPARATIVES", "COUNTERPARTS", "UNITS", "classify", "regions"]

UNITS = frozenset((*UNIT_SYMBOLS, *UNIT_WORDS, *"tTKCFANy%°‰", "Hg", "ohm"))
"""Symbols and words that follow a number and say of what."""

_COMPARATIVES = """
more less fewer greater higher lower larger smaller longer shorter above below over under least most
exceeding exceeded older younger before after earlier later better worse within superior inferior
"""
COMPARATIVES = frozenset(_COMPARATIVES.split())
"""Words that compare."""

COUNTERPARTS: Mapping[str, str] = {
    "en": "a an the any some all both and or either with always often likely able to do does did can will has have "
    "had",
    "es": "con un una algún alguna y o siempre",
    "fr": "avec un une de des du d' et ou toujours",
    "de": "mit ein eine einen einem einer eines und oder immer",
    "pt": "com um uma algum alguma e ou sempre",
}
"""What may come and go with a negator, and explains nothing by itself: `did not fall` for `fell`, `with`."""

_SHORT = 3
"""Letters of a unit that the wrong case may turn into another one: `mM` and `MM`."""

_SIGNS = frozenset("+-±")
_RELATIONS = frozenset("<>≤≥=≠≈~")
_COUNTED = "zero one two three four five six seven eight nine ten eleven twelve"
_NUMBER_WORDS: dict[str, str] = {word: str(number) for number, word in enumerate(_COUNTED.split())}
_AFFIXES = ("un", "in", "im", "ir", "il", "non", "dis")
_BESIDE_NEGATORS = frozenset(" ".join(COUNTERPARTS.values()).split())
_INFLECTION = re.compile(r"(?<=[a-z]{2})(?:ied|ies|y|ed|es|d|s|e|ing)$")
_CJK_NEGATOR = re.compile("[不无無没沒未非勿否]|な(?:い|かっ|く|けれ|し)|ま?せ[んぬ]|ず|ぬ")
_HIRAGANA = re.compile("[ぁ-ゖ]")
_ELLIPSIS = re.compile(r"[\[(]? ?\. ?\. ?\.[. ]*[\])]?")
_SHORT_UNITS = frozenset(unit.casefold() for unit in UNITS if len(unit) <= _SHORT)
_FLAT = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ₀₁₂₃₄₅₆₇₈₉", "0123456789+-n0123456789", "()^{}")


def classify(differing: Sequence[Region]) -> tuple[str, str | None]:
    """The class of ``differing`` regions, the first that applies, and its detail: both sides of one region."""
    found = [(region, _explained(region)) for region in differing]
    for region, kinds in found:
        if kinds is None:
            return "wording", "space" if _is_space(region) else _shown(region)
    for name in ("number", "sign", "unit", "comparison", "negation"):
        for region, kinds in found:
            if kinds is not None and name in kinds:
                return name, _shown(region)
    scripts = dict.fromkeys(kind for region, _ in found if (kind := _script(region)) is not None)
    if scripts:
        return "script", ", ".join(scripts)
    return "wording", _shown(found[0][0]) if found else None


def _explained(region: Region) -> list[str] | None:
    """The kinds of difference that explain the region, none of them for script and marks; None for other words."""
    if _script(region) in {"exponent", "accent"} or _ELLIPSIS.fullmatch(region.texts[1]) is not None:
        return []
    tests: tuple[tuple[str, Callable[[Region], bool]], ...] = (
        ("number", _number),
        ("sign", _sign),
        ("unit", _unit),
        ("comparison", _comparison),
        ("negation", _negation),
    )
    kinds = [kind for kind, differs in tests if differs(region)]
    ours, theirs = (_other_words(side, region.before, kinds) for side in (region.passage, region.quote))
    return kinds if _are_same_words(ours, theirs, "negation" in kinds) else None


def _other_words(tokens: Sequence[Token], before: str, kinds: Sequence[str]) -> list[str]:
    """The words of one side less its numbers and units, and less comparatives and negators where these differ."""
    units = frozenset(_unit_places(tokens, before))
    words = [t.text for at, t in enumerate(tokens) if t.is_word and not _is_number(t) and at not in units]
    if "comparison" in kinds:
        words = [word for word in words if word.lower() not in COMPARATIVES]
    if "negation" not in kinds:
        return words
    gone = {part for negator in negators_in(words) for part in negator.split()} | _BESIDE_NEGATORS
    left = [word for word in words if word.lower() not in gone]
    if any(map(is_cjk, "".join(left))):
        return list(_HIRAGANA.sub("", _CJK_NEGATOR.sub("", "".join(left))))
    return [_INFLECTION.sub("", word.lower()) for word in left]


def _are_same_words(ours: list[str], theirs: list[str], negated: bool) -> bool:
    if len(ours) != len(theirs):
        return False
    return all(
        bare(one).casefold() == bare(other).casefold() or (negated and _is_affixed_either_way(one, other))
        for one, other in zip(ours, theirs, strict=True)
    )


def _is_space(region: Region) -> bool:
    ours, theirs = ("".join(text.split()) for text in region.texts)
    return ours == theirs


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
    if ours and bare(ours) == bare(theirs):
        return "accent"
    return "accent, case" if region.is_script() else None


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


def _numbers(tokens: Sequence[Token]) -> list[str]:
    return [_NUMBER_WORDS.get(token.text.lower(), token.text) for token in tokens if _is_number(token)]


def _is_number(token: Token) -> bool:
    text = token.text
    return text.isnumeric() or text[0].isdecimal() or text.lower() in _NUMBER_WORDS


def _sign(region: Region) -> bool:
    return _signs(region.passage) != _signs(region.quote)


def _signs(tokens: Sequence[Token]) -> list[str]:
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
    ours, theirs = (
        [side[at].text for at in _unit_places(side, region.before)] for side in (region.passage, region.quote)
    )
    return ours != theirs


def _unit_places(tokens: Sequence[Token], before: str) -> list[int]:
    """Which of the tokens are units: behind a number, another unit, a solidus; or by themselves unmistakable."""
    places: list[int] = []
    for at, token in enumerate(tokens):
        follows = before[:1].isdecimal() or before in UNITS or before in {"/", "·"}
        short = len(token.text) <= _SHORT and token.text.casefold() in _SHORT_UNITS
        if (follows and short) or (token.text in UNITS and (follows or (not before and len(token.text) > 1))):
            places.append(at)
        before = token.text
    return places


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
    one, other = ("".join(word for word in side if is_cjk(word[0])) for side in (ours, theirs))
    if _CJK_NEGATOR.findall(one) != _CJK_NEGATOR.findall(other):
        return True
    return any(map(_is_affixed_either_way, ours, theirs))


def _is_affixed_either_way(one: str, other: str) -> bool:
    return _is_affixed(one, other) or _is_affixed(other, one)


def _is_affixed(word: str, stem: str) -> bool:
    """Whether ``word`` is ``stem`` with a negative prefix: `insignificant`."""
    low, base = word.lower(), stem.lower()
    return len(base) > 3 and low.endswith(base) and low[: -len(base)] in _AFFIXES

"""Quotations as they stand in the passage, and quotations cut inside a token (contract.md §4, Legal cut)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tekmeria_eval.case import Case
from tekmeria_eval.categories.changed import mismatch, without_closest
from tekmeria_eval.material import TURNS, Material, Planter, Slice, claim, genuine, is_plain


def ok_quoted(material: Material) -> Iterator[Case]:
    """A quotation that stands in its passage, character by character."""
    for cut in material.slices():
        yield Case((claim(material.prose(), genuine(cut.issued, cut)),))


def token_cut(material: Material) -> Iterator[Case]:
    """The quotation begins or ends inside a word."""
    for cut in material.slices(accept=lambda cut: len(cut.text.split()[0]) > 4 < len(cut.text.split()[-1])):
        dropped = material.random.randint(1, 2)
        quote = cut.text[dropped:] if material.random.random() < 0.5 else cut.text[:-dropped]
        yield mismatch(material, cut, quote, "token_cut")


@dataclass(frozen=True, slots=True)
class Place:
    """A place inside a token, found by an empty match: the quotation begins (or ends) there."""

    pattern: re.Pattern[str]
    begins: bool


def _begins(*patterns: str) -> tuple[Place, ...]:
    return tuple(Place(re.compile(pattern), True) for pattern in patterns)


def _ends(*patterns: str) -> tuple[Place, ...]:
    return tuple(Place(re.compile(pattern), False) for pattern in patterns)


def _cut_at(name: str, doc: str, *places: Place) -> Planter:
    """A category of quotations that begin or end at one of ``places``; each has its turn."""

    def plant(material: Material) -> Iterator[Case]:
        sites = [
            (place, issued, match.start())
            for place in places
            for issued in material.literature.unflagged
            for match in place.pattern.finditer(issued.text)
        ]
        for _ in range(40):
            for place, issued, at in material.random.sample(sites, len(sites)):
                quote = (
                    _words_from(material, issued.text, at)
                    if place.begins
                    else _words_to(material, issued.text, at)
                )
                if quote is not None and issued.text.count(quote) == 1 and not set('"“”') & set(quote):
                    whole = Slice(issued, 0, len(issued.text))
                    yield without_closest(mismatch(material, whole, quote, "token_cut"))

    plant.__name__ = name
    plant.__doc__ = doc
    return plant


def _words_from(material: Material, text: str, at: int) -> str | None:
    """Text from ``at`` to the end of a word of letters, some words on."""
    ends = [match.end() for match in re.finditer(r"(?<= )[A-Za-z]+(?= )", text[at : at + 80])]
    return text[at : at + material.random.choice(ends)] if ends else None


def _words_to(material: Material, text: str, at: int) -> str | None:
    """Text up to ``at`` from the beginning of a word of letters, some words before."""
    starts = [
        match.start()
        for match in re.finditer(r"(?:(?<= )|^)[A-Za-z]+ ", text[:at])
        if at - match.start() < 80
    ]
    return text[material.random.choice(starts) : at] if starts else None


_LONG_DASH = re.compile("(?<=[a-z])—(?=[a-z])")


def ok_at_em_dash(material: Material) -> Iterator[Case]:
    """The quotation begins or ends at an unspaced em dash between letters."""
    for issued in material.round([i for i in material.literature.english if _LONG_DASH.search(i.text)]):
        dash = material.random.choice(list(_LONG_DASH.finditer(issued.text)))
        begins = material.random.random() < 0.5
        quote = (_words_from if begins else _words_to)(
            material, issued.text, dash.end() if begins else dash.start()
        )
        if (
            quote is not None
            and len(quote.split()) > 2
            and issued.text.count(quote) == 1
            and not TURNS.search(quote)
        ):
            start = issued.text.index(quote)
            cut = Slice(issued, start, start + len(quote))
            if is_plain(cut):
                yield Case((claim(material.prose(), genuine(issued, cut)),))


def ok_brackets(material: Material) -> Iterator[Case]:
    """The quotation holds brackets and semicolons of its own."""
    square = re.compile(r"\[[a-z; ]+\]")
    for issued in material.round([i for i in material.literature.english if square.search(i.text)]):
        bracket = material.random.choice(list(square.finditer(issued.text)))
        head = _words_to(material, issued.text, bracket.start())
        tail = _words_from(material, issued.text, bracket.end() + 1)
        if head is None or tail is None:
            continue
        cut = Slice(issued, bracket.start() - len(head), bracket.end() + 1 + len(tail))
        if issued.text.count(cut.text) == 1 and not set('"“”') & set(cut.text):
            styles = (
                "bracket",
                "after_stop",
                "curly_marks",
                "round",
                "lenticular",
                "list",
                "in_prose",
                "colon",
            )
            yield Case((claim(material.prose(), genuine(issued, cut)),), styles=styles)


_NEVER_FIRST = set("ーぁぃぅぇぉっゃゅょァィゥェォッャュョ。、")
_CJK_CLAUSE = re.compile("[^。、，]{8,}")
_CJK_NUMBER = re.compile("[0-9〇一二三四五六七八九十百千万两半]")
_CJK_NEAR = 4
"""Characters: no quantity or range that a cut could part is longer on one side of it."""


def ok_unspaced(material: Material) -> Iterator[Case]:
    """Chinese and Japanese: a quotation may begin and end between any two characters, but not inside a quantity."""
    for issued in material.round(
        [*material.literature.language("chi"), *material.literature.language("jpn")]
    ):
        clauses = [m for m in _CJK_CLAUSE.finditer(issued.text) if not _CJK_NEGATIVE.search(m[0])]
        clause = material.random.choice(clauses)
        first = material.random.randint(clause.start(), clause.end() - 7)
        last = material.random.randint(first + 6, clause.end())
        cut = Slice(issued, first, last)
        beside = issued.text[first] + issued.text[last : last + 1]
        if (
            not set(beside[:1]) & _NEVER_FIRST
            and beside[1:] not in _NEVER_FIRST
            and not re.search("[0-9a-z.]", cut.text)
            and not any(_is_near_number(issued.text, at) for at in (first, last))
        ):
            yield Case((claim(material.prose(), genuine(issued, cut)),))


def _is_near_number(text: str, at: int) -> bool:
    return _CJK_NUMBER.search(text[max(at - _CJK_NEAR, 0) : at + _CJK_NEAR]) is not None


_CJK_NEGATIVE = re.compile("不|没|未|無|非|なかった|ない|ません")
_CJK_TURNED = re.compile("(?<=不)[^。、，]{5,}|(?<=未)[^。、，]{5,}|[^。、，]{6,}(?=なかった)")


def token_cut_negation(material: Material) -> Iterator[Case]:
    """Chinese and Japanese: the quotation is cut off from the negation that stands right beside it."""
    for issued in material.round(
        [*material.literature.language("chi"), *material.literature.language("jpn")]
    ):
        turned = list(_CJK_TURNED.finditer(issued.text))
        if not turned:
            continue
        match = material.random.choice(turned)
        less = material.random.randint(0, len(match[0]) - 5)
        ending = issued.text[match.end() :].startswith("なかった")
        quote = match[0][less:] if ending else match[0][: len(match[0]) - less]
        if quote[0] not in _NEVER_FIRST and issued.text[match.start() + len(quote)] not in _NEVER_FIRST - {
            "。"
        }:
            whole = Slice(issued, 0, len(issued.text))
            yield without_closest(mismatch(material, whole, quote, "token_cut"))


PLANTERS = (
    ok_quoted,
    ok_at_em_dash,
    ok_brackets,
    ok_unspaced,
    token_cut_negation,
    token_cut,
    _cut_at(
        "token_cut_number",
        "The quotation begins or ends inside a number.",
        *_begins("(?<=[0-9])(?=[0-9])", "(?<=[0-9][.·])(?=[0-9])", "(?<=[0-9] )(?=[0-9]{3} )"),
        *_ends(
            "(?<=[0-9])(?=[.·][0-9])",
            "(?<=[0-9][.·][0-9])(?=[0-9])",
            "(?<=[0-9])(?= [0-9]{3} )",
            "(?<=1)(?=:[0-9])",
        ),
    ),
    _cut_at(
        "token_cut_sign",
        "The quotation leaves a sign, a comparison or the other end of a range behind.",
        *_begins("(?<=[ (=]−)(?=[0-9])", "(?<=[0-9]–)(?=[0-9])", "(?<=[<>≤≥=])(?=[0-9])", "(?<=± )(?=[0-9])"),
        *_ends("(?<=[0-9])(?=–[0-9])", "(?<=[0-9%])(?= ±)"),
    ),
    _cut_at(
        "token_cut_unit",
        "The quotation ends before a per cent, a degree, an exponent or the rest of a unit.",
        *_ends(
            "(?<=[0-9])(?=%)",
            "(?<=[0-9])(?= [°º]C)",
            "(?<=[0-9])(?= ?×)",
            "(?<=10)(?=[⁻⁶])",
            "(?<=g)(?=/kg)",
            "(?<=l)(?=/L)",
            "(?<=[a-zL])(?=·[a-z])",
            "(?<=[0-9])(?= (?:mg|mL|g|h|mmol|µmol|μmol|mm|days|weeks|months|years)(?![\\w-]))",
        ),
    ),
    _cut_at(
        "token_cut_compound",
        "The quotation begins or ends at a hyphen, a slash or an apostrophe inside a word.",
        *_begins("(?<=[A-Za-z]-)(?=[a-z])", "(?<=[a-z]/)(?=[a-z])", "(?<=[a-zγ]-)(?=[a-z])"),
        *_ends("(?<=[a-z])(?=-[a-z])", "(?<=[a-z])(?=[’'][a-z])", "(?<=[A-Za-z0-9])(?=[⁺⁻])"),
    ),
)

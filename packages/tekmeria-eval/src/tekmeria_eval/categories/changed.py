"""Quotations that differ from their passage in a way that matters: none is verbatim (contract.md §4)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from tekmeria_contract.policy import Policy
from tekmeria_eval.case import ANY, Case
from tekmeria_eval.categories.spellings import RAW_ONLY, Spelling, respelt
from tekmeria_eval.material import (
    LEAST_ALIKE,
    RANGE_CUT,
    TURNS,
    Material,
    Planter,
    Slice,
    claim,
    genuine,
    mismatched,
)

NUMBER = re.compile(r"(?<![\w.·–-])[0-9]+(?:[.·][0-9]+)?(?![\w.·–-])")


def mismatch(material: Material, cut: Slice, quote: str, cls: str) -> Case:
    """A case whose one citation quotes ``quote``, made from ``cut``."""
    styles = ("none",) if RAW_ONLY & set(quote) else ()
    return Case((claim(material.prose(), mismatched(cut, quote, cls)),), "warn", styles=styles)


def without_closest(case: Case) -> Case:
    """The case where the change may make another window of the passage the closest one."""
    [sentence] = case.sentences
    cited = [replace(planted, closest=None) for planted in sentence.citations]
    return replace(case, sentences=(claim(sentence.prose, *cited),))


def quote_number_changed(material: Material) -> Iterator[Case]:
    """One digit of a quoted number is another; a number's first digit never becomes a zero."""
    for cut in material.slices(accept=lambda cut: NUMBER.search(cut.text) is not None, around=NUMBER):
        number = material.random.choice(list(NUMBER.finditer(cut.text)))
        at = material.random.choice([i for i in range(*number.span()) if cut.text[i].isdigit()])
        digit = material.random.choice([d for d in "123456789" if d != cut.text[at]])
        yield mismatch(material, cut, cut.text[:at] + digit + cut.text[at + 1 :], "number")


def _changed(name: str, cls: str, doc: str, *changes: tuple[str, str]) -> Planter:
    """A category of changes: what a pattern finds becomes its template (``\\1`` and so on)."""
    spellings = [
        Spelling(re.compile(pattern), lambda match, template=template: match.expand(template))
        for pattern, template in changes
    ]

    def plant(material: Material) -> Iterator[Case]:
        for cut, quote in respelt(material, spellings):
            yield mismatch(material, cut, quote, cls)

    plant.__name__ = name
    plant.__doc__ = doc
    return plant


_DECIMAL = r"(?<![\w.·])([0-9]+)[.·]([0-9])([0-9]*)"


_CASED = re.compile(r"(?<= )(?<!… )(?<![.]{3} )(?!(?:years|months|weeks|days)\b)[A-Za-z]{3,}(?= )")


def quote_case_changed(material: Material) -> Iterator[Case]:
    """The first letter of a word, or a whole word, in the other case."""
    for cut in material.slices(accept=lambda cut: _CASED.search(cut.text) is not None):
        word = material.random.choice(list(_CASED.finditer(cut.text)))
        inside = word.start() >= LEAST_ALIKE and word.end() <= len(cut.text) - LEAST_ALIKE
        letters = len(word[0]) if inside and material.random.random() < 0.3 else 1
        swapped = word[0][:letters].swapcase() + word[0][letters:]
        yield mismatch(material, cut, cut.text[: word.start()] + swapped + cut.text[word.end() :], "script")


def quote_negated(material: Material) -> Iterator[Case]:
    """A negation that is not in the passage, or one of the passage's left out."""
    for cut in material.slices():
        words = cut.text.split(" ")
        at = material.random.choice([i for i in range(1, len(words)) if words[i - 1][-1:] not in "…."])
        inserted = " ".join([*words[:at], material.random.choice(("not", "never", "no")), *words[at:]])
        yield mismatch(material, cut, inserted, "negation")


INNER_WORD = re.compile(
    r"(?<= )(?<!… )(?<![.]{3} )"
    r"(?!without|never|neither|unlikely|failed|rarely|years|months|weeks|instead|rather)[a-z]{5,}(?= )"
)
"""A word inside that is no negator and no unit."""


def quote_word_swapped(material: Material) -> Iterator[Case]:
    """One word is another; the words that stay are most of the quotation (clause Q52)."""
    for cut in material.slices(accept=lambda cut: INNER_WORD.search(cut.text) is not None):
        word = material.random.choice(list(INNER_WORD.finditer(cut.text)))
        other = material.random.choice([w for w in _OTHER_WORDS if w != word[0]])
        before, after = cut.text[: word.start()], cut.text[word.end() :]
        if sum(map(str.isalnum, before + after)) > len(other):
            yield mismatch(material, cut, before + other + after, "wording")


_OTHER_WORDS = ("marigold", "sailing", "harvest", "lantern", "orchestra", "quarry", "velvet", "thunder")


def quote_word_left_out(material: Material) -> Iterator[Case]:
    """A word of the passage is missing, and nothing says so."""
    for cut in material.slices(accept=lambda cut: len(cut.text.split()) > 5):
        words = cut.text.split(" ")
        at = material.random.randrange(1, len(words) - 1)
        left = " ".join([*words[:at], *words[at + 1 :]])
        if words[at].isalpha() and words[at].lower() not in ("not", "no", "never") and left:
            yield without_closest(mismatch(material, cut, left, ANY))


def quote_elided(material: Material) -> Iterator[Case]:
    """An ellipsis stands for words of the passage, which has none of its own; both sides of it could be quoted."""
    for cut in material.slices(accept=lambda cut: len(cut.text.split(" ")) > 6):
        words = cut.text.split(" ")
        plain = [word.isalpha() for word in words]
        starts = [at for at in range(2, len(words) - 3) if plain[at - 1] and plain[at + 2]]
        if not starts or re.search(r"…|\.\.", cut.issued.text):
            continue
        start = material.random.choice(starts)
        mark = material.random.choice(("…", "...", "[…]", "[...]"))
        kept = " ".join([*words[:start], mark, *words[start + 2 :]])
        yield without_closest(mismatch(material, cut, kept, "omission"))


def ok_elided(material: Material) -> Iterator[Case]:
    """The same under a policy that allows an ellipsis."""
    for cut in material.slices(accept=lambda cut: len(cut.text.split(" ")) > 8 and "…" not in cut.text):
        words = list(re.finditer("[^ ]+", cut.text))
        plain = [i for i in range(2, len(words) - 3) if words[i][0].isalpha() and words[i + 3 : i + 4]]
        solid = [i for i in plain if all(words[j][0].isalpha() for j in (i - 1, i + 1, i + 2))]
        if solid:
            at = material.random.choice(solid)
            head, tail = cut.text[: words[at - 1].end()], cut.text[words[at + 2].start() :]
            if cut.issued.text.count(head) != 1 or cut.issued.text.count(tail) != 1 or TURNS.search(cut.text):
                continue
            if RANGE_CUT.search(f"{cut.text[: words[at + 2].start()]}|{tail}") or RANGE_CUT.search(
                f"|{head}|{cut.text[words[at - 1].end() :]}"
            ):
                continue
            quote = f"{head} … {tail}"
            planted = replace(genuine(cut.issued, cut), quote=quote, matched="elided")
            yield Case((claim(material.prose(), planted),), policy=Policy(elision=True))


def quote_refused(material: Material) -> Iterator[Case]:
    """A character that reorders or hides text, or stands for lost text."""
    for cut in material.slices():
        at = material.random.choice([match.end() for match in re.finditer(r"[a-z] ", cut.text)] or [1])
        character = material.random.choice("\u202e\u2066\u2069\u202d\U000e0041\U000e0020\ufffd\uf06d\ue001")
        case = mismatch(material, cut, cut.text[:at] + character + cut.text[at:], "refused_character")
        yield replace(without_closest(case), styles=("none",))


PLANTERS = (
    quote_number_changed,
    _changed(
        "quote_decimal_moved",
        "number",
        "The decimal point stands elsewhere, or is gone.",
        (_DECIMAL, r"\1\2.\3"),
        (_DECIMAL, r"\1\2\3"),
        (r"(?<![\w.·])([0-9])([0-9]+)(?![\w.·–])(?! [0-9]{3})", r"\1.\2"),
    ),
    _changed(
        "quote_comparison_flipped",
        "comparison",
        "One comparison sign for another.",
        ("≤", ">"),
        ("≤", "<"),
        ("≥", "≤"),
        ("≥", ">"),
        ("<", ">"),
        (">", "<"),
        ("<", "="),
        ("(?<=[A-Za-z]) = (?=[0-9])", " < "),
    ),
    _changed(
        "quote_unit_changed",
        "unit",
        "One unit for another.",
        (r"(?<=[0-9] )mL\b", "L"),
        (r"(?<=[0-9] )years\b", "months"),
        (r"(?<=[0-9] )months\b", "weeks"),
        (r"(?<=[0-9] )days\b", "weeks"),
        (r"(?<=[0-9] )h\b", "min"),
        (r"(?<=[0-9] )g\b", "mg"),
        (r"(?<=[0-9] )mg\b", "g"),
        (r"(?<=[0-9] )µmol\b", "mmol"),
        (r"(?<=[0-9] )μmol\b", "mmol"),
        (r"(?<=[0-9] )mmol\b", "μmol"),
        (r"(?<=[0-9] )mm\b", "cm"),
        ("(?<=[0-9] )°C", "°F"),
    ),
    _changed(
        "quote_sign_changed",
        "sign",
        "A sign is lost, added, or the other one.",
        (r"(?<=[ =(])−(?=[0-9])", ""),
        (r"(?<=[ =(])−(?=[0-9])", "+"),
        (r"(?<=was )([0-9])", r"−\1"),
        (r"(?<=by )([0-9])", r"-\1"),
        (r"(?<=CI, )([0-9])", r"-\1"),
    ),
    quote_case_changed,
    _changed(
        "quote_accent_changed",
        "script",
        "An accent is lost or added.",
        ("é", "e"),
        ("ó", "o"),
        ("ï", "i"),
        ("á", "a"),
        ("í", "i"),
        (r"(?<=[a-z])e(?=[a-z])", "é"),
        (r"(?<=[a-z])o(?=[a-z])", "ö"),
        (r"(?<=[a-z])a(?=[a-z])", "å"),
    ),
    _changed(
        "quote_compatibility_form",
        ANY,
        "A form that NFKC would make equal and that means something else.",
        ("(?<=[0-9a-zL])⁶", "6"),
        ("(?<=[0-9a-zL])⁻([¹³])", "-1"),
        ("½", "1/2"),
        ("½", "0.5"),
        ("1/4", "¼"),
        ("²⁺", "2"),
        ("(?<= )2(?= )", "②"),
        ("(?<=[a-z])β", "ß"),
    ),
    _changed(
        "quote_space_removed",
        ANY,
        "The space between two words is gone.",
        (r"(?<=[a-z]) (?=[a-z])", ""),
    ),
    quote_negated,
    quote_word_swapped,
    quote_word_left_out,
    quote_elided,
    ok_elided,
    quote_refused,
)

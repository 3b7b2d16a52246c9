"""Quotations: exact, changed, cut."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tekmeria_eval.case import Case
from tekmeria_eval.material import Material, Slice, claim, genuine, mismatched


def ok_quoted(material: Material) -> Iterator[Case]:
    """A quotation that stands in its passage, character by character."""
    for cut in material.slices():
        yield Case((claim(material.prose(), genuine(cut.issued, cut)),))


def quote_number_changed(material: Material) -> Iterator[Case]:
    """One digit of a quoted number is another."""
    for cut in material.slices(accept=lambda cut: _NUMBER.search(cut.text) is not None):
        yield _mismatch(material, cut, _other_digit(material, cut.text), "number")


_NUMBER = re.compile(r"(?<![\w.·–-])[0-9]+(?:[.·][0-9]+)?(?![\w.·–-])")


def _other_digit(material: Material, text: str) -> str:
    """``text`` with one digit of one of its numbers changed; a number's first digit never becomes a zero."""
    number = material.random.choice(list(_NUMBER.finditer(text)))
    places = [at for at in range(number.start(), number.end()) if text[at].isdigit()]
    at = material.random.choice(places)
    others = [digit for digit in "123456789" if digit != text[at]]
    return text[:at] + material.random.choice(others) + text[at + 1 :]


def token_cut(material: Material) -> Iterator[Case]:
    """The quotation begins or ends inside a word."""
    for cut in material.slices(accept=lambda cut: len(cut.text.split()[0]) > 4 < len(cut.text.split()[-1])):
        dropped = material.random.randint(1, 2)
        at_head = material.random.random() < 0.5
        quote = cut.text[dropped:] if at_head else cut.text[:-dropped]
        yield _mismatch(material, cut, quote, "token_cut")


def _mismatch(material: Material, cut: Slice, quote: str, cls: str) -> Case:
    return Case((claim(material.prose(), mismatched(cut, quote, cls)),), "warn")


PLANTERS = (ok_quoted, quote_number_changed, token_cut)

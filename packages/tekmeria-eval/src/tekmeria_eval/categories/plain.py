"""Citations without a quotation, and sentences without a citation."""

from __future__ import annotations

from collections.abc import Iterator

from tekmeria_eval.case import Case
from tekmeria_eval.material import Material, claim, genuine


def ok_plain(material: Material) -> Iterator[Case]:
    """A genuine handle and nothing else, or two of them."""
    issued = material.round(material.literature.unflagged)
    for first in issued:
        second = next(issued)
        cited = (first, second) if material.random.random() < 0.4 and first != second else (first,)
        yield Case((claim(material.prose(), *map(genuine, cited)),))


def uncited(material: Material) -> Iterator[Case]:
    """A sentence without a citation beside one or two that have one: nothing is inherited."""
    for issued in material.round(material.literature.unflagged):
        first, second, third = material.proses(3)
        sentences = [claim(first, genuine(issued)), claim(second)]
        if material.random.random() < 0.5:
            sentences.reverse()
        yield Case((*sentences, claim(third)) if material.random.random() < 0.3 else tuple(sentences), "warn")


PLANTERS = (ok_plain, uncited)

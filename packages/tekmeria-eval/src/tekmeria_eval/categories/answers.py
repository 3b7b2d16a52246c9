"""Whole answers: sentences of many categories in one answer, scored on every field and the overall verdict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from random import Random

from tekmeria_eval.case import DEFAULT_POLICY, Case, Sentence
from tekmeria_eval.material import Material, Planter, claim
from tekmeria_eval.ring import RING

_SEVERITY = ("fail", "incomplete", "warn", "pass")
_SOURCES = (
    "plain",
    "quoted",
    "spellings",
    "changed",
    "elsewhere",
    "around",
    "forged",
    "handles",
    "standing",
    "versions",
)
_OWN_ANSWER = ("conflicting_codes", "quote_other_record", "quote_other_passage", "quote_spans_passages")
"""Categories whose outcome depends on what else the answer cites."""


class Deck:
    """Cases of every category that can stand together, drawn at random; each category deals its own."""

    def __init__(self, material: Material) -> None:
        planters: list[Planter] = [
            planter
            for name in _SOURCES
            for planter in import_module(f"tekmeria_eval.categories.{name}").PLANTERS
            if planter.__name__ not in _OWN_ANSWER
        ]
        self._random = material.random
        self._streams = {
            planter.__name__: planter(Material(material.literature, Random(material.random.random())))
            for planter in planters
        }

    def draw(self, wanted: Sequence[str] = ()) -> Case | None:
        """A case that stands alone in any style, of a category that is ``wanted``, if there is any left."""
        while names := [name for name in self._streams if not wanted or name in wanted]:
            name = self._random.choice(names)
            case = next(self._streams[name], None)
            if case is None:
                self._streams.pop(name)
            elif _combines(case):
                return case
        return None

    def clean(self) -> list[str]:
        """The categories whose citations are ok and whose answers pass."""
        return [
            name
            for name in self._streams
            if name.startswith("ok_") and "code" not in name and "key" not in name
        ]


def _combines(case: Case) -> bool:
    standard = case.ring is RING and case.policy == DEFAULT_POLICY
    return standard and not case.styles and not case.own and case.claims


def _combined(cases: Sequence[Case], prose: Sequence[str]) -> Case | None:
    """The answer that holds all sentences of ``cases``; None where two of them cite one passage."""
    sentences: list[Sentence] = []
    bodies: set[str] = set()
    for case in cases:
        for sentence in case.sentences:
            here = {planted.handle.partition("~")[0] for planted in sentence.citations}
            if here & bodies:
                return None
            bodies |= here
            sentences.append(claim(prose[len(sentences) % len(prose)], *sentence.citations))
    verdict = min((case.verdict for case in cases), key=_SEVERITY.index)
    return Case(tuple(sentences), verdict)


def _answers(
    material: Material, deck: Deck, fewest: int, most: int, wanted: Sequence[str] = ()
) -> Iterator[Case]:
    """Answers of ``fewest`` to ``most`` cases; a case that does not combine with those before it is left out."""
    while True:
        chosen: list[Case] = []
        count = material.random.randint(fewest, most)
        for _ in range(4 * count):
            drawn = deck.draw(wanted)
            if drawn is None:
                return
            if len(chosen) < count and _combined([*chosen, drawn], [""]) is not None:
                chosen.append(drawn)
        whole = _combined(chosen, material.proses(len(chosen) * 3 if len(chosen) < 10 else 30))
        if whole is not None:
            yield whole


def whole_mixed(material: Material) -> Iterator[Case]:
    """Sentences of any category, four to seven of them."""
    return _answers(material, Deck(material), 4, 7)


def whole_clean(material: Material) -> Iterator[Case]:
    """Sentences that are all as they should be."""
    deck = Deck(material)
    return _answers(material, deck, 4, 8, deck.clean())


def whole_paired(material: Material) -> Iterator[Case]:
    """A sentence that is right beside one that is not."""
    deck = Deck(material)
    clean = deck.clean()
    while True:
        right, other = deck.draw(clean), deck.draw()
        if right is None or other is None:
            return
        pair = [right, other]
        material.random.shuffle(pair)
        whole = _combined(pair, material.proses(8))
        if whole is not None:
            yield whole


def whole_long(material: Material) -> Iterator[Case]:
    """More sentences, each on a passage of its own."""
    return _answers(material, Deck(material), 10, 14)


PLANTERS = (whole_mixed, whole_clean, whole_paired, whole_long)

"""The bench answer (system.md, Performance): quoted citations of invented passages, made from one seed.

Of ten citations three quote words that are not ASCII, two are typed otherwise than the passage has them and need a
fold, one has a number changed, and four are plain. All numbers and words are drawn; nothing is quoted from anywhere.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from tekmeria_contract.resolution import IssuedText, PassageText, RecordFacts, Resolution
from tekmeria_eval.prose import PROSE
from tekmeria_eval.ring import RING

NOT_ASCII, FOLDED, CHANGED = "not ASCII", "folded", "changed"
KINDS = (NOT_ASCII, FOLDED, "plain", NOT_ASCII, "plain", CHANGED, FOLDED, "plain", NOT_ASCII, "plain")
"""What ten citations in a row are."""

PASSAGES = 6
"""Passages of each record; every one of them is cited once."""

FIRST = 99_100_000

_SUBJECTS = (
    "relapse",
    "fever",
    "recovery",
    "remission",
    "admission",
    "weight gain",
    "sleep",
    "serum lindolin",
)
_GROUPS = ("treated adults", "untreated adults", "younger children", "older children", "healthy siblings")


@dataclass(frozen=True, slots=True)
class BenchAnswer:
    """The answer's ``text``, what is known of its handles, its quotations with their handles in order, and the
    verdict and kind of match that each citation must come to.
    """

    text: str
    resolutions: Mapping[str, Resolution]
    quotes: tuple[tuple[str, str], ...]
    expected: tuple[tuple[str, str | None], ...]


def bench_answer(citations: int, seed: int = 0) -> BenchAnswer:
    """An answer of ``citations`` sentences, each with one quoted citation of another passage."""
    draw = random.Random(seed)
    made = [_passage(draw, KINDS[index % len(KINDS)]) for index in range(citations)]
    handles = [
        RING.handle(f"pmid:{FIRST + index // PASSAGES}/abstract.{index % PASSAGES + 1}")
        for index in range(citations)
    ]
    sentences = [
        f'{draw.choice(PROSE)[:-1]} [{handle} "{quote}"].'
        for handle, (_, quote) in zip(handles, made, strict=True)
    ]
    resolutions: dict[str, Resolution] = {}
    for start in range(0, citations, PASSAGES):
        texts = [text for text, _ in made[start : start + PASSAGES]]
        resolutions |= _record(handles[start : start + PASSAGES], texts, FIRST + start // PASSAGES)
    return BenchAnswer(
        "\n\n".join([" ".join(sentences[start : start + 5]) for start in range(0, citations, 5)]),
        resolutions,
        tuple((handle, quote) for handle, (_, quote) in zip(handles, made, strict=True)),
        tuple(_expected(KINDS[index % len(KINDS)]) for index in range(citations)),
    )


def _expected(kind: str) -> tuple[str, str | None]:
    if kind == CHANGED:
        return "quote_mismatch", None
    return "ok", "folded" if kind == FOLDED else "exact"


def _record(handles: list[str], texts: list[str], number: int) -> dict[str, Resolution]:
    facts = RecordFacts(f"An invented trial, number {number}", (f"pmid:{number}",), notices=())
    passages = tuple(PassageText(handle, text) for handle, text in zip(handles, texts, strict=True))
    return {
        handle: Resolution((IssuedText(text),), text, True, True, True, facts, passages=passages)
        for handle, text in zip(handles, texts, strict=True)
    }


def _passage(draw: random.Random, kind: str) -> tuple[str, str]:
    """A passage of some 600 characters, and a quotation of one of its sentences."""
    before, quoted, after = _sentences(draw, 2), _sentence(draw, kind != "plain"), _sentences(draw, 2)
    return " ".join([*before, quoted, *after]), _typed(draw, kind, quoted.rstrip("."))


def _sentences(draw: random.Random, count: int) -> list[str]:
    """Half of them claims without a number, as the text of abstracts has them."""
    return [
        draw.choice(PROSE) if draw.random() < 0.5 else _sentence(draw, draw.random() < 0.5)
        for _ in range(count)
    ]


def _sentence(draw: random.Random, special: bool) -> str:
    low = draw.randint(20, 60) / 100
    ratio, high = low + draw.randint(1, 20) / 100, low + draw.randint(30, 60) / 100
    group, other, subject = draw.choice(_GROUPS), draw.choice(_GROUPS), draw.choice(_SUBJECTS)
    count = draw.randint(100, 999)
    if special:
        return (
            f"Among {count} of the {group}, {subject} was seen in {draw.randint(2, 98)}.4% ± 0.{draw.randint(2, 8)}% "
            f"(β = −{ratio:.2f}; 95% CI, {low:.2f}–{high:.2f})."
        )
    return (
        f"Compared with {other}, {count} of the {group} had a lower rate of {subject} "
        f"(hazard ratio, {ratio:.2f}; 95% CI, {low:.2f} to {high:.2f})."
    )


def _typed(draw: random.Random, kind: str, sentence: str) -> str:
    if kind == FOLDED:
        return sentence.replace("−", "-").replace("–", "-")
    if kind != CHANGED:
        return sentence
    count = next(word for word in sentence.split() if word.isdigit())
    other = str(int(count) + draw.choice((-9, 9)))
    return sentence.replace(count, other, 1)

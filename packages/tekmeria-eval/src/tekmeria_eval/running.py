"""Planting, auditing and scoring: one run of the evaluation.

The same seed, literature and choice of categories give the same :class:`Evaluation` but for its times.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from time import perf_counter
from zlib import crc32

from tekmeria_eval.case import Case
from tekmeria_eval.categories import CATEGORIES
from tekmeria_eval.literature import Literature
from tekmeria_eval.material import Material
from tekmeria_eval.scoring import Score, score
from tekmeria_eval.styles import STYLES
from tekmeria_eval.writing import Written, as_claims

TRIES = 20
"""Cases drawn for each one that is wanted, before a category is taken to hold no more."""
STYLES_A_CASE = 1
"""Styles of text that each case is written in; they take turns, so that a category goes through many."""


@dataclass(frozen=True, slots=True)
class Failure:
    """An audit that was not as planted: which case, in which form, its score."""

    category: str
    case: int
    score: Score

    @property
    def answer(self) -> str:
        """The answer that was audited; structured claims as JSON."""
        content = self.score.content
        return content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)


@dataclass(slots=True)
class CategoryResult:
    """What came of a category: its cases, how many are different ones, its audits, how many were right."""

    name: str
    cases: int = 0
    distinct: int = 0
    audits: int = 0
    right: int = 0


@dataclass(slots=True)
class Evaluation:
    """A whole run. ``pairs`` counts planted and reported verdicts; ``audit_seconds`` is the audits alone."""

    seed: int
    per_category: int
    categories: list[CategoryResult] = field(default_factory=list[CategoryResult])
    pairs: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])
    styles: Counter[str] = field(default_factory=Counter[str])
    failures: list[Failure] = field(default_factory=list[Failure])
    seconds: float = 0.0
    audit_seconds: float = 0.0

    @property
    def audits(self) -> int:
        """How many audits were made."""
        return sum(category.audits for category in self.categories)

    @property
    def right(self) -> int:
        """How many audits were as planted."""
        return sum(category.right for category in self.categories)

    @property
    def passed(self) -> bool:
        """Whether every audit was as planted and at least one was made."""
        return self.audits > 0 and not self.failures


def plant(literature: Literature, category: str, seed: int, count: int) -> list[Case]:
    """The first ``count`` different cases of a category; fewer where its records cannot hold so many."""
    material = Material(literature, Random(f"{seed}/{category}"))
    different: dict[tuple[object, ...], Case] = {}
    for case in islice(CATEGORIES[category](material), count * TRIES):
        different.setdefault(case.signature, case)
        if len(different) == count:
            break
    return list(different.values())


def forms(case: Case, number: int, styles: int = STYLES_A_CASE) -> Iterator[Written]:
    """The forms in which case ``number`` of its category is audited: as claims and in some styles of text."""
    yield from case.own
    if case.claims:
        yield as_claims(case)
    fitting = [style for style in STYLES.values() if style.fits(case)]
    for turn in range(min(styles, len(fitting))):
        yield fitting[(number * styles + turn) % len(fitting)].write(case)


def written(
    category: str, cases: Sequence[Case], styles: int = STYLES_A_CASE
) -> Iterator[tuple[int, Case, Written]]:
    """Every form of every case of a category; each category begins with another style."""
    first = crc32(category.encode())
    for number, case in enumerate(cases):
        for form in forms(case, first + number, styles):
            yield number, case, form


def run(
    literature: Literature,
    seed: int = 0,
    per_category: int = 25,
    names: Sequence[str] = (),
    styles: int = STYLES_A_CASE,
    on_category: Callable[[str], None] | None = None,
) -> Evaluation:
    """Plant and score ``per_category`` cases of each category (of ``names``, where there are any).

    Each case is audited as claims and as text in ``styles`` styles.
    """
    began = perf_counter()
    evaluation = Evaluation(seed, per_category)
    for name in names or CATEGORIES:
        if on_category is not None:
            on_category(name)
        _run_category(evaluation, name, plant(literature, name, seed, per_category), styles)
    evaluation.seconds = perf_counter() - began
    return evaluation


def _run_category(evaluation: Evaluation, name: str, cases: Sequence[Case], styles: int) -> None:
    result = CategoryResult(name, len(cases), len({case.signature for case in cases}))
    evaluation.categories.append(result)
    for number, case, form in written(name, cases, styles):
        scored = score(case, form)
        result.audits += 1
        result.right += scored.right
        evaluation.pairs.update(scored.pairs)
        evaluation.styles[form.style] += 1
        evaluation.audit_seconds += scored.seconds
        if not scored.right:
            evaluation.failures.append(Failure(name, number, scored))

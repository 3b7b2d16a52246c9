"""How the comparison takes faithful retypings and changed quotations: false alarms a row, false accepts a change."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random

from rich.console import Console
from rich.table import Table

from tekmeria_contract.quotes import Prepared, compare_prepared, prepare
from tekmeria_eval.altering import CHANGES, Edit, is_quotation
from tekmeria_eval.invented import windows
from tekmeria_eval.retyping import RETYPINGS, Retyping

_SHOWN = 3


@dataclass(slots=True)
class Tally:
    """What came of one retyping or change: how often it was tried, and each time the comparison was wrong.

    ``guarded``: for each guard of the row, how often it was tried where the guard holds, and refused.
    """

    name: str
    tried: int = 0
    wrong: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    guarded: dict[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])


@dataclass(frozen=True, slots=True)
class Folds:
    """The tallies of all retypings and changes over some passages."""

    passages: int
    retypings: tuple[Tally, ...]
    changes: tuple[Tally, ...]

    @property
    def passed(self) -> bool:
        """Whether nothing was refused outside the guards, and no change accepted."""
        return not any(tally.wrong for tally in (*self.retypings, *self.changes))


def quotations(text: str, rng: Random) -> tuple[Prepared, list[str]]:
    """A passage made ready, and quotations of it that are verbatim as they stand."""
    prepared = prepare(text)
    return prepared, [quote for quote in windows(text, rng) if compare_prepared(quote, prepared)]


def retype(retyping: Retyping, quotes: Iterable[str], prepared: Prepared, rng: Random, tally: Tally) -> None:
    """Count what comes of retyping each quotation: once where no guard holds, and once for each guard."""
    for quote in quotes:
        for guard, finds in retyping.finds(quote).items():
            typed = retyping.some(quote, finds if guard is None else [rng.choice(finds)], rng)
            refused = not compare_prepared(typed, prepared)
            if guard is not None:
                tried, before = tally.guarded.get(guard, (0, 0))
                tally.guarded[guard] = (tried + 1, before + refused)
                continue
            tally.tried += 1
            if refused:
                tally.wrong.append((typed, quote))


def alter(edit: Edit, quotes: Iterable[str], prepared: Prepared, rng: Random, tally: Tally) -> None:
    """Count what comes of changing each quotation once."""
    for quote in quotes:
        changed = edit(quote, rng)
        if changed != quote and changed.strip(" .,;:") and not is_quotation(changed, prepared.source):
            tally.tried += 1
            if compare_prepared(changed, prepared):
                tally.wrong.append((changed, quote))


def measure(texts: Sequence[str], seed: int = 0) -> Folds:
    """Retype and change quotations of each of ``texts`` in every way."""
    retypings = [Tally(retyping.name) for retyping in RETYPINGS]
    changes = [Tally(name) for name in CHANGES]
    for number, text in enumerate(texts):
        rng = Random(f"{seed} {number}")
        prepared, quotes = quotations(text, rng)
        for retyping, tally in zip(RETYPINGS, retypings, strict=True):
            retype(retyping, quotes, prepared, rng, tally)
        for edit, tally in zip(CHANGES.values(), changes, strict=True):
            alter(edit, quotes, prepared, rng, tally)
    return Folds(len(texts), tuple(retypings), tuple(changes))


def show(folds: Folds, console: Console) -> None:
    """Print both tables, and some of what was taken wrongly."""
    table = Table(
        "row", "tried", "refused", "where a guard holds: refused of tried", title="faithful retypings"
    )
    for tally in folds.retypings:
        guarded = "; ".join(
            f"{guard}: {refused} of {tried}" for guard, (tried, refused) in sorted(tally.guarded.items())
        )
        table.add_row(tally.name, str(tally.tried), str(len(tally.wrong)), guarded)
    console.print(table)
    table = Table("change", "tried", "accepted", title="changed quotations")
    for tally in folds.changes:
        table.add_row(tally.name, str(tally.tried), str(len(tally.wrong)))
    console.print(table)
    for tally in (*folds.retypings, *folds.changes):
        for typed, quote in tally.wrong[:_SHOWN]:
            console.print(
                f"{tally.name}: {typed!r} for {quote!r}", markup=False, highlight=False, soft_wrap=True
            )
    for name, tallies in (
        ("retypings refused outside the guards", folds.retypings),
        ("changes accepted", folds.changes),
    ):
        wrong, tried = sum(len(tally.wrong) for tally in tallies), sum(tally.tried for tally in tallies)
        console.print(f"{folds.passages} passages: {wrong} of {tried} {name}", highlight=False)


def to_json(folds: Folds) -> str:
    """The figures as JSON."""
    data = {
        "passages": folds.passages,
        "retypings": [
            {
                "row": tally.name,
                "tried": tally.tried,
                "refused": len(tally.wrong),
                "guarded": {guard: list(counts) for guard, counts in sorted(tally.guarded.items())},
            }
            for tally in folds.retypings
        ],
        "changes": [
            {"change": tally.name, "tried": tally.tried, "accepted": len(tally.wrong)}
            for tally in folds.changes
        ],
    }
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"

"""A run as a JSON document and as tables; only the tables hold a time."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from tekmeria_contract.vocabulary import VERDICTS
from tekmeria_eval.faults import Caught
from tekmeria_eval.running import Evaluation, Failure

SCHEMA = "tekmeria.evaluation/1"
LONGEST = 100
"""Characters shown of what gave a fault away."""
SHOWN = 10
"""Failures printed in full."""


def to_document(evaluation: Evaluation) -> dict[str, Any]:
    """The run as plain JSON values: the same run gives the same document."""
    return {
        "schema": SCHEMA,
        "seed": evaluation.seed,
        "per_category": evaluation.per_category,
        "audits": evaluation.audits,
        "right": evaluation.right,
        "passed": evaluation.passed,
        "categories": [
            {"name": c.name, "cases": c.cases, "distinct": c.distinct, "audits": c.audits, "right": c.right}
            for c in evaluation.categories
        ],
        "not_planted": [c.name for c in evaluation.categories if not c.cases],
        "confusion": {
            planted: {found: n for (p, found), n in sorted(evaluation.pairs.items()) if p == planted}
            for planted in sorted({p for p, _ in evaluation.pairs})
        },
        "styles": dict(sorted(evaluation.styles.items())),
        "failures": [_failure(failure) for failure in evaluation.failures],
    }


def _failure(failure: Failure) -> dict[str, Any]:
    return {
        "category": failure.category,
        "case": failure.case,
        "form": failure.score.style,
        "answer": failure.score.content,
        "differences": [str(difference) for difference in failure.score.differences],
    }


def to_json(evaluation: Evaluation) -> str:
    """The document as JSON text."""
    return json.dumps(to_document(evaluation), ensure_ascii=False, indent=1) + "\n"


def show(evaluation: Evaluation, console: Console) -> None:
    """Print the categories, the confusion matrix, the first failures and the times."""
    console.print(_categories(evaluation))
    console.print(_confusion(evaluation))
    for failure in evaluation.failures[:SHOWN]:
        console.print("\n".join(_lines(failure)), highlight=False, soft_wrap=True)
    if len(evaluation.failures) > SHOWN:
        console.print(f"… and {len(evaluation.failures) - SHOWN} more; --json-out lists all of them")
    share = evaluation.seconds / evaluation.audit_seconds if evaluation.audit_seconds else 0.0
    console.print(
        f"{evaluation.right}/{evaluation.audits} audits as planted "
        f"(seed {evaluation.seed}, {evaluation.per_category} cases a category) "
        f"in {evaluation.seconds:.2f} s, {share:.1f} × the audits alone ({evaluation.audit_seconds:.2f} s)",
        highlight=False,
        soft_wrap=True,
    )


def show_faults(caught: Sequence[Caught], console: Console) -> None:
    """Print each fault with what gave it away."""
    table = Table(title="faults")
    for name in ("fault", "what is wrong", "noticed by", "how"):
        table.add_column(name)
    for entry in caught:
        how = entry.stale or (f"{entry.style}: {entry.difference}" if entry.passed else "not noticed")
        colour = "green" if entry.passed else "red"
        fault = entry.fault
        table.add_row(
            fault.name, fault.meaning, f"[{colour}]{fault.caught_by}[/{colour}]", escape(how[:LONGEST])
        )
    console.print(table)
    console.print(f"{sum(entry.passed for entry in caught)}/{len(caught)} faults noticed", highlight=False)


def _categories(evaluation: Evaluation) -> Table:
    table = Table(title="categories")
    table.add_column("category")
    for name in ("cases", "distinct", "audits", "right"):
        table.add_column(name, justify="right")
    for category in evaluation.categories:
        colour = "green" if category.right == category.audits and category.audits else "red"
        counts = (category.cases, category.distinct, category.audits)
        table.add_row(category.name, *map(str, counts), f"[{colour}]{category.right}[/{colour}]")
    return table


def _confusion(evaluation: Evaluation) -> Table:
    table = Table(title="verdicts: planted (rows) and reported (columns)")
    table.add_column("planted")
    columns = [*VERDICTS, *(["missing"] if any(found == "missing" for _, found in evaluation.pairs) else [])]
    for name in columns:
        table.add_column(name, justify="right")
    for planted in VERDICTS:
        counts = [evaluation.pairs[planted, found] for found in columns]
        table.add_row(planted, *(str(count) if count else "" for count in counts))
    return table


def _lines(failure: Failure) -> Iterator[str]:
    yield f"[red]{failure.category}[/red] case {failure.case} as {failure.score.style}"
    yield f"    {escape(failure.answer)}"
    for difference in failure.score.differences:
        yield f"    {escape(str(difference))}"

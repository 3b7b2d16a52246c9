"""The command line: ``tekmeria-eval run``, ``faults``, ``folds``, ``bench`` and ``hostile``."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track

from tekmeria_eval import bench, folds, hostile, junit, results
from tekmeria_eval.categories import CATEGORIES
from tekmeria_eval.faultlist import FAULTS
from tekmeria_eval.faults import clean, try_fault
from tekmeria_eval.invented import passage
from tekmeria_eval.literature import Literature, fictional, from_folder
from tekmeria_eval.running import STYLES_A_CASE, run
from tekmeria_sources.errors import FolderError

app = typer.Typer(add_completion=True, no_args_is_help=True, help=__doc__, pretty_exceptions_enable=False)

WRONG_USE = 2

Seed = Annotated[int, typer.Option(help="What the cases are drawn with; the same seed gives the same cases.")]
PerCategory = Annotated[int, typer.Option(min=1, help="Cases of each category.")]
Category = Annotated[list[str] | None, typer.Option(help="A category to run; give it again for more.")]
Styles = Annotated[int, typer.Option(min=0, help="Styles of text that each case is written in.")]
Records = Annotated[
    Path | None,
    typer.Option(help="A folder of recorded responses to plant in."),
]
JsonOut = Annotated[Path | None, typer.Option(help="Write the result as JSON to this file.")]
JunitOut = Annotated[Path | None, typer.Option(help="Write the result as JUnit XML to this file.")]


@app.command("run")
def run_command(
    seed: Seed = 0,
    per_category: PerCategory = 25,
    category: Category = None,
    styles: Styles = STYLES_A_CASE,
    records: Records = None,
    json_out: JsonOut = None,
    junit_out: JunitOut = None,
) -> None:
    """Plant cases, audit them, and compare every verdict with the plant and with the oracle.

    Exit code 0: every audit was as planted. 1: one was not. 2: wrong use.

    Example: tekmeria-eval run --category ok_quoted --category token_cut --json-out result.json
    """
    unknown = [name for name in category or () if name not in CATEGORIES]
    if unknown:
        raise _wrong_use(f"no category {unknown[0]!r}; choose from {', '.join(CATEGORIES)}")
    literature = _literature(records)
    console = Console()
    with console.status("planting") as status:
        evaluation = run(literature, seed, per_category, category or (), styles, status.update)
    results.show(evaluation, console)
    _write(json_out, results.to_json(evaluation))
    _write(junit_out, junit.to_junit(evaluation))
    raise typer.Exit(0 if evaluation.passed else 1)


@app.command("faults")
def faults_command(
    seed: Seed = 0,
    per_category: PerCategory = 25,
    fault: Annotated[
        list[str] | None, typer.Option(help="A fault to inject; give it again for more.")
    ] = None,
    records: Records = None,
) -> None:
    """Inject faults into the contract one at a time and show which category notices each.

    Exit code 0: every fault was noticed. 1: one was not, or is stale, or the clean run fails. 2: wrong use.

    Example: tekmeria-eval faults --fault cut_left_legal --fault code_ignores_path
    """
    unknown = [name for name in fault or () if name not in FAULTS]
    if unknown:
        raise _wrong_use(f"no fault {unknown[0]!r}; choose from {', '.join(FAULTS)}")
    chosen = [FAULTS[name] for name in fault or FAULTS]
    literature = _literature(records)
    console = Console()
    failing = clean(literature, chosen, seed, per_category)
    if failing:
        console.print(f"without any fault these categories fail: {', '.join(failing)}", style="red")
        raise typer.Exit(1)
    caught = [
        try_fault(literature, entry, seed, per_category)
        for entry in track(chosen, "injecting", console=console)
    ]
    results.show_faults(caught, console)
    raise typer.Exit(0 if all(entry.passed for entry in caught) else 1)


@app.command("folds")
def folds_command(
    seed: Seed = 0,
    passages: Annotated[
        int, typer.Option(min=1, help="Invented passages to quote from, where no records are given.")
    ] = 1000,
    records: Records = None,
    json_out: JsonOut = None,
) -> None:
    """Retype quotations in every way that the fold table calls equal, and change them in every way it does not.

    Exit code 0: no retyping was refused where no guard holds, and no change accepted. 1: one was. 2: wrong use.

    Example: tekmeria-eval folds --passages 200 --json-out folds.json
    """
    console = Console()
    if records is None:
        texts = [passage(Random(f"{seed} {number}")) for number in range(passages)]
    else:
        texts = [issued.text for issued in _literature(records).issued]
    with console.status("retyping"):
        measured = folds.measure(texts, seed)
    folds.show(measured, console)
    _write(json_out, folds.to_json(measured))
    raise typer.Exit(0 if measured.passed else 1)


@app.command("bench")
def bench_command(
    rounds: Annotated[
        int, typer.Option(min=1, help="How often each figure is taken; the least time counts.")
    ] = 7,
    json_out: JsonOut = None,
) -> None:
    """Say what minting, verifying and auditing cost, as ratios of one run.

    Exit code 0: the figures are printed, whatever they are. 1: the bench answer is not judged as it was written.

    Example: tekmeria-eval bench --json-out bench.json
    """
    console = Console()
    try:
        with console.status("measuring"):
            figures = bench.bench(rounds)
    except bench.BenchError as error:
        Console(stderr=True).print(f"tekmeria-eval: {error}", style="red", highlight=False, markup=False)
        raise typer.Exit(1) from None
    bench.show(figures, console)
    _write(json_out, bench.to_json(figures))


@app.command("hostile")
def hostile_command(
    size: Annotated[int, typer.Option(min=2, help="Characters of each text.")] = 1 << 16,
    drawn: Annotated[
        int, typer.Option(min=0, help="Periods that are drawn at random, besides the fixed ones.")
    ] = 40,
    seed: Seed = 0,
    json_out: JsonOut = None,
) -> None:
    """Say what hostile texts cost, and whether twice the length takes at most 2.3 times as long.

    Exit code 0: no text takes longer than that. 1: one does.

    Example: tekmeria-eval hostile --size 1000000 --drawn 200 --json-out hostile.json
    """
    console = Console()
    with console.status("measuring"):
        found = list(hostile.strains(size, drawn, seed))
    hostile.show(found, console)
    _write(json_out, hostile.to_json(found))
    raise typer.Exit(0 if all(strain.linear for strain in found) else 1)


def _literature(records: Path | None) -> Literature:
    try:
        return fictional() if records is None else from_folder(records)
    except FolderError as error:
        raise _wrong_use(str(error)) from None


def _write(file: Path | None, text: str) -> None:
    if file is None:
        return
    try:
        file.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise _wrong_use(f"cannot write {file}: {error.strerror}") from None


def _wrong_use(message: str) -> typer.Exit:
    Console(stderr=True).print(f"tekmeria-eval: {message}", style="red", highlight=False, markup=False)
    return typer.Exit(WRONG_USE)

"""The command ``tekmeria record-fixtures``: options and help; the work is in ``commands``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer()


@app.command("record-fixtures")
def record_fixtures(
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="DIR", file_okay=False, help="Write the answers here.")
    ],
    record_ids: Annotated[
        list[str] | None, typer.Argument(metavar="ID...", help="Records: PMIDs, DOIs, NCT numbers, set ids.")
    ] = None,
    query: Annotated[list[str] | None, typer.Option(help="A search of the literature.")] = None,
    trials: Annotated[list[str] | None, typer.Option(metavar="TERM", help="A search of trials.")] = None,
    drug: Annotated[list[str] | None, typer.Option(help="A search of drug labels.")] = None,
) -> None:
    """Record what the upstreams answer now, each answer with its receipt, as a folder for --records.

    Example: tekmeria record-fixtures pmid:30831578 --query "BNT162b2 myocarditis" -o recorded/
    """
    from tekmeria_server.commands.outcome import exit_code
    from tekmeria_server.commands.recording import Wanted, run_recording

    wanted = Wanted(record_ids or [], query or [], trials or [], drug or [])
    raise typer.Exit(exit_code(lambda: run_recording(wanted, out)))

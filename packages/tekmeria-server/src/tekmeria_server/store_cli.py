"""The commands ``tekmeria store``: options and help; the work is in ``commands``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, NoReturn

import typer

app = typer.Typer(
    help="The store of what was issued: it is kept for good, so it can be backed up, moved and cut on purpose.",
    no_args_is_help=True,
)


def _leave(command: Callable[[], int]) -> NoReturn:
    from tekmeria_server.commands.outcome import exit_code

    raise typer.Exit(exit_code(command))


@app.command()
def path() -> None:
    """Print where the store is: its file, or the server without user and password.

    Example: tekmeria store path
    """
    from tekmeria_server.commands.storing import run_path

    _leave(run_path)


@app.command()
def size(as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False) -> None:
    """Print how much is kept: passages issued, records, fresh copies of answers, bytes.

    Example: tekmeria store size --json
    """
    from tekmeria_server.commands.storing import run_size

    _leave(lambda: run_size(as_json))


@app.command()
def export(
    out: Annotated[Path, typer.Option("--out", "-o", metavar="F", help="Write the backup to this file.")],
) -> None:
    """Back up everything that was issued. The key is not in it: keep that, too.

    Example: tekmeria store export -o store.jsonl
    """
    from tekmeria_server.commands.storing import run_export

    _leave(lambda: run_export(out))


@app.command("import")
def import_(
    backup: Annotated[
        Path, typer.Argument(metavar="F", exists=True, dir_okay=False, help="A file that export wrote.")
    ],
) -> None:
    """Put a backup into the store; what is there stays there, and the same backup twice changes nothing.

    Example: tekmeria store import store.jsonl
    """
    from tekmeria_server.commands.storing import run_import

    _leave(lambda: run_import(backup))


@app.command()
def prune(
    before: Annotated[str, typer.Option(metavar="DATE", help="YYYY-MM-DD; what was issued on it stays.")],
    yes: Annotated[
        bool, typer.Option("--yes", help="Forget it; without this, only the number is said.")
    ] = False,
) -> None:
    """Forget for good what was issued before a date: answers that cite it can then no longer be audited whole.

    Example: tekmeria store prune --before 2031-01-01 --yes
    """
    from tekmeria_server.commands.storing import run_prune

    _leave(lambda: run_prune(before, yes))

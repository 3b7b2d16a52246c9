"""The command line ``tekmeria`` (system.md, Commands): options and help; the work is in ``commands``."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Sequence
from enum import StrEnum
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from tekmeria_server import __version__, proof_cli, recording_cli, store_cli

app = typer.Typer(
    name="tekmeria",
    help=(
        "Evidence with verifiable handles, and audits of the answers that cite it. Without a command it "
        "serves MCP over standard input and output, for a host to start.\n\n"
        "Example: tekmeria demo"
    ),
    no_args_is_help=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Demo = Annotated[
    bool,
    typer.Option("--demo", help="Use the built-in fictional records and the public demo key; no network."),
]
Records = Annotated[
    Path | None,
    typer.Option(
        "--records",
        metavar="DIR",
        exists=True,
        file_okay=False,
        help="Work from a folder of recorded upstream responses, not the network.",
    ),
]
Cursor = Annotated[str | None, typer.Option(help="The next_cursor of the previous page.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the structured result as JSON.")]


class Format(StrEnum):
    """What an audit is printed as."""

    text = "text"
    json = "json"


class Accept(StrEnum):
    """The overall verdicts that may be accepted."""

    passed = "pass"
    warn = "warn"
    incomplete = "incomplete"


def run(arguments: Sequence[str]) -> int:
    """Run the command line and return its exit code, one of the closed list of system.md."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # Evidence holds characters that a platform's own encoding may lack.
            stream.reconfigure(encoding="utf-8")
    try:
        app(list(arguments), prog_name="tekmeria")
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else 0
    except Exception:
        # A broken installation must not end with 1, which is a verdict.
        traceback.print_exc()
        return 3
    return 0


def _leave(command: Callable[[], int]) -> NoReturn:
    from tekmeria_server.commands.outcome import exit_code

    raise typer.Exit(exit_code(command))


def _version(wanted: bool) -> None:
    if wanted:
        print(f"tekmeria {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def serve_by_default(
    context: typer.Context,
    demo: Demo = False,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Serve MCP over standard input and output where no command is given."""
    if context.invoked_subcommand is None:
        _serve(demo, None)
    if demo:
        raise typer.BadParameter(
            f"--demo goes after the command: tekmeria {context.invoked_subcommand} --demo"
        )


def _serve(demo: bool, records: Path | None) -> NoReturn:
    from tekmeria_server.stdio import serve_stdio

    _leave(lambda: serve_stdio(demo=demo, records=records))


@app.command()
def serve(demo: Demo = False, records: Records = None) -> None:
    """Serve MCP over standard input and output.

    Example: tekmeria serve --records recorded/
    """
    if demo and records is not None:
        raise typer.BadParameter("--demo has fictional records of its own; give it or --records")
    _serve(demo, records)


@app.command()
def demo(
    json_out: Annotated[
        Path | None, typer.Option("--json-out", metavar="F", help="Write the audit's report to this file.")
    ] = None,
) -> None:
    """Search, fetch two papers, and audit an answer with six planted cases, all fictional; no network.

    Example: tekmeria demo --json-out report.json
    """
    from tekmeria_server.commands.demo import run_demo

    _leave(lambda: run_demo(json_out))


@app.command()
def search(
    query: Annotated[str, typer.Argument(help="What to look for.")],
    source: Annotated[list[str] | None, typer.Option(help="A source to ask; all if none is named.")] = None,
    date_from: Annotated[str | None, typer.Option(help="Earliest date: YYYY, YYYY-MM, YYYY-MM-DD.")] = None,
    date_to: Annotated[str | None, typer.Option(help="Latest date, likewise.")] = None,
    study_design: Annotated[
        list[str] | None, typer.Option(help="A MEDLINE publication type; may be given several times.")
    ] = None,
    peer_reviewed_only: Annotated[bool, typer.Option("--peer-reviewed-only", help="No preprints.")] = False,
    open_access_only: Annotated[
        bool, typer.Option("--open-access-only", help="Only free full text.")
    ] = False,
    exclude_retracted: Annotated[
        bool, typer.Option("--exclude-retracted", help="No retracted records.")
    ] = False,
    limit: Annotated[int, typer.Option(min=1, max=100, help="Hits per page.")] = 10,
    cursor: Cursor = None,
    records: Records = None,
    demo: Demo = False,
    as_json: AsJson = False,
) -> None:
    """Search the literature; print hits with the handles of their titles.

    Example: tekmeria search "cohort vaccination" --demo
    """
    from tekmeria_server.commands.lookup import Lookup, run_search

    arguments = {
        "query": query,
        "sources": source or (),
        "date_from": date_from,
        "date_to": date_to,
        "study_designs": study_design or (),
        "peer_reviewed_only": peer_reviewed_only,
        "open_access_only": open_access_only,
        "exclude_retracted": exclude_retracted,
        "limit": limit,
        "cursor": cursor,
    }
    _leave(lambda: run_search(Lookup(arguments, records, demo, as_json)))


@app.command()
def fetch(
    record_ids: Annotated[
        list[str], typer.Argument(metavar="ID...", help="pmid:N, a bare PMID, a DOI or a PubMed link.")
    ],
    section: Annotated[
        list[str] | None, typer.Option(help="Only passages of this section; may be given several times.")
    ] = None,
    full_text: Annotated[
        bool, typer.Option("--full-text", help="Also the open full text of each article that has one.")
    ] = False,
    entities: Annotated[
        bool, typer.Option("--entities", help="Name the entities in PubMed passages (PubTator3).")
    ] = False,
    max_passages: Annotated[int | None, typer.Option(min=1, help="Passages at most; all if unset.")] = None,
    cursor: Cursor = None,
    records: Records = None,
    demo: Demo = False,
    as_json: AsJson = False,
) -> None:
    """Print the passages of records with their handles.

    Example: tekmeria fetch pmid:99000001 --demo
    """
    from tekmeria_server.commands.lookup import Lookup, run_fetch

    arguments = {
        "record_ids": record_ids,
        "sections": section or (),
        "full_text": full_text,
        "include_entities": entities,
        "max_passages": max_passages,
        "cursor": cursor,
    }
    _leave(lambda: run_fetch(Lookup(arguments, records, demo, as_json)))


@app.command()
def audit(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE...", help="Text, Markdown, JSON or JSON Lines; - is standard input."),
    ],
    output: Annotated[Format, typer.Option("--format", help="What to print.")] = Format.text,
    accept: Annotated[
        Accept, typer.Option(help="The worst verdict that is still accepted (exit code 0).")
    ] = Accept.passed,
    fail_on: Annotated[
        list[str] | None,
        typer.Option(metavar="X", help="Fail an answer on this too; may be given several times."),
    ] = None,
    bundle: Annotated[
        Path | None,
        typer.Option(metavar="F", help="Take the evidence from this sealed bundle, and look nothing up."),
    ] = None,
    public_key: Annotated[
        str | None,
        typer.Option(metavar="F", help="The public key that sealed the bundle: PEM, or did:key:..."),
    ] = None,
    evidence_out: Annotated[
        Path | None,
        typer.Option(
            "--evidence-out",
            metavar="F",
            help="Write what is known about the handles to this file, for: python -m tekmeria_contract audit.",
        ),
    ] = None,
    records: Records = None,
    demo: Demo = False,
) -> None:
    """Audit the citations of stored answers.

    Exit codes: 0 accepted, 1 not accepted, 2 wrong use or unreadable input, 3 could not be audited,
    130 interrupted.

    Example: tekmeria audit answer.md --accept warn
    """
    from tekmeria_server.commands.audit import Audits, run_audit

    audits = Audits(
        files, output.value, accept.value, fail_on or [], records, demo, evidence_out, bundle, public_key
    )
    _leave(lambda: run_audit(audits))


app.add_typer(proof_cli.app)
app.add_typer(recording_cli.app)
app.add_typer(store_cli.app, name="store")

"""The commands of ``tekmeria`` that make and check proof: options and help; the work is in ``commands``."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Annotated, NoReturn

import typer

app = typer.Typer()
keys = typer.Typer(help="The keys of this installation.", no_args_is_help=True)
sign = typer.Typer(help="The key that signs bundles.", no_args_is_help=True)
keys.add_typer(sign, name="sign")
app.add_typer(keys, name="keys")

Answer = Annotated[str, typer.Argument(help="Text, Markdown or JSON claims; - is standard input.")]
Demo = Annotated[
    bool, typer.Option("--demo", help="The fictional records and the public demo key, which proves nothing.")
]


class Output(StrEnum):
    """What a verification is printed as."""

    text = "text"
    json = "json"


class Worst(StrEnum):
    """The overall verdicts that may be accepted."""

    passed = "pass"
    warn = "warn"
    incomplete = "incomplete"


def _leave(command: Callable[[], int]) -> NoReturn:
    from tekmeria_server.commands.outcome import exit_code

    raise typer.Exit(exit_code(command))


@app.command()
def bundle(
    answer: Answer,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="F", help="Write the bundle to this file.")],
    records: Annotated[
        Path | None,
        typer.Option(metavar="DIR", exists=True, file_okay=False, help="A folder of recorded responses."),
    ] = None,
    demo: Demo = False,
) -> None:
    """Seal an answer with the passages that it cites and its audit, for somebody else to verify.

    The signing key seals it where there is one (tekmeria keys sign new), else the key ring.

    Example: tekmeria bundle answer.md -o answer.bundle.json
    """
    from tekmeria_server.commands.proof import run_bundle

    _leave(lambda: run_bundle(answer, out, records, demo))


@app.command()
def verify(
    answer: Answer,
    bundle: Annotated[Path, typer.Option(metavar="F", help="The bundle that came with the answer.")],
    public_key: Annotated[
        str | None,
        typer.Option(
            metavar="F", help="The key that sealed it: PEM, or did:key:...; else this installation's."
        ),
    ] = None,
    output: Annotated[Output, typer.Option("--format", help="What to print.")] = Output.text,
    accept: Annotated[Worst, typer.Option(help="The worst verdict that is still accepted.")] = Worst.passed,
    fail_on: Annotated[
        list[str] | None,
        typer.Option(metavar="X", help="Fail the answer on this too; may be given several times."),
    ] = None,
    demo: Demo = False,
) -> None:
    """Verify an answer by its bundle alone; nothing is looked up.

    Example: tekmeria verify answer.md --bundle answer.bundle.json --public-key installation.pem
    """
    from tekmeria_server.commands.proof import Verification, run_verify

    wanted = Verification(answer, bundle, public_key, output.value, accept.value, fail_on or [], demo)
    _leave(lambda: run_verify(wanted))


@sign.command("new")
def sign_new() -> None:
    """Make the key that signs bundles, and print its public half.

    Example: tekmeria keys sign new
    """
    from tekmeria_server.commands.signing import run_new

    _leave(run_new)


@sign.command("export")
def sign_export(
    did: Annotated[bool, typer.Option("--did", help="As did:key, not as PEM.")] = False,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="F", help="Write it to this file.")
    ] = None,
) -> None:
    """Print the public key, for those who verify.

    Example: tekmeria keys sign export -o installation.pem
    """
    from tekmeria_server.commands.signing import run_export

    _leave(lambda: run_export(did, out))


@sign.command("revoke")
def sign_revoke() -> None:
    """Revoke the present signing key: it signs no more, and what it has signed is believed no more.

    Example: tekmeria keys sign revoke
    """
    from tekmeria_server.commands.signing import run_revoke

    _leave(run_revoke)

"""The options of ``python -m tekmeria_contract`` (system.md, Commands)."""

from __future__ import annotations

import argparse
from typing import NoReturn

from tekmeria_contract.acceptance import ACCEPTABLE, MISUSE
from tekmeria_contract.policy import AGAINST
from tekmeria_contract.vocabulary import FAIL_ON

PROGRAM = "python -m tekmeria_contract"
_EXIT_CODES = (
    "exit codes: 0 accepted, 1 not accepted, 2 wrong use or unreadable input, "
    "3 could not be audited, 130 interrupted"
)


class Failure(Exception):
    """The command ends: what to say, and its exit code."""

    def __init__(self, message: str, code: int = MISUSE) -> None:
        super().__init__(message)
        self.code = code


class _Parser(argparse.ArgumentParser):
    """Says what is wrong with the arguments in one line."""

    def error(self, message: str) -> NoReturn:
        raise Failure(f"{message}; see {self.prog} --help")


def parser() -> argparse.ArgumentParser:
    """The parser of the command line; ``command`` of what it gives names the command."""
    does = "Audit answers and verify handles with the standard library alone."
    whole = _Parser(PROGRAM, description=does, epilog=_EXIT_CODES, allow_abbrev=False)
    commands = whole.add_subparsers(dest="command", required=True, metavar="audit|verify")
    for name, (does, example, add_arguments) in _COMMANDS.items():
        epilog = f"example: {PROGRAM} {name} {example} --key-file handle-key.json; {_EXIT_CODES}"
        command = commands.add_parser(name, help=does, description=does, epilog=epilog, allow_abbrev=False)
        add_arguments(command)
        needed = name == "audit"
        command.add_argument("--key-file", required=needed, metavar="F", help="the installation's key file")
        command.add_argument("--format", choices=("text", "json"), default="text", help="what to print")
    return whole


def _add_audit(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "answer", metavar="ANSWER", help="text, Markdown or JSON claims; - is standard input"
    )
    command.add_argument(
        "--evidence", required=True, metavar="F", help="the evidence file written for the answer"
    )
    _add_judging(command)
    command.add_argument(
        "--against",
        choices=sorted(AGAINST, reverse=True),
        default="issued",
        help="which text decides; unless told otherwise the text as issued, for nothing is looked up",
    )
    command.add_argument("--audited-at", metavar="TIME", help="the time to write into the report, ISO 8601")


def _add_judging(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--accept", choices=ACCEPTABLE, default="pass", help="the worst verdict still accepted"
    )
    command.add_argument(
        "--fail-on",
        action="append",
        default=[],
        metavar="X",
        help=f"fail the answer on this too, may be given several times: {', '.join(sorted(FAIL_ON))}",
    )


def _add_verify(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "what",
        nargs="+",
        metavar="HANDLE",
        help="handles, record/path~code; with --bundle one ANSWER instead",
    )
    command.add_argument("--bundle", metavar="F", help="the bundle that came with the answer")
    command.add_argument(
        "--public-key", metavar="F", help="the installation's public key: PEM, or did:key:..."
    )
    command.add_argument("--revoked", metavar="F", help="the installation's list of revoked keys")
    _add_judging(command)
    command.set_defaults(against="issued", audited_at=None)


_COMMANDS = {
    "audit": (
        "audit a stored answer against an evidence file",
        "answer.md --evidence evidence.json",
        _add_audit,
    ),
    "verify": (
        "say which handles a key of the installation made, or verify an answer by its bundle",
        "pmid:99000001/abstract.1~00000",
        _add_verify,
    ),
}
"""What each command does, an example of its own arguments, and what adds them."""

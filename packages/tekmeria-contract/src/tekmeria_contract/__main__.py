"""``python -m tekmeria_contract``: audits and verifies with nothing else installed (contract.md §10; system.md).

The package's only file that opens files. Whatever goes wrong is one line on standard error that names the thing and
the remedy, and an exit code of :mod:`tekmeria_contract.acceptance`; the key is never shown.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import Any, NoReturn

from tekmeria_contract.acceptance import (
    ACCEPTABLE,
    ACCEPTED,
    INTERRUPTED,
    MISUSE,
    NOT_ACCEPTED,
    NOT_AUDITED,
    acceptance,
)
from tekmeria_contract.answer_file import AnswerFileError, Claims, read_answer_file
from tekmeria_contract.audit import judge
from tekmeria_contract.evidence_file import EvidenceError, read_evidence
from tekmeria_contract.handle import HandleError, verify
from tekmeria_contract.keyring import KeyRing, KeyRingError
from tekmeria_contract.plan import plan
from tekmeria_contract.policy import AGAINST, Policy, PolicyError
from tekmeria_contract.rendering import render_statement, render_text, visible
from tekmeria_contract.resolution import Resolution
from tekmeria_contract.vocabulary import FAIL_ON, HANDLE_REASONS

PROGRAM = "python -m tekmeria_contract"
STANDARD_INPUT = "-"

Printed = tuple[str, int]
"""What a command prints, and its exit code."""

_KEY_LIKE = re.compile(r"[0-9A-Fa-f]{64,}")
"""What may be a key, were it given where a file's name belongs."""

_ISO_TIME = re.compile(
    r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?)?", re.ASCII
)

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


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line with ``arguments``, by default the process's, and return its exit code."""
    _speak_utf8()
    try:
        options = _parser().parse_args(arguments)
        text, code = options.run(options)
        _print(text)
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else ACCEPTED
    except Failure as failure:
        return _complain(str(failure), failure.code)
    except KeyboardInterrupt:
        return _complain("interrupted", INTERRUPTED)
    except Exception as fault:
        return _complain(f"{_named(fault)}; this is a fault of the program, please report it", NOT_AUDITED)
    return code


def _speak_utf8() -> None:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # Reports hold characters that a platform's own encoding may lack; a file's name may be no text at all.
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _print(text: str) -> None:
    """Print all of ``text``; a reader that has gone, or a stream that the caller closed, changes no exit code."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        with contextlib.suppress(OSError):
            sys.stdout.close()  # Otherwise Python complains when it ends.
    except OSError as error:
        raise Failure(
            f"the output cannot be written ({error.strerror}); make room for it", NOT_AUDITED
        ) from None


def _complain(message: str, code: int) -> int:
    line = _KEY_LIKE.sub("(not shown: it may be a key)", visible(message))
    if sys.stderr is not None:  # Python has none where the caller closed it.
        print(f"tekmeria_contract: {line}", file=sys.stderr)
    return code


def _named(fault: BaseException) -> str:
    """The kind of an unforeseen fault and the line that raised it, without any value."""
    trace = fault.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = "" if trace is None else f" at {trace.tb_frame.f_globals.get('__name__')}:{trace.tb_lineno}"
    return f"{type(fault).__name__}{where}"


def _parser() -> argparse.ArgumentParser:
    does = "Audit answers and verify handles with the standard library alone."
    parser = _Parser(PROGRAM, description=does, epilog=_EXIT_CODES, allow_abbrev=False)
    commands = parser.add_subparsers(required=True, metavar="audit|verify")
    for name, (does, example, add_arguments, run) in _COMMANDS.items():
        epilog = f"example: {PROGRAM} {name} {example} --key-file handle-key.json; {_EXIT_CODES}"
        command = commands.add_parser(name, help=does, description=does, epilog=epilog, allow_abbrev=False)
        add_arguments(command)
        command.add_argument("--key-file", required=True, metavar="F", help="the installation's key file")
        command.add_argument("--format", choices=("text", "json"), default="text", help="what to print")
        command.set_defaults(run=run)
    return parser


def _add_audit(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "answer", metavar="ANSWER", help="text, Markdown or JSON claims; - is standard input"
    )
    command.add_argument(
        "--evidence", required=True, metavar="F", help="the evidence file written for the answer"
    )
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
    command.add_argument(
        "--against",
        choices=sorted(AGAINST, reverse=True),
        default="issued",
        help="which text decides; unless told otherwise the text as issued, for nothing is looked up",
    )
    command.add_argument("--audited-at", metavar="TIME", help="the time to write into the report, ISO 8601")


def _add_verify(command: argparse.ArgumentParser) -> None:
    command.add_argument("handles", nargs="+", metavar="HANDLE", help="a handle, record/path~code")


def _audit(options: argparse.Namespace) -> Printed:
    policy = _policy(options)
    ring = _ring(options.key_file)
    answer = _answer(options.answer)
    held = _evidence(options.evidence)
    try:
        planned = plan(answer, ring)
    except (ValueError, RecursionError) as error:
        problem = "its JSON is nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise Failure(f"the answer {options.answer}: {problem}") from None
    _tell_missing(planned.handles, held, options.evidence)
    resolutions = {handle: held.get(handle, Resolution()) for handle in planned.handles}
    report = judge(planned, resolutions, policy, options.audited_at)
    code = acceptance(report, options.accept)
    if options.format == "json":
        return report.to_json(indent=2) + "\n", code
    return render_text(report) + render_statement(report), code


def _policy(options: argparse.Namespace) -> Policy:
    if options.audited_at is not None and _ISO_TIME.fullmatch(options.audited_at) is None:
        raise Failure("--audited-at is no time in ISO 8601; write it like 2033-03-01T12:00:00Z")
    try:
        return Policy(fail_on=tuple(options.fail_on), against=options.against)
    except PolicyError as error:
        raise Failure(f"--fail-on: {error}") from None


def _tell_missing(handles: Iterable[str], held: Mapping[str, Resolution], file: str) -> None:
    """Say what the evidence file is silent about: it is judged as what could not be reached."""
    missing = [handle for handle in handles if handle not in held]
    if missing:
        more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
        _complain(
            f"the evidence file {file} says nothing of {missing[0]}{more}, judged unavailable; "
            "ask for the evidence file of this very answer",
            ACCEPTED,
        )


def _verify(options: argparse.Namespace) -> Printed:
    ring = _ring(options.key_file)
    entries = [_verified(handle, ring) for handle in options.handles]
    genuine = all(entry["verdict"] == "genuine" for entry in entries)
    lines = [_entry_line(entry) for entry in entries]
    text = json.dumps(entries, ensure_ascii=False, indent=2) if options.format == "json" else "\n".join(lines)
    return text + "\n", ACCEPTED if genuine else NOT_ACCEPTED


def _verified(handle: str, ring: KeyRing) -> dict[str, Any]:
    try:
        found = verify(handle, ring)
    except HandleError as error:
        verdict = "forged" if error.forged else "malformed"
        return {"handle": handle, "verdict": verdict, "reason": error.reason, "key": None, "addressing": None}
    known = {"key": found.key_fingerprint, "addressing": found.addressing}
    return {"handle": handle, "verdict": "genuine", "reason": None, **known}


def _entry_line(entry: Mapping[str, Any]) -> str:
    if entry["reason"] is None:
        return f"genuine    {entry['handle']}  (key {entry['key']})"
    term = HANDLE_REASONS[entry["reason"]]
    return f"{entry['verdict']:<10} {visible(entry['handle'])}  {term.id}: {term.meaning}; {term.remedy}"


def _ring(file: str) -> KeyRing:
    remedy = "name the key file of the installation that handed the handles out"
    data = _bytes(file, "key file", remedy, NOT_AUDITED)
    try:
        return KeyRing.from_document(json.loads(data.decode("utf-8-sig")))
    except KeyRingError as error:
        raise Failure(f"the key file {file} cannot be used: {error}", NOT_AUDITED) from None
    except (ValueError, RecursionError):
        raise Failure(f"the key file {file} is no JSON; {remedy}", NOT_AUDITED) from None


def _evidence(file: str) -> Mapping[str, Resolution]:
    remedy = "have it written anew with: tekmeria audit ANSWER --evidence-out FILE"
    data = _bytes(file, "evidence file", remedy)
    try:
        return read_evidence(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise Failure(f"the evidence file {file}: byte {error.start} is not UTF-8; {remedy}") from None
    except EvidenceError as error:
        raise Failure(f"the evidence file {file}: {error}; {remedy}") from None


def _answer(file: str) -> str | Claims:
    data = _bytes(file, "answer", "name a file, or - for standard input")
    try:
        return read_answer_file(data)
    except AnswerFileError as error:
        raise Failure(f"the answer {file}: {error}") from None


def _bytes(file: str, what: str, remedy: str, code: int = MISUSE) -> bytes:
    """A file's bytes; ``-`` is standard input, of the answer alone."""
    try:
        if file == STANDARD_INPUT and what == "answer":
            return b"" if sys.stdin is None else sys.stdin.buffer.read()
        return Path(file).read_bytes()
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else "it has no usable name"
        raise Failure(f"the {what} {file} cannot be read ({why}); {remedy}", code) from None


_COMMANDS = {
    "audit": (
        "audit a stored answer against an evidence file",
        "answer.md --evidence evidence.json",
        _add_audit,
        _audit,
    ),
    "verify": (
        "say which handles a key of the installation made",
        "pmid:99000001/abstract.1~00000",
        _add_verify,
        _verify,
    ),
}
"""What each command does, an example of its own arguments, and what adds and runs them."""

if __name__ == "__main__":
    sys.exit(main())

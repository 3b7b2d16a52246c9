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

from tekmeria_contract.acceptance import (
    ACCEPTED,
    INTERRUPTED,
    MISUSE,
    NOT_ACCEPTED,
    NOT_AUDITED,
    acceptance,
)
from tekmeria_contract.answer_file import AnswerFileError, Claims, read_answer_file
from tekmeria_contract.audit import judge
from tekmeria_contract.bundle import verify_bundle
from tekmeria_contract.bundle_document import BundleError
from tekmeria_contract.canonical import CanonicalError
from tekmeria_contract.evidence_file import EvidenceError, read_evidence
from tekmeria_contract.keyring import KeyRing, KeyRingError
from tekmeria_contract.options import Failure, parser
from tekmeria_contract.plan import plan
from tekmeria_contract.policy import Policy, PolicyError
from tekmeria_contract.rendering import render_statement, render_text, visible
from tekmeria_contract.resolution import Resolution
from tekmeria_contract.seals import PublicKey, SignExtraError, SigningKeyError
from tekmeria_contract.verification import (
    entry_line,
    handle_entry,
    read_revoked,
    render_verified,
    verified_values,
)

STANDARD_INPUT = "-"

Printed = tuple[str, int]
"""What a command prints, and its exit code."""

_KEY_LIKE = re.compile(r"[0-9A-Fa-f]{64,}")
"""What may be a key, were it given where a file's name belongs."""

_ISO_TIME = re.compile(
    r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?)?", re.ASCII
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line with ``arguments``, by default the process's, and return its exit code."""
    _speak_utf8()
    try:
        options = parser().parse_args(arguments)
        text, code = _COMMANDS[options.command](options)
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
    if options.bundle is not None:
        return _verify_bundle(options)
    if options.key_file is None or options.public_key is not None:
        raise Failure(
            "handles are verified with --key-file; only a bundle has a public key, see verify --help"
        )
    ring = _ring(options.key_file)
    entries = [handle_entry(handle, ring) for handle in options.what]
    genuine = all(entry["verdict"] == "genuine" for entry in entries)
    lines = [entry_line(entry) for entry in entries]
    text = json.dumps(entries, ensure_ascii=False, indent=2) if options.format == "json" else "\n".join(lines)
    return text + "\n", ACCEPTED if genuine else NOT_ACCEPTED


def _verify_bundle(options: argparse.Namespace) -> Printed:
    """Verify an answer by its bundle, with the public key or the ring that the verifier names."""
    if len(options.what) != 1 or (options.public_key is None) == (options.key_file is None):
        raise Failure("with --bundle give one ANSWER, and one of --public-key and --key-file")
    policy = _policy(options)
    ring = None if options.key_file is None else _ring(options.key_file)
    public_key = None if options.public_key is None else _public_key(options.public_key)
    revoked = frozenset[str]() if options.revoked is None else _revoked(options.revoked)
    bundle = _bytes(options.bundle, "bundle", "name the file that came with the answer")
    answer = _answer(options.what[0])
    try:
        found = verify_bundle(answer, bundle, public_key, ring=ring, policy=policy, revoked=revoked)
    except BundleError as error:
        raise Failure(f"the bundle {options.bundle} proves nothing: {error}", NOT_ACCEPTED) from None
    except SignExtraError as error:
        raise Failure(str(error), NOT_AUDITED) from None
    except ValueError as error:
        raise Failure(f"the answer {options.what[0]}: {error}") from None
    code = acceptance(found.report, options.accept)
    if options.format == "json":
        return json.dumps(verified_values(found), ensure_ascii=False, indent=2) + "\n", code
    return render_verified(found), code


def _public_key(given: str) -> PublicKey:
    remedy = "name the file with the installation's public key, PEM or did:key"
    try:
        text = given if given.startswith("did:key:") else _bytes(given, "public key", remedy).decode()
        return PublicKey.from_text(text)
    except ValueError as error:
        problem = str(error) if isinstance(error, SigningKeyError) else "it is no text"
        raise Failure(f"the public key {given}: {problem}; {remedy}") from None


def _revoked(file: str) -> frozenset[str]:
    remedy = "take the list from the installation, as tekmeria keys sign revoke wrote it"
    try:
        return read_revoked(_bytes(file, "list of revoked keys", remedy).decode())
    except ValueError as error:
        problem = str(error) if isinstance(error, CanonicalError) else "it is no text"
        raise Failure(f"the list of revoked keys {file}: {problem}; {remedy}") from None


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


_COMMANDS = {"audit": _audit, "verify": _verify}

if __name__ == "__main__":
    sys.exit(main())

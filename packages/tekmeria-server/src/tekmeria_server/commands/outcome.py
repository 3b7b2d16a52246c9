"""Exit codes, and failures put into words on the standard error stream (system.md, Commands)."""

from __future__ import annotations

import errno
import os
import sys
import traceback
from collections.abc import Callable
from enum import IntEnum

from tekmeria_contract.policy import PolicyError
from tekmeria_server.failures import expected
from tekmeria_sources.errors import ArgumentError, BackupError, CursorError, FolderError, SettingsError


class Exit(IntEnum):
    """The exit codes of every command."""

    ACCEPTED = 0
    NOT_ACCEPTED = 1
    MISUSE = 2
    NOT_AUDITED = 3
    INTERRUPTED = 130


_UNWRITABLE = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EBADF})

_MISUSES = (ArgumentError, BackupError, CursorError, FolderError, SettingsError, PolicyError)


def exit_code(command: Callable[[], int]) -> int:
    """Run ``command`` and return its exit code, or the one for what it raises."""
    try:
        code = command()
        sys.stdout.flush()  # A reader that has gone is to be noticed here, not when Python ends.
    except KeyboardInterrupt:
        complain("interrupted")
        return Exit.INTERRUPTED
    except BrokenPipeError:
        return _reader_gone()
    except OSError as error:
        if error.errno not in _UNWRITABLE:
            return failure(error)
        _reader_gone()
        complain(f"the output cannot be written ({error.strerror}); send it elsewhere")
        return Exit.NOT_AUDITED
    except Exception as error:
        return failure(error)
    return code


def failure(error: Exception) -> int:
    """Say what went wrong and return its exit code; a fault of this program shows where it happened."""
    found = expected(error)
    if found is None:
        traceback.print_exception(error)
        complain("this is a fault of tekmeria; please report it with the lines above")
        return Exit.NOT_AUDITED
    complain(str(found))
    return Exit.MISUSE if isinstance(found, _MISUSES) else Exit.NOT_AUDITED


def complain(message: str) -> None:
    """Say ``message`` on the standard error stream, apart from what the command prints."""
    print(f"tekmeria: {message}", file=sys.stderr)


def _reader_gone() -> int:
    """The program that read our output has ended: end too, without a complaint when Python flushes."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return Exit.ACCEPTED

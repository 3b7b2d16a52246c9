"""Files that a command leaves behind: whole, or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from tekmeria_server.commands.outcome import complain


def left_behind(path: Path, *text: str) -> bool:
    """Write ``text`` to ``path``; where it cannot be written, say so and return False."""
    return lines_left_behind(path, text)


def lines_left_behind(path: Path, lines: Iterable[str]) -> bool:
    """As :func:`left_behind`, for more text than is held at once."""
    try:
        _write_whole(path, lines)
    except OSError as error:
        complain(f"{path} cannot be written ({error.strerror}); name a file in a folder that can be")
        return False
    return True


def _write_whole(path: Path, lines: Iterable[str]) -> None:
    """Write a file in one step, so that an interruption leaves no half of it; a link's target stays the target.

    What is no regular file (a device, a pipe) is written to as it is, never replaced.
    """
    path = path.resolve()
    if path.exists() and not path.is_file():
        with path.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(lines)
        return
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
            file.writelines(lines)
        Path(name).chmod(_mode(path))
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _mode(path: Path) -> int:
    """The mode of the file that is replaced, or what a new file gets here."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask

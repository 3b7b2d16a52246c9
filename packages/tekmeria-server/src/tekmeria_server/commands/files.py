"""Files that a command leaves behind: whole, or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from tekmeria_server.commands.outcome import complain


def left_behind(path: Path, text: str) -> bool:
    """Write ``text`` to ``path``; where it cannot be written, say so and return False."""
    try:
        _write_whole(path, text)
    except OSError as error:
        complain(f"{path} cannot be written ({error.strerror}); name a file in a folder that can be")
        return False
    return True


def _write_whole(path: Path, text: str) -> None:
    """Write ``path`` in one step, so that an interruption leaves no half of a file."""
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise

"""The installation key (sources.md, Evidence store; contract.md §2): created once, at the first mint.

The file is written whole under another name and then linked into place, which fails if one is there already:
of two first starts at the same time, one makes the key and both use it. A file that is short, damaged, not
ours or unreadable is an error and is never replaced, since all handles it made would turn into forged ones.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from tekmeria_contract.keyring import KeyRing, KeyRingError
from tekmeria_sources.errors import KeyFileError, SettingsError

FILE_NAME = "handle-key.json"
KEY_BYTES = 32
_REMEDY = (
    "restore it from a backup, or move it away to start with a new key (old handles then no longer verify)"
)

DEMO_KEY_HEX = b"tekmeria demo key: public, proves nothing".hex()
"""The demo's key. It is public: anybody can mint with it, so it is refused outside demo mode."""


def demo_ring() -> KeyRing:
    """The ring of demo mode."""
    return KeyRing.from_hex(DEMO_KEY_HEX)


def require_ring(folder: Path, given: KeyRing | None) -> None:
    """Raise :class:`~tekmeria_sources.errors.KeyFileError` where there is no key yet, so that nothing can verify.

    An audit beside the wrong data folder would otherwise make a key and call every genuine handle forged.
    """
    path = folder / FILE_NAME
    if given is None and not path.exists():
        raise KeyFileError(
            f"there is no key at {path}, so no handle can be verified",
            source=str(path),
            code="key_file_absent",
            remedy="set TEKMERIA_DATA_DIR or TEKMERIA_HANDLE_KEY to those of the installation that the answer cites",
        )


def load_ring(folder: Path, given: KeyRing | None) -> KeyRing:
    """The ring of this installation: the one ``given`` by the environment, else the key file's, made if need
    be.

    Raises :class:`~tekmeria_sources.errors.KeyFileError`, or
    :class:`~tekmeria_sources.errors.SettingsError` where the environment gives the demo key.
    """
    if given is not None:
        if _holds_demo_key(given):
            remedy = "make a key with: python -c 'import secrets; print(secrets.token_hex(32))'"
            raise SettingsError(
                "TEKMERIA_HANDLE_KEY is the public demo key", source="TEKMERIA_HANDLE_KEY", remedy=remedy
            )
        return given
    path = folder / FILE_NAME
    ring = _read(path)
    if ring is None:
        _create(path)
        ring = _read(path)
    if ring is None:
        raise KeyFileError(
            f"the key file {path} vanished while it was read", source=str(path), retryable=True
        )
    return ring


def _read(path: Path) -> KeyRing | None:
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise KeyFileError(
            f"the key file {path} cannot be read ({error.strerror})",
            source=str(path),
            code="key_file_unreadable",
            remedy=f"make it readable for the user that runs this: chmod 600 {path}",
        ) from None
    try:
        ring = KeyRing.from_document(json.loads(content))
    except (KeyRingError, ValueError, RecursionError) as error:
        raise KeyFileError(
            f"the key file {path} is damaged or not one of ours ({error})", source=str(path), remedy=_REMEDY
        ) from None
    if _holds_demo_key(ring):
        raise KeyFileError(f"the key file {path} holds the public demo key", source=str(path), remedy=_REMEDY)
    return ring


def _create(path: Path) -> None:
    key = {
        "hex": secrets.token_hex(KEY_BYTES),
        "mint": 5,
        "accept": [5],
        "created": _now(),
        "state": "active",
    }
    content = json.dumps({"version": 1, "keys": [key]}, indent=1).encode() + b"\n"
    try:
        make_private_folder(path.parent)
        write_once(path, content)
    except OSError as error:
        raise KeyFileError(
            f"no key file can be made at {path} ({error.strerror})",
            source=str(path),
            code="key_file_unwritable",
            remedy="set TEKMERIA_DATA_DIR to a folder that can be written, or TEKMERIA_HANDLE_KEY to a key",
        ) from None


def make_private_folder(folder: Path) -> None:
    """Make ``folder`` for its owner only; one that is there already is left as it is."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def write_once(path: Path, content: bytes) -> None:
    """Put ``content`` at ``path`` whole, with mode 0600, unless a file is there."""
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):
            _link(Path(name), path, content)
    finally:
        Path(name).unlink(missing_ok=True)


def _link(written: Path, path: Path, content: bytes) -> None:
    try:
        path.hardlink_to(written)
    except FileExistsError:
        raise
    except OSError:
        # Some file systems have no hard links: an exclusive create is the next best thing.
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(content)
            os.fsync(file.fileno())


def _holds_demo_key(ring: KeyRing) -> bool:
    return any(key.secret.hex() == DEMO_KEY_HEX for key in ring.keys)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")

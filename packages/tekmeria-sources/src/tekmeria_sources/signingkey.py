"""The signing key of an installation and its list of revoked keys (contract.md §10).

Both stand in the data folder. The private key's file is for its owner alone (0600) and never overwritten; a key that
is revoked stays in the folder under another name, so that nothing is lost, and signs no more.
"""

from __future__ import annotations

import json
import secrets
from pathlib import Path
from typing import cast

from tekmeria_contract.canonical import CanonicalError
from tekmeria_contract.seals import PublicKey, SigningKey, SigningKeyError
from tekmeria_contract.verification import read_revoked, write_revoked
from tekmeria_sources.errors import KeyFileError
from tekmeria_sources.keyfile import make_private_folder, write_once

KEY_FILE = "signing-key.pem"
REVOKED_FILE = "revoked-keys.json"
_NEW = "make one with: tekmeria keys sign new"


def new_signing_key(folder: Path) -> PublicKey:
    """Make the signing key; :class:`~tekmeria_sources.errors.KeyFileError` where one is there already."""
    path = folder / KEY_FILE
    key = SigningKey(secrets.token_bytes(32))
    public = key.public_key
    try:
        make_private_folder(folder)
        write_once(path, key.to_pem().encode())
        made = path.read_bytes() == key.to_pem().encode()
    except OSError as error:
        raise KeyFileError(f"no key can be made at {path} ({error.strerror})", source=str(path)) from None
    if not made:
        remedy = "export it, or revoke it first: tekmeria keys sign revoke"
        raise KeyFileError(f"there is a signing key already at {path}", source=str(path), remedy=remedy)
    return public


def signing_key(folder: Path) -> SigningKey | None:
    """The signing key of ``folder``, or None; :class:`~tekmeria_sources.errors.KeyFileError` for a bad one."""
    path = folder / KEY_FILE
    try:
        return SigningKey.from_pem(path.read_text(encoding="ascii"))
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError, SigningKeyError) as error:
        problem = error.strerror if isinstance(error, OSError) else "it is no Ed25519 key in PEM"
        remedy = "restore it from a backup, or move it away"
        raise KeyFileError(
            f"the signing key {path} cannot be used ({problem})", source=str(path), remedy=remedy
        ) from None


def require_signing_key(folder: Path) -> SigningKey:
    """The signing key of ``folder``. Raises :class:`~tekmeria_sources.errors.KeyFileError` where there is none."""
    key = signing_key(folder)
    if key is None:
        path = str(folder / KEY_FILE)
        raise KeyFileError(f"there is no signing key at {path}", source=path, remedy=_NEW)
    return key


def revoked_keys(folder: Path) -> frozenset[str]:
    """The ids of the keys that this installation has revoked."""
    return frozenset(_revoked(folder / REVOKED_FILE))


def revocation(folder: Path, time: str) -> tuple[str, str]:
    """The id of the present key, and the list of revoked keys with it in it, revoked at ``time`` (ISO 8601)."""
    keyid = require_signing_key(folder).keyid
    return keyid, write_revoked({**_revoked(folder / REVOKED_FILE), keyid: time})


def set_aside(folder: Path, keyid: str) -> None:
    """Put the private key of a revoked key where nothing signs with it."""
    path = folder / KEY_FILE
    path.replace(folder / f"revoked-{keyid.replace(':', '-')}.pem")


def _revoked(path: Path) -> dict[str, str]:
    try:
        text = path.read_text(encoding="utf-8")
        read_revoked(text)
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, CanonicalError) as error:
        raise KeyFileError(
            f"the list of revoked keys {path} cannot be read ({error})",
            source=str(path),
            remedy="restore it from a backup: without it a stolen key would be believed",
        ) from None
    entries = cast(list[dict[str, str]], json.loads(text)["revoked"])
    return {entry["keyid"]: entry.get("revoked_at", "") for entry in entries}

"""``tekmeria keys sign``: the key that signs bundles; what is printed is public (contract.md §10)."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from tekmeria_server.commands.files import left_behind
from tekmeria_server.commands.outcome import Exit
from tekmeria_sources.settings import Settings
from tekmeria_sources.signingkey import (
    REVOKED_FILE,
    new_signing_key,
    require_signing_key,
    revocation,
    set_aside,
)


def run_new() -> int:
    """Make the signing key and print its public half."""
    public = new_signing_key(Settings.from_environment().data_dir)
    print(f"{public.keyid}\n{public.to_did()}")
    return Exit.ACCEPTED


def run_export(did: bool, out: Path | None) -> int:
    """Print the public key, or write it to ``out``."""
    public = require_signing_key(Settings.from_environment().data_dir).public_key
    text = f"{public.to_did()}\n" if did else public.to_pem()
    if out is None:
        print(text, end="")
        return Exit.ACCEPTED
    return Exit.ACCEPTED if left_behind(out, text) else Exit.MISUSE


def run_revoke() -> int:
    """Put the present key on the list of revoked keys, then set it aside; print where the list is."""
    folder = Settings.from_environment().data_dir
    keyid, revoked = revocation(folder, datetime.now(UTC).isoformat(timespec="seconds"))
    listed = folder / REVOKED_FILE
    if not left_behind(listed, revoked):
        return Exit.NOT_AUDITED
    set_aside(folder, keyid)
    print(f"{keyid} is revoked; pass the list on to those who verify: {listed}")
    return Exit.ACCEPTED

"""Stateless signed cursors (contract.md §2; sources.md, Searching).

``base64url(JSON) "." base64url(HMAC)``. A cursor binds the tool, all its arguments and the positions at the
sources; one that was tampered with, made by another installation or sent with other arguments is refused.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from collections.abc import Mapping
from typing import cast

from tekmeria_contract.keyring import KeyRing
from tekmeria_sources.errors import CursorError

LABEL = "tekmeria/cursor/1"
MAX_CURSOR = 4096
_REMEDY = "pass next_cursor as it was given, with the same arguments, or leave it out to start again"


def seal_cursor(
    ring: KeyRing, tool: str, arguments: Mapping[str, object], positions: Mapping[str, int | str]
) -> str:
    """The cursor that continues ``tool`` with ``arguments`` at ``positions``."""
    content = {"tool": tool, "arguments": _digest(arguments), "positions": dict(positions)}
    message = json.dumps(content, sort_keys=True, separators=(",", ":")).encode()
    return f"{_encode(message)}.{_encode(ring.sign(LABEL, message))}"


def open_cursor(
    ring: KeyRing, cursor: str, tool: str, arguments: Mapping[str, object]
) -> Mapping[str, int | str]:
    """The positions of a cursor. Raises :class:`~tekmeria_sources.errors.CursorError`."""
    message, _, signature = cursor.strip().partition(".")
    if len(cursor) > MAX_CURSOR or not ring.signed(LABEL, _decode(message), _decode(signature)):
        raise CursorError(
            "this cursor was not made by this installation, or was changed", source="cursor", remedy=_REMEDY
        )
    content = cast(dict[str, object], json.loads(_decode(message)))
    if content["tool"] != tool or content["arguments"] != _digest(arguments):
        raise CursorError(
            "this cursor belongs to another call", source="cursor", code="cursor_foreign", remedy=_REMEDY
        )
    return cast(dict[str, int | str], content["positions"])


def _digest(arguments: Mapping[str, object]) -> str:
    return hashlib.sha256(json.dumps(arguments, sort_keys=True).encode()).hexdigest()[:32]


def _encode(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def _decode(text: str) -> bytes:
    try:
        content = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return b""
    # Base64 has several spellings of the same bytes; only the one that was handed out is taken.
    return content if _encode(content) == text else b""

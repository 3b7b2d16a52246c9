"""Is a text a handle, and did a key of the ring make it? (contract.md §1, §2)"""

from __future__ import annotations

import hashlib
import hmac
import re
from dataclasses import dataclass
from functools import cache

CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz"
LENGTHS = (5, 8, 12)
ADDRESSINGS = (1,)

ID_SHAPES = {
    "pmid": r"[1-9][0-9]{0,8}",
    "pmcid": r"PMC[1-9][0-9]*",
    "ppr": r"PPR[1-9][0-9]*",
    "nct": r"NCT[0-9]{8}",
    "setid": r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
    "search": r"[0-9abcdefghjkmnpqrstvwxyz]{26}",
}


@dataclass(frozen=True, slots=True)
class KeySpec:
    """A key as a key file states it: hex digits, the code length minted, others accepted, its state."""

    hex: str
    mint: int = 5
    accept: tuple[int, ...] = ()
    state: str = "active"


def code_of(body: str, key: KeySpec, length: int, addressing: int = 1) -> str:
    """The first ``5·length`` bits of HMAC-SHA256(k, body), k = HMAC-SHA256(key, label), bit by bit."""
    label = f"tekmeria/handle/1/{addressing}"
    derived = hmac.new(bytes.fromhex(key.hex), label.encode(), hashlib.sha256).digest()
    digest = hmac.new(derived, body.encode(), hashlib.sha256).digest()
    bits = "".join(f"{byte:08b}" for byte in digest)
    return "".join(CROCKFORD[int(bits[at : at + 5], 2)] for at in range(0, 5 * length, 5))


def shape_fault(text: str) -> str | None:
    """The first reason, from left to right, why ``text`` is no handle; None where it is one."""
    if len(text) > 240:
        return "too_long"
    body, tilde, code = text.rpartition("~") if "~" in text else (text, "", "")
    record, slash, path = body.partition("/")
    return (
        _record_fault(record)
        or ("no_path" if not slash else None)
        or _path_fault(record, path)
        or ("no_code" if not tilde else None)
        or ("code_character" if any(character not in CROCKFORD for character in code) else None)
        or ("code_length" if len(code) not in LENGTHS else None)
    )


def _record_fault(record: str) -> str | None:
    scheme, colon, rest = record.partition(":")
    if not colon:
        return "no_scheme"
    if scheme not in ID_SHAPES:
        return "unknown_scheme"
    id_, at, version = rest.partition("@")
    if not re.fullmatch(ID_SHAPES[scheme], id_, re.ASCII):
        return "id_shape"
    if at and not re.fullmatch(r"[A-Za-z0-9.-]{1,32}", version):
        return "version_shape"
    return None


def _path_fault(record: str, path: str) -> str | None:
    steps = path.split(".")
    good = len(path) <= 128 and all(re.fullmatch(r"[a-z0-9_-]{1,64}", step) for step in steps)
    if record.startswith("search:") and path != "receipt":
        return "path_shape"
    return None if good else "path_shape"


def accepts(key: KeySpec, length: int) -> bool:
    """A key accepts the length it mints, longer ones, and those it is said to accept."""
    return length == key.mint or length > key.mint or length in key.accept


@cache
def handle_fault(text: str, keys: tuple[KeySpec, ...]) -> tuple[str, str] | None:
    """``(malformed, reason)``, ``(forged, reason)``, or None where the handle is genuine."""
    fault = shape_fault(text)
    if fault is not None:
        return "malformed", fault
    body, _, code = text.rpartition("~")
    accepting = [key for key in keys if accepts(key, len(code))]
    if not accepting:
        return "malformed", "code_length"
    makers = [
        key
        for key in accepting
        for addressing in ADDRESSINGS
        if code_of(body, key, len(code), addressing) == code
    ]
    if any(key.state != "retired" for key in makers):
        return None
    return "forged", "retired_key" if makers else "code_mismatch"

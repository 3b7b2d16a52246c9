"""What all vectors are made of: cases in groups, keys, and check codes made without the package."""

import hmac
import json
from collections.abc import Iterable
from typing import Any

Case = dict[str, Any]

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
KEY, OTHER, RETIRED = "a5" * 32, "b6" * 32, "c7" * 32


def group(operation: str, about: str, accept: Iterable[Case], reject: Iterable[Case]) -> dict[str, Any]:
    """The cases of one operation; each gets an id that says where it stands."""
    accepted, rejected = list(accept), list(reject)
    for word, cases in (("accept", accepted), ("reject", rejected)):
        for number, case in enumerate(cases, 1):
            case["id"] = f"{operation}/{word}/{number}"
    return {"operation": operation, "about": about, "accept": accepted, "reject": rejected}


def document(concern: str, groups: list[dict[str, Any]]) -> str:
    """The text of the file of ``concern``."""
    return json.dumps({"schema": "tekmeria.vectors/1", "concern": concern, "groups": groups}, indent=1) + "\n"


def case(clause: str, why: str, given: Case, expected: object) -> Case:
    """One case: the clause it shows, why it comes out so, what is given, what is expected."""
    return {"id": "", "clause": clause, "why": why, "given": given, "expected": expected}


def code(body: str, length: int = 5, key: str = KEY) -> str:
    """The check code of ``body`` by clauses K1 to K3."""
    derived = hmac.digest(bytes.fromhex(key), b"tekmeria/handle/1/1", "sha256")
    bits = int.from_bytes(hmac.digest(derived, body.encode("utf-8"), "sha256"), "big") >> (256 - 5 * length)
    return "".join(ALPHABET[bits >> 5 * place & 31] for place in reversed(range(length)))


def minted(body: str, length: int = 5, key: str = KEY) -> str:
    """The handle of ``body``."""
    return f"{body}~{code(body, length, key)}"


def wrong(handle: str) -> str:
    """``handle`` with another last character."""
    return handle[:-1] + ("0" if handle[-1] != "0" else "1")


def fingerprint(key: str) -> str:
    """Clause K17."""
    return hmac.digest(bytes.fromhex(key), b"tekmeria/fingerprint/1", "sha256").hex()[:16]


def key_file(*keys: Case) -> Case:
    """A key file of these entries."""
    return {"version": 1, "keys": list(keys)}


RING = key_file({"hex": KEY})
H = minted("pmid:99000001/abstract.7")
J = minted("pmid:99000002/abstract.9")
T = minted("nct:NCT99000001@2026-01-01/summary")
F = wrong(H)


def filled(text: str) -> str:
    """``text`` with ``{H}``, ``{J}``, ``{T}`` put for handles of :data:`RING`, ``{F}`` for a forged one."""
    for name, handle in (("H", H), ("J", J), ("T", T), ("F", F)):
        text = text.replace("{" + name + "}", handle)
    return text

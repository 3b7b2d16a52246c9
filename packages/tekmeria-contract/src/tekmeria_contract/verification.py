"""What verifying shows, as text and as JSON values: of handles by a ring, of an answer by its bundle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from tekmeria_contract.bundle import VerifiedBundle
from tekmeria_contract.canonical import CanonicalError, canonical_json, read_json
from tekmeria_contract.handle import HandleError, verify
from tekmeria_contract.keyring import KeyRing
from tekmeria_contract.rendering import render_statement, render_text, visible
from tekmeria_contract.vocabulary import HANDLE_REASONS


def handle_entry(handle: str, ring: KeyRing) -> dict[str, Any]:
    """What ``ring`` says of one handle: ``genuine`` with key and addressing version, or else a reason."""
    try:
        found = verify(handle, ring)
    except HandleError as error:
        verdict = "forged" if error.forged else "malformed"
        return {"handle": handle, "verdict": verdict, "reason": error.reason, "key": None, "addressing": None}
    known = {"key": found.key_fingerprint, "addressing": found.addressing}
    return {"handle": handle, "verdict": "genuine", "reason": None, **known}


def entry_line(entry: Mapping[str, Any]) -> str:
    """The same on one line."""
    if entry["reason"] is None:
        return f"genuine    {entry['handle']}  (key {entry['key']})"
    term = HANDLE_REASONS[entry["reason"]]
    return f"{entry['verdict']:<10} {visible(entry['handle'])}  {term.id}: {term.meaning}; {term.remedy}"


def render_verified(found: VerifiedBundle) -> str:
    """The verifier's report as text, then what the seal says and what it proves."""
    return render_text(found.report) + render_statement(found.report) + "\n".join(_seal_lines(found)) + "\n"


def verified_values(found: VerifiedBundle) -> dict[str, Any]:
    """The same as JSON values: ``bundle`` and ``report``."""
    document = found.document
    bundle = {
        "sealed_by": document.sealed_by,
        "made_at": document.made_at,
        "passages": len(document.passages),
        "compared": found.compared,
        "gone": list(found.gone),
    }
    return {"bundle": bundle, "report": found.report.to_dict()}


def _seal_lines(found: VerifiedBundle) -> Iterator[str]:
    document = found.document
    count = len(document.passages)
    yield (
        f"sealed: by {visible(document.sealed_by)} at {visible(document.made_at)}, "
        f"with {count} passage{'' if count == 1 else 's'}; nothing was altered"
    )
    if not found.compared:
        yield "not compared: the sealed report was made by other versions of the rules; the verdicts are this one's"
    for handle in found.gone:
        yield f"gone: when the bundle was made, the source no longer served {handle}"
    yield "A bundle proves what that installation served and when, not what the source says."


def read_revoked(text: str) -> frozenset[str]:
    """The ids of keys that are believed no more, of a list ``{"version": 1, "revoked": [{"keyid": …}, …]}``.

    Raises :class:`~tekmeria_contract.canonical.CanonicalError` for anything else: a list that nobody reads would
    revoke nothing.
    """
    value: object = read_json(text)
    members = cast(dict[str, object], value) if isinstance(value, dict) else {}
    revoked = members.get("revoked")
    if members.get("version") != 1 or not isinstance(revoked, list):
        raise CanonicalError("it is no list of revoked keys of version 1")
    found: set[str] = set()
    for entry in cast(list[object], revoked):
        keyid = cast(dict[str, object], entry).get("keyid") if isinstance(entry, dict) else None
        if not isinstance(keyid, str):
            raise CanonicalError("an entry of revoked has no keyid that is a string")
        found.add(keyid)
    return frozenset(found)


def write_revoked(revoked: Mapping[str, str]) -> str:
    """The list of the keys ``revoked``, id → time (ISO 8601)."""
    entries = [{"keyid": keyid, "revoked_at": time} for keyid, time in sorted(revoked.items())]
    return canonical_json({"version": 1, "revoked": entries}).decode() + "\n"

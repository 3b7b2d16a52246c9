"""Writes ``fixtures/vectors/bundles.json``: ``uv run python scripts/vectors_bundles.py [FILE]``.

It uses plain data, hashlib, hmac and cryptography, and nothing of the package. All keys are public demo keys.
"""

import base64
import hashlib
import hmac
import json
import sys
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from vectors_cases import Case, case, document, group

FILE = Path(__file__).resolve().parent.parent / "fixtures" / "vectors" / "bundles.json"
TYPE = "application/vnd.tekmeria.bundle+json"
RING_KEY = bytes.fromhex("5e" * 32)
SIGNING_KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
PUBLIC_KEY = SIGNING_KEY.public_key().public_bytes_raw()
RING_ID = "ring:" + hmac.digest(RING_KEY, b"tekmeria/fingerprint/1", "sha256").hex()[:16]
SIGNING_ID = "ed25519:" + hashlib.sha256(PUBLIC_KEY).hexdigest()[:16]
ANSWER = "Few relapsed."


def canonical(value: object) -> bytes:
    """Canonical JSON of values without fractions, whose names are ASCII."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def digest(value: object) -> str:
    """SHA-256 of the canonical form."""
    return hashlib.sha256(canonical(value)).hexdigest()


def held(keyid: str) -> dict[str, object]:
    """What a bundle of an answer without citations says; its report is shortened, for only the seal is meant."""
    report = {"schema": "tekmeria.report/1", "verdict": "warn"}
    facts: dict[str, object] = {
        "answer": {
            "form": "text",
            "length": len(ANSWER),
            "sha256": hashlib.sha256(ANSWER.encode()).hexdigest(),
        },
        "code_lengths": [5, 8, 12],
        "language": None,
        "made_at": "2033-03-01T12:00:00Z",
        "schema": "tekmeria.bundle/1",
        "sealed_by": keyid,
    }
    reports = digest(report)
    digests = {"facts": digest({**facts, "digests": reports, "passages": []}), "report": reports}
    return {**facts, "digests": digests, "passages": [], "report": report}


def bundle(payload: bytes, keyid: str, signature: bytes) -> str:
    """The envelope."""
    signatures = [{"keyid": keyid, "sig": base64.b64encode(signature).decode()}]
    members = {
        "payload": base64.b64encode(payload).decode(),
        "payloadType": TYPE,
        "signatures": signatures,
    }
    return canonical(members).decode()


def bundles() -> list[dict[str, Any]]:
    """The groups of the file."""
    label = hmac.digest(RING_KEY, b"tekmeria/bundle/1", "sha256")
    accept: list[Case] = []
    reject: list[Case] = []
    for keyid in (RING_ID, SIGNING_ID):
        payload = canonical(held(keyid))
        encoded = b" ".join(
            [b"DSSEv1", str(len(TYPE)).encode(), TYPE.encode(), str(len(payload)).encode(), payload]
        )
        ring = keyid == RING_ID
        signature = hmac.digest(label, encoded, "sha256") if ring else SIGNING_KEY.sign(encoded)
        key = {"ring": RING_KEY.hex()} if ring else {"public_key": PUBLIC_KEY.hex()}
        sealed = {**key, "bundle": bundle(payload, keyid, signature)}
        accept.append(
            case("B9" if ring else "B10", f"sealed with the {next(iter(key))}", sealed, {"opens": True})
        )
        for old, new, part in ((b'"warn"', b'"pass"', "report"), (b"2033", b"2034", "facts")):
            changed = bundle(payload.replace(old, new), keyid, signature)
            refused = {"reason": "altered", "part": part}
            reject.append(case("B15", f"the {part} are changed", {**key, "bundle": changed}, refused))
        turned = signature[:-1] + bytes([signature[-1] ^ 1])
        broken = {**key, "bundle": bundle(payload, keyid, turned)}
        reject.append(case("B15", "the seal is changed", broken, {"reason": "seal_broken", "part": "seal"}))
        other = {**key, "bundle": bundle(payload, "ring:0000000000000000", signature)}
        reject.append(case("B14", "it names another key", other, {"reason": "other_key", "part": "seal"}))
    about = (
        "an envelope with the ring's key or the public key, in hexadecimal digits; the part at fault is named"
    )
    return [group("open_bundle", about, accept, reject)]


def main(arguments: list[str]) -> int:
    """Write the file; returns the exit code."""
    file = Path(arguments[0]) if arguments else FILE
    file.write_text(document("bundles", bundles()), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

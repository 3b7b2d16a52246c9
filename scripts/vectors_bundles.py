"""Writes ``fixtures/vectors/bundles.json``: ``uv run python scripts/vectors_bundles.py``.

It uses plain data, hashlib, hmac and cryptography, and nothing of the package. All keys are public demo keys.
"""

import base64
import hashlib
import hmac
import json
import sys
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

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


def document(keyid: str) -> dict[str, object]:
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


def main() -> int:
    """Write the file; returns the exit code."""
    label = hmac.digest(RING_KEY, b"tekmeria/bundle/1", "sha256")
    accept: list[dict[str, object]] = []
    reject: list[dict[str, object]] = []
    for keyid in (RING_ID, SIGNING_ID):
        payload = canonical(document(keyid))
        encoded = b" ".join(
            [b"DSSEv1", str(len(TYPE)).encode(), TYPE.encode(), str(len(payload)).encode(), payload]
        )
        ring = keyid == RING_ID
        signature = hmac.digest(label, encoded, "sha256") if ring else SIGNING_KEY.sign(encoded)
        key = {"ring": RING_KEY.hex()} if ring else {"public_key": PUBLIC_KEY.hex()}
        accept.append({**key, "clause": "B9" if ring else "B10", "bundle": bundle(payload, keyid, signature)})
        for old, new, part in ((b'"warn"', b'"pass"', "report"), (b"2033", b"2034", "facts")):
            changed = bundle(payload.replace(old, new), keyid, signature)
            reject.append({**key, "clause": "B15", "bundle": changed, "reason": "altered", "part": part})
        turned = signature[:-1] + bytes([signature[-1] ^ 1])
        broken = {"bundle": bundle(payload, keyid, turned), "reason": "seal_broken", "part": "seal"}
        reject.append({**key, "clause": "B15", **broken})
        other = {"bundle": bundle(payload, "ring:0000000000000000", signature), "reason": "other_key"}
        reject.append({**key, "clause": "B14", **other, "part": "seal"})
    FILE.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps({"accept": accept, "reject": reject}, indent=1) + "\n"
    FILE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

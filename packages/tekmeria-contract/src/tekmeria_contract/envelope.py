"""The envelope of a sealed document: DSSE 1.0, with one signature (contract.md §10).

::

    {"payload": base64, "payloadType": type, "signatures": [{"keyid": id, "sig": base64}]}

What is signed is the pre-authentication encoding of type and payload, never the envelope. A reader of DSSE may take
several signatures and ignore what it does not know; this one takes one and refuses the rest, so that no byte of a
bundle can be changed unseen.
"""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass
from typing import cast

from tekmeria_contract.canonical import CanonicalError, canonical_json, read_json

PAYLOAD_TYPE = "application/vnd.tekmeria.bundle+json"


class EnvelopeError(ValueError):
    """A text is no such envelope; the message says what was expected."""


@dataclass(frozen=True, slots=True)
class Envelope:
    """The sealed ``payload``, the id of the key that is said to have sealed it, and the ``signature``."""

    payload: bytes
    keyid: str
    signature: bytes


def pre_authentication(payload: bytes, payload_type: str = PAYLOAD_TYPE) -> bytes:
    """What is signed: ``DSSEv1``, then type and payload, each after its length in bytes, a space between all."""
    kind = payload_type.encode()
    return b"DSSEv1 %d %b %d %b" % (len(kind), kind, len(payload), payload)


def write_envelope(envelope: Envelope) -> str:
    """The envelope as canonical JSON."""
    signature = {"keyid": envelope.keyid, "sig": _encoded(envelope.signature)}
    members = {
        "payload": _encoded(envelope.payload),
        "payloadType": PAYLOAD_TYPE,
        "signatures": [signature],
    }
    return canonical_json(members).decode()


def read_envelope(text: str) -> Envelope:
    """The envelope that ``text`` holds, its seal not checked. Raises :class:`EnvelopeError`."""
    try:
        members = _members(read_json(text), "payload", "payloadType", "signatures")
    except CanonicalError as error:
        raise EnvelopeError(str(error)) from None
    if members["payloadType"] != PAYLOAD_TYPE:
        raise EnvelopeError(f"its payloadType is not {PAYLOAD_TYPE}")
    signatures = members["signatures"]
    if not isinstance(signatures, list) or len(cast(list[object], signatures)) != 1:
        raise EnvelopeError("its signatures are no list of one")
    signature = _members(cast(list[object], signatures)[0], "keyid", "sig")
    keyid = signature["keyid"]
    if not isinstance(keyid, str):
        raise EnvelopeError("its keyid is no string")
    return Envelope(_decoded(members["payload"], "payload"), keyid, _decoded(signature["sig"], "sig"))


def _members(value: object, *names: str) -> dict[str, object]:
    members = cast(dict[str, object], value) if isinstance(value, dict) else {}
    if set(members) != set(names):
        raise EnvelopeError(f"expected an object with the members {', '.join(names)} and no others")
    return members


def _encoded(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _decoded(text: object, name: str) -> bytes:
    try:
        data = base64.b64decode(text, validate=True) if isinstance(text, str) else b""
    except (binascii.Error, ValueError):
        data = b""
    # Base64 has several spellings of the same bytes; only the usual one is taken.
    if not data or _encoded(data) != text:
        raise EnvelopeError(f"its {name} is no base64 as it is written")
    return data

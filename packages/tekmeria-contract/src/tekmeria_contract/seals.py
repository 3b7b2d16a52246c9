"""The two seals of a bundle (contract.md §10): by the installation's ring, and by an Ed25519 signing key.

A seal is made of and checked against the pre-authentication encoding of the envelope. Which of the two is meant is
said by the key that the verifier holds, never by what is sealed. Ed25519 needs the extra ``sign`` (cryptography),
which is imported where a signature is made or checked; everything else is the standard library's.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from dataclasses import dataclass, field

from tekmeria_contract.keyring import KeyRing

RING_LABEL = "tekmeria/bundle/1"
"""The ring's keys seal bundles under this label, so that no handle or cursor is ever taken for a seal."""

KEY_BYTES = 32

_PUBLIC_DER = bytes.fromhex("302a300506032b6570032100")
_PRIVATE_DER = bytes.fromhex("302e020100300506032b657004220420")
"""What comes before the 32 bytes of a key in its one DER encoding (RFC 8410)."""

_PEM = re.compile(r"\s*-----BEGIN ([A-Z ]{1,40})-----\s*([A-Za-z0-9+/=\s]{1,200}?)\s*-----END \1-----\s*")
_DID = re.compile(r"did:key:z([1-9A-HJ-NP-Za-km-z]{40,60})")
_BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_ED25519_CODE = b"\xed\x01"


class SigningKeyError(ValueError):
    """A text is no Ed25519 key as it was expected; the message never holds a key."""


class SignExtraError(RuntimeError):
    """Ed25519 was asked for and the extra ``sign`` is not installed."""

    def __init__(self) -> None:
        super().__init__('Ed25519 needs cryptography; install it with: pip install "tekmeria-contract[sign]"')


@dataclass(frozen=True, slots=True)
class PublicKey:
    """An Ed25519 public key: its 32 bytes. It may be shown and passed on."""

    raw: bytes

    def __post_init__(self) -> None:
        if len(self.raw) != KEY_BYTES:
            raise SigningKeyError(f"a public key has {KEY_BYTES} bytes, not {len(self.raw)}")

    @classmethod
    def from_text(cls, text: str) -> PublicKey:
        """Read a PEM (``BEGIN PUBLIC KEY``) or a ``did:key``. Raises :class:`SigningKeyError`."""
        did = _DID.fullmatch(text.strip())
        if did is not None:
            return cls(_from_base58(did[1]))
        return cls(_from_pem(text, "PUBLIC KEY", _PUBLIC_DER))

    @property
    def keyid(self) -> str:
        """``ed25519:`` and the first 16 hexadecimal digits of the SHA-256 of the key."""
        return f"ed25519:{hashlib.sha256(self.raw).hexdigest()[:16]}"

    def owns(self, keyid: str) -> bool:
        """Whether ``keyid`` names this key."""
        return keyid == self.keyid

    def to_pem(self) -> str:
        """The key as PEM, the form that other software reads."""
        return _to_pem("PUBLIC KEY", _PUBLIC_DER + self.raw)

    def to_did(self) -> str:
        """The key as ``did:key``, on one line."""
        return f"did:key:z{_to_base58(_ED25519_CODE + self.raw)}"

    def sealed(self, message: bytes, signature: bytes, keyid: str) -> bool:
        """Whether ``keyid`` names this key and it made ``signature``. Raises :class:`SignExtraError`."""
        try:
            from cryptography.exceptions import InvalidSignature
            from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
        except ImportError:
            raise SignExtraError from None
        try:
            Ed25519PublicKey.from_public_bytes(self.raw).verify(signature, message)
        except (InvalidSignature, ValueError):
            return False
        return self.owns(keyid)


@dataclass(frozen=True, slots=True)
class SigningKey:
    """An Ed25519 private key: its ``seed`` of 32 random bytes, which is never shown."""

    seed: bytes = field(repr=False)

    def __post_init__(self) -> None:
        if len(self.seed) != KEY_BYTES:
            raise SigningKeyError(f"a signing key has {KEY_BYTES} bytes, not {len(self.seed)}")

    @classmethod
    def from_pem(cls, text: str) -> SigningKey:
        """Read a PEM (``BEGIN PRIVATE KEY``). Raises :class:`SigningKeyError`."""
        return cls(_from_pem(text, "PRIVATE KEY", _PRIVATE_DER))

    def to_pem(self) -> str:
        """The key as PEM, for its file alone."""
        return _to_pem("PRIVATE KEY", _PRIVATE_DER + self.seed)

    @property
    def public_key(self) -> PublicKey:
        """The key that verifies. Raises :class:`SignExtraError`."""
        try:
            from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        except ImportError:
            raise SignExtraError from None
        return PublicKey(Ed25519PrivateKey.from_private_bytes(self.seed).public_key().public_bytes_raw())

    @property
    def keyid(self) -> str:
        """The id of the public key."""
        return self.public_key.keyid

    def seal(self, message: bytes) -> bytes:
        """The signature of ``message``, 64 bytes. Raises :class:`SignExtraError`."""
        try:
            from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        except ImportError:
            raise SignExtraError from None
        return Ed25519PrivateKey.from_private_bytes(self.seed).sign(message)


@dataclass(frozen=True, slots=True)
class RingSeal:
    """The seal of an installation's ``ring``: only who holds a key of it can make it, and only they can check it."""

    ring: KeyRing

    @property
    def keyid(self) -> str:
        """``ring:`` and the fingerprint of the key that seals."""
        return f"ring:{self.ring.signer.fingerprint}"

    def owns(self, keyid: str) -> bool:
        """Whether ``keyid`` names a key of the ring."""
        kind, _, fingerprint = keyid.partition(":")
        return kind == "ring" and fingerprint in self.ring.fingerprints

    def seal(self, message: bytes) -> bytes:
        """The HMAC of ``message`` under the label of bundles, 32 bytes."""
        return self.ring.sign(RING_LABEL, message)

    def sealed(self, message: bytes, signature: bytes, keyid: str) -> bool:
        """Whether the key of the ring that ``keyid`` names made ``signature``, and is not retired."""
        fingerprint = keyid.partition(":")[2]
        return self.owns(keyid) and self.ring.signed(RING_LABEL, message, signature, fingerprint)


def _from_pem(text: str, kind: str, before: bytes) -> bytes:
    found = _PEM.fullmatch(text)
    if found is None:
        raise SigningKeyError(f"expected a PEM that begins with -----BEGIN {kind}-----")
    if found[1] != kind:
        raise SigningKeyError(f"expected a {kind}, found a {found[1]}")
    try:
        der = base64.b64decode("".join(found[2].split()), validate=True)
    except binascii.Error:
        der = b""
    if not der.startswith(before) or len(der) != len(before) + KEY_BYTES:
        raise SigningKeyError(f"the {kind} is not one of Ed25519")
    return der[len(before) :]


def _to_pem(kind: str, der: bytes) -> str:
    return f"-----BEGIN {kind}-----\n{base64.b64encode(der).decode()}\n-----END {kind}-----\n"


def _to_base58(data: bytes) -> str:
    number, characters = int.from_bytes(data, "big"), ""
    while number:
        number, rest = divmod(number, 58)
        characters = _BASE58[rest] + characters
    return characters


def _from_base58(text: str) -> bytes:
    number = 0
    for character in text:
        number = number * 58 + _BASE58.index(character)
    length = len(_ED25519_CODE) + KEY_BYTES
    data = number.to_bytes(length, "big") if number < 1 << 8 * length else b""
    if not data.startswith(_ED25519_CODE) or _to_base58(data) != text:
        raise SigningKeyError("the did:key is not one of Ed25519")
    return data[len(_ED25519_CODE) :]

"""The key ring: the keys that mint and verify check codes (contract.md §2).

A code is the first ``5·n`` bits of HMAC-SHA256(k, body), where ``k = HMAC-SHA256(key, label)``. The label names
the use, its version and, for handles, the addressing version: ``tekmeria/handle/1/1``. Cursors and bundles use
labels of their own, so that a code of one use never stands for another.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
"""Crockford's base32 in lower case: no i, l, o, u."""

CODE_LENGTHS = (5, 8, 12)
"""The lengths a code may have, in characters of 5 bits."""

MIN_KEY_BYTES = 32
ADDRESSING_VERSIONS = (1,)
"""The versions of the rules that cut records into passages, known to this version of the contract."""

STATES = ("active", "verify", "retired")
_MEMBERS = ("hex", "mint", "accept", "created", "state")

_PAIRS = [first + second for first in ALPHABET for second in ALPHABET]
_BLOCK = 64
"""The bytes of a block of SHA-256."""

_KEY_TEXT = re.compile(r"(?P<hex>[0-9A-Fa-f]*)(?:@(?P<lengths>[0-9]+(?:\+[0-9]+)*))?")


class KeyRingError(ValueError):
    """A key ring cannot be built or used as asked; the message never holds a key."""


class DerivedKey:
    """A key made for one use, ``HMAC-SHA256(key, label)``: it makes check codes and shows nothing of itself.

    The states that HMAC-SHA256 reaches behind its two padded keys are made once (RFC 2104, section 4).
    """

    __slots__ = ("_inner", "_outer", "addressing", "fingerprint", "retired")

    def __init__(self, secret: bytes, fingerprint: str, addressing: int, retired: bool) -> None:
        padded = secret.ljust(_BLOCK, b"\0")
        self._inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in padded))
        self._outer = hashlib.sha256(bytes(byte ^ 0x5C for byte in padded))
        self.fingerprint: str = fingerprint
        self.addressing: int = addressing
        self.retired: bool = retired

    def code(self, body: bytes, length: int) -> str:
        """The first ``length`` characters of the check code of a handle's ``body`` (contract.md §2)."""
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(body)
        outer.update(inner.digest())
        return encode_code(outer.digest(), length)


@dataclass(frozen=True, slots=True)
class Key:
    """One key of a ring: its ``secret`` of at least 32 bytes, the code length it mints, the lengths it accepts.

    ``state`` is ``active`` (may mint), ``verify`` (its handles stay good) or ``retired`` (its handles are forged,
    reason ``retired_key``). Codes longer than ``mint`` are always accepted.
    """

    secret: bytes = field(repr=False)
    mint: int = 5
    accept: tuple[int, ...] = ()
    state: str = "active"

    def __post_init__(self) -> None:
        if len(self.secret) < MIN_KEY_BYTES:
            raise KeyRingError(
                f"a key has {len(self.secret)} bytes; at least {MIN_KEY_BYTES} are needed: "
                "make one with 64 hexadecimal digits"
            )
        for length in (self.mint, *self.accept):
            if length not in CODE_LENGTHS:
                raise KeyRingError(f"a code cannot have {length} characters; choose one of 5, 8, 12")
        if self.state not in STATES:
            raise KeyRingError(f"a key's state cannot be {self.state!r}; choose one of {', '.join(STATES)}")

    @property
    def fingerprint(self) -> str:
        """The first 16 hexadecimal digits of ``HMAC-SHA256(key, "tekmeria/fingerprint/1")``."""
        return hmac.digest(self.secret, b"tekmeria/fingerprint/1", "sha256").hex()[:16]

    def accepts(self, length: int) -> bool:
        """Whether a code of ``length`` characters may be one of this key's."""
        return length >= self.mint or length in self.accept

    def derive(self, label: str) -> bytes:
        """The 32 bytes to be used for ``label`` and for nothing else."""
        return hmac.digest(self.secret, label.encode(), "sha256")

    @classmethod
    def from_text(cls, text: str) -> Key:
        """Read ``hex[@N[+M...]]``: at least 64 hexadecimal digits, the length minted, further lengths accepted."""
        matched = _KEY_TEXT.fullmatch(text.strip())
        if matched is None:
            raise KeyRingError(
                "a key is written as hexadecimal digits, then @ and the code length: HEX, HEX@8 or HEX@8+5"
            )
        lengths = [int(number) for number in (matched["lengths"] or "5").split("+")]
        return cls(_from_hex(matched["hex"]), lengths[0], tuple(lengths[1:]))


def _from_hex(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise KeyRingError("a key must be an even number of hexadecimal digits") from None


def _derived(key: Key) -> Iterator[DerivedKey]:
    for version in ADDRESSING_VERSIONS:
        yield DerivedKey(key.derive(handle_label(version)), key.fingerprint, version, key.state == "retired")


class KeyRing:
    """An ordered list of keys: the first active one mints, every one verifies (contract.md §2; K9 to K26).

    Raises :class:`KeyRingError` where there is no key, one is short, or two are the same. Its ``repr`` shows
    fingerprints only.
    """

    __slots__ = ("_derived", "_minting", "keys")

    def __init__(self, keys: Iterable[Key]) -> None:
        self.keys: tuple[Key, ...] = tuple(keys)
        if not self.keys:
            raise KeyRingError("a key ring needs at least one key")
        if len({key.secret for key in self.keys}) != len(self.keys):
            raise KeyRingError("a key ring holds the same key twice; remove one of them")
        self._derived = {length: self._derive(length) for length in CODE_LENGTHS}
        minting = [key for key in self.keys if key.state == "active"][:1]
        self._minting = {
            derived.addressing: (derived, key.mint) for key in minting for derived in _derived(key)
        }

    def __reduce__(self) -> tuple[type[KeyRing], tuple[tuple[Key, ...]]]:
        """A copy of a ring is made from its keys, for another process as well."""
        return KeyRing, (self.keys,)

    def _derive(self, length: int) -> tuple[DerivedKey, ...]:
        return tuple(derived for key in self.keys if key.accepts(length) for derived in _derived(key))

    @classmethod
    def from_hex(cls, *keys: str) -> KeyRing:
        """Build a ring of keys written ``hex[@N[+M...]]``; the first mints, all verify; 5 where not said."""
        return cls(Key.from_text(key) for key in keys)

    @classmethod
    def from_document(cls, document: object) -> KeyRing:
        """Build a ring from a key file's content: ``{version: 1, keys: [{hex, mint, accept, created, state}]}``."""
        if not isinstance(document, Mapping):
            raise KeyRingError("a key file is a JSON object with the members version and keys")
        content = cast(Mapping[str, object], document)
        version = content.get("version")
        if version != 1 or not isinstance(version, int) or isinstance(version, bool):
            raise KeyRingError(f"a key file of version {version!r}; this software reads version 1")
        entries = content.get("keys")
        if not isinstance(entries, Sequence) or isinstance(entries, str):
            raise KeyRingError("a key file's keys must be a list")
        return cls(_entry(entry) for entry in cast(Sequence[object], entries))

    @property
    def fingerprints(self) -> tuple[str, ...]:
        """The fingerprints of the keys, in order."""
        return tuple(key.fingerprint for key in self.keys)

    def accepting(self, length: int) -> tuple[DerivedKey, ...]:
        """The derived handle keys that accept a code of ``length`` characters, retired ones among them."""
        return self._derived.get(length, ())

    def minting_code(self, body: bytes, addressing: int) -> str:
        """The check code of a handle's ``body`` by the key that mints."""
        if addressing not in ADDRESSING_VERSIONS:
            raise KeyRingError(f"unknown addressing version {addressing}; known: {ADDRESSING_VERSIONS}")
        minting = self._minting.get(addressing)
        if minting is None:
            raise KeyRingError("no key of the ring may mint; give it an active key")
        key, length = minting
        return key.code(body, length)

    @property
    def signer(self) -> Key:
        """The first active key, which signs cursors and bundles."""
        for key in self.keys:
            if key.state == "active":
                return key
        raise KeyRingError("no key of the ring may sign; give it an active key")

    def sign(self, label: str, message: bytes) -> bytes:
        """The 32-byte HMAC of ``message`` by the first active key under ``label`` (cursors, bundles)."""
        return hmac.digest(self.signer.derive(label), message, "sha256")

    def signed(self, label: str, message: bytes, signature: bytes, fingerprint: str | None = None) -> bool:
        """Whether a key of the ring that is not retired made ``signature`` under ``label``; in constant time.

        Only the key with ``fingerprint`` is asked where one is given.
        """
        keys = (
            key.derive(label)
            for key in self.keys
            if key.state != "retired" and fingerprint in (None, key.fingerprint)
        )
        return any(hmac.compare_digest(hmac.digest(key, message, "sha256"), signature) for key in keys)

    def __repr__(self) -> str:
        return f"KeyRing({', '.join(self.fingerprints)})"


def handle_label(addressing: int) -> str:
    """The label of handle keys under an addressing version."""
    return f"tekmeria/handle/1/{addressing}"


def encode_code(digest: bytes, length: int) -> str:
    """The first ``5·length`` bits of ``digest`` as Crockford base32 characters; there are 12 of these at most."""
    bits = int.from_bytes(digest[:4], "big") >> 2
    first = _PAIRS[bits >> 20] + _PAIRS[bits >> 10 & 1023]
    if length == 5:  # The common length needs no more.
        return first + ALPHABET[bits >> 5 & 31]
    bits = int.from_bytes(digest[:8], "big") >> 4
    last = (
        _PAIRS[bits >> 30 & 1023]
        + _PAIRS[bits >> 20 & 1023]
        + _PAIRS[bits >> 10 & 1023]
        + _PAIRS[bits & 1023]
    )
    return (first + last)[:length]


def _entry(entry: object) -> Key:
    if not isinstance(entry, Mapping):
        raise KeyRingError("each entry of a key file's keys must be an object with the member hex")
    content = cast(Mapping[str, object], entry)
    unknown = sorted(str(name) for name in content if name not in _MEMBERS)
    if unknown:
        raise KeyRingError(
            f"a key file's key has no member {unknown[0]!r}; choose from {', '.join(_MEMBERS)}"
        )
    secret, mint = content.get("hex"), content.get("mint", 5)
    accept, state = content.get("accept", []), content.get("state", "active")
    if not isinstance(secret, str):
        raise KeyRingError("each entry of a key file's keys must have the member hex, a string")
    if not isinstance(mint, int) or not isinstance(accept, list) or not isinstance(state, str):
        raise KeyRingError("in a key file mint is a number, accept a list of numbers, state a word")
    lengths = [length for length in cast(list[object], accept) if isinstance(length, int)]
    if len(lengths) != len(cast(list[object], accept)):
        raise KeyRingError("in a key file accept is a list of numbers")
    return Key(_from_hex(secret), mint, tuple(lengths), state)

"""Keys that seal bundles: how they are written, and what is done without the extra ``sign``."""

from __future__ import annotations

import base64
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

import tekmeria_contract
from tekmeria_contract.seals import PublicKey, SignExtraError, SigningKey, SigningKeyError

seeds = st.binary(min_size=32, max_size=32)


@pytest.mark.clause("B11")
@given(seeds)
def test_a_key_is_written_as_other_software_writes_it_and_read_back(seed: bytes) -> None:
    key = SigningKey(seed)
    theirs = Ed25519PrivateKey.from_private_bytes(seed)
    private = theirs.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    public = theirs.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    assert (key.to_pem(), key.public_key.to_pem()) == (private.decode(), public.decode())
    assert SigningKey.from_pem(private.decode()) == key
    assert (
        PublicKey.from_text(public.decode()) == PublicKey.from_text(key.public_key.to_did()) == key.public_key
    )
    assert seed.hex() not in repr(key)


@pytest.mark.clause("B10", "B11")
def test_a_public_key_is_written_as_the_registered_did_key_and_signs_as_published() -> None:
    # The first test vector of RFC 8032, section 7.1.
    key = SigningKey(bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"))
    assert key.public_key.raw.hex() == "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
    assert key.seal(b"").hex().startswith("e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155")
    assert key.public_key.to_did().startswith("did:key:z6Mk")
    assert key.keyid == "ed25519:21fe31dfa154a261"


@pytest.mark.clause("B11")
@pytest.mark.parametrize(
    "text",
    [
        "",
        "did:key:z6Mk",
        "did:key:zQ3shokFTS3brHcDQrn82RUDfCZESWL1ZdCEJwekUDPQiYBme",
        "did:web:example.org",
        "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----",
        "-----BEGIN PUBLIC KEY-----\nAAAAA\n-----END PUBLIC KEY-----",
        "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VuAyEA" + "A" * 43 + "=\n-----END PUBLIC KEY-----",
        "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----",
        SigningKey(b"\x01" * 32).to_pem(),
        SigningKey(b"\x01" * 32).public_key.to_pem() * 2,
        SigningKey(b"\x01" * 32).public_key.to_did() + "1",
        "1" * 100_000,
    ],
)
def test_what_is_no_public_key_is_refused_and_never_shown(text: str) -> None:
    with pytest.raises(SigningKeyError) as caught:
        PublicKey.from_text(text)
    assert base64.b64encode(b"\x01" * 30).decode() not in str(caught.value)
    assert len(str(caught.value)) < 100


@pytest.mark.clause("B11")
def test_a_public_key_is_no_signing_key() -> None:
    with pytest.raises(SigningKeyError, match="expected a PRIVATE KEY, found a PUBLIC KEY"):
        SigningKey.from_pem(SigningKey(b"\x01" * 32).public_key.to_pem())


@pytest.mark.clause("B11")
@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_key_has_32_bytes(length: int) -> None:
    with pytest.raises(SigningKeyError, match=f"a public key has 32 bytes, not {length}"):
        PublicKey(b"\x01" * length)
    with pytest.raises(SigningKeyError, match=f"a signing key has 32 bytes, not {length}"):
        SigningKey(b"\x01" * length)


WITHOUT = """
import sys
sys.modules["cryptography"] = None
import tekmeria_contract as c
ring = c.KeyRing.from_hex("5e" * 32)
handle = c.mint("pmid:99000001", "abstract.1", ring)
answer, known = f"Few relapsed [{handle}].", {handle: c.Resolution((c.IssuedText("Few did."),))}
bundle = c.make_bundle(answer, ring, known, "2033-03-01")
print(c.verify_bundle(answer, bundle, ring=ring).report.verdict)
public = c.PublicKey(b"\\x09" * 32)
assert c.PublicKey.from_text(public.to_did()) == c.PublicKey.from_text(public.to_pem()) == public
for refused in (
    lambda: c.make_bundle(answer, ring, known, "2033-03-01", c.SigningKey(b"\\x09" * 32)),
    lambda: c.verify_bundle(answer, bundle, public),
):
    try:
        refused()
    except c.SignExtraError as error:
        print(error)
"""


@pytest.mark.clause("B9", "B16")
def test_without_the_extra_a_rings_seal_verifies_and_ed25519_says_how_to_install_it() -> None:
    root = Path(tekmeria_contract.__file__).parents[1]
    code = f"import sys; sys.path.insert(0, {str(root)!r})\n{WITHOUT}"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    refused = 'Ed25519 needs cryptography; install it with: pip install "tekmeria-contract[sign]"'
    assert (done.stdout.splitlines(), done.stderr) == (["incomplete", refused, refused], "")


@pytest.mark.clause("B16")
@pytest.mark.parametrize(
    "asked",
    [
        lambda: SigningKey(b"\x01" * 32).public_key,
        lambda: SigningKey(b"\x01" * 32).seal(b"message"),
        lambda: PublicKey(b"\x01" * 32).sealed(b"message", b"\x00" * 64, "ed25519:0000000000000000"),
    ],
    ids=["public key", "seal", "sealed"],
)
def test_each_use_of_ed25519_says_how_the_extra_is_installed(
    asked: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives.asymmetric.ed25519", None)
    with pytest.raises(SignExtraError, match=r'pip install "tekmeria-contract\[sign\]"'):
        asked()

"""``tekmeria bundle`` and ``tekmeria verify``: proof of an answer and its check (contract.md §10)."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import anyio

from tekmeria_contract.acceptance import acceptance
from tekmeria_contract.answer_file import AnswerFileError, Claims, read_answer_file
from tekmeria_contract.bundle import make_bundle, open_bundle, verify_bundle
from tekmeria_contract.bundle_document import BundleDocument, BundleError
from tekmeria_contract.envelope import EnvelopeError, read_envelope
from tekmeria_contract.keyring import KeyRing
from tekmeria_contract.plan import plan
from tekmeria_contract.policy import Policy
from tekmeria_contract.seals import PublicKey, SigningKeyError
from tekmeria_contract.verification import render_verified, verified_values
from tekmeria_server.commands.files import left_behind
from tekmeria_server.commands.outcome import Exit, complain
from tekmeria_server.logs import log_to_stderr
from tekmeria_sources.errors import ArgumentError
from tekmeria_sources.handover import Handover
from tekmeria_sources.keyfile import demo_ring, load_ring, require_ring
from tekmeria_sources.service import EvidenceService
from tekmeria_sources.settings import Settings
from tekmeria_sources.signingkey import require_signing_key, revoked_keys, signing_key

STANDARD_INPUT = "-"


@dataclass(frozen=True, slots=True)
class SealingKey:
    """The key that a bundle is checked with, one of the two, and the ids of keys that are believed no more."""

    public_key: PublicKey | None
    ring: KeyRing | None
    revoked: frozenset[str]


@dataclass(frozen=True, slots=True)
class Verification:
    """What to verify and how; ``output`` is ``text`` or ``json``, ``accept`` the worst verdict accepted."""

    answer: str
    bundle: Path
    public_key: str | None = None
    output: str = "text"
    accept: str = "pass"
    fail_on: Sequence[str] = ()
    demo: bool = False


def run_bundle(answer: str, out: Path, records: Path | None, demo: bool, language: str | None = None) -> int:
    """Audit ``answer``, seal it with what it rests on, and write the bundle to ``out``.

    The signing key seals where the installation has one, else its ring. In demo mode it is always the demo ring,
    which is public: such a bundle shows the form and proves nothing.
    """
    settings = Settings.from_environment()
    log_to_stderr(settings.log_level)
    content = _answer(answer)
    ring = _ring(settings, demo)
    key = None if demo else signing_key(settings.data_dir)

    async def make() -> str:
        async with EvidenceService.open(settings, demo=demo, records=records) as service:
            handover, now = Handover(service), service.now()
            await handover.resolve(plan(content, service.ring, language, service.schemes).handles)
            held = handover.handed_out(now)
            return make_bundle(
                content, service.ring, held, now, key, language=language, schemes=service.schemes
            )

    bundle = anyio.run(make)
    if not left_behind(out, bundle):
        return Exit.MISUSE
    found = (
        verify_bundle(content, bundle, ring=ring)
        if key is None
        else verify_bundle(content, bundle, key.public_key)
    )
    print(render_verified(found), end="")
    return Exit.ACCEPTED


def run_verify(verification: Verification) -> int:
    """Verify an answer by its bundle and print the report; 1 where the bundle proves nothing of it."""
    settings = Settings.from_environment()
    log_to_stderr(settings.log_level)
    policy = Policy(fail_on=tuple(verification.fail_on))
    content = _answer(verification.answer)
    key = sealing_key(verification.bundle, verification.public_key, settings, verification.demo)
    try:
        found = verify_bundle(
            content,
            _bytes(verification.bundle),
            key.public_key,
            ring=key.ring,
            policy=policy,
            revoked=key.revoked,
        )
    except BundleError as error:
        complain(f"the bundle {verification.bundle} proves nothing: {error}")
        return Exit.NOT_ACCEPTED
    if verification.output == "json":
        print(json.dumps(verified_values(found), ensure_ascii=False, indent=2))
    else:
        print(render_verified(found), end="")
    return acceptance(found.report, verification.accept)


def sealing_key(bundle: Path, public_key: str | None, settings: Settings, demo: bool) -> SealingKey:
    """The key that the caller names, else the installation's own: its signing key or its ring.

    Which of its own two a bundle asks for is a matter of form; neither is taken from the bundle.
    """
    revoked = revoked_keys(settings.data_dir)
    if public_key is not None:
        return SealingKey(_public_key(public_key), None, revoked)
    try:
        signed = read_envelope(_bytes(bundle).decode()).keyid.startswith("ed25519:")
    except (EnvelopeError, UnicodeDecodeError):
        signed = False
    if signed and not demo:
        return SealingKey(require_signing_key(settings.data_dir).public_key, None, revoked)
    return SealingKey(None, _ring(settings, demo), revoked)


def opened(bundle: Path, key: SealingKey) -> BundleDocument:
    """What a bundle holds. Raises :class:`~tekmeria_contract.bundle_document.BundleError`."""
    return open_bundle(_bytes(bundle), key.public_key, ring=key.ring, revoked=key.revoked)


def _ring(settings: Settings, demo: bool) -> KeyRing:
    """The ring of demo mode, or the installation's, which is there already: proof makes no key."""
    if demo:
        return demo_ring()
    require_ring(settings.data_dir, settings.handle_key)
    return load_ring(settings.data_dir, settings.handle_key)


def _public_key(given: str) -> PublicKey:
    try:
        text = given if given.startswith("did:key:") else _bytes(Path(given)).decode()
        return PublicKey.from_text(text)
    except (SigningKeyError, UnicodeDecodeError) as error:
        problem = error if isinstance(error, SigningKeyError) else "it is no text"
        raise ArgumentError(
            f"the public key {given} cannot be used: {problem}",
            source=given,
            remedy="name the installation's, PEM or did:key",
        ) from None


def _answer(file: str) -> str | Claims:
    data = sys.stdin.buffer.read() if file == STANDARD_INPUT else _bytes(Path(file))
    try:
        return read_answer_file(data)
    except AnswerFileError as error:
        raise ArgumentError(f"the answer {file}: {error}", source=file) from None


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise ArgumentError(
            f"{path} cannot be read ({error.strerror})", source=str(path), remedy="name a file that can be"
        ) from None

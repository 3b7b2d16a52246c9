"""The evidence bundle: proof of an answer's audit for someone without the key (contract.md §10).

:func:`make_bundle` seals, in one canonical document, the answer's digest, every genuine handle that it cites with
what was handed out under it, and the report. :func:`verify_bundle` judges the answer again from that alone. A bundle
proves what an installation served and when, not what the source says.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from tekmeria_contract.audit import MissingResolutionError, judge
from tekmeria_contract.bundle_document import (
    BundleDocument,
    BundleError,
    Digests,
    altered_parts,
    held_passage,
    known_handles,
    read_document,
    with_digests,
    write_document,
)
from tekmeria_contract.canonical import canonical_json
from tekmeria_contract.envelope import (
    Envelope,
    EnvelopeError,
    pre_authentication,
    read_envelope,
    write_envelope,
)
from tekmeria_contract.evidence_file import EvidenceError, read_object
from tekmeria_contract.handle import DEFAULT, Scheme, VerifiedHandle
from tekmeria_contract.keyring import CODE_LENGTHS, KeyRing
from tekmeria_contract.plan import Plan, plan
from tekmeria_contract.policy import Policy, PolicyError
from tekmeria_contract.report import Report
from tekmeria_contract.resolution import Resolution
from tekmeria_contract.seals import PublicKey, RingSeal, SigningKey
from tekmeria_contract.vocabulary import BUNDLE_SCHEMA

Claims = Sequence[Mapping[str, Any]]
Schemes = Mapping[str, Scheme]


@dataclass(frozen=True, slots=True)
class VerifiedBundle:
    """A bundle whose seal fits and which speaks of the answer.

    ``report`` is the verifier's own, judged from the bundle by the verifier's policy; ``document`` is what was
    sealed, the installation's report in it. ``compared`` tells that both reports were made by the same versions of
    the rules, and the sealed one was found to be what the sealed passages give.
    """

    document: BundleDocument
    report: Report
    compared: bool

    @property
    def gone(self) -> tuple[str, ...]:
        """The handles whose record or passage the source no longer served when the bundle was made."""
        return tuple(
            passage.handle
            for passage in self.document.passages
            if passage.resolution is not None
            and False in (passage.resolution.record_exists, passage.resolution.passage_exists)
        )


def make_bundle(
    answer: str | Claims,
    ring: KeyRing,
    resolutions: Mapping[str, Resolution],
    made_at: str,
    signing_key: SigningKey | None = None,
    policy: Policy | None = None,
    language: str | None = None,
    schemes: Schemes = DEFAULT,
) -> str:
    """Seal ``answer`` (text or structured claims) with what is known of the handles that it cites.

    The bundle is sealed with ``signing_key`` (Ed25519, for anybody) or, without one, with the ``ring`` (for the same
    installation). The texts as issued decide, whatever ``policy`` says of it; ``made_at`` (ISO 8601) is also the time
    of the audit. The same arguments give the same bytes.

    Raises what :func:`~tekmeria_contract.plan.plan` raises,
    :class:`~tekmeria_contract.audit.MissingResolutionError` where a handle of its plan has no resolution,
    :class:`~tekmeria_contract.seals.SignExtraError` where Ed25519 is asked for without the extra ``sign``, and
    :class:`BundleError` where a resolution holds what no bundle can say.
    """
    seal = RingSeal(ring) if signing_key is None else signing_key
    planned = plan(answer, ring, language, schemes)
    keyid = seal.keyid
    document = BundleDocument(
        answer=planned.facts,
        code_lengths=tuple(length for length in CODE_LENGTHS if ring.accepting(length)),
        digests=Digests("", ""),
        language=language,
        made_at=made_at,
        passages=tuple(
            held_passage(verified, _known(handle, planned, resolutions))
            for handle, verified in _genuine(planned).items()
        ),
        report=None,
        schema=BUNDLE_SCHEMA,
        sealed_by=keyid,
    )
    as_issued = replace(policy or Policy(), against="issued")
    report = judge_from(document, answer, as_issued, made_at, schemes)
    payload = write_document(with_digests(replace(document, report=report.to_dict())))
    read_document(payload, schemes)
    return write_envelope(Envelope(payload, keyid, seal.seal(pre_authentication(payload))))


def verify_bundle(
    answer: str | Claims,
    bundle: str | bytes,
    public_key: PublicKey | str | None = None,
    *,
    ring: KeyRing | None = None,
    policy: Policy | None = None,
    revoked: Collection[str] = (),
    schemes: Schemes = DEFAULT,
) -> VerifiedBundle:
    """Judge ``answer`` again from ``bundle`` alone.

    ``public_key`` is the one that the verifier got from the installation (PEM or ``did:key``), or ``ring`` is its
    ring: one of the two. Nothing of the bundle says which key to believe. ``policy`` is the verifier's; the texts as
    issued decide. ``revoked`` are ids of keys that are believed no more.

    1. to 4. open the bundle (:func:`open_bundle`). 5. The answer has the digest that was sealed. 6. Judged by the
    sealed policy, the sealed passages give the sealed report, where the rules are of the same versions. 7. Judge by
    the verifier's policy.

    Raises :class:`BundleError`, which names the part at fault; ``TypeError`` unless just one key is given; what
    :func:`open_bundle` raises of keys, and what reading the answer raises.
    """
    document = open_bundle(bundle, public_key, ring=ring, revoked=revoked, schemes=schemes)
    planned = plan(answer, known_handles(document, schemes), document.language, schemes)
    if planned.facts != document.answer:
        sealed = document.answer
        detail = f"sealed: {sealed.form}, {sealed.length} characters, sha256 {sealed.sha256[:16]}…"
        raise BundleError("answer_differs", "answer", detail)
    sealed_policy = _policy_of(document)
    repeated = judge_from(document, planned, sealed_policy, document.made_at, schemes)
    compared = repeated.to_dict()["versions"] == _report_of(document).get("versions")
    if compared and canonical_json(repeated.to_dict()) != canonical_json(document.report):
        raise BundleError("report_differs", "report")
    own = replace(policy or Policy(), against="issued")
    report = repeated if own == sealed_policy else judge_from(document, planned, own, document.made_at)
    return VerifiedBundle(document, report, compared)


def open_bundle(
    bundle: str | bytes,
    public_key: PublicKey | str | None = None,
    *,
    ring: KeyRing | None = None,
    revoked: Collection[str] = (),
    schemes: Schemes = DEFAULT,
) -> BundleDocument:
    """The document of a bundle that the given key has sealed, whatever answer it is to be held against.

    1. The envelope is read. 2. The seal fits the given key. 3. The key is not revoked. 4. The document is canonical,
    whole, and its parts have the digests that it states.

    Raises :class:`BundleError`; ``TypeError`` unless just one key is given;
    :class:`~tekmeria_contract.seals.SigningKeyError` for a text that is no public key;
    :class:`~tekmeria_contract.seals.SignExtraError` where Ed25519 is asked for without the extra ``sign``.
    """
    key = _key(public_key, ring)
    try:
        envelope = read_envelope(bundle if isinstance(bundle, str) else bundle.decode())
    except UnicodeDecodeError as error:
        raise BundleError("not_a_bundle", "envelope", f"byte {error.start} is not UTF-8") from None
    except EnvelopeError as error:
        raise BundleError("not_a_bundle", "envelope", str(error)) from None
    if not key.sealed(pre_authentication(envelope.payload), envelope.signature, envelope.keyid):
        raise _unsealed(envelope, key)
    if envelope.keyid in revoked:
        raise BundleError("revoked_key", "seal", envelope.keyid)
    document = read_document(envelope.payload, schemes)
    if document.sealed_by != envelope.keyid:
        raise BundleError("misshapen", "payload", "it names another key than its seal")
    return document


def judge_from(
    document: BundleDocument,
    answer: str | Claims | Plan,
    policy: Policy,
    audited_at: str | None,
    schemes: Schemes = DEFAULT,
) -> Report:
    """Judge an answer, this bundle's or another, by what the bundle holds; what it does not hold is forged."""
    planned = (
        answer
        if isinstance(answer, Plan)
        else plan(answer, known_handles(document, schemes), document.language, schemes)
    )
    held = {passage.handle: passage.resolution or Resolution() for passage in document.passages}
    return judge(planned, held, policy, audited_at)


def _key(public_key: PublicKey | str | None, ring: KeyRing | None) -> PublicKey | RingSeal:
    if (public_key is None) == (ring is None):
        raise TypeError("give the public key or the ring, one of the two, to check a bundle's seal")
    if ring is not None:
        return RingSeal(ring)
    return public_key if isinstance(public_key, PublicKey) else PublicKey.from_text(cast(str, public_key))


def _unsealed(envelope: Envelope, key: PublicKey | RingSeal) -> BundleError:
    """Why a seal does not fit: another key's, or a part that was altered, or nothing that stands out."""
    if not key.owns(envelope.keyid):
        given = f"it says {ascii(envelope.keyid)[1:-1][:60]}; the key given is {key.keyid}"
        return BundleError("other_key", "seal", given)
    altered = list(altered_parts(envelope.payload))
    if not altered:
        return BundleError("seal_broken", "seal")
    return BundleError("altered", altered[0], f"and so is {', '.join(altered[1:])}" if altered[1:] else "")


def _genuine(planned: Plan) -> dict[str, VerifiedHandle]:
    cited = (citation.verified for citation in planned.answer.citations)
    return {str(verified): verified for verified in cited if verified is not None}


def _known(handle: str, planned: Plan, resolutions: Mapping[str, Resolution]) -> Resolution | None:
    if handle not in planned.handles:
        return None
    if handle not in resolutions:
        raise MissingResolutionError(handle)
    return resolutions[handle]


def _policy_of(document: BundleDocument) -> Policy:
    try:
        return read_object(Policy, _report_of(document).get("policy"))
    except (EvidenceError, PolicyError) as error:
        raise BundleError("misshapen", "report", f"its policy: {error}") from None


def _report_of(document: BundleDocument) -> Mapping[str, object]:
    report = document.report
    return cast(dict[str, object], report) if isinstance(report, dict) else {}

"""Evidence bundles (docs/specification/bundles.md): made where the key is, verified where it is not."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, cast

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tekmeria_contract import (
    BundleError,
    IssuedText,
    KeyRing,
    MissingResolutionError,
    Notice,
    PassageText,
    Policy,
    RecordFacts,
    Report,
    Resolution,
    SigningKey,
    bundle_schema,
    judge,
    make_bundle,
    mint,
    plan,
    verify_bundle,
)
from tekmeria_contract.bundle import Claims, judge_from, open_bundle
from tekmeria_contract.bundle_document import held_passage, read_document, with_digests, write_document
from tekmeria_contract.canonical import canonical_json
from tekmeria_contract.envelope import Envelope, pre_authentication, read_envelope, write_envelope
from tekmeria_contract.handle import verify
from tekmeria_contract.seals import RING_LABEL

from .answers import FORGED, RING, H, J, K, filled

PUBLISHED = Path(__file__).parents[3] / "docs" / "schemas" / "bundle-1.json"
TIME = "2033-03-01T12:00:00Z"
SIGNING = SigningKey(bytes(range(32)))
PUBLIC = SIGNING.public_key
TEXT = 'Of 1,204 invented adults, 93 had a "relapse" (β = −0.23).'
MORE = "None of the others relapsed within ten invented years."
FACTS = RecordFacts(
    "A fictional title",
    ("pmid:99000001",),
    "https://example.org/99000001",
    notices=(Notice("concern", "2033-02", "pmid:99000009", "pubmed"),),
    checked_at="2033-02-28T10:00:00Z",
)
PASSAGES = (PassageText(H, TEXT), PassageText(J, MORE))
KNOWN = {
    H: Resolution(
        (IssuedText(TEXT, None, "2033-02-28T09:00:00Z"),), TEXT, True, True, True, FACTS, "RESULTS"
    ),
    J: Resolution((IssuedText(MORE),), None, False, record=replace(FACTS, notices=None), passages=PASSAGES),
    K: Resolution((IssuedText("Gone words."),), None, True, False, False, replace(FACTS, notices=())),
}
ANSWER = filled(
    'Few relapsed [{H} "93 had a"]. Others did not [{J} "None of the others"].\n\n'
    '- 94 relapsed [{H} "94 had a"].\n- Made up [pmid:99000008/title~00000].\n- Gone [{K}].\n- Nobody asked.\n'
)
ANSWERS = {
    "plain": ANSWER,
    "nothing cited": "Nobody knows.",
    "forged alone": filled("Made up [{F}]."),
    "two codes": filled("Once [{H}]. Again [{F}]. Others [{J}]."),
    "hidden": filled("Few `{J}` relapsed.\n\n<!-- {H} -->\n"),
    "lost tilde": filled("Few relapsed [{H}].").replace("~", ""),
    "spaced": filled("Few relapsed [{H}].").replace("/", " / "),
    "escaped": filled("Few relapsed [{H}].").replace("~", "\\~"),
    "upper case": filled("Few relapsed [{H}].").replace("pmid", "PMID"),
    "other length": filled("Few relapsed [{H}].").replace("~", "~0" + "0" * 2),
    "prose": filled('They say "93 had a" and also "None of the others" here [{H}, {J}].'),
    "malformed": filled("Few [PMID: 99000001] relapsed [{H}-{J}]."),
}


def sealed(
    answer: str | Claims = ANSWER, signing_key: SigningKey | None = None, policy: Policy | None = None
) -> str:
    return make_bundle(answer, RING, KNOWN, TIME, signing_key, policy)


def payload_of(bundle: str) -> dict[str, Any]:
    return json.loads(read_envelope(bundle).payload)


def with_payload(bundle: str, payload: bytes) -> str:
    """The bundle with another payload under the same signature."""
    return json.dumps({**json.loads(bundle), "payload": base64.b64encode(payload).decode()})


def with_keyid(bundle: str, keyid: str) -> str:
    envelope = json.loads(bundle)
    envelope["signatures"][0]["keyid"] = keyid
    return json.dumps(envelope)


def refusal(check: Callable[[], object]) -> tuple[str, str]:
    with pytest.raises(BundleError) as caught:
        check()
    assert str(caught.value).startswith(f"{caught.value.part}: ")
    return caught.value.reason, caught.value.part


def verdicts(report: Report) -> list[object]:
    found = [(c.span, c.handle, c.verdict, c.quote, c.flags, c.notes, c.repaired) for c in report.citations]
    return [report.verdict, *((s.span, s.status) for s in report.sentences), *found]


@pytest.mark.clause("B8", "B10", "B18", "B19")
def test_whoever_holds_the_public_key_gets_the_installations_verdicts() -> None:
    found = verify_bundle(ANSWER, sealed(signing_key=SIGNING), PUBLIC.to_pem())
    judged = ["ok", "ok", "quote_mismatch", "forged", "ok"]
    assert [citation.verdict for citation in found.report.citations] == judged
    assert found.compared
    assert found.report.citations[3].reason == "not_in_bundle"
    assert "not_rechecked" in found.report.citations[0].notes
    assert found.report.to_dict() == found.document.report


@pytest.mark.clause("B4", "B19", "B22", "B23")
@pytest.mark.parametrize("name", ANSWERS)
def test_a_bundle_gives_the_verdicts_that_the_ring_gives(name: str) -> None:
    text = ANSWERS[name]
    here = judge(plan(text, RING), KNOWN, Policy(against="issued"), TIME)
    assert verdicts(verify_bundle(text, sealed(text), ring=RING).report) == verdicts(here)


@pytest.mark.clause("B19")
@given(st.lists(st.sampled_from([H, J, K, FORGED, '"93 had a"', "[", "]", "(", ". ", " ", "~", "\n\n", "x"])))
def test_whatever_is_cited_the_bundle_gives_the_verdicts_that_the_ring_gives(pieces: list[str]) -> None:
    text = "".join(pieces)
    here = judge(plan(text, RING), KNOWN, Policy(against="issued"), TIME)
    found = verify_bundle(text, sealed(text), ring=RING)
    assert verdicts(found.report) == verdicts(here)
    assert found.compared


@pytest.mark.clause("B19")
def test_structured_claims_are_sealed_and_verified_like_text() -> None:
    citation = {"handle": H, "quote": "93 had a"}
    claims = [{"sentence": "Few relapsed.", "citations": [citation]}]
    bundle = sealed(claims)
    assert verify_bundle(claims, bundle, ring=RING).report.verdict == "warn"
    citation["quote"] = "94 had a"
    assert refusal(lambda: verify_bundle(claims, bundle, ring=RING)) == ("answer_differs", "answer")


@pytest.mark.clause("B2", "B3")
def test_the_document_holds_each_genuine_handle_once_with_what_was_issued_and_when() -> None:
    document = payload_of(sealed())
    assert [passage["handle"] for passage in document["passages"]] == [H, J, K]
    first = document["passages"][0]
    assert (first["key"], first["addressing"]) == (RING.fingerprints[0], 1)
    assert first["resolution"]["issued"][0] == {
        "text": TEXT,
        "version": None,
        "issued_at": "2033-02-28T09:00:00Z",
    }
    assert first["resolution"]["record"]["checked_at"] == "2033-02-28T10:00:00Z"
    assert first["resolution"]["record"]["link"] == "https://example.org/99000001"
    assert document["made_at"] == document["report"]["audited_at"] == TIME
    assert document["answer"]["length"] == len(ANSWER)
    assert document["code_lengths"] == [5, 8, 12]


@pytest.mark.clause("B5")
def test_the_same_bundle_has_the_same_bytes() -> None:
    backwards = dict(reversed(KNOWN.items()))
    assert make_bundle(ANSWER, RING, backwards, TIME) == sealed()
    assert sealed(signing_key=SIGNING) == sealed(signing_key=SIGNING)


@pytest.mark.clause("B6")
def test_what_could_not_be_read_again_is_not_sealed() -> None:
    for spoilt in (
        replace(KNOWN[H], label="\ud800"),
        replace(KNOWN[H], passages=(PassageText("no handle", "x"),)),
        replace(KNOWN[H], issued=(IssuedText("x", cast(str, 5)),)),
    ):
        with pytest.raises(ValueError, match=r"surrogate pair|no handle|expected a string"):
            make_bundle(ANSWER, RING, {**KNOWN, H: spoilt}, TIME)
    with pytest.raises(MissingResolutionError):
        make_bundle(ANSWER, RING, {H: KNOWN[H]}, TIME)


@pytest.mark.clause("B7")
def test_the_published_schema_is_the_codes_and_accepts_what_is_sealed() -> None:
    assert json.loads(PUBLISHED.read_text(encoding="utf-8")) == bundle_schema()
    validator: Any = jsonschema.Draft202012Validator(bundle_schema())  # The library's types are partial.
    for text in ANSWERS.values():
        validator.validate(payload_of(sealed(text)))
    document = payload_of(sealed())
    assert not validator.is_valid({**document, "extra": 1})
    assert not validator.is_valid({**document, "report": {}})


@pytest.mark.clause("B8", "B9")
def test_a_rings_seal_is_the_hmac_under_the_label_of_bundles() -> None:
    envelope = read_envelope(sealed())
    assert envelope.signature == RING.sign("tekmeria/bundle/1", pre_authentication(envelope.payload))
    assert envelope.keyid == f"ring:{RING.fingerprints[0]}"
    assert RING_LABEL not in ("tekmeria/cursor/1", "tekmeria/handle/1/1")


@pytest.mark.clause("B9", "B14")
def test_a_bundle_outlives_the_rotation_of_its_ring_until_its_key_is_retired() -> None:
    bundle = sealed()
    old = RING.keys[0]
    new = KeyRing.from_hex("77" * 32).keys[0]
    for state in ("active", "verify"):
        ring = KeyRing([new, replace(old, state=state)])
        assert verify_bundle(ANSWER, bundle, ring=ring).compared
    retired = KeyRing([new, replace(old, state="retired")])
    assert refusal(lambda: verify_bundle(ANSWER, bundle, ring=retired)) == ("seal_broken", "seal")
    assert refusal(lambda: verify_bundle(ANSWER, bundle, ring=KeyRing([new]))) == ("other_key", "seal")


@pytest.mark.clause("B13", "B14")
def test_the_key_is_the_verifiers_and_nothing_of_the_bundle_chooses_it() -> None:
    signed, by_ring = sealed(signing_key=SIGNING), sealed()
    other = SigningKey(b"\x07" * 32)
    forged = sealed(signing_key=other)
    assert refusal(lambda: verify_bundle(ANSWER, forged, PUBLIC)) == ("other_key", "seal")
    assert refusal(lambda: verify_bundle(ANSWER, by_ring, PUBLIC)) == ("other_key", "seal")
    assert refusal(lambda: verify_bundle(ANSWER, signed, ring=RING)) == ("other_key", "seal")
    # Another key's seal under the pinned key's id, and the ring's HMAC where a signature belongs.
    for bundle in (forged, by_ring):
        assert refusal(partial(verify_bundle, ANSWER, with_keyid(bundle, PUBLIC.keyid), PUBLIC)) == (
            "seal_broken",
            "seal",
        )
    for public_key, ring in ((None, None), (PUBLIC, RING)):
        with pytest.raises(TypeError, match="one of the two"):
            verify_bundle(ANSWER, signed, public_key, ring=ring)


@pytest.mark.clause("B14")
def test_a_revoked_key_vouches_for_nothing() -> None:
    signed = sealed(signing_key=SIGNING)
    assert verify_bundle(ANSWER, signed, PUBLIC, revoked=["ed25519:0000000000000000"]).compared
    revoked = [PUBLIC.keyid]
    assert refusal(lambda: verify_bundle(ANSWER, signed, PUBLIC, revoked=revoked)) == ("revoked_key", "seal")


SIGNED = sealed(signing_key=SIGNING)
PAYLOAD = read_envelope(SIGNED).payload
FORM = bytes(json.dumps(json.loads(SIGNED), separators=(",", ":")), "ascii")


@pytest.mark.clause("B15")
@given(st.integers(0, len(PAYLOAD) - 1), st.integers(1, 255))
def test_no_byte_of_the_sealed_document_can_be_changed_unseen_or_unnamed(at: int, change: int) -> None:
    changed = bytearray(PAYLOAD)
    changed[at] ^= change
    bundle = with_payload(SIGNED, bytes(changed))
    reason, part = refusal(lambda: verify_bundle(ANSWER, bundle, PUBLIC))
    assert reason == "altered"
    assert part in ("payload", "report", "facts") or part.startswith("passage ")


@pytest.mark.clause("B15")
@given(st.integers(0, len(FORM) - 1), st.integers(1, 127))
def test_no_byte_of_the_envelope_can_be_changed_unseen(at: int, change: int) -> None:
    changed = bytearray(FORM)
    changed[at] ^= change
    reason, _ = refusal(lambda: verify_bundle(ANSWER, bytes(changed), PUBLIC))
    assert reason in ("not_a_bundle", "other_key", "altered", "seal_broken")


Steps = tuple[str | int, ...]


def leaves(value: object, path: Steps = ()) -> list[Steps]:
    """The paths of what holds nothing inside."""
    inner: list[tuple[str | int, object]] = []
    if isinstance(value, dict):
        inner = list(cast(dict[str | int, object], value).items())
    elif isinstance(value, list):
        inner = list(enumerate(cast(list[object], value)))
    return [leaf for step, item in inner for leaf in leaves(item, (*path, step))] or [path]


def with_other(document: Mapping[str, Any], path: Steps) -> dict[str, Any]:
    """The document with another value at ``path``."""
    copied: Any = json.loads(json.dumps(document))
    inner = copied
    for step in path[:-1]:
        inner = inner[step]
    old = inner[path[-1]]
    inner[path[-1]] = f"{old}x" if isinstance(old, str) else "changed"
    return copied


DOCUMENT: dict[str, Any] = json.loads(PAYLOAD)


@pytest.mark.clause("B3", "B15")
@pytest.mark.parametrize("path", leaves(DOCUMENT), ids=lambda path: ".".join(map(str, path)))
def test_the_part_in_which_a_member_was_changed_is_named(path: Steps) -> None:
    changed = with_other(DOCUMENT, path)
    part = "facts"
    if path[0] == "passages":
        part = f"passage {changed['passages'][path[1]]['handle']}"
    elif "report" in path[:2]:
        part = "report"
    bundle = with_payload(SIGNED, canonical_json(changed))
    assert refusal(lambda: verify_bundle(ANSWER, bundle, PUBLIC)) == ("altered", part)


@pytest.mark.clause("B15")
@pytest.mark.parametrize(
    "changed",
    [[], {}, {**DOCUMENT, "passages": None}, {**DOCUMENT, "passages": ["x"]}, {**DOCUMENT, "digests": []}],
    ids=["list", "nothing", "no passages", "a text", "no digests"],
)
def test_of_a_payload_with_another_shape_the_whole_is_named(changed: object) -> None:
    bundle = with_payload(SIGNED, canonical_json(changed))
    assert refusal(lambda: verify_bundle(ANSWER, bundle, PUBLIC)) == ("altered", "payload")


@pytest.mark.clause("B15")
@pytest.mark.parametrize("index", range(3))
def test_a_passage_taken_out_or_put_elsewhere_is_seen(index: int) -> None:
    without = {**DOCUMENT, "passages": [p for i, p in enumerate(DOCUMENT["passages"]) if i != index]}
    doubled = {**DOCUMENT, "passages": [*DOCUMENT["passages"], DOCUMENT["passages"][index]]}
    for changed in (without, doubled):
        bundle = with_payload(SIGNED, canonical_json(changed))
        assert refusal(partial(verify_bundle, ANSWER, bundle, PUBLIC)) == ("altered", "facts")


@pytest.mark.clause("B15")
def test_who_changes_a_part_with_its_digests_is_found_out_by_the_seal() -> None:
    document = read_document(PAYLOAD)
    spoilt = replace(KNOWN[H], issued=(IssuedText(TEXT.replace("93", "94")),))
    passages = (held_passage(verify(H, RING), spoilt), *document.passages[1:])
    payload = write_document(with_digests(replace(document, passages=passages)))
    bundle = with_payload(SIGNED, payload)
    assert refusal(lambda: verify_bundle(ANSWER, bundle, PUBLIC)) == ("seal_broken", "seal")


@pytest.mark.clause("B17")
@given(st.integers(0, len(ANSWER)), st.characters(exclude_categories=["Cs"]))
def test_another_answer_is_refused_by_name(at: int, character: str) -> None:
    changed = ANSWER[:at] + character + ANSWER[at:]
    assert refusal(lambda: verify_bundle(changed, SIGNED, PUBLIC)) == ("answer_differs", "answer")


def resealed(changed: Mapping[str, Any]) -> str:
    """A bundle that its own installation has sealed with something else in it."""
    return under_seal(write_document(with_digests(replace(read_document(PAYLOAD), **changed))))


def under_seal(payload: bytes) -> str:
    """An envelope that the installation has sealed, whatever is in it."""
    return write_envelope(Envelope(payload, PUBLIC.keyid, SIGNING.seal(pre_authentication(payload))))


@pytest.mark.clause("B18")
def test_a_report_that_the_passages_do_not_give_is_refused_though_it_is_sealed() -> None:
    report = {**DOCUMENT["report"], "verdict": "pass"}
    assert refusal(lambda: verify_bundle(ANSWER, resealed({"report": report}), PUBLIC)) == (
        "report_differs",
        "report",
    )
    assert verify_bundle(ANSWER, resealed({"report": DOCUMENT["report"]}), PUBLIC).compared


@pytest.mark.clause("B18")
def test_a_report_by_other_versions_of_the_rules_is_not_compared_and_not_believed() -> None:
    versions = {**DOCUMENT["report"]["versions"], "fold": 99}
    report = {**DOCUMENT["report"], "verdict": "pass", "versions": versions}
    found = verify_bundle(ANSWER, resealed({"report": report}), PUBLIC)
    assert not found.compared
    assert found.report.verdict == "fail"


@pytest.mark.clause("B15")
@pytest.mark.parametrize(
    "changed",
    [
        {"schema": "tekmeria.bundle/2"},
        {"sealed_by": "ed25519:0000000000000000"},
        {"report": {}},
        {"report": None},
        {"report": {"policy": {"fail_on": ["nonsense"], "against": "issued", "elision": 0}}},
        {"language": 5},
        {"made_at": None},
        {"code_lengths": (True,)},
        {"passages": read_document(PAYLOAD).passages[:1] * 2},
    ],
)
def test_what_is_sealed_and_no_bundle_is_refused(changed: dict[str, Any]) -> None:
    reason, _ = refusal(lambda: verify_bundle(ANSWER, resealed(changed), PUBLIC))
    assert reason in ("misshapen", "other_version")


@pytest.mark.clause("B1", "B3")
@pytest.mark.parametrize(
    ("payload", "fault"),
    [
        (b'{"a":"\xff"}', "byte 6 is not UTF-8"),
        (json.dumps(DOCUMENT, indent=1).encode(), "not in the canonical form"),
        (
            canonical_json({**DOCUMENT, "digests": {**DOCUMENT["digests"], "report": "0" * 64}}),
            "its digests are not those of its parts",
        ),
    ],
)
def test_a_sealed_payload_is_canonical_utf_8_with_the_digests_of_its_parts(
    payload: bytes, fault: str
) -> None:
    check = partial(open_bundle, under_seal(payload), PUBLIC)
    assert refusal(check) == ("misshapen", "payload")
    with pytest.raises(BundleError, match=fault):
        check()


@pytest.mark.clause("B12", "B15")
def test_bytes_that_are_not_utf_8_are_no_bundle() -> None:
    broken = FORM.replace(b"payload", b"p\xffyload", 1)
    assert refusal(lambda: open_bundle(broken, PUBLIC)) == ("not_a_bundle", "envelope")


@pytest.mark.clause("B20")
def test_the_verifiers_policy_decides_by_the_texts_as_issued() -> None:
    answer = filled("Few relapsed [{H}].")
    bundle = sealed(answer, policy=Policy(fail_on=("concern",)))
    assert payload_of(bundle)["report"]["verdict"] == "fail"
    assert verify_bundle(answer, bundle, ring=RING).report.verdict == "warn"
    strict = Policy(fail_on=("warn",), against="current_or_issued")
    report = verify_bundle(answer, bundle, ring=RING, policy=strict).report
    assert (report.verdict, report.policy.against) == ("fail", "issued")


@pytest.mark.clause("B21")
def test_another_answer_audited_from_a_bundle_has_only_the_handles_that_it_holds() -> None:
    document = open_bundle(SIGNED, PUBLIC)
    genuine = mint("pmid:99000007", "abstract.1", RING)
    text = f"Held [{J}]. Genuine and not held [{genuine}]. Of no length [{H}0]."
    report = judge_from(document, text, Policy(against="issued"), None)
    found = [(citation.verdict, citation.reason) for citation in report.citations]
    assert found == [("ok", None), ("forged", "not_in_bundle"), ("malformed", "code_length")]


@pytest.mark.clause("B21")
def test_a_code_of_a_length_that_the_ring_does_not_accept_is_malformed_from_the_bundle_too() -> None:
    ring = KeyRing.from_hex("77" * 32 + "@8")
    handle = mint("pmid:99000001", "abstract.1", ring)
    text = f"Few [{handle}]. Short [{handle[:-3]}]."
    report = verify_bundle(text, make_bundle(text, ring, {handle: KNOWN[H]}, TIME), ring=ring).report
    assert [(c.verdict, c.reason) for c in report.citations] == [("ok", None), ("malformed", "code_length")]


@pytest.mark.clause("B24")
def test_what_was_gone_when_the_bundle_was_made_is_named() -> None:
    assert verify_bundle(ANSWER, SIGNED, PUBLIC).gone == (K,)

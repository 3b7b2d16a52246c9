"""The key ring: rotation, code lengths, retired keys, fingerprints (contract.md §2)."""

import ast
import hmac
import inspect
import itertools
import pickle
import textwrap
from collections.abc import Callable
from typing import Any

import pytest

from tekmeria_contract.handle import HandleError, mint, verify
from tekmeria_contract.keyring import Key, KeyRing, KeyRingError

OLD, NEW = "0a" * 32, "0b" * 32


def reason(text: str, ring: KeyRing) -> str:
    with pytest.raises(HandleError) as caught:
        verify(text, ring)
    return caught.value.reason


@pytest.mark.clause("K10")
def test_the_first_key_mints_and_every_key_verifies() -> None:
    old = mint("pmid:99000001", "abstract.1", KeyRing.from_hex(OLD))
    rotated = KeyRing.from_hex(NEW, OLD)
    fresh = mint("pmid:99000001", "abstract.1", rotated)
    assert verify(old, rotated).key_fingerprint == rotated.fingerprints[1]
    assert verify(fresh, rotated).key_fingerprint == rotated.fingerprints[0]
    assert reason(fresh, KeyRing.from_hex(OLD)) == "code_mismatch"


@pytest.mark.clause("K11", "K12", "K14")
@pytest.mark.parametrize(
    ("spec", "minted", "accepted"),
    [
        ("", 5, {5, 8, 12}),
        ("@8", 8, {8, 12}),
        ("@8+5", 8, {5, 8, 12}),
        ("@12", 12, {12}),
        ("@12+5", 12, {5, 12}),
    ],
)
def test_a_key_mints_one_length_and_accepts_longer_ones_and_those_named(
    spec: str, minted: int, accepted: set[int]
) -> None:
    ring = KeyRing.from_hex(OLD + spec)
    assert len(mint("pmid:99000001", "abstract.1", ring).rpartition("~")[2]) == minted
    for length in (5, 8, 12):
        text = mint("pmid:99000001", "abstract.1", KeyRing.from_hex(f"{OLD}@{length}"))
        if length in accepted:
            assert verify(text, ring)
        else:
            assert reason(text, ring) == "code_length"


@pytest.mark.clause("K13")
def test_a_short_code_of_one_key_is_no_way_round_the_longer_codes_of_another() -> None:
    ring = KeyRing.from_hex(NEW + "@8", OLD + "@5")
    assert reason(mint("pmid:99000001", "abstract.1", KeyRing.from_hex(NEW)), ring) == "code_mismatch"


@pytest.mark.clause("G5", "K19")
def test_a_handle_that_only_a_retired_key_made_is_forged_with_that_reason() -> None:
    text = mint("pmid:99000001", "abstract.1", KeyRing.from_hex(OLD))
    ring = KeyRing([Key(bytes.fromhex(NEW)), Key(bytes.fromhex(OLD), state="retired")])
    assert reason(text, ring) == "retired_key"
    assert verify(mint("pmid:99000001", "abstract.1", ring), ring).key_fingerprint == ring.fingerprints[0]


@pytest.mark.clause("K18")
def test_a_key_in_state_verify_never_mints() -> None:
    ring = KeyRing([Key(bytes.fromhex(OLD), state="verify"), Key(bytes.fromhex(NEW))])
    assert verify(mint("pmid:99000001", "abstract.1", ring), ring).key_fingerprint == ring.fingerprints[1]
    with pytest.raises(KeyRingError, match="an active key"):
        mint("pmid:99000001", "abstract.1", KeyRing([Key(bytes.fromhex(OLD), state="verify")]))


@pytest.mark.clause("K9", "K15")
@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ([], "at least one key"),
        (["0a" * 31], "at least 32"),
        ([""], "at least 32"),
        ([OLD, OLD], "same key twice"),
        ([OLD, OLD.upper()], "same key twice"),
        (["zz" * 32], "written as hexadecimal"),
        (["0a" * 32 + "0"], "even number"),
        ([OLD + "@6"], "choose one of 5, 8, 12"),
        ([OLD + "@"], "written as hexadecimal"),
        ([OLD + "@8+"], "written as hexadecimal"),
    ],
)
def test_a_bad_ring_is_refused_when_it_is_built_and_never_shows_a_key(keys: list[str], message: str) -> None:
    with pytest.raises(KeyRingError, match=message) as caught:
        KeyRing.from_hex(*keys)
    assert "0a0a0a" not in str(caught.value)


@pytest.mark.clause("K16", "K17")
def test_its_repr_shows_fingerprints_only() -> None:
    ring = KeyRing.from_hex(OLD, NEW)
    expected = hmac.digest(bytes.fromhex(OLD), b"tekmeria/fingerprint/1", "sha256").hex()[:16]
    assert ring.fingerprints[0] == expected
    assert expected in repr(ring)
    for text in (repr(ring), repr(ring.keys), repr(ring.accepting(5))):
        assert "0a0a" not in text


@pytest.mark.clause("K22")
def test_a_key_file_document_gives_the_ring_it_describes() -> None:
    ring = KeyRing.from_document(
        {
            "version": 1,
            "keys": [
                {"hex": NEW, "mint": 8, "accept": [5], "created": "2026-01-01T00:00:00Z", "state": "active"},
                {"hex": OLD, "state": "retired"},
            ],
        }
    )
    assert [(key.mint, key.accept, key.state) for key in ring.keys] == [
        (8, (5,), "active"),
        (5, (), "retired"),
    ]


@pytest.mark.clause("K23")
@pytest.mark.parametrize(
    "document",
    [
        None,
        [],
        {"version": 2, "keys": []},
        {"version": True, "keys": [{"hex": OLD}]},
        {"version": 1.0, "keys": [{"hex": OLD}]},
        {"version": "1", "keys": [{"hex": OLD}]},
        {"version": 1},
        {"version": 1, "keys": "0a"},
        {"version": 1, "keys": []},
        {"version": 1, "keys": [OLD]},
        {"version": 1, "keys": [{"hex": 5}]},
        {"version": 1, "keys": [{"hex": "0a"}]},
        {"version": 1, "keys": [{"hex": OLD, "mint": "8"}]},
        {"version": 1, "keys": [{"hex": OLD, "accept": ["5"]}]},
        {"version": 1, "keys": [{"hex": OLD, "accept": "5"}]},
        {"version": 1, "keys": [{"hex": OLD, "state": None}]},
        {"version": 1, "keys": [{"hex": OLD, "state": "gone"}]},
    ],
)
def test_a_damaged_key_file_document_is_refused(document: object) -> None:
    with pytest.raises(KeyRingError):
        KeyRing.from_document(document)


@pytest.mark.clause("K15", "K27")
@pytest.mark.parametrize("entry", [{"stat": "retired"}, {"State": "retired"}, {"key": OLD}])
def test_a_key_with_a_member_that_is_none_is_refused_and_named_without_its_value(
    entry: dict[str, str],
) -> None:
    with pytest.raises(KeyRingError, match=f"no member '{next(iter(entry))}'; choose from hex") as caught:
        KeyRing.from_document({"version": 1, "keys": [{"hex": OLD, **entry}]})
    assert "0a0a" not in str(caught.value)


def ring_of(**states: str) -> KeyRing:
    """A ring as a key file gives it: the state of the old key, of the new one, or of both."""
    secrets = {"old": OLD, "new": NEW}
    keys = [{"hex": secrets[name], "state": state} for name, state in states.items()]
    return KeyRing.from_document({"version": 1, "keys": keys})


PHASES = [
    ring_of(old="active"),
    ring_of(old="active", new="verify"),
    ring_of(new="active", old="verify"),
    ring_of(new="active", old="retired"),
    ring_of(new="active"),
]


@pytest.mark.clause("K10", "K18", "K24")
@pytest.mark.parametrize(("minting", "checking"), [(0, 0), (0, 1), (1, 0), (1, 1), (1, 2), (2, 1), (2, 2)])
def test_what_is_minted_before_or_after_a_phase_is_good_in_the_next_and_the_last(
    minting: int, checking: int
) -> None:
    text = mint("pmid:99000001", "abstract.1", PHASES[minting])
    expected = KeyRing.from_hex(OLD if minting < 2 else NEW).fingerprints[0]
    assert verify(text, PHASES[checking]).key_fingerprint == expected


@pytest.mark.clause("K19", "K25", "K26")
def test_the_last_phase_retires_the_old_key_and_then_forgets_it() -> None:
    old, new = mint("pmid:99000001", "abstract.1", PHASES[1]), mint("pmid:99000001", "abstract.1", PHASES[2])
    assert [reason(old, ring) for ring in PHASES[3:]] == ["retired_key", "code_mismatch"]
    for ring in PHASES[3:]:
        assert verify(new, ring) and mint("pmid:99000001", "abstract.1", ring) == new
    with pytest.raises(KeyRingError, match="may mint"):
        mint("pmid:99000001", "abstract.1", ring_of(old="retired"))
    with pytest.raises(KeyRingError, match="may sign"):
        ring_of(old="retired", new="verify").sign("tekmeria/cursor/1", b"message")


@pytest.mark.clause("K11", "K12", "K24")
def test_a_longer_code_comes_in_while_the_shorter_ones_stay_good() -> None:
    short, long = KeyRing.from_hex(OLD), KeyRing.from_hex(OLD + "@8+5")
    for minting, checking in itertools.product((short, long), repeat=2):
        assert verify(mint("pmid:99000001", "abstract.1", minting), checking)
    assert reason(mint("pmid:99000001", "abstract.1", short), KeyRing.from_hex(OLD + "@8")) == "code_length"


@pytest.mark.clause("K15", "K18")
def test_a_state_that_is_none_and_a_length_that_is_none_are_refused_without_the_key() -> None:
    for changes in ({"state": "gone"}, {"mint": 6}, {"accept": (7,)}):
        with pytest.raises(KeyRingError, match="cannot") as caught:
            given: dict[str, Any] = {"secret": bytes.fromhex(OLD), **changes}
            Key(**given)
        assert "0a0a" not in str(caught.value)


@pytest.mark.clause("K7")
@pytest.mark.parametrize("call", [verify, KeyRing.signed])
def test_codes_and_signatures_are_compared_by_compare_digest_and_by_nothing_else(
    call: Callable[..., object],
) -> None:
    tree = ast.parse(textwrap.dedent(inspect.getsource(call)))
    calls = [ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)]
    assert calls.count("hmac.compare_digest") == 1
    compared = {
        name.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Compare)
        for name in ast.walk(node)
        if isinstance(name, ast.Name)
    }
    assert compared.isdisjoint({"made", "given", "code", "body", "signature", "message", "text", "handle"})


@pytest.mark.clause("K20")
def test_signatures_of_other_uses_are_apart_from_handles_and_from_each_other() -> None:
    ring = KeyRing.from_hex(NEW, OLD)
    signature = ring.sign("tekmeria/cursor/1", b"message")
    assert ring.signed("tekmeria/cursor/1", b"message", signature)
    assert KeyRing.from_hex(OLD, NEW).signed("tekmeria/cursor/1", b"message", signature)
    assert not ring.signed("tekmeria/bundle/1", b"message", signature)
    assert not ring.signed("tekmeria/cursor/1", b"massage", signature)
    retired = KeyRing([Key(bytes.fromhex(OLD)), Key(bytes.fromhex(NEW), state="retired")])
    assert not retired.signed("tekmeria/cursor/1", b"message", signature)


@pytest.mark.clause("L8")
def test_a_copy_of_a_ring_for_another_process_is_the_same_ring() -> None:
    ring = KeyRing.from_hex(f"{OLD}@8+5", NEW)
    copied = pickle.loads(pickle.dumps(ring))
    assert copied.keys == ring.keys
    assert mint("pmid:99000001", "title", copied) == mint("pmid:99000001", "title", ring)

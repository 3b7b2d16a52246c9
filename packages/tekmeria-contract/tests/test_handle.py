"""The handle: grammar, minting, verifying (contract.md §1, §2)."""

import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tekmeria_contract.handle import DEFAULT, Handle, HandleError, VerifiedHandle, mint, parse, verify
from tekmeria_contract.keyring import ALPHABET, KeyRing, KeyRingError
from tekmeria_contract.vocabulary import HANDLE_REASONS

RING = KeyRing.from_hex("a1" * 32)
OTHER = KeyRing.from_hex("b2" * 32)

RECORDS = (
    st.integers(1, 999_999_999).map("pmid:{}".format)
    | st.integers(1, 99_999_999).map("pmcid:PMC{}".format)
    | st.integers(1, 9_999_999).map("ppr:PPR{}".format)
    | st.tuples(st.integers(0, 99_999_999), st.from_regex(r"[A-Za-z0-9.\-]{1,32}", fullmatch=True)).map(
        lambda t: f"nct:NCT{t[0]:08}@{t[1]}"
    )
    | st.uuids().map("setid:{}".format)
)
PATHS = st.lists(st.from_regex(r"[a-z0-9_\-]{1,12}", fullmatch=True), min_size=1, max_size=4).map(".".join)


def reason(text: str) -> str:
    with pytest.raises(HandleError) as caught:
        parse(text)
    return caught.value.reason


@pytest.mark.clause("H1", "H4", "K6")
@given(RECORDS, PATHS)
def test_what_is_minted_verifies_and_names_record_and_path(record: str, path: str) -> None:
    verified = verify(mint(record, path, RING), RING)
    assert (verified.record, verified.path, verified.addressing) == (record, path, 1)
    assert verified.key_fingerprint == RING.fingerprints[0]


@pytest.mark.clause("H7")
@given(RECORDS, PATHS)
def test_writing_what_was_parsed_gives_back_the_text(record: str, path: str) -> None:
    text = mint(record, path, RING)
    assert str(parse(text)) == text


@pytest.mark.clause("H23")
@given(RECORDS, PATHS, st.data())
def test_any_change_of_one_character_fails_to_verify(record: str, path: str, data: st.DataObject) -> None:
    text = mint(record, path, KeyRing.from_hex("a1" * 32 + "@12"))
    at = data.draw(st.integers(0, len(text) - 1))
    other = data.draw(st.characters().filter(lambda c: c != text[at]))
    with pytest.raises(HandleError):
        verify(text[:at] + other + text[at + 1 :], KeyRing.from_hex("a1" * 32 + "@12"))


@pytest.mark.clause("H6", "K1..K3")
def test_the_code_is_the_first_bits_of_the_hmac_that_the_design_names() -> None:
    key = hmac.digest(bytes.fromhex("a1" * 32), b"tekmeria/handle/1/1", "sha256")
    bits = int.from_bytes(hmac.digest(key, b"pmid:99000001/abstract.1", "sha256"), "big")
    for length in (5, 8, 12):
        code = "".join(ALPHABET[bits >> (256 - 5 * (i + 1)) & 31] for i in range(length))
        ring = KeyRing.from_hex(f"{'a1' * 32}@{length}")
        assert mint("pmid:99000001", "abstract.1", ring) == f"pmid:99000001/abstract.1~{code}"


@pytest.mark.clause("H1", "H2", "H4..H6", "H8")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "no_scheme"),
        ("abstract.1~ae2tc", "no_scheme"),
        ("PMID:99000001/abstract.1~ae2tc", "unknown_scheme"),
        ("doi:99000001/abstract.1~ae2tc", "unknown_scheme"),
        ("pmid:099000001/abstract.1~ae2tc", "id_shape"),
        ("pmid:/abstract.1~ae2tc", "id_shape"),
        ("pmid:1234567890/abstract.1~ae2tc", "id_shape"),
        ("pmid:٩٩/abstract.1~ae2tc", "id_shape"),
        ("pmid:99000001\n/abstract.1~ae2tc", "id_shape"),
        ("pmcid:99000001/body.1.1~ae2tc", "id_shape"),
        ("nct:NCT9900000/summary~ae2tc", "id_shape"),
        ("setid:00000000-0000-4000-8000-00000000000G/boxed_warning.1~ae2tc", "id_shape"),
        ("nct:NCT99000001@/summary~ae2tc", "version_shape"),
        ("nct:NCT99000001@2026_01/summary~ae2tc", "version_shape"),
        ("nct:NCT99000001@" + "1" * 33 + "/summary~ae2tc", "version_shape"),
        ("pmid:99000001", "no_path"),
        ("pmid:99000001~ae2tc", "no_path"),
        ("pmid:99000001/~ae2tc", "path_shape"),
        ("pmid:99000001/Abstract.1~ae2tc", "path_shape"),
        ("pmid:99000001/abstract..1~ae2tc", "path_shape"),
        ("pmid:99000001/abstract.~ae2tc", "path_shape"),
        ("pmid:99000001/" + "a" * 65 + "~ae2tc", "path_shape"),
        ("pmid:99000001/" + ".".join(["a" * 42] * 3) + ".b~ae2tc", "path_shape"),
        ("search:" + "0" * 26 + "/abstract.1~ae2tc", "path_shape"),
        ("pmid:99000001/abstract.1", "no_code"),
        ("pmid:99000001/abstract.1~ae2tu", "code_character"),
        ("pmid:99000001/abstract.1~AE2TC", "code_character"),
        ("pmid:99000001/abstract.1~ae2tc\n", "code_character"),
        ("pmid:99000001/abstract.1~", "code_length"),
        ("pmid:99000001/abstract.1~ae2t", "code_length"),
        ("pmid:99000001/abstract.1~ae2tcx", "code_length"),
        ("pmid:99000001/abstract.1~ae2tc" + "0" * 240, "too_long"),
    ],
)
def test_every_refusal_of_the_grammar_has_its_reason(text: str, expected: str) -> None:
    assert reason(text) == expected


@pytest.mark.clause("H9")
def test_the_reasons_are_those_of_the_closed_list_and_the_message_gives_a_remedy() -> None:
    with pytest.raises(HandleError, match="copy the handle to its end") as caught:
        parse("pmid:99000001/abstract.1")
    assert caught.value.reason in HANDLE_REASONS
    assert caught.value.position == len("pmid:99000001/abstract.1")


@pytest.mark.clause("H7", "H8", "L9")
@given(st.text(max_size=60))
def test_parsing_any_text_gives_a_handle_or_a_reason_of_the_closed_list(text: str) -> None:
    try:
        assert str(parse(text)) == text
    except HandleError as error:
        assert error.reason in HANDLE_REASONS


@pytest.mark.clause("V3")
def test_a_handle_of_another_installation_is_forged() -> None:
    with pytest.raises(HandleError) as caught:
        verify(mint("pmid:99000001", "abstract.1", OTHER), RING)
    assert caught.value.reason == "code_mismatch"
    assert caught.value.forged


@pytest.mark.clause("K4")
def test_a_code_does_not_carry_over_to_another_path_or_record() -> None:
    code = mint("pmid:99000001", "abstract.1", RING).rpartition("~")[2]
    for body in ("pmid:99000001/abstract.2", "pmid:99000002/abstract.1", "pmid:99000001@2/abstract.1"):
        with pytest.raises(HandleError, match="no key of this installation"):
            verify(f"{body}~{code}", RING)


@pytest.mark.clause("H10")
def test_a_parsed_handle_is_not_a_verified_one() -> None:
    text = mint("pmid:99000001", "abstract.1", RING)
    assert not isinstance(parse(text), VerifiedHandle)
    assert not isinstance(verify(text, RING), Handle)


@pytest.mark.clause("H11", "K5")
def test_minting_refuses_what_the_grammar_refuses() -> None:
    for record, path in (
        ("pmid:0", "abstract.1"),
        ("pmid:99000001", "Abstract"),
        ("doi:10.5555/1", "abstract.1"),
        ("pmid:99000001", "abstract.é"),
        ("pmid:99000001", "abstract.\ud800"),
        ("pmid:99000001", "a" * 64 + "." + "b" * 64),
    ):
        with pytest.raises(HandleError):
            mint(record, path, RING)
    with pytest.raises(KeyRingError, match="addressing"):
        mint("pmid:99000001", "abstract.1", RING, addressing=2)


@pytest.mark.clause("H3", "H4")
@pytest.mark.parametrize("shape", ["[0-9]{4}", "(19|20)[0-9]{2}", "(?i)[0-9]{4}"])
def test_an_installation_can_add_a_scheme(shape: str) -> None:
    import re

    from tekmeria_contract.handle import Scheme

    schemes = {**DEFAULT, "guideline": Scheme("guideline", re.compile(shape))}
    text = mint("guideline:2026", "section.1", RING, schemes=schemes)
    assert verify(text, RING, schemes).record == "guideline:2026"
    assert reason(text) == "unknown_scheme"

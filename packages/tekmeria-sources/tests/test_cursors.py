"""A cursor continues the call it was made for, and nothing else."""

from __future__ import annotations

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tekmeria_contract.keyring import Key, KeyRing
from tekmeria_sources.cursors import LABEL, open_cursor, seal_cursor
from tekmeria_sources.errors import CursorError

RING = KeyRing.from_hex("5a" * 32)
ARGUMENTS: dict[str, object] = {"query": "γ-lindolin", "sources": []}
CURSOR = seal_cursor(RING, "search", ARGUMENTS, {"pubmed": 20})


def refused(cursor: str, ring: KeyRing = RING, tool: str = "search", **changed: object) -> CursorError:
    with pytest.raises(CursorError) as refusal:
        open_cursor(ring, cursor, tool, {**ARGUMENTS, **changed})
    assert "next_cursor" in refusal.value.remedy
    return refusal.value


def test_a_cursor_gives_back_its_positions() -> None:
    assert open_cursor(RING, f" {CURSOR} ", "search", ARGUMENTS) == {"pubmed": 20}


def test_a_cursor_of_another_call_is_refused() -> None:
    assert refused(CURSOR, tool="fetch").code == "cursor_foreign"
    assert refused(CURSOR, query="other").code == "cursor_foreign"
    assert refused(CURSOR, sources=["pubmed"]).code == "cursor_foreign"


def test_a_cursor_of_another_installation_is_refused() -> None:
    assert refused(CURSOR, KeyRing.from_hex("a5" * 32)).code == "cursor"


def test_a_cursor_survives_the_rotation_of_keys_until_its_key_is_retired() -> None:
    old, new = RING.keys[0], Key(b"n" * 32)
    assert open_cursor(KeyRing([new, old]), CURSOR, "search", ARGUMENTS) == {"pubmed": 20}
    retired = Key(old.secret, state="retired")
    refused(CURSOR, KeyRing([new, retired]))


@pytest.mark.clause("K20")
def test_a_signature_of_another_use_is_refused() -> None:
    message = CURSOR.partition(".")[0]
    content = base64.urlsafe_b64decode(message + "==")
    signature = base64.urlsafe_b64encode(RING.sign("tekmeria/bundle/1", content)).rstrip(b"=").decode()
    assert LABEL != "tekmeria/bundle/1"
    refused(f"{message}.{signature}")


@given(st.integers(0, len(CURSOR) - 1), st.sampled_from("ABCxyz019-_.=+/ \u00e9"))
def test_any_changed_character_is_noticed(position: int, character: str) -> None:
    changed = CURSOR[:position] + character + CURSOR[position + 1 :]
    if changed != CURSOR:
        refused(changed)


@pytest.mark.parametrize(
    "cursor", ["", ".", "abc", CURSOR + "=", CURSOR + ".x", CURSOR[:-1], "é.é", "A" * 1_000_000]
)
def test_what_is_no_cursor_is_refused(cursor: str) -> None:
    refused(cursor)

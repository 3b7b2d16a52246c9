"""Canonical JSON by RFC 8785, and the envelope that carries it."""

from __future__ import annotations

import json
import math
import struct
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tekmeria_contract.canonical import CanonicalError, canonical_json, read_canonical, read_json
from tekmeria_contract.envelope import (
    PAYLOAD_TYPE,
    Envelope,
    EnvelopeError,
    pre_authentication,
    read_envelope,
    write_envelope,
)

texts = st.text(st.characters(exclude_categories=["Cs"]))
scalars = (
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
)
values = st.recursive(
    scalars | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)


def double(bits: int) -> float:
    return struct.unpack(">d", bits.to_bytes(8, "big"))[0]


@pytest.mark.clause("B1")
@pytest.mark.parametrize(
    ("value", "written"),
    [
        (0.0, "0"),
        (-0.0, "0"),
        (1.0, "1"),
        (-1.5, "-1.5"),
        (0.9375, "0.9375"),
        (1e20, "100000000000000000000"),
        (123456789012345680000.0, "123456789012345680000"),
        (1e21, "1e+21"),
        (1.5e21, "1.5e+21"),
        (1e-6, "0.000001"),
        (1.5e-6, "0.0000015"),
        (1e-7, "1e-7"),
        (1.25e-7, "1.25e-7"),
        (5e-324, "5e-324"),
        (1.7976931348623157e308, "1.7976931348623157e+308"),
        (-9007199254740992.0, "-9007199254740992"),
        (2**53, "9007199254740992"),
        (-7, "-7"),
        (333333333.3333333, "333333333.3333333"),
        (0.1 + 0.2, "0.30000000000000004"),
    ],
)
def test_a_number_is_written_as_ecmascript_writes_it(value: float, written: str) -> None:
    assert canonical_json(value) == written.encode()


@pytest.mark.clause("B1")
def test_members_are_sorted_by_utf16_code_units_and_strings_escape_only_what_they_must() -> None:
    # A character beyond the basic plane is written with surrogates, which come before U+E000 and what follows.
    members = {"\ufb33": 1, "\U0001f600": 2, "é": 3, "": 4, "a": 5, "\r": 6, "1": 7, "A": 8, "\x80": 9}
    expected = '{"":4,"\\r":6,"1":7,"A":8,"a":5,"\x80":9,"é":3,"\U0001f600":2,"\ufb33":1}'
    assert canonical_json(members) == expected.encode()
    text = '\x00\x08\t\n\x0b\x0c\r\x1f "\\/<\x7f\u2028€'
    assert canonical_json(text).decode() == ('"\\u0000\\b\\t\\n\\u000b\\f\\r\\u001f \\"\\\\/<\x7f\u2028€"')
    empty: dict[str, object] = {}
    assert canonical_json([True, False, None, (), empty]) == b"[true,false,null,[],{}]"


@pytest.mark.clause("B1")
@pytest.mark.parametrize(
    "value",
    [
        math.inf,
        -math.inf,
        math.nan,
        "\ud800",
        "a\udfffb",
        {"\ud800": 1},
        [{"a": "\udc00"}],
        2**53 + 1,
        -(2**53) - 1,
        {1: 2},
        {None: 1},
        b"bytes",
        {1, 2},
    ],
)
def test_what_has_no_canonical_form_is_refused(value: object) -> None:
    with pytest.raises(CanonicalError):
        canonical_json(value)


@pytest.mark.clause("B1")
@given(values)
def test_the_canonical_form_says_the_same_and_is_its_own(value: object) -> None:
    written = canonical_json(value)
    assert read_canonical(written) == value
    assert canonical_json(read_canonical(written)) == written
    spaced = json.dumps(value, indent=1).encode()
    if spaced != written:
        with pytest.raises(CanonicalError):
            read_canonical(spaced)


SORTING = """
const canonical = (v) => Array.isArray(v) ? '[' + v.map(canonical).join(',') + ']'
  : v !== null && typeof v === 'object'
    ? '{' + Object.keys(v).sort().map(k => JSON.stringify(k) + ':' + canonical(v[k])).join(',') + '}'
    : JSON.stringify(v);
const read = JSON.parse(require('fs').readFileSync(0, 'utf8'));
const bits = new DataView(new ArrayBuffer(8));
const number = (hex) => { bits.setBigUint64(0, BigInt('0x' + hex)); return bits.getFloat64(0); };
process.stdout.write(JSON.stringify([read.doubles.map(h => JSON.stringify(number(h))), read.values.map(canonical)]));
"""


@pytest.mark.clause("B1")
@pytest.mark.needs("node")
def test_numbers_and_order_are_those_of_an_independent_engine(node: Path) -> None:
    # Every exponent with few and with many digits, and the neighbours of the powers at which the form changes.
    state, patterns = 1, list[int]()
    for exponent in range(2047):
        for _ in range(4):
            state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
            patterns.append(exponent << 52 | state >> 12)
        patterns.append(exponent << 52)
    for edge in (1e-7, 1e-6, 1e21, 1e22, 2.0**53, 0.1, 1.0):
        (bits,) = struct.unpack(">Q", struct.pack(">d", edge))
        patterns += range(bits - 3, bits + 4)
    patterns += [bits | 1 << 63 for bits in patterns[::7]]
    nested = [
        {
            "\ufb33": [double(p) for p in patterns[i : i + 3]],
            "\U0001f600": {"b": None, "a\x1f": chr(i + 1)},
            "z": "é",
        }
        for i in range(0, 2000, 20)
    ]
    given_to_node = {"doubles": [f"{p:016x}" for p in patterns], "values": nested}
    done = subprocess.run(
        [str(node), "-e", SORTING],
        input=json.dumps(given_to_node),
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=True,
    )
    numbers, objects = json.loads(done.stdout)
    assert [canonical_json(double(p)).decode() for p in patterns] == numbers
    assert [canonical_json(value).decode() for value in nested] == objects


@pytest.mark.clause("B1")
@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('{"a":1,"a":1}', "stands twice"),
        ('{"a":{"b":1,"b":2}}', "stands twice"),
        ("[NaN]", "NaN"),
        ("[-Infinity]", "Infinity"),
        ("[1", "no JSON"),
        ("[" * 100_000, "nested too deeply"),
        ("1" * 5000, "too great"),
        ("[-1e999]", "too great"),
    ],
)
def test_what_is_no_json_of_one_meaning_is_refused_with_the_reason(text: str, problem: str) -> None:
    with pytest.raises(CanonicalError, match=problem):
        read_json(text)


@pytest.mark.clause("B1")
def test_writing_does_not_recurse() -> None:
    value: object = []
    for _ in range(100_000):
        value = [value]
    assert canonical_json(value) == b"[" * 100_001 + b"]" * 100_001


@pytest.mark.clause("B8")
@pytest.mark.parametrize(
    ("kind", "payload", "encoded"),
    [
        ("", b"", b"DSSEv1 0  0 "),
        ("a/b", b"one two", b"DSSEv1 3 a/b 7 one two"),
        ("é", "π".encode(), b"DSSEv1 2 \xc3\xa9 2 \xcf\x80"),
        (PAYLOAD_TYPE, b"{}", b"DSSEv1 36 application/vnd.tekmeria.bundle+json 2 {}"),
    ],
)
def test_type_and_payload_are_signed_each_after_its_length_in_bytes(
    kind: str, payload: bytes, encoded: bytes
) -> None:
    assert pre_authentication(payload, kind) == encoded


SOUND = Envelope(b'{"a":1}', "ring:0123456789abcdef", b"\xff" * 32)


@pytest.mark.clause("B8", "B12")
def test_an_envelope_is_read_as_it_was_written_whatever_its_spacing() -> None:
    written = write_envelope(SOUND)
    assert read_envelope(written) == SOUND
    assert read_envelope(json.dumps(json.loads(written), indent=2)) == SOUND
    assert json.loads(written)["payloadType"] == PAYLOAD_TYPE


@pytest.mark.clause("B12")
@pytest.mark.parametrize(
    "changed",
    [
        {"payloadType": "application/json"},
        {"signatures": []},
        {"signatures": [{"keyid": "a", "sig": "AA=="}] * 2},
        {"signatures": [{"keyid": "a", "sig": "AA==", "cert": ""}]},
        {"signatures": [{"sig": "AA=="}]},
        {"signatures": [{"keyid": 5, "sig": "AA=="}]},
        {"signatures": {"keyid": "a", "sig": "AA=="}},
        {"payload": "e30"},
        {"payload": "e31="},
        {"payload": "e3 0="},
        {"payload": "e30=\n"},
        {"payload": "__8="},
        {"payload": ""},
        {"payload": None},
        {"extra": 1},
    ],
)
def test_an_envelope_of_another_shape_is_refused(changed: dict[str, Any]) -> None:
    envelope = {**json.loads(write_envelope(SOUND)), **changed}
    with pytest.raises(EnvelopeError):
        read_envelope(json.dumps(envelope))


@pytest.mark.clause("B12")
@pytest.mark.parametrize("text", ["", "{}", "[]", "null", "{", "5", '{"payload":"","payload":""}'])
def test_what_is_no_envelope_is_refused(text: str) -> None:
    with pytest.raises(EnvelopeError):
        read_envelope(text)

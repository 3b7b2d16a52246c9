"""A stored answer is told by its content (contract.md §3)."""

from __future__ import annotations

import json

import pytest

from tekmeria_contract import KeyRing, plan
from tekmeria_contract.answer_file import AnswerFileError, read_answer_file

CLAIMS: list[dict[str, object]] = [{"sentence": "It fell.", "citations": []}]
RING = KeyRing.from_hex("5e" * 32)


@pytest.mark.beside("stored answers are files of the command line, which is no part of the contract")
@pytest.mark.parametrize(
    "text",
    ["It fell.", "[1] is no JSON", '"quoted" words', "{braces}", "[]", "[[1]]", "\n- a list\n", "[{x}]"],
)
def test_what_does_not_begin_like_json_is_text(text: str) -> None:
    assert read_answer_file(text.encode()) == text


@pytest.mark.beside("stored answers are files of the command line, which is no part of the contract")
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_byte_order_mark_tells_the_encoding_and_is_no_part_of_the_answer(encoding: str) -> None:
    assert read_answer_file("β = −0.23 fell.".encode(encoding)) == "β = −0.23 fell."


FORMS: list[object] = [CLAIMS, {"claims": CLAIMS}, {"id": "a", "claims": CLAIMS, "answer_text": None}]


@pytest.mark.beside("stored answers are files of the command line, which is no part of the contract")
@pytest.mark.parametrize("value", FORMS)
def test_claims_are_read_from_an_array_or_an_object(value: object) -> None:
    assert read_answer_file(json.dumps(value, indent=1).encode()) == CLAIMS


@pytest.mark.beside("stored answers are files of the command line, which is no part of the contract")
def test_the_text_of_an_answer_is_read_from_an_object() -> None:
    assert read_answer_file(b'\n { "answer_text": "It fell." }') == "It fell."


@pytest.mark.beside("stored answers are files of the command line, which is no part of the contract")
@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "it is empty"),
        (b" \n\t", "it is empty"),
        (b"It fell by \xff.", "byte 11 is not UTF-8"),
        (b"\xff\xfe\x00\xd8", "byte 2 is not UTF-16"),
        (b'{"answer_text": "It', "begins like JSON and is none"),
        (b'{"answer_text": "a"}\n{"answer_text": "b"}\n', "one line at a time"),
        (b'[{"answer_text": "a"}]', "an array of no claims"),
        (b"[{}]", "an array of no claims"),
        (b"{}", "neither answer_text nor claims"),
        (b'{"answer_text": "a", "claims": []}', "both answer_text and claims"),
        (b'{"answer_text": 5, "claims": "x"}', "neither answer_text nor claims"),
        (b'[{"sentence": ' + b"[" * 200_000, "nested too deeply"),
        (b'{"claims": ' + b"9" * 5000 + b"}", "a number too long"),
    ],
)
def test_what_cannot_be_read_is_refused_in_words(data: bytes, problem: str) -> None:
    with pytest.raises(AnswerFileError, match=problem):
        read_answer_file(data)


@pytest.mark.beside("stored answers are files of the command line, which is no part of the contract")
@pytest.mark.parametrize("second", ["5", '"It fell."', '[{"sentence": "It fell."}]', "null"])
def test_a_claim_that_is_no_object_is_named_by_its_place(second: str) -> None:
    read = read_answer_file(f'[{{"sentence": "It fell."}}, {second}]'.encode())
    with pytest.raises(ValueError, match="claim 1 is no object"):
        plan(read, RING)

"""Stored answers are told apart by content."""

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tekmeria_server.stored import StoredAnswer, UnreadableAnswerError, read_answers

CLAIMS: list[dict[str, object]] = [{"sentence": "One.", "citations": []}, {"sentence": "Two."}]


def read(data: str | bytes) -> list[StoredAnswer | UnreadableAnswerError]:
    return list(read_answers("f", io.BytesIO(data.encode() if isinstance(data, str) else data)))


def contents(data: str | bytes) -> list[object]:
    answers = read(data)
    assert all(isinstance(answer, StoredAnswer) for answer in answers), answers
    return [answer.content for answer in answers if isinstance(answer, StoredAnswer)]


def problem(data: str | bytes) -> str:
    (answer,) = read(data)
    assert isinstance(answer, UnreadableAnswerError), answer
    return str(answer)


@pytest.mark.parametrize(
    "text",
    [
        "Plain words.\n",
        "# Heading\r\n\r\n- item\r\n",
        "\n\n  indented, after blank lines\n",
        "[pmid:99000001/title~00000] begins with a bracket.",
        "[1] First.\n[2] Second.\n",
        "{curly} braces begin this.\n",
        "123",
        "null",
    ],
)
def test_text_and_markdown_come_byte_for_byte(text: str) -> None:
    assert contents(text) == [text]


def test_a_byte_order_mark_is_no_part_of_the_answer_and_utf_16_is_read() -> None:
    assert contents(b"\xef\xbb\xbfWords.") == ["Words."]
    assert contents("Größe ≥ 1.".encode("utf-16")) == ["Größe ≥ 1."]
    assert contents(b"\xef\xbb\xbf" + json.dumps({"answer_text": "Words."}).encode()) == ["Words."]


@pytest.mark.parametrize("indent", [None, 2])
def test_json_objects_and_arrays_are_read_by_what_they_hold(indent: int | None) -> None:
    def dumped(value: object) -> str:
        return json.dumps(value, indent=indent)

    assert contents(dumped(CLAIMS)) == [CLAIMS]
    assert contents(dumped({"claims": CLAIMS})) == [CLAIMS]
    assert contents(dumped({"id": 7, "answer_text": "Words.", "model": "m"})) == ["Words."]
    assert contents(dumped([{"answer_text": "A."}, {"claims": CLAIMS}])) == ["A.", CLAIMS]


def test_an_array_of_claims_may_have_a_claim_a_line() -> None:
    lines = ",\n".join(json.dumps(claim) for claim in CLAIMS)
    assert contents(f"[{lines}]") == [CLAIMS]


def test_json_lines_are_named_by_line_and_id_and_one_bad_line_spoils_no_other() -> None:
    lines = [json.dumps({"id": "a", "answer_text": "A."}), "", "{broken", json.dumps(CLAIMS), '{"x": 1}']
    answers = read("\n".join(lines))
    assert [type(answer).__name__ for answer in answers] == [
        "StoredAnswer",
        "UnreadableAnswerError",
        "StoredAnswer",
        "UnreadableAnswerError",
    ]
    first, broken, third, shapeless = answers
    assert isinstance(first, StoredAnswer)
    assert (first.name, first.content, first.one_of_many) == ("f:1 (a)", "A.", True)
    assert str(broken).startswith("f:3: begins like JSON")
    assert isinstance(third, StoredAnswer)
    assert third.content == CLAIMS
    assert "neither answer_text nor claims" in str(shapeless)


def test_json_lines_are_recognised_where_only_the_first_line_is_broken() -> None:
    broken, sound = read('{"answer_text": "A.\n{"answer_text": "B."}\n')
    assert str(broken).startswith("f:1:")
    assert isinstance(sound, StoredAnswer)
    assert sound.content == "B."


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("", "f: empty; there is no answer to audit"),
        (" \n\t\n", "f: empty"),
        (b"caf\xe9", "f: not text: byte 3 is not UTF-8; save the answer as UTF-8"),
        ('{"answer_text": "cut off', "f: begins like JSON but is none"),
        ('{"verdict": "pass"}', "f: it holds neither answer_text nor claims"),
        ('{"answer_text": "A.", "claims": []}', "f: it holds both answer_text and claims"),
        ('{"answer_text": 5}', "f: it holds neither"),
        ('{"answer_text": "A."} trailing', "f: begins like JSON but is none"),
        ('[{"x": 1}]', "f[0]: it holds neither"),
        ('{"a":' * 100_000, "f: "),
    ],
)
def test_what_cannot_be_read_is_named_with_the_remedy(data: str | bytes, message: str) -> None:
    assert problem(data).startswith(message)


@given(st.binary(max_size=80) | st.text('{["\n }],:answer_textclaims', max_size=60).map(str.encode))
def test_any_bytes_are_read_or_named_as_unreadable(data: bytes) -> None:
    answers = read(data)
    assert answers
    for answer in answers:
        assert isinstance(answer, StoredAnswer) or str(answer).startswith("f")


@given(st.text(min_size=1).filter(lambda text: text.strip() != ""))
def test_an_answer_comes_out_of_json_as_it_went_in(text: str) -> None:
    assert contents(json.dumps({"answer_text": text})) == [text]
    twice = "\n".join([json.dumps({"answer_text": text})] * 2)
    assert contents(twice) == [text, text]

"""Stored answers, told apart by content (system.md, Commands: ``tekmeria audit FILE…``).

* text or Markdown: one answer;
* a JSON object with ``answer_text`` or ``claims``: one answer; a JSON array of such objects: several;
* a JSON array of claims (objects with ``sentence``): one answer as structured claims;
* JSON Lines: an answer a line, each an object or an array as above.

An ``id`` beside ``answer_text`` or ``claims`` names the answer in what is printed. What begins like JSON and
is none is unreadable, never text: audited as text it would get a verdict about something else.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO, cast

Claims = Sequence[Mapping[str, Any]]

_JSON_BEGINS = re.compile(r'\s*(?:\{\s*["}]|\[\s*\{\s*["}])')
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_EXPECTED = "expected an object with answer_text or claims, or an array of claims with sentence and citations"


class UnreadableAnswerError(Exception):
    """A stored answer cannot be read: its ``name``, and the ``problem`` with what was expected."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(f"{name}: {problem}")
        self.name = name
        self.problem = problem


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """One answer: its ``name`` for people, its ``content``, and whether its file may hold more than it."""

    name: str
    content: str | Claims
    one_of_many: bool


def read_answers(name: str, file: BinaryIO) -> Iterator[StoredAnswer | UnreadableAnswerError]:
    """The answers that ``file`` holds, in order; where one cannot be read, the error stands in its place.

    JSON Lines are read line by line, so that their number does not matter.
    """
    begun = _beginning(file)
    if _is_json_lines([line for line in begun if line.strip()]):
        yield from _lines(name, begun, file)
        return
    try:
        yield from _whole(name, _decoded(name, b"".join(begun) + file.read()))
    except UnreadableAnswerError as error:
        yield error


def _beginning(file: BinaryIO) -> list[bytes]:
    """The lines of ``file`` up to the second that is not blank."""
    lines: list[bytes] = []
    filled = 0
    while filled < 2 and (line := file.readline()):
        lines.append(line)
        filled += bool(line.strip())
    return lines


def _is_json_lines(filled: list[bytes]) -> bool:
    """Whether the first two lines that are not blank tell of JSON Lines, were one of them broken."""
    if len(filled) < 2 or not _begins_json(filled[0]):
        return False
    return _is_json(filled[0]) or (_begins_json(filled[1]) and _is_json(filled[1]))


def _begins_json(line: bytes) -> bool:
    return _JSON_BEGINS.match(line.decode("utf-8-sig", errors="replace")) is not None


def _is_json(line: bytes) -> bool:
    try:
        json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return False
    return True


def _lines(name: str, begun: list[bytes], file: BinaryIO) -> Iterator[StoredAnswer | UnreadableAnswerError]:
    number = 0
    for part in (begun, file):
        for line in part:
            number += 1
            if line.strip():
                yield from _line(f"{name}:{number}", line)


def _line(name: str, line: bytes) -> Iterator[StoredAnswer | UnreadableAnswerError]:
    try:
        yield _answer(name, _parsed(name, _decoded(name, line)), one_of_many=True)
    except UnreadableAnswerError as error:
        yield error


def _decoded(name: str, data: bytes) -> str:
    encoding, named = ("utf-16", "UTF-16") if data.startswith(_UTF16) else ("utf-8-sig", "UTF-8")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise UnreadableAnswerError(
            name, f"not text: byte {error.start} is not {named}; save the answer as UTF-8"
        ) from None
    if not text.strip():
        raise UnreadableAnswerError(name, "empty; there is no answer to audit")
    return text


def _parsed(name: str, text: str) -> object:
    try:
        return json.loads(text)
    except RecursionError:
        raise UnreadableAnswerError(name, f"JSON nested too deeply; {_EXPECTED}") from None
    except ValueError as error:
        raise UnreadableAnswerError(name, f"begins like JSON but is none ({error}); mend it") from None


def _whole(name: str, text: str) -> Iterator[StoredAnswer]:
    if not _JSON_BEGINS.match(text):
        yield StoredAnswer(name, text, one_of_many=False)
        return
    value = _parsed(name, text)
    if not isinstance(value, list) or _is_claims(cast(object, value)):
        yield _answer(name, cast(object, value), one_of_many=False)
        return
    for index, item in enumerate(cast(list[object], value)):
        yield _answer(f"{name}[{index}]", item, one_of_many=True)


def _is_claims(value: object) -> bool:
    items = cast(list[object], value) if isinstance(value, list) else []
    return any(isinstance(item, dict) and "sentence" in item for item in items)


def _answer(name: str, value: object, *, one_of_many: bool) -> StoredAnswer:
    if _is_claims(value):
        return StoredAnswer(name, cast(Claims, value), one_of_many)
    if not isinstance(value, dict):
        raise UnreadableAnswerError(name, f"{_EXPECTED}, not {type(value).__name__}")
    members = cast(dict[str, object], value)
    text, claims = members.get("answer_text"), members.get("claims")
    if isinstance(text, str) == isinstance(claims, list):
        both = "both answer_text and claims" if isinstance(text, str) else "neither answer_text nor claims"
        raise UnreadableAnswerError(name, f"it holds {both}; {_EXPECTED}")
    named = members.get("id")
    label = f"{name} ({named})" if isinstance(named, str | int) else name
    return StoredAnswer(label, text if isinstance(text, str) else cast(Claims, claims), one_of_many)

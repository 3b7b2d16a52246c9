"""One stored answer, told by its content: text or Markdown, or JSON with structured claims (contract.md §3).

JSON is an array of claims (objects with ``sentence``), or an object with ``answer_text`` or ``claims``. What begins
like JSON and is none is refused, never read as text: it would get a verdict about something else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

Claims = Sequence[Mapping[str, Any]]

_JSON_BEGINS = re.compile(r'\s*(?:\{\s*["}]|\[\s*\{\s*["}])')
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_EXPECTED = "expected an array of claims with sentence and citations, or an object with answer_text or claims"


class AnswerFileError(ValueError):
    """A stored answer cannot be read; the message says why and what was expected."""


def read_answer_file(data: bytes) -> str | Claims:
    """The answer in a file's ``data``, to be given to :func:`~tekmeria_contract.plan.plan`.

    UTF-8, or UTF-16 where a byte order mark says so. Raises :class:`AnswerFileError`.
    """
    text = _decoded(data)
    return _answer(_parsed(text)) if _JSON_BEGINS.match(text) else text


def _decoded(data: bytes) -> str:
    encoding, name = ("utf-16", "UTF-16") if data.startswith(_UTF16) else ("utf-8-sig", "UTF-8")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise AnswerFileError(f"byte {error.start} is not {name}; save the answer as UTF-8") from None
    if not text.strip():
        raise AnswerFileError("it is empty; there is no answer to audit")
    return text


def _parsed(text: str) -> object:
    try:
        return json.loads(text)
    except RecursionError:
        raise AnswerFileError(f"its JSON is nested too deeply; {_EXPECTED}") from None
    except json.JSONDecodeError as error:
        where = f"{error.msg} at line {error.lineno}, column {error.colno}"
        raise AnswerFileError(
            f"it begins like JSON and is none ({where}); mend it, and audit JSON Lines one line at a time"
        ) from None
    except ValueError:
        raise AnswerFileError(f"its JSON holds a number too long to be read; {_EXPECTED}") from None


def _answer(value: object) -> str | Claims:
    if isinstance(value, list):
        return _claims(cast(list[object], value))
    members = cast(dict[str, object], value)
    text, claims = members.get("answer_text"), members.get("claims")
    if isinstance(text, str) == isinstance(claims, list):
        both = "both answer_text and claims" if isinstance(text, str) else "neither answer_text nor claims"
        raise AnswerFileError(f"it holds {both}; {_EXPECTED}")
    return text if isinstance(text, str) else cast(Claims, claims)


def _claims(items: list[object]) -> Claims:
    if not any(isinstance(item, dict) and "sentence" in item for item in items):
        raise AnswerFileError(f"it is an array of no claims; {_EXPECTED}, and several answers one at a time")
    return cast(Claims, items)

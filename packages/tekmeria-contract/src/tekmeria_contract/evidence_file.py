"""The evidence file: what is known about an answer's handles, as JSON (contract.md §6, §10).

::

    {"schema": "tekmeria.evidence/1", "resolutions": {handle: resolution, ...}}

A resolution has the members of :class:`~tekmeria_contract.resolution.Resolution`, every one of them, ``null`` for
what is not known. What is written is canonical (RFC 8785): sorted members, no white space, no number anywhere. What
is read may be spaced and ordered otherwise, but nothing may be missing, unknown, said twice or of another type.

The file is not sealed: it says what its writer says. That a handle in it is genuine, the key ring tells; that the
text beside the handle is what was handed out, only a sealed bundle does.
"""

from __future__ import annotations

import json
import re
import types
from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from typing import Any, TypeVar, cast, get_args, get_origin, get_type_hints

from tekmeria_contract.handle import DEFAULT, HandleError, Scheme, parse
from tekmeria_contract.report import plain
from tekmeria_contract.resolution import NOTICE_KINDS, Notice, Resolution
from tekmeria_contract.vocabulary import EVIDENCE_SCHEMA, HANDLE_REASONS

Schemes = Mapping[str, Scheme]

_T = TypeVar("_T")

_NAMES: Mapping[type, str] = {
    bool: "true or false",
    dict: "an object",
    float: "a number",
    int: "a number",
    list: "a list",
    str: "a string",
    types.NoneType: "null",
}
"""The JSON types as messages name them."""

_HALF_A_PAIR = re.compile("[\ud800-\udfff]")


class EvidenceError(ValueError):
    """An evidence file says something that this version does not read, or leaves something out.

    ``handle`` is the resolution at fault and ``member`` the member inside it (``record.notices[0].kind``); each is
    None where the fault lies outside. ``problem`` is what is wrong, with what was expected.
    """

    def __init__(self, problem: str, handle: str | None = None, member: str | None = None) -> None:
        where = " of ".join([part for part in (member, handle) if part])
        super().__init__(f"{where}: {problem}" if where else problem)
        self.problem = problem
        self.handle = handle
        self.member = member

    def inside(self, step: str) -> EvidenceError:
        """The same fault seen from one level further out: ``step`` is a member's name or ``[index]``."""
        inner = self.member or ""
        joint = "." if inner and not inner.startswith("[") else ""
        return EvidenceError(self.problem, None, f"{step}{joint}{inner}")


def read_evidence(text: str, schemes: Schemes = DEFAULT) -> dict[str, Resolution]:
    """The resolutions that an evidence file's ``text`` holds, by handle.

    Every handle is parsed with ``schemes`` and none is verified: the audit asks only for handles that its ring has
    verified. Raises :class:`EvidenceError` with the first fault that is met.
    """
    document = _parsed(text)
    _check_version(document)
    return _resolutions(_members(document, ("schema", "resolutions"))["resolutions"], schemes)


def write_evidence(resolutions: Mapping[str, Resolution], schemes: Schemes = DEFAULT) -> str:
    """The canonical text of an evidence file, to be stored as UTF-8; the order of ``resolutions`` does not matter.

    Raises :class:`EvidenceError` for what :func:`read_evidence` would not read.
    """
    plainly: dict[str, Any] = {handle: plain(resolution) for handle, resolution in resolutions.items()}
    _resolutions(plainly, schemes)
    document = {"schema": EVIDENCE_SCHEMA, "resolutions": plainly}
    return json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _parsed(text: str) -> object:
    try:
        return json.loads(text, object_pairs_hook=_once)
    except EvidenceError:
        raise
    except RecursionError:
        raise EvidenceError("it is nested too deeply") from None
    except json.JSONDecodeError as error:
        raise EvidenceError(
            f"it is no JSON ({error.msg} at line {error.lineno}, column {error.colno})"
        ) from None
    except ValueError:
        # Python reads no number of more than some thousand digits.
        raise EvidenceError("it holds a number too long to be read; an evidence file has none") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members: dict[str, Any] = {}
    for name, value in pairs:
        if name in members:
            raise EvidenceError(f"the member {_shown(name)} stands twice in one object; say it once")
        members[name] = value
    return members


def _check_version(document: object) -> None:
    """Say of another version's file that it is one, before its members are wondered at."""
    members = cast(dict[str, object], document) if isinstance(document, dict) else {}
    found = members.get("schema", EVIDENCE_SCHEMA)
    if found != EVIDENCE_SCHEMA:
        raise EvidenceError(f"it is {_shown(found)}; this version reads {EVIDENCE_SCHEMA}", None, "schema")


def _resolutions(given: object, schemes: Schemes) -> dict[str, Resolution]:
    if not isinstance(given, dict):
        raise EvidenceError(_expected("an object", given), None, "resolutions")
    read: dict[str, Resolution] = {}
    for handle, resolution in cast(dict[str, object], given).items():
        try:
            _check_handle(handle, schemes)
            read[handle] = read_object(Resolution, resolution, schemes)
        except EvidenceError as error:
            raise EvidenceError(error.problem, _shown_handle(handle), error.member) from None
    return read


def _read(hint: object, given: object, schemes: Schemes) -> object:
    """``given`` as the type ``hint``: a string, a truth value, a whole number, a dataclass, a tuple of these; each
    perhaps None; as it is where the type is ``object``."""
    if hint is object:
        return given
    if hint is str:
        return _read_string(given)
    if hint is bool:
        if not isinstance(given, bool):
            raise EvidenceError(_expected("true or false", given))
        return given
    if hint is int:
        if not isinstance(given, int) or isinstance(given, bool):
            raise EvidenceError(_expected("a whole number", given))
        return given
    if get_origin(hint) is types.UnionType:
        return None if given is None else _read(get_args(hint)[0], given, schemes)
    if get_origin(hint) is tuple:
        return _read_list(get_args(hint)[0], given, schemes)
    return read_object(cast(type[object], hint), given, schemes)


def _read_string(given: object) -> str:
    if not isinstance(given, str):
        raise EvidenceError(_expected("a string", given))
    if _HALF_A_PAIR.search(given):
        raise EvidenceError("it holds half of a surrogate pair, which is no text")
    return given


def _read_list(hint: object, given: object, schemes: Schemes) -> tuple[object, ...]:
    if not isinstance(given, list):
        raise EvidenceError(_expected("a list", given))
    read: list[object] = []
    for index, item in enumerate(cast(list[object], given)):
        try:
            read.append(_read(hint, item, schemes))
        except EvidenceError as error:
            raise error.inside(f"[{index}]") from None
    return tuple(read)


def read_object(cls: type[_T], given: object, schemes: Schemes = DEFAULT) -> _T:
    """``given`` as the dataclass ``cls``, every member of it and no other. Raises :class:`EvidenceError`."""
    hints = _hints(cls)
    read: dict[str, Any] = {}
    for name, value in _members(given, tuple(hints)).items():
        try:
            read[name] = _read(hints[name], value, schemes)
            _check_meaning(cls, name, read[name], schemes)
        except EvidenceError as error:
            raise error.inside(name) from None
    return cls(**read)


@cache
def _hints(cls: type) -> Mapping[str, Any]:
    hints = get_type_hints(cls)
    return {field.name: hints[field.name] for field in fields(cls)}


def _members(given: object, names: tuple[str, ...]) -> dict[str, object]:
    """The members of an object that has exactly these ``names``."""
    if not isinstance(given, dict):
        raise EvidenceError(_expected("an object", given))
    members = cast(dict[str, object], given)
    for name in members:
        if name not in names:
            raise EvidenceError(f"it has an unknown member {_shown(name)}; it may have {', '.join(names)}")
    for name in names:
        if name not in members:
            raise EvidenceError(f'it lacks the member "{name}"; what is not known is null')
    return members


def _check_meaning(cls: type, name: str, value: object, schemes: Schemes) -> None:
    if cls is Notice and name == "kind" and value not in NOTICE_KINDS:
        raise EvidenceError(
            f"there is no notice of kind {_shown(value)}; choose from {', '.join(sorted(NOTICE_KINDS))}"
        )
    if name == "handle":
        _check_handle(cast(str, value), schemes)


def _check_handle(text: str, schemes: Schemes) -> None:
    try:
        parse(text, schemes)
    except HandleError as error:
        raise EvidenceError(f"it is no handle: {HANDLE_REASONS[error.reason].meaning}") from None


def _expected(what: str, given: object) -> str:
    return f"expected {what}, found {_NAMES.get(type(given), type(given).__name__)}"


def _shown(value: object) -> str:
    """A value as a message may show it: on one line, and not at any length."""
    shown = ascii(value)
    return shown if len(shown) <= 60 else f"{shown[:60]}…"


def _shown_handle(handle: str) -> str:
    return handle if handle.isascii() and handle.isprintable() and len(handle) <= 240 else _shown(handle)

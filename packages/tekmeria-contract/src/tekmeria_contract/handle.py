"""The handle: its grammar, its schemes, and how one is minted and verified (contract.md §1, §2).

Grammar::

    handle   = record "/" path "~" code
    record   = scheme ":" id [ "@" version ]
    path     = step *( "." step )            ; at most 128 characters in all
    step     = 1*64( a-z 0-9 _ - )
    version  = 1*32( A-Z a-z 0-9 . - )
    code     = 5, 8 or 12 characters of Crockford's base32 in lower case

A handle has 240 characters at most. A :class:`Handle` is parsed and nothing more; a :class:`VerifiedHandle`
is one whose check code a key of the ring has made. They are two types so that one is never taken for the other.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from tekmeria_contract.keyring import ALPHABET, CODE_LENGTHS, KeyRing
from tekmeria_contract.vocabulary import HANDLE_REASONS

MAX_HANDLE = 240
MAX_PATH = 128


_VERSION = re.compile(r"[A-Za-z0-9.\-]{1,32}")
_PATH = re.compile(r"[a-z0-9_\-]{1,64}(?:\.[a-z0-9_\-]{1,64})*")
_CODE_CHARACTERS = re.compile(rf"[{ALPHABET}]*")


@dataclass(frozen=True, slots=True)
class Scheme:
    """A namespace of record ids: its ``name``, the regular expression of an ``id``, its only path if it has one."""

    name: str
    id_pattern: re.Pattern[str]
    only_path: str | None = None
    _shape: re.Pattern[str] | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # An expression with groups or flags of its own cannot be part of another; its handles are read in steps.
        simple = self.id_pattern.groups == 0 and self.id_pattern.flags == re.UNICODE
        object.__setattr__(self, "_shape", re.compile(self._grammar()) if simple else None)

    def _grammar(self) -> str:
        path = _PATH.pattern if self.only_path is None else re.escape(self.only_path)
        codes = "|".join(f"[{ALPHABET}]{{{length}}}" for length in CODE_LENGTHS)
        name, id_ = re.escape(self.name), self.id_pattern.pattern
        return rf"{name}:({id_})(?:@({_VERSION.pattern}))?/({path})~({codes})"

    def read(self, text: str) -> tuple[str, str | None, str, str] | None:
        """Id, version, path and code of a handle of this scheme; None where ``text`` is none, or takes more steps."""
        matched = self._shape.fullmatch(text) if self._shape is not None and len(text) <= MAX_HANDLE else None
        if matched is None or matched.end(3) - matched.start(3) > MAX_PATH:
            return None
        id_, version, path, code = matched.groups()
        return id_, version, path, code


def _schemes(*rows: tuple[str, str, str | None]) -> Mapping[str, Scheme]:
    return MappingProxyType({name: Scheme(name, re.compile(pattern), path) for name, pattern, path in rows})


DEFAULT: Mapping[str, Scheme] = _schemes(
    ("pmid", r"[1-9][0-9]{0,8}", None),
    ("pmcid", r"PMC[1-9][0-9]{0,9}", None),
    ("ppr", r"PPR[1-9][0-9]{0,9}", None),
    ("nct", r"NCT[0-9]{8}", None),
    ("setid", r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", None),
    ("search", rf"[{ALPHABET}]{{26}}", "receipt"),
)
"""The schemes of every installation (contract.md §1); an installation may pass a larger mapping."""


class HandleError(ValueError):
    """A text is not a handle, or not one that this ring has minted.

    ``reason`` is an id of :data:`~tekmeria_contract.vocabulary.HANDLE_REASONS`; ``position`` is the index of the
    character at fault, where one can be named; ``forged`` tells a well-formed handle with a wrong code from a
    malformed one.
    """

    def __init__(self, reason: str, text: str, position: int | None = None) -> None:
        term = HANDLE_REASONS[reason]
        where = "" if position is None else f" at character {position}"
        super().__init__(f"not a handle: {text[:MAX_HANDLE]!r}: {term.meaning}{where}; {term.remedy}")
        self.reason = reason
        self.position = position

    @property
    def forged(self) -> bool:
        """Whether the text was well formed and only its check code was refused."""
        return self.reason in {"code_mismatch", "retired_key", "not_in_bundle"}


@dataclass(frozen=True, slots=True)
class Handle:
    """A text that obeys the grammar; nothing is said of its check code."""

    scheme: str
    id: str
    version: str | None
    path: str
    code: str

    @property
    def record(self) -> str:
        """``scheme:id`` with ``@version`` where there is one."""
        return f"{self.scheme}:{self.id}" + (f"@{self.version}" if self.version is not None else "")

    @property
    def body(self) -> str:
        """Everything before the ``~``: what the check code is made from."""
        return f"{self.record}/{self.path}"

    def __str__(self) -> str:
        return f"{self.body}~{self.code}"


@dataclass(frozen=True, slots=True)
class VerifiedHandle:
    """A handle whose check code the key with ``key_fingerprint`` has made, under ``addressing`` version."""

    handle: Handle
    key_fingerprint: str
    addressing: int

    @property
    def record(self) -> str:
        """The record, ``scheme:id[@version]``."""
        return self.handle.record

    @property
    def path(self) -> str:
        """The path of the passage inside its record."""
        return self.handle.path

    def __str__(self) -> str:
        return str(self.handle)


def parse(text: str, schemes: Mapping[str, Scheme] = DEFAULT) -> Handle:
    """Read ``text`` strictly as one handle: writing the result gives ``text`` back (contract.md §1).

    Raises :class:`HandleError` with the first reason that applies, reading from left to right.
    """
    name = text.partition(":")[0]
    scheme = schemes.get(name)
    read = None if scheme is None else scheme.read(text)
    return _parse_in_steps(text, schemes) if read is None else Handle(name, *read)


def _parse_in_steps(text: str, schemes: Mapping[str, Scheme]) -> Handle:
    if len(text) > MAX_HANDLE:
        raise HandleError("too_long", text)
    body, tilde, code = text.rpartition("~")
    if not tilde:
        body, code = text, ""
    record, slash, path = body.partition("/")
    scheme_name, id_, version = _parse_record(record, text, schemes)
    if not slash:
        raise HandleError("no_path", text, len(record))
    _check_path(path, len(record) + 1, text, schemes[scheme_name])
    if not tilde:
        raise HandleError("no_code", text, len(text))
    rest = _CODE_CHARACTERS.sub("", code, count=1)
    if rest:
        raise HandleError("code_character", text, len(text) - len(rest))
    if len(code) not in CODE_LENGTHS:
        raise HandleError("code_length", text, len(body) + 1)
    return Handle(scheme_name, id_, version, path, code)


def _parse_record(record: str, text: str, schemes: Mapping[str, Scheme]) -> tuple[str, str, str | None]:
    name, colon, rest = record.partition(":")
    if not colon:
        raise HandleError("no_scheme", text, 0)
    scheme = schemes.get(name)
    if scheme is None:
        raise HandleError("unknown_scheme", text, 0)
    id_, at, version = rest.partition("@")
    if scheme.id_pattern.fullmatch(id_) is None:
        raise HandleError("id_shape", text, len(name) + 1)
    if at and _VERSION.fullmatch(version) is None:
        raise HandleError("version_shape", text, len(name) + len(id_) + 2)
    return name, id_, version if at else None


def _check_path(path: str, start: int, text: str, scheme: Scheme) -> None:
    if len(path) > MAX_PATH or _PATH.fullmatch(path) is None:
        raise HandleError("path_shape", text, start)
    if scheme.only_path is not None and path != scheme.only_path:
        raise HandleError("path_shape", text, start)


def mint(
    record: str, path: str, ring: KeyRing, addressing: int = 1, schemes: Mapping[str, Scheme] = DEFAULT
) -> str:
    """Make the handle of passage ``path`` of ``record`` (``scheme:id[@version]``) with the ring's minting key.

    ``addressing`` is the version of the rules that cut the record into passages. Raises :class:`HandleError`
    where record or path do not obey the grammar, :class:`~tekmeria_contract.keyring.KeyRingError` where no key
    mints or the addressing version is unknown.
    """
    body = f"{record}/{path}"
    # What is not ASCII is refused by the grammar, lone surrogates among it, which have no UTF-8.
    handle = f"{body}~{ring.minting_code(body.encode('ascii', 'replace'), addressing)}"
    parse(handle, schemes)
    return handle


@dataclass(frozen=True, slots=True)
class KnownHandles:
    """The handles that a sealed bundle vouches for, for who reads an answer without a key (contract.md §10).

    ``handles`` are those verified where the key is; ``code_lengths`` those that its ring accepts.
    """

    handles: Mapping[str, VerifiedHandle]
    code_lengths: tuple[int, ...] = CODE_LENGTHS


Vouching = KeyRing | KnownHandles
"""What says of a handle that it is genuine: the keys that make codes, or a sealed list."""


def verify(text: str, ring: Vouching, schemes: Mapping[str, Scheme] = DEFAULT) -> VerifiedHandle:
    """Say which key made the handle ``text``; what a sealed list knows, and nothing else, is genuine by it.

    1. Parse strictly. 2. Choose the keys that accept a code of this length. 3. Make the code of the body with
    every such key and every addressing version known. 4. Compare in constant time.

    Raises :class:`HandleError`: a reason of the grammar, ``code_length`` where no key accepts that length,
    ``retired_key`` where only a retired key made it, ``code_mismatch`` otherwise; ``not_in_bundle`` where a sealed
    list does not hold it.
    """
    handle = parse(text, schemes)
    if isinstance(ring, KnownHandles):
        return _known(text, handle, ring)
    given, length = handle.code, len(handle.code)
    derived = ring.accepting(length)
    if not derived:
        raise HandleError("code_length", text, len(text) - length)
    body = text[: -length - 1].encode()
    retired = False
    for key in derived:
        made = key.code(body, length)
        if hmac.compare_digest(made, given):
            if not key.retired:
                return VerifiedHandle(handle, key.fingerprint, key.addressing)
            retired = True
    raise HandleError("retired_key" if retired else "code_mismatch", text)


def _known(text: str, handle: Handle, known: KnownHandles) -> VerifiedHandle:
    if len(handle.code) not in known.code_lengths:
        raise HandleError("code_length", text, len(handle.body) + 1)
    found = known.handles.get(text)
    if found is None:
        raise HandleError("not_in_bundle", text)
    return found

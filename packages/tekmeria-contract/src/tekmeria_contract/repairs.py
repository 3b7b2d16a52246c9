"""Handles in a text, found by their grammar, copy errors mended (contract.md §1, §5).

A handle may have been damaged on its way through renderers and models. What is mended, each kind under a
name of :data:`~tekmeria_contract.vocabulary.REPAIRS`: invisible characters inside, a hard wrap or space at
a joint, an HTML or percent entity, an escaped or look-like tilde, a tilde lost to strike-through (the last
characters are the code), an upper-case scheme or code. A mended handle counts only if a key of the ring
made its code, so that leniency costs no security. Letters of other scripts are never taken for the ones
they look like.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from html import unescape

from tekmeria_contract.answer import Span
from tekmeria_contract.handle import MAX_HANDLE, HandleError, Scheme, VerifiedHandle, parse, verify
from tekmeria_contract.keyring import CODE_LENGTHS, KeyRing
from tekmeria_contract.prose import Prose, ProseBuilder

RENDERING_REPAIRS = frozenset({"escape", "entity", "percent", "invisible", "markup"})
"""Repairs of what rendering does: with them, a handle that is not verified is forged; with others,
malformed."""

INVISIBLE = "\u00ad\u034f\u061c\u180e\u200b-\u200f\u2060-\u2064\ufe00-\ufe0f\ufeff\U000e0100-\U000e01ef"
_CODED = re.compile(
    rf"(?P<invisible>[{INVISIBLE}]++)|(?P<percent>%[2-7][0-9A-Fa-f])|(?P<tilde>[\u223c\uff5e\u02dc\u301c])"
    r"|(?P<escape>\\(?=[!-/:-@\[-`{-~]))"
    r"|(?P<entity>&(?:\#[0-9]{1,7}|\#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{0,31});)"
)
_JOINT = r"[ \t\u00a0\u2009\u202f]*+(?:\r\n?+|\n)?+[ \t]*+"
_STEP = r"[a-z0-9_\-]++"


@dataclass(frozen=True, slots=True)
class Found:
    """A handle found in a text at ``span``.

    ``handle`` is its canonical form (None where none can be named); ``status``, ``reason`` and ``verified``
    are those of a :class:`~tekmeria_contract.answer.Citation`; ``repaired`` names what was mended.
    """

    span: Span
    handle: str | None
    status: str
    reason: str | None
    verified: VerifiedHandle | None
    repaired: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Grammar:
    start: re.Pattern[str]
    strict: re.Pattern[str]
    loose: re.Pattern[str]
    codeless: re.Pattern[str]


@lru_cache(maxsize=16)
def _grammar(names: tuple[str, ...]) -> _Grammar:
    scheme = f"(?P<scheme>(?i:{'|'.join(re.escape(name) for name in sorted(names, key=len, reverse=True))}))"
    id_, version = r"(?P<id>[A-Za-z0-9\-]++)", r"(?P<version>[A-Za-z0-9.\-]++)"
    path = rf"(?P<path>{_STEP}(?:\.{_STEP})*+)"
    loose_path = rf"(?P<path>{_STEP}(?:{_JOINT}\.{_JOINT}{_STEP})*+)"
    code = r"(?P<code>[0-9A-Za-z]++)"
    j = _JOINT
    return _Grammar(
        re.compile(rf"{scheme}{j}:"),
        re.compile(rf"{scheme}:{id_}(?:@{version})?+/{path}~{code}"),
        re.compile(rf"{scheme}{j}:{j}{id_}(?:{j}@{j}{version})?+{j}/{j}{loose_path}{j}~{j}{code}"),
        re.compile(rf"{scheme}{j}:{j}{id_}(?:@{version})?+/{path}"),
    )


def find_handles(text: str, ring: KeyRing, schemes: Mapping[str, Scheme]) -> list[Found]:
    """Every handle of ``text``, in order, disjoint: well formed, mended, or recognisable and malformed."""
    grammar = _grammar(tuple(schemes))
    plain, changes = _decode(text)
    found: list[Found] = []
    done = 0
    for start in _candidates(plain.text, grammar):
        if start < done:
            continue
        reading = _read_at(plain.text, start, grammar, ring, schemes)
        if reading is None:
            continue
        end, handle, mended = reading
        done = end
        span = plain.span(start, end)
        kinds = (*(kind for _, kind in changes(*span)), *mended)
        found.append(_judge(span, handle, tuple(dict.fromkeys(kinds)), text, ring, schemes))
    return found


def _candidates(text: str, grammar: _Grammar) -> Iterator[int]:
    return (match.start() for match in grammar.start.finditer(text))


class _Changes:
    """The kinds of decoding done, by where in the source."""

    def __init__(self, rows: list[tuple[int, str]]) -> None:
        self._rows = rows
        self._next = 0

    def __call__(self, start: int, end: int) -> list[tuple[int, str]]:
        """Those from ``start`` to ``end``; to be asked from left to right."""
        while self._next < len(self._rows) and self._rows[self._next][0] < start:
            self._next += 1
        first = self._next
        while self._next < len(self._rows) and self._rows[self._next][0] < end:
            self._next += 1
        return self._rows[first : self._next]


def _decode(text: str) -> tuple[Prose, _Changes]:
    """The text with entities, percent codes, escapes, look-like tildes and invisible characters resolved
    once."""
    builder = ProseBuilder()
    rows: list[tuple[int, str]] = []
    done = 0
    for match in _CODED.finditer(text):
        kind = match.lastgroup or ""
        plain = _plain(kind, match[0])
        if plain is None:
            continue
        builder.put(text[done : match.start()], done, match.start())
        builder.put(plain, *match.span())
        rows.append((match.start(), kind))
        done = match.end()
    builder.put(text[done:], done, len(text))
    return builder.build(), _Changes(rows)


def _plain(kind: str, coded: str) -> str | None:
    if kind == "percent":
        return chr(int(coded[1:], 16))
    if kind == "tilde":
        return "~"
    if kind == "entity":
        plain = unescape(coded)
        return plain if len(plain) == 1 else None
    return ""


def _read_at(
    text: str, start: int, grammar: _Grammar, ring: KeyRing, schemes: Mapping[str, Scheme]
) -> tuple[int, str, tuple[str, ...]] | None:
    """Where the handle at ``start`` ends, its canonical form, and what was mended to get it."""
    match = grammar.strict.match(text, start)
    if match is None:
        match = grammar.loose.match(text, start)
        if match is not None and len(match["code"]) not in CODE_LENGTHS:
            match = None
    if match is not None:
        return match.end(), _canonical(match, match["code"]), _mended(match)
    match = grammar.codeless.match(text, start)
    if match is None or match.end() - start > 2 * MAX_HANDLE:
        return None
    return _codeless(match, text, ring, schemes)


def _codeless(
    match: re.Match[str], text: str, ring: KeyRing, schemes: Mapping[str, Scheme]
) -> tuple[int, str, tuple[str, ...]] | None:
    written = _canonical(match, None)
    for length in sorted(CODE_LENGTHS, reverse=True):
        handle = f"{written[:-length]}~{written[-length:]}"
        if _verified(handle, ring, schemes) is not None:
            return match.end(), handle, (*_mended(match), "lost_tilde")
    if text[match.end() : match.end() + 1] in (":", "~") or _mended(match):
        return None
    return match.end(), written, ()


def _canonical(match: re.Match[str], code: str | None) -> str:
    version = match["version"]
    record = f"{match['scheme'].lower()}:{match['id']}" + (f"@{version}" if version is not None else "")
    path = re.sub(r"\s+", "", match["path"])
    return f"{record}/{path}" + (f"~{code.lower()}" if code is not None else "")


def _mended(match: re.Match[str]) -> tuple[str, ...]:
    kinds: list[str] = []
    if re.search(r"[\r\n]", match[0]):
        kinds.append("wrap")
    elif re.search(r"\s", match[0]):
        kinds.append("space")
    code = match.groupdict().get("code") or ""
    if match["scheme"] != match["scheme"].lower() or code != code.lower():
        kinds.append("case")
    return tuple(kinds)


def _verified(handle: str, ring: KeyRing, schemes: Mapping[str, Scheme]) -> VerifiedHandle | None:
    try:
        return verify(handle, ring, schemes)
    except HandleError:
        return None


def _judge(
    span: Span,
    handle: str,
    repaired: tuple[str, ...],
    text: str,
    ring: KeyRing,
    schemes: Mapping[str, Scheme],
) -> Found:
    try:
        return Found(span, handle, "ok", None, verify(handle, ring, schemes), repaired)
    except HandleError as error:
        if not error.forged:
            return Found(span, handle, "malformed", error.reason, None, repaired)
        if RENDERING_REPAIRS.issuperset(repaired):
            return Found(span, handle, "ok", error.reason, None, repaired)
        return Found(span, handle, "malformed", _strict_reason(text[slice(*span)], schemes), None, repaired)


def _strict_reason(written: str, schemes: Mapping[str, Scheme]) -> str:
    try:
        parse(written, schemes)
    except HandleError as error:
        return error.reason
    return "code_mismatch"

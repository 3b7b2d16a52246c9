"""Handles in a text, found by their grammar, copy errors mended (contract.md §1, §5).

A text is searched as it would read once rendered: entities, percent codes and escapes decoded, invisible
characters gone, look-like tildes made plain. What had to be changed inside a handle is named (one of
:data:`~tekmeria_contract.vocabulary.REPAIRS`), and a mended handle counts only if a key of the ring made its
code; so leniency costs no security. Letters of other scripts are never taken for the ones they look like.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from tekmeria_contract.answer import Span
from tekmeria_contract.handle import HandleError, Scheme, VerifiedHandle, Vouching, parse, verify
from tekmeria_contract.keyring import CODE_LENGTHS
from tekmeria_contract.lookalikes import unspoofed
from tekmeria_contract.views import View

RENDERING_REPAIRS = frozenset({"escape", "entity", "percent", "invisible"})
"""Repairs of what rendering does: with no others, a handle that is not verified is forged, else malformed."""

_SPACE = r"[ \t\u00a0\u2000-\u200a\u202f\u205f\u3000]"
_JOINT = rf"{_SPACE}{{0,16}}+(?:(?:\r\n|[\r\n]){_SPACE}{{0,16}}+)?+"
_WIDEST_SCHEME = 80
"""Characters before a colon that are looked at for the name of a scheme."""

_COLON = re.compile(rf"{_JOINT}:")
_HAS_SPACE = re.compile(r"\s")
_HAS_BREAK = re.compile(r"[\r\n]")


@dataclass(frozen=True, slots=True)
class Found:
    """A handle found in a text at ``span``.

    ``handle`` is its canonical form, None where letters of other scripts stand in it; ``status``, ``reason`` and
    ``verified`` are those of a :class:`~tekmeria_contract.answer.Citation`; ``repaired`` names what was mended.
    """

    span: Span
    handle: str | None
    status: str
    reason: str | None
    verified: VerifiedHandle | None
    repaired: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Grammar:
    """The names of schemes, the longest first, and the readings of a handle: as it is written, with white space,
    without its tilde."""

    names: tuple[str, ...]
    strict: re.Pattern[str]
    spaced: re.Pattern[str]
    bare: tuple[re.Pattern[str], ...]


@lru_cache(maxsize=16)
def _grammar(names: tuple[str, ...]) -> _Grammar:
    scheme = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    step, version = r"[A-Za-z0-9_\-]++", r"(?P<version>[A-Za-z0-9.\-]++)"
    code = r"(?P<code>[A-Za-z0-9]*+)"
    path = rf"(?P<path>{step}(?:\.{step})*+)"
    spaced_path = rf"(?P<path>{step}(?:{_JOINT}\.{_JOINT}{step})*+)"
    name, ids = f"(?P<scheme>{scheme})", r"(?P<id>[A-Za-z0-9\-]++)"
    record = rf"{name}{_JOINT}:{_JOINT}{ids}(?:{_JOINT}@{_JOINT}{version})?+{_JOINT}/{_JOINT}"
    return _Grammar(
        tuple(sorted((name.lower() for name in names), key=len, reverse=True)),
        _compile(rf"{name}:{ids}(?:@{version})?+/{path}~{code}"),
        _compile(rf"{record}{spaced_path}{_JOINT}~{_JOINT}{code}"),
        (_compile(record + path), _compile(record + spaced_path)),
    )


def _compile(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE | re.ASCII)


class Finder:
    """Finds the handles of one ring and set of schemes in texts; each distinct one is verified once."""

    def __init__(self, ring: Vouching, schemes: Mapping[str, Scheme]) -> None:
        self.ring = ring
        self.schemes = schemes
        self._grammar = _grammar(tuple(schemes))
        self._judged: dict[str, tuple[str, str | None, VerifiedHandle | None]] = {}

    def find(self, text: str) -> list[Found]:
        """The handles of ``text``, in order and disjoint: well formed, mended, or malformed beyond doubt."""
        view = View(text)
        found: list[Found] = []
        at = 0
        while (colon := view.text.find(":", at)) >= 0:
            start = self._start(view.text, max(at, colon - _WIDEST_SCHEME), colon)
            read = None if start is None else self._read(view, start)
            if read is None:
                at = colon + 1
                continue
            one, at = read
            if found and found[-1].span[1] > one.span[0]:
                found[-1] = replace(found[-1], span=(found[-1].span[0], one.span[0]))
            found.append(one)
        return _merged(found, list(self._lookalikes(view))) if view.spoofed else found

    def _start(self, text: str, floor: int, colon: int) -> int | None:
        """Where the name of a scheme begins that ends at a colon, or before the white space before one."""
        before = text[floor:colon].rstrip()
        for name in self._grammar.names:
            if before[-len(name) :].lower() == name:
                return floor + len(before) - len(name)
        return None

    def judge(self, handle: str) -> tuple[str, str | None, VerifiedHandle | None]:
        """Status, reason and verified handle of a text that should be a handle."""
        judged = self._judged.get(handle)
        if judged is None:
            try:
                judged = ("ok", None, verify(handle, self.ring, self.schemes))
            except HandleError as error:
                judged = ("ok" if error.forged else "malformed", error.reason, None)
            self._judged[handle] = judged
        return judged

    def _read(self, view: View, at: int) -> tuple[Found, int] | None:
        """What stands at ``at`` of the view, and where to go on there.

        The first reading that the ring verifies; else the first that is well formed; else, where it has the
        look of a handle, the first.
        """
        readings: list[tuple[Found, int]] = []
        for reading in self._readings(view, at):
            if reading[0].verified is not None:
                return reading
            readings.append(reading)
        if not readings:
            return None
        best = next((reading for reading in readings if reading[0].status == "ok"), readings[0])
        record = (best[0].handle or "").partition("/")[0]
        return best if any(character.isdigit() for character in record) else None

    def _readings(self, view: View, at: int) -> Iterator[tuple[Found, int]]:
        grammar = self._grammar
        literal = grammar.strict.match(view.source, view.span(at, at + 1)[0])
        if literal is not None:
            yield self._whole(literal, literal.span(), set()), at + literal.start("code") - literal.start()
            if not view.changed:
                return
        for pattern in (grammar.strict, grammar.spaced):
            matched = pattern.match(view.text, at)
            if matched is not None:
                changes = view.changes(at, matched.end())
                yield self._whole(matched, view.span(at, matched.end()), changes), matched.start("code")
                return
        bare = self._without_tilde(view, at)
        if bare is not None:
            yield bare

    def _whole(self, matched: re.Match[str], span: Span, changes: set[str]) -> Found:
        code = self._code(matched)
        span = span[0], span[1] - (len(matched["code"]) - len(code))
        return self._found(matched, span, matched["path"], code, changes)

    def _code(self, matched: re.Match[str]) -> str:
        """The code, of which the scheme of a handle that follows at once is no part."""
        code = matched["code"]
        follows = _COLON.match(matched.string, matched.end()) is not None
        glued = next((name for name in self.schemes if follows and code.lower().endswith(name)), "")
        return code[: len(code) - len(glued)]

    def _found(self, matched: re.Match[str], span: Span, path: str, code: str, changes: set[str]) -> Found:
        handle = _canonical(matched, path, code)
        repairs = changes if handle == matched.group() else changes | _mended(matched, code)
        status, reason, verified = self.judge(handle)
        if verified is None and repairs - RENDERING_REPAIRS:
            # What is mended in another way counts only if it verifies; what stands there is then no handle.
            status, reason = "malformed", self._refusal(f"{_before_code(matched)}~{code}")
        return Found(span, handle, status, reason, verified, tuple(sorted(repairs)))

    def _refusal(self, written: str) -> str:
        """Why the text as it is written is no handle; where only its rendering was mended, its code is wrong."""
        try:
            parse(written, self.schemes)
        except HandleError as error:
            return error.reason
        return "code_mismatch"

    def _without_tilde(self, view: View, at: int) -> tuple[Found, int] | None:
        """A handle whose tilde was lost: the last characters of its path are its code, if the ring says so."""
        first: re.Match[str] | None = None
        for pattern in self._grammar.bare:
            matched = pattern.match(view.text, at)
            if matched is None:
                return None
            first = first or matched
            path, end = matched["path"], matched.end()
            for length in CODE_LENGTHS:
                body, code = path[:-length], path[-length:]
                if body and self.judge(_canonical(matched, body, code))[2] is not None:
                    changes = view.changes(at, end) | {"lost_tilde"}
                    return self._found(matched, view.span(at, end), body, code, changes), end
        if first is None or not self._names_passage(first, view):
            return None
        handle, span = first.group(), view.span(at, first.end())
        return Found(span, handle, "malformed", self._refusal(handle), None), first.end()

    def _names_passage(self, matched: re.Match[str], view: View) -> bool:
        """Whether a record and path without a code stand there just as they are handed out."""
        record, _, path = matched.group().partition("/")
        scheme = self.schemes.get(matched["scheme"])
        shaped = scheme is not None and scheme.id_pattern.fullmatch(matched["id"]) is not None
        exact = _HAS_SPACE.search(matched.group()) is None and path == path.lower() and not path.isdigit()
        return shaped and exact and not view.text.startswith((":", "/"), matched.end()) and bool(record)

    def _lookalikes(self, view: View) -> Iterator[Found]:
        """Handles spelled with letters of other scripts: malformed, and never mended."""
        text = unspoofed(view.text)
        at = 0
        while (colon := text.find(":", at)) >= 0:
            start = self._start(text, max(at, colon - _WIDEST_SCHEME), colon)
            matched = None if start is None else self._grammar.strict.match(text, start)
            if matched is None:
                at = colon + 1
                continue
            start, at, code = matched.start(), matched.start("code"), self._code(matched)
            end = at + len(code)
            if len(code) in CODE_LENGTHS and view.text[start:end] != text[start:end]:
                yield Found(view.span(start, end), None, "malformed", "not_ascii", None)


def _mended(matched: re.Match[str], code: str) -> set[str]:
    kinds: set[str] = set()
    if _HAS_SPACE.search(matched.group()) is not None:
        kinds.add("wrap" if _HAS_BREAK.search(matched.group()) else "space")
    if matched["scheme"] != matched["scheme"].lower() or code != code.lower():
        kinds.add("case")
    return kinds


def _before_code(matched: re.Match[str]) -> str:
    return matched.group()[: matched.end("path") - matched.start()]


def _canonical(matched: re.Match[str], path: str, code: str) -> str:
    version = matched["version"]
    record = f"{matched['scheme'].lower()}:{matched['id']}" + (f"@{version}" if version is not None else "")
    return f"{record}/{''.join(path.split())}~{code.lower()}"


def _merged(found: list[Found], others: list[Found]) -> list[Found]:
    """Both lists in order, without those of the first that one of the others overlaps."""
    merged: list[Found] = []
    for one in sorted([*others, *found], key=lambda one: one.span[0]):
        if merged and merged[-1].span[1] > one.span[0]:
            if merged[-1].reason == "not_ascii":
                continue
            merged.pop()
        merged.append(one)
    return merged

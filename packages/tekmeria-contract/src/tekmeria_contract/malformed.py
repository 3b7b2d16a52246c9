"""Brackets that begin like a citation and hold no handle: malformed, never guessed (contract.md §5)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from tekmeria_contract.handle import HandleError, Scheme, parse


@dataclass(frozen=True, slots=True)
class Malformed:
    """A bracket ``start`` to ``end``; ``handle`` names what it may have meant, as near as that can be named."""

    start: int
    end: int
    handle: str | None
    reason: str


_INSIDE = r"[^\[\]【】［］〔〕\n]"


@lru_cache(maxsize=16)
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    scheme = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    word = r"[^\[\]【】［］〔〕\s;,]"
    return re.compile(
        rf"[\[【［〔][ ]*\^?(?:(?P<scheme>(?i:{scheme}))(?:[ ]*[:：][ ]*"
        r"|(?:[ ]*(?P<joint>[=#/.\-–_])[ ]*|[ ]+)(?=[0-9]|(?i:PMC|PPR|NCT)[0-9]))"
        rf"(?P<rest>{word}*)"
        r"|(?P<alike>[^\W\d_]{2,8}+[:：][^\[\]【】［］〔〕\s;,/~]{1,80}+/[^\[\]【】［］〔〕\s;,~]{1,140}+"
        rf"~{word}{{1,14}}+))"
        rf"(?:{_INSIDE}{{0,400}}+[\]】］〕])?+"
    )


def malformed_brackets(
    text: str, free: Callable[[int, int], bool], schemes: Mapping[str, Scheme]
) -> Iterator[Malformed]:
    """Square brackets that begin with a scheme's name, or look like a handle, and hold none.

    ``free`` tells whether a stretch of the text is not taken by a citation.
    """
    for match in _pattern(tuple(schemes)).finditer(text):
        if free(*match.span()):
            yield _malformed(match, schemes)


def _malformed(match: re.Match[str], schemes: Mapping[str, Scheme]) -> Malformed:
    if match["scheme"] is None:
        return Malformed(*match.span(), None, "unknown_scheme" if match["alike"].isascii() else "not_ascii")
    handle = f"{match['scheme'].lower()}:{match['rest'].rstrip('.')}"
    if not handle.isascii():
        return Malformed(*match.span(), None, "not_ascii")
    try:
        parse(handle, schemes)
    except HandleError as error:
        return Malformed(*match.span(), handle, error.reason)
    return Malformed(*match.span(), handle, "no_scheme" if match["joint"] else "code_mismatch")

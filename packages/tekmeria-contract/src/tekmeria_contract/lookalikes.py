"""Characters that look like those of a handle, for spotting spoofed handles only (contract.md §1).

A handle written with any of them is malformed; they are never mended.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

_LETTERS = (
    # Cyrillic
    ("аерсоухѕіјԁһԛԝкмтвнгԍьѵ", "aepcoyxsijdhqwkmtbhrgbv"),
    ("АВЕЅІЈКМНОРСТУХԌԚԜ", "ABESIJKMHOPCTYXGQW"),
    # Greek
    ("αοριντυκχεγ", "aopivtukxey"),
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX"),
    # Armenian
    ("ոսցհօզյք", "nughoqjp"),
    # Latin and phonetic letters outside ASCII
    ("ıɩɡɑƿʀʏᴄᴅᴇᴍɪᴘꜱᴛɴʜᴊᴋᴏᴜᴠᴡᴢʙɢʟꞁǀ", "iigaprycdemipstnhjkouvwzbglll"),
    # Marks
    ("∶꞉ː։׃：", "::::::"),
    ("∕⁄⧸╱／", "/////"),
    ("․．﹒", "..."),
    ("‐‑‒–—−﹣－", "--------"),
    ("＠﹫", "@@"),
    ("＿", "_"),
)
_FULL_WIDTH = 0xFEE0
"""How far the full-width forms stand from the ASCII characters they look like."""

_MATHEMATICAL = range(0x1D400, 0x1D6A4)
_MATHEMATICAL_DIGITS = range(0x1D7CE, 0x1D800)


def _table() -> Iterator[tuple[int, str]]:
    for odd, plain in _LETTERS:
        yield from zip(map(ord, odd), plain, strict=True)
    for code in range(0x21, 0x7F):
        if chr(code).isalnum():
            yield code + _FULL_WIDTH, chr(code)
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    for code in _MATHEMATICAL:
        yield code, letters[(code - _MATHEMATICAL.start) % len(letters)]
    for code in _MATHEMATICAL_DIGITS:
        yield code, str((code - _MATHEMATICAL_DIGITS.start) % 10)


LOOKALIKES: Mapping[int, str] = MappingProxyType(dict(_table()))
"""From the code point of a look-alike to the ASCII character that it may be taken for."""

_RUNS = [f"{chr(run.start)}-{chr(run.stop - 1)}" for run in (_MATHEMATICAL, _MATHEMATICAL_DIGITS)]
_LOOKALIKE = re.compile(f"[{''.join([*_RUNS, *(chr(code) for code in LOOKALIKES if code < 0x10000)])}]")
"""A character class of runs: what stands beyond the basic plane would be tried one by one."""


def is_spoofed(text: str) -> bool:
    """Whether a look-alike stands in ``text``."""
    return not text.isascii() and _LOOKALIKE.search(text) is not None


def unspoofed(text: str) -> str:
    """``text`` with the characters that its look-alikes look like."""
    return _LOOKALIKE.sub(lambda found: LOOKALIKES[ord(found[0])], text)

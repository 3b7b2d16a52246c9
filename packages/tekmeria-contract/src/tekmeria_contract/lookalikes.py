"""Characters that look like those of a handle, for spotting spoofed handles only (contract.md §1).

A handle written with any of them is malformed; they are never mended.
"""

from __future__ import annotations

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

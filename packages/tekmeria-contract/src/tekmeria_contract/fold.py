"""The fold: two ways to write the same text become one (`contract.md` §4, Fold).

In this order: single characters (rows 8, 9, 11 to 19, 22, 25 to 27, 5, 7), white space (10), NFC (2), then
the sequences of `sequences` to a fixpoint. Entities (1) are decoded once before it, by `read`. Folding a
folded text changes nothing.

Characters that Unicode 14.0 leaves unassigned become U+FFFF, which no comparison accepts, so that Pythons
with later tables fold alike. NFC is taken over short stretches round the characters it can change; a run of
more than 32 characters that combine is left as it is, since ordering such a run is quadratic.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from tekmeria_contract.assigned import is_assigned
from tekmeria_contract.foldtable import (
    CHARACTERS,
    DASHES,
    EXPANDED,
    INVISIBLE,
    OPERATORS,
    REFUSED,
    UNASSIGNED,
)
from tekmeria_contract.marking import entity_edits, unmark_edits
from tekmeria_contract.offsets import Edit, Layer, back, forth, rewrite
from tekmeria_contract.scripts import is_word
from tekmeria_contract.sequences import DASH_RUN, fold_sequences

__all__ = ["FOLD_VERSION", "Folded", "fold", "read", "refused"]

FOLD_VERSION: int = 1
"""Raised whenever any text folds otherwise than before; every report records it."""

_REPLACEMENTS: Mapping[str, str] = {chr(code): put for code, put in CHARACTERS.items()}
_FEW = 12
_EXPANDED = re.compile("[" + "".join(EXPANDED) + "]")
_UNSEEN_CHARACTERS = frozenset(INVISIBLE + OPERATORS)
_DASH_CHARACTERS = frozenset(DASHES + "\u00ad")
_UNSEEN = re.compile(f"[{INVISIBLE}{OPERATORS}]+")
_SOFT_HYPHENS = re.compile("\u00ad+")
_NOT_PLAIN = re.compile("[^ -_a-\x7f]")
"""Whatever may become another character: all but ASCII without its control characters and the accent."""

_CONTROL_SPACE = re.compile("[\t\n\v\f\r]")
_SPACES = re.compile("  +")
_NO_CONTROLS = str.maketrans("\t\n\v\f\r", "     ")
_LONGEST_STRETCH = 32


@dataclass(frozen=True, slots=True)
class Folded:
    """A folded text, and the way back to the text it was made of."""

    text: str
    layers: tuple[Layer, ...] = ()
    source: str = ""

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The half-open span of the given text, in code points, that ``text[start:end]`` stands for."""
        return back(self.layers, start, end)

    def given(self, start: int, end: int) -> str:
        """What stands in the given text for ``text[start:end]``."""
        return self.source[slice(*self.span(start, end))]

    def at(self, position: int) -> int:
        """Where in ``text`` what was given from ``position`` on begins."""
        return forth(self.layers, position)


def fold(text: str, *, unmark: bool = False) -> Folded:
    """``text`` folded; with ``unmark`` its mark-up (row 30) is taken out first.

    Raises ValueError for a lone surrogate.
    """
    return _fold(text, text, unmark, [])


def read(text: str, *, unmark: bool = False) -> Folded:
    """``text`` with its entities decoded once, then folded: what is compared."""
    layers: list[Layer] = []
    decoded = _step(text, entity_edits(text), layers) if "&" in text else text
    return _fold(text, decoded, unmark, layers)


def _fold(source: str, text: str, unmark: bool, layers: list[Layer]) -> Folded:
    if unmark:
        text = _step(text, unmark_edits(text), layers)
    if text.isascii():
        if "`" in text:
            text = text.replace("`", "'")
        if _CONTROL_SPACE.search(text) is not None:
            text = text.translate(_NO_CONTROLS)
        text = _spaces(text, layers)
    else:
        text = _compose(_spaces(_characters(text, layers), layers), layers)
    return Folded(fold_sequences(text, layers), tuple(layers), source)


def _step(text: str, edits: Iterator[Edit] | list[Edit], layers: list[Layer]) -> str:
    text, layer = rewrite(text, edits)
    if layer is not None:
        layers.append(layer)
    return text


def _characters(text: str, layers: list[Layer]) -> str:
    """Rows 5, 7, 8, 9, 11 to 19, 22 and 25 to 27, and white space made spaces."""
    present = set(_NOT_PLAIN.findall(text))
    text = _replaced(text, present)
    if not present.isdisjoint(EXPANDED):
        text = _step(text, ((m.start(), m.end(), EXPANDED[m[0]]) for m in _EXPANDED.finditer(text)), layers)
    if not present.isdisjoint(_UNSEEN_CHARACTERS):
        text = _step(text, _unseen(text), layers)
    if "\u00ad" in present:
        text = _step(text, _soft_hyphens(text), layers)
    return text if present.isdisjoint(_DASH_CHARACTERS) else DASH_RUN.sub(_dash, text)


def _replaced(text: str, present: set[str]) -> str:
    """One character for one; few different ones are replaced one by one, which is the faster way."""
    others = {c: put for c in present if (put := _REPLACEMENTS.get(c) or _unassigned(c)) is not None}
    if len(others) > _FEW:
        return text.translate({ord(c): put for c, put in others.items()})
    for character, put in others.items():
        text = text.replace(character, put)
    return text


@lru_cache(maxsize=8192)
def _unassigned(character: str) -> str | None:
    """What stands for a character without a meaning; None for the others."""
    if "\ud800" <= character <= "\udfff":
        raise ValueError("the text holds a lone surrogate, which is no character")
    return None if is_assigned(character) else UNASSIGNED


def _unseen(text: str) -> Iterator[Edit]:
    """Rows 11 and 12: invisible characters go; between digits a space or the invisible operator stays."""
    for match in _UNSEEN.finditer(text):
        start, end = match.span()
        put = ""
        if text[start - 1 : start].isdigit() and text[end : end + 1].isdigit():
            put = "".join(c for c in match[0] if c in OPERATORS) or " "
        if put != match[0]:
            yield start, end, put


def _soft_hyphens(text: str) -> Iterator[Edit]:
    """Row 7: nothing between letters; elsewhere it is a dash."""
    for match in _SOFT_HYPHENS.finditer(text):
        before, after = text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1]
        if before and after and is_word(before) and is_word(after):
            yield match.start(), match.end(), ""


def _dash(match: re.Match[str]) -> str:
    """Row 5 for a dash by itself; `sequences` decides about several."""
    return "-" if len(match[0]) == 1 else match[0]


def _spaces(text: str, layers: list[Layer]) -> str:
    return _step(text, _space_edits(text), layers) if "  " in text or text != text.strip(" ") else text


def _space_edits(text: str) -> Iterator[Edit]:
    first, last = len(text) - len(text.lstrip(" ")), len(text.rstrip(" "))
    if first:
        yield 0, first, ""
    if last > first:
        for match in _SPACES.finditer(text, first, last):
            yield match.start(), match.end(), " "
        if last < len(text):
            yield last, len(text), ""


_FOLLOWERS = frozenset(
    map(
        chr,
        (
            *(
                0x9BE,
                0x9D7,
                0xB3E,
                0xB56,
                0xB57,
                0xBBE,
                0xBD7,
                0xCC2,
                0xCD5,
                0xCD6,
                0xD3E,
                0xD57,
                0xDCF,
                0xDDF,
                0x102E,
            ),
            *(0x1B35, 0x11127, 0x1133E, 0x11357, 0x114B0, 0x114BA, 0x114BD, 0x115AF, 0x11930),
            *range(0x1161, 0x1176),
            *range(0x11A8, 0x11C3),
        ),
    )
)
"""Starters of Unicode 14.0 that NFC joins to the character before."""


_PERHAPS_ACTIVE = re.compile("[\u0300-\U0010ffff]")
"""Below U+0300 NFC changes nothing."""


@lru_cache(maxsize=8192)
def _joins(character: str) -> bool:
    """Whether NFC may join ``character`` to what stands before it, or move it."""
    if character < "\u0300":
        return False
    first = unicodedata.normalize("NFD", character)[0]
    return any(unicodedata.combining(c) != 0 or c in _FOLLOWERS for c in (character, first))


@lru_cache(maxsize=8192)
def _active(character: str) -> bool:
    return _joins(character) or unicodedata.normalize("NFC", character) != character


def _compose(text: str, layers: list[Layer]) -> str:
    active = {c for c in set(_PERHAPS_ACTIVE.findall(text)) if _active(c)}
    return _step(text, _compositions(text, active), layers) if active else text


def _compositions(text: str, active: set[str]) -> Iterator[Edit]:
    """NFC of each stretch from one character that begins afresh to the next."""
    done = 0
    for match in re.finditer("[" + re.escape("".join(sorted(active))) + "]", text):
        start = match.start()
        if start < done:
            continue
        while start > done and _joins(text[start]):
            start -= 1
        end = match.end()
        while end < len(text) and _joins(text[end]):
            end += 1
        done = end
        if end - start <= _LONGEST_STRETCH:
            composed = unicodedata.normalize("NFC", text[start:end])
            if composed != text[start:end]:
                yield start, end, composed


_REFUSED = re.compile(f"[{REFUSED}]")


def refused(folded: str) -> str | None:
    """The first character of a folded text that no comparison accepts, if there is one."""
    match = None if folded.isascii() else _REFUSED.search(folded)
    return None if match is None else match[0]

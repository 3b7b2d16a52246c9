"""Marks in the visible text that are no handles: other systems' citation marks, and marks of the answer's
own notes."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tekmeria_contract.answer import Span

_FOREIGN = re.compile(
    r"\ue200[^\ue201\n]{0,400}\ue201|[\ue000-\uf8ff]++"
    r"|【[^【】\n]{0,80}†[^【】\n]{0,120}】"
    r"|\[cite_start\]|\[cite_end\]"
    r"|\[(?:cite|citation|source|ref|oaicite)[:_ ]{1,2}[0-9][0-9,;\s\-–]{0,60}\]"
    r"|:?(?:contentReference)?\[oaicite:[^\]\n]{0,40}\](?:\{[^}\n]{0,60}\})?"
    r"|\[(?:citation|reference|source|evidence|ref|clarification)s?(?:\s+(?:is|are))?\s+(?:needed|required|missing)\??\]"
    r"|\[citation\]|\[turn[0-9]{1,3}[a-z]{1,12}[0-9]{1,3}\]|\[\[[0-9]{1,3}\]\]",
    re.IGNORECASE,
)
_BEGINS_FOREIGN = re.compile("[\\[【\ue000-\uf8ff]")
_NUMBERS = re.compile(r"\[[ ]*(?P<list>\^?[0-9]{1,3}(?:[ ]*[,;、，–\-][ ]*\^?[0-9]{1,3})*+)[ ]*\]")
_FOOTNOTE = re.compile(r"\[\^(?P<label>[^\[\]\s]{1,200})\]")
_RAISED = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}(?:[,⁻˒·][⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3})*+")
RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻˒·", "0123456789-,,")
"""Raised digits, and what stands between them in a list or a range, as plain ones."""
_LONGEST_RANGE = 200


@dataclass(frozen=True, slots=True)
class NoteMark:
    """A mark ``start`` to ``end`` that names the ``labels`` of definitions; ``plain`` where it is one
    number alone."""

    start: int
    end: int
    labels: tuple[str, ...]
    plain: bool = False
    raised: bool = False


def foreign_marks(text: str) -> list[Span]:
    """Other systems' marks, in order."""
    if _BEGINS_FOREIGN.search(text) is None:
        return []
    return [match.span() for match in _FOREIGN.finditer(text)]


def note_marks(text: str) -> list[NoteMark]:
    """What may be a mark of a footnote, a numbered reference or a superscript note, in order."""
    found = [
        NoteMark(*match.span(), labels=_labels(match["list"]), plain=match["list"].strip().isdigit())
        for match in _NUMBERS.finditer(text)
    ]
    found += [
        NoteMark(*match.span(), labels=(f"^{match['label'].casefold()}",))
        for match in _FOOTNOTE.finditer(text)
        if not match["label"].isdigit()
    ]
    found += [
        NoteMark(*match.span(), labels=_labels(match[0].translate(RAISED)), raised=True)
        for match in _RAISED.finditer(text)
        if _may_be_mark(text, *match.span())
    ]
    return sorted(found, key=lambda mark: mark.start)


def _may_be_mark(text: str, start: int, end: int) -> bool:
    """A superscript is a mark only after a terminator, closer, or a word of three letters or more.

    A space may stand before it where nothing is glued to it behind: ``. ³H`` is an isotope.
    """
    at = start
    if not text[end : end + 1].isalnum():
        while at and text[at - 1] == " ":
            at -= 1
    if not at:
        return False
    if text[at - 1] in '.,;:!?。，；！？)]}"”’»」』）】':
        return True
    return at == start >= 3 and text[at - 3 : at].isalpha()


def _labels(written: str) -> tuple[str, ...]:
    labels: list[str] = []
    for part in re.split(r"[,;、，]", written.replace(" ", "")):
        first, dash, last = re.sub("[–-]", "-", part).partition("-")
        caret = "^" if first.startswith("^") else ""
        first, last = first.lstrip("^"), last.lstrip("^")
        if (
            dash
            and first.isdigit()
            and last.isdigit()
            and int(first) < int(last) <= int(first) + _LONGEST_RANGE
        ):
            labels += [f"{caret}{number}" for number in range(int(first), int(last) + 1)]
        else:
            labels += [f"{caret}{int(number)}" for number in (first, last) if number.isdigit()]
    return tuple(dict.fromkeys(labels))

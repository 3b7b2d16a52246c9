"""Where a quotation may begin and end in its passage (contract.md §4, Legal cut). Both texts are folded."""

from __future__ import annotations

import re
import unicodedata

from tekmeria_eval.oracle.folding import EM_DASH

OPENERS = "([{\"'"
CLOSERS = ")]}\"'"
STOPS = ".,;:!?"
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "。、，．！？：；「」『』（）《》〈〉【】]"
)


def legal_left(passage: str, at: int) -> bool:
    """Whether a quotation may begin at ``at``: only opening marks between it and a place to cut."""
    place = at
    while place > 0 and passage[place - 1] in OPENERS and not _is_place(passage, place):
        place -= 1
    return _is_place(passage, place) and not _before_combining(passage, at)


def legal_right(passage: str, at: int) -> bool:
    """Whether a quotation may end at ``at``: only closers and stops between it and a place to cut."""
    place = at
    while place < len(passage) and passage[place] in CLOSERS + STOPS and not _is_place(passage, place):
        place += 1
    return _is_place(passage, place) and not _before_combining(passage, at)


def _is_place(passage: str, at: int) -> bool:
    """The text's end, white space that splits no number, an em dash between letters, beside CJK signs."""
    if at in (0, len(passage)):
        return True
    before, after = passage[at - 1], passage[at]
    if before == " " or after == " ":
        return not _splits_number(passage, at if after == " " else at - 1)
    if EM_DASH in (before, after):
        dash = at - 1 if before == EM_DASH else at
        return 0 < dash < len(passage) - 1 and passage[dash - 1].isalpha() and passage[dash + 1].isalpha()
    beside = [bool(_UNSPACED.match(character)) for character in (before, after)]
    apart = [character in STOPS + OPENERS + CLOSERS or character.isalnum() for character in (before, after)]
    return all(beside) or (beside[0] and apart[1]) or (beside[1] and apart[0])


def _splits_number(passage: str, space: int) -> bool:
    """Whether the space stands between digit groups (``5 025 754``)."""
    head, tail = passage[:space], passage[space + 1 :]
    group_before = re.search(r"(?:^|[^\w.,])(?:[0-9]{1,3}|[0-9]{1,3}(?: [0-9]{3})+)$", head)
    return bool(group_before and re.match(r"[0-9]{3}(?![0-9])", tail))


def _before_combining(passage: str, at: int) -> bool:
    return at < len(passage) and unicodedata.category(passage[at]).startswith("M")

"""Where a quotation may begin and end in its passage (contract.md §4, Legal cut). Both texts are folded."""

from __future__ import annotations

import re
import unicodedata

from tekmeria_eval.oracle.folding import EM_DASH
from tekmeria_eval.oracle.ranges import splits_cjk_range, splits_range, splits_word

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
        space = at if after == " " else at - 1
        return not (
            _splits_number(passage, space)
            or _splits_quantity(passage, space)
            or splits_range(passage, space, _UNITS)
            or splits_word(passage, space)
        )
    if _CJK_QUANTITY.search(passage[max(at - 1, 0) : at + 2]) or splits_cjk_range(passage, at):
        return False
    if after in "<>≤≥~" and re.match("[-‐]?[.]?[0-9]", passage[at + 1 :]):
        word = re.search(r"(?:^|[^\w.])[^\W\d_]+$|[)\].,;:]$", passage[:at])
        return bool(word) and not re.search(rf"(?:^|[^\w-])[0-9.,]+ (?:{_UNITS})$", passage[:at])
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


_UNITS = (
    "g|kg|mg|μg|ng|pg|L|l|dL|mL|ml|μL|mol|mmol|μmol|nmol|pmol|M|mM|μM|nM|m|cm|mm|μm|nm|km|s|ms|h|hr|min|d|wk|mo|yr|Hz|"
    "kHz|MHz|mmHg|kPa|U|IU|mIU|Gy|mSv|Bq|kBq|MBq|kDa|bp|kb|kcal|mEq|ppm|rpm|bpm|dB|"
    "(?:second|minute|hour|day|week|month|year|decade|degree|unit|gram|milligram|litre|liter|metre|meter|time)s?|"
    "fold|percent|percentage|per cent|hundred|thousand|millions?|billions?|"
    "Stunden?|Tage?n?|Wochen?|Monate?n?|Jahre?n?|Minuten?|Prozent|Millionen|heures?|jours?|semaines?|mois|ans|années?|"
    "horas?|días?|dias?|semanas?|mes|meses|mês|años?|anos?|minutos?|millones|milhões"
)
_CJK_QUANTITY = re.compile(
    "^[0-9〇一二三四五六七八九十百千万两半](?:[个個か]?月|小时|小時|時間|分[钟鐘間]|星期|[周年](?![围龄齢])|日(?!本)|"
    "[週天岁歲歳秒倍度米]|毫克|毫升|微克|公斤|[克升](?![罗隆高至降]))"
)
_AFTER_NUMBER = re.compile(
    rf"(?:{_UNITS})(?![\w'-]|\.[a-z])|[/·]|[Ee][-+]?[0-9]+(?!\w)|[xX*] ?10[⁻⁰¹²³⁴-⁹(]"
    r"|[¼-¾⅐-⅞]|[0-9]/[0-9]{1,2}(?![0-9/])"
)
_AFTER_UNIT = re.compile(
    rf"(?:Hg|H2O|C|F|Celsius)(?!\w)|per (?:[0-9]|(?:{_UNITS})(?!\w))|(?:{_UNITS})[⁻-][¹²³1-3](?!\w)|[/·] "
)
_NUMBER_BEFORE = re.compile(r"(?:^|[^\w.,:·×-])[-−]?[0-9][0-9.,:·×—‐-]*[⁻⁰¹²³⁴-⁹]*$")


def _splits_quantity(passage: str, space: int) -> bool:
    """Whether the space stands between a number and its unit, or between a unit and what else belongs to it."""
    head, tail = passage[:space], passage[space + 1 :]
    if re.search("(?:^| )[/·]$", head):
        head, tail = head[:-2], head[-1:] + " "
    if re.search("×10$", head) and re.match(r"[-‐]?[0-9]{1,2}(?![0-9.,]?[0-9])", tail):
        return True
    if _NUMBER_BEFORE.search(head):
        return bool(_AFTER_NUMBER.match(tail))
    unit = re.search(rf"^(.*?) ?(?:{_UNITS}(?:[⁻-][¹²³1-3])?)$", head, re.DOTALL)
    while unit and not _NUMBER_BEFORE.search(unit[1]):
        unit = re.search(rf"^(.*?) (?:{_UNITS}(?:[⁻-][¹²³1-3])?)$", unit[1], re.DOTALL)
    return bool(unit and _AFTER_UNIT.match(tail))


def _before_combining(passage: str, at: int) -> bool:
    return at < len(passage) and unicodedata.category(passage[at]).startswith("M")

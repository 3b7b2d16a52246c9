"""Stops without a space behind them, and quotations that a sentence goes on behind (rules S12 and S15)."""

import re

from tekmeria_contract.lexicon import Lexicon
from tekmeria_contract.stops import Stop

__all__ = ["ends_unspaced", "goes_on"]

_CJK = re.compile(r"[\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
# Japanese particles, less the words that begin with the same character and open sentences.
_PARTICLE = re.compile(
    r"[、，,；;：:)）]|って|という|と(?!ころ|ても|はいえ|りわけ|もあれ|もに|きに)|を|の(?!ち)|が(?!ん)"
    r"|は(?!い|じ|た)|に(?!も)|も(?!し|ち|う|っ|と)|で(?=す|あ|し)|な(?=ど|ら|の|ん)|か(?=ら|。)|的"
)
_SAYING = re.compile(r"[\u4e00-\u9fff]{1,6}?[说說道问問答称稱喊]")
_LED_IN = frozenset("：:，,")

_PANEL = re.compile(r"\([A-Z](?:\s?(?:and|[-–,])\s?[A-Z]){0,4}\)\s+[A-Z]")
_WORD = re.compile(r"[A-Z][a-z]+(?=[\s,])")
_ENDING = re.compile(r".*(?:[)\]”\"%\d]|[a-z]{2})")
_ADDRESS = re.compile(r"[./@]")


def goes_on(text: str, stop: Stop) -> bool:
    """Rule S15: whether the sentence goes on behind a quotation that ends in a firm stop.

    It does before a particle (`「…。」と`), and before a speaker with a verb of saying (`“…。”他说`), unless
    a colon or comma led the quotation in: then its speaker stands before it.
    """
    if _PARTICLE.match(text, stop.next):
        return True
    led_in = stop.opened > 0 and text[stop.opened - 1] in _LED_IN
    return not led_in and bool(_SAYING.match(text, stop.next))


def ends_unspaced(text: str, stop: Stop, before: str, lexicon: Lexicon) -> bool:
    """Rule S12: whether a stop ends the sentence that `before` ends, although no space follows it."""
    first, last = text[stop.next], text[stop.start - 1 : stop.start]
    if _CJK.match(first):
        return bool(_CJK.match(last) or not last.isalpha()) and not set(stop.marks) <= {"…"}
    if "．" in stop.marks:
        return not first.isdigit()
    if before in lexicon.effects:
        return False
    ordinary = before.isalpha() and before.islower() and len(before) > 3
    if first == "(":
        return bool(_PANEL.match(text, stop.next)) or (
            ordinary and text[stop.next + 1 : stop.next + 2].isupper()
        )
    word = _WORD.match(text, stop.next)
    if word is None:
        return False
    return ordinary or (word.group() in lexicon.openers and _ends_a_word(before))


def _ends_a_word(before: str) -> bool:
    """Whether a token ends as a word, number or bracket does, and is no part of an address."""
    if not _ENDING.fullmatch(before):
        return False
    return not before[-1].isalnum() or not _ADDRESS.search(before)

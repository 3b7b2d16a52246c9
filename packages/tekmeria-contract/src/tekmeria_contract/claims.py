"""Which sentence is a claim (contract.md §3): every one, but for short exempt kinds without figure or
quotation."""

from __future__ import annotations

import re

from tekmeria_contract.figures import written_figures
from tekmeria_contract.quotations import quotations
from tekmeria_contract.wording import DISCLAIMERS, INTERROGATIVES, NUMBERED_NOUNS

MAX_EXEMPT_WORDS = 20
MAX_EXEMPT_CJK = 40

_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff]")
_INSIDE = re.compile(r"[.!?](?=[\"'”’)\]]*\s+\S)|[。！？](?=.)|;\s")
_LABEL_STOP = re.compile(r"\b(?:vs|e\.g|i\.e|cf|et al|fig|no|dr|approx)\.", re.IGNORECASE)
_ENUMERATOR = re.compile(r"(?:[0-9]{1,2}(?:\.[0-9]{1,2}){0,3}[.):]?|[A-Za-z][.)]|[IVX]{1,5}[.)])[ ]+")
_STOP = ".。!！"
_ASKS = "?？"
_PARTS = re.compile(
    r"[,;:—–，；：、]|\b(?:so|because|since|given|although|whereas|but)\b|\s-\s", re.IGNORECASE
)


def may_be_exempt(text: str) -> bool:
    """Whether a sentence is short enough, and has no terminator inside, no figure and no quotation."""
    if len(text.split()) > MAX_EXEMPT_WORDS or len(_CJK.findall(text)) > MAX_EXEMPT_CJK:
        return False
    bare = _ENUMERATOR.sub("", text, count=1) if _ENUMERATOR.match(text) else text
    if _INSIDE.search(_LABEL_STOP.sub("", bare)):
        return False
    return not written_figures(NUMBERED_NOUNS.sub("", bare)) and not quotations(bare)


def is_question(text: str) -> bool:
    """A question without a declarative part: it asks from its first word on, in one clause."""
    bare = text.rstrip("\"'”’)*_ ")
    if not bare or bare[-1] not in _ASKS:
        return False
    if _CJK.search(bare):
        return _PARTS.search(bare) is None
    return INTERROGATIVES.match(bare) is not None and _PARTS.search(bare) is None


def ends_with_colon(text: str) -> bool:
    """Whether the sentence introduces what follows."""
    return text.rstrip(" *_\"'”’)").endswith((":", "："))


def ends_with_stop(text: str) -> bool:
    """Whether the sentence ends as a statement does."""
    return text.rstrip(" *_\"'”’)").endswith(tuple(_STOP))


def is_disclaimer(text: str) -> bool:
    """Whether the sentence is one of the published disclaimers."""
    return DISCLAIMERS.fullmatch(text.strip(" *_")) is not None


def has_letter(text: str) -> bool:
    """Whether there is a letter in the text."""
    return any(character.isalpha() for character in text)

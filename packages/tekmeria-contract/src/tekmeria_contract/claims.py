"""Which sentence is a claim (contract.md §3): every one, but for short exempt kinds without figure or quotation."""

from __future__ import annotations

import re

from tekmeria_contract.figures import written_figures
from tekmeria_contract.foreign import foreign_references
from tekmeria_contract.quotations import quotations
from tekmeria_contract.wording import (
    ASKS,
    ASKS_ASSENT,
    DISCLAIMER,
    NUMBERED_NOUN,
    REFERENCE_HEADING,
    SIGNAL,
)

MAX_EXEMPT_WORDS = 20
MAX_EXEMPT_CJK = 40
"""The words, and in scripts without spaces the characters, that an exempt sentence has at most."""

_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff]")
_INSIDE = re.compile(r"[.!?…](?=[\"'”’»)\]*_]*\s+\S)|[。！？](?=.)|;\s|；")
_ABBREVIATION = re.compile(
    # The last are genera, ``E. coli``.
    r"(?<!\w)(?:(?:vs|e\.g|i\.e|cf|et al|figs?|no|dr|approx|st)\.|(?-i:[A-Z]\.(?=\s[a-z]{3})))",
    re.IGNORECASE,
)
_ENUMERATOR = re.compile(r"(?:[0-9]{1,2}(?:\.[0-9]{1,2}){0,3}[.):]?|[A-Za-z][.)]|[IVX]{1,5}[.)])[ ]+")
_OUTER = " *_\"'”’)"
_DECLARES = re.compile(
    r"[,;:—–，；：、]|\s-\s|\b(?:that|so|because|since|given|although|whereas|but|dass|weil|porque|parce)\b"
    r"|\b(?:know|true|agree|sabías|sabía|sabe|cierto|saviez-vous|vrai|wussten)\s+(?:\w+\s+)?(?:that|que|dass)\b",
    re.IGNORECASE,
)
_LABEL_ONLY = re.compile(rf"{SIGNAL}[.:]*", re.IGNORECASE)


def may_be_exempt(text: str) -> bool:
    """Whether a sentence is short enough, and has no terminator inside, no figure and no quotation."""
    if len(text) > 1000 or len(text.split()) > MAX_EXEMPT_WORDS or len(_CJK.findall(text)) > MAX_EXEMPT_CJK:
        return False
    bare = _ENUMERATOR.sub("", text, count=1) if _ENUMERATOR.match(text) else text
    if _INSIDE.search(_ABBREVIATION.sub("", bare)):
        return False
    return not written_figures(NUMBERED_NOUN.sub("", _unreferenced(bare))) and not quotations(bare)


def _unreferenced(text: str) -> str:
    """The text less identifiers of the literature, whose digits are no figures: they are compared by themselves."""
    pieces, done = list[str](), 0
    for reference in foreign_references(text):
        pieces.append(text[done : reference.span[0]])
        done = reference.span[1]
    return "".join([*pieces, text[done:]])


def is_question(text: str) -> bool:
    """A question without a declarative part: it asks from its first word on, in one clause."""
    bare = text.rstrip(_OUTER)
    if not bare.endswith(("?", "？")) or _DECLARES.search(bare) is not None:
        return False
    return ASKS_ASSENT.search(bare) is None if _CJK.search(bare) else ASKS.match(bare) is not None


def ends_with_colon(text: str) -> bool:
    """Whether the sentence introduces what follows."""
    return text.rstrip(_OUTER).endswith((":", "："))


def ends_with_stop(text: str) -> bool:
    """Whether the sentence ends as a statement does."""
    return text.rstrip(_OUTER + "]").endswith((".", "。", "!", "！"))


def is_disclaimer(text: str) -> bool:
    """Whether the sentence is one of the published disclaimers."""
    if len(text) > 200:
        return False
    return DISCLAIMER.fullmatch(text.replace("’", "'").strip(" *_()").rstrip(".!。")) is not None


def is_label(text: str) -> bool:
    """Whether nothing but a word that goes with citations is left: ``Sources:``, ``See``."""
    bare = text.strip(" *_()[]")
    if not bare or len(bare) > 100:
        return False
    return (
        _LABEL_ONLY.fullmatch(bare) is not None
        or REFERENCE_HEADING.fullmatch(bare.rstrip(".:： ")) is not None
    )


def has_letter(text: str) -> bool:
    """Whether there is a letter in the text."""
    return any(map(str.isalpha, text))

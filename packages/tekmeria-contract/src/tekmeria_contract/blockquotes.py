"""Block quotes that are one quotation (contract.md §5)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from tekmeria_contract.anchors import Anchor, Part
from tekmeria_contract.answer import Span
from tekmeria_contract.claims import ends_with_stop, is_label, may_be_exempt
from tekmeria_contract.containers import Container
from tekmeria_contract.drafts import Draft
from tekmeria_contract.quotations import quotations

_ATTRIBUTION = re.compile(
    r"(?:^|(?<=[.!?…。！？\"”’»」』])[ ]*|\n[ ]*)(?:[—–―]|--)[ ]*(?P<source>[^\n]{0,120})$"
)
_NAME_WORDS = 4
_CITING = frozenset({"citation", "note", "malformed"})
_REPEATED = frozenset({"citation", "note"})


def outer_quote(part: Part) -> Container | None:
    """The outermost block quote that the part stands in."""
    return part.unit.block.container.quote


def cites(anchors: Sequence[Anchor]) -> bool:
    """Whether one of the anchors is a citation."""
    return any(anchor.kind in _CITING for anchor in anchors)


def is_attribution(part: Part, quote: Sequence[Part]) -> bool:
    """Whether a part directly behind a block ``quote`` that cites nothing says where it comes from (clause C50)."""
    outer = outer_quote(quote[0])
    beside = outer is not None and part.unit.block.container is outer.parent and part.unit.kind == "paragraph"
    if not beside or not cites(part.anchors) or any(cites(one.anchors) for one in quote):
        return False
    text = part.prose.text
    return not _has_words(text) or is_label(text) or _ATTRIBUTION.match(text) is not None


def one_quotation(
    parts: Sequence[Part], leadin: Draft | None, behind: Part | None = None
) -> list[Draft] | None:
    """The drafts of a block quote that is one quotation, or None where its sentences are read one by one.

    That is so where all its citations stand after its last word, or where it cites nothing and follows a citing
    ``leadin``, whose citations it then has; and never with a bold label or a ``[!…]`` line, in a list, a table or a
    heading. An attribution, which begins with a dash or stands ``behind`` the block quote, is no part of the
    quotation.
    """
    spoken = [part for part in parts if _has_words(part.prose.text)]
    if not spoken or parts[0].labelled:
        return None
    if any(part.unit.kind != "paragraph" or part.unit.block.container.kind != "quote" for part in parts):
        return None
    source, place = (
        (spoken[-1], _attribution(spoken[-1])) if behind is None else (behind, (0, len(behind.prose)))
    )
    last = (
        spoken[-1].prose.text[: place[0]] if place is not None and behind is None else spoken[-1].prose.text
    )
    said = spoken if _has_words(last) else spoken[:-1]
    if not said:
        return None
    end = _last_word(last if said is spoken else said[-1].prose.text)
    if not _cited_at_its_end(parts, said[-1], end):
        return None
    quotation = _quotation(said, end)
    quotation.anchors = [anchor for part in (*parts, behind) if part is not None for anchor in part.anchors]
    if not cites(quotation.anchors):
        if leadin is None:
            return None
        quotation.anchors += [replace(a, quotes=()) for a in leadin.anchors if a.kind in _REPEATED]
    return [quotation] if place is None else [quotation, *_source(source, place)]


def _cited_at_its_end(parts: Sequence[Part], last: Part, end: int) -> bool:
    """Whether no citation stands before position ``end`` of the part ``last``."""
    before = takewhile(lambda part: part is not last, parts)
    inside = (anchor.kind in _CITING and anchor.place < end for anchor in last.anchors)
    return not any(cites(part.anchors) for part in before) and not any(inside)


def _attribution(part: Part) -> Span | None:
    """Where a part names its source behind a dash."""
    match = _ATTRIBUTION.search(part.prose.text[-200:])
    before = max(0, len(part.prose.text) - 200)
    return None if match is None else (before + match.start(), len(part.prose.text))


def _source(part: Part, place: Span) -> list[Draft]:
    """The attribution as a sentence of its own, if there are words in it: a claim where it may not be exempt."""
    text = " ".join(part.prose.text[slice(*place)].split()).strip("—–―-,;: ")
    if not _has_words(text):
        return []
    brief = cites(part.anchors) or len(text.split()) <= _NAME_WORDS
    exempt = brief and may_be_exempt(text) and not ends_with_stop(text)
    anchors = [] if exempt else [replace(a, quotes=()) for a in part.anchors if a.kind in _CITING]
    kind = "reference" if exempt else "claim"
    return [Draft(text, kind, part.prose.span(*place), anchors, attached=not exempt, part=part)]


def _has_words(text: str) -> bool:
    return any(map(str.isalnum, text))


def _last_word(text: str) -> int:
    end = len(text)
    while end and not text[end - 1].isalnum():
        end -= 1
    return end


def _quotation(said: Sequence[Part], end: int) -> Draft:
    """The quoted parts as one claim; marks of quotation around all of it are no part of what is compared."""
    texts = [part.prose.text for part in said]
    following = re.compile(r"[^\s—–―\-]*").match(texts[-1], end)
    texts[-1] = texts[-1][: following.end() if following else end]
    text = " ".join(" ".join(one.split()) for one in texts)
    first, last = said[0].prose, said[-1].prose
    span = first.start_of(0), last.end_of(len(texts[-1]))
    draft = Draft(text, "claim", span, [], part=said[0])
    whole = [inner for inner in quotations(text) if inner[0] == 1 and inner[1] == len(text) - 1]
    draft.blockquote = (text[1:-1] if whole else text, span)
    return draft

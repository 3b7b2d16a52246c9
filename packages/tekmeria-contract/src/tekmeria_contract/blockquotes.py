"""Block quotes that are one quotation (contract.md §5)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tekmeria_contract.anchors import Anchor, Part
from tekmeria_contract.answer import Span
from tekmeria_contract.blocks import Container
from tekmeria_contract.drafts import Draft

_ATTRIBUTION = re.compile(r"\s*(?:[—–―]|-{1,2})\s*")
_CITING = frozenset({"citation", "note", "malformed"})


def outer_quote(part: Part) -> Container | None:
    """The outermost block quote that the part stands in."""
    found: Container | None = None
    container: Container | None = part.unit.block.container
    while container is not None:
        if container.kind == "quote":
            found = container
        container = container.parent
    return found


def one_quotation(parts: Sequence[Part], after_citing: bool) -> list[Draft] | None:
    """The drafts of a block quote that is one quotation, or None where its sentences are read one by one.

    That is so where all its citations stand after its last word, or where it cites nothing and follows a
    citing lead-in; and never with a bold label or a ``[!…]`` line, in a list, a table or a heading.
    """
    if parts[0].labelled:
        return None
    if any(part.unit.kind != "paragraph" or part.unit.block.container.kind != "quote" for part in parts):
        return None
    said, attribution = _divided(parts)
    if not any(_words(part.prose.text) for part in said):
        return None
    citing = [anchor for part in parts for anchor in part.anchors if anchor.kind in _CITING]
    if not citing and not after_citing:
        return None
    for index, part in enumerate(said):
        end = _last_word(part)
        if any(a.kind in _CITING and a.place < end for a in part.anchors):
            return None
        later = any(_words(other.prose.text) for other in said[index + 1 :])
        if later and any(a.kind in _CITING for a in part.anchors):
            return None
    return _drafts(said, attribution)


def _divided(parts: Sequence[Part]) -> tuple[list[Part], list[Part]]:
    """The quoted parts, and the attribution: a last part that begins with a dash."""
    if (
        len(parts) > 1
        and _ATTRIBUTION.match(parts[-1].prose.text)
        and any(a.kind in _CITING for a in parts[-1].anchors)
    ):
        return list(parts[:-1]), [parts[-1]]
    return list(parts), []


def _words(text: str) -> bool:
    return any(character.isalnum() for character in text)


def _last_word(part: Part) -> int:
    text = part.prose.text
    attributed = re.search(r"\n?[ ]*[—–―][ ]*[^\n.]{0,80}$", text)
    end = attributed.start() if attributed else len(text)
    while end and not text[end - 1].isalnum():
        end -= 1
    return end


def _drafts(said: Sequence[Part], attribution: Sequence[Part]) -> list[Draft]:
    spoken = [part for part in said if _words(part.prose.text)]
    text = " ".join(" ".join(part.prose.text.split()) for part in spoken)
    text = re.sub(r"\s*[—–―]\s*$", "", text)
    first, last = spoken[0].prose, spoken[-1].prose
    span: Span = (first.start_of(0), last.end_of(len(last)))
    anchors = [anchor for part in (*said, *attribution) for anchor in part.anchors]
    draft = Draft(text, "claim", span, anchors, part=spoken[0])
    draft.blockquote = (text, span)
    return [draft]


def cites(anchors: Sequence[Anchor]) -> bool:
    """Whether one of the anchors is a citation."""
    return any(anchor.kind in _CITING for anchor in anchors)

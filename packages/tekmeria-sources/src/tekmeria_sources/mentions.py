"""Where our passages name the entities that PubTator3 found: places told letter for letter, or not at all.

PubTator3 has a text of its own: labels stand in it, raised letters and thin spaces do not. A passage, or where that
fails each of its sentences, is looked for in it under the contract's fold. Only where it stands exactly once, and no
other of ours reads the same, are places carried over, and only where the same words then stand there.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tekmeria_contract.fold import Folded, fold
from tekmeria_contract.sentences import split_sentences
from tekmeria_sources.passages import prefix_of
from tekmeria_sources.pubtator import AnnotatedText, Mention
from tekmeria_sources.record import Passage

TEXTS = frozenset({"title", "abstract"})
"""The texts that PubTator3 has of PubMed's records, by its names and by our prefixes."""

_SURROGATES = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Placed:
    """Mentions by the path of the passage in which their spans count; those whose place is not known, without."""

    passages: Mapping[str, tuple[Mention, ...]]
    elsewhere: tuple[Mention, ...]


@dataclass(frozen=True, slots=True)
class _Piece:
    """``text`` folded, which stands in ``passage`` from ``start`` on and in the other's text from ``place`` on."""

    passage: Passage
    start: int
    text: Folded
    place: int


def place(texts: Sequence[AnnotatedText], passages: Sequence[Passage]) -> Placed:
    """The mentions of ``texts`` in ``passages``, all of one record."""
    placed: dict[str, dict[Mention, list[tuple[int, int]]]] = {}
    elsewhere: list[Mention] = []
    for text in texts:
        folded = _folded(text.text)
        ours = [
            passage for passage in passages if text.kind in TEXTS and prefix_of(passage.path) == text.kind
        ]
        pieces = list(_pieces(folded.text, ours))
        for mention in text.mentions:
            named = replace(mention, spans=())
            found = [_carried(mention, span, folded, pieces) for span in mention.spans]
            for path, span in (place for place in found if place):
                placed.setdefault(path, {}).setdefault(named, []).append(span)
            if not found or None in found:
                elsewhere.append(named)
    together = {
        path: tuple(replace(named, spans=tuple(sorted(spans))) for named, spans in mentions.items())
        for path, mentions in placed.items()
    }
    return Placed(together, tuple(dict.fromkeys(elsewhere)))


def _pieces(text: str, passages: Sequence[Passage]) -> Iterator[_Piece]:
    """Whole passages, or their sentences, that stand in the folded ``text`` once and read like no other."""
    whole = [(passage, 0, _folded(passage.text)) for passage in passages]
    found = {piece.passage.path: piece for piece in _unique(text, whole)}
    yield from found.values()
    sentences = [
        (passage, start, _folded(passage.text[start:end]))
        for passage in passages
        for start, end in split_sentences(passage.text)
    ]
    yield from (piece for piece in _unique(text, sentences) if piece.passage.path not in found)


def _unique(text: str, candidates: Sequence[tuple[Passage, int, Folded]]) -> Iterator[_Piece]:
    alike = Counter(folded.text for _, _, folded in candidates)
    for passage, start, folded in candidates:
        place = text.find(folded.text)
        if place >= 0 and alike[folded.text] == 1 and text.find(folded.text, place + 1) < 0:
            yield _Piece(passage, start, folded, place)


def _carried(
    mention: Mention, span: tuple[int, int], text: Folded, pieces: Sequence[_Piece]
) -> tuple[str, tuple[int, int]] | None:
    """The path and the span in its passage at which the words of ``span`` stand; None where that is not known."""
    first, last = text.at(span[0]), text.at(span[1])
    for piece in pieces:
        if not piece.place <= first < last <= piece.place + len(piece.text.text):
            continue
        start, end = piece.text.span(first - piece.place, last - piece.place)
        start, end = piece.start + start, piece.start + end
        if _folded(piece.passage.text[start:end]).text == _folded(mention.text).text:
            return piece.passage.path, (start, end)
    return None


def _folded(text: str) -> Folded:
    """``text`` folded; half a character, which JSON can spell, is like nothing of ours."""
    return fold(_SURROGATES.sub("\ufffd", text))

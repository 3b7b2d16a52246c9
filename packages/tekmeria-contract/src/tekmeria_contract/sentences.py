"""Sentences of a text as spans of code points (`contract.md` §3).

Half-open spans, in order; white space at their ends is trimmed, and with what lies between
them they give the text back.
"""

import re
from collections.abc import Iterator

from tekmeria_contract.boundaries import Block, ends_sentence
from tekmeria_contract.lexicon import Lexicon, lexicon_for

__all__ = ["SPLITTER_VERSION", "split_sentences"]

SPLITTER_VERSION: int = 1

_NEWLINE = r"(?:\r\n|\n|\r(?!\n)|\x85|\u2028)"
_BLANK_LINE = re.compile(rf"{_NEWLINE}[^\S\r\n\x85\u2028\u2029]*+(?:{_NEWLINE}|\u2029)\s*+|\u2029\s*+")
_ITEM = re.compile(
    rf"{_NEWLINE}[^\S\r\n\x85\u2028\u2029]*+(?=[•‣◦▪●○■□*–—-][^\S\r\n\x85\u2028\u2029]+[^\W\d_])"
)


def split_sentences(text: str, language: str | None = None) -> list[tuple[int, int]]:
    lexicon = lexicon_for(language, text)
    spans: list[tuple[int, int]] = []
    for start, end in _blocks(text):
        spans.extend(_block_spans(text, start, end, lexicon))
    return spans


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for gap in _BLANK_LINE.finditer(text):
        yield start, gap.start()
        start = gap.end()
    yield start, len(text)


def _block_spans(text: str, start: int, end: int, lexicon: Lexicon) -> Iterator[tuple[int, int]]:
    block = Block(text[start:end])
    previous = 0
    for cut in ends_sentence(block, lexicon):
        yield from _trimmed(block.text, previous, cut, start)
        previous = cut
    yield from _trimmed(block.text, previous, len(block.text), start)


def _trimmed(text: str, start: int, end: int, offset: int) -> Iterator[tuple[int, int]]:
    """The span without white space at its ends, moved by the offset; nothing if nothing is left."""
    piece = text[start:end]
    left = start + len(piece) - len(piece.lstrip())
    right = start + len(piece.rstrip())
    if left < right:
        yield left + offset, right + offset

"""Sentences of a text as spans of code points (`contract.md` §3).

Half-open spans, in order; white space at their ends is trimmed, and with what lies between
them they give the text back.
"""

from collections.abc import Iterator

from tekmeria_contract.boundaries import cuts
from tekmeria_contract.breaks import blocks
from tekmeria_contract.lexicon import Lexicon, lexicon_for

__all__ = ["SPLITTER_VERSION", "split_sentences"]

SPLITTER_VERSION: int = 1


def split_sentences(text: str, language: str | None = None) -> list[tuple[int, int]]:
    """The sentences of a text as half-open spans in code points, in order and without white space at their ends.

    The spans are disjoint and not empty, and every character that is not white space lies in one. `language`
    is a BCP 47 tag such as `de-CH`; without it the language is guessed from the text, and an unknown one
    has the general rules. Linear in the length of the text (`contract.md` §3).
    """
    lexicon = lexicon_for(language, text)
    return [span for start, end in blocks(text) for span in _spans(text, start, end, lexicon)]


def _spans(text: str, start: int, end: int, lexicon: Lexicon) -> Iterator[tuple[int, int]]:
    block = text[start:end]
    begin = 0
    for cut in [*cuts(block, lexicon), len(block)]:
        piece = block[begin:cut]
        left = begin + len(piece) - len(piece.lstrip())
        right = begin + len(piece.rstrip())
        if left < right:
            yield start + left, start + right
        begin = cut

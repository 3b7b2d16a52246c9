"""A passage made ready for many comparisons (`contract.md` §4)."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field

from tekmeria_contract.closest import TokenIndex
from tekmeria_contract.fold import Folded, read
from tekmeria_contract.sentences import split_sentences

__all__ = ["Prepared", "prepare"]


@dataclass(slots=True)
class Prepared:
    """A passage folded once for many comparisons; its sentences are found when first asked for."""

    source: str
    folded: Folded
    _sentences: list[tuple[int, int]] | None = field(default=None, repr=False, compare=False)
    _tokens: TokenIndex | None = field(default=None, repr=False, compare=False)

    @property
    def tokens(self) -> TokenIndex:
        """The passage's tokens, for finding what is closest to a mismatched quote."""
        if self._tokens is None:
            self._tokens = TokenIndex.of(self.source)
        return self._tokens

    def sentence(self, at: int) -> tuple[int, int]:
        """The span, in the folded text, of the sentence that holds its position ``at``."""
        if self._sentences is None:
            self._sentences = split_sentences(self.source)
        position = self.folded.span(at, at + 1)[0]
        index = bisect_right(self._sentences, (position, len(self.source))) - 1
        if index < 0:
            return 0, len(self.folded.text)
        start, end = self._sentences[index]
        return self.folded.at(start), self.folded.at(end)


def prepare(passage: str) -> Prepared:
    """``passage`` folded for comparison. Raises ValueError for a lone surrogate."""
    return Prepared(passage, read(passage))

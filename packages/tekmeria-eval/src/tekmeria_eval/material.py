"""What a category plants with: passages in shuffled rounds, slices of them, claims; seeded."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from tekmeria_eval.case import Case, Planted, Sentence
from tekmeria_eval.literature import Issued, Literature
from tekmeria_eval.prose import PROSE

WORD = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)*")
_MARKS = re.compile('["“”„‟″«»「」『』|`*_\\\\<>\\[\\]]')
TURNS = re.compile(
    r"\b(?:not|no|never|nor|neither|none|without|cannot|unlikely|unless|except|if|only|but|lack|absence|"
    r"fail\w*|ruled|rather|instead)\b|n[’']t\b",
    re.IGNORECASE,
)
_SIGNS = "=<>≤≥±×~%°"
"""Signs that belong to what stands beside them, white space or not."""

SHORTEST, LONGEST = 4, 14
"""Words of a slice."""


@dataclass(frozen=True)
class Slice:
    """A stretch of whole words of a passage."""

    issued: Issued
    start: int
    end: int

    @property
    def text(self) -> str:
        """Its text, exactly as the passage has it."""
        return self.issued.text[self.start : self.end]


@dataclass
class Material:
    """The literature with a seeded source of choices."""

    literature: Literature
    random: Random
    _rounds: dict[int, list[Slice]] = field(default_factory=dict[int, list[Slice]])

    def prose(self) -> str:
        """A claim."""
        return self.random.choice(PROSE)

    def proses(self, count: int) -> list[str]:
        """``count`` different claims."""
        return self.random.sample(PROSE, count)

    def round(self, pool: Sequence[Issued]) -> Iterator[Issued]:
        """``pool`` over and over, shuffled anew each time; nothing where it is empty."""
        while pool:
            yield from self.random.sample(pool, len(pool))

    def slices(
        self,
        pool: Sequence[Issued] | None = None,
        accept: Callable[[Slice], bool] | None = None,
        tries: int = 4000,
    ) -> Iterator[Slice]:
        """Different slices that can be quoted as they stand and that ``accept`` takes, passage by passage."""
        seen: set[Slice] = set()
        rounds = self.round(self.literature.unflagged if pool is None else pool)
        for issued, _ in zip(rounds, range(tries), strict=False):
            cut = self._slice(issued)
            if cut is not None and cut not in seen and (accept is None or accept(cut)):
                seen.add(cut)
                yield cut

    def _slice(self, issued: Issued) -> Slice | None:
        words = list(re.finditer(r"\S+", issued.text))
        length = self.random.randint(SHORTEST, LONGEST)
        if len(words) < length:
            return None
        at = self.random.randrange(len(words) - length + 1)
        start, end = words[at].start(), words[at + length - 1].end()
        end = start + len(issued.text[start:end].rstrip(".,;:"))
        cut = Slice(issued, start, end)
        return cut if is_plain(cut) else None


def is_plain(cut: Slice) -> bool:
    """Whether a slice is quotable without further ado.

    It begins and ends with a word of letters, stands once in its passage, holds no mark that an answer
    would have to escape, and nothing near it turns its meaning.
    """
    text, passage = cut.text, cut.issued.text
    words = text.split()
    last = words[-1]
    around = passage[max(0, cut.start - 60) : cut.start] + " " + passage[cut.end : cut.end + 30]
    beside = passage[: cut.start].rstrip()[-1:] + passage[cut.end :].lstrip()[:1]
    return (
        WORD.fullmatch(words[0]) is not None
        and WORD.fullmatch(last) is not None
        and passage.count(text) == 1
        and not set(beside) & set(_SIGNS)
        and not _MARKS.search(text)
        and not TURNS.search(around)
    )


def genuine(issued: Issued, quote: Slice | None = None) -> Planted:
    """A citation of ``issued`` that must be ok, quoting a slice of it or nothing."""
    if quote is None:
        return Planted(issued.handle, issued.resolution)
    return Planted(
        issued.handle, issued.resolution, quote.text, matched="exact", place=(quote.start, quote.end)
    )


def mismatched(cut: Slice, quote: str, cls: str | None) -> Planted:
    """A citation quoting ``quote``, made from ``cut`` by a change of class ``cls``.

    What is closest is known where the change is inside: at an end, the window without that word may be closer.
    """
    planted = genuine(cut.issued, cut)
    inside = quote.split()[0] == cut.text.split()[0] and quote.split()[-1] == cut.text.split()[-1]
    return replace(
        planted,
        quote=quote,
        verdict="quote_mismatch",
        matched=None,
        place=None,
        cls=cls,
        closest=cut.text if inside or cls == "token_cut" else None,
    )


def claim(prose: str, *citations: Planted) -> Sentence:
    """A sentence with the status that its citations give it."""
    verdicts = [planted.verdict for planted in citations]
    status = "cited" if "ok" in verdicts else "invalid_only" if verdicts else "uncited"
    return Sentence(prose, citations, status)


Planter = Callable[[Material], Iterator[Case]]
"""A category: cases without end, or until the literature holds no more."""

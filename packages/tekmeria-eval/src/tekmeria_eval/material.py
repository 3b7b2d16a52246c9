"""What a category plants with: passages in shuffled rounds, slices of them, claims; seeded."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random

from tekmeria_eval.case import Case, Planted, Sentence
from tekmeria_eval.literature import Issued, Literature
from tekmeria_eval.prose import PROSE

WORD = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)*")
_MARKS = re.compile('[\\n"“”„‟″«»「」『』|`*_\\\\<>\\[\\]]')
TURNS = re.compile(
    r"\b(?:not|no|never|nor|neither|none|no(?:body|thing)|without|cannot|unlikely|unless|except|if|only|but|lack|absence|"
    r"fail\w*|ruled|rather|instead|nicht|kein\w*|ohne|nie|ne|pas|aucun\w*|sans|nunca|sin|ningún|ni|não|sem|"
    r"nenhum\w*|apart|other than|except\w*|exclud\w*|provided|as long|salvo|sólo|sauf|seulement|uniquement|außer|"
    r"wenn|nur|exceto|só|apenas|somente|whether|little|insufficient|hypothes\w*|insuficiente|poca|hipótesis|insuffisante?|"
    r"hypothèse|ob|unzureichend|wenig|pouca|hipótese)\b|n[’']t\b",
    re.IGNORECASE,
)
"""Words that may turn or narrow what stands beside them; more of them than the contract lists."""
LEAST_ALIKE = 10
"""Characters that a changed quotation keeps at each end for its closest text to be certain."""

_SIGNS = "=<>≤≥⩽⩾≦≧±×~%°"
"""Signs that belong to what stands beside them, white space or not."""

RANGE_CUT = re.compile(
    r"[0-9]\S*(?: \S+)? \|(?:to|or|and|bis|a|à)\b|\b(?:to|and|bis|und|à|a|et|y)\| \S*[0-9]"
)
"""A slice, between bars, that may begin or end inside a range (clause Q58)."""
_UNIT_HEAD = re.compile(r"[0-9⁰¹²³⁴-⁹] $")
"""A number before a slice, whose first word may be its unit."""

SHORTEST, LONGEST = 4, 18
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
        around: re.Pattern[str] | None = None,
        tries: int = 4000,
    ) -> Iterator[Slice]:
        """Different slices that can be quoted as they stand and that ``accept`` takes, passage by passage.

        ``around``: each of them holds what this pattern finds.
        """
        seen: set[Slice] = set()
        pool = self.literature.english if pool is None else pool
        rounds = self.round([i for i in pool if around is None or around.search(i.text)])
        for issued, _ in zip(rounds, range(tries), strict=False):
            cut = self._slice(issued, around)
            if cut is not None and cut not in seen and (accept is None or accept(cut)):
                seen.add(cut)
                yield cut

    def _slice(self, issued: Issued, around: re.Pattern[str] | None) -> Slice | None:
        """A slice between plain words, around one of the matches of ``around``."""
        ends = _ends(issued.text)
        first, last = len(issued.text), 0
        if around is not None:
            first, last = self.random.choice(list(around.finditer(issued.text))).span()
        heads = [index for index in ends.heads if ends.spans[index][0] <= first][-LONGEST if last else 0 :]
        if not heads:
            return None
        head = self.random.choice(heads)
        reach = range(head + SHORTEST - 1, head + LONGEST)
        tails = [index for index in ends.tails if index in reach and ends.spans[index][1] >= last]
        if not tails:
            return None
        cut = Slice(issued, ends.spans[head][0], ends.spans[self.random.choice(tails)][1])
        return cut if is_plain(cut) else None


@dataclass(frozen=True, slots=True)
class _Ends:
    """The words of a text: where they stand without a final mark, and which can begin or end a slice."""

    spans: tuple[tuple[int, int], ...]
    heads: tuple[int, ...]
    tails: tuple[int, ...]


@cache
def _ends(text: str) -> _Ends:
    words = list(re.finditer(r"\S+", text))
    bare = [word[0].rstrip(".,;:") for word in words]
    spans = tuple((word.start(), word.start() + len(plain)) for word, plain in zip(words, bare, strict=True))
    heads = tuple(index for index, word in enumerate(words) if WORD.fullmatch(word[0]))
    return _Ends(spans, heads, tuple(index for index, plain in enumerate(bare) if WORD.fullmatch(plain)))


def is_plain(cut: Slice) -> bool:
    """Whether a slice is quotable without further ado.

    It stands once in its passage, holds no mark that an answer would have to escape, and nothing near it turns its
    meaning. That it begins and ends with a word of letters is seen to before.
    """
    text, passage = cut.text, cut.issued.text
    beside = passage[: cut.start].rstrip()[-1:] + passage[cut.end :].lstrip()[:1]
    around = passage[max(0, cut.start - 60) : cut.start] + " " + passage[cut.end : cut.end + 30]
    return (
        not _MARKS.search(text)
        and not set(beside) & set(_SIGNS)
        and not _UNIT_HEAD.search(passage[: cut.start])
        and not RANGE_CUT.search(
            f"{passage[max(0, cut.start - 30) : cut.start]}|{text}|{passage[cut.end :][:30]}"
        )
        and not TURNS.search(around)
        and passage.count(text) == 1
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

    What is closest is known where the change is well inside: near an end, a shorter window may be closer.
    """
    planted = genuine(cut.issued, cut)
    inside = all(_alike(*pair) >= LEAST_ALIKE for pair in ((quote, cut.text), (quote[::-1], cut.text[::-1])))
    return replace(
        planted,
        quote=quote,
        verdict="quote_mismatch",
        matched=None,
        place=None,
        cls=cls,
        closest=cut.text if inside or cls == "token_cut" else None,
    )


def _alike(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    pairs = zip(one, other, strict=False)
    return next((index for index, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def claim(prose: str, *citations: Planted) -> Sentence:
    """A sentence with the status that its citations give it."""
    verdicts = [planted.verdict for planted in citations]
    status = "cited" if "ok" in verdicts else "invalid_only" if verdicts else "uncited"
    return Sentence(prose, citations, status)


Planter = Callable[[Material], Iterator[Case]]
"""A category: cases without end, or until the literature holds no more."""

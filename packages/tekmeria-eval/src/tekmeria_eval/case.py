"""A planted case: an answer, what is known of its handles, and what its audit must say.

A case states everything in advance. How the answer is written down, as structured claims or as text in
one of many citation styles, is the business of :mod:`tekmeria_eval.writing`; what must be found in it
does not change.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from tekmeria_contract.policy import Policy
from tekmeria_contract.resolution import Resolution
from tekmeria_eval.ring import RING, Ring

if TYPE_CHECKING:
    from tekmeria_eval.writing import Written

DEFAULT_POLICY = Policy()
Span = tuple[int, int]
ANY = "any"


@dataclass(frozen=True)
class Planted:
    """A citation and its outcome.

    ``handle`` is what the report must show, ``written`` what stands in the answer where that differs.
    ``resolution`` is what is known of a genuine handle. ``place`` is where a verbatim quote stands in the
    text that decides; ``closest`` is the slice of it that a mismatched quote was made from, None where
    that is not said. ``broken`` is the reason why the bracket is malformed though the handle in it is
    not. ``reason`` and ``cls`` are :data:`ANY` where the contract leaves them open.
    """

    handle: str
    resolution: Resolution | None = None
    quote: str | None = None
    written: str | None = None
    verdict: str = "ok"
    reason: str | None = None
    flags: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    checked_against: str | None = "both"
    matched: str | None = None
    place: Span | None = None
    cls: str | None = None
    closest: str | None = None
    held_by: str | None = None
    broken: str | None = None
    miscopied: bool = False
    repaired: bool = False

    @property
    def as_written(self) -> str:
        """What stands in the answer."""
        return self.handle if self.written is None else self.written


@dataclass(frozen=True)
class Sentence:
    """A claim: its ``prose`` without marks, with its full stop; its citations; its figures, where planted."""

    prose: str
    citations: tuple[Planted, ...] = ()
    status: str = "cited"
    figures: tuple[tuple[str, str], ...] | None = None


@dataclass(frozen=True)
class Case:
    """One planted answer with the overall ``verdict`` it must get.

    ``styles`` names the styles it is written in; none stands for every style that its citations allow.
    ``own`` are forms that no style can write; the case is audited in them too.
    """

    sentences: tuple[Sentence, ...]
    verdict: str = "pass"
    ring: Ring = RING
    policy: Policy = DEFAULT_POLICY
    styles: tuple[str, ...] = ()
    claims: bool = True
    own: tuple[Written, ...] = ()

    @cached_property
    def resolutions(self) -> Mapping[str, Resolution]:
        """What is known of each genuine handle."""
        return {
            planted.handle: planted.resolution
            for sentence in self.sentences
            for planted in sentence.citations
            if planted.resolution is not None
        }

    @property
    def signature(self) -> tuple[object, ...]:
        """What makes the case another one than its neighbours, prose and style set aside."""
        cited = tuple(
            (planted.as_written, planted.quote, planted.resolution)
            for sentence in self.sentences
            for planted in sentence.citations
        )
        stated = tuple((s.prose, s.figures) for s in self.sentences if s.figures)
        return (*cited, *stated, *(str(written.content) for written in self.own))

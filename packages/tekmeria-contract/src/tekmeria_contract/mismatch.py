"""A mismatched quote explained with the other passages at hand (contract.md §4, Diagnosis).

The cited passage alone gives most classes. Two need more: ``spans_passages`` (the quote runs on from one passage
of the record into the next) and ``other_passage`` (another passage of the record, or of another record that the
answer cites, holds it).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tekmeria_contract.diagnosis import diagnose
from tekmeria_contract.evidence import Evidence, Library
from tekmeria_contract.policy import Policy
from tekmeria_contract.quoterepair import repaired
from tekmeria_contract.quotes import QuoteMatch, compare_prepared, readings
from tekmeria_contract.resolution import PassageText

BUDGET = 500_000_000
"""Characters of other passages searched in one audit; beyond it a mismatch is diagnosed from its own passage."""

_BEFORE_OTHERS = frozenset({"refused_character", "formatting", "token_cut"})


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The mismatch, the handle of another passage that holds the quote, the handle that a repair belongs to."""

    match: QuoteMatch
    held_by: str | None = None
    repair_handle: str | None = None


@dataclass(slots=True)
class Diagnostician:
    """Diagnoses the mismatches of one audit within one budget."""

    library: Library
    policy: Policy
    others: Sequence[PassageText]
    left: int = BUDGET
    _joined: str | None = None

    def diagnose(self, quote: str, evidence: Evidence) -> Diagnosis:
        """Explain why no text behind ``evidence`` holds ``quote``."""
        shown = evidence.shown or ""
        label = evidence.resolution.label
        own = diagnose(quote, self.library.prepare(shown), self.policy.elision, label)
        handle = str(evidence.handle)
        if own.cls in _BEFORE_OTHERS:
            return Diagnosis(own, None, handle if own.repair is not None else None)
        part = self._spans_passages(quote, evidence)
        if part is not None:
            repair = repaired(part, self.library.prepare(shown)) or own.repair
            crossing = replace(own, cls="spans_passages", detail=None, repair=repair)
            return Diagnosis(crossing, None, handle if repair is not None else None)
        found = self._other_passage(quote, evidence)
        if found is not None:
            other, repair = found
            changed = replace(own, cls="other_passage", detail=None, repair=repair)
            return Diagnosis(changed, other.handle, other.handle if repair is not None else None)
        return Diagnosis(own, None, handle if own.repair is not None else None)

    def _spans_passages(self, quote: str, evidence: Evidence) -> tuple[int, int] | None:
        """The part of the cited passage that a quotation running on from or into its neighbours holds."""
        passages, shown = evidence.resolution.passages, evidence.shown or ""
        at = next((i for i, p in enumerate(passages) if p.handle == str(evidence.handle)), None)
        if at is None:
            return None
        before = "".join(f"{p.text} " for p in passages[max(at - 1, 0) : at])
        after = "".join(f" {p.text}" for p in passages[at + 1 : at + 2])
        match = self._holds(quote, f"{before}{shown}{after}")
        if match is None or match.span is None:
            return None
        start, end = (place - len(before) for place in match.span)
        if end <= 0 or start >= len(shown) or (start >= 0 and end <= len(shown)):
            return None
        folded = self.library.prepare(shown).folded
        return folded.at(max(start, 0)), folded.at(min(end, len(shown)))

    def _other_passage(self, quote: str, evidence: Evidence) -> tuple[PassageText, str | None] | None:
        """The passage that holds the quotation, and what ought to be quoted of it."""
        if not self._stands_somewhere(quote):
            return None
        for passage in self._elsewhere(evidence):
            match = self._holds(quote, passage.text)
            if match is not None and match.span is not None:
                there = self.library.prepare(passage.text)
                start, end = match.span
                return passage, repaired((there.folded.at(start), there.folded.at(end)), there)
        return None

    def _stands_somewhere(self, quote: str) -> bool:
        """Whether the quote, less one final mark, occurs in any passage at all: one search instead of many."""
        if self.policy.elision:
            return True
        if self._joined is None:
            self._joined = "\0".join(
                self.library.prepare(passage.text).folded.text for passage in self.others
            )
        self.left -= len(self._joined)
        return self.left > 0 and any(text[:-1] in self._joined for text, _ in readings(quote, None))

    def _elsewhere(self, evidence: Evidence) -> Iterator[PassageText]:
        handle = str(evidence.handle)
        record = {p.handle: p for p in evidence.resolution.passages}
        yield from (p for p in record.values() if p.handle != handle)
        yield from (p for p in self.others if p.handle != handle and p.handle not in record)

    def _holds(self, quote: str, text: str) -> QuoteMatch | None:
        if len(text) + len(quote) > self.left:
            return None
        self.left -= len(text) + len(quote)
        match = compare_prepared(quote, self.library.prepare(text), self.policy.elision)
        return match if match.verbatim else None

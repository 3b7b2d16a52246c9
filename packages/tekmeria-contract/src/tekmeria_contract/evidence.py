"""What a cited handle has to show: its texts as issued and now, prepared once, and who of them holds a quote."""

from __future__ import annotations

from dataclasses import dataclass, field

from tekmeria_contract.figures import Numbers, numbers_of
from tekmeria_contract.handle import VerifiedHandle
from tekmeria_contract.policy import Policy
from tekmeria_contract.quotes import Prepared, QuoteMatch, compare_prepared, prepare
from tekmeria_contract.resolution import IssuedText, Resolution


@dataclass(slots=True)
class Library:
    """Prepares each distinct text once per audit."""

    _prepared: dict[str, Prepared] = field(default_factory=dict[str, Prepared])
    _numbers: dict[str, Numbers] = field(default_factory=dict[str, Numbers])

    def prepare(self, text: str) -> Prepared:
        """``text`` folded and indexed for comparison."""
        known = self._prepared.get(text)
        if known is None:
            known = self._prepared[text] = prepare(text)
        return known

    def numbers(self, text: str) -> Numbers:
        """The numbers of ``text``."""
        known = self._numbers.get(text)
        if known is None:
            known = self._numbers[text] = numbers_of(text)
        return known


@dataclass(frozen=True, slots=True)
class Evidence:
    """The texts behind one handle under one policy.

    ``own``: the texts issued as the very version the handle names (for a handle without version: every text
    issued), newest first. ``other``: texts issued as other versions. ``current``: the text as it is now, and
    ``current_is_own`` whether that is the version cited.
    """

    handle: VerifiedHandle
    resolution: Resolution
    own: tuple[IssuedText, ...]
    other: tuple[IssuedText, ...]
    current: str | None
    current_is_own: bool

    @property
    def version(self) -> str | None:
        """The version the handle names."""
        return self.handle.handle.version

    @property
    def issued(self) -> str | None:
        """The text as issued, newest first."""
        return self.own[0].text if self.own else None

    @property
    def shown(self) -> str | None:
        """The text to compare with and to show: as issued if known, else as it is now, else another version's."""
        if self.issued is not None:
            return self.issued
        return self.current if self.current is not None else (self.other[0].text if self.other else None)


@dataclass(frozen=True, slots=True)
class Holding:
    """Which text of a handle holds a quote: ``against`` is issued, current or both; ``own`` whether as cited."""

    match: QuoteMatch
    against: str
    own: bool


def gather(handle: VerifiedHandle, resolution: Resolution, policy: Policy) -> Evidence:
    """Sort what is known about ``handle`` by version; a policy against ``issued`` leaves the present text out."""
    version = handle.handle.version
    newest_first = tuple(reversed(resolution.issued))
    own = tuple(i for i in newest_first if version is None or i.version is None or i.version == version)
    other = tuple(i for i in newest_first if i not in own)
    served = resolution.record.version if resolution.record is not None else None
    current = None if policy.against == "issued" else resolution.current
    return Evidence(handle, resolution, own, other, current, version is None or served in (None, version))


def holding(quote: str, evidence: Evidence, policy: Policy, library: Library) -> Holding | None:
    """Where ``quote`` stands verbatim: in the version cited if it can be, else in another one, else nowhere.

    Texts issued as another version count only beside one issued as the version cited: by themselves they say nothing
    of what was cited (clause V7).
    """

    compared: dict[str, QuoteMatch] = {}  # What was issued is most often what stands there now.

    def find(text: str) -> QuoteMatch | None:
        if text not in compared:
            prepared = library.prepare(text)
            compared[text] = compare_prepared(quote, prepared, policy.elision, evidence.resolution.label)
        return compared[text] if compared[text].verbatim else None

    issued = next((m for m in (find(i.text) for i in evidence.own) if m), None)
    current = find(evidence.current) if evidence.current is not None else None
    if issued is not None:
        return Holding(issued, "both" if current is not None else "issued", own=True)
    if current is not None:
        return Holding(current, "current", own=evidence.current_is_own)
    others = evidence.other if evidence.own else ()
    other = next((m for m in (find(i.text) for i in others) if m), None)
    return None if other is None else Holding(other, "issued", own=False)


def at_hand(evidence: Evidence) -> str | None:
    """Which texts a citation without a quote rests on: issued, current, both, or None."""
    if evidence.issued is not None:
        return "both" if evidence.current is not None else "issued"
    return "current" if evidence.current is not None else None

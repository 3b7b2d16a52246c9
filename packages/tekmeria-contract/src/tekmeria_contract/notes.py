"""The definitions of an answer and the marks that name them: footnotes, numbers, links (contract.md §5)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from tekmeria_contract.anchors import Anchor, Part


@dataclass(slots=True, eq=False)
class Definition:
    """What a label stands for: its ``index`` in the answer, what it cites, whether a mark ``used`` it.

    ``linked`` tells that it is a link's, which no reader sees.
    """

    index: int
    anchors: list[Anchor] = field(default_factory=list[Anchor])
    used: bool = False
    linked: bool = False

    def says(self) -> tuple[tuple[str | None, tuple[str, ...]], ...]:
        """What it cites, for comparison with another definition of its label: handles and quotations."""
        return tuple(
            (anchor.found.handle, tuple(text for text, _ in anchor.quotes))
            for anchor in self.anchors
            if anchor.found is not None
        )


class Definitions:
    """The definitions of an answer by their labels."""

    def __init__(self) -> None:
        self._of_label: defaultdict[str, list[Definition]] = defaultdict(list)
        self._of_source: dict[int, Definition] = {}
        self._kept: list[object] = []
        self._at_odds: dict[str, bool] = {}
        self._used: set[str] = set()
        self._links: dict[str, Definition] = {}

    def add(self, labels: Iterable[str], source: object, anchors: Iterable[Anchor]) -> Definition:
        """Add what ``source`` (a footnote, an entry, a link definition) says of its ``labels``."""
        definition = self._of_source.get(id(source))
        if definition is None:
            definition = Definition(len(self._of_source))
            self._of_source[id(source)] = definition
            # What is known by its identity is kept, lest another object come to have the same.
            self._kept.append(source)
            for label in labels:
                self._of_label[label].append(definition)
        definition.anchors += anchors
        return definition

    def add_link(self, labels: Iterable[str], source: object, anchors: Iterable[Anchor]) -> None:
        """Add what a link definition cites; the first of a label is the one that its links lead to."""
        definition = self.add(labels, source, anchors)
        definition.linked = True
        for label in labels:
            self._links.setdefault(label, definition)

    def link(self, label: str) -> Definition | None:
        """The link definition of a label."""
        return self._links.get(label)

    def add_part(self, part: Part) -> Definition | None:
        """Add a part that is an entry, or that stands in a footnote."""
        if not part.unit.labels:
            return None
        return self.add(part.unit.labels, part.unit.block.container.footnote or part.unit, part.anchors)

    def of(self, label: str) -> list[Definition]:
        """The definitions of a label."""
        return self._of_label.get(label, [])

    def are_at_odds(self, label: str) -> bool:
        """Whether a label has definitions that cite different things."""
        defined = self.of(label)
        if len(defined) < 2:
            return False
        if label not in self._at_odds:
            self._at_odds[label] = len({definition.says() for definition in defined}) > 1
        return self._at_odds[label]

    def use(self, anchors: Iterable[Anchor]) -> None:
        """Take note of what the marks among ``anchors`` use; a label with two definitions cites neither."""
        for label in (label for anchor in anchors for label in anchor.labels):
            if label not in self._used and not self.are_at_odds(label):
                self._used.add(label)
                for definition in self.of(label):
                    definition.used = True

    def is_used(self, label: str) -> bool:
        """Whether a mark has used what a label stands for."""
        return all(definition.used for definition in self.of(label)[:1])

    def __iter__(self) -> Iterator[Definition]:
        return iter(self._of_source.values())

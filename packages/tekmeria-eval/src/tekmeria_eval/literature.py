"""The records that cases are planted in: by default the fictional literature, else a folder of responses.

Every passage of every record is issued here: it gets a handle of the evaluation's own key ring and the
resolution that an installation would give the audit for it (contract.md §6).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import as_file, files
from pathlib import Path

from tekmeria_contract.handle import mint
from tekmeria_contract.resolution import IssuedText, PassageText, Resolution
from tekmeria_eval.ring import RING
from tekmeria_sources.folderindex import read_folder
from tekmeria_sources.passages import cut
from tekmeria_sources.record import Passage, Record

ISSUED_AT = "2031-05-01T09:00:00Z"
CHECKED_AT = "2031-06-01T09:00:00Z"


@dataclass(frozen=True)
class Issued:
    """A passage that has been handed out: its record, its text and its handle."""

    record: Record
    passage: Passage
    handle: str
    siblings: tuple[PassageText, ...]

    @property
    def text(self) -> str:
        """The passage's text as issued."""
        return self.passage.text

    @property
    def path(self) -> str:
        """The passage's path in its record."""
        return self.passage.path

    @cached_property
    def resolution(self) -> Resolution:
        """What is known of the handle while nothing has happened to the record."""
        return Resolution(
            issued=(IssuedText(self.text, self.record.version, ISSUED_AT),),
            current=self.text,
            reached=True,
            record_exists=True,
            passage_exists=True,
            record=self.record.facts(CHECKED_AT),
            label=self.passage.label,
            passages=self.siblings,
        )


@dataclass(frozen=True)
class Literature:
    """Every passage issued, in the order of record ids and documents."""

    issued: tuple[Issued, ...]

    @cached_property
    def unflagged(self) -> tuple[Issued, ...]:
        """Text passages, no titles, of records that carry no flag and no note of their own."""
        return tuple(i for i in self.issued if not i.record.flags and i.path != "title")

    @cached_property
    def english(self) -> tuple[Issued, ...]:
        """Those of them that are in the record's main language."""
        return tuple(i for i in self.unflagged if not i.path.startswith("abstract_"))

    def language(self, code: str) -> tuple[Issued, ...]:
        """Those of them that are in the language with this MEDLINE code."""
        return tuple(i for i in self.unflagged if i.path.startswith(f"abstract_{code}."))

    @cached_property
    def records(self) -> tuple[str, ...]:
        """The ids of the records."""
        return tuple(dict.fromkeys(i.record.id for i in self.issued))


def fictional() -> Literature:
    """The fictional literature that tekmeria-sources ships, and this package's record of difficult sentences."""
    with (
        as_file(files("tekmeria_sources") / "fictional") as shared,
        as_file(files("tekmeria_eval") / "supplement") as own,
    ):
        return Literature((*from_folder(shared).issued, *from_folder(own).issued))


def from_folder(folder: Path) -> Literature:
    """The publications of a folder of responses; raises ``FolderError`` where there is no record.

    Trials and labels are left out: their handles carry a version, by which the category ``versions`` judges.
    """
    index = read_folder(folder)
    publications = (loaded.record for loaded in index.records.values() if not loaded.record.versioned)
    records = sorted(publications, key=lambda record: record.id)
    return Literature(tuple(issued for record in records for issued in _issue(record)))


def _issue(record: Record) -> Sequence[Issued]:
    passages = cut(record)
    handles = [mint(record.cited_as, passage.path, RING.ring) for passage in passages]
    siblings = tuple(PassageText(h, p.text) for h, p in zip(handles, passages, strict=True))
    return [Issued(record, p, h, siblings) for p, h in zip(passages, handles, strict=True)]

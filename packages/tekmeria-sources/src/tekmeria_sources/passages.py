"""Cutting a record into passages: addressing version 1 (sources.md, Records and passages; contract.md §2).

A section that its source delimits as one piece (``whole``) is one passage. Any other is packed in whole lines
and sentences: they are added while the passage has at most the section's ``bound`` of characters; a longer
sentence stands alone, up to :data:`~tekmeria_sources.record.LARGE`, where it is cut between words. Passages of
one prefix are numbered from 1 through the record; the path of the title, and of a trial's summary, is the
prefix alone. Sections without text give no passage. The same record always gives the same passages, and a
change of these rules is a new addressing version.
"""

from __future__ import annotations

from collections.abc import Iterator

from tekmeria_contract.sentences import split_sentences
from tekmeria_sources.record import LARGE, PROSE, Passage, Record, Section

ADDRESSING = 1
SINGLE = frozenset({"title", "summary"})
"""Prefixes that are whole paths, since a record has one section of each."""


def cut(record: Record) -> tuple[Passage, ...]:
    """The passages of ``record``, in document order."""
    passages: list[Passage] = []
    numbers: dict[str, int] = {}
    for section in record.sections:
        digest = section.digest
        for span in _spans(section):
            path = section.prefix
            if path not in SINGLE:
                numbers[path] = numbers.get(path, 0) + 1
                path = f"{path}.{numbers[path]}"
            text = section.text[span[0] : span[1]]
            cut_from = (section.name, span, digest, ADDRESSING)
            passages.append(Passage(path, text, section.label, *cut_from, section.credits(*span)))
    return tuple(passages)


def _spans(section: Section) -> list[tuple[int, int]]:
    if not section.text:
        return []
    if section.whole or len(section.text) <= section.bound:
        return [(0, len(section.text))]
    return pack(section.text, section.bound)


def prefix_of(path: str) -> str:
    """The prefix of the section that the passage at ``path`` is of."""
    return path if path in SINGLE else path.rpartition(".")[0]


def pack(text: str, bound: int = PROSE) -> list[tuple[int, int]]:
    """Spans of whole lines and sentences, each of at most ``bound`` characters or a single sentence."""
    packed: list[tuple[int, int]] = []
    for start, end in _sentences(text):
        if packed and end - packed[-1][0] <= bound:
            packed[-1] = (packed[-1][0], end)
        else:
            packed.append((start, end))
    return packed


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    """Spans of the sentences of each line; what is longer than :data:`LARGE` is cut at spaces."""
    begin = 0
    for line in text.split("\n"):
        for start, end in split_sentences(line):
            while end - start > LARGE:
                space = line.rfind(" ", start + 1, start + LARGE + 1)
                stop = space if space > 0 else start + LARGE
                yield begin + start, begin + stop
                start = stop + (space > 0)
            yield begin + start, begin + end
        begin += len(line) + 1

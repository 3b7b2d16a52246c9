"""Cutting a record into passages: addressing version 1 (sources.md, Records and passages; contract.md §2).

A section that its source labels is one passage. Any other is packed in whole sentences: sentences are added
while the passage has at most :data:`PACKED` characters; a longer sentence stands alone. Passages of one
prefix are numbered from 1 through the record; the title's path is ``title``. Sections without text give no
passage. The same record always gives the same passages, and a change of these rules is a new addressing
version.
"""

from __future__ import annotations

from tekmeria_contract.sentences import split_sentences
from tekmeria_sources.record import Passage, Record, Section

ADDRESSING = 1
PACKED = 500
"""The length that an unlabelled passage of several sentences does not exceed, in characters."""


def cut(record: Record) -> tuple[Passage, ...]:
    """The passages of ``record``, in document order."""
    passages: list[Passage] = []
    numbers: dict[str, int] = {}
    for section in record.sections:
        digest = section.digest
        for span in _spans(section):
            path = section.prefix
            if path != "title":
                numbers[path] = numbers.get(path, 0) + 1
                path = f"{path}.{numbers[path]}"
            text = section.text[span[0] : span[1]]
            passages.append(Passage(path, text, section.label, section.name, span, digest, ADDRESSING))
    return tuple(passages)


def _spans(section: Section) -> list[tuple[int, int]]:
    if not section.text:
        return []
    if section.whole or len(section.text) <= PACKED:
        return [(0, len(section.text))]
    return pack(section.text)


def pack(text: str) -> list[tuple[int, int]]:
    """Spans of whole sentences, each of at most :data:`PACKED` characters or a single sentence."""
    packed: list[tuple[int, int]] = []
    for start, end in split_sentences(text):
        if packed and end - packed[-1][0] <= PACKED:
            packed[-1] = (packed[-1][0], end)
        else:
            packed.append((start, end))
    return packed

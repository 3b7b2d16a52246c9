"""From a handle to what the audit is given about it (contract.md §6; sources.md, Resolving).

Pure: the service gathers what was issued, the record as it is now, and what was last known of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tekmeria_contract.handle import VerifiedHandle
from tekmeria_contract.resolution import IssuedText, PassageText, RecordFacts, Resolution
from tekmeria_sources.passages import prefix_of
from tekmeria_sources.record import Passage, Record, Section
from tekmeria_sources.source import Loaded
from tekmeria_sources.store import Issued


def unreached(issued: Sequence[Issued], kept: RecordFacts | None) -> Resolution:
    """The source was not reached: what was issued, and the record's facts as last kept."""
    return Resolution(
        issued=_texts(issued), record=_as_kept(kept), label=_label(issued), credits=_credits(issued)
    )


def gone(issued: Sequence[Issued], kept: RecordFacts | None) -> Resolution:
    """The source answered that it has no such record."""
    return Resolution(
        issued=_texts(issued),
        reached=True,
        record_exists=False,
        passage_exists=False,
        record=_as_kept(kept),
        label=_label(issued),
        credits=_credits(issued),
    )


def present(
    handle: VerifiedHandle,
    issued: Sequence[Issued],
    loaded: Loaded,
    passages: Sequence[Passage],
    handles: Sequence[str],
) -> Resolution:
    """The record is there, with ``passages`` and their ``handles``; the passage may have changed or gone.

    An excerpt of a record says nothing of what it lacks: a passage, or which version it is of.
    """
    record = loaded.record
    found = _current(record, issued, passages, handle.path)
    unknown = found is None or (handle.handle.version is not None and record.version is None)
    if record.excerpt and unknown:
        return unreached(issued, record.facts(loaded.read_at))
    return Resolution(
        issued=_texts(issued),
        current=found.text if found else None,
        reached=True,
        record_exists=True,
        passage_exists=found is not None,
        record=record.facts(loaded.read_at),
        label=found.label if found and found.label is not None else _label(issued),
        credits=found.credits if found else _credits(issued),
        passages=tuple(
            PassageText(name, passage.text) for name, passage in zip(handles, passages, strict=True)
        ),
    )


def _as_kept(kept: RecordFacts | None) -> RecordFacts | None:
    """Notices that were known stay known; that there were none says nothing any more."""
    return replace(kept, notices=kept.notices or None) if kept is not None else None


@dataclass(frozen=True, slots=True)
class _Found:
    text: str
    label: str | None
    credits: tuple[str, ...]


def _current(
    record: Record, issued: Sequence[Issued], passages: Sequence[Passage], path: str
) -> _Found | None:
    """The passage's text and label now, and the works it credits.

    1. Never issued here: what stands at its path. 2. The section it was cut from is unchanged: the same slice.
    3. The text as issued stands somewhere under the same prefix: that. 4. It was a whole section, and there is
    one like it still: the section as it reads now. 5. Otherwise it is gone.
    """
    if not issued:
        return _as_it_is(next((passage for passage in passages if passage.path == path), None))
    newest = issued[-1]
    for section in record.sections:
        if section.name == newest.section and section.digest == newest.section_digest:
            return _slice(section, *newest.span)
    for section in record.sections:
        if section.prefix == prefix_of(newest.path) and newest.text in section.text:
            start = section.text.index(newest.text)
            return _slice(section, start, start + len(newest.text))
    return _as_it_is(_same_section(record, newest, passages) if newest.span[0] == 0 else None)


def _slice(section: Section, start: int, end: int) -> _Found:
    return _Found(section.text[start:end], section.label, section.credits(start, end))


def _as_it_is(passage: Passage | None) -> _Found | None:
    return _Found(passage.text, passage.label, passage.credits) if passage else None


def _same_section(record: Record, issued: Issued, passages: Sequence[Passage]) -> Passage | None:
    """The passage that is the section ``issued`` was: the only one of its label, or without one, at its path."""
    lengths = {section.name: len(section.text) for section in record.sections}
    prefix = prefix_of(issued.path)
    alike = [
        passage
        for passage in passages
        if passage.span == (0, lengths[passage.section])
        and passage.label == issued.label
        and prefix_of(passage.path) == prefix
    ]
    if issued.label is None:
        alike = [passage for passage in alike if passage.path == issued.path]
    return alike[0] if len(alike) == 1 else None


def _texts(issued: Sequence[Issued]) -> tuple[IssuedText, ...]:
    return tuple(IssuedText(item.text, item.version, item.issued_at) for item in issued)


def _label(issued: Sequence[Issued]) -> str | None:
    return issued[-1].label if issued else None


def _credits(issued: Sequence[Issued]) -> tuple[str, ...]:
    """What the passage credited when it was last handed out."""
    return issued[-1].credits if issued else ()

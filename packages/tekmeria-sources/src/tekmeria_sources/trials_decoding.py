"""Answers of ClinicalTrials.gov v2, a search's or a single study, to records."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from tekmeria_sources.errors import BodyError, OutOfScopeError
from tekmeria_sources.jsonbody import Tree, read_object
from tekmeria_sources.record import Record
from tekmeria_sources.trials_record import SOURCE, study_record
from tekmeria_sources.upstream import RecordSet


@dataclass(frozen=True, slots=True)
class Studies:
    """One page of studies: their ids in order, their records, the number of all and the token of the next
    page where they are stated."""

    ids: tuple[str, ...]
    records: Mapping[str, Record]
    total: int | None
    next_token: str | None


def read_studies(body: bytes) -> Studies:
    """Read a page of studies. Raises :class:`~tekmeria_sources.errors.UpstreamError`."""
    answer = _answer(body)
    if "studies" not in answer.members:
        raise BodyError(f"{SOURCE} answered with no list of studies", source=SOURCE)
    records = [study_record(study) for study in answer.objects("studies")]
    total = answer.text("totalCount")
    if total and not total.isdecimal():
        raise BodyError(f"{SOURCE}: totalCount is no number but {total[:40]!r}", source=SOURCE)
    return Studies(
        tuple(record.id for record in records),
        {record.id: record for record in records},
        int(total) if total else None,
        answer.text("nextPageToken") or None,
    )


def read_records(body: bytes) -> RecordSet:
    """Read one study or a page of them; of several versions of a trial the newest stays.

    Raises :class:`~tekmeria_sources.errors.UpstreamError`: ``OutOfScopeError`` for the registry's answers of
    another kind, ``BodyError`` for anything that cannot be read. No study is no error: the ids are not known.
    """
    records: dict[str, Record] = {}
    for study in _studies(_answer(body)):
        record = study_record(study)
        kept = records.get(record.id)
        if kept is None or (record.version or "") >= (kept.version or ""):
            records[record.id] = record
    return RecordSet(records)


def split_records(body: bytes) -> Mapping[str, bytes]:
    """Each study of an answer as an answer of its own, by id."""
    return {
        study_record(study).id: json.dumps(study.members, ensure_ascii=False).encode()
        for study in _studies(_answer(body))
    }


def _answer(body: bytes) -> Tree:
    return Tree(read_object(body, SOURCE), SOURCE)


def _studies(answer: Tree) -> list[Tree]:
    if "protocolSection" in answer.members:
        return [answer]
    if "studies" not in answer.members:
        raise OutOfScopeError("other endpoint", source=SOURCE)
    return answer.objects("studies")

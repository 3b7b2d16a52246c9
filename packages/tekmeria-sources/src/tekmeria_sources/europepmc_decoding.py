"""Answers of Europe PMC's search in JSON, of any ``resultType``, to records."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from tekmeria_sources.errors import BodyError, OutOfScopeError, RefusedError
from tekmeria_sources.europepmc_record import SOURCE, result_record
from tekmeria_sources.jsonbody import Tree, read_object
from tekmeria_sources.pubmed_search import IdPage
from tekmeria_sources.record import Record
from tekmeria_sources.upstream import RecordSet

OTHER_FORM = "other form"
"""The name under which the search's XML and Dublin Core are refused."""


@dataclass(frozen=True, slots=True)
class Results:
    """One page of results: how many there are on it, the records of those that can be cited, in order, the
    number of all, and the mark of the next page where there is one."""

    count: int
    records: Mapping[str, Record]
    total: int
    next_mark: str | None


def read_results(body: bytes) -> Results:
    """Read a page of results. Raises :class:`~tekmeria_sources.errors.UpstreamError`."""
    answer = _answer(body)
    total = answer.text("hitCount")
    if not total.isdecimal():
        raise BodyError("Europe PMC's answer states no count of hits", source=SOURCE)
    results = answer.objects("resultList", "result")
    records = [record for record in map(result_record, results) if record is not None]
    return Results(
        len(results),
        _newest(records),
        int(total),
        answer.text("nextCursorMark") or None,
    )


def read_records(body: bytes) -> RecordSet:
    """The records of a page of results; of several versions of a preprint the newest stays."""
    return RecordSet(_newest([record for _, record in _pairs(body)]))


def read_recorded(body: bytes) -> RecordSet | IdPage:
    """The same, or the ids alone where the answer states nothing else (``resultType=idlist``)."""
    found = read_records(body)
    if found.records and not any(record.title for record in found.records.values()):
        return IdPage(tuple(found.records), len(found.records))
    return found


def split_records(body: bytes) -> Mapping[str, bytes]:
    """Each result of an answer as an answer of its own, by id."""
    pairs = _pairs(body)
    newest = _newest([record for _, record in pairs])
    return {record.id: _alone(result) for result, record in pairs if newest[record.id] == record}


def _alone(result: Tree) -> bytes:
    answer = {"hitCount": 1, "resultList": {"result": [result.members]}}
    return json.dumps(answer, ensure_ascii=False).encode()


def _pairs(body: bytes) -> list[tuple[Tree, Record]]:
    results = _answer(body).objects("resultList", "result")
    read = [(result, result_record(result)) for result in results]
    return [(result, record) for result, record in read if record is not None]


def _newest(records: list[Record]) -> dict[str, Record]:
    newest: dict[str, Record] = {}
    for record in records:
        kept = newest.get(record.id)
        if kept is None or _number(record) > _number(kept):
            newest[record.id] = record
    return newest


def _number(record: Record) -> int:
    return int(record.version) if record.version and record.version.isdecimal() else 0


def _answer(body: bytes) -> Tree:
    if b"<responseWrapper" in body[:400]:
        raise OutOfScopeError(OTHER_FORM, source=SOURCE)
    answer = Tree(read_object(body, SOURCE), SOURCE)
    if message := answer.text("errMsg"):
        raise RefusedError(f"Europe PMC says: {message}", source=SOURCE, remedy="change the query")
    if "resultList" not in answer.members:
        raise BodyError("Europe PMC answered with no list of results", source=SOURCE)
    return answer

"""What every recorded answer says of its records: retracted, of concern, corrected, a notice itself, or nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tekmeria_sources.crossref import Work
from tekmeria_sources.crossref_notices import with_work
from tekmeria_sources.errors import UpstreamError
from tekmeria_sources.record import Record
from tekmeria_sources.recorded import read_response
from tekmeria_sources.upstream import RecordSet

from .manifest import manifest

pytestmark = [
    pytest.mark.needs("shared"),
    pytest.mark.beside("flags are made before the contract is given them"),
]

TABLE: Mapping[str, tuple[str, ...]] = {
    "doi:10.26434/chemrxiv-2022-w0jzh-v2": ("preprint", "published"),
    "doi:10.20944/preprints202303.0344.v1": ("preprint", "published"),
    "doi:10.12688/verixiv.54.1": ("preprint", "published"),
    "doi:10.1371/journal.pone.0064723": ("concern",),
    "doi:10.29328/journal.jcmhs.1001023": ("retracted",),
    "doi:10.1371/journal.pone.0033693": ("corrected",),
    "doi:10.1016/s0140-6736(20)31324-6": ("notice of retraction", "notice of correction"),
    "doi:10.1016/s0140-6736(10)60175-4": ("notice of retraction",),
    "pmid:39709208": ("notice of correction",),
    "pmid:40377773": ("notice of correction",),
    "pmid:27657916": ("retracted",),
    "pmid:40517245": ("notice of retraction",),
    "pmid:34096680": ("notice of concern",),
    "pmid:32090497": ("concern",),
    "pmid:30675604": ("notice of correction",),
    "pmid:31294756": ("notice of correction",),
    "pmid:25185776": ("corrected",),
    "pmid:26174085": ("corrected",),
    "pmid:23985001": ("corrected",),
    "pmid:35649368": ("corrected",),
    "pmid:34013271": ("preprint", "published"),
    "pmid:27602157": ("retracted",),
    "pmid:31031480": ("retracted",),
    "pmid:34086810": ("notice of retraction",),
    "pmid:34092875": ("notice of retraction",),
    "pmid:21813367": ("corrected",),
    "pmid:25242986": ("corrected",),
}
"""Every record of the folder of which its answer says more than that it is a preprint that is not published yet.

``notice of …`` is what the record itself is a notice of: such a one has no flag of its own. Among them are a work
that states its partial retraction of itself, a notice of retraction that its publisher calls an erratum and whose
retracted work is deposited as updating it, an expression of concern that two report, errata with and without ids.
"""


@pytest.fixture(scope="module")
def records(shared: Path) -> list[Record]:
    return [
        record
        for row in manifest(shared / "real")
        for record in _records((shared / "real" / row["path"]).read_bytes())
    ]


def _records(body: bytes) -> Iterator[Record]:
    try:
        found = read_response(body)
    except UpstreamError:
        return
    if isinstance(found, RecordSet):
        yield from found.records.values()
    elif isinstance(found, Work):
        yield with_work(Record(found.id, "crossref", ""), found)


def _said(record: Record) -> tuple[str, ...]:
    flags = tuple(flag for flag in record.flags if flag != "notice")
    return (*flags, *(f"notice of {kind}" for kind in record.notice_kinds))


def test_every_record_has_the_flags_of_the_table_and_no_other(records: list[Record]) -> None:
    said = {record.id: _said(record) for record in records if _said(record) not in ((), ("preprint",))}
    assert said == TABLE
    assert len(records) > 300


def test_no_record_is_both_a_notice_and_what_a_notice_stands_against(records: list[Record]) -> None:
    for record in records:
        assert not (record.notice_kinds and record.notices), record.id

"""What a fetched record says of itself before its passages."""

from __future__ import annotations

import pytest

from tekmeria_server.fetched import deliver_records
from tekmeria_sources.record import Record
from tekmeria_sources.results import FetchedRecord, FetchResult


def facts_of(record: Record) -> tuple[str, dict[str, object]]:
    delivery = deliver_records(FetchResult((FetchedRecord(record, ()),), (), (), None, ()))
    return delivery.text, delivery.structured["records"][0]


@pytest.mark.parametrize(("checked", "stated"), [(True, []), (False, None)])
def test_notices_that_could_not_be_checked_are_not_said_to_be_none(
    checked: bool, stated: list[object] | None
) -> None:
    text, structured = facts_of(
        Record("pmcid:PMC99000055", "a source", "https://example.org/", notices_checked=checked)
    )
    assert structured["notices"] == stated
    assert ("notices: could not be checked" in text) is not checked


def test_the_published_form_of_a_preprint_is_named() -> None:
    record = Record(
        "ppr:PPR99000055", "a source", "https://example.org/", preprint=True, published="pmid:99000010"
    )
    text, structured = facts_of(record)
    assert structured["published_as"] == "pmid:99000010"
    assert "published as: pmid:99000010" in text

"""What handles call a record."""

import pytest

from tekmeria_sources.record import Record


@pytest.mark.clause("H12")
@pytest.mark.parametrize(
    ("record", "version", "called"),
    [
        ("nct:NCT99000001", "2031-01-01", "nct:NCT99000001@2031-01-01"),
        ("setid:9f1c2ab4-0000-4000-8000-000000000000", "6", "setid:9f1c2ab4-0000-4000-8000-000000000000@6"),
        ("pmid:99000001", "3", "pmid:99000001"),
        ("pmcid:PMC99000003", None, "pmcid:PMC99000003"),
    ],
)
def test_a_record_of_a_registry_that_serves_only_the_present_one_is_cited_with_its_version(
    record: str, version: str | None, called: str
) -> None:
    assert Record(record, "a source", "https://example.org/", version=version).cited_as == called

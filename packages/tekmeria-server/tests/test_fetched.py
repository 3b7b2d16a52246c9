"""What a fetched record says of itself before its passages."""

from __future__ import annotations

import pytest

from tekmeria_server.fetched import deliver_records
from tekmeria_sources.pubtator import Entity, Mention
from tekmeria_sources.record import Record
from tekmeria_sources.results import FetchedPassage, FetchedRecord, FetchResult


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


@pytest.mark.beside("entities are no part of the contract")
def test_entities_are_told_where_they_stand_in_the_text_as_it_is_shown() -> None:
    text = "Mice\u202e without ASTR1."
    start = text.index("ASTR1")
    gene = Entity("gene", "ASTR1", "@GENE_ASTR1", ("ncbi_gene:999000009",))
    passage = FetchedPassage(
        "pmid:99000055/title~0", "title", None, text, (Mention(gene, "ASTR1", ((start, start + 5),)),)
    )
    record = Record("pmid:99000055", "a source", "https://example.org/")
    unplaced = (Mention(Entity("disease"), "sway", ()),)
    delivery = deliver_records(
        FetchResult((FetchedRecord(record, (passage,), None, unplaced),), (), (), None, ())
    )
    (shown,) = delivery.structured["records"]
    (entity,) = shown["passages"][0]["entities"]
    ((first, last),) = entity["spans"]
    assert shown["passages"][0]["text"][first:last] == entity["text"] == "ASTR1"
    assert f"“ASTR1” (gene ASTR1, ncbi_gene:999000009) at {first}-{last}" in delivery.text
    assert "at places that could not be told: “sway” (disease, not identified)" in delivery.text


@pytest.mark.beside("entities are no part of the contract")
def test_a_record_whose_entities_are_not_known_does_not_say_that_it_has_none() -> None:
    text, shown = facts_of(Record("pmid:99000055", "a source", "https://example.org/"))
    assert "entities_elsewhere" not in shown
    assert "PubTator3" not in text

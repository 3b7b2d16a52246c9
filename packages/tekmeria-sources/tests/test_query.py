"""A folder of records is searched by its words."""

from __future__ import annotations

from tekmeria_sources.query import IndexedRecord, Term, fold, parse_query, rank
from tekmeria_sources.record import Record, Section


def record(number: int, title: str, text: str, date: str = "2031", types: tuple[str, ...] = ()) -> Record:
    sections = (Section("title", "title", title, whole=True), Section("abstract#1", "abstract", text))
    return Record(
        f"pmid:{number}", "pubmed", "", title=title, date=date, publication_types=types, sections=sections
    )


RECORDS = [
    record(1, "Measles in Nordavia", "Vaccination and fever in 30 children.", "2030"),
    record(2, "Fever", "Naïve T cells; measles was rare. P<0.001", "2031"),
    record(3, "Asthma in adults", "No vaccination at all.", "2032", ("Retracted Publication",)),
]


def found(query: str) -> list[str]:
    records, _ = rank(parse_query(query), map(IndexedRecord.of, RECORDS))
    return [id_.partition(":")[2] for id_ in records]


def test_every_word_must_stand_in_the_record() -> None:
    assert found("measles fever") == ["2", "1"]
    assert found("measles vaccination") == ["1"]


def test_where_no_record_holds_every_word_those_that_hold_most_come_first() -> None:
    records, complete = rank(parse_query("measles vaccination zebra"), map(IndexedRecord.of, RECORDS))
    assert records == ["pmid:1", "pmid:3", "pmid:2"]
    assert not complete


def test_a_word_in_the_title_counts_more() -> None:
    assert found("fever") == ["2", "1"]


def test_case_accents_and_common_words_do_not_matter() -> None:
    assert found("What is NAIVE in the") == ["2"]
    assert fold("Ødegård Ca²⁺") == ("ødegard", "ca2")


def test_phrases_stand_as_they_are() -> None:
    assert found('"T cells"') == ["2"]
    assert found('"cells T"') == []


def test_operators_are_read() -> None:
    assert found("asthma OR naive") == ["3", "2"]
    assert found("vaccination NOT asthma") == ["1"]
    assert found("vaccination -asthma") == ["1"]
    assert found("measles AND fever") == ["2", "1"]
    assert found('vaccination NOT "retracted publication"[pt]') == ["1"]


def test_a_title_tag_is_heeded_and_others_are_ignored() -> None:
    assert found("measles[ti]") == ["1"]
    assert found("measles[Title/Abstract]") == ["1", "2"]


def test_a_query_of_common_words_alone_still_searches_for_them() -> None:
    assert parse_query("the").wanted == ((Term(("the",)),),)
    assert found("") == []
    assert found("(((") == []


def test_ties_go_to_the_newer_record() -> None:
    twins = [record(8, "Twin", "same", "2030"), record(9, "Twin", "same", "2033")]
    records, _ = rank(parse_query("same"), map(IndexedRecord.of, twins))
    assert records == ["pmid:9", "pmid:8"]

"""Records are cut into passages by the rules of addressing version 1."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tekmeria_contract.keyring import ADDRESSING_VERSIONS
from tekmeria_sources.passages import ADDRESSING, cut, pack
from tekmeria_sources.record import PROSE, Record, Section

SENTENCE = "The dose was halved in nine of the forty children who were seen again after a year. "


def record(*sections: Section) -> Record:
    return Record("pmid:99000001", "pubmed", "https://example.org", sections=sections)


def test_labelled_sections_are_one_passage_each_however_long() -> None:
    long = (SENTENCE * 20).strip()
    passages = cut(
        record(
            Section("title", "title", "A fictional title.", whole=True),
            Section("abstract#1", "abstract", "Short.", "AIM", whole=True),
            Section("abstract#2", "abstract", long, "RESULTS", whole=True),
        )
    )
    assert [(p.path, p.label, p.text) for p in passages] == [
        ("title", None, "A fictional title."),
        ("abstract.1", "AIM", "Short."),
        ("abstract.2", "RESULTS", long),
    ]


def test_an_unlabelled_section_is_packed_in_whole_sentences() -> None:
    text = (SENTENCE * 12).strip()
    passages = cut(record(Section("abstract#1", "abstract", text)))
    assert [passage.path for passage in passages] == ["abstract.1", "abstract.2", "abstract.3"]
    assert " ".join(passage.text for passage in passages) == text
    assert all(len(passage.text) <= PROSE for passage in passages)
    assert len(passages[0].text) + len(SENTENCE) > PROSE


def test_the_bound_itself_is_not_exceeded() -> None:
    half = "X" * (PROSE // 2 - 1) + "."
    exact = f"{half} {half[1:]}"
    assert len(exact) == PROSE
    assert pack(exact) == [(0, PROSE)]
    assert pack(f"{half} {half}") == [(0, PROSE // 2), (PROSE // 2 + 1, PROSE + 1)]


def test_a_sentence_over_the_bound_stands_alone() -> None:
    long = "It lasted for " + "very " * 150 + "long."
    text = f"Short one. {long} Short two."
    spans = pack(text)
    assert [text[start:end] for start, end in spans] == ["Short one.", long, "Short two."]


def test_numbers_run_through_the_record_and_empty_sections_count_for_nothing() -> None:
    passages = cut(
        record(
            Section("abstract#1", "abstract", "One.", "A", whole=True),
            Section("abstract#2", "abstract", "", "B", whole=True),
            Section("abstract#3", "abstract", "Three.", "C", whole=True),
            Section("other1#1", "abstract_ger", "Eins.", whole=False),
            Section("other2#1", "abstract_ger", "Zwei.", whole=False),
        )
    )
    assert [passage.path for passage in passages] == [
        "abstract.1",
        "abstract.2",
        "abstract_ger.1",
        "abstract_ger.2",
    ]


def test_every_passage_knows_where_it_was_cut() -> None:
    section = Section("abstract#1", "abstract", (SENTENCE * 12).strip())
    for passage in cut(record(section)):
        assert section.text[slice(*passage.span)] == passage.text
        assert passage.section_digest == section.digest
        assert passage.addressing == ADDRESSING


def test_the_addressing_version_is_one_that_handles_can_be_minted_under() -> None:
    assert ADDRESSING in ADDRESSING_VERSIONS


@given(st.lists(st.sampled_from([SENTENCE, "No. ", "P = 0.05 (n = 3). ", "x" * 600 + ". "]), max_size=30))
def test_packing_loses_nothing_but_the_space_between_passages(sentences: list[str]) -> None:
    text = "".join(sentences).strip()
    spans = pack(text)
    kept = [text[start:end] for start, end in spans]
    assert " ".join(kept) == text
    assert all(end <= start for (_, end), (start, _) in pairwise(spans))

"""Records are cut into passages by the rules of addressing version 1."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tekmeria_contract.keyring import ADDRESSING_VERSIONS
from tekmeria_sources.passages import ADDRESSING, cut, pack, prefix_of
from tekmeria_sources.record import LARGE, PROSE, Record, Section

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


def test_lines_are_kept_whole_and_packed_up_to_the_section_s_bound() -> None:
    lines = [f"Group {number}: {number * 7} of 205 (P<0.001)" for number in range(1, 31)]
    text = "\n".join(lines)
    small = cut(record(Section("results#1", "results", text)))
    large = cut(record(Section("results#1", "results", text, bound=LARGE)))
    assert [passage.text for passage in large] == [text]
    assert "\n".join(passage.text for passage in small) == text
    assert all(len(passage.text) <= PROSE for passage in small)
    assert [line for passage in small for line in passage.text.split("\n")] == lines


def test_a_text_without_a_stop_is_cut_between_words() -> None:
    words = [f"word{number}" for number in range(600)]
    spans = pack(" ".join(words))
    pieces = [" ".join(words)[start:end] for start, end in spans]
    assert len(pieces) > 1 and all(len(piece) <= LARGE for piece in pieces)
    assert " ".join(pieces).split() == words
    assert [end - start for start, end in pack("x" * 4500)] == [LARGE, LARGE, 500]


def test_the_title_and_the_summary_are_named_by_their_prefix_alone() -> None:
    sections = [Section(name, name, "One.", whole=True) for name in ("title", "summary", "official_title")]
    paths = [passage.path for passage in cut(record(*sections))]
    assert paths == ["title", "summary", "official_title.1"]
    assert [prefix_of(path) for path in paths] == ["title", "summary", "official_title"]
    assert prefix_of("eligibility.exclusion.12") == "eligibility.exclusion"


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

"""Every recorded PubMed answer gives what its line of the manifest says, and no text is lost on the way."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from tekmeria_contract.sentences import split_sentences
from tekmeria_sources.passages import cut
from tekmeria_sources.pubmed_decoding import decode_records
from tekmeria_sources.record import PROSE, Passage, Record

from .manifest import manifest
from .plain_text import abstract_parts, bare, newest_records, title_of

pytestmark = pytest.mark.needs("shared")

BOOKS = {"pmid:20301382", "pmid:20301546", "pmid:26468569"}


def lines(real: Path) -> list[Mapping[str, str]]:
    return [row for row in manifest(real) if row["path"].startswith("pubmed/")]


@pytest.fixture(scope="session")
def real(shared: Path) -> Path:
    return shared / "real"


@cache
def record_files(real: Path) -> Mapping[str, str]:
    """The XML of every file that expects records, by path."""
    return {
        row["path"]: (real / row["path"]).read_text(encoding="utf-8")
        for row in lines(real)
        if row["expect"].startswith("records:")
    }


@cache
def records(real: Path) -> Mapping[str, Record]:
    found: dict[str, Record] = {}
    for xml in record_files(real).values():
        found |= decode_records(xml.encode()).records
    return found


@cache
def sources(real: Path) -> Mapping[str, str]:
    """The XML of every record's newest version, by id, found without the decoder."""
    found: dict[str, str] = {}
    for xml in record_files(real).values():
        found |= {f"pmid:{id_}": body for id_, body in newest_records(xml).items()}
    return found


def test_every_flag_is_what_the_manifest_says(real: Path) -> None:
    expected = {
        f"pmid:{id_}": set(flags.split(","))
        for row in lines(real)
        for entry in filter(None, row["flags"].split("; "))
        for id_, _, flags in [entry.partition("=")]
    }
    assert len(expected) == 15
    for id_, record in records(real).items():
        stated = {flag for flag in record.flags if flag != "notice"}
        stated |= {f"is_notice:{kind}" for kind in record.notice_kinds}
        assert stated == expected.get(id_, set()), id_


def test_all_ninety_articles_and_three_books_are_read(real: Path) -> None:
    found = records(real)
    assert len(found) == 93
    assert found.keys() == sources(real).keys()
    assert found.keys() > BOOKS


def test_no_text_is_lost_or_added_by_the_plain_extraction(real: Path) -> None:
    compared = 0
    for id_, xml in sources(real).items():
        passages = cut(records(real)[id_])
        for where in {part.where for part in abstract_parts(xml)}:
            parts = [part for part in abstract_parts(xml) if part.where == where]
            texts = _texts(passages, where)
            if any(part.has_math for part in parts):
                # A formula is written in another order where an index stands before its base.
                assert sorted(bare("".join(texts))) == sorted("".join(part.bare() for part in parts)), id_
            else:
                assert " ".join(texts) == " ".join(part.spelt() for part in parts), id_
            compared += len(parts)
    assert compared == 159


def test_no_passage_stands_where_the_source_has_no_text(real: Path) -> None:
    for id_, xml in sources(real).items():
        wheres = {part.where for part in abstract_parts(xml)}
        prefixes = {passage.path.partition(".")[0] for passage in cut(records(real)[id_])}
        assert prefixes - {"title"} == wheres, id_


def test_titles_are_whole(real: Path) -> None:
    for id_, xml in sources(real).items():
        assert records(real)[id_].title == title_of(xml), id_


def test_labelled_parts_are_one_passage_each_with_their_labels(real: Path) -> None:
    labelled = 0
    for id_, xml in sources(real).items():
        labels = [(part.where, part.label) for part in abstract_parts(xml) if part.label]
        found = [
            (passage.path.partition(".")[0], passage.label)
            for passage in cut(records(real)[id_])
            if passage.label
        ]
        assert found == labels, id_
        labelled += len(labels)
    assert labelled == 94


def test_unlabelled_passages_are_whole_sentences_of_bounded_length(real: Path) -> None:
    for id_, record in records(real).items():
        sections = {section.name: section for section in record.sections}
        for passage in cut(record):
            text = sections[passage.section].text
            assert text[slice(*passage.span)] == passage.text
            if sections[passage.section].whole:
                continue
            sentences = [s for s in split_sentences(text) if passage.span[0] <= s[0] < passage.span[1]]
            assert (sentences[0][0], sentences[-1][1]) == passage.span, id_
            assert len(passage.text) <= PROSE or len(sentences) == 1, id_


def test_no_markup_and_no_reference_is_left(real: Path) -> None:
    left = re.compile(
        r"</?(?:i|b|u|em|sup|sub|math|mml|m[a-z]+|AbstractText|span|p|br)\b[^>]*>|&(?:#\w+|[A-Za-z]+);"
    )
    for id_, record in records(real).items():
        for text in [record.title, *record.authors, *(passage.text for passage in cut(record))]:
            assert left.search(text) is None, id_
            assert text == text.strip() and "  " not in text and "\n" not in text, id_


def test_copyright_lines_are_kept_apart_from_the_text(real: Path) -> None:
    with_lines = {id_: record for id_, record in records(real).items() if record.copyright}
    assert len(with_lines) == 24
    for id_, record in with_lines.items():
        for line in record.copyright:
            assert all(line not in passage.text for passage in cut(record)), id_


def test_comparison_signs_survive(real: Path) -> None:
    text = "\n".join(passage.text for record in records(real).values() for passage in cut(record))
    assert len(re.findall(r"[Pp] ?<", text)) >= 10
    assert "km·h⁻¹" in text
    assert "[Ca²⁺]i" in text


def test_all_authors_are_kept(real: Path) -> None:
    for id_, xml in sources(real).items():
        own = xml.partition("<ReferenceList>")[0]
        lists = re.findall(r"<AuthorList(?: [^>]*)?>(.*?)</AuthorList>", own, re.DOTALL)
        authors = [len(re.findall(r"<Author ", group)) - group.count('ValidYN="N"') for group in lists]
        assert len(records(real)[id_].authors) in (authors or [0]), id_


def test_identifiers_are_the_records_own(real: Path) -> None:
    cited = 0
    for id_, xml in sources(real).items():
        own, _, references = xml.partition("<ReferenceList>")
        identifiers = records(real)[id_].identifiers
        assert identifiers[0] == id_
        assert sum(name.startswith("doi:") for name in identifiers) <= 1, id_
        for name in identifiers[1:]:
            assert name.partition(":")[2].casefold() in own.casefold(), id_
        cited += references.count('IdType="doi"')
    assert cited > 50


def test_the_same_bytes_give_the_same_passages_again(real: Path) -> None:
    def all_passages() -> list[Passage]:
        return [
            passage
            for xml in record_files(real).values()
            for record in decode_records(xml.encode()).records.values()
            for passage in cut(record)
        ]

    assert all_passages() == all_passages()


def _texts(passages: tuple[Passage, ...], where: str) -> list[str]:
    return [passage.text for passage in passages if passage.path.partition(".")[0] == where]

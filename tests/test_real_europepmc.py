"""Every recorded answer of Europe PMC gives what its line of the manifest says, and no text is lost on the way."""

from __future__ import annotations

import html
import json
import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tekmeria_contract.sentences import split_sentences
from tekmeria_sources.europepmc_decoding import read_records
from tekmeria_sources.jats_article import read_article
from tekmeria_sources.passages import cut
from tekmeria_sources.record import LARGE, PROSE, Record

from . import plain_jats as plain
from .manifest import manifest

pytestmark = pytest.mark.needs("shared")

MARKUP = re.compile(
    r"</?(?:i|b|u|em|sup|sub|p|br|h4|sec|xref|italic|bold|title|label|list|td|tr|mml|m[a-z]+)\b[^<>]*>"
    r"|&(?:#\w+|[A-Za-z]+);|[\ufdd0-\ufdef]|\\documentclass|\\begin"
)


@pytest.fixture(scope="session")
def real(shared: Path) -> Path:
    return shared / "real"


def lines(real: Path) -> list[Mapping[str, str]]:
    return [row for row in manifest(real) if row["path"].startswith(("europepmc/", "pmc_"))]


@cache
def articles(real: Path) -> Mapping[str, tuple[str, Record]]:
    """The full texts: each as XML and as a record, by file."""
    found: dict[str, tuple[str, Record]] = {}
    for file in sorted((real / "europepmc").glob("fulltext-*.xml")):
        body = file.read_bytes()
        (record,) = read_article(body).records.values()
        found[file.stem] = (body.decode("utf-8"), record)
    return found


@cache
def results(real: Path) -> Mapping[str, tuple[Mapping[str, Any], Record]]:
    """The results of the searches: each as JSON and as a record, by id."""
    found: dict[str, tuple[Mapping[str, Any], Record]] = {}
    for file in sorted((real / "europepmc").glob("search*.json")):
        listed = json.loads(file.read_bytes())["resultList"]["result"]
        records = list(read_records(file.read_bytes()).records.values())
        for result, record in zip(listed, records, strict=True):
            if "title" in result and (record.id not in found or "abstractText" in result):
                found[record.id] = (result, record)
    return found


def test_every_flag_is_what_the_manifest_says(real: Path) -> None:
    checked = 0
    for row in lines(real):
        if not row["flags"]:
            continue
        records = read_records((real / row["path"]).read_bytes()).records
        expected = dict(entry.split("=") for entry in row["flags"].split("; "))
        for record in records.values():
            scheme, _, number = record.id.partition(":")
            name = f"{'MED' if scheme == 'pmid' else 'PMC' if scheme == 'pmcid' else 'PPR'}:{number}"
            stated = {flag for flag in record.flags if flag != "notice"}
            stated |= {f"is_notice:{kind}" for kind in record.notice_kinds}
            # The manifest cuts its column off behind some twenty preprints.
            default = "preprint" if len(expected) > 20 and scheme == "ppr" else ""
            assert stated == set(filter(None, (expected.get(name) or default).split(","))), name
            checked += bool(stated)
    assert checked == 26


def test_no_letter_of_a_full_text_is_lost_or_doubled(real: Path) -> None:
    for name, (xml, record) in articles(real).items():
        source = plain.main_text(xml)
        texts = [
            s for s in record.sections if re.match(r"(?:sub\d+\.)?(?:body|back|table|figure)\b", s.prefix)
        ]
        found = plain.letters("".join(section.text for section in texts))
        expected = plain.letters(plain.stripped(source))
        assert not expected - found, (name, expected - found)
        assert not found - expected - plain.letters(plain.marks(source)), (name, found - expected)


def test_every_paragraph_stands_in_one_section_in_its_order(real: Path) -> None:
    compared = 0
    for name, (xml, record) in articles(real).items():
        place = 0
        for runs in plain.leaves(plain.without_front(xml)):
            place = next((n for n, s in enumerate(record.sections) if _in_order(runs, s.text)), -1)
            assert place >= 0, (name, runs)
            compared += 1
    assert compared > 500


def _in_order(runs: list[str], text: str) -> bool:
    position = 0
    for run in runs:
        for word in (run, run.replace("[", "").replace("]", "").strip(" ,;()")):
            found = text.find(word, position)
            if found >= 0:
                position = found + len(word)
                break
        else:
            pieces = [piece for piece in re.split(r"[\s\[\]();,–-]+", run) if piece]
            for piece in pieces:
                found = text.find(piece, position)
                if found < 0:
                    return False
                position = found + len(piece)
    return True


def test_sections_are_complete_and_in_order(real: Path) -> None:
    compared = 0
    for name, (xml, record) in articles(real).items():
        labels = ["".join(c for c in s.label or "" if c.isalnum()) for s in record.sections]
        labels = ["".join(c for c in plain.bare(label)) for label in labels]
        position = 0
        for heading in plain.headings(xml):
            places = [n for n, label in enumerate(labels) if heading in label and n >= position]
            if places:
                position = places[0]
                compared += 1
            else:
                # A section without text of its own is the heading of those in it, or of nothing.
                assert heading in _silent(xml), (name, heading)
    assert compared > 150


def _silent(xml: str) -> set[str]:
    """The headings of sections that hold nothing but references or pictures."""
    nothing = r"<title>((?:(?!</title>).)*)</title>\s*(?:<[^>]*>\s*)*?</(?:sec|notes|fn-group|ack)>"
    return {plain.bare(title) for title in re.findall(nothing, plain.cleaned(xml), re.DOTALL)}


def test_all_authors_are_kept(real: Path) -> None:
    for name, (xml, record) in articles(real).items():
        assert len(record.authors) == plain.authors(xml) > 0, name
        assert all(author == author.strip() and author for author in record.authors)


def test_comparison_signs_survive(real: Path) -> None:
    compared = 0
    for name, (xml, record) in articles(real).items():
        text = "\n".join(section.text for section in record.sections)
        for stated in plain.comparisons(plain.main_text(xml)):
            assert stated in text, (name, stated)
            compared += 1
    assert compared > 50


def test_superscripts_and_subscripts_keep_their_place_above_and_below(real: Path) -> None:
    compared = 0
    for name, (xml, record) in articles(real).items():
        written = plain.scripts(plain.main_text(xml))
        text = "".join(s.text for s in record.sections if not re.match("title|abstract", s.prefix))
        assert not written - Counter(text), name
        compared += written.total()
    assert compared > 120


def test_no_markup_and_no_empty_bracket_is_left(real: Path) -> None:
    for name, (_, record) in articles(real).items():
        for text in [record.title, *record.authors, *(passage.text for passage in cut(record))]:
            assert MARKUP.search(text) is None, (name, text)
            assert not re.search(r"\(\s*[,;]*\s*\)|\[\s*[,;–-]*\s*\]", text), (name, text)
            assert text == text.strip() and "  " not in text, (name, text)


def test_passages_are_of_bounded_length_and_tile_their_sections(real: Path) -> None:
    for name, (_, record) in articles(real).items():
        sections = {section.name: section for section in record.sections}
        assert len(sections) == len(record.sections)
        passages = cut(record)
        assert len({passage.path for passage in passages}) == len(passages)
        for passage in passages:
            section = sections[passage.section]
            assert section.text[slice(*passage.span)] == passage.text
            assert re.fullmatch(r"[a-z0-9_]+(?:\.[a-z0-9_]+){0,3}", passage.path)
            if not section.whole and len(passage.text) > max(PROSE, section.bound):
                assert len(split_sentences(passage.text)) == 1, (name, passage.path)
            assert len(passage.text) <= LARGE, (name, passage.path)


def test_what_a_full_text_cites_is_known_by_an_identifier_or_as_written(real: Path) -> None:
    cited = 0
    for name, (xml, record) in articles(real).items():
        works = [work for section in record.sections for _, work in section.cites]
        references = "".join(html.unescape(re.sub(r"<[^>]*>", "", xml)).split()).casefold()
        for work in works:
            told = work.partition(":")[2] if re.match(r"pmid:|doi:", work) else work
            assert "".join(told.casefold().split()) in references, (name, work)
        assert (len(works) > 0) == ('ref-type="bibr"' in xml), name
        cited += len(works)
    assert cited > 700


def test_the_same_bytes_give_the_same_passages_again(real: Path) -> None:
    for xml, record in articles(real).values():
        (again,) = read_article(xml.encode()).records.values()
        assert cut(again) == cut(record)


def test_abstracts_of_a_search_are_whole_and_keep_their_signs(real: Path) -> None:
    compared = 0
    tag = re.compile(r"</?(?:h4|i|b|u|sub|sup|em|strong)>")
    for id_, (result, record) in results(real).items():
        written = html.unescape(tag.sub(" ", result.get("abstractText", "")))
        texts = [s for s in record.sections if s.prefix == "abstract"]
        found = "".join(f"{s.label or ''} {s.text}" for s in texts)
        assert plain.letters(written) == plain.letters(found), id_
        assert written.count("<") == found.count("<"), id_
        labels = re.findall(r"<h4>(.*?)</h4>", result.get("abstractText", ""))
        assert [s.label for s in texts if s.label] == labels, id_
        assert not MARKUP.search(found + record.title), id_
        compared += bool(texts)
    assert compared > 20


def test_all_authors_of_a_result_are_kept(real: Path) -> None:
    for id_, (result, record) in results(real).items():
        listed = result.get("authorList", {}).get("author") or result.get("authorString", "").split(", ")
        assert len(record.authors) == len([name for name in listed if name]), id_

"""Hits of several sources become one page, each record once."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tekmeria_contract.resolution import Notice
from tekmeria_sources.merging import merge, with_notices
from tekmeria_sources.record import Record
from tekmeria_sources.source import Loaded


def hit(id_: str, *names: str, excerpt: bool = False, source: str = "a") -> Loaded:
    record = Record(id_, source, "https://example.org/", identifiers=(id_, *names), excerpt=excerpt)
    return Loaded(record, None)


def ids(loaded: list[Loaded]) -> list[str]:
    return [item.record.id for item in loaded]


def test_a_record_that_two_sources_have_stands_once_and_before_those_of_one() -> None:
    first = [hit("pmid:1"), hit("pmid:2", "doi:10.5555/x")]
    second = [hit("ppr:PPR1", "doi:10.5555/x", excerpt=True, source="b"), hit("pmid:3", source="b")]
    merged, used = merge([first, second], 10)
    assert ids(merged) == ["pmid:2", "pmid:1", "pmid:3"]
    assert used == [2, 2]
    assert merged[0].record.identifiers == ("pmid:2", "doi:10.5555/x", "ppr:PPR1")


def test_the_whole_record_is_taken_before_an_excerpt_whichever_came_first() -> None:
    excerpt, whole = hit("pmid:1", excerpt=True, source="b"), hit("pmid:1")
    for pages in ([[excerpt], [whole]], [[whole], [excerpt]]):
        (found,), _ = merge(pages, 10)
        assert (found.record.source, found.record.excerpt) == ("a", False)


def test_a_hit_without_a_record_takes_no_place() -> None:
    merged, used = merge([[None, hit("pmid:1"), None]], 1)
    assert (ids(merged), used) == (["pmid:1"], [3])


def test_a_page_holds_no_more_than_its_limit_and_the_rest_is_not_used() -> None:
    pages = [[hit(f"pmid:{n}") for n in range(1, 6)], [hit(f"ppr:PPR{n}") for n in range(1, 6)]]
    merged, used = merge(pages, 3)
    assert ids(merged) == ["pmid:1", "ppr:PPR1", "pmid:2"]
    assert used == [2, 1]


@given(
    pages=st.lists(st.lists(st.integers(1, 12), unique=True, max_size=8), max_size=3), limit=st.integers(1, 6)
)
def test_pages_taken_one_after_the_other_show_every_record(pages: list[list[int]], limit: int) -> None:
    left, shown = pages, set[str]()
    for _ in range(40):
        merged, used = merge([[hit(f"pmid:{n}") for n in page] for page in left], limit)
        assert len(merged) == len(set(ids(merged))) <= limit
        shown |= set(ids(merged))
        left = [page[count:] for page, count in zip(left, used, strict=True)]
    assert not any(left)
    assert shown == {f"pmid:{n}" for page in pages for n in page}


def test_what_both_state_is_kept_from_each() -> None:
    record = replace(hit("pmid:1").record, notices=(Notice("erratum", "2031-01-01", "pmid:9", "pubmed"),))
    stated = replace(
        record, notices=(Notice("erratum", source="europepmc"), Notice("retraction", source="europepmc"))
    )
    merged = with_notices(record, stated)
    assert [(notice.kind, notice.source) for notice in merged.notices] == [
        ("erratum", "pubmed"),
        ("erratum", "europepmc"),
        ("retraction", "europepmc"),
    ]
    assert with_notices(merged, stated) == merged
    assert with_notices(replace(record, notices_checked=False), record).notices_checked


@pytest.mark.beside("what the flags are made of, before the audit is given it")
def test_a_second_retraction_that_one_source_alone_has_is_not_lost_beside_the_first() -> None:
    first = Notice("retraction", "2029-03-02", "pmid:99000051", "pubmed")
    cleared = Notice("reinstatement", "2030-06-04", "pmid:99000052", "pubmed")
    second = Notice("retraction", "2031-06-04", "pmid:99000053", "europepmc")
    record = replace(hit("pmid:1").record, notices=(first, cleared))
    merged = with_notices(record, replace(record, notices=(first, second)))
    assert merged.notices == (first, cleared, second)
    assert (record.flags, merged.flags) == ((), ("retracted",))

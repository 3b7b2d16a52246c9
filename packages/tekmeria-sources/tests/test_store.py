"""What every store does, whichever database is behind it (sources.md, Evidence store)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tekmeria_contract.resolution import RecordFacts
from tekmeria_sources import tables
from tekmeria_sources.errors import StoreError
from tekmeria_sources.postgres_store import PostgresStore
from tekmeria_sources.sqlite_store import MEMORY, SqliteStore
from tekmeria_sources.store import Store

from .issuing import FACTS, issued


@pytest.fixture(params=["memory", "file", pytest.param("server", marks=pytest.mark.needs("postgres"))])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    with closing(opened(request, tmp_path)) as store:
        yield store


def opened(request: pytest.FixtureRequest, folder: Path) -> Store:
    """A new store of the kind that the test is run with."""
    if request.param == "server":
        return PostgresStore(request.getfixturevalue("postgres_database"))
    return SqliteStore(MEMORY if request.param == "memory" else folder / "evidence.sqlite3")


def test_what_was_issued_comes_back_whole(store: Store) -> None:
    store.issue([issued(1), issued(2, version=None)], {"pmid:99000001": FACTS})
    found = store.issued([issued(1).handle, issued(2).handle, "pmid:99000001/title~00000"])
    assert found == {issued(1).handle: (issued(1),), issued(2).handle: (issued(2, version=None),)}
    assert store.facts(["pmid:99000001", "pmid:7"]) == {"pmid:99000001": FACTS}
    assert store.known_as("doi:10.5555/fict.2031.0001") == "pmid:99000001"
    assert store.known_as("doi:10.5555/other") is None


def test_each_text_and_version_is_kept_once_and_the_oldest_comes_first(store: Store) -> None:
    for text, version in (
        ("One.", "1"),
        ("Two.", "1"),
        ("One.", "1"),
        ("One.", "2"),
        ("One.", None),
        ("One.", None),
    ):
        store.issue([issued(text=text, version=version)], {})
    (kept,) = store.issued([issued().handle]).values()
    assert [(item.text, item.version) for item in kept] == [
        ("One.", "1"),
        ("Two.", "1"),
        ("One.", "2"),
        ("One.", None),
    ]


def test_the_facts_kept_last_are_the_ones_known_and_unchecked_notices_stay_unknown(
    store: Store,
) -> None:
    store.issue([], {"pmid:99000001": FACTS})
    store.issue([], {"pmid:99000001": RecordFacts(title="Newer.", notices=None)})
    assert store.facts(["pmid:99000001"]) == {"pmid:99000001": RecordFacts(title="Newer.", notices=None)}


def test_more_handles_than_one_statement_takes_are_found(store: Store) -> None:
    many = [issued(number) for number in range(1, 1201)]
    store.issue(many, {})
    assert len(store.issued(item.handle for item in many)) == 1200


def test_copies_expire_and_what_was_issued_does_not(store: Store) -> None:
    store.issue([issued()], {})
    store.keep_copies({"a": b"\x00body", "b": b""}, now=1000.0, lifetime=60.0)
    assert {key: copy.body for key, copy in store.copies(["a", "b", "c"], 1059.9).items()} == {
        "a": b"\x00body",
        "b": b"",
    }
    assert store.copies(["a"], 1000.0)["a"].received_at == "1970-01-01T00:16:40+00:00"
    assert store.copies(["a", "b"], 1060.0) == {}
    store.keep_copies({"c": b"later"}, now=2000.0, lifetime=60.0)
    assert store.copies(["a", "b"], 1000.0) == {}
    assert store.issued([issued().handle])


def test_copies_over_the_cap_make_room_oldest_first(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "COPIES_CAP", 250)
    for number in range(5):
        store.keep_copies({f"k{number}": b"x" * 100}, now=1000.0 + number, lifetime=60.0)
    assert set(store.copies([f"k{number}" for number in range(5)], 1010.0)) == {"k3", "k4"}


def test_no_second_has_more_turns_than_a_host_allows_and_each_host_has_its_own(store: Store) -> None:
    waits = [store.turn("a.example", 2, 1000.0) for _ in range(5)]
    assert waits == [0.0, 0.0, 1.0, 1.0, 2.0]
    assert store.turn("b.example", 2, 1000.0) == 0.0
    assert store.turn("a.example", 2, 1000.5) == 1.5
    assert [store.turn("a.example", 2, 5000.0) for _ in range(3)] == [0.0, 0.0, 1.0]


@given(st.lists(st.floats(0, 3), min_size=2, max_size=40), st.integers(1, 4))
def test_turns_keep_to_the_limit_in_every_window_of_a_second(gaps: list[float], most: int) -> None:
    with closing(SqliteStore(MEMORY)) as store:
        now, sent = 1000.0, list[float]()
        for gap in gaps:
            now += gap
            sent.append(now + store.turn("a.example", most, now))
    sent.sort()
    assert all(later - earlier > 0.999_999 for earlier, later in zip(sent, sent[most:], strict=False))


def test_everything_issued_can_be_listed_with_its_facts_and_its_number_is_known(store: Store) -> None:
    many = [issued(number) for number in range(1, 1202)]
    store.issue(many, {"pmid:99000001": FACTS})
    batches = list(store.batches())
    assert sorted(item.handle for batch in batches for item in batch.passages) == sorted(
        item.handle for item in many
    )
    assert all(batch.facts == {"pmid:99000001": FACTS} for batch in batches)
    size = store.size()
    assert (size.passages, size.records, size.copies) == (1201, 1, 0)


def test_pruning_forgets_the_older_and_the_facts_that_nothing_needs(store: Store) -> None:
    old = replace(issued(1), record="pmid:99000002", issued_at="2031-01-01T00:00:00+00:00")
    store.issue([old, issued(2)], {"pmid:99000001": FACTS, "pmid:99000002": FACTS})
    assert store.prune("2032-01-01") == 1
    assert store.issued([old.handle, issued(2).handle]).keys() == {issued(2).handle}
    assert store.facts(["pmid:99000001", "pmid:99000002"]).keys() == {"pmid:99000001"}


@pytest.mark.beside("facts lost would hide a retraction")
def test_the_facts_of_a_versioned_record_are_listed_and_outlive_pruning(store: Store) -> None:
    old = replace(
        issued(1), record="nct:NCT99000001@2031-01-01", version="2031-01-01", issued_at="2031-01-01"
    )
    new = replace(
        issued(2), record="nct:NCT99000001@2032-01-01", version="2032-01-01", issued_at="2033-01-01"
    )
    store.issue([old, new], {"nct:NCT99000001": FACTS})
    assert [dict(batch.facts) for batch in store.batches()] == [{"nct:NCT99000001": FACTS}]
    assert store.older("2032") == 1
    assert store.prune("2032") == 1
    assert store.facts(["nct:NCT99000001"]) == {"nct:NCT99000001": FACTS}
    assert store.known_as(FACTS.identifiers[0]) == "nct:NCT99000001"
    assert store.prune("2034") == 1
    assert store.facts(["nct:NCT99000001"]) == {}
    assert store.known_as(FACTS.identifiers[0]) is None


@pytest.mark.beside("an audit is told what was handed out last")
def test_what_was_issued_earlier_comes_first_whenever_it_was_brought_in(store: Store) -> None:
    store.issue([replace(issued(1), text="Later.", issued_at="2033-03-01")], {})
    store.issue([replace(issued(1), text="Earlier.", issued_at="2031-03-01")], {})
    (found,) = store.issued([issued(1).handle]).values()
    assert [item.text for item in found] == ["Earlier.", "Later."]


def test_a_half_written_call_leaves_nothing(store: Store) -> None:
    nothing = replace(issued(2), text=None)  # pyright: ignore[reportArgumentType] # The fault is the point.
    with pytest.raises(StoreError):
        store.issue([issued(1), nothing], {})
    assert store.issued([issued(1).handle]) == {}
    store.issue([issued(1)], {})
    assert store.issued([issued(1).handle])


def test_a_long_passage_is_kept_whole(store: Store) -> None:
    long = issued(text="γ" * 100_000)
    store.issue([long], {})
    store.issue([long], {})
    assert store.issued([long.handle]) == {long.handle: (long,)}

"""The fictional literature is nobody's, says so, and holds what breaks software."""

from __future__ import annotations

import re

import pytest

from tekmeria_contract.sentences import split_sentences
from tekmeria_sources.folder import read_folder
from tekmeria_sources.passages import cut
from tekmeria_sources.sources import FICTIONAL

INDEX = read_folder(FICTIONAL)
RECORDS = {id_: loaded.record for id_, loaded in INDEX.records.items()}
TEXT = "\n".join(passage.text for record in RECORDS.values() for passage in cut(record))


def test_every_file_is_read() -> None:
    assert not INDEX.unread
    assert len(RECORDS) == 14
    assert all(loaded.read_at for loaded in INDEX.records.values())


def test_ids_are_of_ranges_that_are_not_assigned() -> None:
    for record in RECORDS.values():
        for identifier in (*record.identifiers, *record.trials):
            assert re.match(
                r"pmid:990|ppr:PPR99|doi:10\.5555/|pmcid:PMC99|nct:NCT99|bookaccession:NBK99|setid:aaaaaaaa-0000-4000-8000-",
                identifier,
            )


def test_every_title_says_that_it_is_fictional() -> None:
    assert all("fictional" in record.title.lower() for record in RECORDS.values())


def test_what_each_record_is_there_for() -> None:
    assert RECORDS["pmid:99000001"].flags == RECORDS["pmid:99000002"].flags == ()
    assert RECORDS["pmid:99000003"].flags == ("retracted",)
    assert [notice.id for notice in RECORDS["pmid:99000003"].notices] == [
        "pmid:99000004",
        "doi:10.5555/fict.2030.0004",
    ]
    assert RECORDS["pmid:99000004"].notice_kinds == ("retraction",)
    assert RECORDS["pmid:99000005"].venue == "FictReviews®"
    assert {passage.label for passage in cut(RECORDS["pmid:99000001"])} >= {"RESULTS", "CONCLUSION"}
    unlabelled = [p for p in cut(RECORDS["pmid:99000002"]) if p.path.startswith("abstract.")]
    assert len(unlabelled) >= 3 and all(passage.label is None for passage in unlabelled)


@pytest.mark.parametrize("number", [1, 2, 3, 5])
def test_abstracts_have_sentences_enough_to_plant_cases_in(number: int) -> None:
    passages = [p for p in cut(RECORDS[f"pmid:9900000{number}"]) if p.path.startswith("abstract.")]
    assert sum(len(split_sentences(passage.text)) for passage in passages) >= 8


@pytest.mark.parametrize(
    "needle",
    [
        *(
            "\u2009",
            "·",
            "−",
            "⁻³",
            "⁶",
            "CO₂",
            "Ca²⁺",
            "⁻/⁻",
            "V\u0307",
            "…",
            "—",
            "–",
            "‐",
            "’",
            "“",
            "′",
            "µ",
            "μ",
        ),
        *(
            "γ",
            "α",
            "β",
            "κ",
            "∆",
            "×",
            "±",
            "≤",
            "≥",
            "½",
            "°",
            "º",
            "P<0.001",
            "p<0·0001",
            ">1 year",
            "ï",
            "Ø",
        ),
        *("95% CI", "1:160", "15 mg/kg", "c.482G>A", "síndrome", "虚构", "'"),
    ],
)
def test_every_character_that_breaks_software_is_there(needle: str) -> None:
    names = "\n".join(
        author for record in RECORDS.values() for author in (*record.authors, record.venue or "")
    )
    assert needle in TEXT + names

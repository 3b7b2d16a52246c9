"""The fictional literature is nobody's, says so, and holds what breaks software."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from unicodedata import bidirectional

import pytest

from tekmeria_contract.sentences import split_sentences
from tekmeria_sources.folderindex import RECEIPT, read_folder
from tekmeria_sources.passages import cut
from tekmeria_sources.recorded import read_response
from tekmeria_sources.service import EvidenceService
from tekmeria_sources.settings import Settings
from tekmeria_sources.sources import FICTIONAL
from tekmeria_sources.upstream import RecordSet

pytestmark = [pytest.mark.anyio, pytest.mark.beside("the literature of the tests")]

INDEX = read_folder(FICTIONAL)
RECORDS = {id_: loaded.record for id_, loaded in INDEX.records.items()}
TEXT = "\n".join(passage.text for record in RECORDS.values() for passage in cut(record))


def test_every_file_is_read() -> None:
    assert not INDEX.unread
    assert len(RECORDS) == 21
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


FLAGS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "pmid:99000003": (
        ("retracted",),
        (),
    ),  # Its notice is deposited as an erratum, and it as updating its notice.
    "pmid:99000004": ((), ("retraction",)),
    "pmid:99000006": (("concern",), ()),
    "pmid:99000007": ((), ("concern",)),
    "pmid:99000010": (("corrected",), ()),
    "pmcid:PMC99000010": (("corrected",), ()),
    "pmid:99000011": ((), ("correction",)),
    "pmid:99000012": (("retracted",), ()),  # In part, by a notice that is the work itself.
    "pmid:99000013": ((), ()),  # Retracted, then reinstated.
    "ppr:PPR99000001": (("preprint", "published"), ()),
    "ppr:PPR99000002": (("retracted", "preprint"), ()),  # Withdrawn.
}
"""Flags, and what a record is itself a notice of; every other record has neither."""


def test_every_notice_gives_the_flags_of_the_table_and_no_other() -> None:
    for id_, record in RECORDS.items():
        flags = tuple(flag for flag in record.flags if flag != "notice")
        assert (flags, record.notice_kinds) == FLAGS.get(id_, ((), ())), id_
    assert FLAGS.keys() <= RECORDS.keys()
    kinds = {notice.kind for record in RECORDS.values() for notice in record.notices}
    assert kinds == {"retraction", "partial_retraction", "reinstatement", "withdrawal", "concern", "erratum"}


async def test_the_simulator_gives_the_same_flags_over_http(online: Settings) -> None:
    ids = [id_ for id_ in FLAGS if id_ != "pmcid:PMC99000010"]
    async with EvidenceService.open(online) as service:
        result = await service.fetch([*ids, "PMC99000010"])
    found = {item.record.id: item.record for item in result.records}
    assert {id_: tuple(f for f in record.flags if f != "notice") for id_, record in found.items()} == {
        id_: flags for id_, (flags, _) in FLAGS.items()
    }
    assert all(record.notices_checked for record in found.values())


def of_type(name: str) -> list[str]:
    return [id_ for id_, record in RECORDS.items() if name in record.publication_types]


def versions_of(name: str) -> list[str | None]:
    """The versions of a record in the recorded answers, in the order of the files' names."""
    found = [read_response(file.read_bytes()) for file in sorted(FICTIONAL.rglob("*")) if is_answer(file)]
    return [
        answer.records[name].version
        for answer in found
        if isinstance(answer, RecordSet) and name in answer.records
    ]


def is_answer(file: Path) -> bool:
    return file.is_file() and not file.name.endswith(RECEIPT)


ITEMS: Mapping[str, Callable[[], bool]] = {
    "two cohort papers": lambda: (
        {"pmid:99000001", "pmid:99000002"}
        <= set(of_type("Observational Study")) | set(of_type("Multicenter Study"))
    ),
    "a retracted case series with its notice": lambda: (
        RECORDS["pmid:99000003"].publication_types[0] == "Case Reports"
        and RECORDS["pmid:99000004"].relations[0].id == "pmid:99000003"
    ),
    "a corrected paper with its erratum": lambda: RECORDS["pmid:99000011"].relations[0].id == "pmid:99000010",
    "a concern": lambda: RECORDS["pmid:99000007"].relations[0].id == "pmid:99000006",
    "a preprint in two versions": lambda: sorted(filter(None, versions_of("ppr:PPR99000001"))) == ["1", "2"],
    "its published article": lambda: RECORDS["ppr:PPR99000001"].published == "pmid:99000010",
    "an open-access full text": lambda: any(
        passage.path.startswith("body.") for passage in cut(RECORDS["pmcid:PMC99000010"])
    ),
    "a book chapter": lambda: any(
        name.startswith("bookaccession:") for name in RECORDS["pmid:99000005"].identifiers
    ),
    "a trial with results in two versions": lambda: (
        versions_of("nct:NCT99000001") == ["2032-09-14", "2033-01-20"]
        and any(passage.path.startswith("results.") for passage in cut(RECORDS["nct:NCT99000001"]))
    ),
    "three labels": lambda: sum(record.scheme == "setid" for record in RECORDS.values()) == 3,
    "thin spaces": lambda: " " in TEXT,
    "the Lancet's middle dot": lambda: "1·07 (95% CI 0·98" in TEXT,
    "minus signs": lambda: "−42 g" in TEXT,
    "superscripts": lambda: "10⁻³" in TEXT,
    "nested markup": lambda: "LND1⁺ᐟ⁻" in TEXT or "NMB1⁻/⁻" in TEXT,
    "an ellipsis": lambda: "…" in TEXT,
    "accents": lambda: "Øksnes" in TEXT,
    "Greek": lambda: "γ-lindolin" in TEXT,
    "P<0.001": lambda: "P<0.001" in TEXT,
    "CJK": lambda: any("虚" in author for r in RECORDS.values() for author in r.authors),
    "right-to-left names": lambda: (
        {bidirectional(a[0]) for a in RECORDS["pmid:99000014"].authors} >= {"AL", "R"}
    ),
    "an empty abstract": lambda: [p.path for p in cut(RECORDS["pmid:99000015"])] == ["title"],
    "two hundred authors": lambda: len(set(RECORDS["pmid:99000014"].authors)) == 200,
    "entities of PubTator3": lambda: sorted(INDEX.annotations) == [f"pmid:9900000{n}" for n in (1, 2, 3)],
}
"""What the literature is to hold (sources.md, Tests), each with what tells that it does."""


@pytest.mark.parametrize("item", ITEMS)
def test_every_item_that_the_literature_is_to_hold_is_there(item: str) -> None:
    assert ITEMS[item]()


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

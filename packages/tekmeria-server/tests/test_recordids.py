"""Record ids as people and models write them."""

import pytest

from tekmeria_server.recordids import split_handles, split_record_ids

FORMS = [
    ("99000001", "pmid:99000001"),
    (" 99000001 ", "pmid:99000001"),
    ("pmid:99000001", "pmid:99000001"),
    ("PMID:99000001", "pmid:99000001"),
    ("PMID: 99000001", "pmid:99000001"),
    ("PMID 99000001", "pmid:99000001"),
    ("pmid99000001", "pmid:99000001"),
    ("[pmid:99000001]", "pmid:99000001"),
    ('"99000001"', "pmid:99000001"),
    ("`pmid:99000001`", "pmid:99000001"),
    ("pmid:99000001.", "pmid:99000001"),
    ("https://pubmed.ncbi.nlm.nih.gov/99000001/", "pmid:99000001"),
    ("https://pubmed.ncbi.nlm.nih.gov/99000001/?from=x#abstract", "pmid:99000001"),
    ("pubmed.ncbi.nlm.nih.gov/99000001", "pmid:99000001"),
    ("http://www.ncbi.nlm.nih.gov/pubmed/99000001", "pmid:99000001"),
    ("pmid:99000001/abstract.3~7k2x9", "pmid:99000001"),
    ("evidence://record/pmid:99000001", "pmid:99000001"),
    ("evidence://passage/pmid:99000001/title~7k2x9", "pmid:99000001"),
    ("PMC9900001", "pmcid:PMC9900001"),
    ("pmc9900001", "pmcid:PMC9900001"),
    ("pmcid:PMC9900001", "pmcid:PMC9900001"),
    ("PMCID: PMC9900001", "pmcid:PMC9900001"),
    ("https://pmc.ncbi.nlm.nih.gov/articles/PMC9900001/", "pmcid:PMC9900001"),
    ("https://www.ncbi.nlm.nih.gov/pmc/articles/PMC9900001", "pmcid:PMC9900001"),
    ("PPR9900001", "ppr:PPR9900001"),
    ("NCT99000001", "nct:NCT99000001"),
    ("nct99000001", "nct:NCT99000001"),
    ("https://clinicaltrials.gov/study/NCT99000001", "nct:NCT99000001"),
    ("https://clinicaltrials.gov/ct2/show/NCT99000001", "nct:NCT99000001"),
    ("00000000-0000-4000-8000-00000000000A", "setid:00000000-0000-4000-8000-00000000000a"),
    ("10.5555/Tek.1", "doi:10.5555/tek.1"),
    ("doi:10.5555/tek.1", "doi:10.5555/tek.1"),
    ("DOI: 10.5555/tek.1", "doi:10.5555/tek.1"),
    ("https://doi.org/10.5555/tek.1", "doi:10.5555/tek.1"),
    ("10.5555/s0000-0000(97)00001-0", "doi:10.5555/s0000-0000(97)00001-0"),
    (
        "10.5555/(sici)1099-0000(199601)1:1<1::aid-1>3.0.co;2-v",
        "doi:10.5555/(sici)1099-0000(199601)1:1<1::aid-1>3.0.co;2-v",
    ),
]


@pytest.mark.parametrize(("written", "record"), FORMS)
def test_each_way_of_writing_an_id_names_its_record(written: str, record: str) -> None:
    assert split_record_ids([written]) == [record]


@pytest.mark.parametrize(
    "written",
    [
        "abc",
        "pmid:",
        "pmid:0",
        "1234567890",
        "NCT1",
        "10.5555",
        "https://example.org/99000001",
        "PMID 1-5",
        "title",
    ],
)
def test_what_names_no_record_is_passed_on_as_it_stands(written: str) -> None:
    assert split_record_ids([f" {written} "]) == [written]


def test_mixed_kinds_and_lists_in_one_text_are_read_once_each_in_order() -> None:
    given = [
        "99000002, PMID: 99000001",
        "NCT99000001\n10.5555/tek.1",
        "99000001 PMC9900001",
        "pmid:99000002,99000003",
    ]
    assert split_record_ids(given) == [
        "pmid:99000002",
        "pmid:99000001",
        "nct:NCT99000001",
        "doi:10.5555/tek.1",
        "pmcid:PMC9900001",
        "pmid:99000003",
    ]


def test_an_unreadable_id_does_not_take_readable_ones_with_it() -> None:
    assert split_record_ids(["foo, 99000001", "bar baz"]) == ["foo", "pmid:99000001", "bar baz"]


def test_handles_come_out_of_brackets_links_and_lists_once_each_in_order() -> None:
    first, second = "pmid:99000001/title~00000", "pmid:99000001/abstract.1~00000"
    given = [f"[{first}]", f"evidence://passage/{second}, {first}", f"`{first}`\n<{second}>"]
    assert split_handles(given) == [first, second]

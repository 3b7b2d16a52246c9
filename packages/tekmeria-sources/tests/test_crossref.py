"""Crossref's deposits: which notices stand against a work, and which works are notices themselves."""

from __future__ import annotations

import pytest

from tekmeria_contract.resolution import Notice
from tekmeria_sources.crossref import plan_work, read_work
from tekmeria_sources.crossref_notices import kinds_of_notice, notices_against, with_work
from tekmeria_sources.errors import BodyError, HttpStatusError, OutOfScopeError
from tekmeria_sources.record import Record, notice_flags
from tekmeria_sources.sources import FICTIONAL

from .works import update, work

PAPER, NOTICE, LETTER = "10.5555/fict.paper", "10.5555/fict.notice", "10.5555/fict.letter"


def flags(body: bytes) -> tuple[str, ...]:
    read = read_work(body)
    return (*notice_flags(notices_against(read)), *(["notice"] if kinds_of_notice(read) else []))


def test_the_doi_is_one_step_of_the_path() -> None:
    assert plan_work("10.5555/a(b)/c%d").path == "/works/10.5555%2Fa%28b%29%2Fc%25d"


@pytest.mark.parametrize(
    ("deposited", "kind", "flag"),
    [
        ("retraction", "retraction", "retracted"),
        ("Retraction", "retraction", "retracted"),
        ("partial_retraction", "partial_retraction", "retracted"),
        ("withdrawal", "withdrawal", "retracted"),
        ("removal", "removal", "retracted"),
        ("expression_of_concern", "concern", "concern"),
        ("Expression of Concern", "concern", "concern"),
        ("correction", "correction", "corrected"),
        ("erratum", "erratum", "corrected"),
        ("corrigendum", "corrigendum", "corrected"),
        ("addendum", "addendum", "corrected"),
        ("clarification", "correction", "corrected"),
    ],
)
def test_a_deposited_type_gives_its_kind_and_flag(deposited: str, kind: str, flag: str) -> None:
    body = work(PAPER, updated_by=[update(deposited, NOTICE.upper(), "2031-06-04")])
    assert notices_against(read_work(body)) == (
        Notice(kind, "2031-06-04", f"doi:{NOTICE}", "crossref (publisher)"),
    )
    assert flags(body) == (flag,)


@pytest.mark.parametrize("deposited", ["new_version", "new_edition"])
def test_a_newer_version_is_no_notice(deposited: str) -> None:
    assert flags(work(PAPER, updated_by=[update(deposited, NOTICE, "2031-06-04")])) == ()
    assert flags(work(NOTICE, update_to=[update(deposited, PAPER, "2031-06-04")])) == ()


@pytest.mark.parametrize("kind", ["retraction", "expression_of_concern", "erratum", "withdrawal"])
def test_a_notice_is_a_notice_and_nothing_stands_against_it(kind: str) -> None:
    assert flags(work(NOTICE, update_to=[update(kind, PAPER, "2031-06-04")])) == ("notice",)


def test_a_reinstatement_clears_what_was_before_it_and_not_what_came_after() -> None:
    retracted = update("retraction", NOTICE, "2031-06-04")
    reinstated = update("reinstatement", LETTER, "2031-09-01", "retraction-watch")
    again = update("retraction", "10.5555/fict.second", "2032-01-01")
    assert flags(work(PAPER, updated_by=[retracted, reinstated])) == ()
    assert flags(work(PAPER, updated_by=[retracted, reinstated, again])) == ("retracted",)


def test_an_undated_retraction_is_not_cleared() -> None:
    undated = {**update("retraction", NOTICE), "updated": {"date-parts": [[None]]}}
    reinstated = update("reinstatement", LETTER, "2031-09-01")
    assert flags(work(PAPER, updated_by=[undated, reinstated])) == ("retracted",)


def test_a_notice_reported_by_two_is_one_notice() -> None:
    both = [
        update("retraction", NOTICE, "2031-06-04"),
        update("retraction", NOTICE, "2031-06-01", "retraction-watch"),
    ]
    assert notices_against(read_work(work(PAPER, updated_by=both))) == (
        Notice("retraction", "2031-06-04", f"doi:{NOTICE}", "crossref (publisher, retraction-watch)"),
    )


@pytest.mark.parametrize("backwards", [False, True])
def test_a_retraction_deposited_as_an_erratum_is_a_retraction(backwards: bool) -> None:
    both = [
        update("erratum", NOTICE, "2031-06-13"),
        update("retraction", NOTICE, "2031-06-05", "retraction-watch"),
    ]
    (notice,) = notices_against(read_work(work(PAPER, updated_by=both[:: -1 if backwards else 1])))
    assert (notice.kind, notice.source) == ("retraction", "crossref (retraction-watch)")
    separate = [both[0], update("retraction", LETTER, "2032-01-01")]
    assert flags(work(PAPER, updated_by=separate)) == ("retracted", "corrected")


RECIPROCAL = update("retraction", PAPER, "2030-01-15")
"""Deposited with the paper, on the date of the paper, as if it updated its own notice."""


def test_a_retracted_paper_that_was_deposited_as_updating_its_notice_is_retracted_and_no_notice() -> None:
    body = work(
        PAPER,
        update_to=[update("retraction", NOTICE, "2030-01-15"), update("retraction", LETTER, "2030-01-15")],
        updated_by=[update("retraction", NOTICE, "2031-06-04", "retraction-watch")],
    )
    assert flags(body) == ("retracted",)


def test_the_notice_that_its_paper_was_deposited_as_updating_is_not_retracted() -> None:
    later = work(
        NOTICE,
        published="2031-06",
        update_to=[update("erratum", PAPER, "2031-06-13")],
        updated_by=[RECIPROCAL],
    )
    watched = work(
        NOTICE,
        published="2030",
        update_to=[update("retraction", PAPER, "2031-06-05", "retraction-watch")],
        updated_by=[RECIPROCAL],
    )
    assert flags(later) == flags(watched) == ("notice",)


def test_a_retraction_notice_that_was_deposited_as_an_erratum_too_is_a_retraction_notice() -> None:
    both = [update("erratum", PAPER, "2031-06-13"), update("retraction", PAPER, "2031-06-04")]
    assert kinds_of_notice(read_work(work(NOTICE, update_to=both))) == ("retraction",)
    another = update("erratum", LETTER, "2031-06-13")
    read = read_work(work(NOTICE, update_to=[*both, another]))
    assert kinds_of_notice(read) == ("retraction", "correction")


@pytest.mark.parametrize("on", ["2031-06-04", ""])
def test_a_corrected_paper_that_was_deposited_as_updating_its_correction_is_no_notice(on: str) -> None:
    mutual = [update("correction", NOTICE, on)]
    assert flags(work(PAPER, update_to=mutual, updated_by=mutual)) == ("corrected",)


def test_where_retraction_watch_names_both_the_retraction_stands() -> None:
    mutual = [update("retraction", NOTICE, "2031-06-04", "retraction-watch")]
    assert flags(work(PAPER, update_to=mutual, updated_by=mutual)) == ("retracted",)


@pytest.mark.parametrize("other", [PAPER, ""])
def test_a_work_is_not_the_notice_of_itself_or_of_what_has_no_name(other: str) -> None:
    body = work(
        PAPER,
        update_to=[update("retraction", other, "2031-06-04", "retraction-watch")],
        updated_by=[update("retraction", other, "2031-06-04")],
    )
    assert flags(body) == ("retracted",)


def test_where_nothing_tells_which_of_two_is_the_notice_the_retraction_stands() -> None:
    body = work(
        PAPER,
        update_to=[update("retraction", NOTICE, "2031-06-04")],
        updated_by=[update("retraction", NOTICE, "2031-06-04")],
    )
    assert flags(body) == ("retracted",)


def test_a_retraction_in_the_month_or_year_of_publication_is_not_before_it() -> None:
    for published, on in (("2031-06", "2031-06-04"), ("2031-06-04", "2031"), ("2031-06-04", "2031-06-04")):
        assert flags(work(PAPER, published=published, updated_by=[update("retraction", NOTICE, on)])) == (
            "retracted",
        )


def test_a_retraction_before_the_printed_issue_and_after_the_registration_stands() -> None:
    body = work(
        PAPER,
        published="2031-12-01",
        further={"created": {"date-parts": [[2031, 1, 9]]}},
        updated_by=[update("withdrawal", NOTICE, "2031-06-04")],
    )
    assert flags(body) == ("retracted",)


def test_a_work_that_updates_itself_is_no_notice_and_each_of_its_notices_counts() -> None:
    own = [update("correction", PAPER, "2031-01-01"), update("partial_retraction", PAPER, "2031-06-04")]
    read = read_work(work(PAPER, update_to=own, updated_by=own))
    assert [notice.kind for notice in notices_against(read)] == ["correction", "partial_retraction"]
    assert kinds_of_notice(read) == ()


def test_a_correction_that_was_itself_corrected_is_both() -> None:
    body = work(
        NOTICE,
        update_to=[update("correction", PAPER, "2031-01-01")],
        updated_by=[update("correction", LETTER, "2031-06-04")],
    )
    assert flags(body) == ("corrected", "notice")


def test_a_notice_without_a_doi_or_a_date_is_a_notice_all_the_same() -> None:
    for doi in ("", "no doi"):
        read = read_work(work(PAPER, updated_by=[update("retraction", doi, by="")]))
        assert notices_against(read) == (Notice("retraction", None, None, "crossref"),)


def test_a_preprint_is_known_and_names_its_published_form() -> None:
    published = "HTTPS://doi.org/10.5555/FICT.article"
    read = read_work(
        work("10.5555/fict.v1", preprint=True, relation={"is-preprint-of": ["10.5555/fict.V1", published]})
    )
    assert (read.preprint, read.published) == (True, "doi:10.5555/fict.article")
    withdrawn = work(
        "10.5555/fict.v1", preprint=True, updated_by=[update("withdrawal", NOTICE, "2031-06-04")]
    )
    assert flags(withdrawn) == ("retracted",)
    assert read_work(withdrawn).published is None


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "empty_body"),
        (b"<!DOCTYPE html><html></html>", "html_body"),
        (work(PAPER)[:-5], "malformed_json"),
        (b"[]", "unexpected_body"),
        (b"{}", "unexpected_body"),
        (work("no doi"), "unexpected_body"),
        (work(PAPER, further={"updated-by": "retraction"}), "unexpected_body"),
        (work(PAPER, further={"updated-by": [7]}), "unexpected_body"),
    ],
)
def test_an_answer_that_cannot_be_read_is_an_error_and_not_a_work_without_notices(
    body: bytes, code: str
) -> None:
    with pytest.raises(BodyError) as failure:
        read_work(body)
    assert failure.value.code == code


def test_lists_and_refusals_are_recognised() -> None:
    with pytest.raises(OutOfScopeError) as failure:
        read_work(b'{"status":"ok","message-type":"work-list","message":{"items":[{},{}]}}')
    assert failure.value.name == "list of 2"
    with pytest.raises(HttpStatusError, match="HTTP 400: no such filter"):
        read_work(b'{"message-type":"validation-failure","message":[{"message":"no such filter"}]}')
    with pytest.raises(HttpStatusError, match="HTTP 404: Resource not found"):
        read_work(b"Resource not found.")


def test_every_case_is_there_in_the_fictional_literature() -> None:
    bare = Record("pmid:99000777", "pubmed", "")
    works = [
        read_work(file.read_bytes())
        for file in (FICTIONAL / "crossref").glob("work-*.json")
        if not file.name.endswith(".receipt.json")
    ]
    found = {work.id.removeprefix("doi:10.5555/"): with_work(bare, work) for work in works}
    assert {name: record.flags for name, record in found.items()} == {
        "fict.2031.0001": (),
        "fict.2019.0003": ("retracted",),
        "fict.2030.0004": ("notice",),
        "fict.2027.0012": ("retracted",),
        "fict.2027.0013": (),
        "fict.2028.0006": ("concern",),
        "fict.2029.0007": ("notice",),
        "invent.2032.0010": ("corrected",),
        "invent.2032.0011": ("notice",),
        "invent.preprint.1": ("preprint", "published"),
        "invent.preprint.2": ("retracted", "preprint"),
    }
    assert {name: record.notice_kinds for name, record in found.items() if record.notice_kinds} == {
        "fict.2030.0004": ("retraction",),
        "fict.2029.0007": ("concern",),
        "invent.2032.0011": ("correction",),
    }
    assert found["invent.preprint.1"].published == "doi:10.5555/invent.2032.0010"

"""What a record's notices mean for whoever cites it."""

from __future__ import annotations

import pytest

from tekmeria_contract.resolution import Notice
from tekmeria_sources.record import Record, notice_flags


@pytest.mark.parametrize(
    ("notices", "flags"),
    [
        ([], ()),
        ([Notice("retraction")], ("retracted",)),
        ([Notice("partial_retraction")], ("retracted",)),
        ([Notice("withdrawal")], ("retracted",)),
        ([Notice("removal")], ("retracted",)),
        ([Notice("concern")], ("concern",)),
        ([Notice("erratum"), Notice("addendum")], ("corrected",)),
        ([Notice("retraction", "2020"), Notice("erratum", "2021")], ("retracted", "corrected")),
        ([Notice("retraction", "2020-01"), Notice("reinstatement", "2021-05")], ()),
        ([Notice("concern", "2020-01"), Notice("reinstatement", "2021-05")], ()),
        ([Notice("retraction", "2022"), Notice("reinstatement", "2021-05")], ("retracted",)),
        ([Notice("retraction"), Notice("reinstatement", "2021-05")], ("retracted",)),
        ([Notice("retraction", "2020"), Notice("reinstatement")], ("retracted",)),
        ([Notice("erratum", "2020"), Notice("reinstatement", "2021")], ("corrected",)),
    ],
)
def test_notices_give_flags_by_the_published_table(notices: list[Notice], flags: tuple[str, ...]) -> None:
    assert notice_flags(notices) == flags


def test_a_notice_is_not_retracted_and_says_that_it_is_a_notice() -> None:
    notice = Record("pmid:99000004", "pubmed", "", notice_kinds=("retraction",))
    assert notice.flags == ("notice",)


def test_only_a_preprint_can_be_published_elsewhere() -> None:
    assert Record("pmid:1", "pubmed", "", preprint=True, published="pmid:2").flags == (
        "preprint",
        "published",
    )
    assert Record("pmid:1", "pubmed", "", preprint=True).flags == ("preprint",)

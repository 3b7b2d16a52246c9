"""A folder of recorded responses stands in for the network."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from tekmeria_sources.errors import FolderError
from tekmeria_sources.folder import FolderSource
from tekmeria_sources.folderindex import read_folder
from tekmeria_sources.request import SearchRequest

from .efetch import article, article_set

pytestmark = pytest.mark.anyio


def test_files_are_told_apart_by_content_and_unknown_ones_listed(literature: Path) -> None:
    deep = literature / "a" / "b"
    deep.mkdir(parents=True)
    (deep / "no-ending").write_bytes(article_set(article(pmid="99000801")))
    (literature / "ids.json").write_text('{"esearchresult": {"count": "0", "idlist": []}}', encoding="utf-8")
    (literature / "info.xml").write_text('{"header": {}, "einforesult": {}}', encoding="utf-8")
    (literature / "notes.txt").write_text("Nothing of the kind.", encoding="utf-8")
    (literature / "cut.xml").write_bytes(article_set(article())[:-40])
    (literature / "limit.json").write_text(
        '{"error": "API rate limit exceeded", "api-key": "x"}', encoding="utf-8"
    )
    index = read_folder(literature)
    assert len(index.records) == 22
    assert set(index.unread) == {"ids.json", "info.xml", "notes.txt", "cut.xml", "limit.json"}
    assert "einfo" in index.unread["info.xml"]
    assert "malformed" in index.unread["cut.xml"]
    assert all(index.unread.values())


async def test_damaged_files_are_named_with_the_reason_and_known_other_answers_are_not(
    literature: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (literature / "info.xml").write_text('{"header": {}, "einforesult": {}}', encoding="utf-8")
    (literature / "ids.json").write_text('{"esearchresult": {"count": "0", "idlist": []}}', encoding="utf-8")
    (literature / "cut.xml").write_bytes(article_set(article())[:-40])
    page = await FolderSource(literature).search(SearchRequest("vaccine"), None, 10)
    (remark,) = [remark for remark in page.remarks if "not read" in remark]
    assert "cut.xml" in remark
    assert "malformed" in remark
    assert "info.xml" not in remark
    assert "ids.json" not in remark
    assert "cut.xml" in caplog.text


def test_a_folder_of_damaged_files_alone_says_which_and_why(tmp_path: Path) -> None:
    (tmp_path / "cut.xml").write_bytes(article_set(article())[:-40])
    with pytest.raises(FolderError, match=r"cut\.xml \(.*malformed"):
        read_folder(tmp_path)


def test_records_are_known_by_their_other_identifiers(literature: Path) -> None:
    identifiers = read_folder(literature).identifiers
    assert identifiers["doi:10.5555/fict.2031.0001"] == "pmid:99000001"
    assert identifiers["pmcid:PMC99000001"] == "pmid:99000001"


def test_of_several_versions_in_several_files_the_newest_stays(tmp_path: Path) -> None:
    for name, version in (("a.xml", 2), ("b.xml", 3), ("c.xml", 1)):
        title = f"<ArticleTitle>Version {version}.</ArticleTitle>"
        (tmp_path / name).write_bytes(article_set(article(version=version, title=title)))
    (loaded,) = read_folder(tmp_path).records.values()
    assert loaded.record.title == "Version 3."


def test_a_receipt_says_when_the_answer_was_received(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_bytes(article_set(article(pmid="99000801")))
    (tmp_path / "b.xml").write_bytes(article_set(article(pmid="99000802")))
    (tmp_path / "c.xml").write_bytes(article_set(article(pmid="99000803")))
    receipt = {"request": "https://eutils.ncbi.nlm.nih.gov/…", "time": "2033-03-01T12:00:00+00:00"}
    (tmp_path / "a.xml.receipt.json").write_text(json.dumps(receipt), encoding="utf-8")
    (tmp_path / "c.xml.receipt.json").write_text("{", encoding="utf-8")
    index = read_folder(tmp_path)
    assert [loaded.read_at for loaded in index.records.values()] == ["2033-03-01T12:00:00+00:00", None, None]
    assert not index.unread


@pytest.mark.parametrize(
    "content", [None, b"", b"<PubmedArticleSet></PubmedArticleSet>", b"<PubmedArticleSet>"]
)
def test_a_folder_without_records_is_an_error_that_names_it(tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / "a.xml").write_bytes(content)
    with pytest.raises(FolderError) as refusal:
        read_folder(tmp_path)
    assert str(tmp_path) in refusal.value.message
    assert "PubMed" in refusal.value.remedy


def test_what_is_no_folder_is_an_error_that_names_it(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    for path in (tmp_path / "nowhere", tmp_path / "file"):
        with pytest.raises(FolderError, match="no folder") as refusal:
            read_folder(path)
        assert str(path) in refusal.value.message


def test_what_another_user_may_not_read_is_named(
    open_folder: Path, as_another_user: Callable[[], AbstractContextManager[None]]
) -> None:
    for name, pmid in (("a.xml", "99000801"), ("b.xml", "99000802")):
        (open_folder / name).write_bytes(article_set(article(pmid=pmid)))
    (open_folder / "b.xml").chmod(0o600)
    with as_another_user():
        index = read_folder(open_folder)
    assert list(index.records) == ["pmid:99000801"]
    assert "cannot be read" in index.unread["b.xml"]
    open_folder.chmod(0o700)
    with as_another_user(), pytest.raises(FolderError):
        read_folder(open_folder)


async def test_only_what_a_file_says_is_deleted_is_gone_from_an_excerpt(tmp_path: Path) -> None:
    deleted = (
        "<DeleteCitation><PMID Version='1'>99000778</PMID><PMID Version='1'>99000801</PMID></DeleteCitation>"
    )
    (tmp_path / "a.xml").write_bytes(article_set(article(pmid="99000801"), deleted))
    excerpt, whole = FolderSource(tmp_path), FolderSource(tmp_path, complete=True)
    assert await excerpt.gone(["pmid:99000778", "pmid:99000779"]) == {"pmid:99000778"}
    assert await whole.gone(["pmid:99000778", "pmid:99000779"]) == {"pmid:99000778", "pmid:99000779"}


@pytest.mark.parametrize(
    ("request_", "ids"),
    [
        (SearchRequest("Lindgrove NOT velorin"), {1, 2, 3, 4, 5}),
        (SearchRequest("Lindgrove NOT velorin", exclude_retracted=True), {1, 2, 4, 5}),
        (SearchRequest("Lindgrove NOT velorin", study_designs=("case reports", "Review")), {3, 5}),
        (SearchRequest("Lindgrove NOT velorin", open_access_only=True), {2}),
        (SearchRequest("Lindgrove NOT velorin", date_from="2031-03-05"), {1, 2}),
        (SearchRequest("Lindgrove NOT velorin", date_from="2031-03-06"), {2}),
        (SearchRequest("Lindgrove NOT velorin", date_from="2019", date_to="2021"), {3, 5}),
        (SearchRequest("Lindgrove NOT velorin", date_to="2019-02-28"), {3}),
        (SearchRequest("Lindgrove NOT velorin", date_to="2019-02-27"), set[int]()),
        (SearchRequest("Lindgrove NOT velorin", date_from="2032-11-15"), {2}),
    ],
)
async def test_filters_apply_to_the_folder_too(
    literature: Path, request_: SearchRequest, ids: set[int]
) -> None:
    page = await FolderSource(literature).search(request_, None, 50)
    assert {int(id_[-1]) for id_ in page.ids} == ids
    assert page.total == len(ids)


async def test_preprints_are_left_out_where_only_peer_reviewed_work_is_wanted(tmp_path: Path) -> None:
    elements = [article(pmid="99000801", types=("Preprint",)), article(pmid="99000802")]
    (tmp_path / "a.xml").write_bytes(article_set(*elements))
    source = FolderSource(tmp_path)
    assert (await source.search(SearchRequest("fictional"), None, 9)).total == 2
    page = await source.search(SearchRequest("fictional", peer_reviewed_only=True), None, 9)
    assert page.ids == ("pmid:99000802",)


async def test_pages_do_not_overlap_and_cover_everything(literature: Path) -> None:
    source, request = FolderSource(literature), SearchRequest("Lindgrove NOT velorin")
    pages = [(await source.search(request, start, 2)).ids for start in (None, "2", "4", "6")]
    assert [len(page) for page in pages] == [2, 2, 1, 0]
    assert sum(pages, ()) == (await source.search(request, None, 50)).ids

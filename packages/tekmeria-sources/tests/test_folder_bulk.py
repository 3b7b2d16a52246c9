"""A folder may hold PubMed's bulk files: they are indexed without being held in memory, compressed or not."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tekmeria_sources.errors import FolderError
from tekmeria_sources.folder import FolderSource
from tekmeria_sources.folderindex import read_folder
from tekmeria_sources.request import SearchRequest

from .efetch import article, article_set
from .residents import PEAK_KIB, on_linux

pytestmark = pytest.mark.anyio

RECORDS_A_MEGABYTE = 50
TEXT = "This text is fictional and of no use. " * 550


@pytest.mark.beside("a folder with a bulk file takes little memory")
@on_linux
def test_a_bulk_file_of_120_megabytes_is_indexed_in_the_memory_of_one_of_24(tmp_path: Path) -> None:
    small, large = (_indexed(tmp_path / str(megabytes), megabytes) for megabytes in (24, 120))
    assert large < 1.25 * small, (small, large)
    assert large < 120 << 10


def _indexed(folder: Path, megabytes: int) -> int:
    """The peak of the resident set, in KiB, of a process that indexes a folder with one file of that length,
    searches it, and reads its last record."""
    folder.mkdir()
    last = 99000000 + megabytes * RECORDS_A_MEGABYTE
    with (folder / "bulk.xml").open("wb") as file:
        file.write(b"<PubmedArticleSet>")
        for number in range(99000001, last + 1):
            file.write(_element(number))
        file.write(b"</PubmedArticleSet>")
    assert (folder / "bulk.xml").stat().st_size > megabytes << 20
    program = f"""
import anyio, json, sys
from pathlib import Path
from tekmeria_sources.folder import FolderSource
from tekmeria_sources.request import SearchRequest
async def main():
    source, last = FolderSource(Path(sys.argv[1])), sys.argv[2]
    page = await source.search(SearchRequest("alias" + last), None, 5)
    id_ = await source.record_with("doi:10.5555/fict.bulk." + last)
    loaded = (await source.load([id_])).found[id_]
    peak = {PEAK_KIB}
    print(json.dumps([list(page.ids), id_, loaded.record.title, len((await source.index()).records), peak]))
anyio.run(main)
"""
    command = [sys.executable, "-c", program, str(folder), str(last)]
    run = subprocess.run(command, capture_output=True, check=True, timeout=240)
    ids, id_, title, count, peak = json.loads(run.stdout)
    assert ids == [id_] == [f"pmid:{last}"]
    assert title == f"Fictional title alias{last}."
    assert count == megabytes * RECORDS_A_MEGABYTE
    return peak


def _element(number: int) -> bytes:
    return article(
        pmid=str(number),
        title=f"<ArticleTitle>Fictional title alias{number}.</ArticleTitle>",
        abstract=f"<Abstract><AbstractText Label='RESULTS'>{TEXT}</AbstractText></Abstract>",
        data=f'<ArticleIdList><ArticleId IdType="doi">10.5555/fict.bulk.{number}</ArticleId></ArticleIdList>',
    ).encode()


@pytest.mark.beside("bulk files are served compressed")
async def test_a_compressed_file_is_read_like_any_other(tmp_path: Path) -> None:
    (tmp_path / "bulk.xml.gz").write_bytes(gzip.compress(article_set(article(pmid="99000801"))))
    (tmp_path / "study").write_bytes(
        gzip.compress(b'{"protocolSection": {"identificationModule": {"nctId": "NCT99000801"}}}')
    )
    assert set(read_folder(tmp_path).records) == {"pmid:99000801", "nct:NCT99000801"}
    assert (await FolderSource(tmp_path).search(SearchRequest("fictional"), None, 5)).total == 1


@pytest.mark.beside("nothing is cut silently")
@pytest.mark.parametrize("kept", [12, 200, -9])
def test_of_a_file_that_is_cut_off_no_record_is_taken_and_it_is_named(tmp_path: Path, kept: int) -> None:
    body = article_set(*(article(pmid=f"{99000801 + number}") for number in range(400)))
    (tmp_path / "whole.xml").write_bytes(article_set(article(pmid="99000001")))
    (tmp_path / "cut.xml.gz").write_bytes(gzip.compress(body)[:kept])
    (tmp_path / "cut.xml").write_bytes(body[: kept if kept < 0 else len(body) // 2])
    index = read_folder(tmp_path)
    assert list(index.records) == ["pmid:99000001"]
    assert index.unread.keys() == {"cut.xml", "cut.xml.gz"}
    assert "malformed" in index.unread["cut.xml"]
    assert "cannot be read" in index.unread["cut.xml.gz"]
    assert len(index.damaged) == 2


@pytest.mark.beside("an error names what was wrong and what to do")
def test_where_there_is_no_room_for_what_is_set_aside_the_error_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = "<Abstract><AbstractText>" + "fictional " * 1_000_000 + "</AbstractText></Abstract>"
    (tmp_path / "a.xml").write_bytes(article_set(article(abstract=long)))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    with pytest.raises(FolderError, match="cannot be set aside") as refusal:
        read_folder(tmp_path)
    assert "TMPDIR" in refusal.value.remedy

"""PubMed's bulk files are read a record at a time, in the memory of one record."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tekmeria_sources.errors import RefusedError
from tekmeria_sources.pubmed_decoding import Deleted, decode_records, stream_records

from .efetch import PMID, article, article_set
from .residents import PEAK_KIB, on_linux


@pytest.mark.beside("a bulk file is read without holding it")
def test_a_stream_gives_every_version_and_what_is_deleted_in_the_order_of_the_file() -> None:
    deleted = "<DeleteCitation><PMID Version='1'>99000779</PMID></DeleteCitation>"
    body = article_set(article(version=1), article(pmid="99000778"), article(version=2), deleted)
    found = list(stream_records(body[at : at + 50] for at in range(0, len(body), 50)))
    records = [(entry.id, entry.version) for entry in found if not isinstance(entry, Deleted)]
    assert records == [(f"pmid:{PMID}", "1"), ("pmid:99000778", "1"), (f"pmid:{PMID}", "2")]
    assert found[-1] == Deleted(("pmid:99000779",))


@pytest.mark.beside("a failure is never an answer")
def test_an_error_among_the_records_of_an_answer_is_no_answer() -> None:
    with pytest.raises(RefusedError, match="no such thing"):
        decode_records(article_set(article(), "<ERROR>no such thing</ERROR>"))


@pytest.mark.beside("a bulk file of any length is read in the memory of one record")
@on_linux
def test_a_stream_of_a_hundred_megabytes_takes_the_memory_of_twenty() -> None:
    small, large = _peak(20), _peak(100)
    assert large < 1.15 * small, (small, large)


def _peak(megabytes: int) -> int:
    """The peak of the resident set of a process that reads a fictional answer of that length, in KiB."""
    elements = "".join(article(pmid=f"{99000000 + n}", abstract=_LONG) for n in range(200))
    program = f"""
import sys
from tekmeria_sources.passages import cut
from tekmeria_sources.pubmed_decoding import stream_records
elements = sys.stdin.buffer.read()
times = ({megabytes} << 20) // len(elements) + 1
pieces = (elements for _ in range(times))
document = (piece for part in ([b"<PubmedArticleSet>"], pieces, [b"</PubmedArticleSet>"]) for piece in part)
assert sum(len(cut(record)) > 1 for record in stream_records(document)) == 200 * times
print({PEAK_KIB})
"""
    command = [sys.executable, "-c", program]
    run = subprocess.run(command, input=elements.encode(), capture_output=True, check=True, timeout=240)
    return int(run.stdout)


_LONG = (
    "<Abstract><AbstractText Label='RESULTS'>"
    + "This text is fictional. " * 800
    + "</AbstractText></Abstract>"
)

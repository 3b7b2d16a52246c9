"""What reading PubMed costs: to records and passages, against pubmed_parser on the same file (sources.md).

``uv run --with pubmed_parser python scripts/parsing.py FILE.xml.gz [ROUNDS]``, with a MEDLINE file as PubMed serves
them. Both read the compressed file; the figure is processor time, the least of the rounds, in which they take turns.
Without pubmed_parser, which is no dependency of any package, only our time is told.

``python scripts/parsing.py --memory FILE.xml.gz MEGABYTES`` reads about so much of the file, over again where it is
shorter, and tells the peak of the resident set.
"""

from __future__ import annotations

import gzip
import importlib
import json
import resource
import sys
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

from tekmeria_eval.bench import fastest
from tekmeria_sources.passages import cut
from tekmeria_sources.pubmed_decoding import stream_records
from tekmeria_sources.record import Record

CHUNK = 1 << 16
HEAD = b"<PubmedArticleSet>"
TAIL = b"</PubmedArticleSet>"
LEAST = 0.7


def chunks(file: Path) -> Iterator[bytes]:
    """The pieces of the uncompressed file."""
    with gzip.open(file) as stream:
        while chunk := stream.read(CHUNK):
            yield chunk


def again(file: Path, megabytes: int) -> Iterator[bytes]:
    """One document of at least ``megabytes``, made of the articles of ``file`` as often as it takes."""
    yield HEAD
    left = megabytes << 20
    while left > 0:
        held = b""
        for chunk in chunks(file):
            held += chunk
            start, end = held.find(b"<PubmedArticle>"), held.rfind(b"</PubmedArticle>")
            if 0 <= start < end:
                end += len(b"</PubmedArticle>")
                yield held[start:end]
                left -= end - start
                held = held[end:]
            if left <= 0:
                break
    yield TAIL


def read(pieces: Iterator[bytes]) -> tuple[int, int]:
    """How many records and passages there are."""
    records = passages = 0
    for record in stream_records(pieces):
        if isinstance(record, Record):
            records += 1
            passages += len(cut(record))
    return records, passages


def main() -> None:
    """Run what the arguments ask for."""
    if sys.argv[1] == "--memory":
        file, megabytes = Path(sys.argv[2]), int(sys.argv[3])
        begun = time.process_time()
        records, passages = read(again(file, megabytes))
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        figures = {"megabytes": megabytes, "records": records, "passages": passages, "peak_kib": peak}
        print(json.dumps(figures | {"seconds": round(time.process_time() - begun, 1)}))
        return
    file, rounds = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 3
    records, passages = read(chunks(file))
    works: list[Callable[[int], object]] = [lambda _: read(chunks(file))]
    if find_spec("pubmed_parser"):
        parse = importlib.import_module("pubmed_parser").parse_medline_xml
        works.append(lambda _: sum(1 for _article in parse(str(file))))
    ours, *theirs = fastest(rounds, *works)
    print(f"{records:,} records, {passages:,} passages in {ours:.2f} s")
    for took in theirs:
        print(f"pubmed_parser: {took:.2f} s; our rate is {took / ours:.2f} of its own (at least {LEAST:g})")


if __name__ == "__main__":
    main()

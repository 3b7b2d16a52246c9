"""Every line of the manifest of recorded answers is checked: each file gives what its line expects of it."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tekmeria_sources.content import EUROPEPMC, TRIALS, recognise
from tekmeria_sources.crossref import Work
from tekmeria_sources.errors import OutOfScopeError, UpstreamError
from tekmeria_sources.europepmc_decoding import read_results
from tekmeria_sources.passages import cut
from tekmeria_sources.pubmed_search import IdPage
from tekmeria_sources.pubtator import Annotations, FoundEntities
from tekmeria_sources.record import LARGE, Record, Section
from tekmeria_sources.recorded import Recorded, read_response
from tekmeria_sources.trials import read_page
from tekmeria_sources.upstream import RecordSet

from .manifest import manifest

pytestmark = [pytest.mark.needs("shared"), pytest.mark.beside("what the upstreams really answer is read")]

LINES = 186
FLAGGED = {"crossref": 17, "europepmc": 2, "pubmed": 13}
"""Lines that say flags. Crossref's are compared here; the others, by record, in ``test_real_pubmed.py`` and
``test_real_europepmc.py``."""


@pytest.fixture(scope="session")
def real(shared: Path) -> Path:
    return shared / "real"


def test_every_line_of_the_manifest_gives_what_it_expects(real: Path) -> None:
    wrong: list[str] = []
    checked = 0
    for row in manifest(real):
        found = outcome((real / row["path"]).read_bytes())
        # What stands in brackets behind an expectation is a remark.
        expected = (row["expect"].partition(" (")[0], row["flags"] if row["api"] == "crossref" else "")
        if found != expected:
            wrong.append(f"{row['path']}: {found}, expected {expected}")
        checked += 1
    assert not wrong
    assert checked == len({row["path"] for row in manifest(real)}) == LINES


def test_no_file_is_without_a_line_and_no_line_without_an_expectation(real: Path) -> None:
    files = {file.relative_to(real).as_posix() for file in real.rglob("*") if file.is_file()}
    assert files - {"MANIFEST.tsv"} == {row["path"] for row in manifest(real)}
    assert all(row["expect"] for row in manifest(real))
    assert Counter(row["api"] for row in manifest(real) if row["flags"]) == FLAGGED


def outcome(body: bytes) -> tuple[str, str]:
    """What an answer gives, and the flags of a work, in the words of the manifest."""
    try:
        found = read_response(body)
    except OutOfScopeError as error:
        return f"out_of_scope:{error.name}", ""
    except UpstreamError as error:
        return f"error:{error.code}", ""
    if isinstance(found, Work):
        return "work:1", "; ".join(_flags(found))
    return _counted(found, body), ""


def _counted(found: Recorded, body: bytes) -> str:
    if recognise(body) == EUROPEPMC:
        return f"hits:{read_results(body).count}"
    if isinstance(found, IdPage):
        return f"ids:{len(found.ids)}"
    if isinstance(found, Annotations):
        return f"documents:{len(found.texts)}"
    if isinstance(found, FoundEntities):
        return f"entities:{len(found.entities)}"
    assert isinstance(found, RecordSet)
    return " ".join([f"records:{len(found.records)}", *_more(found, body)])


def _more(found: RecordSet, body: bytes) -> Iterator[str]:
    if found.deleted:
        yield f"deleted:{len(found.deleted)}"
    if recognise(body) != TRIALS:
        return
    if b'"studies"' in body and read_page(body, None, len(found.records)).following is not None:
        yield "next_page"
    if any(p.path.startswith("results.") for record in found.records.values() for p in cut(record)):
        yield "results"


def _flags(work: Work) -> Iterator[str]:
    for name, words in (
        ("updated-by", {update.kind for update in work.updated_by}),
        ("update-to", {update.kind for update in work.update_to}),
        ("relation", set(work.relations)),
    ):
        if words:
            yield f"{name}={','.join(sorted(words))}"
    if work.preprint:
        yield "preprint"


def records(real: Path) -> Iterator[tuple[str, Record]]:
    """Every record of every file, with the file's path; those of Europe PMC's searches too."""
    for row in manifest(real):
        try:
            found = read_response((real / row["path"]).read_bytes())
        except UpstreamError:
            continue
        if isinstance(found, RecordSet):
            for record in found.records.values():
                yield row["path"], record


def test_every_record_is_tiled_by_its_passages_in_the_order_of_its_sections(real: Path) -> None:
    counted = 0
    for path, record in records(real):
        sections: Mapping[str, Section] = {section.name: section for section in record.sections}
        assert len(sections) == len(record.sections), path
        passages = cut(record)
        assert len({passage.path for passage in passages}) == len(passages), path
        order = list(dict.fromkeys(passage.section for passage in passages))
        assert order == [section.name for section in record.sections if section.text], path
        for name, section in sections.items():
            spans = [passage.span for passage in passages if passage.section == name]
            # Between passages stands white space alone, and nothing stands in two.
            position = 0
            for start, end in spans:
                assert position <= start < end, (path, name)
                assert not section.text[position:start].strip(), (path, name)
                position = end
            assert not section.text[position:].strip(), (path, name)
            assert section.whole or all(end - start <= LARGE for start, end in spans), (path, name)
        for passage in passages:
            assert passage.text == sections[passage.section].text[slice(*passage.span)] != "", path
            assert passage.text == passage.text.strip(), (path, passage.path)
        counted += len(passages)
    assert counted > 2900


def test_the_same_bytes_give_the_same_passages_in_every_process(real: Path) -> None:
    """Not an accident of one run: sets and dictionaries are in another order under another seed of the hash."""
    digests = {_digest(real, seed) for seed in ("1", "2", "77")}
    assert len(digests) == 1
    (digest,) = digests
    assert digest != hashlib.sha256().hexdigest()


PROGRAM = """
import hashlib, sys
from dataclasses import astuple
from pathlib import Path
from tekmeria_sources.errors import UpstreamError
from tekmeria_sources.passages import cut
from tekmeria_sources.recorded import read_response
from tekmeria_sources.upstream import RecordSet
whole = hashlib.sha256()
for name in sys.stdin.read().split("\\n"):
    try:
        found = read_response(Path(name).read_bytes())
    except UpstreamError as error:
        whole.update(f"{name} {error.code} {error.message}".encode())
        continue
    for record in found.records.values() if isinstance(found, RecordSet) else ():
        whole.update(repr([astuple(record), [astuple(passage) for passage in cut(record)]]).encode())
print(whole.hexdigest())
"""


def _digest(real: Path, seed: str) -> str:
    """SHA-256 of every record and passage as a process with this seed of the hash reads them."""
    names = "\n".join(str(real / row["path"]) for row in manifest(real))
    command = [sys.executable, "-c", PROGRAM]
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    run = subprocess.run(
        command, input=names.encode(), capture_output=True, check=True, timeout=120, env=environment
    )
    return run.stdout.decode().strip()

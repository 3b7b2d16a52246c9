"""Every recorded answer of Crossref and PubTator3 gives what its line of the manifest says."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tekmeria_sources.crossref import Work
from tekmeria_sources.crossref_notices import kinds_of_notice, notices_against
from tekmeria_sources.pubtator import Annotations, FoundEntities
from tekmeria_sources.record import notice_flags
from tekmeria_sources.recorded import read_response

from .manifest import manifest

pytestmark = pytest.mark.needs("shared")


@pytest.fixture(scope="session")
def real(shared: Path) -> Path:
    return shared / "real"


def lines(real: Path) -> list[Mapping[str, str]]:
    return [row for row in manifest(real) if row["api"] in ("crossref", "pubtator")]


@cache
def works(real: Path) -> Mapping[str, Work]:
    """The work of every file that holds one, by the file's name."""
    read = {
        Path(row["path"]).stem: read_response((real / row["path"]).read_bytes())
        for row in lines(real)
        if row["expect"].startswith("work:")
    }
    return {name: found for name, found in read.items() if isinstance(found, Work)}


def test_every_notice_stands_against_the_work_that_it_is_about_and_no_other(real: Path) -> None:
    flagged = {
        name: (notice_flags(notices_against(work)), kinds_of_notice(work))
        for name, work in works(real).items()
    }
    assert {name: found for name, found in flagged.items() if found != ((), ())} == {
        "work-expression-of-concern-pone.0064723": (("concern",), ()),
        "work-partial-retraction": (("retracted",), ()),
        "work-pone.0033693": (("corrected",), ()),
        "work-retraction-notice-surgisphere": ((), ("retraction", "correction")),
        "work-retraction-notice-wakefield": ((), ("retraction",)),
    }


def test_one_notice_reported_by_two_is_one_notice_stated_by_both(real: Path) -> None:
    (notice,) = notices_against(works(real)["work-expression-of-concern-pone.0064723"])
    assert (notice.kind, notice.date, notice.id, notice.source) == (
        "concern",
        "2021-10-28",
        "doi:10.1371/journal.pone.0256488",
        "crossref (publisher, retraction-watch)",
    )


def test_a_preprint_names_its_published_form_whoever_states_it(real: Path) -> None:
    assert {name: work.published for name, work in works(real).items() if work.published} == {
        "preprint-chemrxiv-versions": "doi:10.1002/anie.202215847",
        "preprint-preprintsorg-has-version": "doi:10.3390/microorganisms11051308",
        "preprint-verixiv-has-review": "doi:10.12688/gatesopenres.16314.1",
    }
    assert works(real)["work-has-preprint-fgene"].relations == {"has-preprint": ("doi:10.1101/171108",)}


def test_every_mention_of_an_entity_stands_where_it_is_said_to(real: Path) -> None:
    body = (real / "pubtator/export-biocjson-two-abstracts.json").read_bytes()
    found = read_response(body)
    assert isinstance(found, Annotations)
    content: dict[str, Any] = json.loads(body)
    passages = [passage for document in content["PubTator3"] for passage in document["passages"]]
    texts = [text for id_ in found.texts for text in found.texts[id_]]
    assert [text.text for text in texts] == [passage["text"] for passage in passages]
    counted = unresolved = 0
    for text, passage in zip(texts, passages, strict=True):
        for mention, annotation in zip(text.mentions, passage["annotations"], strict=True):
            assert [text.text[slice(*span)] for span in mention.spans] == [annotation["text"]]
            assert mention.entity.kind == annotation["infons"]["type"].lower()
            number = annotation["infons"]["normalized_id"]
            known = () if number is None else (f"{annotation['infons']['database']}:{number}",)
            assert mention.entity.identifiers == known
            counted += 1
            unresolved += not known
    assert (counted, unresolved) == (86, 16)
    assert {text.kind for text in texts} == {"title", "abstract"}


def test_an_entity_that_is_looked_up_comes_without_markup(real: Path) -> None:
    found = read_response((real / "pubtator/autocomplete-braf.json").read_bytes())
    assert isinstance(found, FoundEntities)
    assert [(item.entity.kind, item.entity.accession, item.matched) for item in found.entities] == [
        ("gene", "@GENE_BRAF", "Matched on name BRAF"),
        ("gene", "@GENE_BRAFP1", "Matched on name BRAFP1"),
    ]

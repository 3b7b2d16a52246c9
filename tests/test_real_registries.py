"""Every recorded answer of ClinicalTrials.gov and openFDA gives what its line of the manifest says, and no text is
lost on the way."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tekmeria_contract.handle import mint, parse
from tekmeria_contract.keyring import KeyRing
from tekmeria_sources.passages import cut
from tekmeria_sources.record import LARGE, Passage, Record
from tekmeria_sources.recorded import read_response
from tekmeria_sources.upstream import RecordSet

from .manifest import manifest
from .plain_json import label_text, trial_texts
from .plain_text import bare

pytestmark = pytest.mark.needs("shared")


@pytest.fixture(scope="session")
def real(shared: Path) -> Path:
    return shared / "real"


def lines(real: Path) -> list[Mapping[str, str]]:
    return [row for row in manifest(real) if row["api"] in ("ctgov", "openfda")]


@cache
def entries(real: Path) -> tuple[tuple[str, dict[str, Any], Record], ...]:
    """Path, JSON and record of every study and label."""
    return tuple(_entries(real))


def _entries(real: Path) -> Iterator[tuple[str, dict[str, Any], Record]]:
    for row in lines(real):
        if row["expect"].startswith("records:"):
            body = (real / row["path"]).read_bytes()
            found = read_response(body)
            assert isinstance(found, RecordSet)
            content = json.loads(body)
            items = content.get("studies") or content.get("results") or [content]
            for item, record in zip(items, found.records.values(), strict=True):
                yield row["path"], item, record


def trials(real: Path) -> list[tuple[dict[str, Any], Record]]:
    return [(item, record) for path, item, record in entries(real) if path.startswith("ctgov/")]


def labels(real: Path) -> list[tuple[dict[str, Any], Record]]:
    return [(item, record) for path, item, record in entries(real) if path.startswith("openfda/")]


def _prefix(passage: Passage) -> str:
    return passage.path.rpartition(".")[0] or passage.path


_HEADINGS = re.compile(r"(?:Key)?(?:In|Ex)clusionCriteria:")
"""A heading of the criteria is the label of what stands under it."""


def test_no_text_of_a_trial_is_lost(real: Path) -> None:
    compared = 0
    for study, record in trials(real):
        passages = cut(record)
        found = bare("\n".join(passage.text for passage in passages))
        labels = bare("\n".join(passage.label or "" for passage in passages))
        for text in trial_texts(study):
            for part in filter(None, _HEADINGS.split(text)):
                assert part in found or part in labels, (record.id, part)
                compared += 1
    assert compared > 2000


def test_no_text_of_a_trial_is_doubled(real: Path) -> None:
    compared = 0
    for study, record in trials(real):
        texts = trial_texts(study)
        whole = "\n".join(texts)
        found = bare("\n".join(passage.text for passage in cut(record)))
        for text in texts:
            for part in _HEADINGS.split(text):
                if len(part) > 60:
                    assert found.count(part) <= whole.count(part), (record.id, part)
                    compared += 1
    assert compared > 300


def test_no_text_of_a_label_is_lost_doubled_or_put_elsewhere(real: Path) -> None:
    compared = 0
    for label, record in labels(real):
        passages = cut(record)
        for field, member in label.items():
            if field in ("id", "set_id", "version", "effective_time", "openfda"):
                continue
            wanted = "".join(label_text(text) for text in ([member] if isinstance(member, str) else member))
            found = "".join(bare(p.text).replace("|", "") for p in passages if _prefix(p) == field)
            if field.endswith("_table"):
                # A footnote stands after its row.
                assert Counter(found) == Counter(wanted), (record.id, field)
            else:
                assert found == wanted, (record.id, field)
            compared += 1
        assert {_prefix(p) for p in passages} - {"title"} <= label.keys()
    assert compared > 90


def test_criteria_stand_under_the_heading_that_the_registry_gives_them(real: Path) -> None:
    counted = 0
    for study, record in trials(real):
        written = study["protocolSection"].get("eligibilityModule", {}).get("eligibilityCriteria", "")
        before, _, after = written.partition("Exclusion Criteria:")
        for kind, part in (("inclusion", before), ("exclusion", after)):
            items = len(re.findall(r"^(?:\*|[0-9]+\.) ", part, re.MULTILINE))
            passages = [p for p in cut(record) if _prefix(p) == f"eligibility.{kind}"]
            # One study ends its list with a line that is no item.
            assert len(passages) - items in (0, 1), (record.id, kind)
            counted += items
    assert counted > 130


def test_figures_stand_on_a_line_with_the_group_they_are_of(real: Path) -> None:
    (record,) = [record for _, record in trials(real) if record.id == "nct:NCT02552212"]
    lines = [line for passage in cut(record) for line in passage.text.split("\n")]
    assert "Placebo (FAS): 7.0" in lines
    assert "p-value: <0.001" in lines
    assert "Odds Ratio (OR): 15.231" in lines
    assert "95% two sided confidence interval: 7.336 to 31.623" in lines
    assert "Serious adverse events: Placebo (SS): 4 of 158" in lines


def test_no_markup_reference_or_escape_is_left(real: Path) -> None:
    left = re.compile(
        r"</?(?:table|td|tr|paragraph|content|caption|sup|sub)\b|&(?:#\w+|[A-Za-z]+);|\\[^\w\s]|^\* ", re.M
    )
    for _, _, record in entries(real):
        for text in [record.title, *(passage.text for passage in cut(record))]:
            assert left.search(text) is None, (record.id, text)
            assert all(line == line.strip() and line and "  " not in line for line in text.split("\n")), text


def test_passages_keep_within_their_bounds_and_tile_their_sections(real: Path) -> None:
    for _, _, record in entries(real):
        sections = {section.name: section for section in record.sections}
        assert len(sections) == len(record.sections), record.id
        for passage in cut(record):
            section = sections[passage.section]
            assert section.text[slice(*passage.span)] == passage.text
            assert section.whole or len(passage.text) <= LARGE, (record.id, passage.path)
            assert len(passage.text) <= 5000


def test_every_passage_has_a_handle_with_the_version_and_no_two_share_a_path(real: Path) -> None:
    ring = KeyRing.from_hex("5a" * 32)
    for _, item, record in entries(real):
        passages = cut(record)
        assert len({passage.path for passage in passages}) == len(passages)
        for passage in passages:
            handle = parse(mint(record.cited_as, passage.path, ring))
            assert handle.version == record.version
        assert (record.version is None) <= record.excerpt
        assert record.version in (None, item.get("version"), _updated(item))


def _updated(item: Mapping[str, Any]) -> str | None:
    status = item.get("protocolSection", {}).get("statusModule", {})
    return status.get("lastUpdatePostDateStruct", {}).get("date")


def test_names_that_openfda_has_put_to_another_label_are_not_taken(real: Path) -> None:
    titles = {record.id[6:14]: record.title for _, record in labels(real)}
    assert titles["3e22bac6"] == "Acetaminophen"
    assert titles["f04a01eb"].startswith("WLP40")
    assert titles["64f1bcdd"].startswith("Secret Brazil")


def test_the_same_bytes_give_the_same_passages_again(real: Path) -> None:
    again = [cut(record) for _, _, record in _entries(real)]
    assert again == [cut(record) for _, _, record in entries(real)]

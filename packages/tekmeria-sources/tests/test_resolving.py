"""What became of a passage since it was handed out: every case told apart."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path

import pytest

from tekmeria_contract.handle import HandleError, mint
from tekmeria_contract.keyring import KeyRing
from tekmeria_contract.resolution import Notice, Resolution
from tekmeria_sources.errors import StoreError
from tekmeria_sources.service import EvidenceService
from tekmeria_sources.settings import Settings
from tekmeria_sources.simulator import Simulator
from tekmeria_sources.sqlite_store import SqliteStore
from tekmeria_sources.stores import STORE_FILE

from .efetch import PMID, article, article_set, correction

pytestmark = pytest.mark.anyio

SENTENCES = [
    f"In year {number} the invented register listed {number * 7} children with a swaying gait and no fever."
    for number in range(1, 13)
]
LABELLED = (
    "<Abstract><AbstractText Label='AIM'>To count.</AbstractText>"
    "<AbstractText Label='RESULTS'>We counted 41 children.</AbstractText></Abstract>"
)


def abstract(sentences: list[str]) -> str:
    return f"<Abstract><AbstractText>{' '.join(sentences)}</AbstractText></Abstract>"


class Registry:
    """A folder that holds one record, which its keeper changes."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        self.folder, self.settings = folder, settings
        folder.mkdir()
        self.publish(article(pmid="99000901"), "other.xml")

    def publish(self, element: str, name: str = "record.xml") -> None:
        (self.folder / name).write_bytes(article_set(element))

    @asynccontextmanager
    async def service(self) -> AsyncGenerator[EvidenceService]:
        async with EvidenceService.open(self.settings, records=self.folder) as service:
            yield service

    async def handles(self) -> Mapping[str, str]:
        """The handles of the record's passages as it is now, by path."""
        async with self.service() as service:
            (item,) = (await service.fetch([PMID])).records
            return {passage.path: passage.handle for passage in item.passages}

    async def resolve(self, handle: str) -> Resolution:
        async with self.service() as service:
            return (await service.resolve([handle]))[handle]


@pytest.fixture
def registry(tmp_path: Path, settings: Settings) -> Registry:
    return Registry(tmp_path / "registry", settings)


async def test_an_unchanged_passage_reads_as_it_was_issued(registry: Registry) -> None:
    registry.publish(article(abstract=LABELLED))
    handles = await registry.handles()
    found = await registry.resolve(handles["abstract.2"])
    assert (found.reached, found.record_exists, found.passage_exists) == (True, True, True)
    assert found.current == found.issued[0].text == "We counted 41 children."
    assert found.label == "RESULTS"
    assert [(passage.handle, passage.text) for passage in found.passages] == [
        (handles["title"], "A fictional title."),
        (handles["abstract.1"], "To count."),
        (handles["abstract.2"], "We counted 41 children."),
    ]
    assert found.record is not None
    assert found.record.notices == ()
    assert found.record.link == f"https://pubmed.ncbi.nlm.nih.gov/{PMID}/"


async def test_a_section_that_was_corrected_reads_as_it_does_now(registry: Registry) -> None:
    registry.publish(article(abstract=LABELLED))
    handle = (await registry.handles())["abstract.2"]
    links = correction("ErratumIn", "Inv J. 2033 May;3(1):4")
    registry.publish(article(abstract=LABELLED.replace("41", "14"), corrections=links))
    found = await registry.resolve(handle)
    assert found.current == "We counted 14 children."
    assert [item.text for item in found.issued] == ["We counted 41 children."]
    assert found.record is not None
    assert found.record.notices == (Notice("erratum", "2033-05", None, "pubmed"),)
    await registry.handles()
    assert [item.text for item in (await registry.resolve(handle)).issued] == [
        "We counted 41 children.",
        "We counted 14 children.",
    ]


async def test_a_passage_that_moved_is_found_by_its_text(registry: Registry) -> None:
    registry.publish(article(abstract=abstract(SENTENCES)))
    handles = await registry.handles()
    assert {"abstract.1", "abstract.2", "abstract.3"} <= handles.keys()
    issued = (await registry.resolve(handles["abstract.2"])).issued[0].text
    registry.publish(article(abstract=abstract(["A new first sentence, put in later.", *SENTENCES])))
    found = await registry.resolve(handles["abstract.2"])
    assert found.passage_exists
    assert found.current == issued


async def test_of_two_sections_that_read_alike_the_one_cited_is_meant(registry: Registry) -> None:
    registry.publish(article(abstract=LABELLED.replace("To count.", "We counted 41 children.")))
    handles = await registry.handles()
    assert (await registry.resolve(handles["abstract.1"])).label == "AIM"
    assert (await registry.resolve(handles["abstract.2"])).label == "RESULTS"


async def test_a_part_of_a_section_is_not_taken_for_a_whole_one_at_the_same_path(registry: Registry) -> None:
    registry.publish(article(abstract=abstract(SENTENCES)))
    handle = (await registry.handles())["abstract.2"]
    parts = "".join(f"<AbstractText>Part {number} is short.</AbstractText>" for number in (1, 2, 3))
    registry.publish(article(abstract=f"<Abstract>{parts}</Abstract>"))
    assert (await registry.resolve(handle)).passage_exists is False


async def test_an_inserted_section_does_not_shift_the_others(registry: Registry) -> None:
    registry.publish(article(abstract=LABELLED))
    handle = (await registry.handles())["abstract.2"]
    inserted = LABELLED.replace(
        "<AbstractText Label='RESULTS'", "<AbstractText Label='NEW'>New.</AbstractText>$&"
    )
    registry.publish(article(abstract=inserted.replace("$&", "<AbstractText Label='RESULTS'")))
    found = await registry.resolve(handle)
    assert (found.current, found.label) == ("We counted 41 children.", "RESULTS")


async def test_a_section_that_moved_and_was_corrected_is_known_by_its_label(registry: Registry) -> None:
    registry.publish(article(abstract=LABELLED))
    handle = (await registry.handles())["abstract.2"]
    inserted = LABELLED.replace("<Abstract>", "<Abstract><AbstractText Label='NEW'>New.</AbstractText>")
    registry.publish(article(abstract=inserted.replace("41", "14")))
    found = await registry.resolve(handle)
    assert (found.current, found.label) == ("We counted 14 children.", "RESULTS")
    doubled = inserted.replace("NEW", "RESULTS").replace("41", "14")
    registry.publish(article(abstract=doubled))
    assert (await registry.resolve(handle)).passage_exists is False


async def test_resolving_again_says_the_same(registry: Registry) -> None:
    registry.publish(article(abstract=LABELLED, version=1))
    handle = (await registry.handles())["abstract.2"]
    registry.publish(article(abstract=LABELLED.replace("41", "14"), version=2))
    first = await registry.resolve(handle)
    assert await registry.resolve(handle) == first
    assert [(item.text, item.version) for item in first.issued] == [("We counted 41 children.", "1")]


async def test_a_passage_that_a_report_may_name_is_kept_like_one_handed_out(registry: Registry) -> None:
    registry.publish(article(abstract=LABELLED))
    async with registry.service() as service:
        (item,) = (await service.fetch([PMID], sections=["abstract.1"])).records
        found = (await service.resolve([item.passages[0].handle]))[item.passages[0].handle]
    with closing(SqliteStore(registry.settings.data_dir / STORE_FILE)) as store:
        kept = store.issued(passage.handle for passage in found.passages)
    assert {handle: items[0].text for handle, items in kept.items()} == {
        p.handle: p.text for p in found.passages
    }


async def test_a_store_that_cannot_be_read_is_not_taken_for_an_empty_one(registry: Registry) -> None:
    registry.publish(article(abstract=LABELLED))
    handle = (await registry.handles())["abstract.2"]
    path = registry.settings.data_dir / STORE_FILE
    path.rename(path.with_name("moved"))
    path.mkdir()
    with pytest.raises(StoreError):
        await registry.resolve(handle)


async def test_a_passage_whose_sentences_were_rewritten_is_gone(registry: Registry) -> None:
    registry.publish(article(abstract=abstract(SENTENCES)))
    handle = (await registry.handles())["abstract.2"]
    registry.publish(article(abstract=abstract([text.replace("listed", "held") for text in SENTENCES])))
    found = await registry.resolve(handle)
    assert (found.reached, found.record_exists, found.passage_exists) == (True, True, False)
    assert found.current is None
    assert len(found.issued) == 1


async def test_a_section_of_another_name_is_not_taken_for_the_one_cited(registry: Registry) -> None:
    registry.publish(article(abstract=LABELLED))
    handle = (await registry.handles())["abstract.2"]
    registry.publish(article(abstract=LABELLED.replace("RESULTS", "FUNDING").replace("41", "0")))
    found = await registry.resolve(handle)
    assert (found.record_exists, found.passage_exists, found.current) == (True, False, None)
    assert found.label == "RESULTS"


async def test_an_abstract_that_was_taken_away_is_gone_and_its_record_is_not(registry: Registry) -> None:
    registry.publish(article(abstract=LABELLED))
    handles = await registry.handles()
    registry.publish(article())
    assert (await registry.resolve(handles["abstract.1"])).passage_exists is False
    assert (await registry.resolve(handles["title"])).passage_exists is True


async def test_a_new_version_is_told_from_the_version_issued(registry: Registry) -> None:
    registry.publish(article(abstract=LABELLED, version=1))
    handle = (await registry.handles())["abstract.2"]
    registry.publish(article(abstract=LABELLED, version=2))
    found = await registry.resolve(handle)
    assert found.record is not None
    assert (found.issued[0].version, found.record.version) == ("1", "2")


async def test_a_record_said_to_be_deleted_is_gone(registry: Registry) -> None:
    registry.publish(article(abstract=LABELLED))
    handle = (await registry.handles())["abstract.2"]
    registry.publish(f"<DeleteCitation><PMID Version='1'>{PMID}</PMID></DeleteCitation>")
    found = await registry.resolve(handle)
    assert (found.reached, found.record_exists, found.passage_exists) == (True, False, False)
    assert found.issued[0].text == "We counted 41 children."
    assert found.record is not None
    assert found.record.title == "A fictional title."


async def test_a_record_that_an_excerpt_lacks_was_not_reached(registry: Registry) -> None:
    registry.publish(article(abstract=LABELLED))
    handle = (await registry.handles())["abstract.2"]
    (registry.folder / "record.xml").unlink()
    found = await registry.resolve(handle)
    assert (found.reached, found.record_exists, found.passage_exists) == (False, None, None)
    assert found.issued


async def test_known_notices_stay_known_and_unknown_ones_are_not_made_up(registry: Registry) -> None:
    registry.publish(article(abstract=LABELLED))
    handle = (await registry.handles())["abstract.2"]
    (registry.folder / "record.xml").rename(registry.folder.parent / "record.xml")
    found = await registry.resolve(handle)
    assert found.record is not None
    assert found.record.notices is None
    registry.publish(article(abstract=LABELLED, corrections=correction("RetractionIn", "Inv J. 2033;1:1")))
    await registry.handles()
    (registry.folder / "record.xml").unlink()
    found = await registry.resolve(handle)
    assert found.record is not None
    assert [notice.kind for notice in found.record.notices or ()] == ["retraction"]


async def test_a_handle_never_issued_here_resolves_by_its_path(registry: Registry) -> None:
    registry.publish(article(abstract=LABELLED))
    handle = (await registry.handles())["abstract.2"]
    for file in registry.settings.data_dir.glob(f"{STORE_FILE}*"):
        file.unlink()
    found = await registry.resolve(handle)
    assert found.issued == ()
    assert found.current == "We counted 41 children."


async def test_a_path_that_the_record_never_had_is_gone(registry: Registry) -> None:
    registry.publish(article(abstract=LABELLED))
    async with registry.service() as service:
        handle = mint(f"pmid:{PMID}", "abstract.99", service.ring)
        found = (await service.resolve([handle]))[handle]
    assert (found.record_exists, found.passage_exists, found.current) == (True, False, None)


async def test_a_handle_that_was_not_minted_here_is_refused(registry: Registry) -> None:
    foreign = mint(f"pmid:{PMID}", "title", KeyRing.from_hex("a5" * 32))
    async with registry.service() as service:
        for text in (foreign, "nonsense"):
            with pytest.raises(HandleError):
                await service.resolve([text])
        assert await service.resolve([]) == {}


async def test_a_record_of_a_kind_that_no_source_serves_was_not_reached(registry: Registry) -> None:
    async with registry.service() as service:
        handle = mint("nct:NCT99000001@2031-01-01", "summary", service.ring)
        found = (await service.resolve([handle]))[handle]
    assert (found.reached, found.record_exists) == (False, None)


async def test_each_record_is_asked_for_once_and_order_does_not_matter(
    online: Settings, simulator: Simulator
) -> None:
    async with EvidenceService.open(online) as service:
        result = await service.fetch(["99000001", "99000002"])
    handles = [passage.handle for item in result.records for passage in item.passages]
    # Another installation with the same key and a store of its own has no fresh copies.
    ring = KeyRing.from_document({"version": 1, "keys": [{"hex": service.ring.keys[0].secret.hex()}]})
    elsewhere = replace(online, data_dir=online.data_dir.parent / "elsewhere", handle_key=ring)
    simulator.requests.clear()
    async with EvidenceService.open(elsewhere) as other:
        forwards = await other.resolve(handles)
        assert sum(asked.host == "eutils.ncbi.nlm.nih.gov" for asked in simulator.requests) == 1
        backwards = await other.resolve(handles[::-1])
    assert {h: r.current for h, r in forwards.items()} == {h: r.current for h, r in backwards.items()}
    assert all(resolution.current for resolution in forwards.values())


async def test_a_source_that_is_down_is_not_reached_unless_a_fresh_copy_is_at_hand(
    online: Settings, simulator: Simulator
) -> None:
    async with EvidenceService.open(online) as service:
        handle = (await service.fetch(["99000003"])).records[0].passages[1].handle
        other = mint("pmid:99000002", "title", service.ring)
        simulator.fault = "500"
        found = await service.resolve([handle, other])
    assert found[handle].reached and found[handle].current
    assert (found[other].reached, found[other].record, found[other].issued) == (False, None, ())

"""Sources are asked at once, and none loses what another gave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import anyio
import pytest

from tekmeria_sources.errors import BodyError, FolderError, UpstreamError
from tekmeria_sources.live import LiveSource
from tekmeria_sources.plan import Plan
from tekmeria_sources.pubmed_source import PUBMED
from tekmeria_sources.record import Record
from tekmeria_sources.request import Request, SearchRequest
from tekmeria_sources.source import Gathered, HitPage, Loaded
from tekmeria_sources.sources import ask_all, gone_from, load_from
from tekmeria_sources.store import Copy

from .efetch import PMID, article, article_set

pytestmark = pytest.mark.anyio

BROKEN = BodyError("cut short", source="broken", code="truncated")


@dataclass
class Shelf:
    """A source over a dictionary; ``broken`` makes it fail for every id, ``slow`` makes it never answer."""

    name: str
    records: Mapping[str, Loaded] = field(default_factory=dict[str, Loaded])
    broken: bool = False
    slow: bool = False
    schemes: frozenset[str] = frozenset({"pmid"})
    answers: tuple[type[Request], ...] = (SearchRequest,)

    async def search(self, request: Request, position: str | None, count: int) -> HitPage:
        return HitPage((), 0)

    async def load(self, ids: Sequence[str]) -> Gathered:
        if self.slow:
            await anyio.sleep_forever()
        if self.broken:
            return Gathered(failed=dict.fromkeys(ids, BROKEN))
        return Gathered({id_: self.records[id_] for id_ in ids if id_ in self.records})

    async def gone(self, ids: Sequence[str]) -> frozenset[str]:
        return frozenset(ids) - {"pmid:1"}

    async def record_with(self, identifier: str) -> str | None:
        return None

    async def close(self) -> None:
        pass


def loaded(id_: str) -> Loaded:
    return Loaded(Record(id_, "shelf", ""), None)


async def test_what_one_source_gave_is_not_lost_to_the_failure_of_another() -> None:
    whole = Shelf("whole", {"pmid:1": loaded("pmid:1")})
    for order in ([whole, Shelf("broken", broken=True)], [Shelf("broken", broken=True), whole]):
        gathered = await load_from(order, ["pmid:1", "pmid:2", "nct:NCT99000001"], 5)
        assert gathered.found.keys() == {"pmid:1"}
        assert gathered.failed == {"pmid:2": BROKEN}


async def test_what_has_not_come_in_time_has_failed() -> None:
    shelves = [Shelf("slow", slow=True), Shelf("whole", {"pmid:1": loaded("pmid:1")})]
    gathered = await load_from(shelves, ["pmid:1", "pmid:2"], 0.05)
    assert gathered.found.keys() == {"pmid:1"}
    assert {id_: error.code for id_, error in gathered.failed.items()} == {"pmid:2": "deadline"}
    assert gathered.failed["pmid:2"].retryable


async def test_only_a_source_of_the_scheme_can_say_that_a_record_is_gone() -> None:
    assert await gone_from([Shelf("whole")], ["pmid:1", "pmid:2", "nct:NCT99000001"]) == {"pmid:2"}


async def test_an_error_comes_out_as_itself_and_cuts_nobody_off() -> None:
    asked: list[str] = []

    async def ask(shelf: object) -> str:
        assert isinstance(shelf, Shelf)
        if shelf.broken:
            raise FolderError(shelf.name)
        await anyio.sleep(0.01)
        asked.append(shelf.name)
        return shelf.name

    with pytest.raises(FolderError, match="one"):
        await ask_all([Shelf("one", broken=True), Shelf("two"), Shelf("three", broken=True)], ask)
    assert asked == ["two"]
    assert await ask_all([Shelf("b"), Shelf("a")], ask) == ["b", "a"]


@dataclass
class Recorder:
    """Sends one body for every plan, and keeps copies in a dictionary."""

    body: bytes
    sent: int = 0
    kept: dict[str, Copy] = field(default_factory=dict[str, Copy])

    async def send(self, plan: Plan) -> bytes:
        self.sent += 1
        return self.body

    async def close(self) -> None:
        pass

    async def get(self, keys: Sequence[str]) -> Mapping[str, Copy]:
        return {key: self.kept[key] for key in keys if key in self.kept}

    async def keep(self, copies: Mapping[str, bytes], lifetime_s: float) -> None:
        self.kept |= {key: Copy(body, "2033-03-01T12:00:00+00:00") for key, body in copies.items()}


async def test_a_copy_that_would_read_otherwise_is_not_kept() -> None:
    latin = b'<?xml version="1.0" encoding="ISO-8859-1"?>' + article_set(
        article(title="<ArticleTitle>Na\u00efve.</ArticleTitle>")
    ).partition(b"?>")[2].replace("\u00ef".encode(), b"\xef")
    recorder = Recorder(latin)
    source = LiveSource(PUBMED, recorder, recorder)
    found = (await source.load([f"pmid:{PMID}"])).found[f"pmid:{PMID}"]
    assert found.record.title == "Na\u00efve."
    assert recorder.kept == {}


async def test_a_copy_that_this_version_cannot_read_is_as_good_as_none() -> None:
    recorder = Recorder(article_set(article()))
    source = LiveSource(PUBMED, recorder, recorder)
    await source.load([f"pmid:{PMID}"])
    (key,) = recorder.kept
    recorder.kept[key] = Copy(b"<a layout of another version", "2033-03-01T12:00:00+00:00")
    assert (await source.load([f"pmid:{PMID}"])).found
    assert recorder.sent == 2
    assert (await source.load([f"pmid:{PMID}"])).found
    assert recorder.sent == 2


async def test_hundreds_of_ids_are_asked_for_in_batches_and_a_failed_batch_fails_alone() -> None:
    class Picky(Recorder):
        async def send(self, plan: Plan) -> bytes:
            ids = dict(plan.query)["id"].split(",")
            self.sent += 1
            if "99000300" in ids:
                raise UpstreamError("no", source="pubmed")
            return article_set(*(article(pmid=id_) for id_ in ids))

    recorder = Picky(b"")
    ids = [f"pmid:{99000000 + number}" for number in range(1, 451)]
    gathered = await LiveSource(PUBMED, recorder, recorder).load(ids)
    assert recorder.sent == 3
    assert (len(gathered.found), len(gathered.failed)) == (250, 200)
    assert next(iter(gathered.failed)) == "pmid:99000201"

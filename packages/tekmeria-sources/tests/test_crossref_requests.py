"""How often, and how many at once, Crossref is asked about the records of one call."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from urllib.parse import unquote

import anyio.lowlevel
import pytest

from tekmeria_contract.resolution import RecordFacts
from tekmeria_sources.crossref_check import AT_ONCE, CrossrefCheck
from tekmeria_sources.plan import Plan
from tekmeria_sources.record import Record
from tekmeria_sources.source import Gathered, Loaded
from tekmeria_sources.store import Copy

from .works import work

pytestmark = pytest.mark.anyio


class Counting:
    """A sender that answers about any DOI, and counts how many requests are under way at once."""

    def __init__(self) -> None:
        self.under_way = self.most = self.sent = 0

    async def send(self, plan: Plan) -> bytes:
        """The work, a few turns of the loop later."""
        self.under_way += 1
        self.sent += 1
        self.most = max(self.most, self.under_way)
        for _ in range(5):
            await anyio.lowlevel.checkpoint()
        self.under_way -= 1
        return work(unquote(plan.path.removeprefix("/works/")))

    async def close(self) -> None:
        """Nothing is held open."""


class Nothing:
    """A store that keeps nothing."""

    async def get(self, keys: Sequence[str]) -> Mapping[str, Copy]:
        """No copies."""
        return {}

    async def keep(self, copies: Mapping[str, bytes], lifetime_s: float) -> None:
        """Forget them."""

    async def facts(self, records: Iterable[str]) -> Mapping[str, RecordFacts]:
        """No facts."""
        return {}


async def test_each_doi_is_asked_about_once_and_few_at_a_time() -> None:
    sender = Counting()
    records = [
        Loaded(Record(f"pmid:{99000900 + n}", "pubmed", "", identifiers=(f"doi:10.5555/{n // 2}",)), None)
        for n in range(20)
    ]
    gathered = Gathered({loaded.record.id: loaded for loaded in records})
    checked = await CrossrefCheck(sender, Nothing()).check(gathered, 60)
    assert (sender.sent, sender.most) == (10, AT_ONCE)
    assert list(checked.checks.values()) == [None] * 20
    assert checked.found == gathered.found

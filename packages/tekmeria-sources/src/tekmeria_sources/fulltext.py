"""Full texts of Europe PMC as a source: the article, and what its search states against it.

The XML of an article says nothing of what happened to it later, so both are asked for at once. Where what stands
against an article cannot be had, its record says that it was not checked (contract.md §6).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence

import anyio

from tekmeria_sources.europepmc import FULL_TEXT, FULL_TEXT_NOTICES
from tekmeria_sources.live import Copies, LiveSource, Sender
from tekmeria_sources.merging import with_notices
from tekmeria_sources.request import SearchRequest
from tekmeria_sources.source import Gathered, Loaded


class FullTextSource(LiveSource[SearchRequest]):
    """A :class:`~tekmeria_sources.source.Source` of the records ``pmcid:…``."""

    def __init__(self, sender: Sender, copies: Copies) -> None:
        super().__init__(FULL_TEXT, sender, copies)
        self._stated = LiveSource(FULL_TEXT_NOTICES, sender, copies)

    async def load(self, ids: Sequence[str]) -> Gathered:
        """Full texts, with what is stated against them."""
        answers: dict[str, Gathered] = {}

        async def note(name: str, load: Callable[[Sequence[str]], Awaitable[Gathered]]) -> None:
            answers[name] = await load(ids)

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(note, "texts", super().load)
            tasks.start_soon(note, "stated", self._stated.load)
        texts, stated = answers["texts"], answers["stated"]
        return Gathered(_checked(texts.found, stated.found), texts.failed)


def _checked(found: Mapping[str, Loaded], stated: Mapping[str, Loaded]) -> dict[str, Loaded]:
    return {
        id_: Loaded(with_notices(loaded.record, stated[id_].record), loaded.read_at)
        if id_ in stated
        else loaded
        for id_, loaded in found.items()
    }

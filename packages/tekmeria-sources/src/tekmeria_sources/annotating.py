"""Asking PubTator3 which entities PubMed's records name (sources.md, Shape), over the network or of a folder.

What it did not say in time or at all is no word of its own: the passages come without entities, and the answer says
that they are not known, which is not the same as none.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import anyio

from tekmeria_sources.errors import ArgumentError, UnreachableError, UpstreamError
from tekmeria_sources.folder import FolderSource
from tekmeria_sources.live import RECORD_LIFETIME_S, Copies, Sender
from tekmeria_sources.pubtator import (
    KINDS,
    MAX_FOUND,
    MAX_IDS,
    SOURCE,
    AnnotatedText,
    FoundEntity,
    plan_annotations,
    plan_entities,
    read_annotations,
    read_entities,
    split_annotations,
)
from tekmeria_sources.results import SourceStatus

SCHEME = "pmid"
SHARE_S = 15.0
"""The longest that a call waits for PubTator3 once it has its records, in seconds."""

Texts = Mapping[str, tuple[AnnotatedText, ...]]
"""Texts with the entities they name, by record (``pmid:…``)."""


@dataclass(frozen=True, slots=True)
class Annotated:
    """What came of asking: texts by record, and why others could not be had. What is in neither is not there."""

    texts: Texts = field(default_factory=dict[str, tuple[AnnotatedText, ...]])
    failed: Mapping[str, UpstreamError] = field(default_factory=dict[str, UpstreamError])


class Annotator(Protocol):
    """Who knows the entities of records."""

    async def annotate(self, ids: Sequence[str], time_s: float) -> Annotated:
        """The annotated texts of the records ``ids`` (``pmid:…``) within ``time_s`` seconds."""
        ...

    async def find(self, words: str, kind: str | None, count: int) -> tuple[FoundEntity, ...]:
        """At most ``count`` entities whose names hold ``words``; raises ``UpstreamError``."""
        ...


class LiveAnnotator:
    """An :class:`Annotator` that asks PubTator3 through ``sender`` and keeps copies of its answers."""

    def __init__(self, sender: Sender, copies: Copies) -> None:
        self._sender = sender
        self._copies = copies

    async def annotate(self, ids: Sequence[str], time_s: float) -> Annotated:
        """From fresh copies, and of PubTator3 what is not among them."""
        texts = await self._kept(ids)
        missing = [id_ for id_ in ids if id_ not in texts]
        failed: dict[str, UpstreamError] = dict.fromkeys(missing, _LATE)

        async def ask(batch: Sequence[str]) -> None:
            try:
                texts.update(await self._ask(batch))
            except UpstreamError as error:
                failed.update(dict.fromkeys(batch, error))
            else:
                for id_ in batch:
                    del failed[id_]

        with anyio.move_on_after(min(time_s, SHARE_S)):
            async with anyio.create_task_group() as tasks:
                for begin in range(0, len(missing), MAX_IDS):
                    tasks.start_soon(ask, missing[begin : begin + MAX_IDS])
        return Annotated(texts, failed)

    async def find(self, words: str, kind: str | None, count: int) -> tuple[FoundEntity, ...]:
        """Look entities up."""
        return read_entities(await self._sender.send(plan_entities(words, kind, count))).entities

    async def _kept(self, ids: Sequence[str]) -> dict[str, tuple[AnnotatedText, ...]]:
        keys = {id_: _key(id_) for id_ in ids}
        kept = await self._copies.get(list(keys.values()))
        texts: dict[str, tuple[AnnotatedText, ...]] = {}
        for id_ in ids:
            if keys[id_] in kept:
                # A copy that this version cannot read is as good as none.
                with contextlib.suppress(UpstreamError):
                    texts |= _asked_for(read_annotations(kept[keys[id_]].body).texts, [id_])
        return texts

    async def _ask(self, ids: Sequence[str]) -> Texts:
        body = await self._sender.send(plan_annotations([id_.partition(":")[2] for id_ in ids]))
        texts = _asked_for(read_annotations(body).texts, ids)
        parts = split_annotations(body)
        await self._copies.keep({_key(id_): parts[id_] for id_ in texts}, RECORD_LIFETIME_S)
        return texts


class FolderAnnotator:
    """An :class:`Annotator` over the answers of PubTator3 that a folder holds."""

    def __init__(self, folder: FolderSource) -> None:
        self._folder = folder

    async def annotate(self, ids: Sequence[str], time_s: float) -> Annotated:
        """The texts in the folder."""
        return Annotated(_asked_for((await self._folder.index()).annotations, ids))

    async def find(self, words: str, kind: str | None, count: int) -> tuple[FoundEntity, ...]:
        """Those of the entities in the folder's texts whose name or mention holds ``words``."""
        texts = (await self._folder.index()).annotations
        return entities_named(texts, words, kind)[:count]


def entities_named(texts: Texts, words: str, kind: str | None) -> tuple[FoundEntity, ...]:
    """The resolved entities of ``texts`` that have ``words`` in a name, in any case, each once."""
    found: dict[str, FoundEntity] = {}
    wanted = words.casefold()
    for mention in (mention for of in texts.values() for text in of for mention in text.mentions):
        entity = mention.entity
        name = next((name for name in (entity.name, mention.text) if wanted in name.casefold()), None)
        if name and entity.accession and kind in (None, entity.kind):
            found.setdefault(entity.accession, FoundEntity(entity, f"Matched on name {name}"))
    return tuple(found.values())


async def look_up(annotator: Annotator, words: str, kind: str | None, count: int) -> tuple[FoundEntity, ...]:
    """Entities by name; raises :class:`~tekmeria_sources.errors.ArgumentError` for what cannot be looked up."""
    if not words.strip():
        raise ArgumentError(
            "no name of an entity was given", source="words", remedy="give a name or part of one"
        )
    if kind is not None and kind not in KINDS:
        remedy = f"choose from {', '.join(KINDS)}, or leave it out"
        raise ArgumentError(f"there are no entities of the kind {kind!r}", source="kind", remedy=remedy)
    if not 1 <= count <= MAX_FOUND:
        remedy = f"give a number from 1 to {MAX_FOUND}"
        raise ArgumentError(f"limit cannot be {count}", source="limit", remedy=remedy)
    return await annotator.find(words.strip(), kind, count)


def annotation_status(asked: Sequence[str], annotated: Annotated) -> SourceStatus:
    """How PubTator3 did for the records ``asked`` about, all of which it is known to have or not."""
    if not asked:
        reason = "entities are known of PubMed's records only, and none is among these"
        return SourceStatus(SOURCE, "skipped", reason, "give PMIDs, or leave out include_entities")
    if annotated.failed:
        error = next(iter(annotated.failed.values()))
        state = "partial" if len(annotated.failed) < len(asked) else "failed"
        reason = f"the entities of {len(annotated.failed)} records are not known: {error.message}"
        return SourceStatus(SOURCE, state, reason, error.remedy, error.retryable)
    absent = [id_ for id_ in asked if id_ not in annotated.texts]
    if absent:
        return SourceStatus(SOURCE, "partial", f"no annotations of {', '.join(absent)} are there")
    return SourceStatus(SOURCE, "ok")


_LATE = UnreachableError(
    f"{SOURCE} had not answered in time",
    source=SOURCE,
    code="deadline",
    retryable=True,
    remedy="try again, or ask for fewer records",
)


def _asked_for(texts: Texts, ids: Sequence[str]) -> dict[str, tuple[AnnotatedText, ...]]:
    return {id_: texts[id_] for id_ in ids if id_ in texts}


def _key(id_: str) -> str:
    return f"{SOURCE} annotations {id_}"

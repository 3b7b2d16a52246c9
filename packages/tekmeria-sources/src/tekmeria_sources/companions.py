"""What a caller may ask for besides the records named: their full texts, and the entities that they name.

Neither is ever the reason why the records themselves do not come.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import anyio

from tekmeria_sources.annotating import SCHEME, Annotator, annotation_status
from tekmeria_sources.mentions import place
from tekmeria_sources.passages import cut
from tekmeria_sources.pubtator import AnnotatedText
from tekmeria_sources.record import Record
from tekmeria_sources.results import FetchedRecord, SourceStatus
from tekmeria_sources.source import Gathered
from tekmeria_sources.sources import Opened, load_from

FULL_TEXT = "pmcid"
"""The scheme of full texts."""


async def with_full_texts(
    wanted: Mapping[str, str], gathered: Gathered, opened: Opened, end_at: float
) -> tuple[dict[str, str], Gathered, tuple[SourceStatus, ...]]:
    """The records asked for, each followed by its open full text, and of which articles there is none.

    ``wanted`` are record ids with the form in which each was given; ``end_at`` is on the event loop's clock.
    """
    texts = {
        id_: _full_text(gathered.found[id_].record)
        for id_ in wanted
        if id_ in gathered.found and _may_have(id_)
    }
    ids = [text for text in dict.fromkeys(texts.values()) if text and not gathered.knows(text)]
    loaded = await load_from(opened.sources, ids, max(end_at - anyio.current_time(), 0), opened.check)
    together = Gathered(
        {**gathered.found, **loaded.found},
        {**gathered.failed, **loaded.failed},
        {**gathered.checks, **loaded.checks},
    )
    followed: dict[str, str] = {}
    for id_, given in wanted.items():
        followed.setdefault(id_, given)
        if (text := texts.get(id_)) and together.knows(text):
            followed.setdefault(text, wanted.get(text, text))
    lacking = [id_ for id_, text in texts.items() if text is None or not together.knows(text)]
    return followed, together, _lacking(lacking)


async def with_entities(
    records: Sequence[FetchedRecord], annotator: Annotator, end_at: float
) -> tuple[tuple[FetchedRecord, ...], tuple[SourceStatus, ...]]:
    """The records with the entities that their passages name, as far as they are known, and how that went."""
    asked = [fetched.record.id for fetched in records if fetched.record.scheme == SCHEME]
    annotated = await annotator.annotate(asked, max(end_at - anyio.current_time(), 0))
    named = tuple(_named(fetched, annotated.texts.get(fetched.record.id)) for fetched in records)
    return named, (annotation_status(asked, annotated),)


def _may_have(id_: str) -> bool:
    return not id_.startswith((f"{FULL_TEXT}:", "nct:", "setid:"))


def _full_text(record: Record) -> str | None:
    return next((name for name in record.identifiers if name.startswith(f"{FULL_TEXT}:")), None)


def _lacking(ids: Sequence[str]) -> tuple[SourceStatus, ...]:
    if not ids:
        return ()
    return (SourceStatus("full text", "partial", f"no open full text is known of {', '.join(ids)}"),)


def _named(fetched: FetchedRecord, texts: Sequence[AnnotatedText] | None) -> FetchedRecord:
    if texts is None:
        return fetched
    placed = place(texts, cut(fetched.record))
    passages = tuple(
        replace(passage, mentions=placed.passages.get(passage.path, ())) for passage in fetched.passages
    )
    return replace(fetched, passages=passages, elsewhere=placed.elsewhere)

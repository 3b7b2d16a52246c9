"""Reading a recorded response of any kind (sources.md, A folder of records)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tekmeria_sources import europepmc_decoding, labels_decoding, trials_decoding
from tekmeria_sources.content import (
    ANNOTATIONS,
    CROSSREF,
    ENTITIES,
    ERROR,
    EUROPEPMC,
    FULL_TEXT,
    LABELS,
    PUBMED_IDS,
    PUBMED_RECORDS,
    TRIALS,
    UNKNOWN,
    recognise,
)
from tekmeria_sources.crossref import Work, read_work
from tekmeria_sources.errors import BodyError, OutOfScopeError
from tekmeria_sources.jats_article import read_article
from tekmeria_sources.pubmed_decoding import decode_records
from tekmeria_sources.pubmed_search import IdPage, decode_ids
from tekmeria_sources.pubtator import Annotations, FoundEntities, read_annotations, read_entities
from tekmeria_sources.upstream import RecordSet

Recorded = RecordSet | IdPage | Work | Annotations | FoundEntities
"""What a recorded response may hold."""

READERS: Mapping[str, Callable[[bytes], Recorded]] = {
    PUBMED_RECORDS: decode_records,
    PUBMED_IDS: decode_ids,
    ERROR: decode_records,
    TRIALS: trials_decoding.read_records,
    LABELS: labels_decoding.read_records,
    EUROPEPMC: europepmc_decoding.read_recorded,
    FULL_TEXT: read_article,
    CROSSREF: read_work,
    ANNOTATIONS: read_annotations,
    ENTITIES: read_entities,
}
"""What reads each kind of :mod:`tekmeria_sources.content` that is read."""


def read_response(body: bytes) -> Recorded:
    """What a recorded response holds, by its content.

    Raises :class:`~tekmeria_sources.errors.UpstreamError`: what the decoders raise, ``OutOfScopeError`` for a
    kind that is recognised and not read, ``BodyError`` for one that is not recognised.
    """
    kind = recognise(body)
    if kind in READERS:
        return READERS[kind](body)
    if kind == UNKNOWN:
        raise BodyError("the file is of no kind that is known", source="file")
    raise OutOfScopeError(kind, source="file")

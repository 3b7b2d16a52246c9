"""Reading a recorded response of any kind (sources.md, A folder of records)."""

from __future__ import annotations

from tekmeria_sources.content import ERROR, PUBMED_IDS, PUBMED_RECORDS, UNKNOWN, recognise
from tekmeria_sources.errors import BodyError, OutOfScopeError
from tekmeria_sources.pubmed_decoding import RecordSet, decode_records
from tekmeria_sources.pubmed_search import IdPage, decode_ids


def read_response(body: bytes) -> RecordSet | IdPage:
    """What a recorded response holds, by its content.

    Raises :class:`~tekmeria_sources.errors.UpstreamError`: what the decoders raise, ``OutOfScopeError`` for a
    kind that is recognised and not read, ``BodyError`` for one that is not recognised.
    """
    kind = recognise(body)
    if kind in (PUBMED_RECORDS, ERROR):
        return decode_records(body)
    if kind == PUBMED_IDS:
        return decode_ids(body)
    if kind == UNKNOWN:
        raise BodyError("the file is of no kind that is known", source="file")
    raise OutOfScopeError(kind, source="file")

"""The ids in ``record_ids`` and ``handles``, taken out of what models put around them (server.md, Tools).

What one id looks like is the service's business (``tekmeria_sources.identifiers``); here lists in one text
are taken apart, and brackets, quotation marks and evidence links are taken off.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from tekmeria_server.arguments import ArgumentError
from tekmeria_sources.errors import ArgumentError as SourcesArgumentError
from tekmeria_sources.identifiers import record_id

_LISTED = re.compile(r"[\n\r]+|[,;]\s+")
_SPACED = re.compile(r"[\s,;]+")
_AROUND = " \t\n\r\"'`"
_CLOSERS = {"(": ")", "[": "]", "{": "}", "<": ">"}
_EVIDENCE = re.compile(r"^evidence://(?:record/|passage/)?")


def read_record_ids(given: Iterable[str]) -> list[str]:
    """The records that ``given`` names, each once, in order, as ``scheme:id``.

    One text may name several, separated by line ends, commas or spaces. Raises
    :class:`~tekmeria_server.arguments.ArgumentError` with every text that names none.
    """
    read: dict[str, None] = {}
    unread: list[str] = []
    for name in [name for text in given for name in _LISTED.split(text) if name.strip()]:
        records = _one_or_more(name)
        read.update(dict.fromkeys(record for record in records if record is not None))
        unread.extend([name.strip()] if None in records else [])
    if unread:
        forms = "write pmid:N, a bare PMID, a PubMed link or a DOI"
        raise ArgumentError(f"not a record id: {', '.join(unread)}; {forms}.")
    return list(read)


def read_handles(given: Iterable[str]) -> list[str]:
    """The handles in ``given``, each once, in order; one text may hold several, with commas or spaces between."""
    parts = [part for text in given for part in _SPACED.split(unwrapped(text)) if part]
    return list(dict.fromkeys(_EVIDENCE.sub("", unwrapped(part)) for part in parts))


def unwrapped(text: str) -> str:
    """``text`` without spaces, quotation marks, code ticks and brackets around the whole of it."""
    name = text.strip(_AROUND)
    while name and name[-1] == _CLOSERS.get(name[0]):
        name = name[1:-1].strip(_AROUND)
    return name


def _one_or_more(name: str) -> list[str | None]:
    whole = _record(name)
    return [whole] if whole else [_record(part) for part in _SPACED.split(name) if part]


def _record(text: str) -> str | None:
    try:
        return record_id(_EVIDENCE.sub("", unwrapped(text)).rstrip(".,;"))
    except SourcesArgumentError:
        return None

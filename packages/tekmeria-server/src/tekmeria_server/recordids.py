"""Ids and handles taken out of what people and models put around them (server.md, Tools).

What one id looks like is the service's business (``tekmeria_sources.identifiers``); here lists in one text
are taken apart, and brackets, quotation marks and evidence links are taken off.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from tekmeria_sources.errors import ArgumentError
from tekmeria_sources.identifiers import record_id

_LISTED = re.compile(r"[\n\r]+|[,;]\s+")
_SPACED = re.compile(r"[\s,;]+")
_AROUND = " \t\n\r\"'`"
_CLOSERS = {"(": ")", "[": "]", "{": "}", "<": ">"}
_EVIDENCE = re.compile(r"^evidence://(?:record/|passage/)?")


def split_record_ids(given: Iterable[str]) -> list[str]:
    """The records that ``given`` names, each once, in order, as ``scheme:id``; what names none, as it stands.

    One text may name several, separated by line ends, commas or spaces.
    """
    names = [name for text in given for name in _LISTED.split(text) if name.strip()]
    return list(dict.fromkeys(record for name in names for record in _records(name)))


def split_handles(given: Iterable[str]) -> list[str]:
    """The handles in ``given``, each once, in order; one text may hold several, separated likewise."""
    parts = [part for text in given for part in _SPACED.split(_unwrapped(text)) if part]
    return list(dict.fromkeys(_unwrapped(part) for part in parts))


def _unwrapped(text: str) -> str:
    """``text`` without what stands around the whole of it, and without the scheme of an evidence link."""
    name = text.strip(_AROUND)
    while name and name[-1] == _CLOSERS.get(name[0]):
        name = name[1:-1].strip(_AROUND)
    return _EVIDENCE.sub("", name)


def _records(name: str) -> list[str]:
    whole = _record(name)
    parts = [_record(part) for part in _SPACED.split(name) if part]
    if whole is None and all(parts):
        return [part for part in parts if part is not None]
    return [whole or name.strip()]


def _record(text: str) -> str | None:
    try:
        return record_id(_unwrapped(text).rstrip(".,;"))
    except ArgumentError:
        return None

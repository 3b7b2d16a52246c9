"""The resource templates: a record, a passage (server.md, Tools)."""

from __future__ import annotations

from urllib.parse import unquote

from tekmeria_server.arguments import ArgumentError
from tekmeria_server.ondemand import ServiceOnDemand
from tekmeria_server.tools import fetch, resolve

RECORD = "evidence://record/"
PASSAGE = "evidence://passage/"


async def read_evidence(uri: str, services: ServiceOnDemand, budget: int) -> str:
    """The text of ``uri``, within ``budget`` tokens, the same text that the tools deliver.

    Raises :class:`~tekmeria_server.arguments.ArgumentError` where nothing is there.
    """
    if uri.startswith(RECORD):
        delivery = await fetch(
            await services.get(), {"record_ids": [unquote(uri.removeprefix(RECORD))]}, budget
        )
        missing = delivery.structured["not_found"] or delivery.structured["unavailable"]
    elif uri.startswith(PASSAGE):
        delivery = await resolve(
            await services.get(), {"handles": [unquote(uri.removeprefix(PASSAGE))]}, budget
        )
        missing = not delivery.structured["results"][0]["genuine"]
    else:
        raise ArgumentError(f"no such resource: {uri}; there are {RECORD}… and {PASSAGE}…")
    if missing:
        raise ArgumentError(f"nothing at {uri}: {delivery.text}")
    return delivery.text

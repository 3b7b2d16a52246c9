"""Failures in words: what happened, whose limit it was, what to do next (server.md, Tools)."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import cast

from tekmeria_server.arguments import ArgumentError
from tekmeria_sources.errors import SourcesError

logger = logging.getLogger(__name__)

_CONTRACT = "tekmeria_contract"


def describe(error: BaseException, subject: str) -> str:
    """What to tell the caller about ``error``, raised while ``subject`` (a tool, a URI) was served.

    An error that nobody foresaw is logged whole and described without its text, which may hold anything.
    """
    found = expected(error)
    if found is None:
        logger.error("%s failed", subject, exc_info=error)
        kind = type(error).__name__
        return f"{subject}: a fault of this server ({kind}), not of the call; its log on stderr tells more."
    if isinstance(found, ArgumentError):
        return str(found)
    again = " The same call may succeed later." if isinstance(found, SourcesError) and found.retryable else ""
    return f"{subject}: {found}.{again}"


def expected(error: BaseException) -> Exception | None:
    """The foreseen failure in ``error``: it itself, or one of those that a task group gathered; else None."""
    for leaf in _leaves(error):
        ours = isinstance(leaf, ArgumentError | SourcesError)
        if isinstance(leaf, Exception) and (ours or type(leaf).__module__.startswith(_CONTRACT)):
            return leaf
    return None


def _leaves(error: BaseException) -> Iterator[BaseException]:
    pending: list[BaseException] = [error]
    while pending:
        one = pending.pop()
        if isinstance(one, BaseExceptionGroup):
            pending.extend(cast("BaseExceptionGroup[BaseException]", one).exceptions)
        else:
            yield one

"""What the simulated upstreams answer with (sources.md, Tests)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

SENDINGS = ("whole", "cut", "reset", "late", "drip")
"""How an answer is sent: as it should be; broken off half-way; the connection reset before a byte; begun only when
the server ends; a byte now and then."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An HTTP answer: status, body, its media type, further headers; ``sent`` is of :data:`SENDINGS`."""

    status: int
    body: bytes
    content_type: str
    headers: tuple[tuple[str, str], ...] = ()
    sent: str = "whole"


class SimulatedUpstream(Protocol):
    """One host."""

    def answer(self, path: str, query: tuple[tuple[str, str], ...]) -> Answer:
        """The answer to one request; a form's pairs stand among those of ``query``."""
        ...

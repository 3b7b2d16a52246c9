"""What the simulated upstreams answer with (sources.md, Tests)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Answer:
    """An HTTP answer: status, body, its media type, further headers."""

    status: int
    body: bytes
    content_type: str
    headers: tuple[tuple[str, str], ...] = ()


class SimulatedUpstream(Protocol):
    """One host."""

    def answer(self, path: str, query: tuple[tuple[str, str], ...]) -> Answer:
        """The answer to one request; a form's pairs stand among those of ``query``."""
        ...

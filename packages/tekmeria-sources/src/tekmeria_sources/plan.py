"""What to ask an upstream: the pure half of a request (sources.md, Shape)."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

MEGABYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class Plan:
    """One request, without secrets: the transport adds keys and addresses by ``host``.

    ``query`` is ordered. With the method ``POST`` it is sent as a form. ``accept`` is the media type asked
    for, ``cap`` the largest body taken, in bytes. ``read`` are the HTTP statuses besides 200 with which the
    upstream answers in that media type: their bodies go to the decoder, which knows what they say.
    """

    source: str
    host: str
    path: str
    query: tuple[tuple[str, str], ...]
    accept: str
    method: str = "GET"
    cap: int = 16 * MEGABYTE
    read: frozenset[int] = frozenset()

    @property
    def key(self) -> str:
        """A text that equal requests share and no others do: what the response cache is asked by."""
        return f"{self.method} {self.host}{self.path}?{urlencode(self.query)} {self.accept}"

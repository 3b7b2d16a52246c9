"""What to ask an upstream: the pure half of a request (sources.md, Shape)."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

MEGABYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class Plan:
    """One request, without secrets: the transport adds keys and addresses by ``host``.

    ``query`` is ordered. With the method ``POST`` it is sent as a form. ``accept`` is the media type asked
    for, ``cap`` the largest body taken, in bytes.
    """

    source: str
    host: str
    path: str
    query: tuple[tuple[str, str], ...]
    accept: str
    method: str = "GET"
    cap: int = 16 * MEGABYTE

    @property
    def key(self) -> str:
        """A text that equal requests share and no others do: what the response cache is asked by."""
        return f"{self.method} {self.host}{self.path}?{urlencode(self.query)} {self.accept}"


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """A literature search as every source is given it.

    Dates are ISO 8601, perhaps only a year or month, both ends included; ``study_designs`` are MEDLINE
    publication types, any of which will do.
    """

    query: str
    date_from: str | None = None
    date_to: str | None = None
    study_designs: tuple[str, ...] = ()
    exclude_retracted: bool = False
    peer_reviewed_only: bool = False
    open_access_only: bool = False

"""Sending plans with a pace, with retries, and equal ones once (sources.md, Time, pace, faults).

1. Whoever asks what another call is asking right now waits for that answer.
2. Each host has its pace, shared through the store with the other processes of the machine.
3. What may pass (429 and 5xx, timeouts, resets) is tried again, after ``Retry-After`` where it is stated, as long
   as the call's deadline leaves the time for it.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

import anyio

from tekmeria_sources.errors import RateLimitedError, UpstreamError
from tekmeria_sources.live import Sender
from tekmeria_sources.plan import Plan
from tekmeria_sources.settings import Settings

ATTEMPTS = 3
FIRST_WAIT_S = 0.5
"""What is waited before the second attempt, half of it by chance; it doubles with each further one."""

PACE = {
    "eutils.ncbi.nlm.nih.gov": 3,
    "www.ncbi.nlm.nih.gov": 3,
    "www.ebi.ac.uk": 10,
    "api.crossref.org": 5,
    "clinicaltrials.gov": 3,
    "api.fda.gov": 4,
}
"""Requests a second that each host allows to everybody; those of a host not named here are not held back."""

_KEYED = 10


def pace_of(settings: Settings) -> Mapping[str, int]:
    """Requests a second by host, with what the settings tell the hosts (keys, an address)."""
    pace = dict(PACE)
    if settings.ncbi_api_key:
        pace["eutils.ncbi.nlm.nih.gov"] = _KEYED
    if settings.crossref_mailto:
        pace["api.crossref.org"] = _KEYED
    return pace


class Turns(Protocol):
    """Turns at hosts: :class:`~tekmeria_sources.evidence.Evidence`."""

    async def turn(self, host: str, most: int) -> float:
        """The seconds to wait before a request to ``host``, which allows ``most`` a second."""
        ...


class Line(Sender, Protocol):
    """A sender that takes time to be made: :class:`~tekmeria_sources.sources.LazyTransport`."""

    def prepare(self) -> None:
        """Make what sending takes, so that no time passes between a turn and its request."""
        ...


@dataclass(slots=True)
class _Flight:
    """A request under way: its outcome once ``landed`` is set; neither where its call was cancelled."""

    landed: anyio.Event = field(default_factory=anyio.Event)
    body: bytes | None = None
    error: UpstreamError | None = None


class Sending:
    """A :class:`~tekmeria_sources.live.Sender` that keeps to ``pace`` (requests a second by host) and tries again."""

    def __init__(self, sender: Line, turns: Turns, pace: Mapping[str, int]) -> None:
        self._sender = sender
        self._turns = turns
        self._pace = pace
        self._flights: dict[str, _Flight] = {}

    async def send(self, plan: Plan) -> bytes:
        """The body of the answer to ``plan``; raises :class:`~tekmeria_sources.errors.UpstreamError`."""
        while (flight := self._flights.get(plan.key)) is not None:
            await flight.landed.wait()
            if flight.error is not None:
                raise flight.error
            if flight.body is not None:
                return flight.body
        flight = self._flights[plan.key] = _Flight()
        try:
            flight.body = await self._attempts(plan)
        except UpstreamError as error:
            flight.error = error
            raise
        finally:
            del self._flights[plan.key]
            flight.landed.set()
        return flight.body

    async def close(self) -> None:
        """Close the connections."""
        await self._sender.close()

    async def _attempts(self, plan: Plan) -> bytes:
        for attempt in range(1, ATTEMPTS):
            try:
                return await self._once(plan)
            except UpstreamError as error:
                wait = _wait(error, attempt)
                if not error.retryable or anyio.current_time() + wait >= anyio.current_effective_deadline():
                    raise
                await anyio.sleep(wait)
        return await self._once(plan)

    async def _once(self, plan: Plan) -> bytes:
        self._sender.prepare()
        most = self._pace.get(plan.host)
        if most is not None:
            await anyio.sleep(await self._turns.turn(plan.host, most))
        return await self._sender.send(plan)


def _wait(error: UpstreamError, attempt: int) -> float:
    """The seconds before the next attempt: as the upstream says, else longer each time and never alike."""
    if isinstance(error, RateLimitedError) and error.retry_after is not None:
        return error.retry_after
    return FIRST_WAIT_S * 2 ** (attempt - 1) * random.uniform(0.5, 1.0)

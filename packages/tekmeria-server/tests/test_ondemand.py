"""The service is opened once, by the first call, and closed with the server."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import anyio
import pytest

from tekmeria_server.ondemand import Opener, service_on_demand
from tekmeria_sources.errors import KeyFileError
from tekmeria_sources.service import EvidenceService
from tekmeria_sources.settings import Settings

pytestmark = pytest.mark.anyio


class Openings:
    """Opens real services slowly, and fails as often as it is told to."""

    def __init__(self, settings: Settings, failures: int = 0) -> None:
        self.settings = settings
        self.failures = failures
        self.opened = 0
        self.closed = 0

    @asynccontextmanager
    async def open(self) -> AsyncGenerator[EvidenceService]:
        await anyio.lowlevel.checkpoint()
        if self.failures:
            self.failures -= 1
            raise KeyFileError("the key file is damaged")
        self.opened += 1
        # A cancel scope must be left by the task that entered it, as real services' task groups must.
        async with anyio.create_task_group(), EvidenceService.open(self.settings, demo=True) as service:
            yield service
        self.closed += 1

    @property
    def opener(self) -> Opener:
        return self.open


async def test_nothing_is_opened_before_the_first_call(settings: Settings) -> None:
    openings = Openings(settings)
    async with service_on_demand(openings.opener):
        await anyio.lowlevel.checkpoint()
    assert openings.opened == 0


async def test_many_first_calls_at_once_open_one_service_that_is_closed_at_the_end(
    settings: Settings,
) -> None:
    openings = Openings(settings)
    got: list[EvidenceService] = []
    async with service_on_demand(openings.opener) as services:

        async def get() -> None:
            got.append(await services.get())

        async with anyio.create_task_group() as tasks:
            for _ in range(50):
                tasks.start_soon(get)
        assert openings.closed == 0
    assert len({id(service) for service in got}) == 1
    assert (openings.opened, openings.closed) == (1, 1)


async def test_a_failed_opening_is_told_and_tried_again(settings: Settings) -> None:
    openings = Openings(settings, failures=2)
    async with service_on_demand(openings.opener) as services:
        for _ in range(2):
            with pytest.raises(KeyFileError, match="damaged"):
                await services.get()
        assert await services.get() is await services.get()
    assert (openings.opened, openings.closed) == (1, 1)


async def test_a_first_call_that_is_cancelled_spoils_no_other(settings: Settings) -> None:
    openings = Openings(settings)
    async with service_on_demand(openings.opener) as services:
        with anyio.CancelScope() as scope:
            scope.cancel()
            await services.get()
        assert await services.get()
        with anyio.CancelScope() as scope:
            await services.get()
            scope.cancel()
            await anyio.lowlevel.checkpoint()
        assert openings.closed == 0
    assert openings.closed == openings.opened == 1

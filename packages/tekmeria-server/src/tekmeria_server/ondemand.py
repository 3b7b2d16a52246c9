"""The evidence service, opened by the first call that needs it (server.md, Transports: stdio starts fast).

Hosts start a server to list its tools, and some start it twice; neither may open a store or make a key.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import anyio
from anyio.abc import TaskGroup, TaskStatus

if TYPE_CHECKING:
    from tekmeria_sources.service import EvidenceService
    from tekmeria_sources.settings import Settings

Opener = Callable[[], "AbstractAsyncContextManager[EvidenceService]"]


def evidence_opener(settings: Settings, demo: bool, records: Path | None) -> Opener:
    """What opens the service over the network, the built-in fictional records or a folder of records."""

    def open_service() -> AbstractAsyncContextManager[EvidenceService]:
        # Imported when first needed: the HTTP client and the database driver come with it.
        from tekmeria_sources.service import EvidenceService

        return EvidenceService.open(settings, demo=demo, records=records)

    return open_service


class ServiceOnDemand:
    """Opens the service once, on the first :meth:`get`, and keeps it until the server ends.

    A task of its own holds the service open, so that it is closed by the task that opened it, whichever call
    came first and whether or not that call was cancelled. An opening that fails is tried again by the next
    call.
    """

    def __init__(self, opener: Opener, tasks: TaskGroup) -> None:
        self._opener = opener
        self._tasks = tasks
        self._opening = anyio.Lock()
        self._ending = anyio.Event()
        self._service: EvidenceService | None = None

    async def get(self) -> EvidenceService:
        """The open service; raises what opening it raises."""
        async with self._opening:
            service = self._service
            if service is None:
                service = self._service = await self._tasks.start(self._hold)
            return service

    def end(self) -> None:
        """Let the service be closed."""
        self._ending.set()

    async def _hold(self, *, task_status: TaskStatus[EvidenceService]) -> None:
        async with self._opener() as service:
            task_status.started(service)
            await self._ending.wait()


@asynccontextmanager
async def service_on_demand(opener: Opener) -> AsyncGenerator[ServiceOnDemand]:
    """A holder for the service that ``opener`` opens; leaving the context closes the service."""
    async with anyio.create_task_group() as tasks:
        holder = ServiceOnDemand(opener, tasks)
        try:
            yield holder
        finally:
            holder.end()

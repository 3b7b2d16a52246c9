"""What the server's tests share: settings of their own, and the SDK's client in both protocol eras."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any, Literal

import pytest
from mcp import Client
from mcp_types import CallToolResult, TextContent

from tekmeria_server.ondemand import evidence_opener
from tekmeria_server.server import build_server
from tekmeria_sources.settings import Settings

Mode = Literal["legacy", "auto"]
Connect = Callable[..., AbstractAsyncContextManager[Client]]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings.from_environment({"TEKMERIA_DATA_DIR": str(tmp_path / "data")})


@pytest.fixture(params=["legacy", "auto"])
def mode(request: pytest.FixtureRequest) -> Mode:
    """``legacy`` is the handshake of 2025, ``auto`` settles on the stateless protocol of 2026."""
    return request.param


@pytest.fixture
def connect(settings: Settings) -> Connect:
    """Opens a client of a server over the fictional literature, or over ``records``."""

    @asynccontextmanager
    async def opened(
        mode: Mode = "auto", records: Path | None = None, budget: int = 20_000
    ) -> AsyncGenerator[Client]:
        server = build_server(evidence_opener(settings, records is None, records), budget)
        async with Client(server, mode=mode) as client:
            yield client

    return opened


Call = Callable[..., Any]


@pytest.fixture
def called(connect: Connect) -> Call:
    """Calls one tool of a server of its own and gives the result."""

    async def call(
        tool: str,
        arguments: dict[str, Any] | None = None,
        mode: Mode = "auto",
        records: Path | None = None,
        budget: int = 20_000,
    ) -> CallToolResult:
        async with connect(mode, records, budget) as client:
            return await client.call_tool(tool, arguments or {})

    return call


@pytest.fixture
def text_of() -> Callable[[CallToolResult], str]:
    """The text of a result, which is always one block."""

    def read(result: CallToolResult) -> str:
        (block,) = result.content
        assert isinstance(block, TextContent)
        return block.text

    return read

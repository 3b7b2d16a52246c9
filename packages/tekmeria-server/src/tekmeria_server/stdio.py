"""Serving MCP over standard input and output (server.md, Transports)."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import anyio
from anyio.abc import TaskStatus
from mcp.server.stdio import stdio_server

from tekmeria_server.logs import log_to_stderr
from tekmeria_server.ondemand import evidence_opener
from tekmeria_server.server import build_server
from tekmeria_sources.errors import SettingsError
from tekmeria_sources.settings import Settings

if TYPE_CHECKING:
    from mcp.server.lowlevel import Server

    from tekmeria_server.ondemand import ServiceOnDemand

WAITING = "tekmeria: waiting for an MCP host on standard input; Ctrl-C ends it. Commands: tekmeria --help"
_INTERRUPTED = 130


def serve_stdio(*, demo: bool, records: Path | None) -> int:
    """Serve until the host closes the input or a signal comes; the exit code.

    ``demo`` serves the built-in fictional records, ``records`` a folder of recorded responses. Nothing but
    protocol is written to standard output.
    """
    try:
        settings = Settings.from_environment()
    except SettingsError as error:
        print(f"tekmeria: {error}", file=sys.stderr)
        return 2
    log_to_stderr(settings.log_level)
    server = build_server(evidence_opener(settings, demo, records), settings.result_budget)
    try:
        anyio.run(_serve, server)
    except KeyboardInterrupt:
        return _INTERRUPTED
    return 0


async def _serve(server: Server[ServiceOnDemand]) -> None:
    signals: list[int] = []
    on_terminal = sys.stdin.isatty()
    async with stdio_server() as (incoming, outgoing):
        async with anyio.create_task_group() as tasks:
            if sys.platform != "win32":
                await tasks.start(_cancel_on_signal, tasks.cancel_scope, signals)
            if on_terminal:
                print(WAITING, file=sys.stderr, flush=True)
            await server.run(incoming, outgoing, server.create_initialization_options())
            tasks.cancel_scope.cancel()
        if signals:
            # The thread that reads standard input cannot be interrupted, and leaving would wait for it.
            sys.stderr.flush()
            os._exit(_INTERRUPTED if signals[0] == signal.SIGINT else 0)


async def _cancel_on_signal(
    scope: anyio.CancelScope, signals: list[int], *, task_status: TaskStatus[None]
) -> None:
    with anyio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as received:
        task_status.started()
        async for number in received:
            signals.append(number)
            scope.cancel()

"""What the server's tests share: settings of their own, and the SDK's client in both protocol eras."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any, Literal, cast
from xml.sax.saxutils import escape, quoteattr

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
def own_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A data folder of its own for commands run in this process, and the log handlers as they were."""
    data = tmp_path / "data"
    monkeypatch.setenv("TEKMERIA_DATA_DIR", str(data))
    handlers, level = logging.root.handlers[:], logging.root.level
    yield data
    logging.captureWarnings(False)
    logging.root.handlers[:] = handlers
    logging.root.setLevel(level)


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


@pytest.fixture
def data_of() -> Callable[[CallToolResult], dict[str, Any]]:
    """The structured content of a result that is no error."""

    def read(result: CallToolResult) -> dict[str, Any]:
        assert not result.is_error, result.content
        content: object = result.structured_content
        assert isinstance(content, dict)
        return cast(dict[str, Any], content)

    return read


@pytest.fixture
def write_record(tmp_path: Path) -> Callable[..., Path]:
    """Writes a folder with one made-up PubMed record: its number, title, labelled parts and author."""

    def write(
        number: int, title: str, parts: list[tuple[str | None, str]], author: str = "Fictional"
    ) -> Path:
        abstract = "".join(
            [
                f"<AbstractText{f' Label={quoteattr(label)}' if label else ''}>{escape(text)}</AbstractText>"
                for label, text in parts
            ]
        )
        body = (
            f'<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID Version="1">{number}</PMID><Article>'
            "<Journal><JournalIssue><PubDate><Year>2030</Year></PubDate></JournalIssue>"
            f"<Title>Fictional journal</Title></Journal><ArticleTitle>{escape(title)}</ArticleTitle>"
            f"<Abstract>{abstract}</Abstract><AuthorList><Author><LastName>{escape(author)}</LastName></Author>"
            "</AuthorList></Article></MedlineCitation></PubmedArticle></PubmedArticleSet>"
        )
        folder = tmp_path / "records"
        folder.mkdir(exist_ok=True)
        (folder / f"{number}.xml").write_text(body, encoding="utf-8", errors="strict")
        return folder

    return write

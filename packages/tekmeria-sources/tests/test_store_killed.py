"""`kill -9` at any instant of writing loses nothing that was handed out (sources.md, Evidence store)."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from .killing import FAILED, HANDED_OUT, opened

pytestmark = pytest.mark.skipif(os.name != "posix", reason="SIGKILL and fork are POSIX")

KILLS = 200
PATIENCE_S = 300


def killed(store: str, kills: int, folder: Path) -> dict[str, list[str]]:
    """What the processes wrote down, by what it says."""
    folder.mkdir()
    command = [
        sys.executable,
        str(Path(__file__).with_name("killing.py")),
        store,
        str(kills),
        "1",
        str(folder),
    ]
    subprocess.run(command, check=True, timeout=PATIENCE_S)
    said: dict[str, list[str]] = {HANDED_OUT: [], FAILED: []}
    for file in folder.iterdir():
        for line in file.read_text(encoding="utf-8").splitlines():
            what, _, of = line.partition("\t")
            said[what].append(of)
    assert len(list(folder.iterdir())) > kills // 2
    return said


@pytest.mark.beside("the evidence store behind every audit")
def test_200_kills_beside_four_other_processes_lose_nothing_and_nobody_meets_a_locked_store(
    tmp_path: Path,
) -> None:
    path = tmp_path / "evidence.sqlite3"
    said = killed(str(path), KILLS, tmp_path / "said")
    assert said[FAILED] == []
    assert len(said[HANDED_OUT]) > KILLS
    with closing(opened(str(path))) as store:
        assert store.issued(said[HANDED_OUT]).keys() == set(said[HANDED_OUT])
        assert store.warnings == ()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.beside("the evidence store behind every audit")
@pytest.mark.needs("postgres")
def test_a_server_loses_nothing_when_its_clients_are_killed(postgres_database: str, tmp_path: Path) -> None:
    said = killed(postgres_database, KILLS // 4, tmp_path / "said")
    assert said[FAILED] == []
    assert len(said[HANDED_OUT]) > KILLS // 4
    with closing(opened(postgres_database)) as store:
        assert store.issued(said[HANDED_OUT]).keys() == set(said[HANDED_OUT])

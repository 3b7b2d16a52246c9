"""Eight first starts at once end with one key and one store (sources.md, Evidence store)."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tekmeria_sources.keyfile import FILE_NAME
from tekmeria_sources.settings import Settings
from tekmeria_sources.stores import STORE_FILE, open_store

STARTS, ROUNDS = 8, 10
PATIENCE_S = 60

START = """
import json, sys
from contextlib import closing
from pathlib import Path
from tekmeria_sources.evidence import Evidence
from tekmeria_sources.settings import Settings
from tekmeria_sources.store import Issued
from tekmeria_sources.stores import open_store
import tekmeria_sources.sqlite_store
print("ready", flush=True)
for number, folder in enumerate(sys.stdin):
    settings = Settings(data_dir=Path(folder.strip()))
    ring = Evidence(settings, demo=False).ring
    handle = f"pmid:99000001/abstract.{sys.argv[1]}~ae2tc"
    with closing(open_store(settings)) as store:
        store.issue([Issued(handle, "pmid:99000001", "1", "p", None, "A text.", "s", (0, 7), "d", 1, "t")], {})
    print(json.dumps([handle, list(ring.fingerprints)]), flush=True)
"""


@pytest.mark.beside("the installation's key, without which every handle would turn into a forged one")
def test_eight_first_starts_at_once_end_with_one_key_and_one_store(tmp_path: Path) -> None:
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", START, str(number)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(STARTS)
    ]
    pipes = [(one.stdin, one.stdout) for one in processes]
    for _, answers in pipes:
        assert answers is not None and answers.readline() == "ready\n"
    for number in range(ROUNDS):
        folder = tmp_path / f"installation{number}"
        for orders, _ in pipes:
            assert orders is not None
            orders.write(f"{folder}\n")
            orders.flush()
        ended = [json.loads(answers.readline()) for _, answers in pipes if answers is not None]
        assert len({tuple(fingerprints) for _, fingerprints in ended}) == 1
        with closing(open_store(Settings(data_dir=folder))) as store:
            assert store.issued(handle for handle, _ in ended).keys() == {handle for handle, _ in ended}
        assert {file.name for file in folder.iterdir()} == {FILE_NAME, STORE_FILE}
    for process in processes:
        process.communicate(timeout=PATIENCE_S)
        assert process.returncode == 0

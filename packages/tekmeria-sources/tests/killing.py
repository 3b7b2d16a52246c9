"""Writers of one store that are killed at random instants, beside others that read and write it.

Run as a program: ``killing.py STORE KILLS SEED FOLDER``. Every process writes down in a file of its own, in FOLDER,
each handle that it has handed out, after it was told that it is kept; and every error that reached it.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import NoReturn

from tekmeria_contract.resolution import RecordFacts
from tekmeria_sources.sqlite_store import SqliteStore
from tekmeria_sources.store import Issued, Store

HANDED_OUT, FAILED = "handed out", "failed"
MOST_S = 0.06
"""A writer is killed at most so long after it began: before its first word, within one, or between two."""

BESIDE = 4


def opened(store: str) -> Store:
    """The store that is named, as TEKMERIA_STORE names it."""
    if "://" not in store:
        return SqliteStore(store)
    from tekmeria_sources.postgres_store import PostgresStore

    return PostgresStore(store)


def passage(writer: str, number: int, part: int) -> Issued:
    """A passage that nobody else writes, longer than a page of the file."""
    text = f"Writer {writer}, call {number}, part {part}, of a fictional record. " + "x" * (
        1 + number % 7 * 997
    )
    handle = f"pmid:99000001/abstract.{part + 1}-{writer}-{number}~ae2tc"
    record = f"pmid:9900{writer}"
    return Issued(handle, record, "1", "abstract", None, text, "s", (0, len(text)), "d", 1, "2033-03-01")


def write_and_read(store: Store, writer: str, number: int, say: Callable[[str, str], None]) -> None:
    """One call of a service: what it hands out is kept first; what it handed out before is still there."""
    passages = [passage(writer, number, part) for part in range(5)]
    store.keep_copies({f"{writer} {number % 3}": b"a copy" * 500}, time.time(), 60)
    store.turn("a.example", 3, time.time())
    store.issue(passages, {passages[0].record: RecordFacts(f"A fictional title {number}.")})
    for item in passages:
        say(HANDED_OUT, item.handle)
    found = store.issued(item.handle for item in passages)
    if {handle: texts for handle, (texts,) in found.items()} != {item.handle: item for item in passages}:
        raise AssertionError(f"writer {writer} does not find what it wrote in call {number}")


def work(store: str, writer: str, folder: Path) -> NoReturn:
    """Write and read until killed, or told to end."""
    with (folder / writer).open("a", encoding="utf-8", buffering=1) as file:

        def say(what: str, of: str) -> None:
            file.write(f"{what}\t{of}\n")

        ending = list[int]()
        signal.signal(signal.SIGTERM, lambda number, _: ending.append(number))
        try:
            with closing(opened(store)) as kept:
                for number in count():
                    write_and_read(kept, writer, number, say)
                    if ending:
                        break
        except BaseException:
            say(FAILED, traceback.format_exc().replace("\n", " | "))
        finally:
            file.flush()
            os._exit(0)


def forked(store: str, writer: str, folder: Path) -> int:
    """The process id of a new process at work."""
    process = os.fork()
    if process == 0:
        work(store, writer, folder)
    return process


def main(store: str, kills: int, seed: int, folder: Path) -> None:
    """Kill ``kills`` writers, one after another, while others go on."""
    draw = random.Random(seed)
    opened(store).close()
    beside = [forked(store, f"beside{number}", folder) for number in range(BESIDE)]
    for number in range(kills):
        victim = forked(store, f"killed{number}", folder)
        time.sleep(draw.uniform(0, MOST_S))
        os.kill(victim, signal.SIGKILL)
        os.waitpid(victim, 0)
    for process in beside:
        os.kill(process, signal.SIGTERM)
        os.waitpid(process, 0)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4]))

"""Disks that are full or read-only, for tests: root ignores file modes, so real file systems are mounted."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def mounted(folder: Path, *options: str) -> Generator[Path]:
    """``folder``, with what ``mount OPTIONS`` puts there; skips the test where nothing may be mounted."""
    folder.mkdir(exist_ok=True)
    if not sys.platform.startswith("linux") or os.geteuid() != 0:
        pytest.skip("mounting a disk takes root on Linux")
    done = subprocess.run(["mount", *options, folder], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.skip(f"no disk can be mounted here: {done.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)


@contextmanager
def read_only(folder: Path) -> Generator[Path]:
    """``folder`` itself, as a disk that can only be read."""
    with mounted(folder, "--bind", str(folder)):
        subprocess.run(["mount", "-o", "remount,bind,ro", folder], check=True)
        yield folder


@contextmanager
def small_disk(folder: Path, kilobytes: int) -> Generator[Path]:
    """An empty disk of so many kB at ``folder``."""
    with mounted(folder, "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs"):
        yield folder


def fill(folder: Path) -> Path:
    """Leave no room on the disk of ``folder``; the file that takes it."""
    path = folder / "filler"
    with path.open("wb", buffering=0) as file:
        for size in (4096, 1):
            try:
                while True:
                    file.write(b"x" * size)
            except OSError:
                continue
    return path

"""Files that a command writes: whole or not at all, and never in the place of what is no regular file."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tekmeria_server.commands.files import left_behind


def test_a_file_is_written_whole_with_the_mode_that_new_files_get(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.write_text("", encoding="utf-8")
    assert left_behind(tmp_path / "report.json", "{}\n")
    assert (tmp_path / "report.json").read_text(encoding="utf-8") == "{}\n"
    assert (tmp_path / "report.json").stat().st_mode == plain.stat().st_mode
    assert {path.name for path in tmp_path.iterdir()} == {"plain", "report.json"}


def test_a_file_that_is_replaced_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    path.write_text("old", encoding="utf-8")
    path.chmod(0o640)
    assert left_behind(path, "new")
    assert (path.read_text(encoding="utf-8"), path.stat().st_mode & 0o777) == ("new", 0o640)


def test_a_link_stays_a_link_and_its_target_is_written(tmp_path: Path) -> None:
    (tmp_path / "target").write_text("old", encoding="utf-8")
    (tmp_path / "link").symlink_to(tmp_path / "target")
    assert left_behind(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_text(encoding="utf-8") == "new"


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text(encoding="utf-8")))
    reader.start()
    assert left_behind(pipe, "words")
    reader.join(timeout=30)
    assert read == ["words"]
    assert pipe.is_fifo()


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="there is no device that is always full")
def test_a_full_device_is_named_and_stays_a_device(capsys: pytest.CaptureFixture[str]) -> None:
    assert not left_behind(Path("/dev/full"), "words")
    assert Path("/dev/full").is_char_device()
    assert "/dev/full cannot be written" in capsys.readouterr().err


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="there is no device that is always full")
def test_output_that_cannot_be_written_is_said_without_a_traceback() -> None:
    command = [sys.executable, "-m", "tekmeria_server", "search", "vaccine", "--demo"]
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            command, check=False, stdout=full, stderr=subprocess.PIPE, encoding="utf-8", timeout=120
        )
    assert done.returncode == 3
    assert (
        done.stderr == "tekmeria: the output cannot be written (No space left on device); send it elsewhere\n"
    )

"""``python -m tekmeria_contract`` as a process: alone, its streams, and what the README shows."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tekmeria_contract
from tekmeria_contract import (
    IssuedText,
    KeyRing,
    RecordFacts,
    Resolution,
    judge,
    mint,
    plan,
    write_evidence,
)
from tekmeria_contract import __main__ as command
from tekmeria_contract.acceptance import acceptance

KEY = "5e" * 32
RING = KeyRing.from_hex(KEY)
HANDLE = mint("pmid:99000001", "abstract.1", RING)
FORGED = HANDLE[:-1] + ("0" if HANDLE[-1] != "0" else "1")
TEXT = "Of 1,204 invented adults, 93 had a relapse (β = −0.23)."
FACTS = RecordFacts("A fictional title", ("pmid:99000001",), notices=())
KNOWN = Resolution((IssuedText(TEXT),), TEXT, True, True, True, FACTS)
SOUND = f'Few relapsed [{HANDLE} "93 had a relapse (β = −0.23)"].'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with an answer, its evidence and the key file."""
    monkeypatch.chdir(tmp_path)
    write("key.json", json.dumps({"version": 1, "keys": [{"hex": KEY}]}))
    write("evidence.json", write_evidence({HANDLE: KNOWN}))
    write("answer.md", SOUND)
    return tmp_path


def write(name: str, content: str) -> None:
    Path(name).write_text(content, encoding="utf-8")


WATCHED = """
import runpy, sys
sys.path.insert(0, sys.argv[1])
opened, begun = set(), set()
def watch(event, arguments):
    if event == "open" and isinstance(arguments[0], str) and not arguments[0].endswith((".py", ".pyc")):
        opened.add(arguments[0].rpartition("/")[2])
    elif event.partition(".")[0] in ("socket", "subprocess", "ctypes", "sqlite3", "urllib") or event == "os.system":
        begun.add(event)
sys.addaudithook(watch)
sys.argv = ["tekmeria_contract", *sys.argv[2:]]
try:
    runpy.run_module("tekmeria_contract", run_name="__main__", alter_sys=True)
except SystemExit as leaving:
    code = leaving.code
outside = {name.partition(".")[0] for name in sys.modules} - sys.stdlib_module_names - {"__main__"}
print(code, sorted(outside), sorted(opened), sorted(begun), file=sys.stderr)
"""


@pytest.fixture
def alone(folder: Path) -> Path:
    """A folder that holds the package's own folder and nothing else."""
    assert tekmeria_contract.__file__ is not None
    package = folder / "alone" / "tekmeria_contract"
    shutil.copytree(
        Path(tekmeria_contract.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__")
    )
    return package.parent


def isolated(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-I", "-S", "-B", "-c", WATCHED, str(folder), *arguments],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )


@pytest.mark.beside("the command line is documented by its help and README, and is no part of the contract")
def test_it_runs_with_its_own_folder_alone_and_opens_nothing_but_what_it_is_given(alone: Path) -> None:
    files = ["--evidence", "evidence.json", "--key-file", "key.json"]
    done = isolated(alone, "audit", "answer.md", *files)
    assert done.stdout.startswith("verdict: PASS  (1 citation: 1 ok)\n")
    assert "β = −0.23" in done.stdout
    assert done.stderr == "0 ['tekmeria_contract'] ['answer.md', 'evidence.json', 'key.json'] []\n"
    done = isolated(alone, "verify", HANDLE, "--key-file", "key.json")
    assert done.stderr == "0 ['tekmeria_contract'] ['key.json'] []\n"


START = """
import runpy, sys
sys.path.insert(0, sys.argv.pop(1))
runpy.run_module("tekmeria_contract", run_name="__main__", alter_sys=True)
"""


@pytest.mark.beside("the command line is documented by its help and README, and is no part of the contract")
def test_output_is_utf_8_whatever_the_platform_prefers(alone: Path) -> None:
    files = ["answer.md", "--evidence", "evidence.json", "--key-file", "key.json"]
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-X", "utf8=0", "-c", START, str(alone), "audit", *files],
        capture_output=True,
        env={"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"},
        check=True,
    )
    assert "β = −0.23" in done.stdout.decode("utf-8")
    assert done.stderr == b""


@pytest.mark.beside("the command line is documented by its help and README, and is no part of the contract")
@pytest.mark.parametrize(("handle", "code"), [(HANDLE, 0), (FORGED, 1)])
@pytest.mark.usefixtures("folder")
def test_a_reader_that_goes_away_changes_no_exit_code(handle: str, code: int) -> None:
    start = [sys.executable, "-m", "tekmeria_contract", "verify", *[handle] * 2000, "--key-file", "key.json"]
    process = subprocess.Popen(start, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    complaints = process.stderr.read()
    process.stderr.close()
    assert process.wait(300) == code
    assert complaints == b""


@pytest.mark.beside("the command line is documented by its help and README, and is no part of the contract")
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
@pytest.mark.usefixtures("folder")
def test_output_that_cannot_be_written_is_no_verdict() -> None:
    files = ["answer.md", "--evidence", "evidence.json", "--key-file", "key.json"]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "tekmeria_contract", "audit", *files],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 3
    assert done.stderr.startswith(b"tekmeria_contract: the output cannot be written (No space left")


@pytest.mark.beside("the command line is documented by its help and README, and is no part of the contract")
@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("closed", "answer", "code"),
    [
        (">&-", "answer.md", 0),
        ("2>&-", "answer.md", 0),
        ("<&-", "answer.md", 0),
        ("<&-", "-", 2),
        ("2>&-", "missing.md", 2),
        (">&- 2>&-", "missing.md", 2),
    ],
)
def test_a_stream_that_the_caller_closed_changes_no_exit_code(closed: str, answer: str, code: int) -> None:
    files = f"{answer} --evidence evidence.json --key-file key.json"
    line = f"{shlex.quote(sys.executable)} -m tekmeria_contract audit {files} {closed}"
    done = subprocess.run(["sh", "-c", line], capture_output=True, stdin=subprocess.DEVNULL, check=False)
    assert done.returncode == code
    assert b"Traceback" not in done.stdout + done.stderr
    assert b"fault" not in done.stdout + done.stderr


README = Path(__file__).parents[1] / "README.md"


@pytest.mark.beside("the command line is documented by its help and README, and is no part of the contract")
@pytest.mark.usefixtures("folder")
def test_the_readme_s_commands_print_what_it_shows(capsys: pytest.CaptureFixture[str]) -> None:
    text = README.read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    names: dict[str, object] = {}
    exec(compile(example, "README.md", "exec"), names)
    capsys.readouterr()
    (answer,) = re.findall(r"plan\(f'(.*?)', ring\)", example)
    handle, known = names["handle"], names["known"]
    assert isinstance(handle, str)
    assert isinstance(known, Resolution)
    write("answer.md", answer.replace("{handle}", handle))
    write("evidence.json", write_evidence({handle: known}))
    (key_file,) = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    write("handle-key.json", key_file)
    section = text.partition("\n## Verifying with nothing else installed\n")[2].partition("\n## ")[0]
    (shown,) = re.findall(r"```console\n(.*?)```", section, re.DOTALL)
    runs = re.findall(
        r"^\$ python -m tekmeria_contract ([^\n]*)\n(.*?)(?=^\$ |\Z)", shown, re.MULTILINE | re.DOTALL
    )
    assert len(runs) == 2
    for line, output in runs:
        command.main(shlex.split(line))
        assert capsys.readouterr().out == output


@pytest.mark.beside("the command line is documented by its help and README, and is no part of the contract")
def test_the_exit_codes_of_the_readme_are_those_of_an_audit() -> None:
    section = README.read_text(encoding="utf-8").partition("\n## Verifying with nothing else installed\n")[2]
    codes = [int(code) for code in re.findall(r"^\| (\d+) \|", section.partition("\n## ")[0], re.MULTILINE)]
    assert codes == [0, 1, 2, 3, 130]
    report = judge(plan(SOUND, RING), {HANDLE: KNOWN})
    assert acceptance(report) in codes

"""``tekmeria store``: what was issued is backed up, moved between stores, and forgotten only on purpose."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tekmeria_server.__main__ import main
from tekmeria_sources.store import Issued, Store

pytestmark = pytest.mark.beside("the evidence store behind every audit")


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Runs a command that must succeed, and gives what it prints."""

    def run(*arguments: str) -> str:
        assert main(list(arguments)) == 0, capsys.readouterr().err
        return capsys.readouterr().out

    return run


@pytest.fixture
def handles(
    own_environment: Path,
    tmp_path: Path,
    write_record: Callable[..., Path],
    monkeypatch: pytest.MonkeyPatch,
    said: Callable[..., str],
) -> list[str]:
    """The handles of an installation that has issued the passages of two records."""
    assert not own_environment.exists()
    monkeypatch.chdir(tmp_path)
    for number in (99000094, 99000095):
        write_record(
            number, "A fictional record.", [("RESULTS", f"All {number % 100} recovered; γ ≥ 3 × 10⁶.")]
        )
    fetched = json.loads(said("fetch", "99000094", "99000095", "--records", "records", "--json"))
    return [passage["handle"] for record in fetched["records"] for passage in record["passages"]]


def refused(capsys: pytest.CaptureFixture[str], code: int, *arguments: str) -> str:
    assert main(list(arguments)) == code
    return capsys.readouterr().err


def test_a_backup_moves_everything_into_another_store_and_twice_is_once(
    handles: list[str], said: Callable[..., str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert json.loads(said("store", "size", "--json"))["passages"] == len(handles)
    assert said("store", "export", "-o", "store.jsonl") == f"{len(handles)} passages are in store.jsonl\n"
    monkeypatch.setenv("TEKMERIA_STORE", str(tmp_path / "other.sqlite3"))
    assert said("store", "path") == f"{tmp_path / 'other.sqlite3'}\n"
    assert (
        said("store", "import", "store.jsonl")
        == f"{len(handles)} passages read, {len(handles)} of them new\n"
    )
    assert said("store", "import", "store.jsonl") == f"{len(handles)} passages read, 0 of them new\n"
    said("store", "export", "-o", "again.jsonl")
    assert (tmp_path / "again.jsonl").read_bytes() == (tmp_path / "store.jsonl").read_bytes()


@pytest.mark.needs("postgres")
def test_a_backup_moves_between_a_file_and_a_server_and_back(
    handles: list[str],
    said: Callable[..., str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    postgres_database: str,
) -> None:
    said("store", "export", "-o", "one.jsonl")
    monkeypatch.setenv("TEKMERIA_STORE", postgres_database.replace("tekmeria@", "tekmeria:secret@"))
    assert "secret" not in said("store", "path")
    said("store", "import", "one.jsonl")
    assert f"passages: {len(handles)}" in said("store", "size")
    said("store", "export", "-o", "two.jsonl")
    monkeypatch.setenv("TEKMERIA_STORE", "three.sqlite3")
    said("store", "import", "two.jsonl")
    said("store", "export", "-o", "three.jsonl")
    lines = [
        (tmp_path / name).read_text(encoding="utf-8").splitlines() for name in ("one.jsonl", "three.jsonl")
    ]
    assert sorted(lines[0]) == sorted(lines[1])


def test_a_damaged_backup_is_named_with_its_line_and_nothing_of_it_is_put_in(
    handles: list[str],
    said: Callable[..., str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    assert handles
    said("store", "export", "-o", "store.jsonl")
    lines = (tmp_path / "store.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    monkeypatch.setenv("TEKMERIA_STORE", "other.sqlite3")
    damages = {
        "cut": ("".join(lines[:-1]), "cut short"),
        "halved": ("".join(lines)[: len("".join(lines)) // 2], "line"),
        "swapped": ("".join([*lines[:2], "{}\n", *lines[3:]]), "damaged in line 3"),
        "missing": ("".join([*lines[:2], *lines[3:]]), "damaged in line"),
        "behind": ("".join([*lines, lines[1]]), "stands behind its end"),
        "changed": ("".join(lines).replace('"text":', '"texts":', 1), "damaged in line"),
        "typed": ("".join(lines).replace('"issued_at":"', '"issued_at":0,"x":"', 1), "damaged in line"),
        "foreign": ('{"answer": "text"}\n', "no backup of an evidence store"),
        "newer": ('{"schema":"tekmeria.store/2"}\n', "no backup of an evidence store"),
        "empty": ("", "damaged in line 1"),
        "deep": ("[" * 100_000, "damaged in line 1"),
    }
    for name, (text, told) in damages.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        assert told in refused(capsys, 2, "store", "import", name), name
        assert not (tmp_path / "other.sqlite3").exists()
    (tmp_path / "latin").write_bytes("".join(lines).encode("utf-16"))
    assert "not UTF-8" in refused(capsys, 2, "store", "import", "latin")


def test_facts_that_were_checked_later_stay(
    handles: list[str], said: Callable[..., str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert handles
    said("store", "export", "-o", "store.jsonl")
    text = (tmp_path / "store.jsonl").read_text(encoding="utf-8")
    assert '"checked_at":null' in text
    for checked_at, title, known in (
        ("2020-01-01", "First.", "First."),
        ("2001-01-01", "Stale.", "First."),
        ("2030-01-01", "Fresh.", "Fresh."),
    ):
        changed = text.replace('"checked_at":null', f'"checked_at":"{checked_at}"')
        (tmp_path / "in.jsonl").write_text(changed.replace("A fictional record.", title), encoding="utf-8")
        said("store", "import", "in.jsonl")
        said("store", "export", "-o", "out.jsonl")
        assert [known in facts for facts in facts_of(tmp_path / "out.jsonl")] == [True, True]


def facts_of(path: Path) -> list[str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.startswith('{"facts"')]


def test_pruning_takes_a_date_and_a_word_and_says_what_it_forgets(
    handles: list[str], said: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    number = len(handles)
    assert "is no date" in refused(capsys, 2, "store", "prune", "--before", "soon", "--yes")
    assert said("store", "prune", "--before", "2000-01-01", "--yes").startswith("0 passages")
    assert said("store", "prune", "--before", "2999-01-01").startswith(
        f"{number} passages were issued before"
    )
    assert json.loads(said("store", "size", "--json"))["passages"] == number
    assert "are forgotten" in said("store", "prune", "--before", "2999-01-01", "--yes")
    assert json.loads(said("store", "size", "--json"))["passages"] == 0


def test_where_there_is_no_store_none_is_made_to_be_measured(
    own_environment: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for command in (["size"], ["export", "-o", str(tmp_path / "f")], ["prune", "--before", "2031-01-01"]):
        assert "there is no evidence store" in refused(capsys, 3, "store", *command)
    assert not own_environment.exists()
    assert not (tmp_path / "f").exists()


def test_an_export_that_fails_half_way_leaves_the_old_file(
    handles: list[str], said: Callable[..., str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert handles
    said("store", "export", "-o", "store.jsonl")
    before = (tmp_path / "store.jsonl").read_bytes()

    def broken(store: Store) -> Issued:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tekmeria_sources.tables.TableStore.batches", broken)
    assert main(["store", "export", "-o", "store.jsonl"]) == 2
    assert (tmp_path / "store.jsonl").read_bytes() == before
    assert {path.name for path in tmp_path.iterdir() if path.name.startswith(".store")} == set()

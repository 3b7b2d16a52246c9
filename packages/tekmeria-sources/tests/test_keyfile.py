"""The installation's key is made once and never silently replaced."""

from __future__ import annotations

import json
import stat
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from tekmeria_contract.handle import mint, verify
from tekmeria_contract.keyring import KeyRing
from tekmeria_sources.errors import KeyFileError, SettingsError
from tekmeria_sources.keyfile import DEMO_KEY_HEX, FILE_NAME, demo_ring, load_ring

Become = Callable[[], AbstractContextManager[None]]


def refused(folder: Path) -> KeyFileError:
    before = (folder / FILE_NAME).read_bytes()
    with pytest.raises(KeyFileError) as refusal:
        load_ring(folder, None)
    assert (folder / FILE_NAME).read_bytes() == before
    assert str(folder / FILE_NAME) in str(refusal.value)
    assert refusal.value.remedy
    return refusal.value


def test_the_key_is_made_for_its_owner_only_and_stays_the_same(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "data"
    handle = mint("pmid:99000001", "title", load_ring(folder, None))
    verify(handle, load_ring(folder, None))
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / FILE_NAME).stat().st_mode) == 0o600
    assert [path.name for path in folder.iterdir()] == [FILE_NAME]


def test_the_key_file_has_the_documented_form(tmp_path: Path) -> None:
    ring = load_ring(tmp_path, None)
    content = json.loads((tmp_path / FILE_NAME).read_bytes())
    assert content["version"] == 1
    (key,) = content["keys"]
    assert {"hex", "mint", "accept", "created", "state"} == key.keys()
    assert len(bytes.fromhex(key["hex"])) == 32
    assert KeyRing.from_document(content).fingerprints == ring.fingerprints


def test_many_first_starts_at_once_end_with_one_key(tmp_path: Path) -> None:
    barrier, rings = threading.Barrier(16), list[KeyRing]()

    def start() -> None:
        barrier.wait()
        rings.append(load_ring(tmp_path / "data", None))

    threads = [threading.Thread(target=start) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(rings) == 16
    assert len({ring.fingerprints for ring in rings}) == 1
    assert [path.name for path in (tmp_path / "data").iterdir()] == [FILE_NAME]


def test_a_file_system_without_hard_links_still_ends_with_one_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "no hard links here")

    monkeypatch.setattr(Path, "hardlink_to", refuse)
    first = load_ring(tmp_path, None)
    assert load_ring(tmp_path, None).fingerprints == first.fingerprints
    assert stat.S_IMODE((tmp_path / FILE_NAME).stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[]",
        b'"text"',
        b'{"version": 1}',
        b'{"version": 1, "keys": []}',
        b'{"version": 2, "keys": [{"hex": "00"}]}',
        b'{"version": 1, "keys": [{"hex": "abcd"}]}',
        b'{"version": 1, "keys": [{"hex": "zz"}]}',
        b'{"key": "of another product"}',
        b"0123456789abcdef" * 4,
        b"[" * 100_000,
    ],
)
def test_a_short_or_damaged_key_file_is_an_error_and_is_never_replaced(
    tmp_path: Path, content: bytes
) -> None:
    (tmp_path / FILE_NAME).write_bytes(content)
    assert refused(tmp_path).code == "key_file"


def test_a_key_file_cut_short_at_any_length_is_an_error_or_the_same_key(tmp_path: Path) -> None:
    ring = load_ring(tmp_path, None)
    whole = (tmp_path / FILE_NAME).read_bytes()
    for length in range(len(whole.rstrip())):
        (tmp_path / FILE_NAME).write_bytes(whole[:length])
        refused(tmp_path)
    (tmp_path / FILE_NAME).write_bytes(whole)
    assert load_ring(tmp_path, None).fingerprints == ring.fingerprints


def test_a_key_file_that_another_user_may_not_read_is_named(
    open_folder: Path, as_another_user: Become
) -> None:
    load_ring(open_folder, None)
    with as_another_user(), pytest.raises(KeyFileError) as refusal:
        load_ring(open_folder, None)
    assert refusal.value.code == "key_file_unreadable"
    assert "chmod 600" in refusal.value.remedy


def test_a_folder_that_cannot_be_written_is_named(open_folder: Path, as_another_user: Become) -> None:
    with as_another_user(), pytest.raises(KeyFileError) as refusal:
        load_ring(open_folder / "data", None)
    assert refusal.value.code == "key_file_unwritable"
    assert "TEKMERIA_DATA_DIR" in refusal.value.remedy


def test_the_key_of_the_environment_makes_no_file(tmp_path: Path) -> None:
    given = KeyRing.from_hex("5a" * 32)
    assert load_ring(tmp_path / "data", given) is given
    assert not (tmp_path / "data").exists()


@pytest.mark.clause("K21")
def test_the_demo_key_is_refused_outside_demo_mode(tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as refusal:
        load_ring(tmp_path, KeyRing.from_hex("5a" * 32, DEMO_KEY_HEX))
    assert refusal.value.source == "TEKMERIA_HANDLE_KEY"
    document = {"version": 1, "keys": [{"hex": DEMO_KEY_HEX}]}
    (tmp_path / FILE_NAME).write_text(json.dumps(document), encoding="utf-8")
    assert "demo key" in refused(tmp_path).message
    assert demo_ring().keys[0].secret.hex() == DEMO_KEY_HEX


def test_no_error_shows_the_key(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text('{"version": 1, "keys": [{"hex": "deadbeef"}]}', encoding="utf-8")
    assert "deadbeef" not in str(refused(tmp_path))

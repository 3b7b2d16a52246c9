"""``tekmeria bundle``, ``verify``, ``audit --bundle`` and ``keys sign``: proof for who has no key (system.md)."""

from __future__ import annotations

import json
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from tekmeria_contract.__main__ import main as contract
from tekmeria_contract.seals import PublicKey
from tekmeria_server.__main__ import main

KEY = "ab" * 32


@pytest.fixture
def answer(
    own_environment: Path,
    tmp_path: Path,
    write_record: Callable[..., Path],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Path:
    """An answer that cites a record of ``records``, in the working folder of an installation with a key."""
    assert not own_environment.exists()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TEKMERIA_HANDLE_KEY", KEY)
    write_record(99000094, "A fictional record.", [("RESULTS", "All 12 recovered.")])
    assert main(["fetch", "99000094", "--records", "records", "--json"]) == 0
    handle = json.loads(capsys.readouterr().out)["records"][0]["passages"][1]["handle"]
    path = tmp_path / "answer.md"
    path.write_text(f'They recovered [{handle} "All 12 recovered."].', encoding="utf-8")
    return path


BUNDLE = ["bundle", "answer.md", "-o", "b.json", "--records", "records"]
VERIFY = ["verify", "answer.md", "--bundle", "b.json"]


def test_a_signed_answer_is_verified_by_a_third_party_with_the_public_key_alone(
    answer: Path, own_environment: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["keys", "sign", "new"]) == 0
    keyid, did = capsys.readouterr().out.split()
    assert PublicKey.from_text(did).keyid == keyid
    assert main(["keys", "sign", "export", "-o", "public.pem"]) == 0
    assert main(BUNDLE) == 0
    made = capsys.readouterr().out
    assert f"sealed: by {keyid} at " in made
    assert main(VERIFY) == 0
    assert capsys.readouterr().out == made
    # Elsewhere: another data folder, no key of the installation.
    monkeypatch.delenv("TEKMERIA_HANDLE_KEY")
    monkeypatch.setenv("TEKMERIA_DATA_DIR", str(own_environment.parent / "elsewhere"))
    for key in ("public.pem", did):
        assert main([*VERIFY, "--public-key", key]) == 0
        assert contract([*VERIFY, "--public-key", key]) == 0
        assert capsys.readouterr().out == made * 2
    assert main(VERIFY) == 3
    assert "there is no signing key at" in capsys.readouterr().err
    answer.write_text(answer.read_text(encoding="utf-8") + " Indeed.", encoding="utf-8")
    for command in (main, contract):
        assert command([*VERIFY, "--public-key", "public.pem"]) == 1
        shown = capsys.readouterr()
        assert "proves nothing: answer: it is not the answer that the bundle speaks of" in shown.err
        assert shown.out == ""


@pytest.mark.usefixtures("answer")
def test_without_a_signing_key_the_ring_seals_and_the_installation_verifies(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(BUNDLE) == 0
    assert "sealed: by ring:" in capsys.readouterr().out
    assert main([*VERIFY, "--format", "json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert (shown["report"]["verdict"], shown["bundle"]["compared"]) == ("pass", True)
    assert shown["report"]["citations"][0]["notes"] == ["not_rechecked"]
    assert main([*VERIFY, "--fail-on", "warn"]) == 0
    key = {"version": 1, "keys": [{"hex": KEY}]}
    (tmp_path / "key.json").write_text(json.dumps(key), encoding="utf-8")
    assert contract([*VERIFY, "--key-file", "key.json"]) == 0


@pytest.mark.usefixtures("answer")
def test_another_answer_is_audited_from_a_bundle_and_what_it_does_not_hold_is_forged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(BUNDLE) == 0
    capsys.readouterr()
    handle = json.loads((tmp_path / "b.json").read_text(encoding="utf-8"))
    assert handle["payloadType"] == "application/vnd.tekmeria.bundle+json"
    text = (tmp_path / "answer.md").read_text(encoding="utf-8")
    (tmp_path / "other.md").write_text(f"{text} Made up [pmid:99000001/title~00000].", encoding="utf-8")
    assert main(["audit", "answer.md", "other.md", "--bundle", "b.json", "--format", "json"]) == 1
    reports = [json.loads(line)["report"] for line in capsys.readouterr().out.splitlines()]
    assert [report["verdict"] for report in reports] == ["pass", "fail"]
    assert reports[1]["citations"][1]["reason"] == "not_in_bundle"
    assert main(["audit", "answer.md", "--bundle", "b.json", "--records", "records"]) == 2


@pytest.mark.usefixtures("answer")
def test_the_private_key_is_its_owners_never_shown_and_never_overwritten(
    own_environment: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["keys", "sign", "new"]) == 0
    path = own_environment / "signing-key.pem"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    private = path.read_text(encoding="ascii")
    assert main(["keys", "sign", "new"]) == 3
    assert main(["keys", "sign", "export"]) == 0
    assert main(["keys", "sign", "export", "--did"]) == 0
    assert path.read_text(encoding="ascii") == private
    shown = capsys.readouterr()
    assert private.splitlines()[1] not in shown.out + shown.err
    assert "there is a signing key already" in shown.err


@pytest.mark.usefixtures("answer")
def test_what_a_revoked_key_signed_is_believed_no_more(
    own_environment: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["keys", "sign", "revoke"]) == 3
    assert main(["keys", "sign", "new"]) == 0
    assert main(["keys", "sign", "export", "-o", "old.pem"]) == 0
    assert main(BUNDLE) == 0
    assert main(["keys", "sign", "revoke"]) == 0
    assert main(["keys", "sign", "new"]) == 0
    revoked = str(own_environment / "revoked-keys.json")
    capsys.readouterr()
    assert main([*VERIFY, "--public-key", "old.pem"]) == 1
    assert contract([*VERIFY, "--public-key", "old.pem"]) == 0
    assert contract([*VERIFY, "--public-key", "old.pem", "--revoked", revoked]) == 1
    assert "the key that sealed it has been revoked" in capsys.readouterr().err
    assert main(BUNDLE) == 0
    assert main(VERIFY) == 0


@pytest.mark.usefixtures("answer")
def test_wrong_use_is_told_apart_from_what_proves_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(BUNDLE) == 0
    (tmp_path / "no.json").write_text("{}", encoding="utf-8")
    wrong = [
        (["verify", "answer.md", "--bundle", "missing.json"], 2),
        (["verify", "missing.md", "--bundle", "b.json"], 2),
        ([*VERIFY, "--public-key", "answer.md"], 2),
        (["verify", "answer.md", "--bundle", "no.json"], 1),
        (["bundle", "answer.md", "-o", "missing/b.json", "--records", "records"], 2),
        ([*BUNDLE, "--demo"], 2),
    ]
    assert [(arguments, main(arguments)) for arguments, _ in wrong] == wrong
    assert "Traceback" not in capsys.readouterr().err

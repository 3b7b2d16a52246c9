"""``python -m tekmeria_contract``: what it prints, on which stream, and its exit codes (system.md, Commands)."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tekmeria_contract import (
    IssuedText,
    KeyRing,
    Policy,
    RecordFacts,
    Report,
    Resolution,
    SigningKey,
    judge,
    make_bundle,
    mint,
    plan,
    render_text,
    verify_bundle,
    write_evidence,
)
from tekmeria_contract import __main__ as command
from tekmeria_contract.handle import verify
from tekmeria_contract.verification import render_verified, write_revoked

KEY = "5e" * 32
OLD_KEY = "7a" * 32
RING = KeyRing.from_hex(KEY)
HANDLE = mint("pmid:99000001", "abstract.1", RING)
UNHELD = mint("pmid:99000002", "abstract.1", RING)
RETIRED = mint("pmid:99000001", "abstract.1", KeyRing.from_hex(OLD_KEY))
FORGED = HANDLE[:-1] + ("0" if HANDLE[-1] != "0" else "1")
TEXT = "Of 1,204 invented adults, 93 had a relapse (β = −0.23)."
NOW = "Of 1,204 invented adults, 94 had a relapse (β = −0.23)."
FACTS = RecordFacts("A fictional title", ("pmid:99000001",), notices=(), checked_at="2033-03-01")
KNOWN = Resolution((IssuedText(TEXT),), NOW, True, True, True, FACTS)
SOUND = f'Few relapsed [{HANDLE} "93 had a relapse (β = −0.23)"].'
TIME = "2033-03-01T12:00:00Z"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with an answer, its evidence and the key file."""
    monkeypatch.chdir(tmp_path)
    keys: list[dict[str, object]] = [
        {"hex": KEY},
        {"hex": OLD_KEY, "mint": 5, "accept": [], "created": TIME, "state": "retired"},
    ]
    write("key.json", json.dumps({"version": 1, "keys": keys}))
    write("evidence.json", write_evidence({HANDLE: KNOWN}))
    write("answer.md", SOUND)
    return tmp_path


def write(name: str, content: str | bytes) -> str:
    Path(name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return name


def audit(answer: str, *more: str) -> int:
    return command.main(["audit", answer, "--evidence", "evidence.json", "--key-file", "key.json", *more])


@pytest.mark.beside("the command line is documented by its help and README, and is no part of the contract")
@pytest.mark.usefixtures("folder")
def test_the_text_as_issued_decides_unless_told_otherwise(capsys: pytest.CaptureFixture[str]) -> None:
    assert audit("answer.md") == 0
    shown = capsys.readouterr()
    assert shown.out.startswith("verdict: PASS  (1 citation: 1 ok)\n")
    assert "note: not_rechecked" in shown.out
    assert f"audited: {len(SOUND)} characters, sha256 " in shown.out
    assert shown.err == ""
    assert audit("answer.md", "--against", "current_or_issued") == 0
    assert "note: text_changed" in capsys.readouterr().out
    write("now.md", SOUND.replace("93", "94"))
    assert audit("now.md") == 1
    assert "quote_mismatch" in capsys.readouterr().out
    assert audit("now.md", "--against", "current_or_issued") == 0


@pytest.mark.beside("the command line is documented by its help and README, and is no part of the contract")
@pytest.mark.usefixtures("folder")
def test_the_report_is_the_audits_own_and_the_same_bytes_every_time(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert audit("answer.md", "--format", "json", "--audited-at", TIME) == 0
    first = capsys.readouterr().out
    policy = Policy(against="issued")
    report = judge(plan(SOUND, RING), {HANDLE: KNOWN}, policy, TIME)
    assert first == report.to_json(indent=2) + "\n"
    assert audit("answer.md", "--format", "json", "--audited-at", TIME) == 0
    assert capsys.readouterr().out == first
    assert audit("answer.md") == 0
    assert capsys.readouterr().out.startswith(render_text(report))


@pytest.mark.beside("the command line is documented by its help and README, and is no part of the contract")
@pytest.mark.usefixtures("folder")
def test_exit_codes_follow_the_verdict_and_what_is_accepted(capsys: pytest.CaptureFixture[str]) -> None:
    uncited = write("uncited.md", f"{SOUND} Nobody asked them.")
    forged = write("forged.md", f"{SOUND} More relapsed [{FORGED}].")
    unheld = write("unheld.md", f"Others did [{UNHELD}].")
    half = write("half.md", f"{SOUND} Others did [{UNHELD}].")
    expected = [
        (["answer.md"], 0),
        ([uncited], 1),
        ([uncited, "--accept", "warn"], 0),
        ([uncited, "--accept", "incomplete"], 0),
        ([uncited, "--accept", "warn", "--fail-on", "uncited"], 1),
        ([uncited, "--accept", "warn", "--fail-on", "preprint", "--fail-on", "warn"], 1),
        ([forged, "--accept", "incomplete"], 1),
        ([half], 1),
        ([half, "--accept", "incomplete"], 0),
        ([unheld], 3),
        ([unheld, "--accept", "incomplete"], 0),
        ([unheld, "--fail-on", "unavailable"], 1),
    ]
    assert [(arguments, audit(*arguments)) for arguments, _ in expected] == expected
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.beside("the command line is documented by its help and README, and is no part of the contract")
@pytest.mark.parametrize("against", ["issued", "current_or_issued"])
@pytest.mark.usefixtures("folder")
def test_what_the_evidence_file_does_not_hold_is_unavailable_and_named(
    against: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write("more.md", f"{SOUND} Others did [{UNHELD}].")
    assert audit("more.md", "--format", "json", "--against", against) == 1
    shown = capsys.readouterr()
    verdicts = [citation["verdict"] for citation in json.loads(shown.out)["citations"]]
    assert verdicts == ["ok", "unavailable"]
    assert shown.err.count("\n") == 1
    assert f"evidence.json says nothing of {UNHELD}, judged unavailable; ask for" in shown.err
    write("evidence.json", write_evidence({}))
    assert audit("more.md", "--against", against) == 3
    assert f"says nothing of {HANDLE} and 1 more" in capsys.readouterr().err


@pytest.mark.beside("the command line is documented by its help and README, and is no part of the contract")
@pytest.mark.usefixtures("folder")
def test_standard_input_text_and_claims_are_audited_alike(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    citation = {"handle": HANDLE, "quote": "93 had a relapse"}
    write("claims.json", json.dumps([{"sentence": "Few relapsed.", "citations": [citation]}]))
    assert audit("claims.json") == 0
    assert "characters of claims as JSON" in capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(SOUND.encode()), "ascii"))
    assert audit("-") == 0
    assert capsys.readouterr().out.startswith("verdict: PASS  (1 citation: 1 ok)")


BROKEN_EVIDENCE = write_evidence({HANDLE: KNOWN}).replace('"reached":true', '"reached":"yes"')


@pytest.mark.beside("the command line is documented by its help and README, and is no part of the contract")
@pytest.mark.parametrize(
    ("files", "arguments", "code", "named"),
    [
        ({}, ["missing.md"], 2, "the answer missing.md cannot be read (No such file"),
        ({}, ["."], 2, "the answer . cannot be read (Is a directory); name a file, or - for"),
        ({}, ["a\0b"], 2, "it has no usable name"),
        ({"answer.md": ""}, ["answer.md"], 2, "the answer answer.md: it is empty"),
        ({"answer.md": b"\xff\xff"}, ["answer.md"], 2, "byte 0 is not UTF-8; save the answer as UTF-8"),
        ({"a.json": '{"claims": ['}, ["a.json"], 2, "a.json: it begins like JSON and is none"),
        ({"a.json": '[{"sentence": 5}]'}, ["a.json"], 2, 'a.json: claim 0 has no "sentence"'),
        ({"a.json": '{"answer_text": "\\ud800"}'}, ["a.json"], 2, "a lone surrogate at character 0"),
        ({"a.md": "a" * (1 << 20) + "b"}, ["a.md"], 2, "limit of 1048576; audit it in parts"),
        ({"evidence.json": "{"}, ["answer.md"], 2, "the evidence file evidence.json: it is no JSON"),
        ({"evidence.json": b"\xff"}, ["answer.md"], 2, "evidence.json: byte 0 is not UTF-8"),
        (
            {"evidence.json": BROKEN_EVIDENCE},
            ["answer.md"],
            2,
            f"evidence.json: reached of {HANDLE}: expected",
        ),
        ({"evidence.json": "[" * 200_000}, ["answer.md"], 2, "nested too deeply"),
        ({"evidence.json": None}, ["answer.md"], 2, "--evidence-out FILE"),
        ({"key.json": None}, ["answer.md"], 3, "the key file key.json cannot be read"),
        ({"key.json": KEY}, ["answer.md"], 3, "the key file key.json is no JSON; name the key file of"),
        ({"key.json": b"\xff"}, ["answer.md"], 3, "the key file key.json is no JSON"),
        ({"key.json": "[" * 200_000}, ["answer.md"], 3, "the key file key.json is no JSON"),
        ({"key.json": "9" * 64}, ["answer.md"], 3, "key.json cannot be used: a key file is a JSON object"),
        ({"key.json": '{"version": 1, "keys": []}'}, ["answer.md"], 3, "needs at least one key"),
        (
            {"key.json": '{"version": 1, "keys": [{"hex": "5e"}]}'},
            ["answer.md"],
            3,
            "a key has 1 bytes; at least 32",
        ),
        ({"key.json": f'{{"version": "{KEY}"}}'}, ["answer.md"], 3, "this software reads version 1"),
        (
            {},
            ["answer.md", "--fail-on", "nonsense"],
            2,
            "--fail-on: fail_on cannot hold 'nonsense'; choose from",
        ),
        ({}, ["answer.md", "--accept", "fail"], 2, "argument --accept: invalid choice: 'fail'"),
        ({}, ["answer.md", "--against", "current"], 2, "argument --against: invalid choice"),
        ({}, ["answer.md", "--format", "yaml"], 2, "argument --format: invalid choice"),
        ({}, ["answer.md", "--audited-at", "noon"], 2, "--audited-at is no time in ISO 8601; write it like"),
        ({}, ["answer.md", "--key", KEY], 2, "unrecognized arguments: --key (not shown: it may be a key)"),
        ({}, ["answer.md", "--evid", "x"], 2, "unrecognized arguments: --evid"),
        ({}, ["\udcff\x1b[2J\n.md"], 2, "cannot be read"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_a_failure_is_one_line_that_names_the_thing_and_the_remedy(
    files: dict[str, str | bytes | None],
    arguments: Sequence[str],
    code: int,
    named: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, content in files.items():
        if content is None:
            Path(name).unlink()
        else:
            write(name, content)
    assert audit(*arguments) == code
    shown = capsys.readouterr()
    assert shown.out == ""
    assert named in shown.err
    assert re.fullmatch(r"tekmeria_contract: [^\n\x1b]+\n", shown.err)
    assert KEY not in shown.err


@pytest.mark.beside("the command line is documented by its help and README, and is no part of the contract")
@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ([], "the following arguments are required: audit|verify; see python -m tekmeria_contract --help"),
        (["sign"], "invalid choice: 'sign'"),
        (["audit"], "required: ANSWER, --evidence, --key-file; see python -m tekmeria_contract audit --help"),
        (["verify", "--key-file", "key.json"], "required: HANDLE"),
        (
            ["audit", "a.md", "--evidence", "e.json", "--key-file", KEY],
            "the key file (not shown: it may be a key)",
        ),
        (["audit", KEY, "--evidence", "e.json", "--key-file", "key.json"], "the answer (not shown"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_wrong_arguments_are_told_in_one_line_without_any_key(
    arguments: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(arguments) == (3 if KEY in arguments[-1:] else 2)
    shown = capsys.readouterr()
    assert shown.out == ""
    assert named in shown.err
    assert shown.err.count("\n") == 1
    assert KEY not in shown.err


@pytest.mark.beside("the command line is documented by its help and README, and is no part of the contract")
@pytest.mark.parametrize("arguments", [["--help"], ["audit", "--help"], ["verify", "-h"]])
def test_help_has_the_exit_codes_and_an_example(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(arguments) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "exit codes: 0 accepted, 1 not accepted" in shown
    assert len(arguments) == 1 or f"example: python -m tekmeria_contract {arguments[0]} " in shown


@pytest.mark.beside("the command line is documented by its help and README, and is no part of the contract")
@pytest.mark.usefixtures("folder")
def test_verify_tells_genuine_forged_retired_and_malformed_handles_apart(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert command.main(["verify", HANDLE, "--key-file", "key.json"]) == 0
    assert capsys.readouterr().out == f"genuine    {HANDLE}  (key {RING.fingerprints[0]})\n"
    given = [HANDLE, FORGED, RETIRED, HANDLE.upper(), f"{HANDLE}\x1b[2J", f"{HANDLE[:-5]}abcdefgh"]
    assert command.main(["verify", *given, "--key-file", "key.json"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [
        "genuine",
        "forged",
        "forged",
        *["malformed"] * 2,
        "forged",
    ]
    assert f"{RETIRED}  retired_key: " in lines[2]
    assert "\x1b" not in lines[4]
    assert command.main(["verify", *given, "--key-file", "key.json", "--format", "json"]) == 1
    entries = json.loads(capsys.readouterr().out)
    assert [entry["handle"] for entry in entries] == given
    assert [entry["reason"] for entry in entries[:3]] == [None, "code_mismatch", "retired_key"]
    assert (entries[0]["key"], entries[0]["addressing"]) == (RING.fingerprints[0], 1)
    assert verify(HANDLE, RING).key_fingerprint == entries[0]["key"]


@pytest.mark.beside("the command line is documented by its help and README, and is no part of the contract")
@pytest.mark.usefixtures("folder")
def test_an_interruption_has_its_own_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> Report:
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "judge", interrupted)
    assert audit("answer.md") == 130
    assert capsys.readouterr().err == "tekmeria_contract: interrupted\n"


@pytest.mark.beside("the command line is documented by its help and README, and is no part of the contract")
@pytest.mark.usefixtures("folder")
def test_a_fault_of_the_program_is_no_verdict_and_shows_no_value(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> Report:
        raise ZeroDivisionError(KEY)

    monkeypatch.setattr(command, "judge", broken)
    assert audit("answer.md") == 3
    shown = capsys.readouterr().err
    assert re.fullmatch(
        r"tekmeria_contract: ZeroDivisionError at \S+:\d+; this is a fault .*report it\n", shown
    )


SIGNING = SigningKey(bytes(range(32)))


@pytest.fixture
def bundles(folder: Path) -> Path:
    """The working folder with the answer's bundle sealed both ways, the public key, and a list that revokes it."""
    resolutions = {HANDLE: Resolution((IssuedText(TEXT),), NOW, True, True, True, FACTS)}
    write("ring.bundle", make_bundle(SOUND, RING, resolutions, TIME))
    write("signed.bundle", make_bundle(SOUND, RING, resolutions, TIME, SIGNING))
    write("public.pem", SIGNING.public_key.to_pem())
    write("revoked.json", write_revoked({SIGNING.public_key.keyid: TIME}))
    write("other.json", json.dumps({"version": 1, "keys": [{"hex": "3c" * 32}]}))
    return folder


def verified(*arguments: str) -> int:
    return command.main(["verify", *arguments])


@pytest.mark.clause("B1")
@pytest.mark.usefixtures("bundles")
def test_an_answer_is_verified_by_its_bundle_with_either_key(capsys: pytest.CaptureFixture[str]) -> None:
    did = SIGNING.public_key.to_did()
    for seal in (["ring.bundle", "--key-file", "key.json"], ["signed.bundle", "--public-key", did]):
        assert verified("answer.md", "--bundle", *seal) == 0
        shown = capsys.readouterr().out
        assert "verdict: PASS" in shown
        assert "with 1 passage; nothing was altered" in shown
        assert "not what the source says" in shown
    assert (
        verified("answer.md", "--bundle", "signed.bundle", "--public-key", "public.pem", "--format", "json")
        == 0
    )
    values = json.loads(capsys.readouterr().out)
    assert values["bundle"]["passages"] == 1
    assert values["bundle"]["compared"] is True
    assert values["report"]["verdict"] == "pass"


@pytest.mark.clause("B1")
@pytest.mark.usefixtures("bundles")
@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["answer.md", "--bundle", "ring.bundle"], 2, "one of --public-key and --key-file"),
        ([HANDLE, "--public-key", "public.pem"], 2, "handles are verified with --key-file"),
        (["answer.md", "--bundle", "ring.bundle", "--key-file", "other.json"], 1, "proves nothing"),
        (["answer.md", "--bundle", "no.bundle", "--key-file", "key.json"], 2, "the bundle no.bundle"),
        (["big.md", "--bundle", "ring.bundle", "--key-file", "key.json"], 2, "the answer big.md"),
        (
            ["answer.md", "--bundle", "signed.bundle", "--public-key", "answer.md"],
            2,
            "the public key answer.md",
        ),
        (["answer.md", "--bundle", "signed.bundle", "--public-key", "bytes"], 2, "it is no text"),
        (
            [
                "answer.md",
                "--bundle",
                "signed.bundle",
                "--public-key",
                "public.pem",
                "--revoked",
                "revoked.json",
            ],
            1,
            "proves nothing",
        ),
        (
            ["answer.md", "--bundle", "signed.bundle", "--public-key", "public.pem", "--revoked", "key.json"],
            2,
            "no list of revoked keys",
        ),
        (
            [
                "answer.md",
                "--bundle",
                "signed.bundle",
                "--public-key",
                "public.pem",
                "--revoked",
                "entry.json",
            ],
            2,
            "has no keyid",
        ),
        (
            ["answer.md", "--bundle", "signed.bundle", "--public-key", "public.pem", "--revoked", "bytes"],
            2,
            "it is no text",
        ),
    ],
)
def test_a_bundle_that_does_not_verify_is_told_in_one_line(
    arguments: list[str], code: int, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write("big.md", "a" * ((1 << 20) + 1))
    write("bytes", b"\xff\xfe\xff")
    write("entry.json", '{"version": 1, "revoked": [7]}')
    assert verified(*arguments) == code
    output = capsys.readouterr()
    assert output.out == ""
    assert told in output.err
    assert output.err.count("\n") == 1


@pytest.mark.clause("B1")
@pytest.mark.usefixtures("bundles")
def test_without_the_extra_a_signature_is_not_judged(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "cryptography", None)
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives.asymmetric.ed25519", None)
    monkeypatch.setitem(sys.modules, "cryptography.exceptions", None)
    assert verified("answer.md", "--bundle", "signed.bundle", "--public-key", "public.pem") == 3
    assert "sign" in capsys.readouterr().err


@pytest.mark.clause("B1")
@pytest.mark.usefixtures("bundles")
def test_what_was_gone_or_judged_by_other_rules_is_said_beside_the_verdict() -> None:
    gone = replace(KNOWN, current=None, record_exists=False, passage_exists=False)
    found = verify_bundle(SOUND, make_bundle(SOUND, RING, {HANDLE: gone}, TIME), ring=RING)
    assert f"gone: when the bundle was made, the source no longer served {HANDLE}" in render_verified(found)
    assert "not compared" not in render_verified(found)
    assert "not compared: the sealed report was made by other versions" in render_verified(
        replace(found, compared=False)
    )

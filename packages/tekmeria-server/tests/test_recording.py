"""``tekmeria record-fixtures``: what upstreams answer becomes a folder that gives the same records without them."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from tekmeria_server.__main__ import main
from tekmeria_sources.simulator import Simulator

pytestmark = pytest.mark.beside("air-gapped use, and the recorded answers of tests")

IDS = [
    "pmid:99000001",
    "pmid:99000010",
    "ppr:PPR99000001",
    "nct:NCT99000001",
    "setid:aaaaaaaa-0000-4000-8000-000000000001",
]
KEYS = {"NCBI_API_KEY": "ncbisecret", "OPENFDA_API_KEY": "fdasecret", "NCBI_EMAIL": "someone@example.org"}


@pytest.fixture
def simulator(own_environment: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Simulator:
    assert not own_environment.exists()
    monkeypatch.chdir(tmp_path)
    for name, value in KEYS.items():
        monkeypatch.setenv(name, value)
    return Simulator()


def passages(out: str) -> dict[str, list[str]]:
    records = json.loads(out)["records"]
    return {record["record_id"]: [passage["text"] for passage in record["passages"]] for record in records}


def test_a_recorded_folder_gives_the_same_records_as_the_upstreams_did(
    simulator: Simulator,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    own_environment: Path,
) -> None:
    monkeypatch.setenv("TEKMERIA_RESULT_BUDGET", "1000000")
    with simulator:
        monkeypatch.setenv("TEKMERIA_UPSTREAM_URL", simulator.url)
        command = [
            "record-fixtures",
            *IDS,
            "--query",
            "fictional",
            "--trials",
            "fictaquine",
            "--drug",
            "fictaquine",
        ]
        assert main([*command, "-o", "recorded"]) == 0, capsys.readouterr().err
        assert "answers are in recorded" in capsys.readouterr().out
        assert not own_environment.exists()
        assert main(["fetch", *IDS, "--json"]) == 0
        live = passages(capsys.readouterr().out)
    monkeypatch.delenv("TEKMERIA_UPSTREAM_URL")
    assert main(["fetch", *IDS, "--json", "--records", "recorded"]) == 0
    assert passages(capsys.readouterr().out) == live
    assert len(live) == len(IDS)


def test_every_answer_has_a_receipt_that_tells_no_secret(
    simulator: Simulator, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with simulator:
        monkeypatch.setenv("TEKMERIA_UPSTREAM_URL", simulator.url)
        assert main(["record-fixtures", *IDS, "--query", "fictional", "-o", "recorded"]) == 0
    files = [path for path in (tmp_path / "recorded").rglob("*") if path.is_file()]
    bodies = [path for path in files if not path.name.endswith(".receipt.json")]
    assert len(files) == 2 * len(bodies) > 10
    for body in bodies:
        receipt = json.loads(body.with_name(f"{body.name}.receipt.json").read_bytes())
        assert receipt.keys() == {"request", "method", "time", "status", "sha256", "kind"}
        assert receipt["sha256"] == hashlib.sha256(body.read_bytes()).hexdigest()
        assert (receipt["status"], receipt["kind"]) in {(200, "recorded"), (404, "recorded")}
        assert receipt["request"].startswith("https://")
    written = b"".join(path.read_bytes() for path in files)
    assert [secret for secret in KEYS.values() if secret.encode() in written] == []


@pytest.mark.parametrize("fault", ["429-without-retry-after", "500", "html", "reset"])
def test_what_failed_is_named_and_no_failure_is_recorded(
    fault: str,
    simulator: Simulator,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.setattr("tekmeria_sources.sending.FIRST_WAIT_S", 0.0)
    simulator.fault, simulator.faulty = fault, frozenset({"clinicaltrials.gov"})
    with simulator:
        monkeypatch.setenv("TEKMERIA_UPSTREAM_URL", simulator.url)
        assert main(["record-fixtures", "pmid:99000001", "nct:NCT99000001", "-o", "recorded"]) == 3
    assert "nct:NCT99000001" in capsys.readouterr().err
    names = {path.parent.name for path in (tmp_path / "recorded").rglob("*.json")}
    assert "pubmed" in names or "crossref" in names
    recorded = [path for path in (tmp_path / "recorded" / "clinicaltrials").rglob("*") if fault != "html"]
    assert recorded == []


def test_nothing_to_record_is_said(own_environment: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert not own_environment.exists()
    assert main(["record-fixtures", "-o", "recorded"]) == 2
    assert "nothing is to be recorded" in capsys.readouterr().err

"""A run says whether the audit is right, and notices when it is not."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from tekmeria_eval import run
from tekmeria_eval.commands import app
from tekmeria_eval.faultlist import FAULTS
from tekmeria_eval.faults import Fault, StaleFaultError, injected, try_fault
from tekmeria_eval.junit import printable, to_junit
from tekmeria_eval.literature import Literature
from tekmeria_eval.results import to_json

RUNNER = CliRunner()


@pytest.mark.clause("O2", "Q44", "Q50..Q52", "V1", "V2")
def test_every_audit_of_the_default_run_is_as_planted(literature: Literature) -> None:
    evaluation = run(literature)
    assert [str(d) for failure in evaluation.failures[:5] for d in failure.score.differences] == []
    assert evaluation.passed
    assert evaluation.right == evaluation.audits > 1000


@pytest.mark.parametrize("fault", ["cut_left_legal", "cut_right_legal", "code_accepts_anything"])
def test_a_rule_broken_by_hand_costs_score(literature: Literature, fault: str) -> None:
    names = ["token_cut", "forged_code", "ok_plain"]
    with injected(FAULTS[fault]):
        broken = run(literature, per_category=20, names=names)
    assert broken.right < broken.audits
    assert not broken.passed
    assert run(literature, per_category=20, names=names).passed


@pytest.mark.parametrize("name", FAULTS)
def test_every_fault_is_noticed_by_the_category_it_names(literature: Literature, name: str) -> None:
    caught = try_fault(literature, FAULTS[name], 0, 25)
    assert caught.stale is None
    assert caught.passed


def test_a_fault_whose_target_is_gone_is_stale(literature: Literature) -> None:
    gone = Fault("gone", "verdicts:no_such_rule", lambda original: None, "ok_plain", "nothing")
    with pytest.raises(StaleFaultError, match="no_such_rule"), injected(gone):
        pass
    caught = try_fault(literature, gone, 0, 1)
    assert not caught.passed
    assert caught.stale is not None


def test_a_fault_that_changes_nothing_is_stale() -> None:
    same = Fault("same", "verdicts:flags", lambda original: original, "ok_plain", "nothing")
    with pytest.raises(StaleFaultError, match="original"), injected(same):
        pass


def test_a_fault_is_gone_when_it_is_over(literature: Literature) -> None:
    with injected(FAULTS["flags_dropped"]):
        assert not run(literature, per_category=2, names=["retracted"]).passed
    assert run(literature, per_category=2, names=["retracted"]).passed


def test_the_same_seed_gives_the_same_bytes(literature: Literature) -> None:
    first, second = (to_json(run(literature, 5, 3, ["ok_quoted", "malformed"])) for _ in range(2))
    assert first == second
    assert first != to_json(run(literature, 6, 3, ["ok_quoted", "malformed"]))
    assert "seconds" not in first


def test_the_document_counts_verdicts_by_plant_and_report(literature: Literature) -> None:
    document = json.loads(to_json(run(literature, 0, 4, ["ok_plain", "withdrawn"])))
    assert set(document["confusion"]) == {"ok", "withdrawn"}
    assert set(document["confusion"]["withdrawn"]) == {"withdrawn"}
    assert [category["name"] for category in document["categories"]] == ["ok_plain", "withdrawn"]


def test_junit_tells_each_failure_and_counts_the_rest(literature: Literature) -> None:
    with injected(FAULTS["flags_dropped"]):
        evaluation = run(literature, 0, 3, ["ok_plain", "retracted"])
    plain, retracted = ElementTree.fromstring(to_junit(evaluation))
    assert (plain.get("name"), plain.get("tests"), plain.get("failures")) == ("ok_plain", "6", "0")
    assert len(retracted.findall("testcase/failure")) == int(retracted.get("failures") or 0) == 6
    assert len(retracted) == int(retracted.get("tests") or 0)


def test_junit_holds_no_character_that_xml_cannot(literature: Literature) -> None:
    assert printable("a\x00b\ud800\ufffe\n") == "a\\x00b\\xd800\\xfffe\n"


def test_the_command_writes_json_and_junit_in_an_empty_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = ["run", "--per-category", "2", "--category", "ok_plain"]
    outcome = RUNNER.invoke(app, [*arguments, "--json-out", "result.json", "--junit-out", "result.xml"])
    assert outcome.exit_code == 0
    assert "4/4 audits as planted" in outcome.output
    assert json.loads(Path("result.json").read_text(encoding="utf-8"))["passed"] is True
    assert ElementTree.parse("result.xml").getroot().tag == "testsuites"


def test_the_command_fails_where_an_audit_is_not_as_planted() -> None:
    with injected(FAULTS["flags_dropped"]):
        outcome = RUNNER.invoke(app, ["run", "--per-category", "2", "--category", "retracted"])
    assert outcome.exit_code == 1
    assert "0/4 audits as planted" in outcome.output


def test_the_faults_command_shows_how_each_was_noticed() -> None:
    outcome = RUNNER.invoke(app, ["faults", "--fault", "flags_dropped", "--per-category", "2"])
    assert outcome.exit_code == 0
    assert "1/1 faults noticed" in outcome.output


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["run", "--category", "no_such"], "no_such"),
        (["run", "--records", "no/such/folder"], "no/such/folder"),
        (["run", "--per-category", "0"], "per-category"),
        (
            ["run", "--per-category", "1", "--category", "ok_plain", "--json-out", "no/such/file.json"],
            "file.json",
        ),
        (["faults", "--fault", "no_such"], "no_such"),
        (["run", "--no-such-option"], "no-such-option"),
    ],
)
def test_wrong_use_names_the_thing_and_has_its_own_exit_code(arguments: list[str], named: str) -> None:
    outcome = RUNNER.invoke(app, arguments)
    assert outcome.exit_code == 2
    assert named in outcome.output.replace("\n", "")

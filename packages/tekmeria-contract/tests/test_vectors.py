"""The vectors of ``fixtures/vectors``: every case, and that the script writes the committed files."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tekmeria_contract import (
    BundleError,
    HandleError,
    KeyRing,
    Policy,
    PublicKey,
    compare_quote,
    judge,
    mint,
    parse,
    plan,
    read_answer,
    read_evidence,
    split_sentences,
    verify,
)
from tekmeria_contract.bundle import open_bundle
from tekmeria_contract.fold import read

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "fixtures" / "vectors"
Given = Mapping[str, Any]


def _ring(given: Given) -> KeyRing:
    return KeyRing.from_document(given["ring"])


def _refusal(call: Callable[[], Any]) -> dict[str, str]:
    with pytest.raises(HandleError) as caught:
        call()
    return {"reason": caught.value.reason}


def _parse(given: Given, expected: Given) -> object:
    if "reason" in expected:
        return _refusal(lambda: parse(given["text"]))
    handle = parse(given["text"])
    return {name: getattr(handle, name) for name in expected}


def _mint(given: Given, expected: Given) -> object:
    def made() -> str:
        return mint(given["record"], given["path"], _ring(given))

    return _refusal(made) if "reason" in expected else {"handle": made()}


def _verify(given: Given, expected: Given) -> object:
    if "reason" in expected:
        return _refusal(lambda: verify(given["text"], _ring(given)))
    handle = verify(given["text"], _ring(given))
    return {"handle": str(handle), "fingerprint": handle.key_fingerprint, "addressing": handle.addressing}


def _read_handle(given: Given, expected: Given) -> object:
    (citation,) = read_answer(given["text"], _ring(given)).citations
    if "reason" in expected:
        assert citation.verified is None
        return {"status": citation.status, "reason": citation.reason}
    return {"handle": str(citation.verified), "repaired": list(citation.repaired)}


def _fold(given: Given, expected: Given) -> object:
    folded = read(given["text"]).text
    return {"equal": folded == read(given["other"]).text} if "other" in given else {"folded": folded}


def _compare(given: Given, expected: Given) -> object:
    match = compare_quote(given["quote"], given["passage"], given["elision"])
    if "class" in expected:
        return {"class": match.cls}
    return {"span": list(match.span or ()), "kind": match.kind, "omitted": list(match.omitted)}


def _split(given: Given, expected: Given) -> object:
    found = {"spans": [list(span) for span in split_sentences(given["text"], given["language"])]}
    return {**found, "uncut": expected["uncut"]} if "uncut" in expected else found


def _read_answer(given: Given, expected: Given) -> object:
    answer = read_answer(given["text"], _ring(given))
    read_as: dict[str, Any] = {"sentences": [sentence.text for sentence in answer.sentences]}
    if "reasons" in expected:
        assert all(citation.status == "malformed" for citation in answer.citations)
        read_as["reasons"] = [citation.reason for citation in answer.citations]
    else:
        assert all(citation.verified is not None for citation in answer.citations)
        names = ("handle", "quote", "origin", "sentence")
        read_as["citations"] = [{name: getattr(c, name) for name in names} for c in answer.citations]
    return {name: read_as[name] for name in expected}


def _audit(given: Given, expected: Given) -> object:
    resolutions = read_evidence(json.dumps(given["evidence"]))
    asked: dict[str, Any] = {**given["policy"], "fail_on": tuple(given["policy"]["fail_on"])}
    policy = Policy(**asked)
    report = judge(plan(given["answer"], _ring(given)), resolutions, policy)
    citations = [
        {"verdict": c.verdict, "reason": c.reason, "flags": list(c.flags), "notes": list(c.notes)}
        for c in report.citations
    ]
    return {
        "verdict": report.verdict,
        "reasons": [reason.id for reason in report.reasons],
        "citations": citations,
    }


def _open_bundle(given: Given, expected: Given) -> object:
    def opened() -> object:
        if "ring" in given:
            return open_bundle(given["bundle"], ring=KeyRing.from_hex(given["ring"]))
        return open_bundle(given["bundle"], PublicKey(bytes.fromhex(given["public_key"])))

    if "reason" not in expected:
        return {"opens": bool(opened())}
    with pytest.raises(BundleError) as caught:
        opened()
    return {"reason": caught.value.reason, "part": caught.value.part}


OPERATIONS: Mapping[str, Callable[[Given, Given], object]] = {
    "parse": _parse,
    "mint": _mint,
    "verify": _verify,
    "read_handle": _read_handle,
    "fold": _fold,
    "fold_character": _fold,
    "compare": _compare,
    "split": _split,
    "read_answer": _read_answer,
    "audit": _audit,
    "open_bundle": _open_bundle,
}


def _cases() -> Iterator[Any]:
    for path in sorted(FOLDER.glob("*.json")):
        for group in json.loads(path.read_text(encoding="utf-8"))["groups"]:
            for case in (*group["accept"], *group["reject"]):
                mark = pytest.mark.clause(case["clause"])
                yield pytest.param(group["operation"], case, id=case["id"], marks=mark)


@pytest.mark.beside("each case carries the mark of its own clause")
@pytest.mark.parametrize(("operation", "case"), list(_cases()))
def test_a_vector_comes_out_as_its_clause_says(operation: str, case: Given) -> None:
    assert OPERATIONS[operation](case["given"], case["expected"]) == case["expected"], case["why"]


@pytest.mark.beside("a vector that names no clause of the specification shows nothing")
def test_every_vector_names_a_clause_that_stands_in_the_specification() -> None:
    written = "".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "docs" / "specification").glob("*.md")
    )
    named = {case["clause"] for _, case in (parameters.values for parameters in _cases())}
    assert {clause for clause in named if f"**{clause}**" not in written} == set()


@pytest.mark.beside("vectors that are not what the script writes prove nothing")
def test_the_script_writes_the_committed_vectors_without_the_package(tmp_path: Path) -> None:
    script = ROOT / "scripts" / "vectors.py"
    subprocess.run([sys.executable, "-I", "-S", "-B", "-c", ISOLATED, str(script), str(tmp_path)], check=True)
    for path in tmp_path.iterdir():
        assert (FOLDER / path.name).read_bytes() == path.read_bytes()
    assert tmp_path.joinpath("handles.json").exists()


@pytest.mark.beside("likewise")
def test_the_script_of_bundles_writes_the_committed_vectors(tmp_path: Path) -> None:
    script, written = ROOT / "scripts" / "vectors_bundles.py", tmp_path / "bundles.json"
    subprocess.run([sys.executable, str(script), str(written)], check=True)
    assert (FOLDER / "bundles.json").read_bytes() == written.read_bytes()


ISOLATED = """
import runpy, sys
sys.path.insert(0, sys.argv[1].rpartition("/")[0])
sys.argv = sys.argv[1:]
try:
    runpy.run_path(sys.argv[0], run_name="__main__")
except SystemExit as leaving:
    code = leaving.code
outside = {name.partition(".")[0] for name in sys.modules} - sys.stdlib_module_names - {"__main__"}
sys.exit(code or any(not name.startswith("vectors") for name in outside))
"""

"""Feeds bytes to the contract's public entry points, which may raise only what they document (clause L9).

``python scripts/fuzz.py FOLDER [options]`` is guided by coverage: it needs Atheris (``pip install atheris``), which
is no dependency of the project, and a Python that Atheris has a wheel for. FOLDER keeps the inputs that reached new
code; the options are libFuzzer's (``-max_total_time=1200 -timeout=10``). The hypothesis tests call :func:`exercise`.

The first byte chooses the language, the policy and what is known of a handle. The rest is text in UTF-8, in which
the bytes 1 to 6 stand for handles of a fixed ring, and byte 0 ends the answer and begins the passage.
"""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from tekmeria_contract import (
    EvidenceError,
    HandleError,
    IssuedText,
    KeyRing,
    KeyRingError,
    Notice,
    PassageText,
    Policy,
    RecordFacts,
    Resolution,
    compare_quote,
    judge,
    mint,
    parse,
    plan,
    read_answer,
    read_evidence,
    render_text,
    split_sentences,
    verify,
    write_evidence,
)

RING = KeyRing.from_hex("a5" * 32)
GENUINE = (
    mint("pmid:99000001", "abstract.7", RING),
    mint("pmid:99000002", "abstract.9", RING),
    mint("pmcid:PMC99000003", "results.12", RING),
    mint("setid:9f1c2ab4-0000-4000-8000-000000000000@6", "boxed_warning.2", RING),
)
FORGED = GENUINE[0][:-1] + ("0" if GENUINE[0][-1] != "0" else "1")
MARKS = {chr(1 + at): handle for at, handle in enumerate((*GENUINE, FORGED, GENUINE[1].upper()))}
LANGUAGES = (None, "en", "de-CH", "fr", "es", "pt", "ja", "zh")
WORDS = """
    \x01 \x02 \x03 \x04 \x05 \x06 [ ] ( ) { } < > & | # * _ ` ~ \\ ^ : ; , . ? ! ' " / ** ~~ ``` <!-- --> <sup> </sup>
    <q> </q> <b> [1] [^1] [1]: ]( ](# ![ &quot; &#126; %7E \\~ :--- |-- pmid: pmcid: nct: setid: search: PMID: et al.
    doi:10.5555/ evidence:// evidence://passage/ NCT99000001 “ ” ‘ ’ « » 「 」 。 、 ？ … – — − · × ± ≤ µ ² ¹ ⁻ ₂ ﬁ ～
    ∼ ˜ 【 】 （ ） ［ ］ 不 ない é ß \u00ad \u200b \u200d \u202e \u0301 \ufeff \ufffd \ue000 \U000e0041 0.5% 10⁶
    10^-6 1,200 +/- -- mm Hg no not except ... [...] Ca2+
"""
LAYOUT = (
    "\n",
    "\r\n",
    "\n\n",
    "\n> ",
    "\n- ",
    "\n1. ",
    "\n# ",
    "\n    ",
    "\n---\n",
    "\n## References\n",
    "\x00",
    " ",
)
TOKENS = (*WORDS.split(), *LAYOUT, "\u00a0", "\u2028")
"""What mutated and generated texts are made of: marks, words and layout that some rule speaks of."""


def exercise(data: bytes) -> None:
    """Feed ``data`` to every entry point; raises where one raises what it does not document, or breaks a promise."""
    choice, text = (data[0] if data else 0), data[1:].decode("utf-8", "replace")
    for mark, handle in MARKS.items():
        text = text.replace(mark, handle)
    answer, _, passage = text.partition("\x00")
    language = LANGUAGES[choice % len(LANGUAGES)]
    _exercise_values(text)
    _exercise_sentences(answer, language)
    _exercise_quotes(answer, passage, elision=choice >= 128)
    _exercise_audit(answer, passage, language, choice)


def _exercise_values(text: str) -> None:
    with suppress(HandleError):
        assert str(parse(text)) == text
    with suppress(HandleError):
        assert str(verify(text, RING)) in GENUINE
    with suppress(KeyRingError):
        KeyRing.from_hex(text)
    with suppress(EvidenceError):
        resolutions = read_evidence(text)
        assert read_evidence(write_evidence(resolutions)) == resolutions


def _exercise_sentences(text: str, language: str | None) -> None:
    end = 0
    for start, stop in split_sentences(text, language):
        assert not text[end:start].strip()
        assert start < stop
        end = stop
    assert not text[end:].strip()


def _exercise_quotes(quote: str, passage: str, elision: bool) -> None:
    match = compare_quote(quote, passage, elision)
    if match.repair is not None:
        assert match.repair in passage
        assert compare_quote(match.repair, passage)
    if match:
        assert match.span is not None
        assert 0 <= match.span[0] < match.span[1] <= len(passage)


def _exercise_audit(answer: str, passage: str, language: str | None, choice: int) -> None:
    resolution, policy = _known(passage, choice), _policy(choice)
    claims = [
        {"sentence": answer, "citations": [{"handle": GENUINE[0], "quote": passage}, {"handle": passage}]}
    ]
    for planned in (plan(read_answer(answer, RING, language), RING), plan(claims, RING, language)):
        assert set(planned.handles) <= set(GENUINE)
        report = judge(planned, dict.fromkeys(planned.handles, resolution), policy)
        assert json.loads(report.to_json()) == json.loads(json.dumps(report.to_dict()))
        assert render_text(report)


def _known(passage: str, choice: int) -> Resolution:
    """What is known of each handle: from nothing to a record with notices and other passages."""
    if choice % 3 == 0:
        return Resolution()
    notices = (Notice("retraction", "2026-01-01"), Notice("erratum"))[choice % 2 :]
    facts = RecordFacts(
        passage[:80], ("pmid:99000001", "doi:10.5555/x"), "https://example.org/", notices=notices
    )
    current = passage if choice % 3 == 1 else f"{passage} More."
    others = (PassageText(GENUINE[0], passage), PassageText(GENUINE[1], f"Other words. {passage[::-1]}"))
    return Resolution(
        (IssuedText(passage),), current, True, True, True, facts, passage[:9], (passage[:20],), others
    )


def _policy(choice: int) -> Policy:
    fail_on = ("uncited", "qualified") if choice & 32 else ()
    return Policy(
        fail_on, "issued" if choice & 64 else "current_or_issued", bool(choice & 128), bool(choice & 16)
    )


def seeds() -> list[bytes]:
    """The first inputs: the examples of ``fixtures/text``, their handles put for by marks."""
    folder = Path(__file__).resolve().parent.parent / "fixtures" / "text"
    found: list[bytes] = []
    for line in (folder / "citation_styles.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        text = str(case["text"])
        for at, handle in enumerate({entry["handle"]: None for entry in case["expected"]["citations"]}):
            text = text.replace(handle or "\x01", chr(1 + at % len(MARKS)))
        found.append(b"\x07" + text.encode())
    for line in (folder / "fold_cases.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        found.append(f"\x82{case['quote']}\x00{case['passage']}".encode())
        found.append(f'\x01It fell [\x01 "{case["quote"]}"].\x00{case["passage"]}'.encode())
    return found


def main(arguments: list[str]) -> None:
    """Fuzz until an option of libFuzzer or a finding ends it."""
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(seeds()):
        (folder / f"seed-{number:04}").write_bytes(seed)
    dictionary = folder.parent / f"{folder.name}.dict"
    entries = ("".join(f"\\x{byte:02x}" for byte in token.encode()) for token in TOKENS)
    dictionary.write_text("".join(f'"{entry}"\n' for entry in entries), encoding="utf-8")
    atheris: Any = import_module("atheris")
    for name in [name for name in sys.modules if name.partition(".")[0] == "tekmeria_contract"]:
        del sys.modules[name]  # What is imported anew is instrumented.
    with atheris.instrument_imports(include=["tekmeria_contract"]):
        target = import_module(Path(__file__).stem).exercise
    atheris.Setup([sys.argv[0], f"-dict={dictionary}", str(folder), *arguments[1:]], target)
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1:])

"""Each note where it must stand, and not where it must not (contract.md §7)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tekmeria_contract import IssuedText, Notice, Policy, Report, Resolution, judge, mint, plan
from tekmeria_contract.vocabulary import NOTES

from .test_audit import FACTS, GONE, HANDLE, QUOTE, RING, TEXT, THERE, UNREACHED, audit

OFFLINE = Policy(against="issued")
ELSEWHERE = "Something else was seen."
SERVED = replace(FACTS, version="2026-02-02")


def _record(**changes: object) -> Resolution:
    return replace(THERE, record=replace(FACTS, **changes))  # pyright: ignore[reportArgumentType] -- By name.


def _of(text: str, current: str | None = None, version: str | None = None, **changes: object) -> Resolution:
    known = replace(THERE, issued=(IssuedText(text, version),), current=text if current is None else current)
    return replace(known, **changes)  # pyright: ignore[reportArgumentType] -- By name.


def _quoted(text: str, quote: str) -> Report:
    return audit(f'It fell [{{H}} "{quote}"].', H=_of(text))


def _titled(answer: str) -> Report:
    title = mint("nct:NCT99000001@2026-01-01", "title", RING)
    given = answer.replace("{title}", title).replace("{H}", HANDLE)
    return judge(plan(given, RING), {title: THERE, HANDLE: THERE})


CITED = f'It fell [{{H}} "{QUOTE}"].'
TRIAL = f'It fell [{{T}} "{QUOTE}"].'
IN_PROSE = f'It fell, since "{QUOTE}" [{{O}}][{{H}}].'
NEGATED = "In this trial it did not reduce pain or mortality at all."
CLAUSED = "The drug reduced pain only in the oldest adults."
REPEATED = "Of them, 50 mg was given first. Then 50 mg was given to the others."
CORRECTION, RETRACTION = Notice("erratum"), Notice("retraction")

# Note, where it stands, and where it does not, each as a report's making.
CASES: dict[str, tuple[list[Callable[[], Report]], list[Callable[[], Report]]]] = {
    "corrected": (
        [
            lambda: audit(CITED, H=_record(notices=(CORRECTION,))),
            lambda: audit("It fell [{H}].", H=_record(notices=(RETRACTION, CORRECTION))),
            lambda: audit(CITED, H=replace(UNREACHED, record=replace(FACTS, notices=(CORRECTION,)))),
        ],
        [lambda: audit(CITED), lambda: audit(CITED, H=_record(notices=(RETRACTION, Notice("concern"))))],
    ),
    "published": (
        [lambda: audit("It fell [{H}].", H=_record(preprint=True, published="pmid:99000009"))],
        [
            lambda: audit(CITED, H=_record(preprint=True)),
            lambda: audit(CITED, H=_record(published="pmid:99000009")),
        ],
    ),
    "text_changed": (
        [
            lambda: audit(CITED, H=_of(TEXT, ELSEWHERE)),
            lambda: audit("It fell [{H}].", H=_of(TEXT, f"{TEXT} More.")),
        ],
        [
            # The same in another spelling of the fold, asked of nobody, or known in one form only.
            lambda: audit(CITED, H=_of(TEXT, TEXT.replace(" ", "\u00a0"))),
            lambda: audit(CITED, OFFLINE, H=_of(TEXT, ELSEWHERE)),
            lambda: audit(CITED, H=replace(THERE, issued=())),
            lambda: audit(CITED, H=GONE),
        ],
    ),
    "not_as_issued": (
        [
            lambda: audit(TRIAL, T=_of(ELSEWHERE, TEXT, "2026-01-01", record=SERVED)),
            lambda: audit(
                TRIAL,
                T=replace(
                    THERE,
                    issued=(IssuedText(ELSEWHERE, "2026-01-01"), IssuedText(TEXT, "2025-01-01")),
                    current=ELSEWHERE,
                    record=SERVED,
                ),
            ),
        ],
        [
            lambda: audit(TRIAL, T=_of(TEXT, ELSEWHERE, "2026-01-01", record=SERVED)),
            lambda: audit(TRIAL, T=replace(THERE, issued=(), record=SERVED)),
            lambda: audit("It fell [{T}].", T=_of(ELSEWHERE, TEXT, "2026-01-01", record=SERVED)),
            lambda: audit(CITED, H=_of(ELSEWHERE, TEXT)),
        ],
    ),
    "secondary": (
        [
            lambda: audit(CITED, H=replace(THERE, credits=("pmid:99000007",))),
            lambda: audit(IN_PROSE, O=_of(ELSEWHERE), H=replace(THERE, credits=("pmid:99000007",))),
        ],
        [
            lambda: audit("It fell [{H}].", H=replace(THERE, credits=("pmid:99000007",))),
            lambda: audit('It fell [{H} "no such words there"].', H=replace(THERE, credits=("x",))),
            lambda: audit(IN_PROSE, O=_of(ELSEWHERE, credits=("pmid:99000007",))),
        ],
    ),
    "qualified": (
        [
            lambda: _quoted(NEGATED, "reduce pain or mortality"),
            lambda: _quoted(CLAUSED, "The drug reduced pain."),
        ],
        [
            lambda: _quoted(NEGATED, "did not reduce pain or mortality"),
            lambda: _quoted(NEGATED, "reduce pain or morbidity"),
            lambda: _quoted(f"It did not fall. {CLAUSED}", "The drug reduced pain only in"),
        ],
    ),
    "ends_mid_sentence": (
        [
            lambda: _quoted(CLAUSED, "The drug reduced pain."),
            lambda: _quoted(TEXT, "Of 1,204 invented adults, 93 had a."),
        ],
        [
            lambda: _quoted(CLAUSED, "The drug reduced pain"),
            lambda: _quoted(CLAUSED, CLAUSED),
            lambda: _quoted(f"{CLAUSED[:-1]} (all). It fell.", "in the oldest adults"),
        ],
    ),
    "title_only": (
        [
            lambda: _titled("It fell [{title}]."),
            lambda: _titled('It fell [{title}][{H} "no such words there"].'),
        ],
        [
            lambda: _titled("It fell [{title}][{H}]."),
            lambda: _titled("It fell [{H}]."),
            lambda: _titled("[{title}]\n\nIt fell."),
        ],
    ),
    "notices_unchecked": (
        [
            lambda: audit(CITED, H=_record(notices=None)),
            lambda: audit("It fell [{H}].", H=replace(UNREACHED, record=None)),
        ],
        [lambda: audit(CITED), lambda: audit(CITED, H=UNREACHED), lambda: audit("It fell [pmid:99000001].")],
    ),
    "not_rechecked": (
        [lambda: audit(CITED, OFFLINE), lambda: audit("It fell [{H}].", OFFLINE, H=UNREACHED)],
        [
            lambda: audit(CITED),
            lambda: audit(CITED, H=UNREACHED),
            lambda: audit("It fell [pmid:1].", OFFLINE),
        ],
    ),
    "quoted_words_not_found": (
        [
            lambda: audit('It was a "clear success" [{H}].'),
            lambda: audit('It was a "clear success" [{H}], others say.', O=_of("A clear success.")),
        ],
        [
            lambda: audit('The "hazard ratio" fell [{H}].'),
            lambda: audit('In "Halving it" pain fell [{H}].', H=_record(title="Halving it: a trial")),
            lambda: audit('It was a "clear success" [{H}][{O}].', O=_of("It was a clear success.")),
            lambda: audit('It was a "clear success". It fell [{H}].'),
            lambda: audit('It was a "clear success" [{H}].', H=_of(TEXT, "It was a clear success.")),
        ],
    ),
    "ambiguous": (
        [lambda: _quoted(REPEATED, "50 mg"), lambda: _quoted(REPEATED, "given")],
        [
            lambda: _quoted(REPEATED, "50 mg was given"),
            lambda: _quoted(REPEATED, "others"),
            lambda: _quoted(REPEATED, "60 mg"),
        ],
    ),
    "inside_code": (
        [lambda: audit("It fell.\n\n```\n[{H}]\n```"), lambda: audit("It fell <!-- [{H}] --> then.")],
        [lambda: audit("It fell `[{H}]`."), lambda: audit("It fell [{H}].")],
    ),
}


def _notes(report: Report) -> set[str]:
    return {note for citation in report.citations for note in citation.notes}


@pytest.mark.clause("V18..V28")
@pytest.mark.parametrize("note", NOTES)
def test_a_note_stands_where_it_must_and_nowhere_else(note: str) -> None:
    there, nowhere = CASES[note]
    assert [note in _notes(make()) for make in there] == [True] * len(there)
    assert [note in _notes(make()) for make in nowhere] == [False] * len(nowhere)


@pytest.mark.clause("V13", "V29")
def test_notes_stand_in_the_order_of_their_list_and_change_no_verdict() -> None:
    held = replace(THERE, credits=("pmid:99000007",), record=None, current=f"{TEXT} More.")
    (citation,) = audit(CITED, H=held).citations
    assert citation.verdict == "ok"
    assert list(citation.notes) == [note for note in NOTES if note in citation.notes]
    assert len(citation.notes) == 3

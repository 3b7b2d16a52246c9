"""Vectors of whole audits: an answer, what is known of its handles, a policy, and the verdicts."""

from typing import Any

from vectors_cases import RETIRED, RING, Case, F, H, J, T, case, filled, group, key_file, minted

TEXT = "Of 1,204 invented adults, 93 had a relapse. The hazard ratio was 0.74 (95% CI, 0.60 to 0.91)."
LATER = "Of 1,204 invented adults, 94 had a relapse. The hazard ratio was 0.75 (95% CI, 0.61 to 0.92)."
QUOTED = 'Few relapsed [{H} "93 had a relapse"].'


def _notice(kind: str) -> Case:
    return {"kind": kind, "date": "2026-01-01", "id": None, "source": "pubmed"}


def _record(**changes: object) -> Case:
    known: Case = {
        "title": "A fictional trial",
        "identifiers": ["pmid:99000001", "doi:10.5555/fict.1"],
        "link": None,
        "version": None,
        "preprint": False,
        "published": None,
        "notices": [],
        "checked_at": "2026-01-01T00:00:00Z",
    }
    return {**known, **changes}


def _known(**changes: object) -> Case:
    """A resolution: issued and current text the same, everything reached."""
    known: Case = {
        "issued": [{"text": TEXT, "version": None, "issued_at": None}],
        "current": TEXT,
        "reached": True,
        "record_exists": True,
        "passage_exists": True,
        "record": _record(),
        "label": None,
        "credits": [],
        "passages": [],
    }
    return {**known, **changes}


def _policy(**changes: object) -> Case:
    return {
        "fail_on": [],
        "against": "current_or_issued",
        "elision": False,
        "prose_quotes_fail": False,
        **changes,
    }


def _audit(
    clause: str,
    why: str,
    answer: str,
    expected: tuple[str, list[str], list[Case]],
    known: Case | None = None,
    policy: Case | None = None,
    ring: Case = RING,
) -> Case:
    verdict, reasons, citations = expected
    used = [handle for handle in (H, J, T) if handle in filled(answer)]
    given = {
        "ring": ring,
        "answer": filled(answer),
        "evidence": {"schema": "tekmeria.evidence/1", "resolutions": {h: known or _known() for h in used}},
        "policy": policy or _policy(),
    }
    return case(clause, why, given, {"verdict": verdict, "reasons": reasons, "citations": citations})


def _judged(
    verdict: str, reason: str | None = None, flags: list[str] | None = None, notes: list[str] | None = None
) -> Case:
    return {"verdict": verdict, "reason": reason, "flags": flags or [], "notes": notes or []}


OK = _judged("ok")
GONE = {"current": None, "passage_exists": False}
UNREACHED = {"current": None, "reached": False, "record_exists": None, "passage_exists": None}


def _accepted() -> list[Case]:
    corrected = _known(record=_record(notices=[_notice("erratum")]))
    return [
        _audit("V10", "genuine and there", "Few relapsed [{H}].", ("pass", [], [OK])),
        _audit("V10", "and verbatim", QUOTED, ("pass", [], [OK])),
        _audit(
            "V20",
            "the words stand in the text as issued",
            QUOTED,
            ("pass", [], [_judged("ok", notes=["text_changed"])]),
            _known(current=LATER),
        ),
        _audit(
            "V18",
            "a correction changes no verdict",
            QUOTED,
            ("pass", [], [_judged("ok", notes=["corrected"])]),
            corrected,
        ),
        _audit(
            "V16",
            "nor does a preprint",
            QUOTED,
            ("pass", [], [_judged("ok", flags=["preprint"])]),
            _known(record=_record(preprint=True)),
        ),
        _audit(
            "V25",
            "offline, from the text as issued",
            QUOTED,
            ("pass", [], [_judged("ok", notes=["not_rechecked"])]),
            _known(current=LATER),
            _policy(against="issued"),
        ),
        _audit(
            "C48",
            "a foreign reference of the cited record",
            "Few relapsed (PMID 99000001) [{H}].",
            ("pass", [], [OK]),
        ),
        _audit("A30", "a heading is no claim", "# Relapse\n\nFew relapsed [{H}].", ("pass", [], [OK])),
    ]


def _refused() -> list[Case]:
    old = minted("pmid:99000001/abstract.7", 5, RETIRED)
    rotated = key_file(*RING["keys"], {"hex": RETIRED, "state": "retired"})
    mismatch = _judged("quote_mismatch")
    return [
        _audit(
            "V3",
            "another code",
            "Few relapsed [{F}].",
            ("fail", ["forged", "invalid_only"], [_judged("forged", "code_mismatch")]),
        ),
        _audit(
            "K19",
            "only a retired key made it",
            f"Few relapsed [{old}].",
            ("fail", ["forged", "invalid_only"], [_judged("forged", "retired_key")]),
            ring=rotated,
        ),
        _audit(
            "V4",
            "two codes for one passage",
            f"Few relapsed [{{H}}]. Some did [{F}].",
            ("fail", ["forged", "invalid_only"], [_judged("forged", "conflicting_codes")] * 2),
        ),
        _audit(
            "V2",
            "no handle",
            "Few relapsed [PMID: 99000001].",
            ("fail", ["malformed", "invalid_only"], [_judged("malformed", "no_path")]),
        ),
        _audit(
            "V6",
            "the source was not reached",
            QUOTED,
            ("incomplete", ["unavailable", "invalid_only"], [_judged("unavailable", "source_unreachable")]),
            _known(issued=[], **UNREACHED),
        ),
        _audit(
            "V8",
            "the passage is gone",
            QUOTED,
            ("warn", ["withdrawn", "invalid_only"], [_judged("withdrawn", "passage_gone")]),
            _known(issued=[], **GONE),
        ),
        _audit(
            "V9",
            "another number",
            'Few relapsed [{H} "95 had a relapse"].',
            ("warn", ["quote_mismatch", "invalid_only"], [mismatch]),
        ),
        _audit(
            "V14",
            "a retraction",
            QUOTED,
            ("warn", ["retracted"], [_judged("ok", flags=["retracted"])]),
            _known(record=_record(notices=[_notice("retraction")])),
        ),
        _audit(
            "V15",
            "an expression of concern",
            QUOTED,
            ("warn", ["concern"], [_judged("ok", flags=["concern"])]),
            _known(record=_record(notices=[_notice("concern")])),
        ),
        _audit(
            "V24",
            "notices that could not be checked",
            QUOTED,
            ("incomplete", ["notices_unchecked"], [_judged("ok", notes=["notices_unchecked"])]),
            _known(record=_record(notices=None, checked_at=None)),
        ),
        _audit(
            "O6", "a claim without a citation", "Few relapsed [{H}]. Some did.", ("warn", ["uncited"], [OK])
        ),
        _audit(
            "O3",
            "which the policy does not allow",
            "Few relapsed [{H}]. Some did.",
            ("fail", ["uncited"], [OK]),
            policy=_policy(fail_on=["uncited"]),
        ),
        _audit(
            "O9",
            "a foreign reference of another record",
            "Few relapsed (PMID 99000009) [{H}].",
            ("warn", ["foreign_unchecked"], [OK]),
        ),
        _audit("O10", "no claim", "# Relapse", ("warn", ["nothing_to_check"], [])),
        _audit(
            "Q36",
            "a negation before the quotation",
            'It rose [{H} "improve survival"].',
            ("warn", ["qualified"], [_judged("ok", notes=["qualified"])]),
            _known(issued=[], current="It did not improve survival."),
        ),
    ]


def audits() -> list[dict[str, Any]]:
    """The groups of the file."""
    about = (
        "plan and judge; accept: the answer passes; reject: it does not, for these reasons, most severe first"
    )
    return [group("audit", about, _accepted(), _refused())]

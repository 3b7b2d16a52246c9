"""Vectors of reading an answer: its sentences, what each cites, and what is malformed or no citation."""

from typing import Any

from vectors_cases import RING, Case, case, filled, group

Read = tuple[str, str | None, str | None, int | None]
"""A citation as expected: handle (by its letter), quotation, origin, index of its sentence."""

GOOD: list[tuple[str, str, str, list[str], list[Read]]] = [
    ("C3", "a square bracket", "It fell [{H}].", ["It fell."], [("H", None, None, 0)]),
    ("C3", "a round one", "It fell ({H}).", ["It fell."], [("H", None, None, 0)]),
    ("C3", "bare", "It fell {H}.", ["It fell."], [("H", None, None, 0)]),
    ("C3", "in code ticks", "It fell `{H}`.", ["It fell."], [("H", None, None, 0)]),
    (
        "C5",
        "two in one bracket",
        "It fell [{H}; {J}].",
        ["It fell."],
        [("H", None, None, 0), ("J", None, None, 0)],
    ),
    ("C5", "side by side", "It fell [{H}][{J}].", ["It fell."], [("H", None, None, 0), ("J", None, None, 0)]),
    ("C6", "a quotation", 'It fell [{H} "by a half"].', ["It fell."], [("H", "by a half", "bracket", 0)]),
    (
        "C6",
        "before the handle",
        "It fell [“by a half” {H}].",
        ["It fell."],
        [("H", "by a half", "bracket", 0)],
    ),
    (
        "C7",
        "brackets in it",
        'It fell [{H} "by [a] half; so"].',
        ["It fell."],
        [("H", "by [a] half; so", "bracket", 0)],
    ),
    (
        "C8",
        "two quotations",
        'It fell [{H} "by a half" "at once"].',
        ["It fell."],
        [("H", "by a half", "bracket", 0), ("H", "at once", "bracket", 0)],
    ),
    ("C9", "said twice", "It fell [{H}] here [{H}].", ["It fell here."], [("H", None, None, 0)]),
    ("C2", "no closer", "It fell [{H} and rose.", ["It fell and rose."], [("H", None, None, 0)]),
    ("C10", "a link", "It fell [source](evidence://passage/{H}).", ["It fell."], [("H", None, None, 0)]),
    (
        "C23",
        "a quotation of the prose",
        "It “fell by a half” [{H}].",
        ["It “fell by a half”."],
        [("H", "fell by a half", "prose", 0)],
    ),
    ("C32", "a footnote", "It fell.[^1]\n\n[^1]: {H}", ["It fell."], [("H", None, None, 0)]),
    (
        "C33",
        "a number that a list defines",
        "It fell [1].\n\n## References\n\n1. {H}",
        ["It fell.", "References"],
        [("H", None, None, 0)],
    ),
    (
        "C42",
        "behind the stop",
        "It fell. [{H}] It rose. [{J}]",
        ["It fell.", "It rose."],
        [("H", None, None, 0), ("J", None, None, 1)],
    ),
    ("C42", "at the beginning", "[{H}] It fell.", ["It fell."], [("H", None, None, 0)]),
    ("C44", "alone in a block", "It fell.\n\n[{H}]", ["It fell."], [("H", None, None, None)]),
    ("A18", "in a comment", "It fell. <!-- {H} -->", ["It fell."], [("H", None, None, None)]),
    ("A22", "a heading", "# Results\n\nIt fell [{H}].", ["Results", "It fell."], [("H", None, None, 1)]),
]
MALFORMED = [
    ("C15", "no handle behind a scheme", "It fell [PMID: 99000001].", "no_path"),
    ("C16", "a range", "It fell [{H}-{J}].", "range"),
    ("C17", "a note", "It fell [{H} see table 2].", "note_in_bracket"),
    ("C19", "a quotation that is never closed", 'It fell [{H} "by a half].', "unclosed_quote"),
    ("C20", "a quotation of nothing", 'It fell [{H} " "].', "empty_quote"),
    ("C13", "emphasis inside", "It fell [pmid:99000001/**abstract.7**~ae2tc].", "markup_inside"),
    ("H17", "a look-alike", "It fell [pmid:9900\u041e001/abstract.7~ae2tc].", "not_ascii"),
]
NONE = [
    ("C22", "another bracket", "It fell [sic].", "It fell [sic]."),
    ("C22", "an interval", "It was 96 [64, 128].", "It was 96 [64, 128]."),
    ("C45", "another system's mark", "It fell【1†source】.", "It fell."),
    ("C46", "a foreign reference", "It fell (PMID 99000001).", "It fell (PMID 99000001)."),
    ("C47", "a DOI", "It fell (doi:10.5555/fict.1).", "It fell (doi:10.5555/fict.1)."),
]


def _citation(read: Read) -> Case:
    handle, quote, origin, sentence = read
    return {"handle": filled("{" + handle + "}"), "quote": quote, "origin": origin, "sentence": sentence}


def citations() -> list[dict[str, Any]]:
    """The groups of the file."""
    accept = [
        case(
            clause,
            why,
            {"ring": RING, "text": filled(text)},
            {"sentences": sentences, "citations": [_citation(read) for read in reads]},
        )
        for clause, why, text, sentences, reads in GOOD
    ]
    reject = [
        case(
            clause,
            why,
            {"ring": RING, "text": filled(text)},
            {"reasons": [reason] * filled(text).count("~") or [reason]},
        )
        for clause, why, text, reason in MALFORMED
    ]
    reject += [
        case(clause, why, {"ring": RING, "text": text}, {"reasons": [], "sentences": [sentence]})
        for clause, why, text, sentence in NONE
    ]
    about = (
        "an answer's sentences and citations; reject: malformed ones, with the reason of each, or none at all"
    )
    return [group("read_answer", about, accept, reject)]

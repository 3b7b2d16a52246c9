"""Vectors of sentences. ``|`` marks a boundary, ``¦`` a place that looks like one and is none."""

from typing import Any

from vectors_cases import Case, case, group

CUT = [
    ("S0", None, "It fell.| It rose.", "two sentences"),
    ("S1", None, "It fell\n\n|It rose", "a blank line"),
    ("S2", None, "Did it fall?!| It did.", "a run of stops"),
    ("S2", None, "死亡率降低。|患者好转。", "a stop of a script without spaces"),
    ("S3", None, "(See Methods.)| Then it fell.", "a bracket that is a sentence"),
    ("S4", None, "“It rose. It fell.”| Then it stayed.", "a stop at the end of a quotation"),
    ("S6", None, "It was of one type. [3-6]| It fell.", "citations belong to what they stand behind"),
    ("S6", None, "It fell as before.¹⁻³| It rose.", "likewise raised ones"),
    ("S9", None, "It was kept at 37 °C.| Cells were washed.", "a letter behind a quantity"),
    ("S9", None, "They took vitamin D.| Mice got none.", "a letter behind its noun"),
    ("S10", None, "It was 0.74.| The risk fell.", "a number before a stop"),
    ("S11", None, "The level fell.| mRNA rose.", "a name of the field written small"),
    (
        "S1",
        None,
        "Steps: x) One is here.| y) Two is here.| z) Three is here.",
        "items that count on in one line, to z",
    ),
    ("S9", None, "It was given to Group B.| Mice had none.", "a letter behind a noun that counts kinds"),
    ("S11", None, "It was 5 (SD 2).| (b) mice were kept.", "a panel label"),
    ("S12", None, "Cells were grown.|(A) Mice were kept.", "no space before a panel"),
    ("S12", None, "It fell (P=.01).|The risk rose.", "no space before an opener"),
]
UNCUT = [
    ("S1", None, "It fell in\n¦the first year.", "a single line end is white space"),
    ("S2", None, "It was 0.¦74 in all.", "a point between digits"),
    ("S3", None, "It fell (as said. ¦Then it rose) in all.", "inside a bracket"),
    ("S4", None, "They said “It rose. ¦It fell” in all.", "inside a quotation"),
    ("S7", None, "Table 2. ¦Doses", "a label"),
    ("S7", None, "2.1. ¦Cells", "a number of a heading"),
    ("S8", None, "It fell, e.g. ¦in adults.", "an abbreviation"),
    ("S8", None, "It was shown by Okoye et al. ¦in adults.", "likewise"),
    ("S9", None, "J. ¦Okoye said so.", "an initial"),
    ("S9", None, "Cultures of E. ¦coli grew.", "a genus"),
    ("S13", None, "It fell … ¦in adults.", "an ellipsis before a small letter"),
    ("S14", "de", "Er besuchte die 4. ¦Klasse.", "an ordinal of German"),
    ("S15", "ja", "「下がった。」¦と述べた。", "a quotation that goes on"),
]


def _spans(marked: str) -> Case:
    """The text, and the spans of its sentences without the white space at their ends."""
    spans: list[list[int]] = []
    start = 0
    for piece in marked.split("|"):
        bare = piece.strip()
        left = start + piece.index(bare)
        spans.append([left, left + len(bare)])
        start += len(piece)
    return {"text": marked.replace("|", ""), "spans": spans}


def sentences() -> list[dict[str, Any]]:
    """The groups of the file."""
    accept: list[Case] = []
    for clause, language, marked, why in CUT:
        whole = _spans(marked)
        given = {"text": whole["text"], "language": language}
        accept.append(case(clause, why, given, {"spans": whole["spans"]}))
    reject: list[Case] = []
    for clause, language, marked, why in UNCUT:
        text = marked.replace("¦", "")
        expected = {"spans": [[0, len(text)]], "uncut": marked.index("¦")}
        reject.append(case(clause, why, {"text": text, "language": language}, expected))
    return [
        group(
            "split",
            "accept: where a text is cut; reject: where it is not, in spite of a stop",
            accept,
            reject,
        )
    ]

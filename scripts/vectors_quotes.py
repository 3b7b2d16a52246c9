"""Vectors of comparing a quotation with a passage; ``⟦ ⟧`` stand round what is quoted and are in no text."""

from typing import Any

from vectors_cases import Case, case, group

VERBATIM = [
    (
        "Q4",
        "the same characters",
        "The hazard ratio was 0.74",
        "⟦The hazard ratio was 0.74⟧ (95% CI, 0.60 to 0.91).",
        "exact",
    ),
    ("Q4", "a dash typed as a hyphen", "by 10-20%", "Risk fell ⟦by 10–20%⟧ in both.", "folded"),
    ("Q4", "emphasis of the quote", "a **low** dose", "They took ⟦a low dose⟧ daily.", "unmarked"),
    (
        "Q3",
        "a final mark of the writer's",
        "93 had a relapse,",
        "Of all, ⟦93 had a relapse⟧ within a year.",
        "folded",
    ),
    ("F20", "a decimal point of the Lancet's", "0.74 (0.60", "It was ⟦0·74 (0·60⟧; 0·91).", "folded"),
    ("F29", "spaces at a relation", "P<.001", "It fell (⟦P < .001⟧).", "folded"),
    ("F28", "a subscript", "H2O", "Pure ⟦H₂O⟧ was given.", "folded"),
    ("F3", "an exponent behind a caret", "10^6 cells", "About ⟦10⁶ cells⟧ were sown.", "folded"),
    ("Q26", "a bracket is no part of the token", "relapse", "One (⟦relapse⟧) was seen.", "exact"),
    ("Q26", "nor is a stop", "a relapse", "They had ⟦a relapse⟧.", "exact"),
    ("Q25", "an em dash between words", "a relapse", "They had ⟦a relapse⟧—or so they said.", "exact"),
    ("Q25", "scripts without spaces", "死亡率降低", "治疗后⟦死亡率降低⟧了。", "exact"),
    ("Q23", "a space beside Latin", "用 aspirin 治疗", "患者⟦用aspirin治疗⟧。", "folded"),
    ("F10", "a line break", "had a relapse", "Some ⟦had a\nrelapse⟧ later.", "folded"),
    ("Q61", "a relation behind white space", "≥65 years", "Patients ⟦≥65 years⟧ old came.", "exact"),
    ("Q58", "the last of two numbers with units", "10 mg", "They took 5 mg or ⟦10 mg⟧.", "exact"),
    ("Q5", "spans count code points", "0.74", "𝛼𝛽 was ⟦0.74⟧ 🎉.", "exact"),
]
TOKEN_CUTS = [
    ("Q35", "517 children", "There were 6517 children."),
    ("Q35", "0.42", "The change was -0.42 points."),
    ("Q35", "−10 mm Hg", "It fell by 5–10 mm Hg."),
    ("Q35", "a dose of 5 mg", "They took a dose of 5 mg/kg."),
    ("Q35", "about 1,", "It was about 1,200 in all."),
    ("Q35", "1.2", "There were 1.2 × 10⁶ cells."),
    ("Q35", "10", "There were 10(6) cells."),
    ("Q35", "1", "It was diluted 1:100 twice."),
    ("Q35", "CYP2C19", "They carried CYP2C19*17 alleles."),
    ("Q35", "can", "They can't walk."),
    ("Q35", "ER", "The tumours were ER− in all."),
    ("Q35", "754 person-years", "They had 5 025 754 person-years."),
    ("Q35", "small-cell", "It was non-small-cell cancer."),
    ("Q54", "a dose of 5", "They took a dose of 5 mg."),
    ("Q58", "fell by 5", "It fell by 5 to 10 mg."),
    ("Q58", "of 5", "They took doses of 5 or 10 mg."),
    ("Q58", "aged 65 years", "Those aged 65 years or older came."),
    ("Q60", "effective", "It was in-\neffective in all."),
    ("Q60", "of CD4", "A count of CD4 + T cells."),
    ("Q29", "fell by 5", "It fell by 5 % in both."),
    ("Q31", "was 0", "It was 0.74 in all."),
    ("Q30", "the q", "Here the q\u0323 is a letter."),
]
MISMATCHES = [
    ("Q50", "a digit", "The hazard ratio was 0.47 in all", "The hazard ratio was 0.74 in all.", "number"),
    (
        "Q50",
        "the sign",
        "the change was 0.4 points in all",
        "There the change was −0.4 points in all.",
        "sign",
    ),
    ("Q50", "the unit", "a dose of 5 mg was given", "Then a dose of 5 μg was given.", "unit"),
    ("Q50", "the comparison", "with p < 0.05 in both", "It fell with p ≤ 0.05 in both.", "comparison"),
    (
        "Q50",
        "a negation lost",
        "did improve survival in adults",
        "It did not improve survival in adults.",
        "negation",
    ),
    ("Q51", "case", "the er was measured twice", "Here the ER was measured twice.", "script"),
    ("Q51", "an exponent", "about 106 cells were sown", "There about 10⁶ cells were sown.", "script"),
    ("Q52", "another word", "The odds ratio was 0.74 in all", "The hazard ratio was 0.74 in all.", "wording"),
    ("Q52", "nothing like it", "penguins swim south", "The hazard ratio was 0.74.", "absent"),
    (
        "Q42",
        "words left out",
        "Mortality … in both groups",
        "Mortality was much lower in both groups.",
        "omission",
    ),
    ("Q45", "a character that reorders text", "was \u202e0.74", "It was 0.74.", "refused_character"),
]
ELIDED = [
    (
        "Q43",
        "the fragments stand in order",
        "Mortality … in both groups",
        "⟦Mortality was lower in both groups⟧.",
        ["was lower"],
    ),
]


def _place(marked: str) -> tuple[str, list[int]]:
    """The passage without its marks, and the span between them in code points."""
    before, _, rest = marked.partition("⟦")
    quoted, _, after = rest.partition("⟧")
    return before + quoted + after, [len(before), len(before) + len(quoted)]


def _given(quote: str, passage: str, elision: bool = False) -> Case:
    return {"quote": quote, "passage": passage, "elision": elision}


def quotes() -> list[dict[str, Any]]:
    """The groups of the file."""
    accept: list[Case] = []
    for clause, why, quote, marked, kind in VERBATIM:
        passage, span = _place(marked)
        accept.append(case(clause, why, _given(quote, passage), {"span": span, "kind": kind, "omitted": []}))
    for clause, why, quote, marked, omitted in ELIDED:
        passage, span = _place(marked)
        expected = {"span": span, "kind": "elided", "omitted": omitted}
        accept.append(case(clause, why, _given(quote, passage, elision=True), expected))
    reject = [
        case(clause, "the cut is inside a token", _given(quote, passage), {"class": "token_cut"})
        for clause, quote, passage in TOKEN_CUTS
    ]
    reject += [
        case(clause, why, _given(quote, passage), {"class": cls})
        for clause, why, quote, passage, cls in MISMATCHES
    ]
    about = "a quotation with a passage; spans are half-open, in code points of the passage"
    return [group("compare", about, accept, reject)]

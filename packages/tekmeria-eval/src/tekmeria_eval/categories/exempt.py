"""What is no claim, and what does not become exempt by looking like it (contract.md §3)."""

from __future__ import annotations

from collections.abc import Iterator

from tekmeria_eval.case import Case
from tekmeria_eval.categories.drafts import drafted
from tekmeria_eval.material import Material, genuine
from tekmeria_eval.writing import Draft

_HEADINGS = ("Results", "What the study found", "Safety in children", "Summary of the evidence")


def heading_exempt(material: Material) -> Iterator[Case]:
    """A heading is no claim."""
    for issued in material.round(material.literature.unflagged):
        level = "#" * material.random.randint(1, 4)
        draft = Draft().add(f"{level} ").sentence(material.random.choice(_HEADINGS), kind="heading")
        yield drafted("pass", draft.add("\n\n").sentence(material.prose(), genuine(issued)), "heading")


_ABUSED_HEADINGS = (
    "The risk fell by 40 in treated children",
    "The vaccine is safe. It prevents the disease",
    "The authors report “no harm at all” after the dose",
    "The vaccine that was given to children across the whole country in two doses some weeks apart was followed "
    "by no more cases than expected in any group",
)


def heading_abused(material: Material) -> Iterator[Case]:
    """A claim does not become exempt by standing in a heading."""
    for issued in material.round(material.literature.unflagged):
        heading = material.random.choice(_ABUSED_HEADINGS)
        draft = Draft().add("## ")
        for part in heading.split(". "):
            whole = part if part == heading.split(". ")[-1] else f"{part}."
            draft = draft.sentence(whole).add(" ")
        yield drafted("warn", draft.add("\n\n").sentence(material.prose(), genuine(issued)), "heading")


_LEADINS = ("The main findings:", "What was found:", "**Key points**", "In short:")


def leadin_exempt(material: Material) -> Iterator[Case]:
    """A lead-in that a list follows is no claim."""
    for issued in material.round(material.literature.unflagged):
        lead = material.random.choice(_LEADINS)
        bold = "**" * lead.startswith("**")
        draft = Draft().add(bold).sentence(lead.strip("*"), kind="leadin").add(f"{bold}\n\n- ")
        yield drafted("pass", draft.sentence(material.prose(), genuine(issued)), "leadin")


def leadin_abused(material: Material) -> Iterator[Case]:
    """What ends with a colon is a claim where nothing follows, or where it holds a figure."""
    for issued in material.round(material.literature.unflagged):
        draft = Draft()
        if material.random.random() < 0.5:
            draft.sentence("The risk fell by 40 in treated children:").add("\n\n- ")
        else:
            draft.sentence("The vaccine protects every child:").add("\n\n")
        yield drafted("warn", draft.sentence(material.prose(), genuine(issued)), "leadin")


_QUESTIONS = ("Does the vaccine protect children?", "How was the diagnosis made?", "What about older adults?")


def question_exempt(material: Material) -> Iterator[Case]:
    """A question is no claim."""
    for issued in material.round(material.literature.unflagged):
        draft = Draft().sentence(material.random.choice(_QUESTIONS), kind="question").add(" ")
        yield drafted("pass", draft.sentence(material.prose(), genuine(issued)), "question")


def disclaimer_exempt(material: Material) -> Iterator[Case]:
    """A disclaimer of the published list is no claim."""
    for issued in material.round(material.literature.unflagged):
        draft = Draft().sentence(material.prose(), genuine(issued)).add("\n\n")
        yield drafted("pass", draft.sentence("Not medical advice.", kind="boilerplate"), "disclaimer")


def nothing_to_check(material: Material) -> Iterator[Case]:
    """Letters and no claim: such an answer does not pass."""
    for _ in range(200):
        draft = Draft()
        for heading in material.random.sample(_HEADINGS, material.random.randint(1, 4)):
            draft.add("## ").sentence(heading, kind="heading").add("\n\n")
        if material.random.random() < 0.5:
            draft.sentence(material.random.choice(_QUESTIONS), kind="question")
        yield drafted("warn", draft, "no_claim")


PLANTERS = (
    heading_exempt,
    heading_abused,
    leadin_exempt,
    leadin_abused,
    question_exempt,
    disclaimer_exempt,
    nothing_to_check,
)

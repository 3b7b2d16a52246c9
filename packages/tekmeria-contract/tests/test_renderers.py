"""What a reader of rendered Markdown sees is audited; where renderers differ, text stays (contract.md §3)."""

from __future__ import annotations

import pytest

from .answers import cited, read, sentences

VISIBLE = {
    "fence ends with its container": (
        "> ```\n> Mortality fell.\n\nPressure rose.",
        ["Mortality fell.", "Pressure rose."],
    ),
    "unclosed fence": ("```\nMortality fell.", ["Mortality fell."]),
    "fence that may be a table": (
        "```|Mortality fell |\n|---|\nx\n```",
        ["```|Mortality fell | |---| x ```"],
    ),
    "unclosed comment": ("Mortality fell <!-- by half.", ["Mortality fell <!-- by half."]),
    "empty comment": ("Mortality <!--> fell <!---> by half.", ["Mortality fell by half."]),
    "comment ended as HTML ends it": ("A <!-- b --!> claim --> here.", ["A claim --> here."]),
    "comment in code": ("Mortality `<!-- fell -->`.", ["Mortality <!-- fell -->."]),
    "one-line fence": ("```Mortality fell.```", ["Mortality fell."]),
    "indented code": ("    Mortality <!-- fell -->.", ["Mortality <!-- fell -->."]),
    "text after indented code": (
        "    Mortality fell.\nPressure rose.",
        ["Mortality fell.", "Pressure rose."],
    ),
    "unpaired strike": ("Mortality ~~ fell.", ["Mortality ~~ fell."]),
    "strike with a tag": ("~~Mortality</del> fell.~~", ["~~Mortality fell.~~"]),
    "less-than is no tag": ("Deaths: p <0.05 and OR >1.", ["Deaths: p <0.05 and OR >1."]),
    "task box": ("- [ ] Mortality fell.", ["Mortality fell."]),
    "declaration": ("Mortality <!X fell> by half.", ["Mortality <!X fell> by half."]),
}


@pytest.mark.clause("A3..A8", "A10")
@pytest.mark.parametrize(("text", "expected"), VISIBLE.values(), ids=VISIBLE.keys())
def test_what_a_reader_sees_is_read(text: str, expected: list[str]) -> None:
    assert sentences(read(text)) == expected


UNSUPPORTED = {
    "comment": "Mortality fell. <!-- [{H}] -->",
    "struck": "Mortality fell. ~~[{H}]~~",
    "deleted": "Mortality fell <del>{H}</del>.",
    "hidden": "Mortality fell <span hidden>[{H}]</span>.",
    "styled out of sight": 'Mortality fell <span style="display:none">[{H}]</span>.',
    "attribute": "Mortality fell <b title='{H}'>by half</b>.",
    "spare cell": "| a |\n|---|\n| Mortality fell | [{H}] |",
    "instruction": "Mortality fell <? [{H}] ?>.",
    "image": "Mortality fell ![{H}](x.png).",
    "attribute below indented code": "    x\n<span title='{H}'>Mortality fell.</span>",
    "disputed comment": "Mortality fell <!-- [{H}] --->.",
}


@pytest.mark.clause("A12", "A13", "A16")
@pytest.mark.parametrize("text", UNSUPPORTED.values(), ids=UNSUPPORTED.keys())
def test_a_handle_that_a_renderer_may_not_show_supports_nothing_and_is_listed(text: str) -> None:
    assert [(sentence, name) for sentence, name, _ in cited(read(text))] == [(None, "H")]


@pytest.mark.clause("A18")
@pytest.mark.parametrize("text", UNSUPPORTED.values(), ids=UNSUPPORTED.keys())
def test_a_forged_handle_is_judged_wherever_it_hides(text: str) -> None:
    assert [state for _, _, state in cited(read(text.replace("{H}", "{F}")))] == ["forged"]

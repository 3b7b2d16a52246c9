"""What a reader of rendered Markdown sees is audited; where renderers differ, text stays (contract.md §3).

Examples of each kind, then answers at random against cmark-gfm and remark-gfm. ``TEKMERIA_ANSWERS`` is how many,
``TEKMERIA_SEED`` which.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from .answers import cited, read, sentences
from .arbitrary import Arbitrary
from .comparison import faults
from .renderers import cmark_gfm, remark_gfm, shown

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
    "number behind indented code": ("    x\n2) ```Mortality fell", ["x", "2) ```Mortality fell"]),
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
    "deleted in an open bracket": "Mortality fell [<del>{H}</del>.",
    "image in an open bracket": "Mortality fell [![{H}](x.png).",
    "link without a text": "Mortality fell [](evidence://{H}).",
    "link with an invisible text": "Mortality fell [\u200b](evidence://{H}).",
    "block HTML never closed": "Mortality fell.\n\n<!--\nPressure rose [{H}].",
    "behind HTML never closed": "> <!--\n\nPressure rose [{H}].",
    "footnote behind HTML never closed": "Mortality fell.[^1]\n\n[^1]: {H}\n\n<!--",
    "footnote's mark in code": "    Mortality fell.[^1]\n\n[^1]: {H}",
    "footnote's mark in HTML": "<div>Mortality fell.[^1]</div>\n\n[^1]: {H}",
    "link definition's mark in HTML": "<div>Mortality fell [1].</div>\n\n[1]: {H}",
    "label that is no footnote's": "[^]: {H}\nMortality fell.",
    "cell below a bare bar": '| a | b |\n|---|---|\n|\n\t[Mortality fell.](u "{H}")',
    "definition above a table": "[x]: {H}\n| Mortality fell |\n|---|\n",
    "struck next to a disputed symbol": "Mortality fell ~~[{H}]~~€w.",
    "struck next to a disputed space": "Mortality fell ~~{H}]~~\ufeffw.",
    "tag of any name behind a quote": "> Mortality fell.\n<x>\nPressure rose ![{H}](u).",
    "attribute behind an odd space": "Mortality fell <b\x0ctitle='{H}'>by half</b>.",
    "target behind an odd space": "Mortality fell [](\u2028{H}).",
    "definition with an odd space": "[l]:\u2028{H}\nMortality fell.",
    "delimiter row with an odd space": "a | b\n-|-\x0b\nMortality fell | b | {H}",
}


@pytest.mark.clause("A5", "A12", "A13", "A16", "A38", "A39")
@pytest.mark.parametrize("text", UNSUPPORTED.values(), ids=UNSUPPORTED.keys())
def test_a_handle_that_a_renderer_may_not_show_supports_nothing_and_is_listed(text: str) -> None:
    assert [(sentence, name) for sentence, name, _ in cited(read(text))] == [(None, "H")]


SEEN = {
    "a line separator": "Mortality\u2028fell [{H}].",
    "a paragraph separator": "Mortality fell\u2029 by half [{H}].",
    "a next line": "Mortality fell\x85[{H}].",
    "a vertical tab": "Mortality fell\x0b by half [{H}].",
    "a form feed": "\x0cMortality fell, p <0.05 [{H}].",
    "a byte order mark": "\ufeffMortality fell (by half) [{H}].",
    "a control character": "Mortality fell [\x1f{H}].",
    "an odd space behind a link": "Mortality [fell](evidence://{H}).\x0b",
    "a struck word": "Mortality <del>rose</del>[{H}] fell.",
    "a veiled word beside a link": "Mortality <s>rose</s>[fell](evidence://{H}).",
    "a link without a text": "Mortality fell [](u)[{H}].",
    "a footnote far behind its mark": "Mortality fell.[^1]\n\n[^1]:     {H}",
    "a symbol beside emphasis": "Mortality *fell*→ [{H}].",
}


@pytest.mark.clause("A12", "A13", "A38")
@pytest.mark.parametrize("text", SEEN.values(), ids=SEEN.keys())
def test_a_handle_that_every_reader_sees_supports_its_sentence(text: str) -> None:
    assert [(sentence is None, name) for sentence, name, _ in cited(read(text))] == [(False, "H")]


@pytest.mark.clause("C36")
@pytest.mark.parametrize(
    "text", ["Mortality fell.[^1]\n\n[^1]:\n\n[^1]: {H}", "Mortality fell.[^1]\n\n[^1]:[^1]: {H}"]
)
def test_a_footnote_that_says_nothing_is_a_definition_too(text: str) -> None:
    assert (0, "H", "ok") not in cited(read(text))


@pytest.mark.clause("A19", "A38")
def test_a_word_in_what_may_be_a_definition_is_read() -> None:
    assert "fell" in " ".join(sentences(read("[x]: fell\n| a |\n|---|\n")))
    assert "fell" in " ".join(sentences(read("[x]:\x7ffell\n")))


@pytest.mark.clause("A18")
@pytest.mark.parametrize("text", UNSUPPORTED.values(), ids=UNSUPPORTED.keys())
def test_a_forged_handle_is_judged_wherever_it_hides(text: str) -> None:
    assert [state for _, _, state in cited(read(text.replace("{H}", "{F}")))] == ["forged"]


@pytest.mark.needs("node")
@pytest.mark.clause("A2..A19", "S0")
def test_what_renderers_show_is_read_and_what_they_hide_supports_nothing(
    npm_ci: Callable[[Path], Path], node: Path
) -> None:
    seed, count = os.environ.get("TEKMERIA_SEED", "0"), int(os.environ.get("TEKMERIA_ANSWERS", "1500"))
    answers = ["".join(Arbitrary(f"{seed}-{number}").pieces()) for number in range(count)]
    renderers = {"cmark-gfm": cmark_gfm, "remark-gfm": remark_gfm(npm_ci, node)}
    htmls = {name: render(answers) for name, render in renderers.items()}
    found = {
        answer: wrong
        for number, answer in enumerate(answers)
        if (wrong := faults(answer, {name: shown(html[number]) for name, html in htmls.items()}))
    }
    assert found == {}

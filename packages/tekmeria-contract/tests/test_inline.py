"""The inline mark-up of an answer: what a reader sees of it (contract.md §3)."""

from __future__ import annotations

import pytest

from tekmeria_contract.block import DOUBTFUL, HTML, LITERAL, MARKDOWN
from tekmeria_contract.inline import read_inline
from tekmeria_contract.prose import prose_of
from tekmeria_contract.visible import Visible

from .answers import cited, kinds, read, sentences
from .steps import steps


def visible(text: str, markup: str = MARKDOWN) -> Visible:
    return read_inline(prose_of(text, [(0, len(text))]), (), ("l",), markup)


STRUCK = {
    "~~rose~~ fell": " fell",
    "~~rose ~~ fell": "~~rose ~~ fell",
    "~~ rose~~ fell": "~~ rose~~ fell",
    "~rose~ fell": "~rose~ fell",
    "~~~rose~~~ fell": "~~~rose~~~ fell",
    "~~rose~ fell": "~~rose~ fell",
    "~~rose fell": "~~rose fell",
    "**~~rose~~** fell": " fell",
    "~~**rose~~** fell": "** fell",
    "~~`rose~~` fell~~ on": " on",
    "\\~~rose~~ fell": "~~rose~~ fell",
    "a~~rose~~b fell": "ab fell",
    "~~rose~~ and ~~sank~~ fell": " and  fell",
    "[~~rose~~](u) fell": " fell",
    "[~~rose](u)~~ fell": "~~rose~~ fell",
}


@pytest.mark.clause("A9", "A5")
@pytest.mark.parametrize(("text", "seen"), STRUCK.items())
def test_text_is_struck_by_two_tildes_that_flank_it(text: str, seen: str) -> None:
    assert visible(text).prose.text == seen


@pytest.mark.clause("A9", "A17")
def test_text_is_struck_inside_one_block_and_holds_no_claim_and_no_support() -> None:
    answer = read("Mortality ~~rose [{H}].~~ fell.\n\nPressure ~~rose\n\nfell.~~")
    assert sentences(answer) == ["Mortality fell.", "Pressure ~~rose", "fell.~~"]
    assert cited(answer) == [(None, "H", "ok")]


SEEN = {
    "a *b* __c__ *d": "a b c *d",
    "*a **b* c* d*": "a b c d",
    "_a b* c* d_": "a b* c* d",
    "a_b_c": "a_b_c",
    "`` a`b `` c": "a`b c",
    "\\*a\\* \\b": "*a* \\b",
    "`\\*` \\`a`": "\\* `a`",
    "&lt;b&gt; &amp;amp; &#65; &nosuch;": "<b> &amp; A &nosuch;",
    "`&lt;`": "&lt;",
    "[a](u) [b][l] [l] [c]": "a b l [c]",
    "[a]( [b](": "[a]( [b](",
    "[a](u\\)v) b": "a b",
    f"[a]({'(' * 32}u{')' * 32}) b": "a b",
    f"[a]({'(' * 33}u{')' * 33}) b": f"[a]({'(' * 33}u{')' * 33}) b",
    "![a](u) b": "a b",
    "<http://a.b> c": "http://a.b c",
    "a <!-- b --> c": "a  c",
    "a <b>c</b> <x>d</x> p <0.05": "a c <x>d</x> p <0.05",
    "10<sup>-6</sup> CO<sub>2</sub>": "10⁻⁶ CO₂",
    "<q>a</q><br>b": '"a"\nb',
    "a  \nb\\\nc\nd": "a\nb\nc d",
}


@pytest.mark.clause("A6", "A7", "A8", "A10", "A11", "A36")
@pytest.mark.parametrize(("text", "seen"), SEEN.items())
def test_what_a_reader_sees_of_inline_mark_up(text: str, seen: str) -> None:
    assert visible(text).prose.text == seen


@pytest.mark.clause("A3", "A12", "A38")
@pytest.mark.parametrize("markup", [LITERAL, DOUBTFUL])
def test_what_is_no_mark_up_is_seen_as_it_is_written(markup: str) -> None:
    text = "a *b* `c` &lt; [d](u) <b>e</b> ~~f~~ <!-- g -->"
    shown = visible(text, markup)
    assert shown.prose.text == text
    assert shown.veiled == (() if markup == LITERAL else ((0, len(text)),))


VEILED = {
    "a <del>b <i>c</i> d</del> e": "b c d",
    "a <s>b <s>c</s> d</s> e": "b c d",
    "a <template>b": "b",
    "a ![b](u) c": "b",
    "a ~~~b~~~ c": "~~~b~~~",
}


@pytest.mark.clause("A9", "A13")
@pytest.mark.parametrize(("text", "unseen"), VEILED.items())
def test_what_not_every_renderer_shows_is_veiled_as_far_as_it_goes(text: str, unseen: str) -> None:
    seen = visible(text)
    assert [seen.prose.text[slice(*span)] for span in seen.veiled] == [unseen]


@pytest.mark.clause("A37")
@pytest.mark.parametrize(("spans", "end"), [([], 0), ([(2, 4)], 4), ([(2, 4), (5, 7)], 7)])
def test_what_stands_at_the_end_stands_where_the_last_character_ends(
    spans: list[tuple[int, int]], end: int
) -> None:
    prose = prose_of("0123456789", spans)
    assert prose.span(len(prose), len(prose)) == (end, end)


@pytest.mark.clause("C45")
def test_a_citation_tag_is_a_mark_of_another_system_and_its_text_stays() -> None:
    answer = read('It fell <cite index="1-2">by half</cite> and <cite>rose</cite> [{H}].')
    assert sentences(answer) == ["It fell by half and rose."]
    assert [mark.text for mark in answer.marks] == ['<cite index="1-2">']


@pytest.mark.clause("A10")
def test_html_knows_tags_and_entities_alone() -> None:
    assert visible("<b>a</b> *c* &lt; `d` <!-- e -->", HTML).prose.text == "a *c* < `d` "


@pytest.mark.clause("A37")
@pytest.mark.parametrize("text", ["a **b** &lt;c&gt; `d`", "[a](u) ~~b~~ c", "a <b>c</b> d"])
def test_each_character_that_is_seen_knows_where_it_stands(text: str) -> None:
    prose = visible(text).prose
    for place, character in enumerate(prose.text):
        start, end = prose.span(place, place + 1)
        assert character in text[start:end] or text[start:end].startswith("&")


@pytest.mark.clause("A9", "A20")
def test_a_claim_around_what_is_struck_is_a_claim() -> None:
    assert kinds(read("Mortality ~~rose~~ fell.")) == ["claim"]


HOSTILE = (
    *("[", "]", "[](", "![", "*", "**a", "_a ", "*a_", "~~", "~~a "),
    *("`", "`a``", "<", "<!--", "<b>", "<del>", "</b>", "\\", "&", "&lt;"),
    *("&#", "[a](", "[a][", "](u", "[[", "<a b=", "<a 'b", '<b a="', " \n", "<!"),
    *("<?", "[a](u)", "<sup>1", "~~~a ", "*a **b ", "<x\x0b", "(((", "[a](((", "[a](<", "[l]"),
    *("~~\ufeff", "a\u2028"),
)


@pytest.mark.clause("L7")
@pytest.mark.parametrize("unit", HOSTILE)
@pytest.mark.parametrize("markup", [MARKDOWN, HTML])
def test_twice_the_mark_up_takes_twice_the_steps(unit: str, markup: str) -> None:
    short, long = (steps(lambda count=count: visible(unit * count, markup)) for count in (200, 400))
    assert long <= 2.3 * short + 200

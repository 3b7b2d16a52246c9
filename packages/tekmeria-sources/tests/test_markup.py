"""Inline markup becomes text without loss."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element, fromstring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tekmeria_sources.markup import flatten, tidy
from tekmeria_sources.scripts import SUBSCRIPTS, SUPERSCRIPTS, spell_script


def text_of(xml: str) -> str:
    return flatten(fromstring(f"<AbstractText>{xml}</AbstractText>"))


@pytest.mark.parametrize(
    ("xml", "text"),
    [
        ("10<sup>-3</sup> mol", "10⁻³ mol"),
        ("10<sup>−3</sup>", "10⁻³"),
        ("2·1×10<sup>6</sup>", "2·1×10⁶"),
        ("Ca<sup>2+</sup>", "Ca²⁺"),
        ("CO<sub>2</sub>", "CO₂"),
        ("x<sub>(1)</sub>", "x₍₁₎"),
        ("C<sub>max</sub>", "Cmax"),
        ("HbA<sub>1c</sub>", "HbA₁c"),
        ("VO<sub>2max</sub>", "VO₂max"),
        ("<sup>99m</sup>Tc", "⁹⁹mTc"),
        ("a <sup>18</sup>F scan", "a ¹⁸F scan"),
        ("Fitbit<sup>®</sup>", "Fitbit®"),
        ("Apoe<sup>-/-</sup> mice", "Apoe⁻/⁻ mice"),
        ("Q <sub><i>o</i></sub> -site", "Q o -site"),
        ("x<sup>n-1</sup>", "x^{n-1}"),
        ("10<sup>2n</sup>", "10^{2n}"),
        ("t<sub>1/2</sub>", "t_{1/2}"),
        ("AUC<sub>0-24h</sub>", "AUC_{0-24h}"),
        ("10<sup>-1.5</sup>", "10^{-1.5}"),
        ("known<sup>1,2</sup>", "known^{1,2}"),
        ("m<sup> 2 </sup>of", "m ² of"),
        ("a<sup/>b", "ab"),
    ],
)
def test_superscripts_and_subscripts_are_spelt_as_documented(xml: str, text: str) -> None:
    assert text_of(xml) == text


@pytest.mark.parametrize(
    ("xml", "text"),
    [
        ("<i>P</i>&lt;0.001 and <b>OR</b> &gt;1", "P<0.001 and OR >1"),
        ("R&amp;D at 5 &lt; 6 &gt; 4", "R&D at 5 < 6 > 4"),
        ("by&#x2009;&#8722;0.42", "by\u2009−0.42"),
        ("&#x2003;Of 30&#xA0;", "Of 30"),
        ("90&amp;percnt; of Gel&amp;reg; at 4&amp;#176;C", "90% of Gel® at 4°C"),
        ("a &amp;amp;lt; b", "a &lt; b"),
        ("AT&amp;T; &amp;nosuch; &amp;copy", "AT&T; &nosuch; &copy"),
        ("&amp;#0; &amp;#xD800; &amp;#1114112;", "&#0; &#xD800; &#1114112;"),
        ("one\n   two\tthree  ", "one two three"),
        ("thin\u2009space\u00a0kept", "thin\u2009space\u00a0kept"),
        ("one<!-- no text -->two<?no text?>three", "onetwothree"),
        ("hidden\U000e0041\U000e0042 words", "hidden words"),
        ("<u>nested <i>in <b>three</b></i></u> levels", "nested in three levels"),
    ],
)
def test_references_white_space_and_tags_are_read_once(xml: str, text: str) -> None:
    assert text_of(xml) == text


def math(content: str) -> str:
    namespace = "http://www.w3.org/1998/Math/MathML"
    named = re.sub(r"<(/?)(?=[a-z])", r"<\1mml:", content)
    return f'<mml:math xmlns:mml="{namespace}">{named}</mml:math>'


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("<msup><mi/><mrow><mn>2</mn><mo>+</mo></mrow></msup>", "²⁺"),
        ("<msub><mi>P</mi><mn>3</mn></msub>", "P₃"),
        ("<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>", "xi²"),
        ("<mover><mi>V</mi><mo>.</mo></mover>", "V\u0307"),
        ("<mover><mi>x</mi><mo>¯</mo></mover>", "x\u0304"),
        ("<mover><mi>x</mi><mtext>def</mtext></mover>", "x^{def}"),
        (
            "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover>",
            "∑_{i=1}^{n}",
        ),
        ("<munder><mi>lim</mi><mi>n</mi></munder>", "lim_{n}"),
        ("<mfrac><mn>1</mn><mn>4</mn></mfrac>", "1/4"),
        ("<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2.5</mn></mfrac>", "(a+b)/2.5"),
        ("<msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt>", "√(x+1)"),
        ("<mroot><mi>x</mi><mn>3</mn></mroot>", "√[3](x)"),
        ("<mfenced><mi>a</mi><mi>b</mi></mfenced>", "(a,b)"),
        ('<mfenced open="[" close="]" separators=";"><mi>a</mi><mi>b</mi><mi>c</mi></mfenced>', "[a;b;c]"),
        ("<mmultiscripts><mi>He</mi><mprescripts/><none/><mn>3</mn></mmultiscripts>", "³He"),
        (
            "<mmultiscripts><mi>T</mi><mn>1</mn><mn>2</mn><mprescripts/><mn>3</mn><mn>4</mn></mmultiscripts>",
            "₃⁴T₁²",
        ),
        (
            "<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd></mtr></mtable>",
            "1 2; 3",
        ),
        ("<semantics><mi>x</mi><annotation>\\frac</annotation></semantics>", "x"),
        ("<mi>a</mi>\n  <mo>\u2062</mo>\n  <mi>b</mi>", "ab"),
        ("<mi>a</mi><mtext> of </mtext><mspace/><mi>b</mi>", "a of b"),
        ("<mstyle><menclose><mi>y</mi></menclose></mstyle>", "y"),
        ("<msup><mi>x</mi></msup>", "x"),
        ("<msup><mi>x</mi><mn>2</mn><mi>lost</mi></msup>", "x^{2lost}"),
        ("<semantics/>", ""),
    ],
)
def test_formulas_are_spelt_by_the_stated_rule(content: str, text: str) -> None:
    assert text_of(math(content)) == text


_WORDS = st.text(alphabet="abγ <&·−0123456789\u2009", max_size=8)


def _element(name: str, text: str, children: list[Element], tails: list[str]) -> Element:
    element = Element(name)
    element.text = text
    for child, tail in zip(children, tails, strict=False):
        child.tail = tail
        element.append(child)
    return element


_LEAVES = st.builds(_element, st.sampled_from(["i", "b", "u"]), _WORDS, st.just([]), st.just([]))
_TREES = st.recursive(
    _LEAVES,
    lambda inner: st.builds(
        _element,
        st.sampled_from(["i", "b", "sup", "sub"]),
        _WORDS,
        st.lists(inner, max_size=3),
        st.lists(_WORDS, min_size=3, max_size=3),
    ),
    max_leaves=12,
)


@given(_TREES)
def test_no_character_of_any_tree_is_lost_and_none_added_but_braces(tree: Element) -> None:
    expected = tidy("".join(tree.itertext()))
    plain = {script: character for table in (SUPERSCRIPTS, SUBSCRIPTS) for character, script in table.items()}
    plain |= {"⁻": "-", "₋": "-"}

    def bare(text: str) -> str:
        unbraced = re.sub(r"[\^_]\{|\}", "", text)
        return "".join(plain.get(c, c) for c in unbraced if not c.isspace()).replace("−", "-")

    assert bare(flatten(tree)) == bare(expected)


@given(
    st.text(alphabet="abc019+-=()[]/., γ®", max_size=10),
    st.sampled_from("^_"),
    st.sampled_from(["", "10", "x "]),
)
def test_a_script_keeps_its_characters_in_order(content: str, mark: str, before: str) -> None:
    spelt = spell_script(content, mark, before)
    table = SUPERSCRIPTS if mark == "^" else SUBSCRIPTS
    back = {script: character for character, script in table.items()} | {table["-"]: "-"}
    unbraced = spelt.replace(f"{mark}{{", "").replace("}", "")
    assert "".join(back.get(character, character) for character in unbraced) == content

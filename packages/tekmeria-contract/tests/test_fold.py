"""The fold, row by row, with its guards, its way back and its promises about any text (contract.md §4, Fold)."""

from __future__ import annotations

import hashlib
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tekmeria_contract import sequences
from tekmeria_contract.assigned import UNICODE_VERSION, is_assigned
from tekmeria_contract.fold import FOLD_VERSION, fold, read, refused
from tekmeria_contract.foldtable import (
    APOSTROPHES,
    CHARACTERS,
    DASHES,
    EXPANDED,
    INVISIBLE,
    OPERATORS,
    REFUSED,
    ROWS,
    SPACES,
    SUBSCRIPTS,
    SUPERSCRIPTS,
)

RECORDED = (1, "eb278b08dbe23085")
"""The version of the fold and the digest of what it makes of every character."""

# Each row: what folds, to what.
FOLDED = [
    (1, "p &lt; 0.05 &#38; q &#x3e; 2", "p<0.05 & q>2"),
    (1, "&amp;lt; and &#150;5", "&lt; and -5"),
    (2, "Sjo\u0308gren, 2 \u212b, 100 \u2126, 3 \u212a", "Sjögren, 2 Å, 100 Ω, 3 K"),
    (3, "10<sup>6</sup>, 10^6, 10^{6}, 10^-6, 10<sup>−6</sup>, kg/m^2", "10⁶, 10⁶, 10⁶, 10⁻⁶, 10⁻⁶, kg/m²"),
    (3, "p53<sup>−/−</sup>, p53^{-/-}, Fe<sup>2+</sup>, Na^{+}", "p53-/-, p53-/-, Fe2+, Na+"),
    (3, "<sup>18</sup>F and 10<SUP>3</SUP>", "18F and 10³"),
    (4, "H<sub>2</sub>O, PM<sub>2.5</sub>", "H2O, PM2.5"),
    (4, "t_{1/2}, t<sub>1/2</sub>, AUC<sub>0−24</sub>, C_{2.5}", "t1/2, t1/2, AUC0-24, C2.5"),
    (5, "10–20, −5, A‑B, n＝10－20, ˗4", "10-20, -5, A-B, n=10-20, -4"),
    (5, "−5–−10 °C", "-5--10°C"),
    (6, "the drug--unlike it -- fell", "the drug-unlike it - fell"),
    (7, "co\u00adoperate, \u00ad5, 3\u00ad4", "cooperate, -5, 3-4"),
    (8, "5′ 5´ 5` patient’s ‘x’ ＇ʼʹ", "5' 5' 5' patient's 'x' '''".replace("'''", "\"'")),
    (9, "2″ “x” „y‟ 〝z〞 ''w''", '2" "x" "y" "z" "w"'),
    (10, " a\u00a0\u2009b\r\n\tc\u2028d\u3000 ", "a b c d"),
    (11, "hyper\u200btension \ufeffx\ufe0f \u200e5 mg\u200f", "hypertension x 5 mg"),
    (11, "5\u200b10", "5 10"),
    (12, "f\u2061(x)", "f(x)"),
    (13, "and so on…", "and so on..."),
    (14, "ﬁbrosis, eﬃcacy, ﬂow, eﬀect, aﬄict, ﬆ", "fibrosis, efficacy, flow, effect, afflict, st"),
    (15, "5 µg", "5 μg"),
    (16, "∆F ϕ ϐ ϑ ϵ ϰ ϱ", "ΔF φ β θ ε κ ρ"),
    (17, "𝑝 < 𝟎.𝟎𝟓, 𝛼 and 𝐀", "p<0.05, α and A"),
    (18, "２０例（５０％）：ＡＢ", "20例(50%):AB"),
    (19, "5 mg⋅kg, mmol∙L, a\u0387b", "5 mg·kg, mmol·L, a·b"),
    (20, "HR 0·74 (0·65–0·85)", "HR 0.74 (0.65-0.85)"),
    (21, "2 x 10, 2x2x3, 3x, 1.5 x 10⁶, 4 ✕ 5 ⨯ 6", "2×10, 2×2×3, 3×, 1.5×10⁶, 4×5×6"),
    (22, "37 ºC, 20º, 5 ˚F, 37℃, 99 ℉, 4°", "37°C, 20°, 5°F, 37°C, 99°F, 4°"),
    (23, "x <= 5, y >= 6, a⩽b≦c⩾d≧e", "x≤5, y≥6, a≤b≤c≥d≥e"),
    (24, "12 +/- 3, 12 +/−3, mean +/- SD", "12±3, 12±3, mean±SD"),
    (25, "∼5 〜6 ˜7 ～8", "~5~6~7~8"),
    (26, "1⁄2 3∕4 5／6", "1/2 3/4 5/6"),
    (27, "5﹪ 6٪ 7％ 8 %", "5% 6% 7% 8%"),
    (28, "H₂O, PaO₂, HbA₁c, (CH₂)₃, PM₂.₅", "H2O, PaO2, HbA1c, (CH2)3, PM2.5"),
    (28, "t₁/₂, AUC₀₋₂₄, p53⁻/⁻, Apoe⁺/⁻ mice, ⁹⁹mTc", "t1/2, AUC0-24, p53-/-, Apoe+/- mice, 99mTc"),
    (28, "Ca²⁺, CD4⁺, CD4⁺CD25⁺ T, Cl⁻, [K]⁺", "Ca2+, CD4+, CD4+CD25+ T, Cl-, [K]+"),
    (28, "¹⁸F, [¹¹C]PiB, ⁹⁹ᵐTc, 2-¹³C", "18F, [11C]PiB, 99mTc, 2-13C"),
    (29, "P < .001, n = 5, 12 ± 3, ~ 5, 45 %, 37 °C", "P<.001, n=5, 12±3,~5, 45%, 37°C"),
    (29, "β = −0.23, r = +.5, x ≥ -3", "β=-0.23, r=+.5, x≥-3"),
    (29, "血糖 升高 至 HbA1c 7 %，共 50 例", "血糖升高至HbA1c 7%,共50例"),
]

# Each guard: a text that the row leaves alone.
GUARDED = [
    (1, "p &lt 0.05 &nosuch; &#xd800; &#0;"),
    (2, "½ and ™ and ①"),
    (3, "10(6) 106 (^6 x<sup>a</sup>"),
    (5, "コー10⁻³"),
    (6, "-5--10 °C".replace(" ", "")),
    (8, "5″".replace("″", '"')),
    (10, "5 10 not able"),
    (12, "2\u20623"),
    (15, "ug mg"),
    (16, "α ß a"),
    (18, "。、"),
    (19, "0⋅74"),
    (20, "5·10⁵ 5·10(5) a·b ½·5"),
    (21, "HER2x3x, x 3, ax2, 2 xa"),
    (22, "nº, 1ª, ºCasa"),
    (24, "CD4+/-, Apoe+/-5, 5+/-3"),
    (26, "2½"),
    (28, "log₂8 log₁₀.5 10⁶ m² x⁻² 5⁺ 10²⁺ a¹⁸F 5_{2} x₋₁ 5⁻/⁻ I⁻-J x⁻⁻ y ²x ¹⁸The"),
    (28, "5⁺"),
    (29, "5 -, a= - 5, 5 mg, in % of, 5 - 6, A -"),
    (29, "한국 어, A B, ไทย ไทย"),
]


@pytest.mark.clause("F1..F29", "Q8", "Q15", "Q16", "Q18..Q20", "Q22", "Q23")
@pytest.mark.parametrize(
    ("row", "given_text", "expected"), FOLDED, ids=[f"{r[0]}-{r[1][:12]}" for r in FOLDED]
)
def test_a_row_folds_what_it_names(row: int, given_text: str, expected: str) -> None:
    assert read(given_text).text == expected
    assert fold(expected).text == expected


@pytest.mark.clause(
    "F1..F3",
    "F5",
    "F6",
    "F8",
    "F10",
    "F12",
    "F15",
    "F16",
    "F18..F22",
    "F24",
    "F26",
    "F28",
    "F29",
    "Q15..Q18",
    "Q21",
    "Q22",
)
@pytest.mark.parametrize(("row", "text"), GUARDED, ids=[f"{g[0]}-{g[1][:12]}" for g in GUARDED])
def test_a_guard_leaves_its_text_alone(row: int, text: str) -> None:
    assert read(text).text == text


@pytest.mark.clause("F1..F31")
def test_every_row_of_the_table_is_published_once_with_a_reason() -> None:
    assert [row.number for row in ROWS] == list(range(1, 32))
    assert all(row.fold and row.reason for row in ROWS)
    assert {row for row, *_ in FOLDED} | {30, 31} == set(range(1, 32))


@pytest.mark.clause("F30")
def test_row_thirty_takes_paired_mark_up_out_and_nothing_else() -> None:
    for marked, plain in [
        ("HR **0.74** (*E. coli*)", "HR 0.74 (E. coli)"),
        ("__5__ and ***six*** `Table 1` ``a`b``", "5 and six Table 1 a'b"),
        (r"HLA-B\*57:01 \[APTT\] 3\.", "HLA-B*57:01 [APTT] 3."),
        ("**bold *and italic* text**", "bold and italic text"),
        ("**a *b** c*", "a *b c*"),
    ]:
        assert fold(marked, unmark=True).text == plain
    for kept in [
        "CYP2C9*2 or CYP2C9*3",
        "5 * 3 * 2",
        "~~30%~~",
        "snake_case_name",
        "*2 and",
        "a ** b",
        "****",
        "`x",
    ]:
        assert fold(kept, unmark=True).text == fold(kept).text


@pytest.mark.clause("F8", "F9")
def test_single_and_double_marks_never_meet() -> None:
    singles = {read(mark).text for mark in APOSTROPHES}
    doubles = {read(mark).text for mark in "“”„‟″‶ʺ〝〞〟＂"}
    assert singles == {"'"} and doubles == {'"'}


@pytest.mark.clause("F16", "Q6")
def test_no_letter_or_digit_becomes_another_one() -> None:
    """What is put for a letter or digit is its own compatibility form, so no α turns into a."""
    for code, put in CHARACTERS.items():
        character = chr(code)
        if character.isalnum() and put.isalnum():
            assert unicodedata.normalize("NFKC", character) == put or character == "∆", character


@pytest.mark.clause("F5")
@pytest.mark.parametrize("dash", DASHES)
def test_every_dash_folds_and_keeps_its_place(dash: str) -> None:
    assert fold(f"5{dash}10 {dash}3").text == "5-10 -3"


@pytest.mark.clause("F10")
@pytest.mark.parametrize("space", [*SPACES])
def test_every_white_space_is_one_space(space: str) -> None:
    assert fold(f"a{space}{space}b").text == "a b"


@pytest.mark.clause("F6", "Q15")
def test_two_dashes_that_are_not_typed_hyphens_stay_as_they_are_between_words() -> None:
    assert fold("a––b").text == "a––b"
    assert fold("5––6").text == "5--6"


@pytest.mark.clause("L5")
def test_a_lone_surrogate_is_misuse() -> None:
    for text in ["a\ud800b", "\udfff"]:
        with pytest.raises(ValueError, match="surrogate"):
            fold(text)


@pytest.mark.clause("Q12")
def test_what_unicode_14_does_not_know_is_refused_on_every_python() -> None:
    assert UNICODE_VERSION == "14.0.0"
    for later in ["\U00010efd", "\U0001b132", "\u0cf3", "\U000323b0", "\u1c89", "\u0378", "\ufdd0"]:
        assert not is_assigned(later)
        assert refused(fold(f"a{later}b").text) == "\uffff"
    for known in ["a", "漢", "\ue000", "\u061d", "\U0001f9cc"]:
        assert is_assigned(known)


@pytest.mark.clause("Q14")
@pytest.mark.parametrize(
    "character", [*"\u202a\u202e\u2066\u2069\ufffd\ue000\uf06d\U000e0041\U000f0000\uffff"]
)
def test_hiding_and_reordering_characters_are_refused(character: str) -> None:
    assert refused(fold(f"5 {character}mg").text) == character


@pytest.mark.clause("Q14")
def test_ordinary_text_is_not_refused() -> None:
    assert refused(fold("5 mg–α ﬁ ½ 漢 한 \u0301").text) is None


@pytest.mark.clause("Q10")
def test_a_span_leads_back_to_what_was_given() -> None:
    for given_text, wanted, source in [
        ("Risk  fell by 10–20 %.", "10-20%", "10–20 %"),
        ("p &lt; 0.05", "<", "&lt;"),
        ("an eﬃcacy of", "efficacy", "eﬃcacy"),
        ("\u200bx\u200b y", "x", "x"),
        ("Sjo\u0308gren", "ö", "o\u0308"),
        ("2 x 3 x 4", "3", "3"),
        ("P < .001", ".001", ".001"),
        ("10<sup>6</sup> cells", "⁶", "<sup>6</sup>"),
        ("so on… and", "...", "…"),
    ]:
        folded = read(given_text)
        start = folded.text.index(wanted)
        assert folded.given(start, start + len(wanted)) == source


_PIECES = (
    "<sup> </sup> <sub> </sub> <sub>2</sub> <sup>2+</sup> ^ ^{ } 6 2 10 x "
    "-- - – — − \u00ad · ⋅ ∙ º C F ° % +/- ± < = > <= ≤ ~ ₂ ₅ ² ⁺ ⁻ ⁶ ᵐ Tc H "
    "In a e \u0301 \u0338 \u0323 ' '' \" ′ ` … ﬁ ℃ 血 糖 は ゞ \u3099 ， が + / . , ( ) [ ] 0 １ ｘ Ｃ \u202e "
    "\ue000 𝟘 𝑝 µ 한 ᄒ ᅡ ᆫ A Å Ω \u0378 \U000e0041 ½ * &lt; n \u0340 ` ; क \u093c क़ ে া \u200b \u2062"
)
PIECES = st.sampled_from([*_PIECES.split(" "), " ", "  ", "\u00a0", "\n", "\u2061"])
TEXTS = st.one_of(
    st.lists(PIECES, max_size=12).map("".join),
    st.text(st.characters(exclude_categories=("Cs",)), max_size=20),
)


@pytest.mark.clause("Q9")
@given(TEXTS)
@settings(max_examples=600)
def test_folding_twice_changes_nothing(text: str) -> None:
    folded = fold(text).text
    assert fold(folded).text == folded


@pytest.mark.clause("Q10")
@given(TEXTS)
@settings(max_examples=600)
def test_the_way_back_is_monotone_and_inside_the_text(text: str) -> None:
    folded = fold(text)
    reached = (0, 0)
    for index in range(len(folded.text)):
        start, end = folded.span(index, index + 1)
        assert reached[0] <= start <= end <= len(text) and reached[1] <= end
        assert folded.at(start) <= index
        reached = (start, end)
    if folded.text:
        assert folded.span(0, len(folded.text)) == (folded.span(0, 1)[0], reached[1])


@pytest.mark.clause("F2")
@given(TEXTS)
@settings(max_examples=300)
def test_a_folded_text_is_in_normal_form_c(text: str) -> None:
    folded = fold(text).text
    assert unicodedata.normalize("NFC", folded) == folded


@pytest.mark.clause("F2")
@given(st.lists(PIECES, max_size=8).map("".join), st.lists(PIECES, max_size=8).map("".join))
@settings(max_examples=300)
def test_texts_of_one_canonical_form_fold_alike(one: str, other: str) -> None:
    text = one + other
    assert fold(text).text == fold(unicodedata.normalize("NFD", text)).text or "\u0378" in text


@pytest.mark.clause("Q6")
@given(st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=40))
def test_ascii_of_letters_digits_and_spaces_is_only_trimmed(text: str) -> None:
    plain = "".join(c for c in text if c.isalnum() or c == " ").replace("x", "y")
    assert fold(plain).text == " ".join(plain.split())


@pytest.mark.clause("Q10")
def test_an_empty_span_leads_back_to_an_empty_one() -> None:
    assert fold("a  b").span(2, 2) == (3, 3)


@pytest.mark.clause("L7")
def test_the_rounds_of_the_sequences_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    assert fold("H<sub>2</sub>O").text == "H2O"
    monkeypatch.setattr(sequences, "_ROUNDS", 1)
    assert fold("H<sub>2</sub>O").text == "H₂O"


@pytest.mark.clause("Q13")
def test_a_long_run_of_marks_is_left_as_it_is() -> None:
    run = "a" + "\u0301\u0323" * 40
    assert fold(run).text == run
    assert fold("a\u0323\u0301").text == fold("a\u0301\u0323").text == "ạ́"


@pytest.mark.clause("Q11")
def test_the_fold_of_every_character_is_the_one_recorded_for_this_version() -> None:
    """Later Pythons know more characters; the fold must not. A changed digest needs a new ``FOLD_VERSION``."""
    digest = hashlib.sha256()
    for block in (
        *range(0, 0x18E00, 256),
        *range(0x1B000, 0x20000, 256),
        0x2A600,
        0x2F800,
        0x32300,
        0xE0000,
        0xE0100,
    ):
        characters = [chr(code) for code in range(block, block + 256) if not 0xD800 <= code <= 0xDFFF]
        digest.update(fold("".join(f"a{c}1{c} b{c}c\n" for c in characters)).text.encode())
    assert (FOLD_VERSION, digest.hexdigest()[:16]) == RECORDED


@pytest.mark.clause("Q8")
def test_the_table_holds_each_character_once() -> None:
    listed = [*INVISIBLE, *OPERATORS, *DASHES, *EXPANDED, *SUBSCRIPTS, *SUPERSCRIPTS]
    assert len(listed) == len(set(listed))
    assert {ord(c) for c in listed}.isdisjoint(CHARACTERS)
    assert not any(chr(ord(put)) in map(chr, CHARACTERS) for put in CHARACTERS.values())
    assert REFUSED[0] == "\u202a"

"""Where a quotation may begin and end (contract.md §4, Legal cut)."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tekmeria_contract.cuts import GUARDS, illegal_left, illegal_right
from tekmeria_contract.diagnosis import diagnose
from tekmeria_contract.fold import read
from tekmeria_contract.quotes import compare_quote, prepare
from tekmeria_contract.ranges import parts_range
from tekmeria_eval.invented import passage

# Quotation, what it is cut from, the guard that refuses it.
REFUSED = [
    # The examples of the contract.
    ("517 children", "In all 6517 children took part.", "inside_number"),
    ("0.42", "The change was -0.42 in all.", "sign"),
    ("−10 mm Hg", "It fell by 5–10 mm Hg in all.", "inside_number"),
    ("a dose of 5 mg", "They took a dose of 5 mg/kg daily.", "operator"),
    ("about 1,", "There were about 1,200 of them.", "inside_number"),
    ("1.2", "It rose to 1.2 × 10⁶ cells.", "operator"),
    ("10", "It rose to 10(6) cells.", "mark"),
    ("1", "Titres of 1:100 were found.", "inside_number"),
    ("CYP2C19", "Carriers of CYP2C19*17 were few.", "mark"),
    ("can", "They can't stop.", "mark"),
    ("ER", "All were ER− tumours.", "hyphen"),
    ("754 person-years", "In 5 025 754 person-years of follow-up.", "digit_group"),
    ("small-cell", "In non-small-cell cancer.", "hyphen"),
    # What a peer lets pass.
    ("hildren were diagnosed with aut", "Of these, children were diagnosed with autism.", "inside_word"),
    ("93 (95% CI, 0.85 to 1.02)", "The ratio was 0.93 (95% CI, 0.85 to 1.02).", "inside_number"),
    # Numbers.
    ("a dose of 5", "They took a dose of 50 mg.", "inside_number"),
    ("HR was 0.7", "The HR was 0.74 in all.", "inside_number"),
    ("0", "The ratio was 0.74 in all.", "inside_number"),
    ("10 mm Hg", "A change of −10 mm Hg.", "sign"),
    ("10 mm Hg", "A change of 5–10 mm Hg.", "sign"),
    ("0.001", "It was so (p<0.001).", "operator"),
    ("0.001", "It was so (p < 0.001).", "operator"),
    ("0.03", "It was so (P = 0.03).", "operator"),
    ("3 years", "The mean was 12 ± 3 years.", "sign"),
    ("5 mg", "They took ~5 mg.", "operator"),
    ("200 patients", "There were 1,200 patients.", "inside_number"),
    ("5 025", "In 5 025 754 years.", "digit_group"),
    ("50", "It fell by 50% in all.", "unit_mark"),
    ("50", "It fell by 50 % in all.", "unit_mark"),
    ("% in all", "It fell by 50 % in all.", "inside_number"),
    ("at 37", "It was held at 37 °C.", "unit_mark"),
    ("at 5", "It was at 5 ‰ of it.", "unit_mark"),
    ("10⁶ cells", "It rose to 1.2 × 10⁶ cells.", "operator"),
    ("10", "It rose to 10⁶ cells.", "exponent"),
    ("kg/m", "A value in kg/m² was seen.", "exponent"),
    ("2 weeks", "For 1/2 weeks.", "operator"),
    ("10", "In 10/20 of them.", "operator"),
    ("10 mm Hg", "A change of − 10 mm Hg.", "spaced_sign"),
    ("10 mm Hg", "A change of 5 – 10 mm Hg.", "spaced_sign"),
    ("a change of 5", "It was a change of 5 – 10 mm Hg.", "spaced_sign"),
    ("a change of −", "It was a change of − 10 mm Hg.", "spaced_sign"),
    ("10%", "A loss of 5% - 10% came.", "spaced_sign"),
    # A number and its unit.
    ("was 12·4", "The level was 12·4 µmol/L in all.", "unit"),
    ("a dose of 5", "They took a dose of 5 mg.", "unit"),
    ("mg daily", "They took 5 mg daily.", "unit"),
    ("followed for 12", "All were followed for 12 months.", "unit"),
    ("months of follow-up", "After 12 months of follow-up.", "unit"),
    ("a dose of 1.2 × 10⁶", "It was a dose of 1.2 × 10⁶ IU.", "unit"),
    ("5 mg", "They took 5 mg kg-1 daily.", "unit"),
    ("rose by 10–20", "It rose by 10–20 percent.", "unit"),
    ("rose by 10", "It rose by 10 per cent.", "unit"),
    ("some 5", "Some say some 5 million died.", "unit"),
    ("rose 3", "It rose 3 times.", "unit"),
    ("fell by 10 mm", "It fell by 10 mm Hg.", "unit"),
    ("a dose of 5 mg", "They took a dose of 5 mg kg⁻¹ day⁻¹.", "unit"),
    ("5 mg kg⁻¹", "They took a dose of 5 mg kg⁻¹ day⁻¹.", "unit"),
    ("a dose of 5 mg", "They took a dose of 5 mg per kg.", "unit"),
    ("a dose of 5 mg", "They took a dose of 5 mg / kg.", "unit"),
    ("was 120", "It was 120 / 80 mm Hg.", "unit"),
    ("a dose of 5 mg", "They took a dose of 5 mg /kg.", "unit"),
    ("about 3", "It took about 3 1/2 years.", "unit"),
    ("about 3", "It took about 3 ½ years.", "unit"),
    ("1/2 years", "It took about 3 1/2 years.", "unit"),
    ("held at 37 degrees", "It was held at 37 degrees C.", "unit"),
    ("a rate of 5", "At a rate of 5 mL/min.", "unit"),
    ("nach 12", "Es wurde nach 12 Monaten gemessen.", "unit"),
    ("après 12", "Mesuré après 12 semaines.", "unit"),
    ("durante 3", "Se trató durante 3 años.", "unit"),
    ("por 3", "Tratado por 3 meses.", "unit"),
    ("随访12", "患者随访12个月。", "unit"),
    ("每日5", "每日5毫克。", "unit"),
    ("追跡期間は三", "追跡期間は三年であった。", "unit"),
    # Relations that belong to what stands before them.
    ("c.35G", "A mutation c.35G>A was found.", "operator"),
    ("to 5 mg", "Up to 5 mg~10 mg was given.", "operator"),
    ("to 5mg", "Up to 5mg~10mg was given.", "operator"),
    ("CD4", "A CD4<200 was found.", "operator"),
    ("95% CI 0.5", "It was so (95% CI 0.5, 0.9).", "range"),
    ("0.9", "It was so (95% CI: 0.5; 0.9).", "range"),
    # Ranges, lists, bounds; powers; signs set apart; broken words.
    ("reduced by 5", "It was reduced by 5 to 10 mg.", "range"),
    ("reduced by 5", "It was reduced by 5 or 10 mg.", "range"),
    ("reduced by 5", "reduced by 5 and 10 mg daily", "range"),
    ("10 mg daily", "doses of 5 to 10 mg daily", "range"),
    ("by 5%", "fell by 5% to 10% then", "range"),
    ("by 5 %", "fell by 5 % to 10 % then", "range"),
    ("10 mg", "between 5 and 10 mg.", "range"),
    ("between 5", "between 5 and 10 mg.", "range"),
    ("received 0, 10", "They received 0, 10, or 20,000 ppm of it.", "range"),
    ("received 0, 1,250", "They received 0, 1,250, 2,500, or 20,000 ppm of it.", "range"),
    ("5 mg/kg", "a dose of 5 mg/kg to 10 mg/kg", "range"),
    ("um 5", "sank um 5 bis 10 mg", "range"),
    ("de 5", "de 5 à 10 mg", "range"),
    ("de 5", "de 5 a 10 mg", "range"),
    ("ratio of 3", "a ratio of 3 to 1", "range"),
    ("CI 1.12", "OR 1.33; 95% CI 1.12 to 1.59; p=0.002", "range"),
    ("CI, 0.57", "95% CI, 0.57 to 0.73)", "range"),
    ("39.0 °C", "Fever of 39.0 °C or more.", "range"),
    ("aged 65 years", "adults aged 65 years or older were", "range"),
    ("给予5毫克", "给予5毫克至10毫克。", "range"),
    ("65歳", "65歳以上の患者。", "range"),
    ("5", "每日5至10毫克。", "range"),
    ("10毫克", "每日5至10毫克。", "range"),
    ("5.2", "It was 5.2 E6 cells", "unit"),
    ("5.2", "It was 5.2 x 10^6 cells", "operator"),
    ("5.2", "It was 5.2 x 10 6 cells", "operator"),
    ("5.2 x 10", "It was 5.2 x 10 6 cells", "unit"),
    ("5.2 × 10", "5.2 × 10 -6 M", "unit"),
    ("5.2", "5.2 * 10^6 c", "unit"),
    ("5.2", "5.2 · 10⁶ c", "unit"),
    ("5.2", "5.2 X 10^6", "unit"),
    ("5.2", "5.2×10^6", "operator"),
    ("5.2", "5.2x 10^6", "operator"),
    ("5.2", "5.2 ×10⁶", "operator"),
    ("CD4", "the CD4 + T cells", "spaced_sign"),
    ("ER", "were ER -, and", "spaced_sign"),
    ("ER", "the ER − tumours", "spaced_sign"),
    ("p53", "In p53 -/- mice", "spaced_sign"),
    ("CD4", "CD4 (+) cells", "spaced_sign"),
    ("CD4", "of CD4 ⁺ cells", "spaced_sign"),
    ("effective", "was in-\neffective in all", "hyphen"),
    ("inferior", "was non-\ninferior", "hyphen"),
    ("It was non-", "It was non-\ninferior", "hyphen"),
    ("5 mg", "5 mg - 10 mg daily", "range"),
    ("10 mg daily", "5 mg - 10 mg daily", "spaced_sign"),
    ("5 mg", "5 mg – 10 mg daily", "range"),
    ("10 mg", "from 5 mg to 10 mg", "range"),
    ("5 ± 1", "It was 5 ± 1 and 6 ± 2 mg", "range"),
    ("-150", "thresholds: −150 to −70 HU", "range"),
    ("−70 HU", "thresholds: −150 to −70 HU", "range"),
    ("≤5", "doses of ≤5 or ≥10 mg", "range"),
    # Words and their marks.
    ("tension was common", "Here hypertension was common.", "inside_word"),
    ("hyper", "Here hypertension was common.", "inside_word"),
    ("non", "In non-small-cell cancer.", "hyphen"),
    ("CD4", "All CD4+ cells were.", "sign"),
    ("CD4", "All CD4⁺ cells were.", "sign"),
    ("p<0.05", "It was p<0.05* in all.", "mark"),
    ("the 5", "It joins the 5′ end to it.", "mark"),
    ("the 5", "It joins the 5' end to it.", "mark"),
    ("a 2", "It was a 2\" incision here.", "mark"),
    ("N", "It is N′ methylated here.", "mark"),
    ("or", "It is and/or that.", "operator"),
    ("Advil", "They took Advil™ daily.", "mark"),
    ("t stop", "They can't stop.", "mark"),
    ("It was x", "It was x\u0303 here.", "combining_mark"),
    ("placebo", "The drug-unlike-placebo fell.", "hyphen"),
    ("\u0323 here", "It was x\u0323 here.", "combining_mark"),
    ("the 3", "From 5' to the 3' end.", "mark"),
    # Chinese, Japanese, Korean.
    ("三", "为三点五倍。", "cjk_number"),
    ("十例", "共五十例患者。", "cjk_number"),
    ("五十", "占百分之五十左右。", "cjk_number"),
    ("5", "共5万例患者。", "cjk_number"),
    ("5℃", "为负5℃。", "cjk_number"),
    ("降低死亡率", "该药不降低死亡率。", "cjk_negation"),
    ("小細胞肺癌", "非小細胞肺癌の患者。", "cjk_negation"),
    ("死亡率は低下し", "死亡率は低下しなかった。", "cjk_negation"),
    ("有意差は認められ", "有意差は認められません。", "cjk_negation"),
    ("データ", "データー量。", "inside_word"),
    ("환자", "환자는 안전했다.", "inside_word"),
]  # fmt: skip

# Quotation and what it may be cut from.
ALLOWED = [
    ("1·73", "A mean of 1·735 and 1·73 came."),
    ("children took part", "In all, 6517 children took part."),
    ("6517 children", "(6517 children)"),
    ("95% CI, 0.85 to 1.02", "The ratio was 0.93 (95% CI, 0.85 to 1.02)."),
    ("as safe as placebo", "It was “as safe as placebo”, they said."),
    ("unlike placebo", "The drug—unlike placebo—reduced pain."),
    ("unlike placebo", "The drug--unlike placebo--reduced pain."),
    ("The drug", "The drug—unlike placebo—reduced pain."),
    ("placebo—reduced pain", "The drug—unlike placebo—reduced pain."),
    ("10 patients", "The end — 10 patients — came."),
    ("10 patients", "Results – 10 patients died."),
    ("of 0.5", "It was “of 0.5” then."),
    ("the patients", "It was the patients’ consent."),
    ("129 null", "The A7 129 null mice."),
    ("300 patients", "On day 2019 300 patients came."),
    ("3 mo", "For 6 mo + 3 mo in all."),
    ("HR 0.74", "The HR 0.74; the rest fell."),
    ("0.74 was", "The 0.74 was it."),
    ("pre-", "Both pre- and post-test."),
    ("The end.", "It was so. The end."),
    ("血糖升高", "患者血糖升高明显。"),
    ("HbA1c", "患者HbA1c升高。"),
    ("50例", "共50例患者。"),
    ("患者（50例）", "研究患者（50例），血糖升高。"),
    ("降低死亡率", "该药——降低死亡率。"),
    ("死亡率", "死亡率は低下した。"),
    ("환자는", "그 환자는 안전했다."),
    # What stands behind a number and is no unit of it.
    ("children took part", "In all, 517 children took part."),
    ("all 517", "In all 517 children took part."),
    ("randomised 12", "They randomised 12 patients."),
    ("T cells", "On day 7 T cells rose."),
    ("on day 7", "Then on day 7 T cells rose."),
    ("h after CD4", "At h after CD4 h."),
    ("the CD4", "All the CD4 M cells."),
    ("of IL-6", "The role of IL-6 d in it."),
    ("In group 2", "In group 2 an effect came."),
    ("l-arginine", "Of 12 l-arginine rats."),
    ("s.c. injections", "They had 2 s.c. injections."),
    ("d'entre eux", "Pour 5 d'entre eux."),
    ("second-line", "Of 2 second-line drugs."),
    ("took 5 mg", "They took 5 mg daily."),
    ("took 5 mg", "They took 5 mg, then 10 mg."),
    ("lasted 10 years", "It lasted 10 years per protocol."),
    ("10 mm Hg", "It fell 10 mm Hg in all."),
    ("5 mg kg⁻¹ day⁻¹", "They took 5 mg kg⁻¹ day⁻¹ here."),
    ("men", "Of men / women."),
    ("in 2019", "It was in 2019. Months later."),
    ("血糖升高", "共5例血糖升高。"),
    ("日本人", "共5日本人。"),
    # What stands beside another number or sign and is whole by itself.
    ("in 2010", "seen in 2010 and 12 patients"),
    ("in 2010", "seen in 2010 and 12 months later"),
    ("took 5 mg", "took 5 mg and 10 mg"),
    ("10 mg", "took 5 mg or 10 mg"),
    ("10 mg", "took 5 or 10 mg"),
    ("p<0.05", "with p<0.05 and 95% confidence interval"),
    ("of 0.74", "HR of 0.74 and 95% CI 0.5 to 0.9"),
    ("grade 1", "grade 1 or 2 cancer"),
    ("517 children", "517 children to 12 weeks of"),
    ("CD4", "CD4 and 10 mg"),
    ("CD4", "CD4 to 10 mg"),
    ("IL-6", "IL-6 to 10 mg"),
    ("in 2004", "diagnosed in 2004 to 12% for those"),
    ("pre-", "Both pre- and post-test"),
    ("of HIV", "Treatment of HIV - a review"),
    ("post-test", "Both pre- and post-test"),
    ("short-", "short- versus long-term"),
    ("placebo", "drug + placebo"),
    ("drug", "drug + placebo"),
    ("T cells", "CD4+ T cells"),
    ("T cells", "CD4 + T cells"),
    ("was 5.5%", "was 5.5% and 39.0% in trials"),
    ("on day 3", "on day 3, 10 patients"),
    ("26 men", "26 men and 12 women"),
    ("of 3", "score of 3 and a mean"),
    ("5 mg daily", "5 mg daily, and 10 mg nightly"),
    ("5 mg", "5 mg; 10 mg"),
    ("the end", "the end - 10 mg"),
    ("study 1", "In study 1 and study 2"),
    ("5年", "5年生存率"),
    ("10 mg", "10 mg — 20 mg"),
    ("5 mg", "10 mg and 5 mg"),
    ("≤5 mg", "In doses of ≤5 mg."),
    ("<0.05 was", "A P of <0.05 was seen."),
    ("≥65 years", "Patients ≥65 years were."),
    ("~5 mg", "A dose of ~5 mg."),
    ("> 10 mm", "All lesions > 10 mm were."),
    ("doses of", "In doses of ≤5 mg."),
    ("all lesions", "In all lesions > 10 mm."),
    ("CI 0.5 to 0.9", "It was so (95% CI 0.5 to 0.9, 12 patients)."),
    (">65% of", "It fell. >65% of them died."),
    ("dry matter", "DM- dry matter; TPC- total phenol."),
    ("was 0.44±0.06", "It was 0.44±0.06 a, then b."),
    ("cancer (58%, 2012-2016", "cancer (58%, 2012-2016 and 60%, 2017-2021)."),
]  # fmt: skip


@pytest.mark.clause("Q27..Q33", "Q35", "Q47", "Q54", "Q58", "Q60", "Q61")
@pytest.mark.parametrize(("quote", "text", "guard"), REFUSED)
def test_a_cut_inside_a_token_is_refused_by_the_guard_that_names_it(
    quote: str, text: str, guard: str
) -> None:
    match = compare_quote(quote, text)
    assert not match.verbatim
    assert (match.cls, match.detail) == ("token_cut", guard)
    assert guard in GUARDS


@pytest.mark.clause("Q47")
def test_every_guard_refuses_something() -> None:
    assert {guard for *_, guard in REFUSED} == set(GUARDS)


@pytest.mark.clause("Q5", "Q25", "Q26", "Q54", "Q58", "Q60", "Q61")
@pytest.mark.parametrize(("quote", "text"), ALLOWED)
def test_a_cut_between_tokens_is_allowed(quote: str, text: str) -> None:
    match = compare_quote(quote, text)
    assert match.verbatim, match
    assert match.span is not None
    assert text[slice(*match.span)] == quote


@pytest.mark.clause("Q1")
def test_an_illegal_occurrence_does_not_hide_a_legal_one() -> None:
    text = "Of 15 mg, 25 mg, 35 mg/d, 5 mg/kg and 5 mg daily."
    match = compare_quote("5 mg", text)
    assert match.span == (text.index("5 mg daily"), text.index(" daily"))
    many = "5 mg/kg " * 50 + "or 5 mg."
    assert compare_quote("5 mg", many).span == (len(many) - 5, len(many) - 1)
    overlapping = "xababab" * 30 + " aba bab abab"
    assert compare_quote("abab", overlapping).span == (len(overlapping) - 4, len(overlapping))


def _is_edge(text: str, at: int, *, left: bool) -> bool:
    """The rule for ASCII text, put in another way: only marks between the cut and white space or an end."""
    if left:
        return re.search(r"(?:^| )[(\[{\"']*$", text[:at]) is not None
    if text[at : at + 1] in {"'", '"'} and text[at - 1].isdigit():
        return False
    return re.match(r"[)\]}\"'.,;:!?]*(?:$| )", text[at:]) is not None


@pytest.mark.clause("Q26", "Q31")
@given(st.integers(0, 2**32 - 1))
@settings(max_examples=300, deadline=None)
def test_every_cut_of_plain_prose_follows_the_rule(seed: int) -> None:
    text = re.sub(r" - |\d \d", " ", passage(Random(seed)).encode("ascii", "ignore").decode())
    folded = read(re.sub(" ?[<>~] ?(?=[0-9.])", "=", text))
    for at in range(1, len(folded.text)):
        if " " not in folded.text[at - 1 : at + 1]:
            assert (illegal_left(folded, at) is None) == _is_edge(folded.text, at, left=True)
            assert (illegal_right(folded, at) is None) == _is_edge(folded.text, at, left=False)


@pytest.mark.clause("Q31")
@given(st.integers(0, 2**32 - 1), st.data())
@settings(max_examples=300, deadline=None)
def test_a_slice_that_begins_or_ends_inside_a_word_or_number_is_never_verbatim(
    seed: int, data: st.DataObject
) -> None:
    text = passage(Random(seed))
    inside = [m.start() for m in re.finditer(r"(?<=[A-Za-z0-9])(?=[A-Za-z0-9])", text)]
    cut = data.draw(st.sampled_from(inside))
    other = data.draw(st.integers(0, len(text)))
    first, last = sorted((cut, other))
    quote = text[first:last]
    # The same words may stand whole elsewhere, and then they are quoted from there.
    whole = re.search(rf"(?<![\w]){re.escape(quote.strip())}(?![\w])", text) is not None
    if quote.strip(" .,;:") and not whole:
        assert not diagnose(quote, prepare(text)).verbatim


@pytest.mark.clause("Q58")
def test_a_dash_between_numbers_is_a_range_where_they_have_units() -> None:
    for text, ranged in (("doses 10 mg - 12 mg were", True), ("scores 10 - 12 were", False)):
        assert parts_range(text, text.index(" 12"), dashed=True) is ranged

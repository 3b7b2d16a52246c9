"""The numbered rules of the sentence splitter, one by one, on invented text (contract.md §3).

In the examples `|` marks every boundary; white space around it is the text's own.
"""

import pytest

from tekmeria_contract.enclosures import BRACKET_LIMIT, QUOTE_LIMIT
from tekmeria_contract.sentences import split_sentences


def _marked(example: str) -> tuple[str, list[str]]:
    """The text of an example and its sentences."""
    return example.replace("|", ""), [part.strip() for part in example.split("|")]


def _assert_split(example: str, language: str | None = None) -> None:
    text, sentences = _marked(example)
    assert [text[start:end] for start, end in split_sentences(text, language)] == sentences


@pytest.mark.clause("S1")
@pytest.mark.parametrize(
    "example",
    [
        "A line of the text\ngoes on here.| The next\none too.",
        "A heading without stop|\n\nIts text",
        "A heading without stop|\r\n \r\nIts text",
        "One line end\r\nis no blank line",
        "One paragraph|\u2029another",
        "Two drugs were given:|\n- tenvatol|\n- ossimab",
        "The dose was raised\n- which is rare - and then lowered.",
        "Two drugs|\n• tenvatol|\n• ossimab",
        "1. Adults|\n2. No earlier treatment|\n3. Written consent",
        "Adults are described in Table\n2.| The rest are not.",
        "Adults;|\n7. Consent;",
        "1) The first aim 2 is met| 2) The second aim",
        "1. Raise the dose to 2. Then wait.".replace("2. T", "2.| T"),
        "• Adults| • Children",
        "a. Adults were seen| b. Children were not",
        "| ".join(f"{label}. Group {label.upper()} was seen" for label in "abcdefghijklmnopqrstuvwxyz"),
    ],
)
def test_s1_layout_ends_a_sentence_at_blank_lines_and_items(example: str) -> None:
    _assert_split(example)


@pytest.mark.clause("S2")
@pytest.mark.parametrize(
    "example",
    [
        "What now?!| Nothing.",
        "It fell . . . then it rose.",
        "It was 0.5 mg.| It was 12.75 mg.",
        "症例は１２例である。|全例が回復した！|本当か？|はい。",
        "यह पहला है।| यह दूसरा है।",
        "هل هذا صحيح؟| نعم.",
        "对象为３．５岁。|结果良好。",
    ],
)
def test_s2_runs_of_stops_end_sentences_and_points_in_numbers_do_not(example: str) -> None:
    _assert_split(example)


@pytest.mark.clause("S3")
@pytest.mark.parametrize(
    "example",
    [
        "The rise (in group B. It was small.) was noted.",
        "The rise [see below. And above.] was noted.",
        "The rise was noted.| (It was small.)| Nothing else was.",
        "[Corrected in May.]| The rise was noted.",
        "The rise (an open bracket.| The next sentence.",
        "The rise ) was noted.| The fall too.",
        "The rise (an open bracket.| Then 1) adults.| And 2) children.",
        "結果は良好だった（図１を参照。表２も参照。）。|以上。",
    ],
)
def test_s3_brackets_hold_their_stops_unless_they_are_a_sentence(example: str) -> None:
    _assert_split(example)


@pytest.mark.clause("S3")
def test_s3_a_bracket_is_trusted_to_its_limit_only() -> None:
    words = "It grew. " * 40
    near, far = f"See ({words[: BRACKET_LIMIT - 10]}) now.", f"See ({words}) now."
    assert len(split_sentences(near)) == 1
    assert len(split_sentences(far)) > 30


@pytest.mark.clause("S4")
@pytest.mark.parametrize(
    "example",
    [
        'The label says "Take it. Do not crush it." Nurses agree.'.replace('." N', '."| N'),
        'The label says "Take it. Do not crush it." and nothing else.',
        "She wrote “It rose. It fell.” and left.",
        "“It rose. It fell.”| She left.",
        "‘It rose. It fell.’ was all.",
        "Il dit : « Je pars. Tu restes. »| Puis il sort.",
        "Sie sagt: „Es steigt. Es fällt.“| Dann geht sie.",
        "Sie sagt: »Es steigt. Es fällt.«| Dann geht sie.",
        "彼は「行く。すぐ行く。」と言った。|終わり。",
        "我们看了《你好！世界》。|很好。",
        'An open " quote.| The next sentence.| The last "one" here.',
        "An open “quote.| The next sentence.| The last “one” here.",
        "It’s the patients’ own.| They’re sure.",
        "Back in the '90s the dogs' tails grew.| They fell.",
        "Since the ‘90s the dogs’ tails grew.| They fell.",
        "他说‘好。我走。’|然后走了。|很好。",
        "The 5' end was cut.| The 3' end was not.",
        'A 6" needle was used.| A 5" one was not.',
    ],
)
def test_s4_a_quotation_is_never_cut_and_a_lone_mark_protects_nothing(example: str) -> None:
    _assert_split(example)


@pytest.mark.clause("S4")
def test_s4_a_quotation_is_trusted_to_its_limit_only() -> None:
    words = "It grew. " * (QUOTE_LIMIT // 9 + 10)
    assert len(split_sentences(f"“{words[: QUOTE_LIMIT - 10]}” she said.")) == 1
    assert len(split_sentences(f"“{words}” she said.")) > 200


@pytest.mark.clause("S5", "S6")
@pytest.mark.parametrize(
    "example",
    [
        "The rise was noted.)| The fall too.",
        "The rise was “noted.”| The fall too.",
        "The rise was noted.[1,2]| The fall too.[3]",
        "The rise was noted. [1, 4-6]| The fall too.",
        "The rise was noted.1,2| The fall too.3",
        "The rise was noted.¹⁻³| The fall too.⁴",
        "The rise was noted.(1)| The fall too.(2, 3)",
        "The rise was noted. (4, 7–9)| The fall too.",
        "The rise was noted. (Okoye et al., 2021)| The fall too.",
        "The rise was noted. (Table 3)| The fall too.",
        "The rise was noted. [3].| The fall too.",
        "上昇を認めた。[1]|低下も認めた。[2]",
        "The rise was noted.| (A) Liver.| (B) Spleen.",
    ],
)
def test_s5_and_s6_closers_and_citations_behind_a_stop_belong_to_its_sentence(example: str) -> None:
    _assert_split(example)


@pytest.mark.clause("S7")
@pytest.mark.parametrize(
    "example",
    [
        "A. Liver was stained.| B. Spleen was not.",
        "A-D. Livers were stained.",
        "B, C. Livers were stained.",
        "2.1. Cells were grown.",
        "(iv). Cells were grown.",
        "Table 2. Doses of tenvatol.| All were low.",
        "... The rest was lost.",
    ],
)
def test_s7_labels_belong_to_what_follows(example: str) -> None:
    _assert_split(example)


@pytest.mark.clause("S8")
@pytest.mark.parametrize(
    ("example", "language"),
    [
        ("Dr. Okoye and Prof. Brandt met Mrs. Silva in St. Gallen.", "en"),
        ("Some drugs (e.g. tenvatol) or, i.e. Tenvatol, vs. Ossimab, approx. 5.", "en"),
        ("See Fig. 2, Figs. 3 and Eq. 4.| See ref. 5 too.", "en"),
        ("Sample no. 5 failed.| The answer is no.| Nobody knows.", "en"),
        ("Accession no. XQ_000001 was used on p. 12.", "en"),
        ("It began on Jan. 5 and ended in Dec. 2020.", "en"),
        ("This follows Okoye et al. (2020) and Brandt et al. [4].| Others differ.", "en"),
        ("This follows Okoye et al. The others differ.".replace("l. T", "l.| T"), "en"),
        ("Made by Osso Inc. in Basel.| Sold by Osso Ltd.| The price is high.", "en"),
        ("Isolates of Bellis sp. and Bellis perennis var. Alba were grown.", "en"),
        ("It lasted 5 min.| The rest was idle.", "en"),
        ("He is 5 ft. 6 in. tall.", "en"),
        ("The OCT.| Scans were read.", "en"),
        ("Das gilt z. B. für Kinder, d.h. für alle, vgl. Abb. 3 und Tab. 4.", "de"),
        ("Um 300 v. Chr. kamen ca. 3 Mio. Menschen.| Mehr kamen nicht.", "de"),
        ("Mme Roy et M. Petit, cf. rubrique 4, p. ex. ici.", "fr"),
        ("El Dr. Gil y la Sra. Paz, p. ej. en la pág. 4.", "es"),
        ("L'avv. Neri e il sig. Galli, p. es. qui.", "it"),
        ("O Dr. Reis e a Sra. Luz.| Foi bom.", "pt"),
    ],
)
def test_s8_abbreviations_do_what_their_class_says(example: str, language: str) -> None:
    _assert_split(example, language)


@pytest.mark.clause("S9")
@pytest.mark.parametrize(
    "example",
    [
        "E. coli and B. subtilis grew.| P. putida did not.",
        "Levels of S. Dublin and of Bellis perennis L. Extract fell.",
        "J. Okoye, A. B. Brandt and C.-D. Silva helped.",
        "It was held at 37 °C.| Cells were grown in 0.5 M.| Salt was added.",
        "All lacked vitamin D.| Mice with it grew.| None had hepatitis B.| Adults did.",
        "Vitamin D.| Tumours shrank.| We thank Okoye D. Tumours shrank.",
        "Groups A and B.| Mice in group C.| Rats in none.",
        "We thank J. Okoye and the student T. Brandt.",
        "It is sold in the U.S. and the U.K. by law.| The U.S. Agency agreed.",
        "It is not sold in the U.S.| The agency refused.",
        "They got 5 mg/kg i.p.| Tumours were then weighed.",
        "They got i.v. Tenvatol and p.o. Ossimab.",
        "The change was n.s.| Nothing else changed.",
        "It began at 6 a.m.| Nurses came at 7 p.m. EST as well.",
        "At 6 a.m. Mr. Okoye came.",
    ],
)
def test_s9_letters_are_initials_or_ends_by_what_stands_around_them(example: str) -> None:
    _assert_split(example, "en")


@pytest.mark.clause("S10")
@pytest.mark.parametrize(
    "example",
    [
        "Three died.| 2 of them were old.| ~30% were young.| −80 °C was used.",
        "The rise was noted.| *P < 0.05.| †Data are missing.",
        "5 of 12 grew (42%).| Seven did not.",
        "환자는 40명이었다.| 결과는 좋았다.",
        "Пациент получил 5 мг.| Это помогло.",
        "It rose to 5.2.| It fell to 3.",
        "It was low.| – Then it rose.| - It fell.",
        "It was low. – then it rose.",
    ],
)
def test_s10_a_full_stop_ends_a_sentence_before_what_can_open_one(example: str) -> None:
    _assert_split(example)


@pytest.mark.clause("S11")
@pytest.mark.parametrize(
    "example",
    [
        "It was cut.| mRNA fell.| p53 rose.| pH was 7.4.| c-kit too.| α-Actin and siRNA did not.",
        "Both are shown (Fig. 1).| a: the liver.| b-d: the spleen.",
        "It was cut in half (left).| sp, spleen; lv, liver.",
        "The n was 12.| p values are exact.",
        "The tumours were removed.| they were then weighed.",
        "It was kept at 4 deg. and then spun.",
        "It was low.| (iii) the spleen.| [abc] the liver.",
        "It was low. (again) it rose.",
    ],
)
def test_s11_names_written_small_open_sentences(example: str) -> None:
    _assert_split(example, "en")


@pytest.mark.clause("S12")
@pytest.mark.parametrize(
    "example",
    [
        "The boundary was crossed (P=.01).|The trial was stopped.",
        "They were washed in buffer.|Blots were read.",
        "See https://example.org/a.b?c=1.| See example.org/x.Y too.",
        "Version 4.0.2 of the tool and AdOss.KIT12 were used.",
        "The variant c.68_69del (p.Glu23fs) was found.",
        "真的吗?|是的!|好。",
        "The dose was 5．4 mg．|Then it fell.",
        "The rise was noted.|(Then it fell.)",
        "The cells were in 5 mM.|(A, B) Livers were stained.",
        "It bound to IgG.The rest did not.",
    ],
)
def test_s12_a_stop_without_a_space_ends_a_sentence_only_between_words(example: str) -> None:
    _assert_split(example)


@pytest.mark.clause("S13")
@pytest.mark.parametrize(
    "example",
    [
        "Is it safe?| The answer is open.| Stop!| 5 died.",
        "The journal Go! in its last issue.",
        "It fell... then it rose.| It stopped...| The end.",
        "If only... I could tell.",
    ],
)
def test_s13_questions_end_and_ellipses_pause(example: str) -> None:
    _assert_split(example, "en")


@pytest.mark.clause("S14")
@pytest.mark.parametrize("language", ["de", "de-CH", "DE_at", None])
def test_s14_a_german_number_with_a_stop_is_an_ordinal_before_a_noun(language: str | None) -> None:
    _assert_split(
        "Am 21. Oktober kam die 4. Klasse.| Es waren 12.| Die anderen kamen 1998.| Das ist alles.", language
    )
    _assert_split("Papst Paul II. Maria lebte in der Hauptstr. 5 und ist alt.", language)


@pytest.mark.clause("S15")
@pytest.mark.parametrize(
    "example",
    [
        "「痛い。」と言った。|次に進む。",
        "「痛い。」|その後、帰った。",
        "“我不去。”他说。|然后走了。",
        "他说：“我不去。”|她问了我。",
        "「がんです。」|がんは治る。",
    ],
)
def test_s15_a_quotation_goes_on_before_a_particle_or_a_verb_of_saying(example: str) -> None:
    _assert_split(example)


@pytest.mark.clause("S16")
def test_s16_an_unknown_language_has_the_general_rules() -> None:
    text, sentences = _marked("Dr. Berg kom.| Hun sa z. B. Nei.")
    for language in ("nb", "x-klingon", ""):
        assert [text[start:end] for start, end in split_sentences(text, language)] == sentences


@pytest.mark.clause("S16")
def test_s16_a_language_is_guessed_where_none_is_named() -> None:
    _assert_split("Der Arzt und die Frau kamen am 3. Mai.| Es war der 2. Besuch.")
    _assert_split("There were 3 of them on day 3.| May was warm.")

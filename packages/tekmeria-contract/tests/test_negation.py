"""Quotations that what stands round them turns or qualifies (contract.md §4, Negation; row 31)."""

from __future__ import annotations

import pytest

from tekmeria_contract.negation import (
    DOUBTS,
    LIMITER_PHRASES,
    LIMITERS,
    NEGATOR_PHRASES,
    NEGATORS,
    QUALIFIERS,
    WINDOW,
    negators_in,
)
from tekmeria_contract.quotes import compare_quote

QUALIFIED = [
    ("in men", "There was no difference (0.55, 1,200) in men."),
    ("of effect", "It showed an absence of effect."),
    ("of effect", "It showed a lack of effect."),
    ("reduce mortality", "The drug did not reduce mortality."),
    ("reduce mortality", "The drug failed to reduce mortality."),
    ("reduce mortality", "The drug did not clearly and safely reduce mortality."),
    ("increase in risk", "There was no increase in risk."),
    ("adverse events", "It was given without adverse events."),
    ("reduce mortality", "The drug didn’t reduce mortality."),
    ("reduce mortality", "Neither drug would reduce mortality."),
    ("clear effect", "It showed a lack of clear effect."),
    ("clear effect", "The absence of a clear effect was seen."),
    ("reduce mortality", "It is unlikely to reduce mortality."),
    ("the active drug", "They took placebo rather than the active drug."),
    ("the active drug", "They took placebo instead of the active drug."),
    ("The drug did", "The drug did not reduce mortality."),
    ("The drug", "The drug, unlikely as it seems, fell."),
    ("The drug", "The drug failed to reduce mortality."),
    ("They took placebo", "They took placebo rather than the drug."),
    ("redujo la mortalidad", "El fármaco no redujo la mortalidad."),
    ("efecto claro", "Hubo ausencia de efecto claro."),
    ("réduit la mortalité", "Le médicament n’a jamais réduit la mortalité."),
    ("d’effet clair", "On note l’absence d’effet clair."),
    ("effet clair", "Il n’y a pas d’ effet clair."),
    ("die Sterblichkeit", "Das Mittel senkte nicht die Sterblichkeit."),
    ("Das Mittel senkte die Sterblichkeit", "Das Mittel senkte die Sterblichkeit nicht."),
    ("was effective", "The drug was effective in no patient."),
    ("was effective", "The drug was effective in none."),
    ("was effective", "The drug was effective in only one patient."),
    ("wirkt bei Kindern", "Es wirkt bei Kindern leider nicht."),
    ("reduce death", "It failed completely to reduce death."),
    ("it reduces mortality", "It is unclear whether it reduces mortality."),
    ("reduces mortality", "There is little evidence that it reduces mortality."),
    ("降低死亡率", "我们研究该药能否明显降低死亡率。"),
    ("有効である", "有効であるかどうかを調べた。"),
    ("was effective", "The drug was effective for neither."),
    ("was effective", "The drug was effective in almost no patient."),
    ("was effective", "The drug was effective at no dose."),
    ("war wirksam", "Das Mittel war wirksam bei keinem Kranken."),
    ("était efficace", "Le médicament était efficace chez aucun malade."),
    ("fue eficaz", "El fármaco fue eficaz en ningún paciente."),
    ("foi eficaz", "O fármaco foi eficaz em nenhum paciente."),
    ("reduziu a mortalidade", "O fármaco não reduziu a mortalidade."),
    ("明显出血", "术后未见明显出血。"),
    ("死亡率", "死亡率无变化。"),
    ("死亡率は", "死亡率は有意に低下しなかった。"),
    ("有意差は", "有意差は認められません。"),
]

PLAIN = [
    ("in men", "There was no real difference between groups in men."),
    ("reduced mortality", "It was not given. The drug reduced mortality."),
    ("reduced mortality", "The drug, which was not one of the five oldest, reduced mortality."),
    ("The drug reduced mortality", "The drug reduced mortality. No harm was seen."),
    ("was safe", "The drug was safe with no deaths."),
    ("was safe", "The drug was safe, sold not given."),
    ("of this study", "The hypothesis of this study was old."),
    ("was safe", "The drug was safe in patients without cancer."),
    ("was safe", "The drug was safe in all but not cheap."),
    ("production", "The NO production rose."),
    ("infusion", "The NE infusion rose."),
    ("the drug", "A note on the drug and nothingness."),
    ("the drug", "They were failing the drug."),
    ("No harm was seen", "No harm was seen in this trial."),
    ("血糖升高", "患者未治疗。血糖升高。"),
    ("升高", "血糖非常升高。"),
    ("死亡率", "死亡率は低下した。"),
]


@pytest.mark.clause("Q36", "Q37", "Q59", "Q62")
@pytest.mark.parametrize(("quote", "text"), QUALIFIED)
def test_a_quotation_that_its_sentence_turns_is_qualified(quote: str, text: str) -> None:
    match = compare_quote(quote, text)
    assert match.verbatim, match
    assert "qualified" in match.notes


@pytest.mark.clause("Q36..Q38", "Q59", "Q62")
@pytest.mark.parametrize(("quote", "text"), PLAIN)
def test_a_quotation_that_nothing_turns_is_not_qualified(quote: str, text: str) -> None:
    match = compare_quote(quote, text)
    assert match.verbatim
    assert "qualified" not in match.notes


@pytest.mark.clause("Q36")
@pytest.mark.parametrize("language", NEGATORS)
def test_every_published_word_turns_what_follows(language: str) -> None:
    for word in NEGATORS[language].split():
        for written in (word, word.capitalize()):
            text = f"This is {written} xx yy zz quoted here."
            assert "qualified" in compare_quote("quoted here", text).notes, word
            assert "qualified" not in compare_quote("quoted here", text.replace("xx", "xx ww")).notes, word


@pytest.mark.clause("Q36")
@pytest.mark.parametrize("language", NEGATOR_PHRASES)
def test_every_published_phrase_turns_what_follows(language: str) -> None:
    for phrase in NEGATOR_PHRASES[language]:
        text = f"This is {phrase}{'' if phrase[-1] == chr(39) else ' '}some quoted here."
        assert "qualified" in compare_quote("quoted here", text).notes, phrase
        assert phrase in negators_in(text.split())


@pytest.mark.clause("Q62")
@pytest.mark.parametrize("doubt", [doubt for doubts in DOUBTS.values() for doubt in doubts])
def test_every_published_doubt_turns_what_follows(doubt: str) -> None:
    for text in [f"This is {doubt} some quoted here.", f"{doubt.capitalize()} quoted here."]:
        assert "qualified" in compare_quote("quoted here", text).notes
    assert compare_quote("This is", f"This is {doubt} some quoted here.").notes == ()


@pytest.mark.clause("Q36")
def test_four_words_are_looked_at() -> None:
    assert WINDOW == 4


@pytest.mark.clause("Q39")
@pytest.mark.parametrize("word", sorted(QUALIFIERS))
def test_a_stop_put_before_a_qualifier_is_qualified(word: str) -> None:
    match = compare_quote("The drug was safe.", f"The drug was safe {word} taken with food.")
    assert match.notes == ("qualified", "ends_mid_sentence")


_LIMITS = [
    *(word for words in LIMITERS.values() for word in words.split()),
    *(phrase for phrases in LIMITER_PHRASES.values() for phrase in phrases),
]


@pytest.mark.clause("Q55")
@pytest.mark.parametrize("limit", _LIMITS)
@pytest.mark.parametrize("joint", [" ", ", ", " (", "; ", ": ", " – "])
def test_a_quotation_that_its_sentence_takes_back_behind_it_is_qualified(limit: str, joint: str) -> None:
    text = f"The drug was safe{joint}{limit} taken with food."
    for quote in ("The drug was safe", "The drug was safe,", "The drug was safe;", "drug was safe."):
        assert "qualified" in compare_quote(quote, text).notes, quote
    assert compare_quote("The drug was", f"The drug was safe{joint}{limit} taken with food.").notes == ()
    other = f"The drug was safe. {limit.capitalize()} taken with food, it was not."
    assert "qualified" not in compare_quote("The drug was safe", other).notes


@pytest.mark.clause("Q55")
@pytest.mark.parametrize("limit", ["，除非合用", "，仅限成人", "（", "のみ", "だけ", "以外"])
def test_a_quotation_that_chinese_or_japanese_takes_back_behind_it_is_qualified(limit: str) -> None:
    assert ("qualified" in compare_quote("药物安全", f"药物安全{limit}用药。").notes) is (limit != "（")


@pytest.mark.clause("Q55")
def test_a_word_that_only_contrasts_is_no_limit_where_the_writer_put_no_stop() -> None:
    for text in ["It was safe but dear.", "It was safe, but dear.", "It was safe and cheap.", "It was safe."]:
        assert compare_quote("It was safe", text).notes == ()


@pytest.mark.clause("Q36")
def test_a_match_before_the_first_sentence_is_looked_at_in_the_whole_passage() -> None:
    assert compare_quote("\x1c", "\x1c not seen").notes == ("qualified",)


@pytest.mark.clause("Q39")
def test_a_stop_put_inside_a_sentence_is_noted() -> None:
    assert compare_quote("The drug was safe.", "The drug was safe, and cheap.").notes == (
        "ends_mid_sentence",
    )
    assert compare_quote("The drug was safe.", "The drug was safe").notes == ()
    assert compare_quote("The drug was safe.", "The drug was safe. It was cheap.").notes == ()
    assert compare_quote("The drug was safe.", "The drug was safe (all). It was cheap.").notes == (
        "ends_mid_sentence",
    )

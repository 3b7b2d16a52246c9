"""The sentence splitter's promises about any text, and its errors on gold sentences (contract.md §3)."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tekmeria_contract.sentences import SPLITTER_VERSION, split_sentences

from .steps import calls

BIORULES = Path(__file__).parents[3] / "fixtures" / "text" / "biorules_en.jsonl"

# Errors (boundaries too many and too few) that the rules make on each set; a better rule lowers its number.
MOST_ERRORS = {
    "craft_fulltext": 30,
    "pubmed_anatem_adjudicated": 1,
    "pmc_difficult_en": 0,
    "spaccc_es_clinical": 11,
    "golden_de": 0,
    "golden_en_grs48": 2,
    "golden_en_sentencex": 33,
    "golden_es": 0,
    "golden_fr": 0,
    "golden_it": 1,
    "golden_ja": 4,
    "golden_zh": 0,
}

# Pieces that set rules off; strings of them reach more of the splitter than arbitrary characters do.
MARKS = ". ! ? … 。 ！ ． , : ; ( ) [ ] { } \" ' “ ” ‘ ’ « » „ 「 」 《 》 （ ） - •"
SPACES = " |\n|\n\n|\r\n|\u2029|\u00a0|\t"
WORDS = "The Mice mice mRNA E coli al Fig Dr i.v U.S 5 12 1990 [1] (2) ¹ A a 患者 と 说 Z ß É 1) - 1."
PIECES = st.sampled_from([*MARKS.split(" "), *SPACES.split("|"), *WORDS.split(" ")])
TEXTS = st.one_of(st.text(), st.lists(PIECES).map("".join))
LANGUAGES = st.sampled_from([None, "en", "de", "de-CH", "fr", "es", "it", "ja", "zh-Hant", "xx", ""])


def _seams(text: str, ends: list[int]) -> set[int]:
    """Boundaries inside a text, each as the number of characters before it that are not white space."""
    seams = {len("".join(text[:end].split())) for end in ends}
    return seams - {0, len("".join(text.split()))}


def _errors(lines: list[str], language: Callable[[str], str | None]) -> list[str]:
    """Each wrong or missing boundary, with what stands around it."""
    found: list[str] = []
    for line in lines:
        record = json.loads(line)
        text = record["text"]
        ours = _seams(text, [end for _, end in split_sentences(text, language(record["lang"]))])
        gold = _seams(text, record["boundaries"])
        found += [f"{record['source']}: at {seam} of {text[:60]!r}" for seam in ours ^ gold]
    return found


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


@pytest.mark.clause("S0")
@given(TEXTS, LANGUAGES)
@settings(max_examples=400)
@example("", None)
@example(" \n ", None)
@example("A. (B) “C", "en")
def test_spans_hold_every_character_that_is_not_white_space_once_and_in_order(
    text: str, language: str | None
) -> None:
    reached = 0
    for start, end in split_sentences(text, language):
        assert reached <= start < end <= len(text)
        assert not text[reached:start].strip()
        assert text[start:end] == text[start:end].strip()
        reached = end
    assert not text[reached:].strip()


@pytest.mark.clause("S0")
@given(TEXTS, LANGUAGES)
def test_splitting_twice_gives_the_same_spans(text: str, language: str | None) -> None:
    assert split_sentences(text, language) == split_sentences(text, language)


@pytest.mark.clause("S1")
@given(st.lists(TEXTS, min_size=2, max_size=3), LANGUAGES)
def test_a_blank_line_is_always_a_boundary(parts: list[str], language: str | None) -> None:
    text = "\n\n".join(parts)
    gaps = [len("\n\n".join(parts[: n + 1])) for n in range(len(parts) - 1)]
    for start, end in split_sentences(text, language):
        assert not any(start < gap and gap + 2 < end for gap in gaps)


@pytest.mark.clause("S17")
def test_the_version_is_a_number() -> None:
    assert SPLITTER_VERSION == 1


@pytest.mark.clause("S8..S11")
def test_biomedical_rules_are_met_but_for_one_contradiction() -> None:
    lines = _lines(BIORULES)
    assert len(lines) == 61
    assert len(_errors(lines, lambda _: None)) <= 1
    assert len(_errors(lines, str)) <= 1


@pytest.mark.clause("S8..S14")
@pytest.mark.needs("shared")
@pytest.mark.parametrize("name", MOST_ERRORS)
@pytest.mark.parametrize("hinted", [False, True], ids=["guessed", "hinted"])
def test_gold_sentences_are_found(name: str, hinted: bool, shared: Path) -> None:
    lines = _lines(shared / "text" / "gold" / f"{name}.jsonl")
    errors = _errors(lines, str if hinted else lambda _: None)
    assert len(errors) <= MOST_ERRORS[name], errors


@pytest.mark.clause("S0")
@pytest.mark.needs("shared")
@pytest.mark.parametrize("name", ["craft_fulltext", "spaccc_es_clinical", "pmc_difficult_en"])
def test_a_sentence_found_in_gold_text_is_one_sentence_by_itself(name: str, shared: Path) -> None:
    for line in _lines(shared / "text" / "gold" / f"{name}.jsonl")[:400]:
        record = json.loads(line)
        for start, end in split_sentences(record["text"], record["lang"]):
            sentence = record["text"][start:end]
            assert split_sentences(sentence, record["lang"]) == [(0, len(sentence))]


def _calls(text: str) -> int:
    """How many calls splitting a text takes."""
    return calls(lambda: split_sentences(text))


HOSTILE_MARKS = ". [ \" a. ` ( “ 」 。 ' ’"
HOSTILE = (
    *HOSTILE_MARKS.split(" "),
    ". (",
    "(a. ",
    '"a. ',
    "A. ",
    "1. ",
    "a.1,",
    ".[1,",
    ". (Aa ",
    "\n",
    "\r\n",
    " \n",
    "\n1. ",
    "\n- a",
    "• a ",
    "1) A 2) ",
    "“好。”他说",
    "et al. (",
    "). ",
)


@pytest.mark.clause("L7")
@pytest.mark.parametrize("unit", HOSTILE)
def test_twice_the_hostile_text_takes_twice_the_steps(unit: str) -> None:
    split_sentences("Warm the caches.")
    short, long = _calls(unit * 1_000), _calls(unit * 2_000)
    assert long <= 2 * short + 200


@pytest.mark.clause("L6")
@pytest.mark.parametrize("unit", [".", "[", '"', "a.", ". ("])
def test_long_runs_of_marks_are_split_without_recursion(unit: str) -> None:
    text = unit * (2**18 // len(unit))
    assert split_sentences(text)[-1][1] == len(text.rstrip())

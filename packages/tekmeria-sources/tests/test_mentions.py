"""Where our passages name entities is told letter for letter, or not at all."""

from __future__ import annotations

import pytest

from tekmeria_sources.mentions import place
from tekmeria_sources.passages import cut
from tekmeria_sources.pubtator import AnnotatedText, Entity, Mention
from tekmeria_sources.record import Record, Section

GENE = Entity("gene", "ASTR1", "@GENE_ASTR1", ("ncbi_gene:999000009",))

pytestmark = pytest.mark.beside("entities are no part of the contract")


def record(*sections: tuple[str, str]) -> Record:
    return Record(
        "pmid:99000901",
        "pubmed",
        "https://example.org/",
        sections=tuple(
            Section(f"{prefix}#{number}", prefix, text, whole=True)
            for number, (prefix, text) in enumerate(sections)
        ),
    )


def told(kind: str, text: str, words: str = "ASTR1") -> AnnotatedText:
    """A text as PubTator3 has it, with the first of ``words`` marked."""
    start = text.index(words)
    return AnnotatedText(kind, text, (Mention(GENE, words, ((start, start + len(words)),)),))


def places(text: AnnotatedText, *sections: tuple[str, str]) -> dict[str, list[str]]:
    """The words at the places told, by path, and under ``elsewhere`` those whose place is not told."""
    cuts = cut(record(*sections))
    placed = place([text], cuts)
    words = {
        passage.path: [
            passage.text[start:end]
            for mention in placed.passages.get(passage.path, ())
            for start, end in mention.spans
        ]
        for passage in cuts
    }
    return {
        **{path: found for path, found in words.items() if found},
        **({"elsewhere": [mention.text for mention in placed.elsewhere]} if placed.elsewhere else {}),
    }


def test_a_label_and_other_spaces_in_its_text_do_not_move_a_place() -> None:
    text = told("abstract", "AIM: To count. RESULTS: We saw 41 000 mice without ASTR1.")
    ours = "We saw 41\u2009000 mice without ASTR1."
    assert places(text, ("title", "ASTR1 in mice"), ("abstract", "To count."), ("abstract", ours)) == {
        "abstract.2": ["ASTR1"]
    }


def test_a_place_behind_characters_that_fold_to_more_or_fewer_is_right() -> None:
    ours = "Not yet… “seen” in 😀 zero\u200bwidth mice: ASTR1."
    text = told("abstract", 'Not yet... "seen" in 😀 zerowidth mice: ASTR1.')
    assert places(text, ("abstract", ours)) == {"abstract.1": ["ASTR1"]}


def test_where_a_passage_reads_otherwise_its_other_sentences_are_still_found() -> None:
    ours = "The dose was 3 × 10⁻³ mg of ASTR1. Mice without ASTR1 swayed."
    first = told("abstract", "The dose was 3 x 10(-3) mg of ASTR1. Mice without ASTR1 swayed.")
    start = first.text.rindex("ASTR1")
    second = Mention(GENE, "ASTR1", ((start, start + 5),))
    placed = place(
        [AnnotatedText("abstract", first.text, (*first.mentions, second))], cut(record(("abstract", ours)))
    )
    ((mention,),) = placed.passages.values()
    assert mention.spans == ((ours.rindex("ASTR1"), ours.rindex("ASTR1") + 5),)
    assert [other.text for other in placed.elsewhere] == ["ASTR1"]


@pytest.mark.parametrize(
    ("theirs", "sections"),
    [
        ("ASTR1 rose. ASTR1 rose.", [("abstract", "ASTR1 rose.")]),
        ("ASTR1 rose. Then it fell.", [("abstract", "ASTR1 rose."), ("abstract", "ASTR1 rose.")]),
        ("ASTR1 rose.", [("abstract", "ASTR1 fell.")]),
        ("ASTR1 rose.", [("title", "ASTR1 rose.")]),
        ("ASTR1 rose.", []),
    ],
)
def test_what_stands_twice_or_reads_otherwise_has_no_place(
    theirs: str, sections: list[tuple[str, str]]
) -> None:
    assert places(told("abstract", theirs), *sections) == {"elsewhere": ["ASTR1"]}


def test_words_that_pubtator3_itself_could_not_place_are_kept_without_one() -> None:
    text = AnnotatedText("title", "ASTR1 in mice", (Mention(GENE, "ASTR1", ()),))
    assert places(text, ("title", "ASTR1 in mice")) == {"elsewhere": ["ASTR1"]}


def test_a_place_whose_words_are_not_those_of_the_mention_is_not_taken() -> None:
    text = AnnotatedText("title", "ASTR1 in mice", (Mention(GENE, "ASTR1", ((0, 4),)),))
    assert places(text, ("title", "ASTR1 in mice")) == {"elsewhere": ["ASTR1"]}


def test_half_a_character_in_its_text_breaks_nothing() -> None:
    text = told("title", "ASTR1 \ud83d in mice")
    assert places(text, ("title", "ASTR1 😀 in mice")) == {"elsewhere": ["ASTR1"]}


def test_places_of_the_same_words_in_one_passage_come_together_and_in_order() -> None:
    text = "ASTR1 and ASTR1"
    mentions = (Mention(GENE, "ASTR1", ((10, 15),)), Mention(GENE, "ASTR1", ((0, 5),)))
    placed = place([AnnotatedText("title", text, mentions)], cut(record(("title", text))))
    assert placed.passages == {"title": (Mention(GENE, "ASTR1", ((0, 5), (10, 15))),)}
    assert placed.elsewhere == ()

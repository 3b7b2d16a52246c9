"""Answers dealt at random: what is planted is read, once and whole, and no delimiter can hide it (contract.md §5)."""

from __future__ import annotations

import itertools
import random
import re
from collections import Counter

import pytest

from tekmeria_contract.answer import Answer, Citation
from tekmeria_contract.reading import read_answer

from .answers import NAMES, RING, state
from .scribe import Scribe, planted_rows
from .styles import BRACKETED, OPEN

ANSWERS = 1200
MUTATED = 2000
DELIMITERS = "()[]{}<>【】［］（）'\"“”«»`*_~|"
WRITTEN = (
    *(
        "[{h}]",
        "({h})",
        "{h}",
        '[{h} "{q}"]',
        "[{h}](https://example.org/x)",
        "`{h}`",
        "**[{h}]**",
        "[see {h}]",
    ),
    *(
        "【{h}】",
        "“{q}” [{h}]",
        "[{h}: “{q}”]",
        "[[{h}]]",
        "[text {q}]({h})",
        "［{h}］",
        "（{h}）",
        "<{h}>",
        "[“{q}” {h}]",
    ),
)
BLOCKS = ("{}", "- {}", "1. {}", "> {}", "## {}", "| a | b |\n|---|---|\n| c | {} |")
WORD = re.compile(r"w[0-9]+x")
HANDLE = re.compile("|".join(map(re.escape, NAMES.values())))


def rows(answer: Answer) -> list[tuple[int, str, str, str]]:
    """What was read, in the form of what was planted."""
    return sorted(
        (-1 if c.sentence is None else c.sentence, c.handle or "", c.quote or "", state(c))
        for c in answer.citations
    )


@pytest.mark.clause("C1..C10", "C15", "C22", "C23", "C28", "C32", "C39", "C42..C46", "A29", "A36")
def test_whatever_styles_an_answer_cites_in_each_citation_is_read_once_and_nothing_else() -> None:
    planted, styles = 0, Counter[object]()
    for seed in range(ANSWERS):
        scribe = Scribe(random.Random(seed))
        answer = read_answer(scribe.answer(), RING)
        assert [sentence.text for sentence in answer.sentences] == scribe.sentences, seed
        assert [sentence.kind for sentence in answer.sentences] == scribe.kinds, seed
        assert rows(answer) == planted_rows(scribe.planted), seed
        assert sorted(mark.text for mark in answer.marks) == sorted(scribe.marks), seed
        assert sorted(found.value for found in answer.foreign) == sorted(scribe.foreign), seed
        planted += len(scribe.planted)
        styles.update(scribe.used)
    assert planted > ANSWERS * 6
    assert set(styles) == {*BRACKETED, *OPEN}
    assert min(styles.values()) >= 10


def dealt(deal: random.Random) -> str:
    """An answer of numbered words, with handles cited in common styles in blocks of every kind."""
    numbers = itertools.count(1)

    def words(count: int) -> str:
        return " ".join(f"w{next(numbers)}x" for _ in range(count))

    handles = deal.sample(sorted(NAMES.values()), deal.randint(1, 4))
    blocks: list[str] = []
    for _ in range(deal.randint(1, 3)):
        said: list[str] = []
        for _ in range(deal.randint(1, 3)):
            cite = deal.choice(WRITTEN).format(h=handles.pop(), q=words(3)) if handles else ""
            said.append(f"It {words(deal.randint(2, 5))} {cite}.".replace(" .", "."))
        blocks.append(deal.choice(BLOCKS).format(" ".join(said)))
    return "\n\n".join(blocks)


def mutated(deal: random.Random, text: str) -> str:
    """``text`` with delimiters put in, taken out and changed at random, but none inside a handle."""
    for _ in range(deal.randint(2, 8)):
        inside = [match.span() for match in HANDLE.finditer(text)]
        at = deal.randrange(len(text) + 1)
        if any(start < at < end for start, end in inside):
            continue
        kind = deal.choice(("insert", "insert", "delete", "swap"))
        if kind == "insert":
            text = text[:at] + deal.choice(DELIMITERS) * deal.choice((1, 1, 2)) + text[at:]
            continue
        places = [match.start() for match in re.finditer(f"[{re.escape(DELIMITERS)}]", text)]
        places = [place for place in places if not any(start <= place < end for start, end in inside)]
        if places:
            place = deal.choice(places)
            put = deal.choice(DELIMITERS) if kind == "swap" else ""
            text = text[:place] + put + text[place + 1 :]
    return text


def words_of(*texts: str | None) -> set[str]:
    return {word for text in texts for word in WORD.findall(text or "")}


def swallowed(citation: Citation, beside: list[Citation]) -> set[str]:
    """The words that a citation takes with it although they are no quotation of those written there."""
    return words_of(citation.raw) - words_of(
        *(other.quote for other in beside if other.span == citation.span)
    )


@pytest.mark.clause("C1", "C2", "C17", "C19", "A18")
def test_delimiters_opened_closed_and_mixed_hide_no_handle_and_swallow_no_word() -> None:
    changed = judged = noted = 0
    for seed in range(MUTATED):
        deal = random.Random(seed)
        first = dealt(deal)
        text = mutated(deal, first)
        answer = read_answer(text, RING)
        for start, end in (match.span() for match in HANDLE.finditer(text)):
            assert any(c.span[0] <= start and c.span[1] >= end for c in answer.citations), (
                seed,
                text[start:end],
            )
            judged += 1
        kept = words_of(*(sentence.text for sentence in answer.sentences))
        for citation in answer.citations:
            taken = swallowed(citation, list(answer.citations))
            # A note of a few words in a citation's bracket goes with the citation, which it makes malformed.
            assert not taken or (citation.reason == "note_in_bracket" and len(taken) <= 6), (seed, text)
            kept |= taken | words_of(citation.quote)
            noted += bool(taken)
        assert words_of(text) <= kept | words_of(*(mark.text for mark in answer.marks)), (seed, text)
        changed += text != first
    assert changed > MUTATED * 0.9
    assert judged > MUTATED
    assert 0 < noted < MUTATED * 0.1

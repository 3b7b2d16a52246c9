"""The procedure of the closest window, done a second time from its clauses W1 to W6, slow and plain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher
from random import Random

import pytest

from tekmeria_contract.closest import TokenIndex, closest_window
from tekmeria_contract.foldtable import CHARACTERS
from tekmeria_contract.scripts import is_cjk
from tekmeria_eval.altering import CHANGES
from tekmeria_eval.invented import passage, windows

OUTER = "()[]{}\"'“”‘’«»‹›.,;:!?…、。，；：！？（）「」『』《》【】"
PAIRS = ["()", "[]", "{}", "（）", "「」", "『』", "《》", "【】"]


def _tokens(text: str) -> list[tuple[int, int]]:
    """W1: runs without white space, and each Chinese or Japanese character by itself."""
    spans: list[tuple[int, int]] = []
    for at, character in enumerate(text):
        if character.isspace():
            continue
        alone = is_cjk(character) or (at > 0 and (is_cjk(text[at - 1]) or text[at - 1].isspace()))
        if alone or not spans:
            spans.append((at, at + 1))
        else:
            spans[-1] = (spans[-1][0], at + 1)
    return spans


def _keys(text: str) -> list[str]:
    return [text[s:e].translate(CHARACTERS).strip(OUTER).casefold() for s, e in _tokens(text)]


def _parts(key: str) -> list[str]:
    ends = [f"begins {key[:3]}", f"ends {key[-3:]}"] if len(key) >= 3 else []
    return ends + (["digit"] if any(c.isdecimal() for c in key) else [])


def _pairs(ours: list[list[str]], theirs: list[list[str]]) -> list[tuple[int, int]]:
    """W2: pairs of a token of the passage and one of the quote that share a key, once for each that they share."""
    return [
        (i, j)
        for j, wanted in enumerate(theirs)
        for key in wanted
        for i in [i for i, there in enumerate(ours) if key in there][:8]
        if key
    ]


def _diagonals(quote: str, text: str) -> list[tuple[int, int, int]]:
    """The diagonals of W2 and W3, each with its first and last shared token of the passage."""
    ours, theirs = _keys(text), _keys(quote)
    pairs = _pairs([[key] for key in ours], [[key] for key in theirs])
    pairs = pairs or _pairs([_parts(key) for key in ours], [_parts(key) for key in theirs])
    if not pairs:
        return [(i, i, i + len(theirs) - 1) for i in range(min(64, len(ours)))]
    votes = Counter(i - j for i, j in pairs)
    best = sorted(votes, key=lambda diagonal: (-votes[diagonal], diagonal))[:4]
    shared = [[i for i, j in pairs if i - j == diagonal] for diagonal in best]
    return [(diagonal, min(on), max(on)) for diagonal, on in zip(best, shared, strict=True)]


def _candidates(quote: str, text: str) -> Iterator[tuple[int, int]]:
    """W3, as (first token, token after the last)."""
    size, count = len(_tokens(quote)), len(_tokens(text))
    diagonals = _diagonals(quote, text)
    for first in {max(0, min(s, count - 1)) for d, low, _ in diagonals for s in (d, low)}:
        for last in {max(1, min(e, count)) for d, _, high in diagonals for e in (d + size, high + 1)}:
            if first < last <= first + 2 * size + 8:
                yield first, last


def _window(text: str, first: int, last: int) -> tuple[int, int]:
    """W4: without outer marks, but with the brackets that belong to what is inside."""
    spans = _tokens(text)
    start, end = spans[first][0], spans[last - 1][1]
    left, right = start, end
    while left < right and text[left] in OUTER:
        left += 1
    while right > left and text[right - 1] in OUTER:
        right -= 1
    if left == right:
        return left, right
    for at in range(right, min(end, right + 12)):
        for opener, closer in PAIRS:
            inside = text[left:at]
            if text[at] == closer and inside.count(opener) > inside.count(closer):
                right = at + 1
    for at in range(left - 1, max(start, left - 12) - 1, -1):
        for opener, closer in PAIRS:
            inside = text[at + 1 : right]
            if text[at] == opener and inside.count(closer) > inside.count(opener):
                left = at
    return left, right


def _rank(quote: str, text: str, first: int, last: int) -> tuple[float, int, int] | None:
    start, end = _window(text, first, last)
    if start == end:
        return None
    ratio = SequenceMatcher(None, quote, text[start:end], autojunk=False).ratio()
    return -ratio, start, end - start


def _closest(quote: str, text: str) -> tuple[int, int, float] | None:
    """W5, without the savings of W6."""
    count = len(_tokens(text))
    ranked = {w: rank for w in _candidates(quote, text) if (rank := _rank(quote, text, *w)) is not None}
    if not ranked:
        return None
    best = min(ranked, key=lambda window: ranked[window])
    for _ in range(12):
        first, last = best
        for move in [(first - 1, last), (first + 1, last), (first, last - 1), (first, last + 1)]:
            if 0 <= move[0] < move[1] <= count:
                rank = _rank(quote, text, *move)
                if rank is not None and rank < ranked[best]:
                    best, ranked[move] = move, rank
        if best == (first, last):
            break
    rank = ranked[best]
    return rank[1], rank[1] + rank[2], round(-rank[0], 4)


def _same(quote: str, text: str) -> None:
    window = closest_window(quote, TokenIndex.of(text))
    found = None if window is None else (window.start, window.end, window.similarity)
    assert found == _closest(quote, text), (quote, text)


@pytest.mark.clause("W1..W6")
def test_a_second_implementation_of_the_clauses_finds_the_same_windows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # What W6 allows a search to spend is set out of reach: a quote unlike its passage can spend it all.
    monkeypatch.setattr("tekmeria_contract.closest._PAIRS_BASE", 1 << 40)
    edits = list(CHANGES.values())
    for seed in range(400):
        rng = Random(seed)
        text = passage(rng)[: rng.randint(60, 160)]
        quote = rng.choice(windows(passage(rng) if rng.random() < 0.2 else text, rng)[1:])[:90]
        for edit in rng.sample(edits, 2):
            quote = edit(quote, rng)
        _same(quote, text)


@pytest.mark.clause("W1..W6")
def test_the_second_implementation_agrees_on_words_of_few_letters_brackets_and_unspaced_text() -> None:
    words = [
        "a",
        "b",
        "ab",
        "abc",
        "abcd",
        "(a",
        "b)",
        "[a]",
        "((ab",
        "b).",
        "“ab”",
        "12",
        "1.2",
        "该药",
        "不",
        "，",
        "'",
        "...",
    ]
    for seed in range(300):
        rng = Random(seed)
        text, quote = (
            rng.choice([" ", " ", ""]).join(rng.choices(words, k=rng.randint(1, most))) for most in (25, 8)
        )
        _same(quote, text)

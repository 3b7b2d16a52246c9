"""The slice of a passage that ought to have been quoted: exact, whole at its ends, never turned (contract.md §4)."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tekmeria_contract import split_sentences
from tekmeria_contract.quoterepair import DANGLING
from tekmeria_contract.quotes import compare_quote
from tekmeria_eval.altering import CHANGES, is_quotation
from tekmeria_eval.invented import passage, windows

_DANGLING = set(" ".join(DANGLING.values()).split())


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def _is_whole(text: str, start: int, end: int, quote: str, taken: str) -> tuple[bool, bool]:
    """Whether both ends are the quote's own, to the nearest legal cut, or bounds of a clause or sentence.

    ``taken`` is the stretch of the text that was changed into the quote, or cut off to give it: where its end word
    was changed, that word's place is the quote's own end.
    """
    sentences = split_sentences(text)
    repair, own = _words(text[start:end]), _words(quote)
    before, after = text[:start].rstrip(), text[end:].lstrip()
    # A quote that was only cut off stands in its repair, whichever place of several explains it.
    stands = re.escape(quote if quote in taken else taken)
    places = [(match.start(), match.end()) for match in re.finditer(stands, text)]
    # The nearest legal cut may lie as many words outside as a range has (clause Q58).
    begins = (
        own[0] in repair[:8]
        or any(not _words(text[first:start]) and len(_words(text[start:first])) < 8 for first, _ in places)
        or any(start == first for first, _ in sentences)
        or before[-1:] in ",;:–(["
        or text[start] in "(["
    )
    ends = (
        own[-1] in repair[-8:]
        or any(not _words(text[end:last]) and len(_words(text[last:end])) < 8 for _, last in places)
        or any(not text[end:last].strip(".!? ”") for _, last in sentences if last >= end)
        or after[:1] in ",;:–(["
        or text[end - 1] in ")]"
    )
    return begins, ends


@pytest.mark.clause("Q53", "Q57", "Q56")
@given(st.integers(0, 2**32 - 1), st.sampled_from(sorted(CHANGES)))
@settings(max_examples=500, deadline=None)
def test_every_repair_compares_verbatim_and_begins_and_ends_where_a_phrase_does(
    seed: int, change: str
) -> None:
    rng = Random(seed)
    text = passage(rng)
    quote = rng.choice(windows(text, rng))
    changed = CHANGES[change](quote, rng)
    if changed == quote or not _words(changed) or is_quotation(changed, text):
        return
    found = compare_quote(changed, text)
    repair = found.repair
    if found.cls == "absent":
        assert repair is None
        return
    assert repair is not None and repair in text and repair == repair.strip()
    match = compare_quote(repair, text)
    assert match.verbatim and match.span is not None and "qualified" not in match.notes
    begins, ends = _is_whole(text, *match.span, changed, quote)
    assert begins, (changed, text, repair)
    assert ends, (changed, text, repair)
    for opener, closer in ("()", "[]"):
        assert repair.count(opener) == repair.count(closer) or text.count(opener) != text.count(closer)


@pytest.mark.clause("Q57")
@pytest.mark.parametrize(("passage", "quote", "repair"), [
    ("Fever of 39.0 °C or more was seen.", "Fever of 39.0 °C oral", "Fever of 39.0 °C or more was seen."),
    ("Fever of 39.0 °C or more was seen.", "Fever of 38.0 °C or", "Fever of 39.0 °C or more was seen."),
    ("Fever of 39.0 °C or more, once.", "Fever of 38.0 °C or", "Fever of 39.0 °C or more"),
    ("In all, 5999 adults took part in it.", "adults took parts in it", "adults took part in it"),
    ("In 2010, the 517 adults (41%) were asked.", "the 571 adults", "the 517 adults"),
    ("In 2010, the old drug fell short, as seen.", "medicine fell short", "the old drug fell short"),
    ("It fell, we think, in the adults.", "It fell, we think, in a", "It fell, we think, in the adults."),
    ("Risk fell (HR 0.74; P<0.001) in all.", "HR 0.47; P<0.001) in all", "(HR 0.74; P<0.001) in all"),
    ("Risk fell (HR 0.74; P<0.001) in all.", "Risk fell (HR 0.47", "Risk fell (HR 0.74; P<0.001)"),
    ("The drug did not reduce pain, we saw.", "reduce paint", "The drug did not reduce pain"),
])  # fmt: skip
def test_a_repair_has_no_torn_end(passage: str, quote: str, repair: str) -> None:
    assert compare_quote(quote, passage).repair == repair


@pytest.mark.clause("Q53")
def test_a_short_repair_that_stands_more_than_once_takes_more_words() -> None:
    passage = "Of them, 50 mg was given first. Then 50 mg was given to the others."
    repair = compare_quote("50 mgs", passage).repair
    assert repair is not None and compare_quote(repair, passage).notes == ()


@pytest.mark.clause("Q57")
@given(st.integers(0, 2**32 - 1))
@settings(max_examples=200, deadline=None)
def test_no_repair_ends_in_a_word_that_no_phrase_ends_with(seed: int) -> None:
    rng = Random(seed)
    text = passage(rng)
    words = [match.span() for match in re.finditer(r"\S+", text)]
    first = rng.randrange(len(words) - 4)
    quote = text[words[first][0] : words[rng.randrange(first + 3, len(words))][1]]
    changed = CHANGES["digit"](quote, rng)
    repair = compare_quote(changed, text).repair if changed != quote else None
    if repair is None or any(
        text[:last].rstrip(".!? ”").endswith(repair) for _, last in split_sentences(text)
    ):
        return
    assert _words(repair)[-1] not in _DANGLING


@pytest.mark.clause("Q50", "Q53")
def test_among_words_much_alike_every_repair_compares_and_what_lies_beyond_the_ends_is_no_difference() -> (
    None
):
    words = [
        "in",
        "a",
        "an",
        "on",
        "it",
        "at",
        "5",
        "50",
        "mg",
        "fell",
        "ran",
        "rat",
        "tar",
        "not",
        "nor",
        "or",
        "to",
    ]
    for seed in range(600):
        rng = Random(seed)
        there = rng.choices(words, k=10)
        text, at = " ".join(there) + ".", rng.randrange(6)
        kept = [rng.choice(words) if rng.random() < 0.2 else word for word in there[at : at + 4]]
        match = compare_quote(" ".join(kept), text)
        if match.verbatim or match.repair is None:
            continue
        assert compare_quote(match.repair, text).verbatim and match.cls != "absent"

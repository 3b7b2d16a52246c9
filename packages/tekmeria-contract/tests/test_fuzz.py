"""Whatever is given to a public entry point, it raises only what it documents (clause L9).

The same target is run under coverage guidance by ``scripts/fuzz.py``; what that found stands here as ``FOUND``.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tekmeria_contract import (
    Policy,
    compare_quote,
    plan,
    read_answer,
    read_claims,
    render_text,
    split_sentences,
)
from tekmeria_contract.audit import judge
from tekmeria_contract.resolution import Resolution

from .answers import RING, H

SCRIPTS = Path(__file__).resolve().parents[3] / "scripts"
sys.path.append(str(SCRIPTS))
FUZZ: Any = importlib.import_module("fuzz")
EXERCISE: Callable[[bytes], None] = FUZZ.exercise

CHOICES = st.binary(min_size=1, max_size=1)
PIECES = st.one_of(
    st.sampled_from(FUZZ.TOKENS), st.sampled_from(["It fell", "rose", " ", ". "]), st.text(max_size=4)
)
JSON: st.SearchStrategy[object] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["sentence", "citations", "handle", "quote", "x"]), inner, max_size=4
        )
    ),
    max_leaves=12,
)

FOUND = [
    b'\xc2It fell [\x01 "' + b"word " * 250 + b'"].\x00Another text stands in this passage.',
]


@pytest.mark.clause("L9")
@pytest.mark.parametrize("data", FOUND, ids=range(len(FOUND)))
def test_what_fuzzing_once_found_raises_nothing(data: bytes) -> None:
    EXERCISE(data)


@pytest.mark.clause("L9")
@given(CHOICES, st.binary(max_size=200))
@settings(max_examples=200)
def test_arbitrary_bytes_raise_nothing_undocumented(choice: bytes, data: bytes) -> None:
    EXERCISE(choice + data)


@pytest.mark.clause("L9")
@given(CHOICES, st.text(max_size=120), st.text(max_size=120))
@settings(max_examples=200)
def test_arbitrary_text_raises_nothing_undocumented(choice: bytes, answer: str, passage: str) -> None:
    EXERCISE(choice + f"{answer}\0{passage}".encode())


@pytest.mark.clause("L9")
@given(CHOICES, st.lists(PIECES, max_size=40))
@settings(max_examples=500)
def test_text_in_the_forms_of_the_grammar_raises_nothing_undocumented(
    choice: bytes, pieces: list[str]
) -> None:
    EXERCISE(choice + "".join(pieces).encode())


@pytest.mark.clause("L9")
@given(CHOICES, st.lists(PIECES, min_size=1, max_size=20), st.data())
@settings(max_examples=300)
def test_a_passage_quoted_in_part_raises_nothing_undocumented(
    choice: bytes, pieces: list[str], data: st.DataObject
) -> None:
    passage = "".join(pieces).replace("\0", "")
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(passage))] * 2)))
    EXERCISE(choice + f'It fell [\x01 "{passage[start:end]}"].\0{passage}'.encode())


@pytest.mark.clause("L5", "L9")
@given(st.text(st.characters(), max_size=30), st.sampled_from("\ud800\udbff\udc00\udfff"))
def test_a_lone_surrogate_is_a_value_error_wherever_text_is_compared_or_read(text: str, half: str) -> None:
    broken = f"{text}{half}."
    for call in (
        lambda: read_answer(broken, RING),
        lambda: plan(broken, RING),
        lambda: read_claims([{"sentence": broken}], RING),
        lambda: read_claims([{"sentence": "It fell.", "citations": [{"handle": H, "quote": broken}]}], RING),
        lambda: compare_quote(broken, text),
        lambda: compare_quote(text, broken),
    ):
        with pytest.raises(ValueError, match="surrogate"):
            call()
    assert split_sentences(broken)


@pytest.mark.clause("L9")
@given(JSON)
@settings(max_examples=300)
def test_claims_of_any_shape_are_read_or_refused_by_a_value_error(
    claims: object,
) -> None:
    try:
        planned = plan(cast(Any, claims), RING)
    except ValueError:
        return
    report = judge(planned, dict.fromkeys(planned.handles, Resolution()), Policy())
    assert render_text(report)

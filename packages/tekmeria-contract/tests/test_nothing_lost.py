"""Whatever is written: no word that a reader sees is lost, and no handle (contract.md §3, §5)."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tekmeria_contract.blocks import scan_blocks
from tekmeria_contract.definitions import units_of
from tekmeria_contract.handle import DEFAULT
from tekmeria_contract.inline import read_inline
from tekmeria_contract.reading import read_answer
from tekmeria_contract.repairs import Finder

from .answers import FORGED, RING, H, J, K, filled

WORD = re.compile(r"[wW][0-9]+x")
MARKS = [
    *"[](){}【】\"“”'‘’«»*_`\\;,.—-|^~…–&",
    *(
        "**",
        "~~",
        "<b>",
        "</b>",
        "<q>",
        "</q>",
        "<sup>",
        "</sup>",
        "<!--",
        "-->",
        ". ",
        "? ",
        ": ",
        " to ",
        "and ",
    ),
    *(
        "\n",
        "\n\n",
        "\n> ",
        "\n\n> ",
        "\n- ",
        "\n1. ",
        "\n## ",
        "\n\n## References\n",
        "\n```\n",
        "    ",
        "\n---\n",
    ),
    *(
        "\n[1]: ",
        "\n\n[^1]: ",
        "[1]",
        "[^1]",
        "¹",
        "see ",
        "cf. ",
        "Source: ",
        "evidence://",
        "](",
        "[a](",
        "![a](",
    ),
    *(
        "PMID: ",
        "pmid:",
        "\n| a | b |\n|---|---|\n| ",
        "\n**",
        "**\n",
        "[!NOTE] ",
        "[ ] ",
        "&lt;",
        "&quot;",
        "【1†source】",
    ),
]
HANDLES = ["{H}", "{J}", "{K}", "{F}"]
PIECES = st.lists(
    st.one_of(st.sampled_from(["w", "w", "W"]), st.sampled_from(HANDLES), st.sampled_from(MARKS)), max_size=30
)


def written(pieces: list[str]) -> str:
    """An answer of the pieces: words are numbered, and parted from a handle that they would change."""
    out: list[str] = []
    for number, piece in enumerate(pieces):
        if piece[0].isalpha() and out and out[-1] in HANDLES:
            out.append(" ")
        out.append(f"{piece}{number}x " if piece in "wW" else piece)
    return filled("".join(out))


def visible_words(text: str) -> set[str]:
    """The words of every block as a reader sees it."""
    finder = Finder(RING, DEFAULT)
    units = units_of(text, scan_blocks(text), DEFAULT)
    linked = {label for unit in units if unit.kind == "link" for label in unit.labels}
    words: set[str] = set()
    for unit in units:
        for content in (unit.cells or [unit.content]) if unit.kind not in {"link", "code", "break"} else ():
            visible = read_inline(content, finder.find(content.text), linked, unit.block.markup)
            words.update(WORD.findall(visible.prose.text))
    return words


@pytest.mark.clause("A18")
@given(PIECES)
@settings(max_examples=500)
def test_no_word_that_a_reader_sees_is_lost(pieces: list[str]) -> None:
    text = written(pieces)
    answer = read_answer(text, RING)
    kept = [sentence.text for sentence in answer.sentences]
    kept += [citation.raw for citation in answer.citations] + [
        citation.quote or "" for citation in answer.citations
    ]
    kept += [mark.text for mark in answer.marks]
    assert visible_words(text) <= set(WORD.findall(" ".join(kept)))


@pytest.mark.clause("A18")
@given(PIECES)
@settings(max_examples=500)
def test_no_handle_is_lost_and_a_forged_one_is_never_ok(pieces: list[str]) -> None:
    text = written(pieces)
    answer = read_answer(text, RING)
    found = {citation.handle for citation in answer.citations}
    assert {handle for handle in (H, J, K, FORGED) if handle in text} <= found
    for citation in answer.citations:
        assert citation.verified is None or citation.handle in {H, J, K}

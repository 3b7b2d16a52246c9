"""Reading answers and structured claims as a whole (contract.md §3, §5, §11)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tekmeria_contract.answer import Answer
from tekmeria_contract.handle import mint
from tekmeria_contract.limits import MAX_ANSWER_BYTES, MAX_CITATIONS, LimitError
from tekmeria_contract.reading import read_answer, read_claims

from .answers import RING, H, cited, filled, kinds, read, sentences

STYLES = Path(__file__).parents[3] / "fixtures" / "text" / "citation_styles.jsonl"
ROWS: list[dict[str, Any]] = [json.loads(line) for line in STYLES.read_text(encoding="utf-8").splitlines()]
CODES = {
    "ae2tc": ("pmid:99000001", "abstract.7"),
    "k3m9x": ("pmid:99000002", "abstract.9"),
    "7qz0d": ("pmcid:PMC99000003", "results.12"),
    "0hj4r": ("setid:9f1c2ab4-0000-4000-8000-000000000000", "boxed_warning.2"),
}


def minted(text: str) -> str:
    """``text`` with the fixture's codes, which no key has made, put right for the ring of the tests."""
    for code, (record, path) in CODES.items():
        made = mint(record, path, RING).rpartition("~")[2]
        text = text.replace(code, made).replace(code.upper(), made.upper())
    return text


def as_in_fixture(answer: Answer) -> list[dict[str, Any]]:
    """What was read, in the fixture's terms."""
    rows: list[dict[str, Any]] = []
    for citation in (c for c in answer.citations if not c.hidden):
        status = citation.status
        if status == "ok":
            assert citation.verified is not None
            status = "repaired" if citation.repaired or citation.delimiter else "ok"
            status = "unattached" if citation.sentence is None else status
        rows.append(
            {
                "handle": citation.handle,
                "quote": citation.quote,
                "sentence_index": citation.sentence,
                "status": status,
            }
        )
    for mark in answer.marks:
        rows.append(
            {
                "handle": None,
                "quote": None,
                "sentence_index": mark.sentence,
                "status": "foreign",
                "raw": mark.text,
            }
        )
    return rows


@pytest.mark.clause("C3", "C6", "C10", "C15", "C32", "C42", "C45")
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["note"][:60])
def test_each_style_of_citing_is_read_as_expected(row: dict[str, Any]) -> None:
    answer = read_answer(minted(row["text"]), RING)
    expected = row["expected"]
    assert sentences(answer) == expected["sentences"]
    assert kinds(answer) == expected["kinds"]
    wanted = [
        {key: c[key] for key in c if key != "why" and (key != "raw" or c["status"] == "foreign")}
        for c in expected["citations"]
    ]
    assert as_in_fixture(answer) == json.loads(minted(json.dumps(wanted, ensure_ascii=False)))


HOLES = {
    "a Markdown link's target": "[Mortality fell](evidence://passage/{H}).",
    "a footnote": "Mortality fell.[^1]\n\n[^1]: {H}",
    "a numbered reference list": "Mortality fell [1].\n\n## References\n\n1. {H}",
    "escaped brackets": "Mortality fell \\[{H}\\].",
    "a zero-width space inside": "Mortality fell [{H}].".replace("{H}", H[:6] + "\u200b" + H[6:]),
    "full-width brackets": "Mortality fell ［{H}］.",
}


@pytest.mark.clause("C3", "H13")
@pytest.mark.parametrize("text", HOLES.values(), ids=HOLES)
def test_what_the_peer_leaves_uncited_or_malformed_is_cited(text: str) -> None:
    answer = read(text)
    assert cited(answer)[0] == (0, "H", "ok")
    assert sentences(answer)[0] == "Mortality fell."


@pytest.mark.clause("A17", "A18")
def test_a_forged_handle_in_code_is_judged_and_no_claim() -> None:
    answer = read("Mortality fell.\n\n```\ncite {F}\n```")
    assert sentences(answer) == ["Mortality fell."]
    assert cited(answer) == [(None, "F", "forged")]


HIDDEN = {
    "fenced code": "It fell.\n\n```\n{X}\n```",
    "an info string": "``` {X}\ncode\n```",
    "a comment": "a <!-- {X} --> b",
    "a comment's block": "<!--\n{X}\n-->",
    "struck-out text": "a ~~{X}~~ b",
    "an attribute": '<a title="{X}">a</a>',
    "an address": "[a](https://example.org/?q={X})",
    "a link's title": '[a](https://example.org "{X}")',
    "an image's address": "![a](https://example.org/{X}.png)",
    "a definition's label": "[{X}]: https://example.org",
}


@pytest.mark.clause("A17", "A18")
@pytest.mark.parametrize("text", HIDDEN.values(), ids=HIDDEN)
def test_a_handle_anywhere_is_verified_and_supports_nothing_where_no_reader_sees_it(text: str) -> None:
    for name, state in (("H", "ok"), ("F", "forged")):
        answer = read(text.replace("{X}", "{" + name + "}"))
        assert cited(answer) == [(None, name, state)]
        assert answer.citations[0].hidden


@pytest.mark.clause("A18")
def test_a_handle_that_is_not_well_formed_is_no_citation_where_it_is_hidden() -> None:
    assert (
        read(
            "```\npmid:99000001/abstract.7\n[pmid:1]\n```\n\n<!-- pmid:99000001/abstract.7~ae2 -->"
        ).citations
        == ()
    )


@pytest.mark.clause("A18")
def test_a_hidden_handle_inside_a_citations_bracket_is_judged() -> None:
    assert cited(read("It fell [{H} <!-- {F} -->].")) == [(0, "H", "ok"), (None, "F", "forged")]


@pytest.mark.clause("C13")
@pytest.mark.parametrize("mark", ["**", "*", "<b>", "<!-- -->", "`"])
def test_a_handle_that_only_mark_up_makes_is_malformed(mark: str) -> None:
    closing = {"<b>": "</b>"}.get(mark, mark)
    broken = H[:9] + mark + H[9:12] + closing + H[12:]
    states = [state for _, _, state in cited(read(f"It fell ({broken})."))]
    assert states and "ok" not in states and "forged" not in states


@pytest.mark.clause("A1")
def test_line_ends_of_every_kind_are_read() -> None:
    for end in ("\n", "\r\n", "\r"):
        answer = read(f"# Heading{end}{end}One fell [{{H}}].{end}{end}- Two fell{end}- Three fell [{{J}}]")
        assert cited(answer) == [(1, "H", "ok"), (3, "J", "ok")]


@pytest.mark.clause("L1", "L4")
def test_an_answer_over_a_mebibyte_is_refused_by_name_and_one_of_a_mebibyte_is_read() -> None:
    with pytest.raises(LimitError, match=r"bytes of the answer: 1048577 is over the limit of 1048576"):
        read_answer("a" * (MAX_ANSWER_BYTES + 1), RING)
    with pytest.raises(LimitError) as caught:
        read_answer("é" * (MAX_ANSWER_BYTES // 2 + 1), RING)
    assert (caught.value.most, caught.value.found) == (MAX_ANSWER_BYTES, MAX_ANSWER_BYTES + 2)
    assert len(read_answer("a" * MAX_ANSWER_BYTES, RING).sentences) == 1


@pytest.mark.clause("L2", "L4")
def test_more_citations_than_the_limit_are_refused_by_name() -> None:
    line = f"It fell [{H}]. "
    with pytest.raises(LimitError, match="citations: 10001 is over the limit of 10000"):
        read_answer(line * (MAX_CITATIONS + 1), RING)
    assert len(read_answer(line * 100, RING).citations) == 100


@pytest.mark.clause("L2")
def test_citations_that_marks_multiply_are_counted() -> None:
    handles = [mint(f"pmid:{99000001 + number}", "title", RING) for number in range(199)]
    definitions = "\n".join(f"[{number}]: {handle}" for number, handle in enumerate(handles, 1))
    assert len(read_answer("It fell [1-199]. " * 50 + "\n\n" + definitions, RING).citations) == 9950
    with pytest.raises(LimitError, match="citations"):
        read_answer("It fell [1-199]. " * 51 + "\n\n" + definitions, RING)


@pytest.mark.clause("L5")
def test_lone_surrogates_are_a_misuse() -> None:
    with pytest.raises(ValueError, match="lone surrogate at character 3"):
        read_answer("abc\ud800", RING)
    with pytest.raises(ValueError, match="lone surrogate"):
        read_claims([{"sentence": "abc\udfff"}], RING)


@pytest.mark.clause("A20")
def test_an_answer_without_anything_has_nothing() -> None:
    for text in ("", " \n\t\n", "\n\n"):
        assert read_answer(text, RING) == Answer(text, (), (), (), ())
    assert read_claims([], RING) == Answer(None, (), (), (), (), ())


@pytest.mark.clause("P4")
def test_reading_twice_gives_the_same() -> None:
    text = minted("\n\n".join(row["text"] for row in ROWS))
    assert read_answer(text, RING) == read_answer(text, RING)


PIECES = st.sampled_from(
    [
        *"[](){}<>*_~`|#>-!\\&;:\"'“”.,?1\n\t ",
        *(
            "\n\n",
            "~~",
            "**",
            "```",
            "<!--",
            "-->",
            "> ",
            "- ",
            "1. ",
            "[^1]",
            "[^1]: ",
            "[1]",
            "[1]: ",
            "## References\n",
        ),
        *(
            "| a | b |\n|---|---|\n",
            "word",
            "One fell. ",
            "漢字。",
            "¹",
            "<sup>1</sup>",
            "<b>",
            "&amp;",
            "](",
            "\u200b",
        ),
        *(
            "{H}",
            "{J}",
            "{F}",
            "evidence://",
            "pmid:",
            "~ae2tc",
            "\r\n",
            "\r",
            "[!NOTE]",
            "---",
            "===",
            "    ",
            "PMID 99000001",
        ),
    ]
)
ANSWERS = st.one_of(st.text(max_size=80), st.lists(PIECES, max_size=40).map("".join))


@pytest.mark.clause("A37", "C14", "L9")
@given(ANSWERS)
@settings(max_examples=300)
def test_any_text_is_read_with_spans_that_hold_what_they_say(text: str) -> None:
    written = filled(text)
    answer = read_answer(written, RING)
    end = 0
    for sentence in answer.sentences:
        assert end <= sentence.span[0] <= sentence.span[1] <= len(written)
        end = sentence.span[1]
        assert sentence.text == " ".join(sentence.text.split()) != ""
    spans = [citation.span for citation in answer.citations]
    assert spans == sorted(spans)
    for citation in answer.citations:
        assert written[slice(*citation.span)] == citation.raw != ""
        assert citation.sentence is None or citation.sentence < len(answer.sentences)
        assert (citation.verified is not None) == (citation.status == "ok" and citation.reason is None)
        assert citation.quote_span is None or 0 <= citation.quote_span[0] <= citation.quote_span[1] <= len(
            written
        )
    for item in (*answer.foreign, *answer.marks):
        assert 0 <= item.span[0] < item.span[1] <= len(written)


@pytest.mark.clause("A18", "C1")
@given(ANSWERS, ANSWERS)
@settings(max_examples=300)
def test_a_minted_handle_put_anywhere_in_any_answer_is_always_found(before: str, after: str) -> None:
    other = mint("nct:NCT99000001@2026-01-01", "summary.3", RING)
    answer = read_answer(f"{filled(before)} {other} {filled(after)}", RING)
    assert any(citation.handle == other for citation in answer.citations)


@pytest.mark.clause("C42", "C43")
@given(
    st.lists(
        st.tuples(st.sampled_from(["One fell", "漢字は下がった", "a “b c d” e"]), st.sampled_from(ROWS)),
        max_size=4,
    )
)
def test_every_style_is_read_the_same_among_others(parts: list[tuple[str, dict[str, Any]]]) -> None:
    shared = ("[1]", "[^1]", "¹", "[3]", "## References")
    rows = [row for _, row in parts if not any(mark in row["text"] for mark in shared)]
    alone = [as_in_fixture(read_answer(minted(row["text"]), RING)) for row in rows]
    together = read_answer(minted("\n\n***\n\n".join(row["text"] for row in rows)), RING)
    wanted = sorted((c["handle"] or "", c["quote"] or "", c["status"]) for found in alone for c in found)
    assert (
        sorted((c["handle"] or "", c["quote"] or "", c["status"]) for c in as_in_fixture(together)) == wanted
    )

"""Structured claims (contract.md §3, §11)."""

from __future__ import annotations

import re
from typing import Any, cast

import pytest

from tekmeria_contract.limits import MAX_CITATIONS, MAX_CLAIMS, LimitError
from tekmeria_contract.reading import read_claims

from .answers import FORGED, RING, H, J, cited, filled, kinds, quoted


@pytest.mark.clause("A32")
def test_structured_claims_give_their_citations_to_their_last_sentence() -> None:
    answer = read_claims(
        [
            {
                "sentence": "One fell. Two fell.",
                "citations": [{"handle": H, "quote": "the exact words"}, {"handle": J}],
            },
            {"sentence": "Three fell.", "citations": []},
            {"sentence": "Four fell."},
        ],
        RING,
    )
    assert [(s.text, s.claim) for s in answer.sentences] == [
        ("One fell.", 0),
        ("Two fell.", 0),
        ("Three fell.", 1),
        ("Four fell.", 2),
    ]
    assert [(c.sentence, c.handle, c.quote, c.origin, c.claim) for c in answer.citations] == [
        (1, H, "the exact words", "structured", 0),
        (1, J, None, None, 0),
    ]
    assert answer.text is None
    assert answer.claims == ("One fell. Two fell.", "Three fell.", "Four fell.")


@pytest.mark.clause("A31")
def test_structured_claims_have_no_exemption() -> None:
    texts = [
        "## Results",
        "What is it?",
        "**Bold words**",
        "Not medical advice.",
        "References",
        "```\ncode words\n```",
        "The findings:",
    ]
    answer = read_claims([{"sentence": text} for text in texts], RING)
    assert kinds(answer) == ["claim"] * len(texts)
    assert [sentence.claim for sentence in answer.sentences] == list(range(len(texts)))


@pytest.mark.clause("A33")
def test_a_structured_sentence_is_scanned_for_handles_quotations_and_references() -> None:
    text = filled("It “fell by half” [{J}] in PMID 99000009 <!-- {F} -->")
    answer = read_claims([{"sentence": text, "citations": [{"handle": H}]}], RING)
    assert cited(answer) == [(0, "J", "ok"), (None, "F", "forged"), (0, "H", "ok")]
    assert quoted(answer)[0] == ("J", "fell by half", "prose")
    assert [reference.value for reference in answer.foreign] == ["99000009"]


@pytest.mark.clause("A33")
def test_a_quotation_of_a_structured_sentence_goes_to_the_citation_given() -> None:
    answer = read_claims([{"sentence": "It “fell by half” there.", "citations": [{"handle": H}]}], RING)
    assert quoted(answer) == [("H", "fell by half", "prose")]


@pytest.mark.clause("A31")
def test_a_structured_claim_that_shows_nothing_is_a_claim_all_the_same() -> None:
    answer = read_claims(
        [{"sentence": "<!-- It fell. -->", "citations": [{"handle": H}]}, {"sentence": " "}], RING
    )
    assert [(s.text, s.kind, s.claim) for s in answer.sentences] == [
        ("<!-- It fell. -->", "claim", 0),
        ("", "claim", 1),
    ]
    assert cited(answer) == [(0, "H", "ok")]


@pytest.mark.clause("A34")
def test_an_empty_structured_quotation_is_none() -> None:
    answer = read_claims(
        [{"sentence": "It fell.", "citations": [{"handle": H, "quote": ""}, {"handle": J, "quote": None}]}],
        RING,
    )
    assert quoted(answer) == [("H", None, None), ("J", None, None)]


@pytest.mark.clause("A33", "H14")
@pytest.mark.parametrize(
    ("handle", "state"),
    [
        (H, "ok"),
        (f"[{H}]", "ok"),
        (f" `{H}` ", "ok"),
        (H.replace("~", "\\~"), "ok"),
        (H.upper().replace("ABSTRACT", "abstract"), "ok"),
        (FORGED, "forged"),
        (H + " see Table 2", "note_in_bracket"),
        (f"{H}; {J}", "note_in_bracket"),
        ("PMID 99000001", "no_scheme"),
        ("pmid:99000001", "no_path"),
        ("", "no_scheme"),
    ],
)
def test_a_structured_handle_is_mended_or_malformed(handle: str, state: str) -> None:
    answer = read_claims([{"sentence": "It fell.", "citations": [{"handle": handle}]}], RING)
    assert [found for _, _, found in cited(answer)] == [state]
    assert answer.citations[0].raw == handle


@pytest.mark.clause("A35")
@pytest.mark.parametrize(
    ("claims", "message"),
    [
        (["It fell."], "claim 0 is no object"),
        ([{"sentence": "a"}, {}], 'claim 1 has no "sentence"'),
        ([{"sentence": 1}], 'claim 0 has no "sentence"'),
        ([{"sentence": "a", "citations": "b"}], 'the "citations" of claim 0'),
        ([{"sentence": "a", "citations": {"handle": "b"}}], 'the "citations" of claim 0'),
        ([{"sentence": "a", "citations": ["b"]}], "citation 0 of claim 0"),
        ([{"sentence": "a", "citations": [{"quote": "b"}]}], 'citation 0 of claim 0 needs a "handle"'),
        ([{"sentence": "a", "citations": [{"handle": 1}]}], 'citation 0 of claim 0 needs a "handle"'),
        (
            [{"sentence": "a", "citations": [{"handle": "b", "quote": 1}]}],
            'the "quote" of citation 0 of claim 0',
        ),
        ("It fell.", "structured claims are a list"),
        ({"sentence": "a"}, "structured claims are a list"),
    ],
)
def test_claims_of_another_shape_are_refused_naming_claim_and_member(claims: object, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        read_claims(cast(Any, claims), RING)


@pytest.mark.clause("L2..L4")
def test_more_claims_or_citations_of_claims_than_the_limit_are_refused_by_name() -> None:
    with pytest.raises(LimitError, match="structured claims: 10001 is over the limit of 10000"):
        read_claims([{"sentence": "a"}] * (MAX_CLAIMS + 1), RING)
    with pytest.raises(LimitError, match="citations: 10001 is over the limit of 10000"):
        read_claims(
            [
                {
                    "sentence": "a",
                    "citations": [{"handle": H, "quote": str(n)} for n in range(MAX_CITATIONS + 1)],
                }
            ],
            RING,
        )
    with pytest.raises(LimitError, match="bytes"):
        read_claims([{"sentence": "a" * 600_000}] * 2, RING)


@pytest.mark.clause("A33")
def test_code_in_a_structured_claim_is_text_that_no_mark_up_hides() -> None:
    answer = read_claims([{"sentence": "It fell:\n\n```\nwith *a* mark\n```\n"}], RING)
    assert [sentence.text for sentence in answer.sentences] == ["It fell:", "with *a* mark"]

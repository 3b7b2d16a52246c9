"""Arguments as people and models really send them (server.md, Tools)."""

from typing import Any

import pytest
from hypothesis import given as for_any
from hypothesis import strategies as st

from tekmeria_server.arguments import ArgumentError, read_arguments
from tekmeria_server.catalogue import AUDIT_ANSWER as AUDIT
from tekmeria_server.catalogue import CATALOGUE, ToolEntry
from tekmeria_server.catalogue import FETCH_PASSAGES as FETCH
from tekmeria_server.catalogue import SEARCH_LITERATURE as SEARCH

CLAIM: dict[str, Any] = {"sentence": "One.", "citations": [{"handle": "h", "quote": "q"}]}

READ: list[tuple[ToolEntry, dict[str, Any], dict[str, Any]]] = [
    (SEARCH, {"query": "x"}, {"query": "x"}),
    (SEARCH, {"query": ["x"]}, {"query": "x"}),
    (SEARCH, {"query": 2019}, {"query": "2019"}),
    (SEARCH, {"query": "x", "date_from": "", "cursor": "  ", "limit": None}, {"query": "x"}),
    (SEARCH, {"query": "x", "limit": "", "exclude_retracted": "", "sources": ""}, {"query": "x"}),
    (SEARCH, {"query": "x", "date_from": 2019}, {"query": "x", "date_from": "2019"}),
    (SEARCH, {"query": "x", "limit": "5"}, {"query": "x", "limit": 5}),
    (SEARCH, {"query": "x", "limit": " 5 "}, {"query": "x", "limit": 5}),
    (SEARCH, {"query": "x", "limit": "5.0"}, {"query": "x", "limit": 5}),
    (SEARCH, {"query": "x", "limit": 5.0}, {"query": "x", "limit": 5}),
    (
        SEARCH,
        {"query": "x", "exclude_retracted": "true"},
        {"query": "x", "exclude_retracted": True},
    ),
    (
        SEARCH,
        {"query": "x", "exclude_retracted": "False"},
        {"query": "x", "exclude_retracted": False},
    ),
    (
        SEARCH,
        {"query": "x", "exclude_retracted": "yes"},
        {"query": "x", "exclude_retracted": True},
    ),
    (SEARCH, {"query": "x", "exclude_retracted": 1}, {"query": "x", "exclude_retracted": True}),
    (SEARCH, {"query": "x", "exclude_retracted": "0"}, {"query": "x", "exclude_retracted": False}),
    (SEARCH, {"query": "x", "sources": "pubmed"}, {"query": "x", "sources": ["pubmed"]}),
    (SEARCH, {"query": "x", "sources": []}, {"query": "x", "sources": []}),
    (
        SEARCH,
        {"query": "x", "study_designs": '["A", "B, C"]'},
        {"query": "x", "study_designs": ["A", "B, C"]},
    ),
    (FETCH, {"record_ids": ["pmid:1"]}, {"record_ids": ["pmid:1"]}),
    (FETCH, {"record_ids": "pmid:1"}, {"record_ids": ["pmid:1"]}),
    (FETCH, {"record_ids": '["pmid:1","pmid:2"]'}, {"record_ids": ["pmid:1", "pmid:2"]}),
    (FETCH, {"record_ids": " [1, 2] "}, {"record_ids": ["1", "2"]}),
    (FETCH, {"record_ids": 1}, {"record_ids": ["1"]}),
    (FETCH, {"record_ids": [1, "pmid:2", "", None]}, {"record_ids": ["1", "pmid:2"]}),
    (FETCH, {"record_ids": "[pmid:1]"}, {"record_ids": ["[pmid:1]"]}),
    (FETCH, {"record_ids": ["1"], "max_passages": "20"}, {"record_ids": ["1"], "max_passages": 20}),
    (AUDIT, {"answer_text": " Kept as it is. \n"}, {"answer_text": " Kept as it is. \n"}),
    (AUDIT, {"answer_text": "[1]"}, {"answer_text": "[1]"}),
    (AUDIT, {"answer_text": "x", "claims": [], "fail_on": ""}, {"answer_text": "x", "claims": []}),
    (AUDIT, {"claims": [CLAIM]}, {"claims": [CLAIM]}),
    (AUDIT, {"claims": CLAIM}, {"claims": [CLAIM]}),
    (AUDIT, {"claims": '[{"sentence": "One."}]'}, {"claims": [{"sentence": "One."}]}),
    (AUDIT, {"claims": ['{"sentence": "One."}']}, {"claims": [{"sentence": "One."}]}),
    (
        AUDIT,
        {"claims": [{"sentence": "One.", "citations": "[]"}]},
        {"claims": [{"sentence": "One.", "citations": []}]},
    ),
    (AUDIT, {"answer_text": "x", "fail_on": "uncited"}, {"answer_text": "x", "fail_on": ["uncited"]}),
    (
        AUDIT,
        {"answer_text": "x", "fail_on": ["Retracted"]},
        {"answer_text": "x", "fail_on": ["retracted"]},
    ),
    (
        AUDIT,
        {"answer_text": "x", "fail_on": '["concern"]'},
        {"answer_text": "x", "fail_on": ["concern"]},
    ),
]


@pytest.mark.parametrize(("tool", "given", "read"), READ)
def test_each_form_is_read_as_meant(tool: ToolEntry, given: dict[str, Any], read: dict[str, Any]) -> None:
    assert read_arguments(tool.name, tool.schema, given) == read


REFUSED: list[tuple[ToolEntry, dict[str, Any], str]] = [
    (SEARCH, {}, "search_literature: query is required."),
    (SEARCH, {"query": "  "}, "query is required"),
    (SEARCH, {"query": True}, "query must be text, not true"),
    (SEARCH, {"query": ["a", "b"]}, 'query must be text, not ["a", "b"]'),
    (SEARCH, {"query": "x", "limit": "many"}, 'limit must be a whole number, not "many"'),
    (SEARCH, {"query": "x", "limit": 2.5}, "limit must be a whole number, not 2.5"),
    (SEARCH, {"query": "x", "limit": True}, "limit must be a whole number, not true"),
    (SEARCH, {"query": "x", "limit": 0}, "limit must be from 1 to 100, not 0"),
    (SEARCH, {"query": "x", "limit": 101}, "limit must be from 1 to 100, not 101"),
    (SEARCH, {"query": "x", "limit": float("nan")}, "limit must be a whole number"),
    (SEARCH, {"query": "x", "limit": float("inf")}, "limit must be a whole number"),
    (SEARCH, {"query": "x", "limit": "9" * 5000}, "limit must be a whole number"),
    (SEARCH, {"query": "x", "exclude_retracted": "maybe"}, 'must be true or false, not "maybe"'),
    (
        SEARCH,
        {"query": "x", "max_results": 5},
        'no argument "max_results"; it takes query, sources',
    ),
    (
        SEARCH,
        {"query": "x", "dateFrom": "1"},
        'no argument "dateFrom" (did you mean date_from?)',
    ),
    (FETCH, {"record_ids": ""}, "record_ids is required"),
    (FETCH, {"record_ids": ["", None]}, "record_ids is required"),
    (FETCH, {"record_ids": [["1", "2"]]}, "record_ids[0] must be text"),
    (AUDIT, {"fail_on": ["ok"]}, 'fail_on[0] cannot be "ok"; choose from concern, figures'),
    (AUDIT, {"claims": "One."}, 'claims[0] must be an object, not "One."'),
    (AUDIT, {"claims": [{"citations": []}]}, "claims[0].sentence is required"),
    (AUDIT, {"claims": [{"sentence": "a", "quote": "b"}]}, 'no argument "claims[0].quote"'),
    (
        AUDIT,
        {"claims": [{"sentence": "a", "citations": [{"quote": "b"}]}]},
        "citations[0].handle is required",
    ),
    (AUDIT, {"claims": "[" * 100_000}, "claims[0] must be an object"),
]


@pytest.mark.parametrize(("tool", "given", "message"), REFUSED)
def test_what_cannot_be_read_is_refused_by_name(tool: ToolEntry, given: dict[str, Any], message: str) -> None:
    with pytest.raises(ArgumentError) as refusal:
        read_arguments(tool.name, tool.schema, given)
    assert message in str(refusal.value)
    assert len(str(refusal.value)) < 600


def test_every_problem_is_told_at_once() -> None:
    with pytest.raises(ArgumentError) as refusal:
        read_arguments("t", SEARCH.schema, {"limit": "x", "colour": "red"})
    assert str(refusal.value).count(";") >= 3
    for name in ("limit", "colour", "query is required"):
        assert name in str(refusal.value)


@pytest.mark.parametrize("tool", CATALOGUE, ids=lambda tool: tool.name)
def test_every_tool_refuses_an_argument_it_does_not_name(tool: ToolEntry) -> None:
    with pytest.raises(ArgumentError, match='there is no argument "bogus"'):
        read_arguments(tool.name, tool.schema, {"bogus": 1})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
NAMES = sorted({name for tool in CATALOGUE for name in tool.schema["properties"]})


@for_any(
    st.sampled_from(CATALOGUE),
    st.dictionaries(st.sampled_from(NAMES) | st.text(max_size=6), JSON, max_size=5),
)
def test_whatever_is_sent_is_read_or_refused(tool: ToolEntry, sent: dict[str, Any]) -> None:
    try:
        read = read_arguments(tool.name, tool.schema, sent)
    except ArgumentError as refusal:
        assert str(refusal).startswith(f"{tool.name}: ")
    else:
        assert read.keys() <= tool.schema["properties"].keys() & sent.keys()
        assert set(tool.schema.get("required", ())) <= read.keys()
        assert read_arguments(tool.name, tool.schema, read) == read

"""A host that drops structured content loses nothing: every result is complete in its text (server.md)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from typing import Any, cast

import pytest
from mcp_types import CallToolResult

Called = Callable[..., Awaitable[CallToolResult]]
TextOf = Callable[[CallToolResult], str]
DataOf = Callable[[CallToolResult], dict[str, Any]]

pytestmark = pytest.mark.anyio


def leaves(value: object) -> Iterator[str]:
    """Every text and number in structured content, and every name that is not one of the result's own."""
    if isinstance(value, dict):
        for item in cast(dict[str, object], value).values():
            yield from leaves(item)
    elif isinstance(value, list):
        for item in cast(list[object], value):
            yield from leaves(item)
    elif isinstance(value, str | int | float) and not isinstance(value, bool):
        yield str(value)


def unquoted(text: str) -> str:
    return text.replace("\n> ", "\n").casefold()


def lost(text: str, data: object) -> list[str]:
    shown = unquoted(text)
    return [leaf for leaf in leaves(data) if leaf.casefold() not in shown]


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("search_literature", {"query": "Lindgrove vaccine"}),
        ("search_literature", {"query": "Lindgrove vaccine", "limit": 1}),
        ("search_literature", {"query": "qqqq zzzz"}),
        ("search_literature", {"query": "Lindgrove", "open_access_only": True}),
        ("fetch_passages", {"record_ids": ["99000001", "99000002", "99000003", "99000004", "99000005"]}),
        (
            "fetch_passages",
            {
                "record_ids": ["99000001", "99000002", "99000005"],
                "include_entities": True,
                "full_text": "yes",
            },
        ),
        ("search_trials", {"condition": "Aster syndrome"}),
        ("search_drug_labels", {"drug": "fictaquine"}),
        ("fetch_passages", {"record_ids": ["99000002"], "max_passages": 3}),
        ("fetch_passages", {"record_ids": ["NCT99000001", "aaaaaaaa-0000-4000-8000-000000000001"]}),
        ("fetch_passages", {"record_ids": ["99999999", "PMC99999999", "10.5555/none", "nonsense"]}),
        ("fetch_passages", {"record_ids": ["99000001"], "sections": ["no such section"]}),
        ("resolve_handles", {"handles": ["pmid:99000001/title~00000", "nonsense"]}),
        ("describe_contract", {}),
    ],
)
async def test_the_text_holds_everything_that_the_structured_content_holds(
    called: Called, text_of: TextOf, data_of: DataOf, tool: str, arguments: dict[str, Any]
) -> None:
    result = await called(tool, arguments)
    assert lost(text_of(result), data_of(result)) == []


async def test_resolved_passages_and_their_records_are_in_the_text(
    called: Called, text_of: TextOf, data_of: DataOf
) -> None:
    fetched = data_of(await called("fetch_passages", {"record_ids": ["99000002", "99000003"]}))
    handles = [passage["handle"] for record in fetched["records"] for passage in record["passages"]]
    result = await called("resolve_handles", {"handles": handles})
    assert lost(text_of(result), data_of(result)) == []


CITATION_MEMBERS = ("handle", "verdict", "reason", "flags", "notes", "class", "detail", "closest", "repair")


async def test_an_audit_s_text_names_every_sentence_citation_verdict_and_reason(
    called: Called, text_of: TextOf, data_of: DataOf
) -> None:
    fetched = data_of(await called("fetch_passages", {"record_ids": ["99000001", "99000003"]}))
    passages = [passage for record in fetched["records"] for passage in record["passages"]]
    quote = " ".join(passages[1]["text"].split()[:7])
    answer = "\n".join(
        [
            f'Parents asked [{passages[1]["handle"]} "{quote}"].',
            f'Parents did not ask [{passages[1]["handle"]} "{quote.replace("have", "had")}"].',
            f"A retracted series said so [{passages[-1]['handle']}] (PMID: 99000005).",
            f"Someone made this up [{passages[2]['handle'][:-1]}0] and this [pmid:99000001].",
            "Nobody is cited here 【1†source】.",
        ]
    )
    result = await called("audit_answer", {"answer_text": answer})
    text, data = text_of(result), data_of(result)
    assert {citation["verdict"] for citation in data["citations"]} >= {
        "ok",
        "quote_mismatch",
        "forged",
        "malformed",
    }
    shown = [{name: citation[name] for name in CITATION_MEMBERS} for citation in data["citations"]]
    assert lost(text, shown) == []
    assert lost(text, [[sentence["text"], sentence["status"]] for sentence in data["sentences"]]) == []
    assert lost(text, [data["verdict"], data["answer"]["sha256"], data["audited_at"]]) == []
    assert lost(text, [[reason["id"], reason["outcome"]] for reason in data["reasons"]]) == []
    assert lost(text, [[found["value"], found["state"]] for found in data["foreign"]]) == []

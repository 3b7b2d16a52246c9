"""Results within a budget: cut at passage borders, said so, the rest to be had by a cursor (server.md)."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp_types import CallToolResult

from tekmeria_server.delivery import cost

Connect = Callable[..., AbstractAsyncContextManager[Client]]
Called = Callable[..., Awaitable[CallToolResult]]
TextOf = Callable[[CallToolResult], str]
DataOf = Callable[[CallToolResult], dict[str, Any]]
WriteRecord = Callable[..., Path]

pytestmark = pytest.mark.anyio

BUDGET = 2000
SENTENCES = [
    f"Fictional finding number {number} was weighed at {number} kg in the clinic." for number in range(900)
]


async def test_a_long_record_is_cut_between_passages_and_the_cursor_gives_the_rest(
    connect: Connect, write_record: WriteRecord, text_of: TextOf, data_of: DataOf
) -> None:
    records = write_record(99000091, "A fictional long record.", [(None, " ".join(SENTENCES))])
    passages: list[dict[str, Any]] = []
    cursor = ""
    async with connect(records=records, budget=BUDGET) as client:
        while True:
            page = await client.call_tool("fetch_passages", {"record_ids": ["99000091"], "cursor": cursor})
            assert cost(text_of(page), data_of(page)) <= BUDGET
            here = data_of(page)["records"][0]["passages"]
            passages += here
            cursor = data_of(page)["next_cursor"] or ""
            if not cursor:
                break
            note = f"cut after {len(here)} passages to keep within the result budget of {BUDGET} tokens"
            assert note in text_of(page)
            assert f"next_cursor: {cursor}" in text_of(page)
    assert len({passage["handle"] for passage in passages}) == len(passages)
    assert " ".join(passage["text"] for passage in passages[1:]) == " ".join(SENTENCES)


async def test_a_page_shorter_than_the_budget_by_request_says_how_it_goes_on(
    called: Called, text_of: TextOf, data_of: DataOf
) -> None:
    result = await called("fetch_passages", {"record_ids": ["99000001"], "max_passages": 2})
    assert data_of(result)["note"].startswith("Not all: cut after 2 passages. Call again")
    assert data_of(result)["note"] in text_of(result)


async def test_a_passage_over_the_budget_is_still_delivered_whole(
    called: Called, write_record: WriteRecord, data_of: DataOf
) -> None:
    word = "x" * 9000
    records = write_record(99000092, "A fictional record.", [("METHODS", word)])
    result = await called(
        "fetch_passages", {"record_ids": ["99000092"], "sections": ["methods"]}, "auto", records, 500
    )
    assert data_of(result)["records"][0]["passages"][0]["text"] == word


async def test_a_long_audit_shows_problems_first_and_carries_the_whole_for_the_view(
    called: Called, text_of: TextOf, data_of: DataOf
) -> None:
    fetched = await called("fetch_passages", {"record_ids": ["99000001"]})
    handle = data_of(fetched)["records"][0]["passages"][1]["handle"]
    sound = [f"Claim number {number} rests on the record [{handle}]." for number in range(200)]
    answer = "\n\n".join([*sound, "The last claim was made up [pmid:99000001/abstract.9~00000]."])
    result = await called("audit_answer", {"answer_text": answer}, "auto", None, BUDGET)
    text, data = text_of(result), data_of(result)
    assert cost(text, data) <= BUDGET
    assert text.startswith("verdict: FAIL  (201 citations: 1 forged, 200 ok)\n")
    assert "[201] invalid_only" in text
    shown = len(data["sentences"])
    assert data["sentences"][0]["index"] == 200
    assert 1 < shown < 201
    assert data["not_shown"] == {"sentences": 201 - shown, "citations": 201 - shown}
    assert f"Not shown, to keep within the result budget: {201 - shown} sentences" in text
    assert result.meta is not None
    assert len(result.meta["io.github.tekmeria/report"]["sentences"]) == 201


async def test_handles_that_the_budget_does_not_hold_are_named(
    called: Called, text_of: TextOf, data_of: DataOf
) -> None:
    fetched = await called("fetch_passages", {"record_ids": ["99000001", "99000002", "99000003"]})
    handles = re.findall(r"^\[(\S+~\w+)\]", text_of(fetched), re.MULTILINE)
    result = await called("resolve_handles", {"handles": handles}, "auto", None, BUDGET)
    shown = [entry["handle"] for entry in data_of(result)["results"]]
    assert cost(text_of(result), data_of(result)) <= BUDGET
    assert shown + data_of(result)["not_shown"] == handles
    assert 1 <= len(shown) < len(handles)
    assert all(handle in text_of(result) for handle in handles)


async def test_a_page_of_hits_is_shortened_and_its_cursor_goes_on_with_the_same_arguments(
    connect: Connect, text_of: TextOf, data_of: DataOf
) -> None:
    seen: list[str] = []
    cursor = ""
    async with connect(budget=500) as client:
        while True:
            arguments: dict[str, Any] = {"query": "Lindgrove", "limit": 10, "cursor": cursor}
            page = await client.call_tool("search_literature", arguments)
            assert cost(text_of(page), data_of(page)) <= 500
            seen += [hit["record_id"] for hit in data_of(page)["hits"]]
            cursor = data_of(page)["next_cursor"] or ""
            if not cursor:
                break
    assert len(seen) == len(set(seen)) == data_of(page)["total"] >= 4

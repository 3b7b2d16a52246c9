"""The server through the SDK's client, in both protocol eras (server.md)."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest
from mcp import Client, MCPError
from mcp_types import INVALID_PARAMS, CallToolResult, TextContent, TextResourceContents

from tekmeria_contract.handle import HandleError, verify
from tekmeria_sources.keyfile import demo_ring

Connect = Callable[..., AbstractAsyncContextManager[Client]]
Called = Callable[..., Awaitable[CallToolResult]]
TextOf = Callable[[CallToolResult], str]
DataOf = Callable[[CallToolResult], dict[str, Any]]

pytestmark = pytest.mark.anyio

COHORT = "pmid:99000001"
SERIES = "pmid:99000003"
HANDLE = re.compile(r"[a-z]+:[A-Za-z0-9-]+/[a-z0-9_.-]+~[0-9a-z]+")


async def test_it_says_who_it_is_and_how_to_use_it(connect: Connect, mode: str) -> None:
    async with connect(mode) as client:
        assert client.protocol_version == {"legacy": "2025-11-25", "auto": "2026-07-28"}[mode]
        assert client.server_info is not None
        assert client.server_info.name == "tekmeria"
        instructions = client.instructions or ""
    assert instructions.count(". ") + 1 == 4
    assert "evidence, not medical advice" in instructions


async def test_tools_are_listed_in_order_and_all_read_only(connect: Connect, mode: str) -> None:
    async with connect(mode) as client:
        listed = (await client.list_tools()).tools
    assert [tool.name for tool in listed] == [
        "search_literature",
        "search_trials",
        "search_drug_labels",
        "fetch_passages",
        "resolve_handles",
        "audit_answer",
        "describe_contract",
    ]
    assert all(tool.annotations and tool.annotations.read_only_hint for tool in listed)
    assert all(tool.output_schema is None for tool in listed)


async def test_trials_and_labels_are_found_and_their_passages_carry_the_version(
    called: Called, data_of: DataOf, text_of: TextOf
) -> None:
    found = await called(
        "search_trials", {"condition": "Aster syndrome", "phases": '["PHASE2"]', "statuses": ""}
    )
    (hit,) = data_of(found)["hits"]
    assert hit["handle"].startswith("nct:NCT99000001@2033-01-20/title~")
    assert hit["trial"] == {"status": "COMPLETED", "phases": ["PHASE2", "PHASE3"], "has_results": True}
    assert "trial: COMPLETED; PHASE2; PHASE3; results posted" in text_of(found)
    labels = data_of(await called("search_drug_labels", {"drug": "fictaquine", "limit": 2}))
    assert [label["date"] for label in labels["hits"]] == ["2033-02-15", "2033-01-10"]
    assert labels["next_cursor"]
    ids = [hit["record_id"], labels["hits"][1]["record_id"]]
    fetched = await called(
        "fetch_passages", {"record_ids": ids, "sections": ["eligibility.exclusion.2", "boxed_warning"]}
    )
    (criterion,), (warning,) = (record["passages"] for record in data_of(fetched)["records"])
    assert criterion["text"] == "Estimated glomerular filtration rate <45 mL/min/1.73 m²"
    assert "@7/boxed_warning.1~" in warning["handle"]


async def test_search_hands_out_record_ids_and_genuine_title_handles(
    connect: Connect, mode: str, text_of: TextOf, data_of: DataOf
) -> None:
    async with connect(mode) as client:
        result = await client.call_tool("search_literature", {"query": "Lindgrove vaccine", "limit": "2"})
    hits: list[dict[str, Any]] = data_of(result)["hits"]
    assert len(hits) == 2
    assert data_of(result)["total"] > 2
    assert data_of(result)["next_cursor"]
    for hit in hits:
        assert verify(hit["handle"], demo_ring()).record == hit["record_id"]
        assert f"[{hit['handle']}]\n> {hit['title']}" in text_of(result)


async def test_a_cursor_gives_the_rest_once_each(connect: Connect, mode: str, data_of: DataOf) -> None:
    seen: list[str] = []
    cursor = ""
    async with connect(mode) as client:
        while True:
            arguments: dict[str, Any] = {"query": "Lindgrove", "limit": 1, "cursor": cursor}
            page = data_of(await client.call_tool("search_literature", arguments))
            seen += [hit["record_id"] for hit in page["hits"]]
            cursor = page["next_cursor"]
            if not cursor:
                break
    assert len(seen) == len(set(seen)) == page["total"] >= 4


async def test_every_filter_of_the_search_is_applied(called: Called, data_of: DataOf) -> None:
    filters: dict[str, Any] = {
        "sources": ["pubmed"],
        "date_from": "2032",
        "date_to": "2032-12",
        "study_designs": ["Multicenter Study"],
        "peer_reviewed_only": True,
        "open_access_only": "false",
        "exclude_retracted": "true",
        "limit": 5,
    }
    narrow = data_of(await called("search_literature", {"query": "Lindgrove", **filters}))
    assert [hit["record_id"] for hit in narrow["hits"]] == ["pmid:99000002"]


async def test_fetched_passages_come_marked_as_quoted_with_their_handles(
    connect: Connect, mode: str, text_of: TextOf, data_of: DataOf
) -> None:
    async with connect(mode) as client:
        result = await client.call_tool("fetch_passages", {"record_ids": ["PMID: 99000001", "99000003"]})
    records: list[dict[str, Any]] = data_of(result)["records"]
    assert [record["record_id"] for record in records] == [COHORT, SERIES]
    assert records[1]["flags"] == ["retracted"]
    assert records[1]["notices"][0]["id"] == "pmid:99000004"
    text = text_of(result)
    for record in records:
        for passage in record["passages"]:
            assert str(verify(passage["handle"], demo_ring())) == passage["handle"]
            assert f"> {passage['text']}" in text
    assert "RETRACTED" in text


async def test_unknown_ids_are_named_and_known_ones_delivered(
    called: Called, text_of: TextOf, data_of: DataOf
) -> None:
    result = await called("fetch_passages", {"record_ids": [COHORT, "99999999", "no id at all"]})
    assert len(data_of(result)["records"]) == 1
    missing = {entry["id"] for entry in data_of(result)["not_found"]}
    assert missing == {"pmid:99999999", "no id at all"}
    assert "not found: no id at all:" in text_of(result)


async def test_resolving_tells_genuine_from_forged_and_malformed(
    connect: Connect, mode: str, text_of: TextOf, data_of: DataOf
) -> None:
    async with connect(mode) as client:
        fetched = await client.call_tool("fetch_passages", {"record_ids": [SERIES], "max_passages": 1})
        genuine: str = data_of(fetched)["records"][0]["passages"][0]["handle"]
        forged = genuine[:-1] + ("0" if genuine[-1] != "0" else "1")
        result = await client.call_tool(
            "resolve_handles", {"handles": f"[{genuine}], {forged} pmid:99000003"}
        )
    first, second, third = data_of(result)["results"]
    assert (first["handle"], first["genuine"], first["state"]) == (genuine, True, "current")
    assert first["record"]["notices"][0]["kind"] == "retraction"
    assert (second["genuine"], second["reason"]) == (False, "code_mismatch")
    assert (third["genuine"], third["reason"]) == (False, "no_path")
    assert f"> {first['text']}" in text_of(result)
    assert "never handed out" in text_of(result)


async def test_an_audit_fails_a_forged_citation_and_reports_the_whole_in_meta(
    connect: Connect, mode: str, text_of: TextOf, data_of: DataOf
) -> None:
    answer = "Vaccination was safe [pmid:99000001/abstract.9~00000]."
    async with connect(mode) as client:
        result = await client.call_tool("audit_answer", {"answer_text": answer})
    assert text_of(result).startswith("verdict: FAIL  (1 citation: 1 forged)\n")
    assert data_of(result)["answer"]["length"] == len(answer)
    assert data_of(result)["answer"]["sha256"] in text_of(result)
    assert result.meta is not None
    assert result.meta["io.github.tekmeria/report"] == data_of(result)


async def test_claims_and_text_of_the_same_answer_get_the_same_verdict(
    called: Called, data_of: DataOf
) -> None:
    fetched = await called("fetch_passages", {"record_ids": [COHORT]})
    passage = data_of(fetched)["records"][0]["passages"][1]
    quote = " ".join(passage["text"].split()[:8])
    text = await called("audit_answer", {"answer_text": f'Parents asked [{passage["handle"]} "{quote}"].'})
    claim = {"sentence": "Parents asked.", "citations": [{"handle": passage["handle"], "quote": quote}]}
    claims = await called("audit_answer", {"claims": [claim]})
    for result in (text, claims):
        assert data_of(result)["verdict"] == "pass"
        assert data_of(result)["metrics"]["quotes_verbatim"] == 1


async def test_fail_on_adds_and_never_removes(called: Called, data_of: DataOf) -> None:
    fetched = await called("fetch_passages", {"record_ids": [SERIES], "sections": "abstract"})
    handle = data_of(fetched)["records"][0]["passages"][0]["handle"]
    answer = f"Twelve families spoke up [{handle}]."
    warned = await called("audit_answer", {"answer_text": answer})
    failed = await called("audit_answer", {"answer_text": answer, "fail_on": ["retracted"]})
    assert data_of(warned)["verdict"] == "warn"
    assert data_of(failed)["verdict"] == "fail"
    assert data_of(failed)["policy"]["fail_on"] == ["forged", "malformed", "retracted"]


async def test_the_contract_describes_itself(
    connect: Connect, mode: str, text_of: TextOf, data_of: DataOf
) -> None:
    async with connect(mode) as client:
        result = await client.call_tool("describe_contract", {})
    verdicts = list(data_of(result)["verdicts"])
    assert verdicts == ["malformed", "forged", "unavailable", "withdrawn", "quote_mismatch", "ok"]
    assert "1 in 33554432" in text_of(result)


async def test_an_unknown_tool_is_a_protocol_error(connect: Connect, mode: str) -> None:
    async with connect(mode) as client:
        with pytest.raises(MCPError) as refusal:
            await client.call_tool("search_patents", {})
    assert refusal.value.code == INVALID_PARAMS
    assert "Unknown tool: search_patents. Tools: search_literature," in str(refusal.value)


@pytest.mark.parametrize(
    ("tool", "arguments", "message"),
    [
        ("search_literature", {"query": "x", "max_results": 3}, 'there is no argument "max_results"'),
        ("search_literature", {}, "query is required"),
        ("search_trials", {}, "give a condition, an intervention or other terms"),
        ("search_trials", {"terms": "x", "phases": ["3"]}, "choose from NA, EARLY_PHASE1"),
        ("search_drug_labels", {"drug": "?"}, "give the name of a drug"),
        ("search_literature", {"query": "x", "sources": ["embase"]}, "choose from pubmed"),
        ("search_literature", {"query": "x", "date_from": "last year"}, "give YYYY, YYYY-MM or YYYY-MM-DD"),
        ("search_literature", {"query": "x", "cursor": "bogus"}, "pass next_cursor as it was given"),
        ("fetch_passages", {"record_ids": []}, "record_ids is required"),
        ("fetch_passages", {"record_ids": ["1"], "cursor": "bogus"}, "pass next_cursor as it was given"),
        ("fetch_passages", {"record_ids": [f"{n}" for n in range(1, 300)]}, "give 1 to 200 record ids"),
        ("resolve_handles", {"handles": "[]"}, "handles is required"),
        ("resolve_handles", {"handles": " , "}, "give at least one handle"),
        ("audit_answer", {}, "as answer_text or as claims, one of the two"),
        (
            "audit_answer",
            {"answer_text": "x", "claims": [{"sentence": "x"}]},
            "as answer_text or as claims, one of the two",
        ),
        (
            "audit_answer",
            {"answer_text": "x", "fail_on": ["nonsense"]},
            "choose from concern, figures",
        ),
        ("audit_answer", {"answer_text": "a" * (1 << 20) + "b"}, "limit of 1048576"),
        ("describe_contract", {"verbose": True}, "it takes no arguments"),
    ],
)
async def test_an_expected_failure_says_what_happened_and_what_to_do(
    called: Called, text_of: TextOf, tool: str, arguments: dict[str, Any], message: str
) -> None:
    result = await called(tool, arguments)
    assert result.is_error
    assert result.structured_content is None
    assert message in text_of(result)
    assert text_of(result).startswith(tool)


async def test_the_prompt_tells_how_to_cite_and_shows_no_handle_to_copy(connect: Connect, mode: str) -> None:
    async with connect(mode) as client:
        (prompt,) = (await client.list_prompts()).prompts
        bare = await client.get_prompt(prompt.name)
        asked = await client.get_prompt(prompt.name, {"question": "Is the Lindgrove vaccine safe?"})
    assert prompt.name == "cite_by_handle"
    for shown, question in ((bare, False), (asked, True)):
        (message,) = shown.messages
        assert isinstance(message.content, TextContent)
        assert ("Is the Lindgrove vaccine safe?" in message.content.text) is question
        assert "audit_answer" in message.content.text
        assert HANDLE.search(message.content.text) is None


@pytest.mark.parametrize(("name", "arguments"), [("nonsense", {}), ("cite_by_handle", {"topic": "x"})])
async def test_a_wrong_prompt_or_prompt_argument_is_refused(
    connect: Connect, mode: str, name: str, arguments: dict[str, str]
) -> None:
    async with connect(mode) as client:
        with pytest.raises(MCPError) as refusal:
            await client.get_prompt(name, arguments)
    assert refusal.value.code == INVALID_PARAMS


async def test_resource_templates_give_a_record_and_a_passage(connect: Connect, mode: str) -> None:
    async with connect(mode) as client:
        listed = (await client.list_resource_templates()).resource_templates
        assert (await client.list_resources()).resources == []
        record = await client.read_resource(f"evidence://record/{SERIES}")
        (content,) = record.contents
        assert isinstance(content, TextResourceContents)
        handle = next(found[0] for found in HANDLE.finditer(content.text))
        passage = await client.read_resource(f"evidence://passage/{handle}")
    assert [template.uri_template for template in listed] == [
        "evidence://record/{+record_id}",
        "evidence://passage/{+handle}",
    ]
    assert "RETRACTED" in content.text
    (content,) = passage.contents
    assert isinstance(content, TextResourceContents)
    assert f"[{handle}] genuine" in content.text


@pytest.mark.parametrize(
    "uri",
    [
        "evidence://record/pmid:99999999",
        "evidence://record/nonsense",
        "evidence://passage/pmid:99000001/title~00000",
        "evidence://passage/nonsense",
        "evidence://passage/",
        "evidence://record/",
        "evidence://nowhere/x",
        "file:///etc/passwd",
    ],
)
async def test_a_resource_that_is_not_there_is_named(connect: Connect, mode: str, uri: str) -> None:
    async with connect(mode) as client:
        with pytest.raises(MCPError) as refusal:
            await client.read_resource(uri)
    assert refusal.value.code == INVALID_PARAMS
    assert refusal.value.error.data == {"uri": uri}


async def test_no_handle_shown_to_models_before_they_fetch_is_well_formed(connect: Connect) -> None:
    async with connect() as client:
        listed = str(await client.list_tools()) + (client.instructions or "")
        described = str(await client.call_tool("describe_contract", {}))
    for found in HANDLE.finditer(listed + described):
        with pytest.raises(HandleError):
            verify(found[0], demo_ring())

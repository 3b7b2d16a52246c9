"""The list of tools: small, plain, and the same as the contract's closed lists."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from tekmeria_contract.vocabulary import FAIL_ON as CONTRACT_FAIL_ON
from tekmeria_server.catalogue import CATALOGUE, FAIL_ON, PHASES, STATUSES, ToolEntry
from tekmeria_sources.request import PHASES as REGISTRY_PHASES
from tekmeria_sources.request import STATUSES as REGISTRY_STATUSES

KEYWORDS = {
    "string": {"type", "description", "enum"},
    "integer": {"type", "description", "minimum", "maximum"},
    "boolean": {"type", "description"},
    "array": {"type", "description", "items"},
    "object": {"type", "description", "properties", "required"},
}
SNAPSHOT = Path(__file__).parent / "tools.json"


def schemas(schema: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield schema
    for child in (*schema.get("properties", {}).values(), *([schema["items"]] if "items" in schema else [])):
        yield from schemas(child)


@pytest.mark.parametrize("tool", CATALOGUE, ids=lambda tool: tool.name)
def test_schemas_stay_in_the_subset_that_every_host_takes(tool: ToolEntry) -> None:
    for schema in schemas(tool.schema):
        assert schema.keys() <= KEYWORDS[schema["type"]]
        assert set(schema.get("required", ())) <= set(schema.get("properties", ()))
        assert all(isinstance(choice, str) and choice for choice in schema.get("enum", ()))


@pytest.mark.parametrize("tool", CATALOGUE, ids=lambda tool: tool.name)
def test_every_argument_is_described(tool: ToolEntry) -> None:
    assert all(schema.get("description") for schema in tool.schema["properties"].values())


def test_fail_on_offers_the_contract_s_closed_list() -> None:
    assert set(FAIL_ON) == set(CONTRACT_FAIL_ON)
    assert list(FAIL_ON) == sorted(FAIL_ON)


def test_statuses_and_phases_are_those_that_searches_take() -> None:
    assert (STATUSES, PHASES) == (REGISTRY_STATUSES, REGISTRY_PHASES)


@pytest.mark.anyio
async def test_the_list_costs_at_most_ten_thousand_bytes_and_a_change_of_it_is_seen(
    connect: Callable[..., AbstractAsyncContextManager[Client]], mode: str
) -> None:
    async with connect(mode) as client:
        listed = await client.list_tools()
    tools = [tool.model_dump(by_alias=True, exclude_none=True, mode="json") for tool in listed.tools]
    compact = json.dumps({"tools": tools}, ensure_ascii=False, separators=(",", ":"))
    assert len(compact.encode()) <= 10_000
    assert tools == json.loads(SNAPSHOT.read_text(encoding="utf-8")), "renew tests/tools.json"

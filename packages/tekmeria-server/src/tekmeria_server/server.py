"""The MCP server: what it lists, and how calls reach the tools (server.md).

It stands on the SDK's low-level server. The SDK's decorators would drop unknown arguments without a word,
answer an unknown tool with a tool result, and hide the reasons of failures; here each of these is one visible
line.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from mcp.server.caching import CacheableMethod, CacheHint
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    GetPromptRequestParams,
    GetPromptResult,
    ListPromptsResult,
    ListResourcesResult,
    ListResourceTemplatesResult,
    ListToolsResult,
    PaginatedRequestParams,
    Prompt,
    PromptArgument,
    PromptMessage,
    ReadResourceRequestParams,
    ReadResourceResult,
    ResourceTemplate,
    TextContent,
    TextResourceContents,
    Tool,
    ToolAnnotations,
)

from tekmeria_server import __version__
from tekmeria_server.catalogue import CATALOGUE, ToolEntry
from tekmeria_server.citing import INSTRUCTIONS, cite_by_handle
from tekmeria_server.ondemand import Opener, ServiceOnDemand, service_on_demand

Context = ServerRequestContext[ServiceOnDemand]

_TOOLS = {entry.name: entry for entry in CATALOGUE}
_LISTS: tuple[CacheableMethod, ...] = (
    *("server/discover", "tools/list", "prompts/list", "resources/list", "resources/templates/list"),
)
_AN_HOUR = CacheHint(ttl_ms=3_600_000, scope="public")

PROMPT = Prompt(
    name="cite_by_handle",
    title="Cite by handle",
    description="How to answer from evidence and cite each claim by the handle of its passage.",
    arguments=[PromptArgument(name="question", description="The question to answer.", required=False)],
)
TEMPLATES = (
    ResourceTemplate(
        name="record",
        title="Record",
        uri_template="evidence://record/{+record_id}",
        description="A record with its notices and passages, each under its handle.",
        mime_type="text/plain",
    ),
    ResourceTemplate(
        name="passage",
        title="Passage",
        uri_template="evidence://passage/{+handle}",
        description="The passage behind a handle that this installation issued.",
        mime_type="text/plain",
    ),
)


def build_server(opener: Opener, result_budget: int) -> Server[ServiceOnDemand]:
    """The MCP server over the evidence service that ``opener`` opens.

    ``result_budget`` is the most that one result may cost, in tokens (UTF-8 bytes ÷ 3).
    """

    @asynccontextmanager
    async def lifespan(_: Server[ServiceOnDemand]) -> AsyncGenerator[ServiceOnDemand]:
        async with service_on_demand(opener) as holder:
            yield holder

    return Server(
        "tekmeria",
        version=__version__,
        title="Tekmeria",
        instructions=INSTRUCTIONS,
        lifespan=lifespan,
        cache_hints=dict.fromkeys(_LISTS, _AN_HOUR),
        get_tool_input_schema=_input_schema,
        on_list_tools=_list_tools,
        on_call_tool=partial(_call_tool, budget=result_budget),
        on_list_prompts=_list_prompts,
        on_get_prompt=_get_prompt,
        on_list_resources=_list_resources,
        on_list_resource_templates=_list_templates,
        on_read_resource=partial(_read_resource, budget=result_budget),
    )


def _input_schema(name: str) -> Mapping[str, Any] | None:
    entry = _TOOLS.get(name)
    return None if entry is None else entry.schema


def _tool(entry: ToolEntry) -> Tool:
    return Tool(
        name=entry.name,
        title=entry.title,
        description=entry.description,
        input_schema=dict(entry.schema),
        annotations=ToolAnnotations(read_only_hint=True, open_world_hint=entry.open_world),
    )


async def _list_tools(_: Context, _params: PaginatedRequestParams | None) -> ListToolsResult:
    return ListToolsResult(tools=[_tool(entry) for entry in CATALOGUE])


async def _call_tool(context: Context, params: CallToolRequestParams, budget: int) -> CallToolResult:
    entry = _TOOLS.get(params.name)
    if entry is None:
        raise MCPError(INVALID_PARAMS, f"Unknown tool: {params.name}. Tools: {', '.join(_TOOLS)}.")
    # Imported by the first call: it brings the contract and the service, which listing tools does not need.
    from tekmeria_server.failures import describe
    from tekmeria_server.tools import run_tool

    try:
        delivery = await run_tool(entry, params.arguments or {}, context.lifespan_context, budget)
    except Exception as error:
        return CallToolResult(content=[TextContent(text=describe(error, entry.name))], is_error=True)
    return CallToolResult(
        content=[TextContent(text=delivery.text)],
        structured_content=delivery.structured,
        _meta=delivery.meta,
    )


async def _list_prompts(_: Context, _params: PaginatedRequestParams | None) -> ListPromptsResult:
    return ListPromptsResult(prompts=[PROMPT])


async def _get_prompt(_: Context, params: GetPromptRequestParams) -> GetPromptResult:
    if params.name != PROMPT.name:
        raise MCPError(INVALID_PARAMS, f"Unknown prompt: {params.name}. There is one: {PROMPT.name}.")
    arguments = dict(params.arguments or {})
    question = arguments.pop("question", "").strip()
    if arguments:
        unknown = ", ".join(sorted(arguments))
        raise MCPError(INVALID_PARAMS, f"{PROMPT.name} does not know {unknown}; it takes question.")
    message = PromptMessage(role="user", content=TextContent(text=cite_by_handle(question or None)))
    return GetPromptResult(description=PROMPT.description, messages=[message])


async def _list_resources(_: Context, _params: PaginatedRequestParams | None) -> ListResourcesResult:
    return ListResourcesResult(resources=[])


async def _list_templates(_: Context, _params: PaginatedRequestParams | None) -> ListResourceTemplatesResult:
    return ListResourceTemplatesResult(resource_templates=list(TEMPLATES))


async def _read_resource(
    context: Context, params: ReadResourceRequestParams, budget: int
) -> ReadResourceResult:
    # Imported by the first reading, as in _call_tool.
    from tekmeria_server.failures import describe
    from tekmeria_server.resources import read_evidence

    uri = str(params.uri)
    try:
        text = await read_evidence(uri, context.lifespan_context, budget)
    except Exception as error:
        raise MCPError(INVALID_PARAMS, describe(error, uri), {"uri": uri}) from error
    return ReadResourceResult(
        contents=[TextResourceContents(uri=params.uri, mime_type="text/plain", text=text)]
    )

"""The tools' work: read the arguments, ask the service, hand out the result (server.md, Tools)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

from tekmeria_contract.handle import HandleError, verify
from tekmeria_contract.policy import Policy
from tekmeria_server.arguments import ArgumentError, read_arguments
from tekmeria_server.audited import deliver_report
from tekmeria_server.card import describe_contract
from tekmeria_server.catalogue import (
    AUDIT_ANSWER,
    DESCRIBE_CONTRACT,
    FETCH_PASSAGES,
    RESOLVE_HANDLES,
    SEARCH_DRUG_LABELS,
    SEARCH_LITERATURE,
    SEARCH_TRIALS,
    ToolEntry,
)
from tekmeria_server.delivery import Delivery
from tekmeria_server.fetched import deliver_records, passages_within
from tekmeria_server.hits import deliver_hits
from tekmeria_server.recordids import split_handles, split_record_ids
from tekmeria_server.resolved import deliver_resolved
from tekmeria_sources.audit import audit_answer

if TYPE_CHECKING:
    from tekmeria_server.ondemand import ServiceOnDemand
    from tekmeria_sources.results import SearchResult
    from tekmeria_sources.service import EvidenceService

Runner = Callable[["EvidenceService", Mapping[str, Any], int], Awaitable[Delivery]]


async def run_tool(
    entry: ToolEntry, given: Mapping[str, object], services: ServiceOnDemand, budget: int
) -> Delivery:
    """Run the tool ``entry`` with the arguments ``given``; the result costs at most ``budget`` tokens.

    Raises :class:`~tekmeria_server.arguments.ArgumentError`, what opening the service raises, and what the
    service and the contract raise; :func:`tekmeria_server.failures.describe` puts each into words.
    """
    arguments = read_arguments(entry.name, entry.schema, given)
    if entry is DESCRIBE_CONTRACT:
        return describe_contract()
    return await _RUNNERS[entry.name](await services.get(), arguments, budget)


async def search(service: EvidenceService, arguments: Mapping[str, Any], budget: int) -> Delivery:
    """One page of publications."""
    return await _search(service.search_literature, arguments, budget)


async def search_trials(service: EvidenceService, arguments: Mapping[str, Any], budget: int) -> Delivery:
    """One page of trials."""
    return await _search(service.search_trials, arguments, budget)


async def search_labels(service: EvidenceService, arguments: Mapping[str, Any], budget: int) -> Delivery:
    """One page of drug labels."""
    return await _search(service.search_drug_labels, arguments, budget)


async def _search(
    find: Callable[..., Awaitable[SearchResult]], arguments: Mapping[str, Any], budget: int
) -> Delivery:
    """One page of hits, of fewer than asked where the budget does not hold them."""
    result = await find(**arguments)
    delivery = deliver_hits(result)
    while delivery.cost > budget and len(result.hits) > 1:
        shorter = len(result.hits) * budget // delivery.cost
        asked: dict[str, Any] = {**arguments, "limit": max(min(shorter, len(result.hits) - 1), 1)}
        result = await find(**asked)
        delivery = deliver_hits(result)
    return delivery


async def fetch(service: EvidenceService, arguments: Mapping[str, Any], budget: int) -> Delivery:
    """Records with passages, of fewer than asked where the budget does not hold them."""
    ids = split_record_ids(arguments["record_ids"])
    rest: dict[str, Any] = {name: value for name, value in arguments.items() if name != "record_ids"}
    result = await service.fetch(ids, **rest)
    delivery = deliver_records(result)
    if delivery.cost <= budget:
        return delivery
    # Asked again for what the budget holds, since only the service can make the cursor for the rest.
    held = passages_within(result, budget)
    rest["max_passages"] = held
    return deliver_records(await service.fetch(ids, **rest), budget)


async def resolve(service: EvidenceService, arguments: Mapping[str, Any], budget: int) -> Delivery:
    """What is behind each handle; those that the budget does not hold are named."""
    handles = split_handles(arguments["handles"])
    if not handles:
        raise ArgumentError(f"{RESOLVE_HANDLES.name}: give at least one handle, record/path~code.")
    refused = {handle: error for handle in handles if (error := _refusal(service, handle)) is not None}
    genuine = await service.resolve([handle for handle in handles if handle not in refused])
    return deliver_resolved({handle: genuine.get(handle) or refused[handle] for handle in handles}, budget)


async def audit(service: EvidenceService, arguments: Mapping[str, Any], budget: int) -> Delivery:
    """The audit of an answer, given as text or as claims; problems first where the budget does not hold all."""
    text, claims = arguments.get("answer_text"), arguments.get("claims")
    if bool(text) == bool(claims):
        problem = "give the answer as answer_text or as claims, one of the two"
        raise ArgumentError(f"{AUDIT_ANSWER.name}: {problem}.")
    policy = Policy(fail_on=tuple(arguments.get("fail_on", ())))
    return deliver_report(await audit_answer(service, text or claims or [], policy, service.now()), budget)


def _refusal(service: EvidenceService, handle: str) -> HandleError | None:
    try:
        verify(handle, service.ring, service.schemes)
    except HandleError as error:
        return error
    return None


_RUNNERS: Mapping[str, Runner] = {
    SEARCH_LITERATURE.name: search,
    SEARCH_TRIALS.name: search_trials,
    SEARCH_DRUG_LABELS.name: search_labels,
    FETCH_PASSAGES.name: fetch,
    RESOLVE_HANDLES.name: resolve,
    AUDIT_ANSWER.name: audit,
}

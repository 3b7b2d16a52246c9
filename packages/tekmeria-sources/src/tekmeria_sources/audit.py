"""Auditing answers against a service (contract.md §6): plan, look up, judge. Both command lines call this."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from anyio.to_thread import run_sync

from tekmeria_contract.audit import judge
from tekmeria_contract.plan import plan
from tekmeria_contract.policy import Policy

if TYPE_CHECKING:
    from tekmeria_contract.handle import Scheme
    from tekmeria_contract.keyring import KeyRing
    from tekmeria_contract.report import Report
    from tekmeria_contract.resolution import Resolution


class Resolver(Protocol):
    """What an audit needs of a service: :class:`~tekmeria_sources.service.EvidenceService` has it."""

    @property
    def ring(self) -> KeyRing:
        """The keys that verify handles."""
        ...

    @property
    def schemes(self) -> Mapping[str, Scheme]:
        """The schemes of records."""
        ...

    async def resolve(self, handles: Sequence[str]) -> Mapping[str, Resolution]:
        """What is known about each verified handle."""
        ...


async def audit_answer(
    service: Resolver,
    answer: str | Sequence[Mapping[str, Any]],
    policy: Policy | None = None,
    audited_at: str | None = None,
    language: str | None = None,
) -> Report:
    """The report on ``answer``, text or structured claims (:func:`tekmeria_contract.plan.plan`).

    ``audited_at`` is written into the report as given (ISO 8601). Raises what reading the answer raises, and
    :class:`~tekmeria_sources.errors.SourcesError` where the key cannot be used; a source or store that cannot
    be reached makes citations ``unavailable`` and is no error. Reading and judging run in another thread, so that
    a long answer keeps nobody else waiting.
    """
    planned = await run_sync(plan, answer, service.ring, language, service.schemes)
    resolutions = await service.resolve(planned.handles)
    return await run_sync(judge, planned, resolutions, policy, audited_at)

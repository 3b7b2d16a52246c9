"""Auditing one answer, for the tool and for the command line alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from tekmeria_contract.policy import Policy
from tekmeria_contract.report import Report
from tekmeria_sources.audit import audit_answer

if TYPE_CHECKING:
    from tekmeria_sources.service import EvidenceService

DEMO_TIME = "2026-01-01T00:00:00+00:00"
"""When every audit of demo mode is said to have been made, so that its output never changes."""


async def audit(
    service: EvidenceService, answer: str | Sequence[Mapping[str, Any]], fail_on: Sequence[str]
) -> Report:
    """Audit ``answer`` (text, or structured claims); ``fail_on`` adds to what fails it.

    Raises :class:`~tekmeria_contract.policy.PolicyError` for what cannot be added, what reading the answer
    raises, and :class:`~tekmeria_sources.errors.SourcesError` where key or store cannot be used.
    """
    at = DEMO_TIME if service.demo else datetime.now(UTC).isoformat(timespec="seconds")
    return await audit_answer(service, answer, Policy(fail_on=tuple(fail_on)), at)

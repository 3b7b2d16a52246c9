"""Handing an answer over together with what is known about its handles (contract.md §10): the evidence file.

Whoever holds the installation's key then audits the answer with the contract alone, offline.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tekmeria_contract.evidence_file import write_evidence
from tekmeria_contract.handle import verify
from tekmeria_contract.plan import plan
from tekmeria_contract.resolution import IssuedText, Resolution

if TYPE_CHECKING:
    from tekmeria_contract.handle import Handle, Scheme
    from tekmeria_contract.keyring import KeyRing
    from tekmeria_sources.audit import Resolver


class Handover:
    """Audits resolve through it in place of its ``service``; it keeps what they were given.

    The same resolutions that an audit is judged by are then written, and nothing is looked up twice.
    """

    def __init__(self, service: Resolver) -> None:
        self._service = service
        self._known: dict[str, Resolution] = {}

    @property
    def ring(self) -> KeyRing:
        """The keys of the service."""
        return self._service.ring

    @property
    def schemes(self) -> Mapping[str, Scheme]:
        """The schemes of the service."""
        return self._service.schemes

    async def resolve(self, handles: Sequence[str]) -> Mapping[str, Resolution]:
        """What the service knows about each handle."""
        found = await self._service.resolve(handles)
        self._known.update(found)
        return found

    def handed_out(self, written_at: str) -> Mapping[str, Resolution]:
        """Everything resolved so far, as it is handed over; ``written_at`` is ISO 8601."""
        return {
            handle: _handed_out(verify(handle, self.ring, self.schemes).handle, resolution, written_at)
            for handle, resolution in self._known.items()
        }

    def evidence(self, written_at: str) -> str:
        """The evidence file of everything resolved so far."""
        return write_evidence(self.handed_out(written_at), self.schemes)


async def evidence_of(
    service: Resolver,
    answer: str | Sequence[Mapping[str, Any]],
    written_at: str,
    language: str | None = None,
) -> str:
    """The evidence file of ``answer``, text or structured claims; raises what reading and resolving raise."""
    handover = Handover(service)
    await handover.resolve(plan(answer, service.ring, language, service.schemes).handles)
    return handover.evidence(written_at)


def _handed_out(handle: Handle, resolution: Resolution, written_at: str) -> Resolution:
    """``resolution``, with its present text as issued where nothing is known to have been issued.

    A store may be new, or have kept nothing; then the file itself is what hands the text out. The text of
    another version than the one cited is never put in its place.
    """
    version = resolution.record.version if resolution.record is not None else None
    if resolution.issued or resolution.current is None or handle.version not in (None, version):
        return resolution
    return replace(resolution, issued=(IssuedText(resolution.current, version, written_at),))

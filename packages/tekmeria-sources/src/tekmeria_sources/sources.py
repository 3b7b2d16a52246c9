"""Which sources a service has, and loading records from whichever serves them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import anyio

from tekmeria_contract.handle import DEFAULT, Scheme
from tekmeria_sources.annotating import Annotator, FolderAnnotator, LiveAnnotator
from tekmeria_sources.crossref_check import CrossrefCheck
from tekmeria_sources.errors import SourcesError, UnreachableError, UpstreamError
from tekmeria_sources.europepmc import EUROPEPMC
from tekmeria_sources.folder import FolderSource
from tekmeria_sources.fulltext import FullTextSource
from tekmeria_sources.labels import LABELS
from tekmeria_sources.live import LiveSource
from tekmeria_sources.plan import Plan
from tekmeria_sources.pubmed_source import PUBMED
from tekmeria_sources.registry import further_upstreams, joined, schemes_of
from tekmeria_sources.request import SearchRequest
from tekmeria_sources.sending import Sending, pace_of
from tekmeria_sources.settings import Settings
from tekmeria_sources.source import Gathered, Loaded, Source
from tekmeria_sources.trials import TRIALS
from tekmeria_sources.upstream import Upstream

if TYPE_CHECKING:
    from tekmeria_sources.evidence import Evidence
    from tekmeria_sources.transport import Transport

_T = TypeVar("_T")
Heard = Callable[[Plan, int, bytes], None]
"""Is given what was asked, the HTTP status of the answer, and its body."""

FICTIONAL = Path(__file__).parent / "fictional"
"""The fictional literature, as recorded responses."""

UPSTREAMS: tuple[Upstream[Any], ...] = (PUBMED, EUROPEPMC, TRIALS, LABELS)
"""The registry: every upstream that is searched; full texts besides (:mod:`tekmeria_sources.fulltext`), and those
that other packages bring (:mod:`tekmeria_sources.registry`)."""


def literature() -> tuple[str, ...]:
    """The names by which a caller may choose among the upstreams of literature."""
    upstreams = (*UPSTREAMS, *further_upstreams())
    return tuple(upstream.name for upstream in upstreams if upstream.answers is SearchRequest)


@dataclass(frozen=True, slots=True)
class Opened:
    """What a service asks: ``sources`` of records, who checks notices besides, who knows entities; and the schemes
    of those records."""

    sources: tuple[Source, ...] = ()
    check: CrossrefCheck | None = None
    annotator: Annotator | None = None
    schemes: Mapping[str, Scheme] = field(default_factory=lambda: DEFAULT)


def open_sources(
    settings: Settings, demo: bool, records: Path | None, evidence: Evidence, heard: Heard | None = None
) -> Opened:
    """What a service asks: the fictional literature, a folder, or the live upstreams, each of whose answers is
    ``heard``.

    A folder checks the notices of its records by itself. Raises :class:`~tekmeria_sources.errors.RegistryError`
    where another package brings an upstream that cannot be used.
    """
    if demo or records is not None:
        folder = FolderSource(FICTIONAL, "demo", complete=True) if records is None else FolderSource(records)
        return Opened((folder,), None, FolderAnnotator(folder))
    sending = Sending(LazyTransport(settings, heard), evidence, pace_of(settings))
    upstreams = joined(UPSTREAMS, further_upstreams())
    searched = (LiveSource(upstream, sending, evidence) for upstream in upstreams)
    sources = (*searched, FullTextSource(sending, evidence))
    check, annotator = CrossrefCheck(sending, evidence), LiveAnnotator(sending, evidence)
    return Opened(sources, check, annotator, schemes_of(upstreams))


class LazyTransport:
    """The transport, made when it first has something to send: importing an HTTP client is slow."""

    def __init__(self, settings: Settings, heard: Heard | None = None) -> None:
        self._settings = settings
        self._heard = heard
        self._transport: Transport | None = None

    def prepare(self) -> None:
        """Make the transport."""
        self._made()

    async def send(self, plan: Plan) -> bytes:
        """Send ``plan``: see :meth:`tekmeria_sources.transport.Transport.send`."""
        return await self._made().send(plan)

    async def close(self) -> None:
        """Close it, if it was ever made."""
        if self._transport is not None:
            await self._transport.close()

    def _made(self) -> Transport:
        if self._transport is None:
            from tekmeria_sources.transport import Transport

            self._transport = Transport(self._settings, self._heard)
        return self._transport


async def ask_all(sources: Sequence[Source], ask: Callable[[Source], Awaitable[_T]]) -> list[_T]:
    """What ``ask`` gives for each source, in their order, all asked at once.

    Raises the :class:`~tekmeria_sources.errors.SourcesError` of the first source that raised one; the others
    are not cut off by it.
    """
    outcomes: dict[int, _T] = {}
    errors: dict[int, SourcesError] = {}

    async def note(number: int, source: Source) -> None:
        try:
            outcomes[number] = await ask(source)
        except SourcesError as error:
            errors[number] = error

    async with anyio.create_task_group() as tasks:
        for number, source in enumerate(sources):
            tasks.start_soon(note, number, source)
    if errors:
        raise errors[min(errors)]
    return [outcomes[number] for number in range(len(sources))]


async def load_from(
    sources: Sequence[Source], ids: Sequence[str], deadline_s: float, check: CrossrefCheck | None = None
) -> Gathered:
    """Records by id from the sources that serve their schemes, all at once, each within the deadline; with
    ``check``, what it knows of them besides, in what is left of the time.

    Whatever has not come by then has failed. An id of a scheme that no source serves is in neither mapping.
    """

    async def load(source: Source) -> Gathered:
        wanted = [id_ for id_ in ids if id_.partition(":")[0] in source.schemes]
        if not wanted:
            return Gathered()
        end = anyio.current_time() + deadline_s
        part = await _load_in_time(source, wanted, deadline_s)
        return await check.check(part, end - anyio.current_time()) if check else part

    gathered = await ask_all(sources, load)
    found: dict[str, Loaded] = {}
    failed: dict[str, UpstreamError] = {}
    checks: dict[str, UpstreamError | None] = {}
    for part in gathered:
        checks |= part.checks
        found |= part.found
        failed |= part.failed
    return Gathered(found, {id_: error for id_, error in failed.items() if id_ not in found}, checks)


async def _load_in_time(source: Source, ids: list[str], deadline_s: float) -> Gathered:
    with anyio.move_on_after(deadline_s):
        return await source.load(ids)
    return Gathered(failed=dict.fromkeys(ids, out_of_time(source.name, deadline_s)))


def serving(sources: Sequence[Source], ids: Iterable[str]) -> tuple[Source, ...]:
    """Those of ``sources`` that serve the scheme of any of ``ids``."""
    schemes = {id_.partition(":")[0] for id_ in ids}
    return tuple(source for source in sources if schemes & source.schemes)


async def gone_from(sources: Sequence[Source], ids: Sequence[str]) -> frozenset[str]:
    """Those of ``ids``, found in no source, of which a source says that they do not exist."""
    gone: set[str] = set()
    for source in sources:
        if served := [id_ for id_ in ids if id_.partition(":")[0] in source.schemes]:
            gone |= await source.gone(served)
    return frozenset(gone)


def out_of_time(source: str, deadline_s: float) -> UnreachableError:
    """The error of a source that had not answered when the deadline of the call had passed."""
    return UnreachableError(
        f"{source} had not answered after {deadline_s:g} s",
        source=source,
        code="deadline",
        retryable=True,
        remedy="try again, ask for less, or raise TEKMERIA_TOOL_DEADLINE_S",
    )

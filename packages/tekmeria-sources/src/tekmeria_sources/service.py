"""The evidence service: searches, fetches, resolves; mints every handle that is handed out (sources.md).

Question → :meth:`EvidenceService.search_literature` → sources (``live.py``, ``folder.py``) → records
→ passages (``passages.py``) → handles (``evidence.py``) → the caller; and back: handle →
:meth:`EvidenceService.resolve` → what the audit is given.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType

import anyio

from tekmeria_contract.handle import Scheme, VerifiedHandle, verify
from tekmeria_contract.keyring import KeyRing
from tekmeria_contract.resolution import Resolution
from tekmeria_sources import resolving
from tekmeria_sources.annotating import look_up
from tekmeria_sources.errors import ArgumentError
from tekmeria_sources.evidence import Evidence
from tekmeria_sources.fetching import Fetch, fetch_records
from tekmeria_sources.passages import ADDRESSING, cut
from tekmeria_sources.pubtator import SOURCE as PUBTATOR
from tekmeria_sources.pubtator import FoundEntity
from tekmeria_sources.request import LabelRequest, Request, SearchRequest, TrialRequest
from tekmeria_sources.results import FetchResult, SearchResult
from tekmeria_sources.searching import Search, search_sources
from tekmeria_sources.settings import Settings
from tekmeria_sources.sources import Heard, Opened, gone_from, load_from, open_sources, out_of_time


class EvidenceService:
    """Evidence from the live upstreams, from a folder of records, or from the fictional literature (demo).

    An async context manager. :meth:`open` is cheap: folders are read, the key is made and connections opened
    when first needed. Methods raise :class:`~tekmeria_sources.errors.SourcesError`.
    """

    def __init__(self, settings: Settings, demo: bool = False) -> None:
        self.settings = settings
        self.demo = demo
        self._evidence = Evidence(settings, demo)
        self._opened = Opened()

    @classmethod
    def open(
        cls,
        settings: Settings,
        *,
        demo: bool = False,
        records: Path | None = None,
        heard: Heard | None = None,
    ) -> EvidenceService:
        """A service over ``records`` (a folder), over the fictional literature, or over the network, each of
        whose answers ``heard`` is given.

        Demo mode uses the public demo key, and its ring never meets a real record: it takes no folder.
        """
        if demo and records is not None:
            raise ArgumentError(
                "demo mode has its own fictional records",
                source="records",
                remedy="leave out --demo to work from a folder of records",
            )
        service = cls(settings, demo)
        service._opened = open_sources(settings, demo, records, service._evidence, heard)
        service._evidence.schemes = service.schemes
        return service

    async def __aenter__(self) -> EvidenceService:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Release connections and the store."""
        with anyio.CancelScope(shield=True):
            for source in self._opened.sources:
                await source.close()
            await self._evidence.close()

    @property
    def ring(self) -> KeyRing:
        """The key ring; the installation's key is made at the first use."""
        return self._evidence.ring

    @property
    def schemes(self) -> Mapping[str, Scheme]:
        """The schemes of its records: the contract's, and those of upstreams that other packages bring."""
        return self._opened.schemes

    def now(self) -> str:
        """The time to write into reports, ISO 8601 in UTC; always the same in demo mode."""
        return self._evidence.now()

    @property
    def addressing(self) -> int:
        """The version of the rules that cut records into passages (contract.md §2)."""
        return ADDRESSING

    async def search_literature(
        self,
        query: str,
        *,
        limit: int = 10,
        cursor: str | None = None,
        date_from: str | None = None,
        date_to: str | None = None,
        exclude_retracted: bool = False,
        sources: Sequence[str] = (),
        study_designs: Sequence[str] = (),
        peer_reviewed_only: bool = False,
        open_access_only: bool = False,
    ) -> SearchResult:
        """Search the literature; ``limit`` hits (1 to 100) a page, dates ``YYYY``, ``YYYY-MM`` or
        ``YYYY-MM-DD``.

        Raises :class:`~tekmeria_sources.errors.UpstreamError` where no source gave anything: a failure is
        never an empty list.
        """
        request = SearchRequest(
            query=query,
            date_from=date_from or None,
            date_to=date_to or None,
            study_designs=tuple(study_designs),
            exclude_retracted=exclude_retracted,
            peer_reviewed_only=peer_reviewed_only,
            open_access_only=open_access_only,
        )
        return await self._search("search_literature", request, limit, cursor, tuple(sources))

    async def search_trials(
        self,
        *,
        condition: str = "",
        intervention: str = "",
        terms: str = "",
        statuses: Sequence[str] = (),
        phases: Sequence[str] = (),
        has_results: bool | None = None,
        limit: int = 10,
        cursor: str | None = None,
    ) -> SearchResult:
        """Search registered trials by condition, intervention or other terms, at least one of them.

        ``statuses`` and ``phases`` are the registry's words, see :mod:`tekmeria_sources.request`;
        ``has_results`` keeps trials with posted results, or those without. Raises as :meth:`search_literature`.
        """
        request = TrialRequest(condition, intervention, terms, tuple(statuses), tuple(phases), has_results)
        return await self._search("search_trials", request, limit, cursor)

    async def search_drug_labels(
        self, drug: str, *, limit: int = 10, cursor: str | None = None
    ) -> SearchResult:
        """Search the labels of a drug, by its brand, generic or substance name, newest first.

        Raises as :meth:`search_literature`.
        """
        return await self._search("search_drug_labels", LabelRequest(drug), limit, cursor)

    async def _search(
        self, tool: str, request: Request, limit: int, cursor: str | None, sources: tuple[str, ...] = ()
    ) -> SearchResult:
        search = Search(tool, request, limit, cursor or None, sources)
        return await search_sources(
            search, self._opened.sources, self._evidence, self.settings.tool_deadline_s
        )

    async def fetch(
        self,
        record_ids: Sequence[str],
        *,
        sections: Sequence[str] = (),
        full_text: bool = False,
        include_entities: bool = False,
        max_passages: int | None = None,
        cursor: str | None = None,
    ) -> FetchResult:
        """Records with their passages.

        Ids in any common form, see :mod:`tekmeria_sources.identifiers`. ``sections`` keeps passages by path
        prefix (``abstract``) or section label (``results``). With ``full_text`` the open full text of each
        article that has one comes too, as a record of its own; with ``include_entities`` the entities that
        PubMed's passages name. At most ``max_passages`` come at once; ``cursor`` continues.
        """
        fetch = Fetch(
            tuple(record_ids), tuple(sections), max_passages, cursor or None, full_text, include_entities
        )
        return await fetch_records(fetch, self._opened, self._evidence, self.settings.tool_deadline_s)

    async def find_entities(
        self, words: str, *, kind: str | None = None, limit: int = 10
    ) -> tuple[FoundEntity, ...]:
        """Genes, diseases, chemicals and the like (:data:`~tekmeria_sources.pubtator.KINDS`) by name."""
        if (annotator := self._opened.annotator) is None:
            return ()
        with anyio.move_on_after(self.settings.tool_deadline_s):
            return await look_up(annotator, words, kind or None, limit)
        raise out_of_time(PUBTATOR, self.settings.tool_deadline_s)

    async def resolve(self, handles: Sequence[str]) -> Mapping[str, Resolution]:
        """What the audit is given about each handle; each record is loaded once.

        Raises :class:`~tekmeria_contract.handle.HandleError` for a handle that this installation did not
        mint, :class:`~tekmeria_sources.errors.StoreError` where what was issued cannot be read.
        """
        if not handles:
            return {}
        verified = {handle: verify(handle, self.ring, self.schemes) for handle in handles}
        records = list(dict.fromkeys(unversioned(handle) for handle in verified.values()))
        asked = self._opened
        gathered = await load_from(asked.sources, records, self.settings.tool_deadline_s, asked.check)
        absent = [
            record for record in records if record not in gathered.found and record not in gathered.failed
        ]
        gone = await gone_from(asked.sources, absent)
        passages = {record: cut(loaded.record) for record, loaded in gathered.found.items()}
        issued = await self._evidence.issued(verified)
        kept = await self._evidence.facts(records)
        minted = await self._evidence.mention(
            [(gathered.found[record], cuts) for record, cuts in passages.items()]
        )
        names = dict(zip(passages, minted, strict=True))

        def resolution(text: str, handle: VerifiedHandle) -> Resolution:
            before, record = issued.get(text, ()), unversioned(handle)
            if record in gathered.found:
                return resolving.present(
                    handle, before, gathered.found[record], passages[record], names[record]
                )
            if record in gone:
                return resolving.gone(before, kept.get(record))
            return resolving.unreached(before, kept.get(record))

        return {text: resolution(text, handle) for text, handle in verified.items()}


def unversioned(handle: VerifiedHandle) -> str:
    """The record of a handle without its version, as sources are asked for it."""
    return f"{handle.handle.scheme}:{handle.handle.id}"

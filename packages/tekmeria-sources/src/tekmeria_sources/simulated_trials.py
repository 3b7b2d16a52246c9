"""ClinicalTrials.gov v2 over a folder of recorded studies, in its exact formats."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from tekmeria_sources.content import TRIALS, recognise
from tekmeria_sources.filtering import passes
from tekmeria_sources.folderindex import FolderIndex
from tekmeria_sources.query import find
from tekmeria_sources.request import TrialRequest
from tekmeria_sources.simulated import Answer
from tekmeria_sources.trials import PATH
from tekmeria_sources.trials_decoding import read_records, split_records

Json = dict[str, Any]

_MODULES: Mapping[str, tuple[str, ...]] = {
    "NCTId": ("identificationModule", "nctId"),
    "NCTIdAlias": ("identificationModule", "nctIdAliases"),
    "BriefTitle": ("identificationModule", "briefTitle"),
    "OfficialTitle": ("identificationModule", "officialTitle"),
    "OverallStatus": ("statusModule", "overallStatus"),
    "LastUpdatePostDate": ("statusModule", "lastUpdatePostDateStruct", "date"),
    "Phase": ("designModule", "phases"),
    "StudyType": ("designModule", "studyType"),
    "Condition": ("conditionsModule", "conditions"),
    "InterventionName": ("armsInterventionsModule", "interventions", "name"),
    "InterventionOtherName": ("armsInterventionsModule", "interventions", "otherNames"),
    "LeadSponsorName": ("sponsorCollaboratorsModule", "leadSponsor", "name"),
    "CollaboratorName": ("sponsorCollaboratorsModule", "collaborators", "name"),
}
_PARAMETERS = frozenset(
    {
        *("query.cond", "query.intr", "query.term", "filter.ids", "filter.overallStatus", "filter.advanced"),
        *("aggFilters", "fields", "countTotal", "pageSize", "pageToken", "markupFormat", "format"),
    }
)
_TOKEN = "page"


class SimulatedTrials:
    """Answers ``studies`` from the folder as it is when this is made; ``index`` is what it holds."""

    def __init__(self, folder: Path, index: FolderIndex) -> None:
        self._index = index
        self._studies: dict[str, Json] = {}
        for file in sorted(folder.rglob("*.json")):
            body = file.read_bytes()
            if recognise(body) == TRIALS:
                records, parts = read_records(body).records, split_records(body)
                newest = [id_ for id_ in records if records[id_] == index.records[id_].record]
                self._studies |= {id_: json.loads(parts[id_]) for id_ in newest}

    def answer(self, path: str, query: tuple[tuple[str, str], ...]) -> Answer:
        """The answer to one request."""
        arguments = dict(query)
        unknown = next((name for name in arguments if name not in _PARAMETERS), None)
        if unknown is not None:
            return _refused(400, f"`{unknown}` is unknown parameter")
        if path == PATH:
            return self._page(self._found(arguments), arguments)
        number = path.removeprefix(f"{PATH}/").upper()
        study = self._studies.get(f"nct:{number}")
        return _json(study) if study is not None else _refused(404, f"NCT number {number} not found")

    def _found(self, arguments: Mapping[str, str]) -> Sequence[str]:
        words = [arguments.get(f"query.{area}", "") for area in ("cond", "intr", "term")]
        records = [indexed for indexed in self._index.terms if indexed.record.registration is not None]
        if ids := _listed(arguments.get("filter.ids", "")):
            wanted = {f"nct:{number}" for number in ids}
            records = [indexed for indexed in records if wanted & set(indexed.record.identifiers)]
        phases = arguments.get("filter.advanced", "").removeprefix("AREA[Phase](").removesuffix(")")
        results = {"results:with": True, "results:without": False}.get(arguments.get("aggFilters", ""))
        request = TrialRequest(
            condition=words[0],
            intervention=words[1],
            terms=words[2] or ("" if any(words) else "any"),
            statuses=tuple(_listed(arguments.get("filter.overallStatus", ""))),
            phases=tuple(phases.split(" OR ")) if phases else (),
            has_results=results,
        )
        records = [indexed for indexed in records if passes(indexed.record, request)]
        if not any(words):
            return [indexed.id for indexed in records]
        found, complete = find(request, records)
        return found if complete else []

    def _page(self, ids: Sequence[str], arguments: Mapping[str, str]) -> Answer:
        start = int(arguments.get("pageToken", _TOKEN + "0").removeprefix(_TOKEN))
        end = start + min(int(arguments.get("pageSize", "10")) or 10, 1000)
        fields = _listed(arguments.get("fields", ""))
        studies = [self._studies[id_] for id_ in ids[start:end]]
        page: Json = {"studies": [_pruned(study, fields) for study in studies] if fields else studies}
        if arguments.get("countTotal") == "true" and "pageToken" not in arguments:
            page = {"totalCount": len(ids), **page}
        return _json({**page, "nextPageToken": f"{_TOKEN}{end}"} if end < len(ids) else page)


def _pruned(study: Json, fields: Iterable[str]) -> Json:
    """``study`` with the leaves asked for alone."""
    kept: Json = {"protocolSection": {}}
    for field in fields:
        if field == "HasResults":
            kept["hasResults"] = study["hasResults"]
        else:
            _copy(study["protocolSection"], kept["protocolSection"], _MODULES[field])
    return kept


def _copy(source: Json, target: Json, path: tuple[str, ...]) -> None:
    name, rest = path[0], path[1:]
    if name not in source:
        return
    if not rest:
        target[name] = source[name]
    elif isinstance(source[name], list):
        items = cast(list[Json], source[name])
        copies = target.setdefault(name, [{} for _ in items])
        for item, copy in zip(items, copies, strict=True):
            _copy(item, copy, rest)
    else:
        _copy(source[name], target.setdefault(name, {}), rest)


def _listed(value: str) -> list[str]:
    return [item for item in value.replace("|", ",").split(",") if item]


def _json(content: Json) -> Answer:
    return Answer(200, json.dumps(content, ensure_ascii=False).encode(), "application/json")


def _refused(status: int, message: str) -> Answer:
    return Answer(status, message.encode(), "text/plain;charset=utf-8")

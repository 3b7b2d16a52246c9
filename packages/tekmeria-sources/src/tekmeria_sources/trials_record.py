"""A study of ClinicalTrials.gov v2 to a record (sources.md, Records and passages).

What the registry states in fields of its own becomes lines: the words of the registry, after the name of the
field where they would not speak for themselves. Texts are read by :mod:`tekmeria_sources.registrytext`. Not
read are contacts and places, which are personal data, and what the registry derives itself (MeSH terms).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from tekmeria_sources.criteria import read_criteria
from tekmeria_sources.errors import BodyError
from tekmeria_sources.jsonbody import Tree
from tekmeria_sources.record import LARGE, Record, Registration, Relation, Section
from tekmeria_sources.registrytext import flat, plain, words
from tekmeria_sources.trials_results import result_sections

SOURCE = "clinicaltrials"

_NUMBER = re.compile(r"NCT[0-9]{8}")
_STATUS = (
    ("Overall status", ("overallStatus",)),
    ("Last known status", ("lastKnownStatus",)),
    ("Why stopped", ("whyStopped",)),
    ("Start", ("startDateStruct", "date")),
    ("Primary completion", ("primaryCompletionDateStruct", "date")),
    ("Completion", ("completionDateStruct", "date")),
    ("First posted", ("studyFirstPostDateStruct", "date")),
    ("Results first posted", ("resultsFirstPostDateStruct", "date")),
    ("Last update posted", ("lastUpdatePostDateStruct", "date")),
)
_DESIGN = (
    ("Study type", ("studyType",)),
    ("Allocation", ("designInfo", "allocation")),
    ("Intervention model", ("designInfo", "interventionModel")),
    ("Intervention model description", ("designInfo", "interventionModelDescription")),
    ("Observational model", ("designInfo", "observationalModel")),
    ("Time perspective", ("designInfo", "timePerspective")),
    ("Primary purpose", ("designInfo", "primaryPurpose")),
    ("Masking", ("designInfo", "maskingInfo", "masking")),
    ("Masking description", ("designInfo", "maskingInfo", "maskingDescription")),
    ("Target duration", ("targetDuration",)),
)
_PARTICIPANTS = (
    ("Sex", ("sex",)),
    ("Gender based", ("genderBased",)),
    ("Gender description", ("genderDescription",)),
    ("Minimum age", ("minimumAge",)),
    ("Maximum age", ("maximumAge",)),
    ("Accepts healthy volunteers", ("healthyVolunteers",)),
    ("Sampling method", ("samplingMethod",)),
    ("Study population", ("studyPopulation",)),
)
_CONSTANTS = frozenset(
    {
        *("overallStatus", "lastKnownStatus", "studyType", "allocation", "interventionModel"),
        *("observationalModel", "timePerspective", "primaryPurpose", "masking", "sex", "samplingMethod"),
    }
)
"""Members whose values are the registry's constants; all others are texts."""


def study_record(study: Tree) -> Record:
    """The record of one study. Raises :class:`~tekmeria_sources.errors.BodyError`."""
    protocol = study.at("protocolSection")
    identification, status = protocol.at("identificationModule"), protocol.at("statusModule")
    number = identification.text("nctId")
    if _NUMBER.fullmatch(number) is None:
        raise BodyError(f"a study of {SOURCE} has no NCT number but {number[:40]!r}", source=SOURCE)
    title = plain(identification.text("briefTitle") or identification.text("officialTitle"))
    updated = status.text("lastUpdatePostDateStruct", "date") or None
    design = protocol.at("designModule")
    sponsors = protocol.at("sponsorCollaboratorsModule")
    return Record(
        id=f"nct:{number}",
        source=SOURCE,
        link=f"https://clinicaltrials.gov/study/{number}",
        title=title,
        version=updated,
        authors=tuple(
            plain(sponsor.text("name"))
            for sponsor in (sponsors.at("leadSponsor"), *sponsors.objects("collaborators"))
            if sponsor.text("name")
        ),
        venue="ClinicalTrials.gov",
        date=updated,
        publication_types=(
            "Trial registration",
            *([words(kind)] if (kind := design.text("studyType")) else ()),
        ),
        identifiers=(f"nct:{number}", *(f"nct:{former}" for former in identification.texts("nctIdAliases"))),
        relations=tuple(_relations(protocol)),
        registration=_registration(study),
        # Every whole study has a derived section; a search asks for some fields only.
        excerpt="derivedSection" not in study.members,
        sections=tuple(_sections(title, study)),
    )


def _registration(study: Tree) -> Registration:
    protocol = study.at("protocolSection")
    interventions = protocol.objects("armsInterventionsModule", "interventions")
    names = [name for i in interventions for name in (i.text("name"), *i.texts("otherNames"))]
    return Registration(
        status=protocol.text("statusModule", "overallStatus") or None,
        phases=protocol.texts("designModule", "phases"),
        has_results=study.members.get("hasResults") is True or "resultsSection" in study.members,
        conditions=protocol.texts("conditionsModule", "conditions"),
        interventions=tuple(dict.fromkeys(filter(None, names))),
    )


def _relations(protocol: Tree) -> Iterator[Relation]:
    for reference in protocol.objects("referencesModule", "references"):
        pmid = reference.text("pmid")
        kind = f"{reference.text('type').lower() or 'other'}_reference"
        yield Relation(kind, f"pmid:{pmid}" if pmid else None, plain(reference.text("citation")))


def _sections(title: str, study: Tree) -> Iterator[Section]:
    protocol = study.at("protocolSection")
    official = plain(protocol.text("identificationModule", "officialTitle"))
    yield Section("title", "title", title, whole=True)
    if official and official != title:
        yield Section("official_title", "official_title", official, whole=True)
    yield Section("summary", "summary", flat(protocol.text("descriptionModule", "briefSummary")), whole=True)
    yield Section(
        "description", "description", flat(protocol.text("descriptionModule", "detailedDescription"))
    )
    yield Section("status", "status", "\n".join(_fields(protocol.at("statusModule"), _STATUS)))
    yield Section("conditions", "conditions", "\n".join(_conditions(protocol.at("conditionsModule"))))
    yield Section("design", "design", "\n".join(_design(protocol.at("designModule"))))
    yield from _arms(protocol.at("armsInterventionsModule"))
    yield from _outcomes(protocol.at("outcomesModule"))
    yield from _eligibility(protocol.at("eligibilityModule"))
    yield from result_sections(study.at("resultsSection"))


def _fields(module: Tree, fields: Iterable[tuple[str, tuple[str, ...]]]) -> list[str]:
    stated = [(name, path[-1] in _CONSTANTS, module.text(*path)) for name, path in fields]
    return [
        f"{name}: {words(value) if constant else flat(value)}" for name, constant, value in stated if value
    ]


def _conditions(module: Tree) -> Iterator[str]:
    for name in ("conditions", "keywords"):
        if stated := module.texts(name):
            yield f"{name.capitalize()}: {'; '.join(map(plain, stated))}"


def _design(module: Tree) -> Iterator[str]:
    fields = _fields(module, _DESIGN)
    yield from fields[:1]
    if phases := module.texts("phases"):
        yield f"Phase: {'; '.join(map(_phase, phases))}"
    yield from fields[1:]
    if masked := module.texts("designInfo", "maskingInfo", "whoMasked"):
        yield f"Masked: {'; '.join(map(words, masked))}"
    if count := module.text("enrollmentInfo", "count"):
        kind = module.text("enrollmentInfo", "type")
        yield f"Enrollment: {count}" + (f" ({kind.lower()})" if kind else "")


def _phase(phase: str) -> str:
    """``EARLY_PHASE1`` as ``Early phase 1``; ``NA`` as ``Not applicable``."""
    return "Not applicable" if phase == "NA" else re.sub(r"(?<=[A-Za-z])(?=[0-9])", " ", words(phase))


def _arms(module: Tree) -> Iterator[Section]:
    for number, arm in enumerate(module.objects("armGroups"), 1):
        lines = [words(arm.text("type")), flat(arm.text("description"))]
        if given := arm.texts("interventionNames"):
            lines.append(f"Interventions: {'; '.join(map(plain, given))}")
        yield _section(f"arms#{number}", "arms", lines, plain(arm.text("label")))
    for number, intervention in enumerate(module.objects("interventions"), 1):
        lines = [words(intervention.text("type")), flat(intervention.text("description"))]
        if others := intervention.texts("otherNames"):
            lines.append(f"Other names: {'; '.join(map(plain, others))}")
        if arms := intervention.texts("armGroupLabels"):
            lines.append(f"Arms: {'; '.join(map(plain, arms))}")
        yield _section(f"interventions#{number}", "interventions", lines, plain(intervention.text("name")))


def _outcomes(module: Tree) -> Iterator[Section]:
    for kind in ("primary", "secondary", "other"):
        for number, outcome in enumerate(module.objects(f"{kind}Outcomes"), 1):
            lines = [plain(outcome.text("measure")), flat(outcome.text("description"))]
            if frame := flat(outcome.text("timeFrame")):
                lines.append(f"Time frame: {frame}")
            yield _section(f"outcomes.{kind}#{number}", f"outcomes.{kind}", lines)


def _eligibility(module: Tree) -> Iterator[Section]:
    for number, criterion in enumerate(read_criteria(module.text("eligibilityCriteria")), 1):
        prefix = f"eligibility.{criterion.kind}" if criterion.kind else "eligibility.criteria"
        yield _section(f"eligibility#{number}", prefix, [criterion.text], criterion.heading)
    yield Section("eligibility", "eligibility.participants", "\n".join(_fields(module, _PARTICIPANTS)))


def _section(name: str, prefix: str, lines: Iterable[str], label: str | None = None) -> Section:
    text = "\n".join(filter(None, lines))
    # What has nothing but a name is its name: a label alone would be no passage.
    return Section(name, prefix, text or label or "", label if text and label else None, bound=LARGE)

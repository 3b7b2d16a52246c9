"""The posted results of a trial to sections (sources.md, Records and passages).

Every figure stands on a line with the group it is of, in the registry's words: ``Placebo: 37.4 (10.8)`` after a
line ``Mean (Standard deviation), years``. A range is ``16 (12 to 22)``. Nothing is computed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from tekmeria_sources.jsonbody import Tree
from tekmeria_sources.record import LARGE, Section
from tekmeria_sources.registrytext import flat, plain, words

_ANALYSIS = (
    ("Statistical method", "statisticalMethod"),
    ("Type", "nonInferiorityType"),
    ("Type comment", "nonInferiorityComment"),
    ("Tested for non-inferiority", "testedNonInferiority"),
    ("p-value", "pValue"),
    ("p-value comment", "pValueComment"),
    ("Method comment", "statisticalComment"),
    ("Estimate comment", "estimateComment"),
    ("Other analysis", "otherAnalysisDescription"),
)


def result_sections(results: Tree) -> Iterator[Section]:
    """The sections of a results section, in the registry's order."""
    yield from _flow(results.at("participantFlowModule"))
    yield from _baseline(results.at("baselineCharacteristicsModule"))
    for number, measure in enumerate(results.objects("outcomeMeasuresModule", "outcomeMeasures"), 1):
        lines = [_measure_head(measure), *_measure(measure), *_analyses(measure)]
        yield _section(f"results#{number}", "results", lines, measure.text("title"))
    yield from _adverse_events(results.at("adverseEventsModule"))
    yield _section(
        "limitations",
        "limitations",
        [flat(results.text("moreInfoModule", "limitationsAndCaveats", "description"))],
    )


def _flow(module: Tree) -> Iterator[Section]:
    groups = _groups(module)
    details = [flat(module.text(name)) for name in ("recruitmentDetails", "preAssignmentDetails")]
    yield _section("flow", "participant_flow", [*details, *_described(module.objects("groups"))])
    for number, period in enumerate(module.objects("periods"), 1):
        lines = [
            *_counted(period.objects("milestones"), "achievements", groups),
            *_counted(period.objects("dropWithdraws"), "reasons", groups),
        ]
        yield _section(f"flow#{number}", "participant_flow", lines, period.text("title"))


def _counted(rows: Iterable[Tree], member: str, groups: Mapping[str, str]) -> Iterator[str]:
    for row in rows:
        name = plain(row.text("type"))
        comment = flat(row.text("comment"))
        yield from [f"{name}: {comment}"] if comment else []
        for count in row.objects(member):
            units = f", {units} units" if (units := count.text("numUnits")) else ""
            remark = f"; {remark}" if (remark := flat(count.text("comment"))) else ""
            yield f"{name}: {_group(count, groups)}: {count.text('numSubjects')}{units}{remark}"


def _baseline(module: Tree) -> Iterator[Section]:
    groups = _groups(module)
    lines = [flat(module.text("populationDescription")), *_described(module.objects("groups"))]
    yield _section("baseline", "baseline", [*lines, *_denominators(module, groups)])
    for number, measure in enumerate(module.objects("measures"), 1):
        yield _section(f"baseline#{number}", "baseline", _measure(measure, groups), measure.text("title"))


def _measure_head(measure: Tree) -> str:
    head = f"{words(measure.text('type'))} outcome" if measure.text("type") else ""
    frame = flat(measure.text("timeFrame"))
    return ", ".join(filter(None, [head, f"time frame: {frame}" if frame else ""]))


def _measure(measure: Tree, groups: Mapping[str, str] | None = None) -> Iterator[str]:
    """The lines of a measure: what was measured of whom, then each class, category and group."""
    named = _groups(measure) if groups is None else groups
    yield flat(measure.text("description"))
    if population := flat(measure.text("populationDescription")):
        yield f"Population: {population}"
    yield from _described(measure.objects("groups"))
    if (posted := measure.text("reportingStatus")) and posted != "POSTED":
        yield f"Reporting status: {words(posted)}"
    if expected := measure.text("anticipatedPostingDate"):
        yield f"Anticipated posting: {expected}"
    if units := plain(measure.text("typeUnitsAnalyzed") or measure.text("denomUnitsSelected")):
        yield f"Units analyzed: {units}"
    yield from _denominators(measure, named)
    yield _parameter(measure)
    for row in measure.objects("classes"):
        title = plain(row.text("title"))
        yield from _denominators(row, named, title)
        for category in row.objects("categories"):
            where = [part for part in (title, plain(category.text("title"))) if part]
            for figure in category.objects("measurements"):
                yield ": ".join([*where, _group(figure, named), _figure(figure)])


def _parameter(measure: Tree) -> str:
    """What the figures are: ``Mean (Standard deviation), years``."""
    kind, spread = words(measure.text("paramType")), plain(measure.text("dispersionType"))
    # A constant in the baseline, a text in the outcomes.
    spread = words(spread) if "_" in spread else spread
    unit = plain(measure.text("unitOfMeasure"))
    return ", ".join(filter(None, [f"{kind} ({spread})" if kind and spread else kind or spread, unit]))


def _figure(figure: Tree) -> str:
    low, high = plain(figure.text("lowerLimit")), plain(figure.text("upperLimit"))
    inside = [plain(figure.text("spread")), f"{low or 'NA'} to {high or 'NA'}" if low or high else ""]
    spread = "; ".join(filter(None, inside))
    comment = f"; {comment}" if (comment := flat(figure.text("comment"))) else ""
    return f"{plain(figure.text('value'))}{f' ({spread})' if spread else ''}{comment}"


def _denominators(holder: Tree, groups: Mapping[str, str], title: str = "") -> Iterator[str]:
    for denominator in holder.objects("denoms"):
        units = plain(denominator.text("units"))
        for count in denominator.objects("counts"):
            yield ": ".join(filter(None, [title, units, _group(count, groups), plain(count.text("value"))]))


def _analyses(measure: Tree) -> Iterator[str]:
    groups = _groups(measure)
    for analysis in measure.objects("analyses"):
        compared = "; ".join(groups.get(id_, id_) for id_ in analysis.texts("groupIds"))
        yield f"Analysis of {compared}" if compared else "Analysis"
        yield flat(analysis.text("groupDescription"))
        if (kind := plain(analysis.text("paramType"))) and analysis.text("paramValue"):
            yield f"{kind}: {plain(analysis.text('paramValue'))}"
        elif value := plain(analysis.text("paramValue")) or kind:
            yield f"Estimate: {value}"
        yield _interval(analysis)
        if spread := plain(analysis.text("dispersionValue")):
            yield f"{words(plain(analysis.text('dispersionType'))) or 'Dispersion'}: {spread}"
        for name, member in _ANALYSIS:
            if value := flat(analysis.text(member)):
                yield f"{name}: {words(value) if '_' in value else value}"


def _interval(analysis: Tree) -> str:
    low, high = plain(analysis.text("ciLowerLimit")), plain(analysis.text("ciUpperLimit"))
    comments = [flat(analysis.text(f"ci{side}LimitComment")) for side in ("Lower", "Upper")]
    percent, sides = plain(analysis.text("ciPctValue")), words(analysis.text("ciNumSides")).lower()
    name = " ".join(filter(None, [f"{percent}%" if percent else "", sides, "confidence interval"]))
    limits = f"{name}: {low or 'NA'} to {high or 'NA'}" if low or high else ""
    return "; ".join(filter(None, [limits, *comments]))


def _adverse_events(module: Tree) -> Iterator[Section]:
    groups = _groups(module, "eventGroups")
    details = [flat(module.text("description"))]
    if frame := flat(module.text("timeFrame")):
        details.append(f"Time frame: {frame}")
    if threshold := module.text("frequencyThreshold"):
        details.append(f"Frequency threshold: {threshold}%")
    if comment := flat(module.text("allCauseMortalityComment")):
        details.append(f"All-cause mortality: {comment}")
    yield _section(
        "adverse_events", "adverse_events", [*details, *_event_groups(module.objects("eventGroups"))]
    )
    for kind in ("serious", "other"):
        lines = [line for event in module.objects(f"{kind}Events") for line in _event(event, groups)]
        yield _section(
            f"adverse_events#{kind}", "adverse_events", lines, f"{kind.capitalize()} adverse events"
        )


def _event_groups(groups: Iterable[Tree]) -> Iterator[str]:
    for group in groups:
        yield from _described([group])
        for name, member in (
            ("Deaths", "deaths"),
            ("Serious adverse events", "serious"),
            ("Other adverse events", "other"),
        ):
            affected, risk = group.text(f"{member}NumAffected"), group.text(f"{member}NumAtRisk")
            if affected or risk:
                yield f"{name}: {plain(group.text('title'))}: {affected or 'NA'} of {risk or 'NA'}"


def _event(event: Tree, groups: Mapping[str, str]) -> Iterator[str]:
    """A line a group: term, organ system, group, participants affected of those at risk, events."""
    about = [
        plain(event.text("organSystem")),
        plain(event.text("sourceVocabulary")),
        words(event.text("assessmentType")),
    ]
    yield f"{plain(event.text('term'))} ({'; '.join(filter(None, about))})"
    yield flat(event.text("notes"))
    for count in event.objects("stats"):
        affected, risk = count.text("numAffected"), count.text("numAtRisk")
        events = f", {events} events" if (events := count.text("numEvents")) else ""
        term = plain(event.text("term"))
        yield f"{term}: {_group(count, groups)}: {affected or 'NA'} of {risk or 'NA'}{events}"


def _groups(holder: Tree, member: str = "groups") -> Mapping[str, str]:
    return {group.text("id"): plain(group.text("title")) for group in holder.objects(member)}


def _group(holder: Tree, groups: Mapping[str, str]) -> str:
    id_ = holder.text("groupId")
    return groups.get(id_) or id_


def _described(groups: Iterable[Tree]) -> Iterator[str]:
    for group in groups:
        yield ": ".join(filter(None, [plain(group.text("title")), flat(group.text("description"))]))


def _section(name: str, prefix: str, lines: Iterable[str], label: str = "") -> Section:
    text = "\n".join(filter(None, lines))
    # What has nothing but a name is its name: a label alone would be no passage.
    return Section(name, prefix, text or plain(label), plain(label) if text and label else None, bound=LARGE)

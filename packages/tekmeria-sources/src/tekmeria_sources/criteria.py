"""Eligibility criteria of trials, told apart into inclusion, exclusion and neither (sources.md).

The registry gives one text. A line of its own such as ``Inclusion Criteria:``, ``Key Exclusion Criteria`` or
``Non-inclusion criteria:`` (which excludes) is a heading: it says what the lines after it are, and is their
label. Text before any heading, and after one that names both kinds, is neither: what a line means is never
guessed. Each item is a criterion, with the
items nested in it and the lines that continue it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tekmeria_sources.registrytext import Line, read_lines

INCLUSION = "inclusion"
EXCLUSION = "exclusion"

_STRICT = re.compile(r"\b(?:inclusion|exclusion)s?\b", re.IGNORECASE)
_CRITERIA = re.compile(r"\bcriteri(?:a|on)\b", re.IGNORECASE)
_ALONE = re.compile(
    r"(?:[0-9]{1,3}[.)] ?)?(?:[^ .;]+ ){0,6}?(?:(?:non[- ]?)?inclusion|exclusion)s?"
    r"(?: criteri(?:a|on))?(?: \([^()]*\))?",
    re.IGNORECASE,
)
_OUT = re.compile(
    r"\bexclu(?:sions?|de[ds]?)\b|\bnon[- ]?inclusions?\b|\b(?:ineligib|non[- ]?eligib)\w*"
    r"|\bnot (?:be )?(?:eligible|included)\b",
    re.IGNORECASE,
)
_IN = re.compile(r"\binclu(?:sions?|ded)\b|\beligible\b", re.IGNORECASE)
_LONGEST = 120
"""Characters of the longest heading."""


@dataclass(frozen=True, slots=True)
class Criterion:
    """One criterion: of :data:`INCLUSION` or :data:`EXCLUSION`, or of neither; the heading it stands under."""

    kind: str | None
    heading: str | None
    text: str


def read_criteria(text: str) -> list[Criterion]:
    """The criteria of a trial in order; headings without a criterion are left out."""
    return [Criterion(kind, heading, "\n".join(lines)) for kind, heading, lines in _grouped(read_lines(text))]


def _grouped(lines: list[Line]) -> Iterator[tuple[str | None, str | None, list[str]]]:
    kind: str | None = None
    heading: str | None = None
    outermost: int | None = None
    group: list[str] = []
    for line in lines:
        found = _heading(line)
        if found is not None:
            if group:
                yield kind, heading, group
            kind, heading, rest = found
            outermost, group = None, [rest] if rest else []
            continue
        if line.depth is not None and outermost is None:
            outermost = line.depth
        if group and not _nested(line, outermost):
            yield kind, heading, group
            group = []
        group.append(line.text)
        if line.depth is None:
            outermost = None
    if group:
        yield kind, heading, group


def _nested(line: Line, outermost: int | None) -> bool:
    return line.depth is not None and outermost is not None and line.depth > outermost


def _heading(line: Line) -> tuple[str | None, str, str] | None:
    """What a heading says: the kind, the heading without its colon, and the text that follows on its line.

    An item is one only where it is nothing else (``Exclusion Criteria:``); a line of its own also where it
    ends in a colon and says who is in or out (``Patients will be excluded if:``).
    """
    head, colon, rest = (part.strip() for part in line.text.partition(":"))
    if len(head) > _LONGEST or re.search(r"[.;?!] ", re.sub(r"^[0-9]{1,3}[.)] ", "", head)):
        return None
    strict = _STRICT.search(head) is not None and (
        _CRITERIA.search(head) is not None or _ALONE.fullmatch(head) is not None
    )
    if line.depth is not None:
        named = strict and bool(colon) and not rest
    elif colon:
        named = strict or (not rest and bool(_OUT.search(head) or _IN.search(head)))
    else:
        named = strict and _ALONE.fullmatch(head) is not None
    return (_kind(head), head, rest) if named else None


def _kind(head: str) -> str | None:
    """Whom a heading speaks of; None where it speaks of both."""
    out, rest = _OUT.search(head) is not None, _OUT.sub("", head)
    if _IN.search(rest):
        return None if out else INCLUSION
    return EXCLUSION if out else None

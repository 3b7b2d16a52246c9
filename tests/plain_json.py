"""Plain text of registry answers by other means than the decoders: every leaf of the JSON, regular expressions.

Made for the tests that compare: no module of the package. White space is left out on both sides, so that how
lines are joined does not matter here.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from .plain_text import bare

NO_TEXT = re.compile(
    r"""
      contactsLocationsModule | oversightModule | ipdSharingStatementModule | moreInfoModule\.(?!limitations)
    | organization | orgStudyIdInfo | secondaryIdInfos | nctId | acronym | expandedAccessInfo | responsibleParty
    | Date(?!Struct) | statusVerifiedDate | Struct\.type | class$ | stdAges | patientRegistry | seeAlsoLinks
    | availIpds | references\.(?:pmid|type) | references\.citation | \.id$ | groupId | groupIds | leadSponsor
    | collaborators | outcomeMeasures\.reportingStatus | enrollmentInfo\.type | phases | dispFirst | ciNumSides
    """,
    re.VERBOSE,
)
"""Members that hold no text of the trial: numbers of other registries, people, places, dates, constants."""

CONSTANT = re.compile(r"[A-Z]+[0-9]?(?:_[A-Z0-9]+)*")


def leaves(content: object, path: str = "") -> Iterator[tuple[str, str]]:
    """Every text and number of the answer with its path."""
    if isinstance(content, dict):
        for name, member in content.items():  # pyright: ignore[reportUnknownVariableType] (any JSON)
            yield from leaves(member, f"{path}.{name}")  # pyright: ignore[reportUnknownArgumentType]
    elif isinstance(content, list):
        for member in content:  # pyright: ignore[reportUnknownVariableType] (any JSON)
            yield from leaves(member, path)  # pyright: ignore[reportUnknownArgumentType]
    elif isinstance(content, str | int) and not isinstance(content, bool):
        yield path, str(content)


def trial_texts(study: dict[str, object]) -> list[str]:
    """The texts of a study without white space and marks of lists, in the order of the JSON."""
    texts: list[str] = []
    for section in ("protocolSection", "resultsSection"):
        for path, text in leaves(study.get(section, {}), section):
            if NO_TEXT.search(path) is None and CONSTANT.fullmatch(text) is None:
                texts.append(_bare_markdown(text))
    return texts


def label_text(field: str) -> str:
    """A field of a label without markup, white space and cell borders."""
    return bare(html.unescape(re.sub(r"</?[A-Za-z][^<>]*>", "", field))).replace("|", "")


def _bare_markdown(text: str) -> str:
    without_marks = re.sub(r"^[ \t]*[*+-][ \t]+", "", text, flags=re.MULTILINE)
    return bare(re.sub(r"\\([^\w\s])", r"\1", without_marks))

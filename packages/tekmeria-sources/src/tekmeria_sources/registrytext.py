"""The texts of ClinicalTrials.gov: Markdown with backslash escapes, to lines (sources.md, Records and passages).

One rule for every text of the registry:

- A backslash before a punctuation mark of ASCII is an escape: ``\\>= 18`` is ``>= 18``.
- Each paragraph and each list item is a line of its own. A line that continues another is a line as well.
- A bullet (``*``, ``-`` or ``+`` before a space) is markup and is dropped; the number of an item is text.
- Then as everywhere: references of HTML are decoded once, white space collapses, tag characters are dropped.
- Everything else is text, ``<`` and ``>`` among it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tekmeria_sources.markup import tidy

_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_ITEM = re.compile(
    r"(?P<indent>[ \t]*)(?:[*+-](?=[ \t]|$)|(?P<number>[0-9]{1,9}[.)])(?=[ \t]|$))(?P<text>.*)"
)


@dataclass(frozen=True, slots=True)
class Line:
    """A paragraph, or an item with its number; ``depth`` is how far an item is indented, None for no item."""

    text: str
    depth: int | None = None


def read_lines(text: str) -> list[Line]:
    """The lines of a text, those without text left out."""
    lines: list[Line] = []
    for written in text.splitlines():
        item = _ITEM.fullmatch(written)
        if item is None:
            line = Line(plain(written), None if not written[:1].isspace() else _indent(written))
        else:
            line = Line(plain(f"{item['number'] or ''}{item['text']}"), len(item["indent"].expandtabs(4)))
        if line.text:
            lines.append(line)
    return lines


def plain(text: str) -> str:
    """A text on one line."""
    return tidy(_ESCAPE.sub(r"\1", text))


def flat(text: str) -> str:
    """A text of several lines, a line feed between them."""
    return "\n".join([line.text for line in read_lines(text)])


def words(constant: str) -> str:
    """A constant of the registry in words: ``ACTIVE_NOT_RECRUITING`` is ``Active not recruiting``."""
    return constant.replace("_", " ").capitalize() if constant.isupper() else constant


def _indent(written: str) -> int:
    return len(written.expandtabs(4)) - len(written.expandtabs(4).lstrip())

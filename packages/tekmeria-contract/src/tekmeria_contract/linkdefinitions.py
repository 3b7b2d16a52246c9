"""Link reference definitions, ``[label]: destination "title"`` (CommonMark §4.7): no reader sees them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tekmeria_contract.answer import Span
from tekmeria_contract.linktargets import destination_at, normal_label, title_at
from tekmeria_contract.prose import Prose

_BEGIN = re.compile(r"[ ]{0,3}\[(?P<label>(?:[^\[\]\\]|\\.){1,999}+)\]:[ \t]*+\n?[ \t]*+", re.DOTALL)
_FOOTNOTE = re.compile(r"\^\S+")
_REST_OF_LINE = re.compile(r"[ \t]*+(?:\n|\Z)")
_BEFORE_TITLE = re.compile(r"[ \t]*+\n?[ \t]*+")


@dataclass(frozen=True, slots=True)
class LinkDefinition:
    """A definition of ``label``: stretches of the answer for the whole, the destination and the title."""

    label: str
    span: Span
    destination: Span
    title: Span | None


def link_definitions(content: Prose) -> tuple[list[LinkDefinition], int]:
    """The definitions that a paragraph begins with, and where they end; one that breaks a rule is text."""
    found: list[LinkDefinition] = []
    done = 0
    while (begin := _BEGIN.match(content.text, done)) is not None:
        read = _definition(content, begin)
        if read is None:
            break
        definition, done = read
        found.append(definition)
    return found, done


def _definition(content: Prose, begin: re.Match[str]) -> tuple[LinkDefinition, int] | None:
    label = normal_label(begin["label"])
    destination = destination_at(content.text, begin.end())
    if destination is None or not label or _FOOTNOTE.fullmatch(label):
        return None
    target, end = destination
    if end == begin.end():
        return None
    titled = _title(content.text, end)
    if titled is not None:
        title, closed, after = titled
        span = content.span(begin.start(), closed)
        return LinkDefinition(label, span, content.span(*target), content.span(*title)), after
    plain = _REST_OF_LINE.match(content.text, end)
    if plain is None:
        return None
    return LinkDefinition(label, content.span(begin.start(), end), content.span(*target), None), plain.end()


def _title(text: str, end: int) -> tuple[Span, int, int] | None:
    """The title behind a destination that ends at ``end``: itself, where it is closed, where its line ends."""
    before = _BEFORE_TITLE.match(text, end)
    if before is None or before.end() == end:
        return None
    title = title_at(text, before.end())
    if title is None:
        return None
    rest = _REST_OF_LINE.match(text, title[1])
    return None if rest is None else (title[0], title[1], rest.end())

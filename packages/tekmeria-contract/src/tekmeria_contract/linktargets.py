"""Where links lead: inline targets, and references to definitions (CommonMark §4.7, §6.3)."""

from __future__ import annotations

import re
from collections.abc import Container as Labels
from dataclasses import dataclass

from tekmeria_contract.answer import Span

AUTOLINK = re.compile(r"<(?:[A-Za-z][A-Za-z0-9+.\-]{1,31}:[^\s<>]*|[\w.!#$%&'*+/=?^`{|}~\-]+@[\w.\-]+)>")
"""A link that is its own target (CommonMark §6.5)."""

_LABEL = re.compile(r"\[((?:[^\[\]\\]|\\.){1,999}+)\]", re.DOTALL)
_SPACE = re.compile(r"[ \t]*+\n?[ \t]*+")
_ANGLED = re.compile(r"<((?:[^<>\n\\]|\\.)*+)>")
_TITLE = re.compile(r"\"((?:[^\"\\]|\\.)*+)\"|'((?:[^'\\]|\\.)*+)'|\(((?:[^()\\]|\\.)*+)\)", re.DOTALL)
_DESTINATION_MARK = re.compile(r"\\[!-/:-@\[-`{-~]|[()\x00- ]")
_ODD = re.compile(r"[^\S\x00- ]|\ufeff|\\\Z")
_DEEPEST = 32


@dataclass(frozen=True, slots=True)
class Target:
    """A link's ``destination`` and ``title`` as stretches of the text, or the ``label`` it refers to, which has none.

    ``written`` is that label as written; the link ends at ``end``.
    """

    end: int
    destination: Span = (0, 0)
    title: Span | None = None
    label: str | None = None
    written: str | None = None


def normal_label(label: str) -> str:
    """The form in which link labels are compared: case folded, white space collapsed."""
    return " ".join(label.split()).casefold()


def link_target(text: str, position: int, label: str | None, labels: Labels[str]) -> Target | None:
    """Where the link whose text ends before ``position`` leads; ``label`` is its text where that may be a
    label."""
    if text.startswith("(", position):
        inline = _inline(text, position + 1)
        if inline is not None:
            return inline
    match = _LABEL.match(text, position)
    if match is not None:
        if normal_label(match[1]) in labels:
            return Target(match.end(), label=normal_label(match[1]), written=match[1])
        return None
    if label is None or not label.strip() or normal_label(label) not in labels:
        return None
    end = position + 2 if text.startswith("[]", position) else position
    return Target(end, label=normal_label(label), written=label)


def _inline(text: str, position: int) -> Target | None:
    position = _after_space(text, position)
    destination = destination_at(text, position)
    if destination is None:
        return None
    (start, end), position = destination
    spaced = _after_space(text, position)
    title: Span | None = None
    if spaced > position:
        found = title_at(text, spaced)
        if found is not None:
            title, position = found
            spaced = _after_space(text, position)
    if not text.startswith(")", spaced):
        return None
    return Target(spaced + 1, (start, end), title)


def _after_space(text: str, position: int) -> int:
    match = _SPACE.match(text, position)
    return match.end() if match else position


def destination_at(text: str, position: int) -> tuple[Span, int] | None:
    """The destination that begins at ``position``, and where to go on; None where there is none."""
    if text.startswith("<", position):
        match = _ANGLED.match(text, position)
        return None if match is None else (match.span(1), match.end())
    depth = 0
    for mark in _DESTINATION_MARK.finditer(text, position):
        character = mark[0]
        if character == "(":
            depth += 1
            if depth > _DEEPEST:
                return None
        elif character == ")" and depth:
            depth -= 1
        elif len(character) == 1:
            return None if depth else _plain(text, position, mark.start())
    return None if depth else _plain(text, position, len(text))


def _plain(text: str, start: int, end: int) -> tuple[Span, int] | None:
    """A destination without white space of any kind, on which renderers differ."""
    return None if _ODD.search(text, start, end) else ((start, end), end)


def title_at(text: str, position: int) -> tuple[Span, int] | None:
    """The title that begins at ``position``, without its marks, and where to go on."""
    match = _TITLE.match(text, position)
    if match is None:
        return None
    group = match.lastindex or 1
    return match.span(group), match.end()

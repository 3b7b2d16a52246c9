"""What a line may be besides text: headings, rules, fences, HTML, table rows (contract.md §3; CommonMark §4)."""

from __future__ import annotations

import re

from tekmeria_contract.answer import Span
from tekmeria_contract.lines import Cursor

_UNWRAPPED = frozenset({"", "text", "txt", "md", "markdown"})
_HEADING = re.compile(r"#{1,6}(?=[ \t]|\Z)")
_FENCE = re.compile(r"(?P<mark>`{3,}+)(?P<info>[^`]*+)\Z|(?P<wave>~{3,}+)(?P<waved>.*+)\Z", re.DOTALL)
_SETEXT = re.compile(r"(?:=++|-++)[ \t]*+\Z")
RULES = {mark: re.compile(rf"(?:\{mark}[ \t]*+)++") for mark in "*-_"}
_RULE_MARKS = 3
_DELIMITERS = re.compile(r"\|?+[ \t]*+:?+-++:?+[ \t]*+(?:\|[ \t]*+:?+-++:?+[ \t]*+)*+\|?+[ \t]*+\Z")
_CELL_END = re.compile(r"\\.|\|", re.DOTALL)

_ATTRIBUTE = (
    r"""[ \t]++[A-Za-z_:][A-Za-z0-9_.:-]*+(?:[ \t]*+=[ \t]*+(?:[^ \t"'=<>`]++|'[^']*+'|"[^"]*+"))?+"""
)
_HTML_LONE = re.compile(
    rf"(?:<[A-Za-z][A-Za-z0-9-]*+(?:{_ATTRIBUTE})*+[ \t]*+/?>|</[A-Za-z][A-Za-z0-9-]*+[ \t]*+>)[ \t]*+\Z"
)
_HTML_BLOCK = re.compile(
    r"</?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|"
    r"div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|"
    r"link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|source|summary|table|tbody|td|"
    r"tfoot|th|thead|title|tr|track|ul)(?=[ \t>]|/>|\Z)",
    re.IGNORECASE,
)
_HTML_UNTIL = (
    (
        re.compile(r"<(?:script|pre|style|textarea)(?=[ \t>]|\Z)", re.IGNORECASE),
        re.compile(r"</(?:script|pre|style|textarea)>", re.IGNORECASE),
    ),
    (re.compile(r"<!--"), re.compile(r"-->")),
    (re.compile(r"<\?"), re.compile(r"\?>")),
    (re.compile(r"<![A-Z]"), re.compile(r">")),
    (re.compile(r"<!\[CDATA\["), re.compile(r"\]\]>")),
)


def heading_at(line: Cursor) -> Span | None:
    """The text of the heading that the line is, less the ``#`` that may close it."""
    found = line.match(_HEADING)
    if found is None:
        return None
    written = line.text[found.end() : line.end].rstrip(" \t")
    bare = written.rstrip("#")
    if bare != written and (not bare or bare[-1] in " \t"):
        written = bare.rstrip(" \t")
    return found.end(), found.end() + len(written)


def fence_at(line: Cursor) -> tuple[str, str] | None:
    """The mark and the info string of the fence that the line opens."""
    found = line.match(_FENCE)
    if found is None:
        return None
    return found["mark"] or found["wave"], (found["info"] or found["waved"] or "").strip()


def closes_fence(line: Cursor, mark: str) -> bool:
    """Whether the line closes a fence that ``mark`` has opened."""
    if line.blank or line.indented or line.text[line.ahead] != mark[0]:
        return False
    rest = line.text[line.ahead : line.end].rstrip(" \t")
    return len(rest) >= len(mark) and not rest.strip(mark[0])


def html_at(line: Cursor, in_paragraph: bool) -> tuple[re.Pattern[str] | None] | None:
    """What ends the HTML block that the line opens (None inside: a blank line); None where it opens none."""
    for begin, end in _HTML_UNTIL:
        if line.match(begin):
            return (end,)
    if line.match(_HTML_BLOCK) or (not in_paragraph and line.match(_HTML_LONE)):
        return (None,)
    return None


def is_setext(line: Cursor) -> bool:
    """Whether the line underlines what stands before it."""
    return line.match(_SETEXT) is not None


def is_rule(line: Cursor) -> bool:
    """Whether what is left of the line is a thematic break; a run of marks that is none is looked at once."""
    if line.ahead < line.no_rule_before:
        return False
    mark = line.text[line.ahead]
    run = line.match(RULES[mark])
    end = line.ahead if run is None else run.end()
    line.no_rule_before = end
    return end == line.end and line.text.count(mark, line.ahead, end) >= _RULE_MARKS


def is_delimiter_row(line: Cursor) -> bool:
    """Whether the line may stand under a table's header."""
    return line.match(_DELIMITERS) is not None


def cells_of(text: str, start: int, end: int) -> list[Span]:
    """The cells of the row ``text[start:end]``, cut at each ``|`` that no backslash precedes, less outer space."""
    start, end = _trimmed(text, start, end)
    if start < end and text[start] == "|":
        start += 1
    cells: list[Span] = []
    for mark in _CELL_END.finditer(text, start, end):
        if mark[0] == "|":
            cells.append(_trimmed(text, start, mark.start()))
            start = mark.end()
    if start < end or not cells:
        cells.append(_trimmed(text, start, end))
    return cells


def _trimmed(text: str, start: int, end: int) -> Span:
    piece = text[start:end]
    bare = piece.strip(" \t")
    left = start + piece.index(bare)
    return left, left + len(bare)


def unwrapped(text: str, lines: list[Span]) -> list[Span]:
    """The lines inside the fence that an answer is, or all of them."""
    filled = [index for index, (start, end) in enumerate(lines) if text[start:end].strip(" \t")]
    if len(filled) < 2:
        return lines
    first, last = filled[0], filled[-1]
    opening = Cursor(text, *lines[first])
    fence = None if opening.indented else fence_at(opening)
    if fence is None or fence[1].lower() not in _UNWRAPPED:
        return lines
    closing = next(
        (
            index
            for index in range(first + 1, last + 1)
            if closes_fence(Cursor(text, *lines[index]), fence[0])
        ),
        None,
    )
    return lines[first + 1 : last] if closing == last else lines

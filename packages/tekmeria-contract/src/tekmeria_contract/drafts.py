"""From parts to sentences: where they are cut, what each cites, which are claims (contract.md §3, §5)."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from tekmeria_contract.anchors import Anchor, Part
from tekmeria_contract.answer import Span
from tekmeria_contract.claims import (
    ends_with_colon,
    ends_with_stop,
    has_letter,
    is_disclaimer,
    is_label,
    is_question,
    may_be_exempt,
)
from tekmeria_contract.prose import Prose
from tekmeria_contract.quotations import is_long, quotations
from tekmeria_contract.sentences import split_sentences

_BREAK = re.compile(r"\n+")
_MAY_STOP = re.compile(r"[.!?…。！？][\"'”’»)\]」』]{0,3}$")
_POINTED = re.compile(r"\w\.\s?\w{1,3}\.$|\b\w\.$")
"""An abbreviation such as ``i.v.`` or an initial, behind which a sentence may go on."""

_SPACE = re.compile(r"\s*+")
_LOOK_BACK = 80
"""Characters before a citation by which it is told whether a sentence ends there."""

_STARTS_ANEW = re.compile(r"[\s*_\"'“‘(\[]*(?:[A-Z0-9À-ÞΑ-ΩА-Я•–—\-]|[\u3040-\u9fff])")


@dataclass(slots=True)
class Draft:
    """A sentence before it is numbered: ``anchors`` are what stands in it, ``quoted`` its long quotations.

    ``attached`` tells whether its citations belong to it; ``blockquote`` is its text as one quotation.
    """

    text: str
    kind: str
    span: Span
    anchors: list[Anchor]
    quoted: list[tuple[str, Span, int]] = field(default_factory=list[tuple[str, Span, int]])
    short: list[tuple[str, Span]] = field(default_factory=list[tuple[str, Span]])
    attached: bool = True
    blockquote: tuple[str, Span] | None = None
    part: Part | None = None


def draft_part(part: Part, answer: str, language: str | None) -> tuple[list[Draft], list[Anchor]]:
    """The sentences of a part, and the anchors that belong to none of them."""
    prose = part.prose
    marked = quotations(prose.text)
    spans = _sentences(part, marked, language)
    spans = [span for span in spans if any(c.isalnum() for c in prose.text[slice(*span)])]
    drafts = [
        Draft(_text(prose, start, end), "claim", prose.span(start, end), [], part=part)
        for start, end in spans
    ]
    if not drafts:
        return [], part.anchors
    starts = [start for start, _ in spans]
    for anchor in part.anchors:
        drafts[_sentence_at(starts, anchor.place)].anchors.append(anchor)
    for start, end in marked:
        index = bisect_right(starts, start) - 1
        if index >= 0 and end <= spans[index][1]:
            _quote(drafts[index], prose, answer, start, end)
    return drafts, []


def _text(prose: Prose, start: int, end: int) -> str:
    return " ".join(prose.text[start:end].split())


def _quote(draft: Draft, prose: Prose, answer: str, start: int, end: int) -> None:
    span = prose.span(start, end)
    shown = prose.text[start:end]
    written = answer[slice(*span)]
    faithful = len(written) <= 2 * len(shown) + 20 and not any(c in written for c in "<\n\r[]")
    if is_long(shown):
        draft.quoted.append((written if faithful else shown, span, end))
    elif shown.strip():
        draft.short.append((shown, span))


def _sentence_at(starts: Sequence[int], place: int) -> int:
    """The sentence around ``place``; between two, the one just ended."""
    return max(0, bisect_left(starts, place) - 1)


def _sentences(part: Part, marked: Sequence[Span], language: str | None) -> list[Span]:
    text = part.prose.text
    if part.unit.kind in ("header", "row"):
        return _row_sentences(text, language)
    spans: list[Span] = []
    for start, end in _pieces(text):
        piece = text[start:end].replace("\n", " ")
        spans += [(start + a, start + b) for a, b in split_sentences(piece, language)]
    return _unsplit(_cut_behind_stops(part, spans, language), marked)


def _cut_behind_stops(part: Part, spans: list[Span], language: str | None) -> list[Span]:
    """Sentences cut where a citation stands behind a stop, whatever word follows it.

    What is left of ``It fell. [handle] found more`` reads like one sentence; a reader sees the citation between two.
    """
    places = sorted({anchor.place for anchor in part.anchors if anchor.kind != "reference"})
    if not places:
        return spans
    text = part.prose.text
    cut: list[Span] = []
    at = 0
    for start, end in spans:
        while at < len(places) and places[at] < end:
            place = places[at]
            at += 1
            before = text[max(start, place - _LOOK_BACK) : place].rstrip()
            if start < place and _MAY_STOP.search(before) and _stops(before, language):
                cut.append((start, start + len(text[start:place].rstrip())))
                space = _SPACE.match(text, place, end)
                start = place if space is None else space.end()
        cut.append((start, end))
    return [span for span in cut if span[0] < span[1]]


def _stops(before: str, language: str | None) -> bool:
    """Whether a sentence ends with ``before`` where a citation and another sentence follow."""
    if _POINTED.search(before) is not None:
        return False
    return any(
        start > len(before) for start, _ in split_sentences(f"{before} [1] The trial ended.", language)
    )


def _pieces(text: str) -> list[Span]:
    """Stretches between the hard breaks after which a line begins anew."""
    pieces: list[Span] = []
    done = 0
    for match in _BREAK.finditer(text):
        if _STARTS_ANEW.match(text, match.end()):
            pieces.append((done, match.start()))
            done = match.end()
    return [*pieces, (done, len(text))]


def _unsplit(spans: list[Span], marked: Sequence[Span]) -> list[Span]:
    """Sentences that a quotation goes across, as one."""
    joined: list[Span] = []
    quotes = sorted(marked)
    at, reach = 0, 0
    for start, end in spans:
        while at < len(quotes) and quotes[at][0] < start:
            reach = max(reach, quotes[at][1])
            at += 1
        if joined and start < reach:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


def _row_sentences(text: str, language: str | None) -> list[Span]:
    """A row is one sentence, unless more than one of its cells' sentences ends with a terminator."""
    cells: list[Span] = []
    done = 0
    for match in re.finditer(r" \| ", text):
        cells.append((done, match.start()))
        done = match.end()
    cells.append((done, len(text)))
    found: list[Span] = []
    for start, end in cells:
        found += [
            (start + a, start + b) for a, b in split_sentences(text[start:end].replace("\n", " "), language)
        ]
    stopped = [span for span in found if ends_with_stop(text[slice(*span)])]
    if len(stopped) < 2:
        return [(found[0][0], found[-1][1])] if found else []
    rows: list[Span] = []
    begin: int | None = None
    for start, end in found:
        begin = start if begin is None else begin
        if ends_with_stop(text[start:end]):
            rows.append((begin, end))
            begin = None
    if begin is not None:
        rows.append((begin, found[-1][1]))
    return rows


def classify(drafts: list[Draft], part: Part, following: str | None) -> None:
    """Say of each sentence of a part what kind it is; ``following`` is the kind of the next block."""
    for index, draft in enumerate(drafts):
        draft.kind = _kind(draft, part, index == len(drafts) - 1, len(drafts) == 1, following)
        if draft.kind in ("heading", "reference"):
            draft.attached = False


def _kind(draft: Draft, part: Part, last: bool, only: bool, following: str | None) -> str:
    if is_disclaimer(draft.text):
        return "boilerplate"
    kind = _exempt_kind(draft.text, part, last and following is not None, only)
    return kind if kind is not None and may_be_exempt(draft.text) else "claim"


def _exempt_kind(text: str, part: Part, leads: bool, only: bool) -> str | None:
    """The kind that the sentence would be, if it may be exempt at all; ``leads`` where something follows."""
    if not has_letter(text):
        return "boilerplate"
    unit, stopped = part.unit.kind, ends_with_stop(text)
    if only and (unit == "header" or (unit == "heading" and not stopped)):
        return "heading"
    if is_label(text) or (unit == "entry" and only and not stopped):
        return "reference"
    if is_question(text):
        return "question"
    bold = only and part.strong and not stopped
    return "leadin" if bold or (leads and ends_with_colon(text)) else None

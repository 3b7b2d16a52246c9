"""Running text of JATS full text, with its reference marks apart (sources.md, Records and passages).

Characters and inline markup as in :mod:`tekmeria_sources.markup`; a formula given in several forms is read once,
as MathML where it is there, else as TeX. A block inside running text (an item of a list, a paragraph of a
quotation) is a line of its own, its label before it; a displayed formula stands in its sentence. Figures, tables
and boxes inside a paragraph are no part of it: :mod:`tekmeria_sources.jats_body` reads them.

Reference marks are ``xref`` to the bibliography. They leave the text, with the brackets or the superscript that
hold nothing else and the space before, where they are

1. alone in round or square brackets, or raised: ``[1,2]``, ``(Smith, 2010; Li, 2011)``, ``¹⁻³``;
2. bracketed themselves: ``<xref>[1]</xref>``;
3. numbers, other than years, set right behind a word or stop: ``survival<xref>12</xref>``.

Any other is a part of its sentence and stays: ``Li et al. (2019) found``, ``see ref. 12``. What is cited, a
reference in the middle of a range among it, is kept with the place in the text where the mark ends.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from xml.etree.ElementTree import Element

from tekmeria_sources.markup import tidy
from tekmeria_sources.mathml import MATH, render_math
from tekmeria_sources.scripts import SUPERSCRIPTS, spell_script

FLOATS = frozenset({"fig", "fig-group", "table-wrap", "table-wrap-group", "boxed-text"})
"""What may stand inside a paragraph without being a part of it."""

_OPEN, _CLOSE, _LINE, _GLUE = "\ufdd0", "\ufdd1", "\ufdd2", "\ufdd3"
_RESERVED = re.compile("[\ufdd0-\ufdef]")
_BLOCKS = frozenset(
    {
        *(
            "p",
            "title",
            "list",
            "list-item",
            "def-list",
            "def-item",
            "disp-quote",
            "verse-line",
            "fn",
            "attrib",
        ),
        *("statement", "speech", "caption", "preformat", "code", "tr", "sec", "subtitle", "fn-group"),
    }
)
_SPACED = frozenset({"disp-formula", "disp-formula-group", "break", "hr", "td", "th", "term", "def"})
_SILENT = FLOATS | {
    *("graphic", "inline-graphic", "object-id", "alt-text", "long-desc", "index-term", "target", "ref-list"),
    *("sec-meta", "permissions", "kwd-group"),
}
_FORMULAS = (MATH, "tex-math", "textual-form", "table", "preformat")
_TEX = re.compile(r"\\begin\{document\}(?P<formula>.*?)\\end\{document\}", re.DOTALL)
_DOLLARS = re.compile(r"\$\$?(?P<formula>.*?)\$\$?", re.DOTALL)
_MARK = rf"{_OPEN}[^{_CLOSE}]*{_CLOSE}"
_JOINT = r"(?:[\s,;/&–—‐‑⁻⁺−-]|and\b)*"
_RUN = re.compile(rf"{_MARK}(?:{_JOINT}{_MARK})*")
_GROUP = re.compile(rf"\s?[\[(（【]\s*(?P<run>{_MARK}(?:{_JOINT}{_MARK})*)[\s,;]*[\])）】]")
_GROUP_BEHIND_WORDS = re.compile(rf"(?<![0-9])(?<![0-9]\s){_GROUP.pattern}")
_ONE = re.compile(rf"{_OPEN}(?P<ids>[^|{_CLOSE}]*)\|(?P<shown>[^{_CLOSE}]*){_CLOSE}")
_RAISED = re.compile(rf"[{re.escape(''.join(SUPERSCRIPTS.values()))}\s,]*|\s*[\[(][^\])]*[\])]\s*")
_NUMBER = re.compile(r"(?!(?:1[5-9]|20)[0-9]{2}[a-z]?\b)[0-9]{1,4}[a-z]?(?:\s?[,–—‐‑-]\s?[0-9]{1,4}[a-z]?)*")
_DASH = re.compile(r"[–—‐‑⁻−-]")
_LINES = re.compile(rf" ?{_LINE}[ {_LINE}]*")
_LONGEST_RANGE = 100


@dataclass(frozen=True, slots=True)
class Text:
    """A text, and the works it cites: each with the offset at which its mark ends, in order."""

    text: str = ""
    cites: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True)
class Bibliography:
    """The references of an article by their ids, in order: each an identifier, or as it is written."""

    works: Mapping[str, str] = field(default_factory=dict[str, str])

    @cached_property
    def _places(self) -> Mapping[str, int]:
        return {id_: place for place, id_ in enumerate(self.works)}

    def cited(self, ids: Sequence[str], since: str | None) -> list[str]:
        """The works with ``ids``; those after ``since`` too, where ``ids`` end a range that begins there."""
        first, last = self._places.get(since or ""), self._places.get(ids[0] if ids else "")
        if first is not None and last is not None and 1 < last - first <= _LONGEST_RANGE:
            ids = [*list(self.works)[first + 1 : last], *ids]
        return [self.works[id_] for id_ in ids if id_ in self.works]


def read_text(
    element: Element,
    bibliography: Bibliography,
    *,
    without: frozenset[str] = frozenset(),
    groups: re.Pattern[str] = _GROUP,
) -> Text:
    """The text of ``element``; of its children, those named in ``without`` are left out."""
    written = "".join(_pieces(element, without))
    written = _LINES.sub(_LINE, tidy(re.sub(rf"{_GLUE}[\s{_LINE}]*", " ", written))).strip(_LINE + " ")
    return _without_marks(groups.sub(lambda group: _emptied(group["run"]), written), bibliography)


def read_line(element: Element, bibliography: Bibliography, *, without: frozenset[str] = frozenset()) -> Text:
    """The same on one line."""
    return _on_one_line(read_text(element, bibliography, without=without))


def read_cell(element: Element, bibliography: Bibliography) -> Text:
    """The same for a cell of a table, where brackets behind a number stay: ``54 [19]`` is a value and its range,
    also where a publisher took it for a reference."""
    return _on_one_line(read_text(element, bibliography, groups=_GROUP_BEHIND_WORDS))


def _on_one_line(read: Text) -> Text:
    return Text(read.text.replace("\n", " "), read.cites)


def joined(texts: Sequence[Text], separator: str) -> Text:
    """Texts one after the other."""
    pieces: list[str] = []
    cites: list[tuple[int, str]] = []
    length = 0
    for read in texts:
        if pieces:
            length += len(separator)
        cites += [(length + place, work) for place, work in read.cites]
        pieces.append(read.text)
        length += len(read.text)
    return Text(separator.join(pieces), tuple(cites))


def _pieces(element: Element, without: frozenset[str] = frozenset()) -> list[str]:
    """The text in document order. Recursion is bounded by the depth that ``parse_xml`` allows."""
    pieces = [_clean(element.text)]
    for child in element:
        if child.tag not in without:
            pieces.append(_spell(child, pieces[-1]))
        pieces.append(_clean(child.tail))
    return pieces


def _clean(text: str | None) -> str:
    return _RESERVED.sub("", text) if text else ""


def _spell(element: Element, before: str) -> str:
    name = element.tag
    if name in _SILENT:
        return ""
    if name == MATH:
        return render_math(element)
    if name == "tex-math":
        return _tex("".join(element.itertext()))
    if name in ("alternatives", "inline-formula", "disp-formula"):
        return _formula(element, before)
    content = "".join(_pieces(element))
    if name in ("sup", "sub"):
        return _script(content, "^" if name == "sup" else "_", before)
    if name == "xref" and element.get("ref-type") == "bibr":
        shown = content.replace(_OPEN, "").replace(_CLOSE, "").replace("|", "/")
        return f"{_OPEN}{element.get('rid', '')}|{shown}{_CLOSE}"
    if name == "label":
        return f" {content.strip()}{_GLUE}" if content.strip() else ""
    if name in _BLOCKS:
        return f"{_LINE}{content}{_LINE}"
    return f" {content} " if name in _SPACED else content


def _formula(element: Element, before: str) -> str:
    """A formula in one of its forms, with its label."""
    forms = [name for name in _FORMULAS if element.find(name) is not None]
    if not forms:
        content = "".join(_pieces(element))
    else:
        others = frozenset(forms[1:]) | {"graphic", "inline-graphic"}
        content = "".join(_pieces(element, others))
    return f" {content.replace(_GLUE, ' ')} " if element.tag == "disp-formula" else content


def _tex(written: str) -> str:
    document = _TEX.search(written)
    formula = document["formula"] if document else written
    dollars = _DOLLARS.search(formula)
    return dollars["formula"] if dollars else formula


def _script(content: str, mark: str, before: str) -> str:
    if _OPEN not in content:
        return spell_script(content, mark, before)
    if not re.sub(_JOINT, "", re.sub(_MARK, "", content)):
        return _emptied(content)
    rest = _RUN.sub("", content).strip(" ,;")
    return spell_script(rest, mark, before) + _emptied("".join(re.findall(_MARK, content)))


def _emptied(run: str) -> str:
    """Marks that show nothing."""
    return _ONE.sub(rf"{_OPEN}\g<ids>|{_CLOSE}", run)


def _without_marks(written: str, bibliography: Bibliography) -> Text:
    out = _Output(bibliography)
    position = 0
    for run in _RUN.finditer(written):
        out.add(written[position : run.start()])
        marks = list(_ONE.finditer(run[0]))
        leaves = _leaves(marks, written[: run.start()][-1:])
        if leaves:
            out.drop(marks, run[0])
        else:
            out.keep(marks, run[0])
        position = run.end()
    out.add(written[position:])
    return out.text()


def _leaves(marks: Sequence[re.Match[str]], before: str) -> bool:
    shown = [mark["shown"] for mark in marks]
    if all(_RAISED.fullmatch(text) for text in shown):
        return True
    attached = bool(before) and not before.isspace() and before not in "([{（【/=<>~" + _LINE
    return attached and all(_NUMBER.fullmatch(text.strip()) or _RAISED.fullmatch(text) for text in shown)


class _Output:
    """The text as it grows, and where its marks ended."""

    def __init__(self, bibliography: Bibliography) -> None:
        self._bibliography = bibliography
        self._pieces: list[str] = []
        self._cites: list[tuple[int, str]] = []
        self._length = 0
        self._dropped = False

    def add(self, text: str) -> None:
        """Add text; a space that only a mark had beside it goes with the mark."""
        if self._dropped and text and self._pieces and self._pieces[-1].endswith(" "):
            if text[0] in " .,;:)]!?" + _LINE:
                self._pieces[-1] = self._pieces[-1][:-1]
                self._length -= 1
        elif self._dropped and text and not self._pieces:
            text = text.lstrip(" ,;")
        if text:
            self._dropped = False
            self._pieces.append(text)
            self._length += len(text)

    def drop(self, marks: Sequence[re.Match[str]], run: str) -> None:
        """Note what marks cite and leave them out."""
        self._dropped = True
        self._note(marks, run, [self._length] * len(marks))

    def keep(self, marks: Sequence[re.Match[str]], run: str) -> None:
        """Add marks as they are shown."""
        places: list[int] = []
        position = 0
        for mark in marks:
            self.add(run[position : mark.start()])
            self.add(mark["shown"])
            places.append(self._length)
            position = mark.end()
        self._note(marks, run, places)

    def _note(self, marks: Sequence[re.Match[str]], run: str, places: Sequence[int]) -> None:
        previous: re.Match[str] | None = None
        for mark, place in zip(marks, places, strict=True):
            ids = mark["ids"].split()
            between = run[previous.end() : mark.start()] if previous else ""
            since = previous["ids"].split()[-1:] if previous and _DASH.search(between) else []
            works = self._bibliography.cited(ids, since[0] if since else None)
            self._cites += [(place, work) for work in works or [mark["shown"].strip()] if work]
            previous = mark

    def text(self) -> Text:
        """What was read, trimmed at its end."""
        whole = "".join(self._pieces)
        trimmed = whole.replace(_LINE, "\n").rstrip()
        return Text(trimmed, tuple((min(place, len(trimmed)), work) for place, work in self._cites))

"""The citation styles of contract.md §5 in which a planted answer is written as text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from tekmeria_eval.case import Case, Planted
from tekmeria_eval.writing import Page, Placed, Site, Written

_UNSPACED = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")


@dataclass(frozen=True, slots=True)
class Bracket:
    """How a citation is enclosed, and how a quote stands beside its handle."""

    opening: str = "["
    closing: str = "]"
    label: str = ""
    joint: str = " "
    marks: tuple[str, str] = ('"', '"')
    tick: str = ""
    quote_first: bool = False
    between: str = ""
    shared: str | None = None

    def write(self, page: Page, cited: Sequence[Planted], sentence: int) -> list[Site]:
        """Write ``cited``: each in a bracket of its own, or all in one where ``shared`` separates them."""
        sites: list[Site] = []
        for at, planted in enumerate(cited):
            alone = self.shared is None
            page.add(self.between if at else "")
            page.add(self.opening + self.label if alone or at == 0 else self.shared or "")
            sites.append(self._entry(page, planted, sentence))
            page.add(self.closing if alone or at == len(cited) - 1 else "")
        return sites

    def _entry(self, page: Page, planted: Planted, sentence: int) -> Site:
        if planted.quote is None:
            return Site(planted, sentence, self._handle(page, planted))
        if self.quote_first:
            quote = self._quote(page, planted.quote)
            page.add(" ")
            return Site(planted, sentence, self._handle(page, planted), quote, "bracket")
        handle = self._handle(page, planted)
        page.add(self.joint)
        return Site(planted, sentence, handle, self._quote(page, planted.quote), "bracket")

    def _handle(self, page: Page, planted: Planted) -> tuple[int, int]:
        page.add(self.tick)
        span = page.add(planted.as_written)
        page.add(self.tick)
        return span

    def _quote(self, page: Page, quote: str) -> tuple[int, int]:
        page.add(self.marks[0])
        span = page.add(quote)
        page.add(self.marks[1])
        return span


@dataclass(frozen=True, slots=True)
class Style:
    """A way to write an answer.

    ``quotes``: it can hold quotes. ``square``: a broken handle in it is malformed (other enclosures make
    it prose).
    """

    name: str
    write: Callable[[Case], Written]
    quotes: bool = True
    square: bool = True
    marks: tuple[str, str] = ('"', '"')
    longer: bool = False
    single: bool = False

    def fits(self, case: Case) -> bool:
        """Whether the case can be written so without changing what is planted."""
        if case.styles:
            return self.name in case.styles
        if self.single and any(len(sentence.citations) > 1 for sentence in case.sentences):
            return False
        return all(self._holds(planted) for sentence in case.sentences for planted in sentence.citations)

    def _holds(self, planted: Planted) -> bool:
        if planted.verdict == "malformed" and not self.square:
            return False
        if planted.quote is None:
            return True
        long = len(planted.quote.split()) > 2 or len(_UNSPACED.findall(planted.quote)) > 5
        marked = set("".join(self.marks)) & set(planted.quote)
        stopped = planted.quote.endswith((".", "!", "?"))
        return self.quotes and not marked and ((long and not stopped) or not self.longer)


def _paragraph(name: str, bracket: Bracket, after_stop: bool = False) -> Callable[[Case], Written]:
    """All sentences in one paragraph, marks before or after the stop."""

    def write(case: Case) -> Written:
        page = Page()
        placed: list[Placed] = []
        sites: list[Site] = []
        for index, sentence in enumerate(case.sentences):
            page.add(" " if index else "")
            start = page.length
            body, stop = sentence.prose[:-1], sentence.prose[-1]
            page.add(body + (stop if after_stop else ""))
            if sentence.citations:
                page.add(" ")
                sites += bracket.write(page, sentence.citations, index)
            page.add("" if after_stop else stop)
            placed.append(Placed(sentence.prose, "claim", sentence.status, (start, page.length)))
        return Written(name, page.text, tuple(placed), tuple(sites))

    return write


def _lines(name: str, prefix: Callable[[int], str], opening: str = "") -> Callable[[Case], Written]:
    """Each sentence on a line of its own that begins with ``prefix``."""

    def write(case: Case) -> Written:
        page = Page()
        placed: list[Placed] = []
        sites: list[Site] = []
        page.add(opening)
        for index, sentence in enumerate(case.sentences):
            page.add(("\n" if index else "") + prefix(index))
            start = page.length
            page.add(sentence.prose[:-1] + (" " if sentence.citations else ""))
            sites += Bracket().write(page, sentence.citations, index)
            page.add(sentence.prose[-1])
            placed.append(Placed(sentence.prose, "claim", sentence.status, (start, page.length)))
        return Written(name, page.text, tuple(placed), tuple(sites))

    return write


def _in_prose(case: Case) -> Written:
    """A quote stands in the sentence itself, the handle after it."""
    page = Page()
    placed: list[Placed] = []
    sites: list[Site] = []
    for index, sentence in enumerate(case.sentences):
        page.add(" " if index else "")
        start = page.length
        text = sentence.prose[:-1]
        page.add(text)
        for planted in sentence.citations:
            site = Site(planted, index, (0, 0))
            if planted.quote is not None:
                text += f": “{planted.quote}”"
                page.add(": “")
                site = replace(site, quote=page.add(planted.quote), origin="prose")
                page.add("”")
            page.add(" [")
            sites.append(replace(site, handle=page.add(planted.as_written)))
            page.add("]")
        page.add(sentence.prose[-1])
        placed.append(Placed(text + sentence.prose[-1], "claim", sentence.status, (start, page.length)))
    return Written("in_prose", page.text, tuple(placed), tuple(sites))


def _defined(
    name: str, mark: Callable[[int], str], lead: Callable[[int], str], heading: str
) -> Callable[[Case], Written]:
    """Numbers in the text, handles and quotes in definitions at the end."""
    gap = "" if name in ("footnote", "note_lines") else " "

    def write(case: Case) -> Written:
        page = Page()
        placed: list[Placed] = []
        cited: list[Site] = []
        for index, sentence in enumerate(case.sentences):
            page.add(" " if index else "")
            start = page.length
            page.add(sentence.prose)
            for planted in sentence.citations:
                page.add(gap)
                cited.append(Site(planted, index, page.add(mark(len(cited) + 1))))
            placed.append(Placed(sentence.prose, "claim", sentence.status, (start, page.length)))
        page.add("\n" if cited else "")
        if heading and cited:
            page.add("\n## ")
            placed.append(Placed(heading, "heading", "exempt", page.add(heading)))
            page.add("\n")
        sites: list[Site] = []
        for number, site in enumerate(cited, 1):
            page.add("\n" + lead(number))
            [entry] = Bracket("", "").write(page, [site.planted], site.sentence or 0)
            origin = None if entry.quote is None else "definition"
            sites.append(replace(site, quote=entry.quote, origin=origin))
        return Written(name, page.text, tuple(placed), tuple(sites))

    return write


def _superscript(number: int) -> str:
    return str(number).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))


def _table(case: Case) -> Written:
    """Each sentence is a row: its prose without the stop, its marks in a cell of their own."""
    page = Page()
    header = page.add("| Claim | Source |")[0]
    placed = [Placed(None, "heading", "exempt", (header + 2, header + 16))]
    sites: list[Site] = []
    page.add("\n|---|---|")
    for index, sentence in enumerate(case.sentences, 1):
        page.add("\n| ")
        span = page.add(sentence.prose[:-1])
        page.add(" | ")
        sites += Bracket().write(page, sentence.citations, index)
        page.add(" |")
        placed.append(Placed(sentence.prose[:-1], "claim", sentence.status, span))
    return Written("table", page.text, tuple(placed), tuple(sites))


def _bracketed(name: str, bracket: Bracket, square: bool = True, quotes: bool = True) -> Style:
    return Style(name, _paragraph(name, bracket), quotes, square, bracket.marks)


def _definitions(
    name: str, mark: Callable[[int], str], lead: Callable[[int], str], heading: str = ""
) -> Style:
    return Style(name, _defined(name, mark, lead, heading), square=False, single=name == "note_lines")


_STYLES = (
    _bracketed("bracket", Bracket()),
    Style("after_stop", _paragraph("after_stop", Bracket(), after_stop=True)),
    _bracketed("shared_bracket", Bracket(shared="; ")),
    _bracketed("curly_marks", Bracket(marks=("“", "”"))),
    _bracketed("low_marks", Bracket(marks=("„", "“"))),
    _bracketed("guillemets", Bracket(marks=("«", "»"))),
    _bracketed("colon", Bracket(joint=": ")),
    _bracketed("dash", Bracket(joint=" — ", marks=("“", "”"))),
    _bracketed("quote_first", Bracket(quote_first=True)),
    _bracketed("round", Bracket("(", ")"), square=False),
    _bracketed("fullwidth", Bracket("［", "］")),
    _bracketed("lenticular", Bracket("【", "】")),
    _bracketed("escaped", Bracket("\\[", "\\]"), square=False),
    _bracketed("ticks", Bracket(tick="`"), square=False),
    _bracketed("bold", Bracket("**[", "]**", between=" ")),
    _bracketed("superscript_tag", Bracket("<sup>[", "]</sup>")),
    _bracketed("see", Bracket(label="see "), square=False),
    _bracketed("source", Bracket("(", ")", label="source: "), square=False),
    _bracketed("link", Bracket("[source](evidence://passage/", ")"), square=False, quotes=False),
    _bracketed("autolink", Bracket("<evidence://passage/", ">"), square=False, quotes=False),
    _bracketed("bare", Bracket("", ""), square=False, quotes=False),
    Style("list", _lines("list", lambda _: "- ")),
    Style("numbered_list", _lines("numbered_list", lambda index: f"{index + 1}. ")),
    Style("nested_list", _lines("nested_list", lambda index: "  " * min(index, 3) + "* ")),
    Style("table", _table),
    Style("in_prose", _in_prose, square=False, marks=("“", "”"), longer=True),
    _definitions("footnote", lambda n: f"[^{n}]", lambda n: f"[^{n}]: "),
    _definitions("definition", lambda n: f"[{n}]", lambda n: f"[{n}]: "),
    _definitions("references", lambda n: f"[{n}]", lambda n: f"{n}. ", "References"),
    _definitions("note_lines", _superscript, lambda n: f"{_superscript(n)} "),
)

STYLES: Mapping[str, Style] = MappingProxyType({style.name: style for style in _STYLES})
"""Every style by name."""

"""Answers written at random in the styles in which hosts cite, with what is to be read of each (contract.md §5).

A :class:`Scribe` deals sentences, handles and styles, and writes down what it plants: the texts of the sentences
and, for each citation, its sentence, handle, quotation and state. It knows nothing of how answers are read.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from tekmeria_contract.handle import mint

from .answers import RING
from .styles import BRACKETED, OPEN, Style, Styled

RECORDS = (
    *(f"pmid:990000{n:02}" for n in range(1, 25)),
    *(f"pmcid:PMC990000{n:02}" for n in range(31, 40)),
    "nct:NCT99000001@2026-01-01",
    "setid:9f1c2ab4-0000-4000-8000-000000000000@6",
    "ppr:PPR99001",
)
PATHS = ("abstract.7", "title", "results.12", "boxed_warning.2", "s1.p3", "table-2.r1")
POOL = tuple(mint(record, path, RING) for record in RECORDS for path in PATHS)

SUBJECTS = (
    *("Mortality", "Blood pressure", "The mean HbA1c", "Admission for heart failure", "Treatment with 5 mg"),
    *("Weight, on average,", "The rate (n = 412)", "Expression of c-kit", "Survival in E. coli sepsis"),
    *("LDL cholesterol vs. placebo",),
)
VERBS = ("fell", "rose", "did not change", "was lower", "improved modestly")
TAILS = (
    *("in older adults", "by 0.74 mmol/L", "over 24 months", "(P = .03)", "in two trials, e.g. in women"),
    *("without diabetes", "at the patients' own pace", "from 3.4% to 2.1%", "after [sic] surgery", "by half"),
)
CJK_SUBJECTS, CJK_VERBS = (
    ("死亡率", "血压", "血糖水平", "この薬の効果", "糖尿病患者的体重"),
    ("下降", "升高", "没有变化", "は下がった"),
)
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
PROSE_QUOTE = "a third fewer deaths"
MARKS = (
    *("【1†source】", "\ue200cite\ue202turn0search0\ue201", "[cite: 1, 2]", "[citation needed]"),
    "[citation:3]",
)
FOREIGN = {
    "PMID 99100001": "99100001",
    "NCT99100002": "NCT99100002",
    "https://doi.org/10.5555/a.1": "10.5555/a.1",
}


@dataclass
class Planted:
    """One citation as planted: the index of its sentence or None, its handle, its quotation, ``ok`` or a reason."""

    sentence: int | None
    handle: str | None
    quote: str | None = None
    state: str = "ok"


@dataclass
class Scribe:
    """Writes one answer; what is to be read of it stands in its lists, and the styles it ``used``."""

    random: random.Random
    blocks: list[str] = field(default_factory=list[str])
    sentences: list[str] = field(default_factory=list[str])
    planted: list[Planted] = field(default_factory=list[Planted])
    kinds: list[str] = field(default_factory=list[str])
    used: list[Style] = field(default_factory=list[Style])
    marks: list[str] = field(default_factory=list[str])
    foreign: list[str] = field(default_factory=list[str])
    links: list[str] = field(default_factory=list[str])
    defined: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])

    def __post_init__(self) -> None:
        self.deck = self.random.sample(POOL, len(POOL))
        self.notes = self.random.choice(("footnote", "list", "link", "raised", "colon"))

    def handle(self, scheme: str = "") -> str:
        """A handle that the answer has not yet."""
        at = next(i for i, handle in enumerate(self.deck) if handle.startswith(scheme))
        return self.deck.pop(at)

    def plant(self, text: str, kind: str = "claim") -> int:
        """Write down a sentence; its index."""
        self.sentences.append(text)
        self.kinds.append(kind)
        return len(self.sentences) - 1

    def words(self, cjk: bool) -> tuple[str, str]:
        """The two halves of a new sentence, without its stop."""
        pick = self.random.choice
        if cjk:
            return pick(CJK_SUBJECTS), pick(CJK_VERBS)
        # A superscript behind a unit or a per cent sign is no mark.
        tails = [tail for tail in TAILS if self.notes != "raised" or tail[-3:].isalpha()]
        return pick(SUBJECTS), f"{pick(VERBS)} {pick(tails)}"

    def mark(self, *, closed: bool = False) -> Styled:
        """A citation in a style of its own; ``closed`` asks for one that ends with a mark."""
        if self.random.random() < 0.15:
            return self.noted()
        return self.styled(BRACKETED if closed else BRACKETED + OPEN)

    def styled(self, styles: Sequence[Style]) -> Styled:
        """A citation in one of ``styles``, which is counted."""
        style = self.random.choice(styles)
        self.used.append(style)
        return style(self)

    def noted(self) -> Styled:
        """A mark that names a definition, which is written at the end."""
        number, handle = str(len(self.defined) + 1), self.handle()
        self.defined.append((number, handle))
        forms = {"footnote": "[^{}]", "raised": "{}"}
        return Styled(forms.get(self.notes, "[{}]").format(self.numeral(number)), [(handle, None, "ok")])

    def sentence(self, *, cjk: bool = False, where: str | None = None, stop: str | None = None) -> str:
        """A sentence as written, planted with what it cites."""
        first, second = self.words(cjk)
        gap, full = ("", "。") if cjk else (" ", ".")
        full = full if stop is None else stop
        quotation = PROSE_QUOTE if not cjk and self.random.random() < 0.2 else None
        if quotation is not None:
            second = f"and “{quotation}” {second}"
        where = where or self.random.choice(
            ("none", "inner", "end", "end", "end", "behind", "glued", "woven")
        )
        if where == "none" or (where == "woven" and cjk):
            return self._beside(f"{first}{gap}{second}", full)
        if where == "woven":
            return self._woven(f"{first}{gap}{second}")
        index = self.plant(f"{first}{gap}{second}{full}")
        closed = where in ("inner", "glued") or cjk or not full
        mark = self.mark(closed=closed) if where != "inner" else self.styled(BRACKETED)
        cites = [Planted(index, *cited) for cited in mark.cites]
        if quotation is not None:
            able = [one for one in cites if one.state == "ok"] or cites
            nearest = able[-1] if where == "inner" else able[0]
            if nearest.quote is None:
                nearest.quote = quotation
            else:
                cites.append(Planted(index, nearest.handle, quotation, nearest.state))
        self.planted += cites
        raised = mark.text[0] in "⁰¹²³⁴⁵⁶⁷⁸⁹"
        space = "" if raised or (cjk and self.random.random() < 0.7) else " "
        if where == "inner":
            return f"{first}{space}{mark.text}{gap}{second}{full}"
        if where == "end":
            return f"{first}{gap}{second}{space}{mark.text}{full}"
        return f"{first}{gap}{second}{full}{'' if where == 'glued' else space}{mark.text}"

    def _beside(self, text: str, full: str) -> str:
        """A sentence that cites nothing: at times with another system's mark, or a reference of another kind."""
        chance = self.random.random() if full else 1
        if chance < 0.15:
            self.plant(text + full)
            self.marks.append(self.random.choice(MARKS))
            return f"{text} {self.marks[-1]}{full}"
        if chance < 0.3:
            reference = self.random.choice(sorted(FOREIGN))
            self.foreign.append(FOREIGN[reference])
            text += self.random.choice(
                (f" ({reference})", f"（{reference}）", reference) if full == "。" else (f" ({reference})",)
            )
        self.plant(text + full)
        return text + full

    def _woven(self, text: str) -> str:
        """A sentence whose handle is a part of it: a noun, a link's target, what it begins with."""
        handle = self.handle()
        form = self.random.choice(("According to {h}, {t}.", "[{t}](evidence://{h}).", "[{t}][r{h}]."))
        shown = f"According to, {text}." if form.startswith("A") else f"{text}."
        self.planted.append(Planted(self.plant(shown), handle, PROSE_QUOTE if PROSE_QUOTE in text else None))
        if "[r" in form:
            label = f"r{len(self.links)}"
            self.links.append(f"[{label}]: <{handle}>")
            form = form.replace("r{h}", label)
        return form.replace("{h}", handle).replace("{t}", text)

    def text(self, most: int, cjk: bool = False) -> str:
        """Sentences one after another."""
        pieces = [self.sentence(cjk=cjk) for _ in range(self.random.randint(1, most))]
        return ("" if cjk else " ").join(pieces)

    def answer(self) -> str:
        """The whole answer."""
        kinds = (self.paragraph, self.paragraph, self.items, self.table, self.quote, self.heading, self.fence)
        for _ in range(self.random.randint(1, 5)):
            self.random.choice(kinds)()
        self.definitions()
        return "\n\n".join(self.blocks)

    def paragraph(self) -> None:
        """Prose, at times Chinese or Japanese, at times begun by a citation."""
        cjk = self.random.random() < 0.2
        if not cjk and self.random.random() < 0.1:
            handle = self.handle()
            index = self.plant("It had begun so.")
            self.planted.append(Planted(index, handle))
            self.blocks.append(
                self.random.choice(("[{}] {}", "[{}]: {}", "{} {}")).format(handle, "It had begun so.")
            )
        self.blocks.append(self.text(4, cjk))

    def items(self) -> None:
        """A list behind a lead-in, bulleted or numbered, at times nested."""
        self.plant("The findings were these:", "leadin")
        rows = ["The findings were these:", ""]
        numbered = self.random.random() < 0.5
        for number in range(1, self.random.randint(2, 4)):
            rows.append((f"{number}. " if numbered else "- ") + self.text(2).replace("\n", "\n   "))
            if self.random.random() < 0.3:
                rows.append("   - " + self.sentence().replace("\n", "\n     "))
        self.blocks.append("\n".join(rows))

    def table(self) -> None:
        """A table: a row is one claim, and has what any of its cells cites."""
        self.plant("Outcome | Effect | Source", "heading")
        rows = ["| Outcome | Effect | Source |", "|---|---|---|"]
        for _ in range(self.random.randint(1, 3)):
            first, second = self.words(cjk=False)
            index = self.plant(f"{first} | {second}")
            mark = self.styled(BRACKETED)
            self.planted += [Planted(index, *cited) for cited in mark.cites]
            cell = mark.text.replace("\n", " ").replace("|", "\\|")
            rows.append(
                self.random.choice((f"| {first} | {second} | {cell} |", f"| {first} | {second} {cell} | |"))
            )
        self.blocks.append("\n".join(rows))

    def quote(self) -> None:
        """A block quote that is one quotation, its citation behind its last word, or one of its attribution."""
        said = " ".join(" ".join(self.words(cjk=False)) + "." for _ in range(self.random.randint(1, 2)))
        index = self.plant(said)
        mark = self.styled(BRACKETED)
        own = [Planted(index, *cited) for cited in mark.cites]
        able = [one for one in own if one.state == "ok"] or own
        if all(one.quote is not None for one in able):
            own.append(Planted(index, able[0].handle, said, able[0].state))
        for one in own:
            one.quote = said if one.quote is None else one.quote
        self.planted += own
        joint = self.random.choice((" ", "\n> ", "\n>\n> ", "\n>\n> — "))
        self.blocks.append("> " + said + joint + mark.text.replace("\n", " "))

    def heading(self) -> None:
        """A heading: what it cites belongs to no sentence."""
        first, _ = self.words(cjk=False)
        title = f"{first.split(' (')[0].rstrip(',').removesuffix(' with 5 mg')} in brief"
        self.plant(title, "heading")
        line = f"## {title}"
        if self.random.random() < 0.3:
            handle = self.handle()
            line += f" [{handle}]"
            self.planted.append(Planted(None, handle))
        self.blocks.append(line)

    def fence(self) -> None:
        """Code and a comment: no claims, and a handle in them is judged and belongs to no sentence."""
        handle, other = self.handle(), self.handle()
        self.planted += [Planted(None, handle), Planted(None, other)]
        self.blocks.append(f"```\nverify {handle}\n```\n\n<!-- [{other}] -->")

    def definitions(self) -> None:
        """What the marks and links name."""
        self.blocks += self.links
        if not self.defined:
            return
        if self.notes == "list":
            self.plant("References", "heading")
            self.blocks.append("## References")
        forms = {
            "list": "{}. {}",
            "link": "[{}]: {}",
            "colon": "[{}]: see {}",
            "footnote": "[^{}]: {}",
            "raised": "{} {}",
        }
        rows: list[str] = []
        for number, handle in self.defined:
            rows.append(forms[self.notes].format(self.numeral(number), handle))
            if self.notes == "colon":
                self.plant("see", "reference")
        self.blocks.append(("\n\n" if self.notes == "footnote" else "\n").join(rows))

    def numeral(self, number: str) -> str:
        """A number as the answer's marks write it."""
        return number.translate(RAISED) if self.notes == "raised" else number


def planted_rows(planted: Sequence[Planted]) -> list[tuple[int, str, str, str]]:
    """What was planted, as rows to compare."""
    return sorted(
        (-1 if one.sentence is None else one.sentence, one.handle or "", one.quote or "", one.state)
        for one in planted
    )

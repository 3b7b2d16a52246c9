"""Answers to be read right: what is a claim, what belongs to what, what is hidden (contract.md §3, §5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from tekmeria_eval.case import ANY, Case, Planted, Sentence
from tekmeria_eval.literature import Issued
from tekmeria_eval.material import Material, Planter, genuine
from tekmeria_eval.ring import Ring, key
from tekmeria_eval.writing import Draft

OTHER = Ring((key("elsewhere"),))


def forged_of(issued: Issued) -> Planted:
    """The handle that another installation would give the passage."""
    handle = OTHER.handle(issued.handle.partition("~")[0])
    return Planted(handle, verdict="forged", reason="code_mismatch", checked_against=None)


def drafted(verdict: str, draft: Draft, style: str, **named: tuple[str, ...]) -> Case:
    """A case that is audited in one text only."""
    written = draft.done(style, marks=named.get("marks", ()))
    cited = tuple(site.planted for site in written.citations)
    return Case((Sentence("", cited),), verdict, styles=("none",), claims=False, own=(written,))


def _hidden(name: str, doc: str, write: Callable[[Draft, Planted], Draft]) -> Planter:
    """A handle where a reader sees none: a forged one fails the answer, a genuine one supports nothing."""

    def plant(material: Material) -> Iterator[Case]:
        for issued in material.round(material.literature.unflagged):
            forged = material.random.random() < 0.5
            planted = forged_of(issued) if forged else genuine(issued)
            planted = replace(planted, notes=("inside_code",))
            draft = Draft().sentence(material.prose()).add("\n\n")
            draft = write(draft, planted).add("\n\n").sentence(material.prose())
            yield drafted("fail" if forged else "warn", draft, name)

    plant.__name__ = name
    plant.__doc__ = doc
    return plant


def _in_fence(draft: Draft, planted: Planted) -> Draft:
    return draft.add("```python\nprint(").cite(planted, None, hidden=True).add(")\n```")


def _in_comment(draft: Draft, planted: Planted) -> Draft:
    return draft.add("<!-- ").cite(planted, None, hidden=True).add(" -->")


def _struck_out(draft: Draft, planted: Planted) -> Draft:
    return draft.add("~~This was said before ").cite(planted, None, hidden=True).add(".~~")


def whole_answer_in_fence(material: Material) -> Iterator[Case]:
    """An answer that is one fence is unwrapped."""
    for issued in material.round(material.literature.unflagged):
        info = material.random.choice(("", "text", "md", "markdown"))
        draft = Draft().add(f"```{info}\n").sentence(material.prose(), genuine(issued))
        yield drafted("pass", draft.add("\n```"), "fenced")


_HEADINGS = ("Results", "What the study found", "Safety in children", "Summary of the evidence")


def heading_exempt(material: Material) -> Iterator[Case]:
    """A heading is no claim."""
    for issued in material.round(material.literature.unflagged):
        level = "#" * material.random.randint(1, 4)
        draft = Draft().add(f"{level} ").sentence(material.random.choice(_HEADINGS), kind="heading")
        yield drafted("pass", draft.add("\n\n").sentence(material.prose(), genuine(issued)), "heading")


_ABUSED_HEADINGS = (
    "The risk fell by 40 in treated children",
    "The vaccine is safe. It prevents the disease",
    "The authors report “no harm at all” after the dose",
    "The vaccine that was given to children across the whole country in two doses some weeks apart was followed "
    "by no more cases than expected in any group",
)


def heading_abused(material: Material) -> Iterator[Case]:
    """A claim does not become exempt by standing in a heading."""
    for issued in material.round(material.literature.unflagged):
        heading = material.random.choice(_ABUSED_HEADINGS)
        draft = Draft().add("## ")
        for part in heading.split(". "):
            whole = part if part == heading.split(". ")[-1] else f"{part}."
            draft = draft.sentence(whole).add(" ")
        yield drafted("warn", draft.add("\n\n").sentence(material.prose(), genuine(issued)), "heading")


_LEADINS = ("The main findings:", "What was found:", "**Key points**", "In short:")


def leadin_exempt(material: Material) -> Iterator[Case]:
    """A lead-in that a list follows is no claim."""
    for issued in material.round(material.literature.unflagged):
        lead = material.random.choice(_LEADINS)
        bold = "**" * lead.startswith("**")
        draft = Draft().add(bold).sentence(lead.strip("*"), kind="leadin").add(f"{bold}\n\n- ")
        yield drafted("pass", draft.sentence(material.prose(), genuine(issued)), "leadin")


def leadin_abused(material: Material) -> Iterator[Case]:
    """What ends with a colon is a claim where nothing follows, or where it holds a figure."""
    for issued in material.round(material.literature.unflagged):
        draft = Draft()
        if material.random.random() < 0.5:
            draft.sentence("The risk fell by 40 in treated children:").add("\n\n- ")
        else:
            draft.sentence("The vaccine protects every child:").add("\n\n")
        yield drafted("warn", draft.sentence(material.prose(), genuine(issued)), "leadin")


_QUESTIONS = ("Does the vaccine protect children?", "How was the diagnosis made?", "What about older adults?")


def question_exempt(material: Material) -> Iterator[Case]:
    """A question is no claim."""
    for issued in material.round(material.literature.unflagged):
        draft = Draft().sentence(material.random.choice(_QUESTIONS), kind="question").add(" ")
        yield drafted("pass", draft.sentence(material.prose(), genuine(issued)), "question")


def disclaimer_exempt(material: Material) -> Iterator[Case]:
    """A disclaimer of the published list is no claim."""
    for issued in material.round(material.literature.unflagged):
        draft = Draft().sentence(material.prose(), genuine(issued)).add("\n\n")
        yield drafted("pass", draft.sentence("Not medical advice.", kind="boilerplate"), "disclaimer")


def nothing_to_check(material: Material) -> Iterator[Case]:
    """Letters and no claim: such an answer does not pass."""
    for _ in range(200):
        draft = Draft()
        for heading in material.random.sample(_HEADINGS, material.random.randint(1, 4)):
            draft.add("## ").sentence(heading, kind="heading").add("\n\n")
        if material.random.random() < 0.5:
            draft.sentence(material.random.choice(_QUESTIONS), kind="question")
        yield drafted("warn", draft, "no_claim")


def alone_in_block(material: Material) -> Iterator[Case]:
    """A citation alone in a block belongs to no sentence; it is judged all the same."""
    for issued in material.round(material.literature.unflagged):
        forged = material.random.random() < 0.5
        planted = forged_of(issued) if forged else genuine(issued)
        draft = Draft().sentence(material.prose()).add("\n\n").cite(planted, None)
        yield drafted("fail" if forged else "warn", draft, "alone")


def cited_twice(material: Material) -> Iterator[Case]:
    """The same handle twice in a sentence counts once."""
    for issued in material.round(material.literature.unflagged):
        draft, prose = Draft(), material.prose()
        draft.sentence(prose[:-1], genuine(issued))
        joint = material.random.choice((" ", "", ", "))
        draft.add(f"{joint}[{issued.handle}].")
        draft.placed[0] = replace(draft.placed[0], text=prose)
        yield drafted("pass", draft, "twice")


_MARKS = ("【1†source】", "[cite: 1]", "[citation needed]", "【5:0†source】", "[cite: 1, 2]")


def others_marks(material: Material) -> Iterator[Case]:
    """Citation marks of other systems are taken out and listed; they cite nothing."""
    for issued in material.round(material.literature.unflagged):
        mark = material.random.choice(_MARKS)
        prose = material.prose()
        draft = Draft().sentence(material.prose(), genuine(issued)).add(" ")
        start = draft.page.length
        draft.sentence(prose[:-1]).add(f" {mark}.")
        span = (start, draft.page.length)
        draft.placed[-1] = replace(draft.placed[-1], text=prose, span=span)
        yield drafted("warn", draft, "marks", marks=(mark,))


def _identifier(material: Material, issued: Issued, matching: bool) -> tuple[str, tuple[str, str, str]]:
    """An identifier as prose writes it, and the reference that it is."""
    own = dict(identifier.split(":", 1) for identifier in issued.record.identifiers)
    state = "matched" if matching else "unchecked"
    if "doi" in own and material.random.random() < 0.5:
        doi = own["doi"] if matching else f"10.5555/other.{material.random.randrange(1000, 9999)}"
        return f"doi:{doi}", ("doi", doi, state)
    pmid = own["pmid"] if matching else str(material.random.randrange(99100000, 99900000))
    return f"PMID {pmid}", ("pmid", pmid, state)


def foreign_references(material: Material) -> Iterator[Case]:
    """An identifier beside a genuine handle is compared with the record; an unchecked one warns."""
    for issued in material.round(material.literature.unflagged):
        if not issued.record.identifiers:
            continue
        matching = material.random.random() < 0.5
        written, reference = _identifier(material, issued, matching)
        draft = Draft().sentence(f"{material.prose()[:-1]} ({written}).", genuine(issued), known=False)
        form = draft.done("foreign", foreign=(reference,))
        yield Case(
            (Sentence("", (genuine(issued),)),),
            "pass" if matching else "warn",
            styles=("none",),
            claims=False,
            own=(form,),
        )


_FOREIGN_PROSE = (
    "接种疫苗的成年人中发生率没有升高。",
    "这种疾病通常持续数天。",
    "ワクチン接種後に症状は増えなかった。",
    "診断は鼻腔ぬぐい液による。",
    "Impfungen wurden im Register erfasst.",
    "Le diagnostic repose sur un prélèvement nasal.",
    "El diagnóstico se basa en un hisopo nasal.",
    "백신 접종 후 위험은 증가하지 않았다.",
)


def other_languages(material: Material) -> Iterator[Case]:
    """Sentences of other languages, cited before or after their stop."""
    for issued in material.round(material.literature.unflagged):
        first, second = material.random.sample(_FOREIGN_PROSE, 2)
        gap = "" if first[-1] == "。" else " "
        draft = Draft().sentence(first)
        draft.cite(genuine(issued), 0)
        draft.placed[0] = replace(draft.placed[0], status="cited")
        draft.add(gap).sentence(second)
        yield drafted("warn", draft, "languages")


def hidden_in_quote(material: Material) -> Iterator[Case]:
    """A quote that is never closed spoils its citation and hides nothing of what follows."""
    for issued in material.round(material.literature.unflagged):
        broken = Planted(
            issued.handle,
            verdict="malformed",
            reason="unclosed_quote",
            checked_against=None,
            broken="unclosed_quote",
        )
        first, second = material.proses(2)
        draft = Draft().add(first[:-1] + " ")
        draft.placed.append(
            replace(Draft().sentence(first).placed[0], text=None, status="invalid_only", span=(0, 1))
        )
        draft.cite(broken, 0, ("[", ' "as the authors say. '))
        draft.sentence(second, forged_of(issued), known=False)
        yield drafted("fail", draft, "unclosed")


def malformed_with_note(material: Material) -> Iterator[Case]:
    """A note beside the handle in its bracket."""
    for issued in material.round(material.literature.unflagged):
        note = material.random.choice(("in the results", "p. 4", "table 2", "main finding"))
        planted = Planted(
            issued.handle,
            verdict="malformed",
            reason="note_in_bracket",
            checked_against=None,
            broken="note_in_bracket",
        )
        draft = Draft().add("")
        prose = material.prose()
        draft.page.add(f"{prose[:-1]} ")
        draft.cite(
            planted,
            0,
            material.random.choice((("[", f", {note}]"), ("[", f" {note}]"), ("【", f" {note}】"))),
        )
        draft.page.add(".")
        draft.placed.append(replace(Draft().sentence(prose).placed[0], status="invalid_only"))
        yield drafted("fail", draft, "note")


def malformed_identifier(material: Material) -> Iterator[Case]:
    """A bracket that begins with a scheme's name and holds no handle."""
    for issued in material.round(material.literature.unflagged):
        number = issued.record.id.partition(":")[2]
        written = material.random.choice(
            (f"PMID: {number}", f"pmid:{number}", f"PMID {number}", f"pmid:{number}-abstract")
        )
        planted = Planted(
            f"pmid:{number}",
            written=written,
            verdict="malformed",
            reason=ANY,
            checked_against=None,
            broken=ANY,
        )
        yield drafted("fail", Draft().sentence(material.prose(), planted), "identifier")


PLANTERS = (
    _hidden("hidden_in_code", "A handle in fenced code.", _in_fence),
    _hidden("hidden_in_comment", "A handle in an HTML comment.", _in_comment),
    _hidden("hidden_by_strike", "A handle in struck-out text.", _struck_out),
    hidden_in_quote,
    whole_answer_in_fence,
    heading_exempt,
    heading_abused,
    leadin_exempt,
    leadin_abused,
    question_exempt,
    disclaimer_exempt,
    nothing_to_check,
    alone_in_block,
    cited_twice,
    others_marks,
    foreign_references,
    other_languages,
    malformed_with_note,
    malformed_identifier,
)

"""Answers to be read right: what is a claim, what belongs to what, what is hidden (contract.md §3, §5)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from tekmeria_eval.case import ANY, Case, Planted, Sentence
from tekmeria_eval.categories.drafts import drafted, forged_of
from tekmeria_eval.literature import Issued
from tekmeria_eval.material import Material, genuine
from tekmeria_eval.writing import Draft, Placed, Site, Written


def whole_answer_in_fence(material: Material) -> Iterator[Case]:
    """An answer that is one fence is unwrapped."""
    for issued in material.round(material.literature.unflagged):
        info = material.random.choice(("", "text", "md", "markdown"))
        draft = Draft().add(f"```{info}\n").sentence(material.prose(), genuine(issued))
        yield drafted("pass", draft.add("\n```"), "fenced")


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


def quote_empty(material: Material) -> Iterator[Case]:
    """A quotation without a word: malformed in text, no quotation in a structured claim."""
    for issued in material.round(material.literature.unflagged):
        broken = Planted(
            issued.handle,
            verdict="malformed",
            reason="empty_quote",
            checked_against=None,
            broken="empty_quote",
            quote=material.random.choice(("", " ", "\u200b")),
        )
        yield drafted("fail", Draft().sentence(material.prose(), broken), "empty")


def quotes_two(material: Material) -> Iterator[Case]:
    """Two quotations on one handle are two citations."""
    for cut in material.slices():
        second = next(material.slices([cut.issued]), None)
        if second is None or cut.text in second.text or second.text in cut.text:
            continue
        draft, prose = Draft(), material.prose()
        draft.sentence(prose[:-1], genuine(cut.issued, cut))
        draft.page.parts[-2:] = [""]
        draft.page.length -= 1
        draft.add(' "')
        span = draft.page.add(second.text)
        draft.add('"].')
        handle = draft.sites[0].handle
        draft.sites.append(Site(genuine(second.issued, second), 0, handle, span, "bracket"))
        draft.placed[0] = replace(draft.placed[0], text=prose)
        yield drafted("pass", draft, "two_quotes")


def block_quoted(material: Material) -> Iterator[Case]:
    """A block quote with its citation after its last word is one quotation."""
    for cut in material.slices():
        if "." in cut.text or re.search("[\u2009\u00a0\u202f]", cut.text):
            continue
        draft = Draft().add("> ")
        start, end = draft.page.add(cut.text)
        draft.add("\n>\n> — ")
        handle = draft.page.add(cut.issued.handle)
        planted = genuine(cut.issued, cut)
        draft.placed.append(Placed(cut.text, "claim", "cited", (start, end)))
        draft.sites.append(Site(planted, 0, handle, (start, end), "blockquote"))
        yield drafted("pass", draft, "block_quote")


def definition_unused(material: Material) -> Iterator[Case]:
    """A handle in a definition that no mark uses is judged and supports nothing."""
    for issued in material.round(material.literature.unflagged):
        forged = material.random.random() < 0.5
        other = material.random.choice(material.literature.unflagged)
        if other.handle == issued.handle:
            continue
        planted = forged_of(issued) if forged else genuine(issued)
        draft = Draft().sentence(material.prose(), genuine(other)).add("\n\n[7]: ")
        yield drafted("fail" if forged else "pass", draft.cite(planted, None, ("", "")), "unused")


def mark_undefined(material: Material) -> Iterator[Case]:
    """A number without a definition is no citation."""
    for issued in material.round(material.literature.unflagged):
        draft = Draft().sentence(material.prose(), genuine(issued)).add(" ")
        mark = material.random.choice(("[1]", "[3]", "[2, 4]", "[12]"))
        yield drafted("warn", draft.sentence(f"{material.prose()[:-1]} {mark}.", known=False), "undefined")


def handle_in_claim(material: Material) -> Iterator[Case]:
    """A structured claim whose sentence holds a handle that its citations do not name."""
    for issued in material.round(material.literature.unflagged):
        other = material.random.choice(material.literature.unflagged)
        forged = material.random.random() < 0.5
        if other.handle == issued.handle:
            continue
        inside = forged_of(other) if forged else genuine(other)
        prose = material.prose()
        sentence = f"{prose[:-1]} [{inside.handle}]."
        content = [{"sentence": sentence, "citations": [{"handle": issued.handle}]}]
        placed = Placed(prose, "claim", "cited", (0, len(sentence)))
        sites = (Site(inside, 0, (0, 0)), Site(genuine(issued), 0, (0, 0)))
        form = Written("claims", content, (placed,), sites)
        yield Case(
            (Sentence("", (genuine(issued), inside)),),
            "fail" if forged else "pass",
            styles=("none",),
            claims=False,
            own=(form,),
        )


PLANTERS = (
    quote_empty,
    quotes_two,
    block_quoted,
    definition_unused,
    mark_undefined,
    handle_in_claim,
    whole_answer_in_fence,
    alone_in_block,
    cited_twice,
    others_marks,
    foreign_references,
    other_languages,
    malformed_with_note,
    malformed_identifier,
)

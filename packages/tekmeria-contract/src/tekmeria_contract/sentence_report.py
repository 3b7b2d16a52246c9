"""A sentence as the report shows it: its status, its figures, and the notes its citations owe to it."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from tekmeria_contract.answer import Answer, Quotation, Sentence
from tekmeria_contract.citation_report import in_order
from tekmeria_contract.evidence import Evidence, Library
from tekmeria_contract.figures import Numbers, judge_figures, written_figures
from tekmeria_contract.quotes import compare_prepared, is_title_part
from tekmeria_contract.report import Figure, JudgedCitation, JudgedSentence
from tekmeria_contract.verdicts import Ruling

MOST_SEARCHED = 50
"""How many cited passages of a sentence a short quotation is looked for in; this keeps an audit linear."""


def with_sentence_notes(
    answer: Answer,
    citations: Sequence[JudgedCitation],
    rulings: Sequence[Ruling],
    cited_in: Mapping[int, Sequence[int]],
    library: Library,
) -> list[JudgedCitation]:
    """Add the notes that a citation owes to its sentence: ``title_only`` and ``quoted_words_not_found``."""
    added: defaultdict[int, list[str]] = defaultdict(list)
    for index, indices in cited_in.items():
        ok = [i for i in indices if citations[i].verdict == "ok"]
        if ok and all(_path(citations[i].handle) == "title" for i in ok):
            for i in ok:
                added[i].append("title_only")
        evidence = [entry for i in ok[:MOST_SEARCHED] if (entry := rulings[i].evidence) is not None]
        for quotation in answer.sentences[index].short_quotations:
            if evidence and not _holds_words(quotation.text, evidence, library):
                added[_nearest(quotation, indices, citations)].append("quoted_words_not_found")
    return [
        replace(citation, notes=in_order([*citation.notes, *added[index]])) if index in added else citation
        for index, citation in enumerate(citations)
    ]


def _path(handle: str | None) -> str:
    return "" if handle is None else handle.partition("/")[2].rpartition("~")[0]


def _nearest(quotation: Quotation, indices: Sequence[int], citations: Sequence[JudgedCitation]) -> int:
    """The citation after the quotation if there is one in its sentence, else the one before it."""
    after = bisect_left(indices, quotation.span[0], key=lambda i: citations[i].span[0])
    return indices[min(after, len(indices) - 1)]


def _holds_words(words: str, evidence: Iterable[Evidence], library: Library) -> bool:
    for entry in evidence:
        if any(
            compare_prepared(words, library.prepare(text)).verbatim
            for text in (entry.shown, entry.current)
            if text is not None
        ):
            return True
        record = entry.resolution.record
        if record is not None and record.title is not None and is_title_part(words, record.title):
            return True
    return False


def judged_sentence(
    index: int,
    sentence: Sentence,
    indices: Sequence[int],
    citations: Sequence[JudgedCitation],
    rulings: Sequence[Ruling],
    library: Library,
) -> JudgedSentence:
    """The sentence with its status (contract.md §8) and, for a cited claim, its figures."""
    ok = [i for i in indices if citations[i].verdict == "ok"]
    status = "cited" if ok else "invalid_only" if indices else "uncited"
    claim = sentence.kind == "claim"
    return JudgedSentence(
        index=index,
        text=sentence.text,
        kind=sentence.kind,
        status=status if claim else "exempt",
        span=sentence.span,
        claim=sentence.claim,
        citations=tuple(indices),
        figures=_figures(sentence, indices, ok, citations, rulings, library) if claim and ok else None,
    )


def _figures(
    sentence: Sentence,
    indices: Sequence[int],
    ok: Sequence[int],
    citations: Sequence[JudgedCitation],
    rulings: Sequence[Ruling],
    library: Library,
) -> tuple[Figure, ...]:
    """The figures of the sentence that do not stand in its own quotations, which are compared word for word."""
    if not written_figures(sentence.text):
        return ()
    cited = [library.numbers(entry.shown or "") for i in ok if (entry := rulings[i].evidence) is not None]
    quoted = Counter(
        _spaced(figure)
        for i in indices
        if citations[i].origin == "prose"
        for figure in written_figures(citations[i].quote or "")
    )
    kept: list[Figure] = []
    for figure in judge_figures(sentence.text, Numbers().union(*cited)):
        if quoted[_spaced(figure.text)] > 0:
            quoted[_spaced(figure.text)] -= 1
        else:
            kept.append(figure)
    return tuple(kept)


def _spaced(figure: str) -> str:
    """A figure with plain spaces: the prose of a sentence has no others, a quotation is kept as written."""
    return " ".join(figure.split())

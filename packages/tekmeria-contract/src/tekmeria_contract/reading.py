"""Reading an answer: its sentences, what each cites, and what else refers to the literature (contract.md
§3, §5, §11).

``read_answer`` goes from blocks to units, parts and sentences; then every handle that stands anywhere else
in the text is looked for, since none may hide. ``read_claims`` reads sentences whose citations are given
with them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tekmeria_contract.answer import Answer, Citation, ForeignMark, ForeignReference, Sentence
from tekmeria_contract.blocks import scan_blocks
from tekmeria_contract.collection import Collector
from tekmeria_contract.definitions import units_of
from tekmeria_contract.handle import DEFAULT, Scheme, Vouching
from tekmeria_contract.limits import LimitError, check_citations, check_text
from tekmeria_contract.parts import PartReader
from tekmeria_contract.repairs import Finder
from tekmeria_contract.structured import checked_claims, claim_units, given_anchor

__all__ = ["LimitError", "read_answer", "read_claims"]


def read_answer(
    text: str, ring: Vouching, language: str | None = None, schemes: Mapping[str, Scheme] = DEFAULT
) -> Answer:
    """Read an answer given as Markdown or plain text.

    ``language`` is a BCP 47 tag for the sentence splitter, or None. Raises :class:`LimitError` above a
    limit of §11 and ``ValueError`` for lone surrogates.
    """
    check_text(text)
    finder = Finder(ring, schemes)
    units = units_of(text, scan_blocks(text), schemes)
    linked = {label for unit in units if unit.kind == "link" for label in unit.labels}
    defined = {label for unit in units for label in unit.labels}
    reader = PartReader(text, finder, defined, linked)
    collector = Collector(text, language)
    for unit in units:
        if unit.link is not None:
            collector.add_link(unit, reader.read_link(unit.link))
        elif unit.kind in ("code", "break"):
            collector.skip(unit)
        else:
            collector.add(reader.read(unit))
    return collector.answer(finder.find(text))


def read_claims(
    claims: Sequence[Mapping[str, Any]],
    ring: Vouching,
    language: str | None = None,
    schemes: Mapping[str, Scheme] = DEFAULT,
) -> Answer:
    """Read structured claims: ``[{"sentence": str, "citations": [{"handle": str, "quote": str}]}]``.

    ``quote`` is optional, and ``""`` means none. Raises :class:`LimitError` above a limit of §11 and
    ``ValueError`` where the claims have another shape or hold lone surrogates.
    """
    sentences: list[Sentence] = []
    citations: list[Citation] = []
    foreign: list[ForeignReference] = []
    marks: list[ForeignMark] = []
    given = checked_claims(claims)
    finder = Finder(ring, schemes)
    for index, claim in enumerate(given):
        reader = PartReader(claim.sentence, finder, (), ())
        anchors = [given_anchor(claim, handle, quote, finder) for handle, quote in claim.citations]
        collector = Collector(claim.sentence, language, index, anchors)
        for unit in claim_units(claim.sentence):
            collector.add(reader.read(unit))
        read = collector.answer(finder.find(claim.sentence))
        base = len(sentences)
        sentences += read.sentences
        citations += (replace(c, sentence=_moved(c.sentence, base)) for c in read.citations)
        foreign += (replace(f, sentence=_moved(f.sentence, base)) for f in read.foreign)
        marks += (replace(m, sentence=_moved(m.sentence, base)) for m in read.marks)
        check_citations(len(citations))
    texts = tuple(claim.sentence for claim in given)
    return Answer(None, tuple(sentences), tuple(citations), tuple(foreign), tuple(marks), texts)


def _moved(sentence: int | None, base: int) -> int | None:
    return None if sentence is None else sentence + base

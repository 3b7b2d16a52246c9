"""Quotations that stand in another passage than the one cited, or in none (contract.md §4, Diagnosis)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from tekmeria_eval.case import Case
from tekmeria_eval.material import Material, claim, genuine

_OTHER_SCRIPT = ("ветер", "дорога", "лампа", "камень", "облако", "берег", "музыка", "пчела")
"""Words that share no letter with an English passage."""


def quote_other_passage(material: Material) -> Iterator[Case]:
    """The quotation stands in another passage of the same record."""
    for cut in material.slices():
        others = [
            other
            for other in material.literature.unflagged
            if other.record.id == cut.issued.record.id
            and other.handle != cut.issued.handle
            and cut.text not in other.text
        ]
        if others:
            cited = replace(
                genuine(material.random.choice(others)),
                quote=cut.text,
                verdict="quote_mismatch",
                cls="other_passage",
                held_by=cut.issued.handle,
            )
            yield Case((claim(material.prose(), cited),), "warn")


def quote_other_record(material: Material) -> Iterator[Case]:
    """The quotation stands in another record that the answer cites too."""
    for cut in material.slices():
        others = [i for i in material.literature.unflagged if i.record.id != cut.issued.record.id]
        if others:
            cited = replace(
                genuine(material.random.choice(others)),
                quote=cut.text,
                verdict="quote_mismatch",
                cls="other_passage",
                held_by=cut.issued.handle,
            )
            first, second = material.proses(2)
            yield Case((claim(first, cited), claim(second, genuine(cut.issued))), "warn")


def quote_spans_passages(material: Material) -> Iterator[Case]:
    """The quotation runs on from its passage into the next one."""
    by_handle = {issued.handle: issued for issued in material.literature.issued}
    for issued in material.round(material.literature.unflagged):
        at = [sibling.handle for sibling in issued.siblings].index(issued.handle)
        following = issued.siblings[at + 1 : at + 2]
        if (
            following
            and by_handle[following[0].handle].path.partition(".")[0] == issued.path.partition(".")[0]
        ):
            count = material.random.randint(2, 5)
            head = re.search(rf"(?<=[^0-9] )[A-Za-z]+ (?:\S+ ){{{count}}}\S+$", issued.text)
            tail = re.match(rf"(?:\S+ ){{1,{count}}}[A-Za-z]+(?= )", following[0].text)
            if head and tail and not set('"“”') & set(head[0] + tail[0]):
                cited = replace(
                    genuine(issued),
                    quote=f"{head[0]} {tail[0]}",
                    verdict="quote_mismatch",
                    cls="spans_passages",
                )
                yield Case((claim(material.prose(), cited),), "warn")


def quote_absent(material: Material) -> Iterator[Case]:
    """Nothing like the quotation stands anywhere."""
    for issued in material.round(material.literature.unflagged):
        quote = " ".join(material.random.sample(_OTHER_SCRIPT, 4))
        cited = replace(genuine(issued), quote=quote, verdict="quote_mismatch", cls="absent")
        yield Case((claim(material.prose(), cited),), "warn")


PLANTERS = (
    quote_other_passage,
    quote_other_record,
    quote_spans_passages,
    quote_absent,
)

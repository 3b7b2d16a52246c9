"""What has happened to a record since its passages were handed out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tekmeria_contract.resolution import Notice, Resolution
from tekmeria_eval.case import Case, Planted
from tekmeria_eval.literature import Issued
from tekmeria_eval.material import Material, claim, genuine


def withdrawn(material: Material) -> Iterator[Case]:
    """The record, or the passage alone, is no longer served; a quotation of it changes nothing."""
    for cut in material.slices():
        record_gone = material.random.random() < 0.5
        gone = replace(
            cut.issued.resolution, current=None, record_exists=not record_gone, passage_exists=False
        )
        quote = cut.text if material.random.random() < 0.5 else None
        planted = Planted(
            cut.issued.handle,
            gone,
            quote,
            verdict="withdrawn",
            reason="record_gone" if record_gone else "passage_gone",
            checked_against=None,
        )
        yield Case((claim(material.prose(), planted),), "warn")


def unavailable(material: Material) -> Iterator[Case]:
    """The source could not be reached; whether a notice stands against the record is known or not."""
    for cut in material.slices():
        unchecked = material.random.random() < 0.5
        planted = Planted(
            cut.issued.handle,
            _unreached(cut.issued, unchecked),
            cut.text if material.random.random() < 0.5 else None,
            verdict="unavailable",
            reason="source_unreachable",
            notes=("notices_unchecked",) if unchecked else (),
            checked_against=None,
        )
        yield Case((claim(material.prose(), planted),), "incomplete")


def _unreached(issued: Issued, unchecked: bool) -> Resolution:
    facts = replace(issued.record.facts(None), notices=None) if unchecked else issued.record.facts(None)
    return replace(
        issued.resolution,
        current=None,
        reached=False,
        record_exists=None,
        passage_exists=None,
        record=facts,
    )


def retracted(material: Material) -> Iterator[Case]:
    """A notice that takes the record back stands against it, whatever it is called."""
    for cut in material.slices([i for i in material.literature.issued if i.path != "title"]):
        kind = material.random.choice(("retraction", "partial_retraction", "withdrawal", "removal"))
        notice = Notice(kind, "2031-05-20", "pmid:99000099", material.random.choice(("pubmed", "crossref")))
        facts = replace(cut.issued.record.facts("2031-06-01T09:00:00Z"), notices=(notice,))
        resolution = replace(cut.issued.resolution, record=facts)
        planted = genuine(cut.issued, cut if material.random.random() < 0.6 else None)
        yield Case(
            (claim(material.prose(), replace(planted, resolution=resolution, flags=("retracted",))),), "warn"
        )


PLANTERS = (withdrawn, unavailable, retracted)

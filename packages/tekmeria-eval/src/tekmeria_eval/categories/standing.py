"""What has happened to a record since its passages were handed out (contract.md §6, §7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tekmeria_contract.policy import Policy
from tekmeria_contract.resolution import Notice, Resolution
from tekmeria_eval.case import Case, Planted
from tekmeria_eval.literature import CHECKED_AT, Issued
from tekmeria_eval.material import Material, Planter, Slice, claim, genuine


def _maybe(material: Material, cut: Slice) -> Planted:
    """A genuine citation, with or without its quotation."""
    return genuine(cut.issued, cut if material.random.random() < 0.6 else None)


def withdrawn(material: Material) -> Iterator[Case]:
    """The record, or the passage alone, is no longer served; a quotation of it changes nothing."""
    for cut in material.slices():
        record_gone = material.random.random() < 0.5
        gone = replace(
            cut.issued.resolution, current=None, record_exists=not record_gone, passage_exists=False
        )
        planted = Planted(
            cut.issued.handle,
            gone,
            cut.text if material.random.random() < 0.5 else None,
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
        issued.resolution, current=None, reached=False, record_exists=None, passage_exists=None, record=facts
    )


def _with_notices(planted: Planted, issued: Issued, *notices: Notice) -> Planted:
    facts = replace(issued.record.facts(CHECKED_AT), notices=notices)
    return replace(planted, resolution=replace(issued.resolution, record=facts))


def _noticed(
    name: str, doc: str, kinds: Sequence[str], flags: tuple[str, ...], notes: tuple[str, ...], verdict: str
) -> Planter:
    """A category of records against which a notice of one of ``kinds`` stands."""

    def plant(material: Material) -> Iterator[Case]:
        texts = [i for i in material.literature.issued if i.path != "title" and not i.record.preprint]
        for cut in material.slices(texts):
            notice = Notice(material.random.choice(kinds), "2031-05-20", "pmid:99000099", "pubmed")
            planted = _with_notices(_maybe(material, cut), cut.issued, notice)
            planted = replace(planted, flags=flags, notes=notes)
            yield Case((claim(material.prose(), planted),), verdict)

    plant.__name__ = name
    plant.__doc__ = doc
    return plant


def reinstated(material: Material) -> Iterator[Case]:
    """A retraction that a later reinstatement clears, or that came after the reinstatement."""
    for cut in material.slices():
        cleared = material.random.random() < 0.5
        retraction = Notice(
            "retraction", "2031-02-01" if cleared else "2031-08-01", "pmid:99000098", "pubmed"
        )
        notices = [retraction, Notice("reinstatement", "2031-05-20", "pmid:99000099", "pubmed")]
        material.random.shuffle(notices)
        planted = _with_notices(_maybe(material, cut), cut.issued, *notices)
        if cleared:
            yield Case((claim(material.prose(), planted),))
        else:
            yield Case((claim(material.prose(), replace(planted, flags=("retracted",))),), "warn")


def notices_unchecked(material: Material) -> Iterator[Case]:
    """Whether a notice stands against the record could not be found out."""
    for cut in material.slices():
        facts = replace(cut.issued.record.facts(None), notices=None)
        unknown = None if material.random.random() < 0.3 else facts
        planted = replace(
            _maybe(material, cut),
            resolution=replace(cut.issued.resolution, record=unknown),
            notes=("notices_unchecked",),
        )
        yield Case((claim(material.prose(), planted),), "incomplete")


def preprint(material: Material) -> Iterator[Case]:
    """The record is a preprint, published since or not."""
    for cut in material.slices():
        published = material.random.random() < 0.5
        facts = replace(
            cut.issued.record.facts(CHECKED_AT),
            preprint=True,
            published="doi:10.5555/fict.2031.0099" if published else None,
        )
        planted = replace(
            _maybe(material, cut),
            resolution=replace(cut.issued.resolution, record=facts),
            flags=("preprint",),
            notes=("published",) if published else (),
        )
        yield Case((claim(material.prose(), planted),))


def secondary(material: Material) -> Iterator[Case]:
    """The quoted passage credits another work."""
    for cut in material.slices():
        planted = genuine(cut.issued, cut)
        resolution = replace(cut.issued.resolution, credits=("pmid:99000098",))
        planted = replace(planted, resolution=resolution, notes=("secondary",))
        yield Case((claim(material.prose(), planted),))


def offline(material: Material) -> Iterator[Case]:
    """Judged from the text as issued alone: the source is not asked again."""
    for cut in material.slices():
        planted = replace(
            _maybe(material, cut),
            resolution=replace(_unreached(cut.issued, False), record=cut.issued.record.facts(CHECKED_AT)),
            notes=("not_rechecked",),
            checked_against="issued",
        )
        yield Case((claim(material.prose(), planted),), policy=Policy(against="issued"))


_CONCERNS = ("concern",)
_CORRECTIONS = ("erratum", "corrigendum", "correction", "addendum")
_RETRACTIONS = ("retraction", "partial_retraction", "withdrawal", "removal")

PLANTERS = (
    withdrawn,
    unavailable,
    _noticed("retracted", "The record has been taken back.", _RETRACTIONS, ("retracted",), (), "warn"),
    _noticed("concern", "A concern stands against the record.", _CONCERNS, ("concern",), (), "warn"),
    _noticed("corrected", "The record has been corrected.", _CORRECTIONS, (), ("corrected",), "pass"),
    reinstated,
    notices_unchecked,
    preprint,
    secondary,
    offline,
)

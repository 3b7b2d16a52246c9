"""Records whose text or version has changed since a passage was handed out (contract.md §6, §7).

Versioned handles are minted for labels and trials; here passages of the literature stand in for the text
of one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tekmeria_contract.resolution import IssuedText, Resolution
from tekmeria_eval.case import Case, Planted
from tekmeria_eval.literature import CHECKED_AT, ISSUED_AT, Issued
from tekmeria_eval.material import Material, Slice, claim, genuine
from tekmeria_eval.ring import RING

LABEL = "setid:99000000-0000-4000-8000-00000000000"


def _versioned(material: Material, issued: Issued) -> tuple[str, Resolution]:
    """The handle of a label's passage in version 3, and its resolution while version 3 is served."""
    body = f"{LABEL}{material.random.randrange(10)}@3/warnings.{material.random.randint(1, 40)}"
    facts = replace(issued.record.facts(CHECKED_AT), version="3", notices=())
    resolution = replace(
        issued.resolution,
        issued=(IssuedText(issued.text, "3", ISSUED_AT),),
        record=facts,
        label=None,
        passages=(),
    )
    return RING.handle(body), resolution


def _now(resolution: Resolution, version: str, text: str | None) -> Resolution:
    """The resolution when the registry serves ``version`` with ``text``."""
    facts = None if resolution.record is None else replace(resolution.record, version=version)
    return replace(resolution, record=facts, current=text, passage_exists=text is not None)


def _other_text(material: Material, cut: Slice) -> str:
    """The text of another passage, which does not hold the slice."""
    others = [i.text for i in material.literature.unflagged if cut.text not in i.text]
    return material.random.choice(others)


def version_changed(material: Material) -> Iterator[Case]:
    """The registry serves a newer version with the same text."""
    for cut in material.slices():
        handle, resolution = _versioned(material, cut.issued)
        planted = replace(
            genuine(cut.issued, cut),
            handle=handle,
            resolution=_now(resolution, "4", cut.issued.text),
            flags=("version_changed",),
        )
        yield Case((claim(material.prose(), planted),))


def text_changed(material: Material) -> Iterator[Case]:
    """The passage reads differently now; the quotation stands in the text as issued, now, or both."""
    for cut in material.slices():
        where = material.random.choice(("issued", "current", "both"))
        other = _other_text(material, cut)
        issued = other if where == "current" else cut.issued.text
        current = {"issued": other, "current": cut.issued.text, "both": f"{cut.issued.text} (Revised.)"}[
            where
        ]
        resolution = replace(
            cut.issued.resolution, issued=(IssuedText(issued, None, ISSUED_AT),), current=current
        )
        planted = replace(
            genuine(cut.issued, cut), resolution=resolution, notes=("text_changed",), checked_against=where
        )
        yield Case((claim(material.prose(), planted),))


def not_as_issued(material: Material) -> Iterator[Case]:
    """The version cited is known and lacks the quotation; only the one served now holds it."""
    for cut in material.slices():
        handle, resolution = _versioned(material, cut.issued)
        resolution = replace(resolution, issued=(IssuedText(_other_text(material, cut), "3", ISSUED_AT),))
        planted = replace(
            genuine(cut.issued, cut),
            handle=handle,
            resolution=_now(resolution, "4", cut.issued.text),
            flags=("version_changed",),
            notes=("not_as_issued", "text_changed"),
            checked_against="current",
        )
        yield Case((claim(material.prose(), planted),), "warn")


def version_not_obtainable(material: Material) -> Iterator[Case]:
    """The version cited was never kept here, and the one served now lacks the quotation."""
    for cut in material.slices():
        handle, resolution = _versioned(material, cut.issued)
        planted = Planted(
            handle,
            _now(replace(resolution, issued=()), "4", _other_text(material, cut)),
            cut.text,
            verdict="unavailable",
            reason="version_not_obtainable",
            flags=("version_changed",),
            checked_against=None,
        )
        yield Case((claim(material.prose(), planted),), "incomplete")


def ok_gone_but_kept(material: Material) -> Iterator[Case]:
    """The record or passage is gone, and the text of the very version cited was kept."""
    for cut in material.slices():
        handle, resolution = _versioned(material, cut.issued)
        record_gone = material.random.random() < 0.5
        planted = replace(
            genuine(cut.issued, cut),
            handle=handle,
            resolution=replace(resolution, current=None, record_exists=not record_gone, passage_exists=False),
            checked_against="issued",
        )
        yield Case((claim(material.prose(), planted),))


PLANTERS = (version_changed, text_changed, not_as_issued, version_not_obtainable, ok_gone_but_kept)

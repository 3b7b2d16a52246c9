"""References to literature without a handle are compared with what is cited where they stand (contract.md §5)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tekmeria_contract import RecordFacts, Report, Resolution, judge, plan
from tekmeria_contract.resolution import IssuedText

from .answers import RING, H, J, K, filled

TEXT = "Mortality fell by half in the invented trial."
DOI = {H: "10.5555/fict.h", J: "10.5555/fict.j", K: "10.5555/fict.k"}


def _resolution(handle: str) -> Resolution:
    facts = RecordFacts(
        f"A fictional trial {DOI[handle]}",
        (f"doi:{DOI[handle]}",),
        notices=(),
        checked_at="2026-01-01T00:00:00Z",
    )
    return Resolution(
        (IssuedText(TEXT),), TEXT, reached=True, record_exists=True, passage_exists=True, record=facts
    )


RESOLUTIONS = {handle: _resolution(handle) for handle in DOI}


def audit(text: str) -> Report:
    """Audit ``text``: H, J and K are genuine and their records have the DOIs ``{h}``, ``{j}`` and ``{k}``."""
    for name, handle in (("{h}", H), ("{j}", J), ("{k}", K)):
        text = text.replace(name, DOI[handle])
    return judge(plan(filled(text), RING), RESOLUTIONS)


def states(text: str) -> list[str]:
    """What became of each foreign reference of ``text``."""
    return [reference.state for reference in audit(text).foreign]


MATCHED = {
    "in the sentence": "It fell (doi:{h}) [{H}].",
    "in a link of its own": "It fell ([paper](https://doi.org/{h})) [{H}].",
    "in the link's target": "It fell [{H}](https://doi.org/{h}) and [{J}].",
    "in the link's text": "It fell [doi:{h}](evidence://{H}) and [{J}].",
    "in a link with an image in it": "It fell [![graph](u) {H}](https://doi.org/{h}) and [{J}].",
    "in a link by reference": "It fell [{H}][a] and [{J}].\n\n[a]: https://doi.org/{h}",
    "in a link by reference, of its own": "It [fell][a] [{H}].\n\n[a]: https://doi.org/{h}",
    "in an entry": "It fell [1].\n\n## References\n\n1. {H} doi:{h}",
    "in an entry that nothing names": "It fell [{J}].\n\n## References\n\n1. {H} doi:{h}",
    "in another sentence of the entry": "It fell [1].\n\n## Notes\n\n1. {H} Smith J. A trial. doi:{h}.",
    "in a footnote": "It fell[^1].\n\n[^1]: See {H}. It is at doi:{h} too.",
    "in a link of an entry": "It fell [1].\n\n## References\n\n1. {H} [paper](https://doi.org/{h})",
    "in one of two entries": "It fell [1] [2].\n\n## References\n\n1. {H} doi:{h}\n2. {J} doi:{j}",
    "in a footnote's own sentence": "It fell[^1].\n\n[^1]: It fell too {H}, doi:{h}. It rose later {J}, doi:{j}.",
}

UNCHECKED = {
    "nothing is cited": "It fell (doi:{h}).",
    "another record is cited": "It fell (doi:{j}) [{H}].",
    "the next sentence cites it": "It fell (doi:{h}). It rose [{H}].",
    "the link leads elsewhere": "It fell [{H}](https://doi.org/{j}).",
    "the link leads to what the sentence cites besides": "It fell [{H}](https://doi.org/{j}) and [{J}].",
    "the link's text is another record's": "It fell [doi:{j}](evidence://{H}) and [{J}].",
    "a link by reference leads elsewhere": "It fell [{H}][a] and [{J}].\n\n[a]: https://doi.org/{j}",
    "the handle was cited before": "It fell [{H}] and [{J}] and [{H}](https://doi.org/{j}).",
    "the entry's handle is another's": "It fell [1].\n\n## References\n\n1. {H} doi:{j}",
    "another entry's": "It fell [1] [2].\n\n## References\n\n1. {H} doi:{j}\n2. {J} doi:{h}",
    "a footnote's other sentence": "It fell[^1].\n\n[^1]: It fell too {H}, doi:{j}. It rose later {J}, doi:{j}.",
    "an entry without a handle": "It fell [1] [{H}].\n\n## References\n\n1. Smith J. doi:{h}",
    "a forged handle": "It fell [{F}](https://doi.org/{h}) and [{H}].",
    "hidden": "It fell <span hidden>doi:{h}</span> [{H}].",
}


@pytest.mark.clause("C48")
@pytest.mark.parametrize("text", MATCHED.values(), ids=MATCHED)
def test_a_reference_is_matched_with_what_its_link_sentence_or_entry_cites(text: str) -> None:
    assert set(states(text)) == {"matched"}


@pytest.mark.clause("C48", "O9")
@pytest.mark.parametrize("text", UNCHECKED.values(), ids=UNCHECKED)
def test_a_reference_to_another_record_than_is_cited_there_is_unchecked(text: str) -> None:
    assert "unchecked" in states(text)
    assert audit(text).verdict in {"warn", "fail"}


@pytest.mark.clause("C48")
def test_links_and_entries_of_one_structured_claim_are_not_anothers() -> None:
    claims: list[dict[str, object]] = [
        {"sentence": f"It fell [paper](https://doi.org/{DOI[J]}).", "citations": [{"handle": H}]},
        {"sentence": f"It rose [{J}](https://doi.org/{DOI[J]}).", "citations": []},
    ]
    report = judge(plan(claims, RING), RESOLUTIONS)
    assert [reference.state for reference in report.foreign] == ["unchecked", "matched"]


@pytest.mark.clause("C48")
def test_a_handle_that_resolves_to_no_facts_matches_its_own_record() -> None:
    bare = {H: replace(RESOLUTIONS[H], record=None)}
    report = judge(plan(filled("It fell (PMID 99000001) [{H}]."), RING), bare)
    assert [reference.state for reference in report.foreign] == ["matched"]

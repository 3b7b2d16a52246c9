"""The report as text (contract.md §9)."""

import pytest

from tekmeria_contract import IssuedText, Resolution, judge, plan, render_text

from .answers import RING, H

TEXT = "Of 1,204 invented adults, 93 had a relapse."


@pytest.mark.clause("P12", "W6", "L9")
def test_the_closest_words_to_a_quote_too_long_to_be_likened_stand_without_a_similarity() -> None:
    answer = f'Few relapsed [{H} "{"93 had a relapse " * 70}"].'
    report = judge(plan(answer, RING), {H: Resolution((IssuedText(TEXT),), TEXT, True, True, True)})
    assert report.citations[0].closest is not None and report.citations[0].similarity is None
    assert f'closest: "{report.citations[0].closest}"\n' in render_text(report)

"""Steps instead of seconds: twice the citations, marks and definitions take twice the steps (contract.md §11)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tekmeria_contract import Resolution, judge, plan, render_text
from tekmeria_contract.reading import read_answer
from tekmeria_contract.resolution import IssuedText

from .answers import RING, filled
from .steps import calls

SHORT, LONG = 100, 200
HOSTILE = {
    "citations in one sentence": ("It fell [{H}] ", ""),
    "brackets never closed": ("[{H} ", ""),
    "quotations never closed": ('[{H} "a b c ', ""),
    "a list of quotations": ('[{H} "q"; ', ""),
    "quotations of one sentence": ("“a b c” [{H}] ", ""),
    "notes in brackets": ("[{H} x ", ""),
    "closers": ("{H}] ", ""),
    "half a handle": ("[pmid:1/", ""),
    "links": ("[a]({H}) ", ""),
    "links never closed": ("[a](", ""),
    "marks and definitions": ("x [1] ", "\n\n[1]: {H}"),
    "footnotes": ("x [^1] ", "\n\n[^1]: {H}"),
    "links by reference": ("x [y][1] ", "\n\n[1]: https://doi.org/10.5555/a"),
    "marks alone in their blocks": ("[1]\n\n", "\n\n[1]: {H}"),
    "entries": ("x [1](#1) ", "\n\n## References\n1. {H}"),
    "other literature": ("[{H}](https://doi.org/10.5555/a) ", ""),
    "identifiers in one sentence": ("PMID 99000001 [{H}] ", ""),
    "block quotes and their attributions": ("> x\n\n[{H}]\n\n", ""),
    "nested block quotes": ("> ", ""),
    "empty pairs": ("“{H}”", ""),
}


def audit(text: str) -> None:
    known = Resolution((IssuedText("It fell."),), None, reached=True, record_exists=True, passage_exists=True)
    planned = plan(read_answer(text, RING), RING)
    report = judge(planned, {handle: replace(known) for handle in planned.handles})
    render_text(report)
    report.to_json()


@pytest.mark.clause("L7")
@pytest.mark.parametrize(("unit", "behind"), HOSTILE.values(), ids=HOSTILE)
def test_twice_the_text_takes_at_most_twice_the_steps(unit: str, behind: str) -> None:
    short, long = (filled(unit * times + behind * times) for times in (SHORT, LONG))
    few, many = calls(lambda: audit(short)), calls(lambda: audit(long))
    assert few > SHORT
    assert many <= 2.3 * few

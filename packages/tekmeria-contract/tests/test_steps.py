"""Steps instead of seconds: no part of a hostile text is looked at again and again (contract.md §11)."""

from __future__ import annotations

import re

import pytest

from tekmeria_contract import leaves
from tekmeria_contract.blocks import scan_blocks


class Counting:
    """A pattern that counts the characters it has passed."""

    def __init__(self, pattern: str) -> None:
        self.pattern = re.compile(pattern)
        self.passed = 0

    def match(self, text: str, start: int, end: int) -> re.Match[str] | None:
        """Match as the pattern does, and count."""
        found = self.pattern.match(text, start, end)
        self.passed += 0 if found is None else len(found[0])
        return found


@pytest.mark.clause("L7")
@pytest.mark.parametrize("mark", ["-", "*"])
def test_nested_list_items_are_looked_at_once_for_a_thematic_break(
    mark: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    counting = Counting(rf"(?:\{mark}[ \t]*+)++")
    monkeypatch.setattr(leaves, "RULES", {mark: counting})
    text = f"{mark} " * 500 + "a"
    assert len(scan_blocks(text)) == 1
    assert 0 < counting.passed <= len(text)


@pytest.mark.clause("L7")
@pytest.mark.parametrize(
    ("text", "rules"), [("- - * * *", 1), ("- * - - -", 1), ("- * - -", 0), ("* * -", 0)]
)
def test_a_run_of_marks_that_is_no_rule_hides_none_behind_it(text: str, rules: int) -> None:
    assert [block.kind for block in scan_blocks(text)].count("break") == rules

"""Steps instead of seconds: no part of a hostile text is looked at again and again (contract.md §11)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tekmeria_contract import leaves
from tekmeria_contract.block import HTML, LITERAL, MARKDOWN
from tekmeria_contract.blocks import scan_blocks
from tekmeria_contract.handle import mint
from tekmeria_contract.inline import TOKENS
from tekmeria_contract.reading import read_answer

from .answers import RING, H
from .steps import steps

if TYPE_CHECKING:
    pass


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


def handle_of(number: int) -> str:
    """A handle of another record for each number."""
    return mint(f"pmid:{99000001 + number}", "abstract.1", RING)


HOSTILE: dict[str, Callable[[int], str]] = {
    "marks of one definition": lambda n: "A b[^x]. " * n + f"\n\n[^x]: {H} " + f"{H} " * n,
    "marks of one sentence": lambda n: "A" + "[^x]" * n + "\n\n[^x]: " + " ".join(map(handle_of, range(n))),
    "nested list": lambda n: "- " * n + "a\n\nb\n",
    "nested quote": lambda n: "> " * n + "a\n" + ">\n" * n,
    "nested footnotes": lambda n: "[^1]: " * n * 8,
    "footnotes in items in quotes": lambda n: "> - [^1]: " * n * 4 + "a",
    "struck text and citation tags": lambda n: '~~a~~ <cite index="1">b</cite> ' * n,
    "links in images": lambda n: "![" * n + "a" + "](b)" * n,
    "open links": lambda n: "[a](<b" * n,
    "emphasis": lambda n: "*a _b " * n,
    "quotations": lambda n: f'"fever was not seen in" [{H}], ' * n,
    "open quotations": lambda n: f'[{H} "a ' * n,
    "handles in comments": lambda n: f"<!-- {H} --> " * n,
    "table rows": lambda n: "|a|b|\n|-|-|\n" + "|c|d|e|\n" * n,
}


@pytest.mark.clause("L7")
@pytest.mark.parametrize("shape", HOSTILE)
def test_twice_the_hostile_answer_takes_twice_the_steps(shape: str) -> None:
    text_of = HOSTILE[shape]
    read_answer(text_of(1), RING)
    short, long = (steps(lambda count=count: read_answer(text_of(count), RING)) for count in (60, 120))
    assert long <= 2.1 * short


@pytest.mark.clause("L7")
@pytest.mark.parametrize("markup", [MARKDOWN, HTML, LITERAL])
def test_a_run_of_spaces_is_tried_as_the_end_of_a_line_from_its_beginning_only(markup: str) -> None:
    token = TOKENS[markup]
    assert token.search("a   \n", 1) is not None
    assert token.match("a   \n", 2) is None

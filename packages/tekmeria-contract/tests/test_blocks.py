"""The blocks of an answer: what each line belongs to (contract.md §3)."""

from __future__ import annotations

import pytest

from tekmeria_contract.block import Block
from tekmeria_contract.blocks import scan_blocks

from .answers import cited, read, sentences
from .steps import steps

EACH_KIND = """# Effects ##
Mortality *fell*
by half.

- First
  1. nested
     > quoted
- [x] Second

| Dose | Deaths |
|------|:------:|
| 5 mg | 10 | spare |

~~~ r
x <- 1
~~~

    indented

<div>
In HTML.
</div>

***
[^1]: A note.

[link]: u
"""

BLOCKS = [
    ("heading", "Effects", "document"),
    ("paragraph", "Mortality *fell*\nby half.", "document"),
    ("paragraph", "First", "item"),
    ("paragraph", "nested", "item"),
    ("paragraph", "quoted", "quote"),
    ("paragraph", "Second", "item"),
    ("header", "Dose\nDeaths", "document"),
    ("row", "5 mg\n10", "document"),
    ("spare", "spare", "document"),
    ("code", "x <- 1", "document"),
    ("paragraph", "indented", "document"),
    ("paragraph", "<div>\nIn HTML.\n</div>", "document"),
    ("break", "***", "document"),
    ("paragraph", "", "footnote"),
    ("paragraph", "A note.", "footnote"),
    ("paragraph", "[link]: u", "document"),
]


def written(text: str, block: Block) -> str:
    return "\n".join(text[start:end].strip() for start, end in block.spans)


@pytest.mark.clause("A2", "A3", "A16")
@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_each_kind_of_block_is_found_with_what_it_stands_in(end: str) -> None:
    text = EACH_KIND.replace("\n", end)
    found = [(block.kind, written(text, block), block.container.kind) for block in scan_blocks(text)]
    assert found == BLOCKS


@pytest.mark.clause("A1")
@pytest.mark.parametrize("mark", ["\x0b", "\x0c", "\x85", "\u2028", "\u2029", "\u00a0"])
def test_no_other_character_ends_or_indents_a_line(mark: str) -> None:
    assert [block.kind for block in scan_blocks(f"a{mark}# b\n{mark * 4}c")] == ["paragraph"]


@pytest.mark.clause("A2")
@pytest.mark.parametrize(
    ("text", "containers"),
    [
        ("> a\nb", ["quote"]),
        ("> a\n\nb", ["quote", "document"]),
        ("> a\n# b", ["quote", "document"]),
        ("- a\n\n  b", ["item", "item"]),
        ("- a\n\n b", ["item", "document"]),
        ("-\n\n  b", ["document"]),
        ("- a\n-\n\n  b", ["item", "document"]),
        ("- a\n\n\tb", ["item", "item"]),
        (">\ta\n>\n>\t  b", ["quote", "quote"]),
        ("a\n2. b", ["document"]),
        ("a\n1. b", ["document", "item"]),
        ("[^1]: a\n\n    b\n\nc", ["footnote", "footnote", "footnote", "document"]),
    ],
)
def test_a_container_goes_on_as_commonmark_says(text: str, containers: list[str]) -> None:
    assert [block.container.kind for block in scan_blocks(text)] == containers


@pytest.mark.clause("A2", "A3")
@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("    a\n    b\nc", [("paragraph", "a\nb"), ("paragraph", "c")]),
        ("<div>\na\n\nb", [("paragraph", "<div>\na"), ("paragraph", "b")]),
        ("<pre>\na\n\n</pre>\nb", [("paragraph", "<pre>\na\n\n</pre>"), ("paragraph", "b")]),
        ("# a #", [("heading", "a")]),
        ("## a#\n# # #\n#", [("heading", "a#"), ("heading", "#"), ("heading", "")]),
    ],
)
def test_a_leaf_ends_where_commonmark_says(text: str, blocks: list[tuple[str, str]]) -> None:
    assert [(block.kind, written(text, block)) for block in scan_blocks(text)] == blocks


@pytest.mark.clause("A14")
@pytest.mark.parametrize("info", ["", "text", "txt", "md", "markdown", "Markdown", " text "])
@pytest.mark.parametrize("fence", ["```", "~~~~"])
def test_an_answer_that_is_one_fence_is_unwrapped(fence: str, info: str) -> None:
    answer = read(f"\n{fence}{info}\n# Effects\n\nMortality fell [{{H}}].\n{fence}\n\n")
    assert sentences(answer) == ["Effects", "Mortality fell."]
    assert cited(answer) == [(1, "H", "ok")]


@pytest.mark.clause("A14", "A17")
@pytest.mark.parametrize(
    "text",
    [
        "```python\nMortality fell [{H}].\n```",
        "```\nMortality fell [{H}].\n```\nThe end.",
        "The trial:\n```\nMortality fell [{H}].\n```",
        "```\nMortality fell [{H}].\n```\n```\nPressure rose.\n```",
    ],
)
def test_any_other_fence_is_code(text: str) -> None:
    answer = read(text)
    assert "Mortality fell." not in sentences(answer)
    assert cited(answer) == [(None, "H", "ok")]


@pytest.mark.clause("A15", "A22")
@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Effects\n---", ["heading"]),
        ("Effects\n===", ["heading"]),
        ("Mortality fell.\n===", ["paragraph"]),
        ("Mortality fell.\n---\nIt rose.", ["paragraph", "break", "paragraph"]),
        ("Mortality\nfell\n---", ["paragraph", "break"]),
        ("死亡率降低。\n---", ["paragraph", "break"]),
    ],
)
def test_a_setext_underline_makes_a_heading_of_one_line_without_a_stop(text: str, kinds: list[str]) -> None:
    assert [block.kind for block in scan_blocks(text)] == kinds


HOSTILE = (
    *("> ", "- ", "-\n", "> a\n\n", "- a\n\n", "a\n-\n", "|", "a|b\n-|-\n", "|\n", "```\n"),
    *("~~~\n\n", "<!--\n", "<div>\n", "<x>\n", "[^1]: ", "[^1]:\n", "[l]:\n", "\t", " \n", "#"),
    *("# \n", "1. ", "*", "\r", "\u2028", "<a \x0b", "](\x0b", ']("', "<a'", "[l]: \x0b\n"),
    *("\n|-\x0b", "> [^1]: ", "    a\n", "a  \n"),
)


@pytest.mark.clause("A2", "L7")
@pytest.mark.parametrize("unit", HOSTILE)
def test_twice_the_lines_take_twice_the_steps(unit: str) -> None:
    short, long = (steps(lambda count=count: scan_blocks(unit * count)) for count in (200, 400))
    assert long <= 2.3 * short + 200


DISPUTED = [
    "<div>\n<b class=x\n",
    "<div>\n<!-- x\n",
    "It <?fell> so.\n",
    "<textarea>\n",
    "<div>\n</>\n",
    "<del>x\n",
]


@pytest.mark.clause("A12")
@pytest.mark.parametrize("opening", DISPUTED)
def test_from_where_renderers_disagree_on_all_that_follows_nothing_supports(opening: str) -> None:
    answer = read(f"It rose[^1].\n\n[^1]: See {{J}}.\n\n{opening}\nIt fell [{{H}}].\n")
    assert {name: index for index, name, _ in cited(answer)} == {"H": None, "J": None}

"""Answers at random: words, handles and quotations in every construct of Markdown, whole and broken.

Words are numbered (``w7x``) and each genuine handle stands once, so that it is known which is meant. An answer is a
list of pieces, which a failing test can do without one after another.
"""

from __future__ import annotations

import random
import re

from tekmeria_contract.handle import mint

from .answers import FORGED, RING

HANDLES = tuple(mint(f"pmid:{99000001 + number}", f"abstract.{number}", RING) for number in range(1, 60))

CITING = (
    *(
        "[{h}]",
        "[{h}]",
        "[{h}]",
        "({h})",
        "{h}",
        "`{h}`",
        "[`{h}`]",
        "<{h}>",
        "[w](evidence://{h})",
        "[w]({h})",
    ),
    *("**[{h}]**", "\\[{h}\\]", '[{h} "w w w"]', "[{h}; {h}]", "“w w w” [{h}]", "&#91;{h}&#93;", "[[{h}]]"),
    *("[^{h}]", "![{h}](u)", "<span title='{h}'>w</span>", "<del>{h}</del>", "<? {h} ?>", "<!-- {h} -->"),
    *(
        "~~[{h}]~~",
        '<a href="{h}">w</a>',
        '<a href="evidence://{h}"></a>',
        "[](evidence://{h})",
        "【{h}】",
        "<sup>[{h}]</sup>",
    ),
    *("[w][l]", "[w][1]", "[^1]", "[^a]", "[1]", "[l]", "[<del>{h}</del>", "<b>[{h}</b>]", '[w](u "{h}")'),
    *("<span hidden>{h}</span>", '<p style="display:none">[{h}]</p>', "<details>w [{h}]</details>"),
)
DEFINING = (
    *("\n\n[^1]: w {h}\n", "\n\n[^1]: {h}\n\n    w {h}\n", "\n\n[^a]: [{h}] w\n", "\n\n[1]: {h}\n"),
    *("\n\n[l]: evidence://{h} 'w'\n", '\n\n[1]: u\n"w\n{h}"\n', "\n\n## References\n1. {h} w\n2. w {h}\n"),
)
BLOCKS = (
    *(
        "\n",
        "\n\n",
        "\r\n",
        "\r",
        "\n\n",
        "  \n",
        "\\\n",
        "\n> ",
        "\n\n> ",
        "\n>> ",
        "\n- ",
        "\n\n- ",
        "\n* ",
        "\n+ ",
    ),
    *(
        "\n1. ",
        "\n2) ",
        "\n12. ",
        "\n  - ",
        "\n   > ",
        "\n    ",
        "\n\n    ",
        "\n\t",
        "\n# ",
        "\n\n## ",
        "\n---\n",
        "\n===\n",
    ),
    *(
        "\n***\n",
        "\n```\n",
        "\n~~~ x\n",
        "\n````md\n",
        "\n| w | w |\n|---|---|\n| ",
        " | ",
        " |\n| ",
        "\n|-|\n",
        "|",
        "\n- [ ] ",
    ),
    *(
        "\n<div>\n",
        "\n</div>\n\n",
        "\n<p>",
        "\n<pre>\n",
        "\n</pre>\n",
        "\n<!--\n",
        "\n-->\n",
        "\n<details>\n<summary>",
    ),
    *(
        "\n[^1]: ",
        "\n[l]: ",
        "\n\n[^a]: ",
        "\n[w]: <",
        "\n1986\\. ",
        "\n-\n",
        "\n>\n",
        "\n  1. ",
        "\n\t- ",
        "\n-\t",
    ),
)
INLINE = (
    *(
        "*",
        "**",
        "***",
        "_",
        "__",
        "~~",
        "~",
        "`",
        "``",
        "` `` `",
        "[",
        "]",
        "(",
        ")",
        "](",
        "][",
        "![",
        "<",
        ">",
        "!",
        "\\",
    ),
    *(
        "<!--",
        "-->",
        "<!-->",
        "--!>",
        "<!--->",
        "<b>",
        "</b>",
        "<br>",
        "<q>",
        "</q>",
        "<sup>1</sup>",
        "<i x=1>",
        "<del>",
    ),
    *(
        "</del>",
        "<s>",
        "</s>",
        "<?",
        "?>",
        "<![CDATA[",
        "]]>",
        "<!X",
        "<x y>",
        '<a href="',
        '">',
        "<span title='",
        "'>",
    ),
    *(
        "&lt;",
        "&#x25;900",
        "&copy;",
        "&nbsp;",
        "&#x5b;",
        "\\`",
        "\\<",
        "\\[",
        "\\\\",
        '"',
        "'",
        "“",
        "”",
        "“w w w”",
        "’",
        "=",
    ),
    *("\u00a0", "\u3000", "\t", "€", "\u200b", "\u00ad"),
    *(
        "http://x.y/",
        "<http://x.y>",
        "www.x.y ",
        "a@b.cd",
        "://",
        ". ",
        "? ",
        ": ",
        "; ",
        ", ",
        " ",
        " ",
        ".",
        "see ",
        "[sic]",
    ),
)

_ENDS = re.compile(r"~[0-9a-z]{5}$")
ODD = ("\ufeff", "\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x00", "\x1c", "\x7f")


class Arbitrary:
    """Makes answers from a seed."""

    def __init__(self, seed: str) -> None:
        self.random = random.Random(seed)
        self._words = 0
        self._handles = 0

    def pieces(self) -> list[str]:
        """The pieces of one answer, words and handles filled in."""
        chosen = self._nested(3) if self.random.random() < 0.4 else self._soup(self.random.randint(3, 30))
        for _ in range(self.random.choice((0, 0, 0, 0, 1, 2, 4))):
            chosen.insert(self.random.randint(0, len(chosen)), self.random.choice(ODD))
        pieces = [self._filled(piece) for piece in chosen]
        # A word would be taken for the end of a handle that it touches.
        return [
            f"{piece} " if _ENDS.search(piece) and following[:1].isalnum() else piece
            for piece, following in zip(pieces, [*pieces[1:], ""], strict=True)
        ]

    def _soup(self, count: int) -> list[str]:
        out: list[str] = []
        for _ in range(count):
            kind = self.random.choices(
                ("w", "w. ", " ", CITING, DEFINING, BLOCKS, INLINE), (9, 3, 4, 5, 1, 7, 8)
            )[0]
            out.append(kind if isinstance(kind, str) else self.random.choice(kind))
        return out

    def _nested(self, depth: int) -> list[str]:
        """Blocks in blocks as one would write them, some of it then dropped or doubled."""
        lines = self._lines(depth)
        ending = self.random.choice(("\n", "\n", "\r\n", "\r"))
        pieces = [piece for line in lines for piece in (*line, ending)]
        for _ in range(self.random.choice((0, 0, 1, 2, 4))):
            at = self.random.randrange(len(pieces))
            pieces[at : at + 1] = self.random.choice(
                ([], [pieces[at]] * 2, [self.random.choice(INLINE)], [pieces[at], self.random.choice(INLINE)])
            )
        return pieces

    def _lines(self, depth: int) -> list[list[str]]:
        out: list[list[str]] = []
        for _ in range(self.random.randint(1, 3)):
            out += self._block(depth)
            if self.random.random() < 0.8:
                out.append([])
        return out

    def _block(self, depth: int) -> list[list[str]]:
        kind = self.random.choice(
            (
                "text",
                "text",
                "quote",
                "item",
                "note",
                "fence",
                "table",
                "heading",
                "code",
                "html",
                "comment",
                "setext",
            )
        )
        text = [self._prose() for _ in range(self.random.randint(1, 3))]
        if kind in ("quote", "item", "note") and depth:
            first, rest = {
                "quote": ("> ", "> "),
                "item": self.random.choice((("- ", "  "), ("1. ", "   "), ("-\t", "\t"), ("10)  ", "     "))),
                "note": ("[^1]: ", "    "),
            }[kind]
            inner = self._lines(depth - 1)
            return [[first if at == 0 else rest, *line] for at, line in enumerate(inner)]
        if kind == "fence":
            mark = self.random.choice(("```", "~~~", "````"))
            return [[mark, self.random.choice(("", "x", "md"))], *text, [mark]]
        if kind == "table":
            row = ["| ", *self._prose(), " | ", *self._prose(), " |"]
            spare = ["| ", *self._prose(), " | w | ", *self._prose()]
            return [["| w | w |"], ["|---|:-:|"], row, spare]
        shape = {
            "heading": lambda: [["## ", *text[0]]],
            "setext": lambda: [*text, ["---"]],
            "code": lambda: [["    ", *line] for line in text],
            "html": lambda: [["<div>"], *text, ["</div>"]],
            "comment": lambda: [["<!--"], *text, ["-->"]],
        }
        return shape[kind]() if kind in shape else text

    def _prose(self) -> list[str]:
        out: list[str] = []
        for _ in range(self.random.randint(1, 7)):
            kind = self.random.choices(("w ", "w. ", CITING, INLINE), (6, 2, 3, 1))[0]
            out.append(kind if isinstance(kind, str) else self.random.choice(kind))
        return out

    def _filled(self, piece: str) -> str:
        """The piece with numbers for its words and handles for ``{h}``, one in eight of them forged."""
        while "{h}" in piece:
            handle = HANDLES[self._handles % len(HANDLES)]
            self._handles += 1
            piece = piece.replace("{h}", FORGED if self.random.random() < 0.125 else handle, 1)
        out: list[str] = []
        for before, character, after in zip(" " + piece, piece, piece[1:] + " ", strict=False):
            if character == "w" and not (before.isalnum() or after.isalnum()):
                out.append(f"w{self._words}x")
                self._words += 1
            else:
                out.append(character)
        return "".join(out)

"""A block of an answer: what ``blocks`` finds and ``inline`` reads (contract.md §3)."""

from __future__ import annotations

from dataclasses import dataclass, field

from tekmeria_contract.answer import Span
from tekmeria_contract.containers import Container

MARKDOWN, HTML, LITERAL, DOUBTFUL = "markdown", "html", "literal", "doubtful"
"""How the text of a block is marked up: as Markdown, as HTML only, not at all, or nobody can say (see ``doubt``)."""


@dataclass(slots=True, eq=False)
class Block:
    """A block of text.

    ``kind`` is heading, paragraph, header (a table's), row, spare (a cell beyond the header's, which GFM does not
    show), code or break. ``spans`` are its lines in the answer, without what its containers add; ``cells`` the
    stretches of each cell of a table row; ``markup`` says how to read it.
    """

    kind: str
    spans: list[Span]
    container: Container
    markup: str = MARKDOWN
    cells: list[list[Span]] = field(default_factory=list[list[Span]])

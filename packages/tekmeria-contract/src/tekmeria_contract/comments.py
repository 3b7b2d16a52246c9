"""HTML comments: where one ends, and that one never closed hides nothing (contract.md §3).

CommonMark decides what is a comment, the browser where it stops to be hidden, which is at ``--!>`` too. What lies
between these ends is text, as it is written.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_COMMENT = re.compile(r"<!--(?:-?>|(?:[^-]++|-[^-]|--[^>])*+-->)")
_HIDDEN = re.compile(r"--!?>")
_EMPTY = ("<!-->", "<!--->")


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment that is hidden up to ``end`` and over at ``over``."""

    end: int
    over: int


class CommentReader:
    """Reads the comments of one text from left to right.

    From ``doubtful`` on stands what newer renderers take for a comment and older ones for text.
    """

    def __init__(self, text: str, html: bool) -> None:
        self.text = text
        self.html = html
        self.unclosed: bool = False
        self.doubtful: int | None = None

    def read(self, start: int) -> Comment | None:
        """The comment that begins at ``start``; None where there is none, or it is not closed."""
        if self.unclosed or not self.text.startswith("<!--", start):
            return None
        for empty in _EMPTY:
            if self.text.startswith(empty, start):
                return Comment(start + len(empty), start + len(empty))
        hidden = _HIDDEN.search(self.text, start + 4)
        match = None if self.html else _COMMENT.match(self.text, start)
        if hidden is None or (match is None and not self.html):
            # One that fails has looked through the whole rest: none after it is closed either.
            self.unclosed = True
            self.doubtful = None if hidden is None else start
            return None
        return Comment(hidden.end(), hidden.end() if match is None else max(hidden.end(), match.end()))

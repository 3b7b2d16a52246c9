"""Abstracts of Europe PMC's search: inline HTML (:mod:`tekmeria_sources.inlinehtml`) in parts, each under a heading
``<h4>`` where it has one."""

from __future__ import annotations

import re

from tekmeria_sources.inlinehtml import plain, unescaped

_HEADING = re.compile(r"<h4>(?P<label>(?:(?!<h4>).)*?)</h4>", re.IGNORECASE | re.DOTALL)


def read_abstract(written: str) -> list[tuple[str | None, str]]:
    """The parts of an abstract that hold text, each with its heading, None where it has none."""
    written = unescaped(written)
    pieces = _HEADING.split(written)
    labels = [None, *(plain(label).rstrip(":") or None for label in pieces[1::2])]
    texts = [plain(text) for text in pieces[::2]]
    return [(label, text) for label, text in zip(labels, texts, strict=True) if text]

"""Texts of Europe PMC's search: characters with HTML's inline tags among them, and with bare ``<`` and ``>``.

What reads as a tag is one only if it is of a known name, has no attributes but quoted ones, and all tags of that
name in the text are paired; everything else between angle brackets is text: ``P<0.001``, ``a<b and c>d``. Scripts
are spelt as everywhere (:mod:`tekmeria_sources.scripts`).
A tag whose brackets are escaped is a tag all the same. ``<h4>`` is the heading of a part of an abstract.
"""

from __future__ import annotations

import re
from collections import Counter

from tekmeria_sources.markup import tidy
from tekmeria_sources.scripts import spell_script

_PAIRED = (
    "h4|h3|h2|h5|h6|i|b|u|em|strong|sub|sup|p|ul|ol|li|span|a|div|small"
    "|italic|bold|underline|sc|monospace|list|list-item"
)
_TAG = re.compile(
    rf"<(?:(?P<close>/)(?P<closed>{_PAIRED})|(?P<opened>{_PAIRED})(?:\s+[\w:-]+=\"[^\"<>]*\")*|br\s*/?|hr\s*/?)\s*>",
    re.IGNORECASE,
)
_ESCAPED = re.compile(rf"&lt;(/?(?:{_PAIRED}))(?:&gt;|>)", re.IGNORECASE)
_HEADING = re.compile(r"<h4>(?P<label>(?:(?!<h4>).)*?)</h4>", re.IGNORECASE | re.DOTALL)
_BREAKS = frozenset({"p", "ul", "ol", "li", "div", "h2", "h3", "h5", "h6", "list", "list-item", ""})


def read_abstract(written: str) -> list[tuple[str | None, str]]:
    """The parts of an abstract that hold text, each with its heading, None where it has none."""
    written = _ESCAPED.sub(r"<\1>", written)
    pieces = _HEADING.split(written)
    labels = [None, *(plain(label).rstrip(":") or None for label in pieces[1::2])]
    texts = [plain(text) for text in pieces[::2]]
    return [(label, text) for label, text in zip(labels, texts, strict=True) if text]


def plain(written: str) -> str:
    """A text on one line, without markup."""
    written = _ESCAPED.sub(r"<\1>", written)
    unpaired = _unpaired(written)
    levels: list[tuple[str, list[str]]] = [("", [])]
    position = 0
    for tag in _TAG.finditer(written):
        name = (tag["opened"] or tag["closed"] or "").lower()
        if name in unpaired:
            continue
        levels[-1][1].append(written[position : tag.start()])
        position = tag.end()
        if name in _BREAKS:
            levels[-1][1].append(" ")
        elif name in ("sub", "sup") and not tag["close"]:
            levels.append((name, []))
        elif name in ("sub", "sup") and len(levels) > 1:
            _close(levels)
    levels[-1][1].append(written[position:])
    while len(levels) > 1:
        _close(levels)
    return tidy("".join(levels[0][1]))


def _close(levels: list[tuple[str, list[str]]]) -> None:
    name, pieces = levels.pop()
    outer = levels[-1][1]
    before = next((piece for piece in reversed(outer) if piece), "")
    outer.append(spell_script("".join(pieces), "^" if name == "sup" else "_", before))


def _unpaired(written: str) -> frozenset[str]:
    """Names whose tags do not come in pairs: what looks like one of them is text."""
    balance: Counter[str] = Counter()
    for tag in _TAG.finditer(written):
        if tag["opened"] or tag["closed"]:
            balance[(tag["opened"] or tag["closed"]).lower()] += -1 if tag["close"] else 1
    return frozenset(name for name, count in balance.items() if count)

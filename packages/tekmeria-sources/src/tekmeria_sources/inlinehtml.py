"""Characters with HTML's inline tags among them, and with bare ``<`` and ``>``: to text.

Europe PMC's search answers so, and PubMed where a depositor had escaped the tags. What reads as a tag is one only if
it is of a known name, has no attributes but quoted ones, and all tags of that name in the text are paired; everything
else between angle brackets is text: ``P<0.001``, ``a<b and c>d``, a lone ``<p>``. Scripts
are spelt as everywhere (:mod:`tekmeria_sources.scripts`).
A tag whose brackets are escaped is a tag all the same.
"""

from __future__ import annotations

import re
from collections import Counter

from tekmeria_sources.markup import tidy
from tekmeria_sources.scripts import spell_script

_PAIRED = (
    "h4|h3|h2|h5|h6|i|b|u|em|strong|sub|sup|p|ul|ol|li|span|a|div|small|o:p"
    "|italic|bold|underline|sc|monospace|list|list-item"
)
_TAG = re.compile(
    rf"<(?:(?P<close>/)(?P<closed>{_PAIRED})|(?P<opened>{_PAIRED})(?:\s+[\w:-]+=\"[^\"<>]*\")*|br\s*/?|hr\s*/?)\s*>",
    re.IGNORECASE,
)
_ESCAPED = re.compile(rf"&lt;(/?(?:{_PAIRED}))(?:&gt;|>)", re.IGNORECASE)
_BREAKS = frozenset({"p", "ul", "ol", "li", "div", "h2", "h3", "h5", "h6", "list", "list-item", ""})


def unescaped(written: str) -> str:
    """``written`` with the tags whose brackets are escaped as tags."""
    return _ESCAPED.sub(r"<\1>", written)


def plain(written: str) -> str:
    """A text on one line, without markup."""
    written = unescaped(written)
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

"""HTML tags inside a block: dropped, their text stays (contract.md §3).

Only what names an element of HTML counts as a tag, so that ``p <0.05 and OR >1`` and ``a <b and c> d`` keep
their words. Superscript and subscript digits become the characters that say so, ``<q>`` a quotation mark,
``<br>`` a break.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_SUPERSCRIPT = str.maketrans("0123456789+-−–=(),", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾,")
_SUBSCRIPT = str.maketrans("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎")
_ELEMENTS = frozenset(
    "a abbr address article aside audio b bdi bdo big blockquote br button caption center cite code col colgroup "
    "data dd del details dfn dialog div dl dt em fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 head "
    "header hgroup hr html body i iframe img input ins kbd label legend li link main map mark menu meta meter nav "
    "noscript object ol optgroup option output p param picture pre progress q ruby rp rt s samp script section "
    "select small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th "
    "thead time title tr track tt u ul var video wbr".split()
)
_TAG = re.compile(
    r"</(?P<closed>[A-Za-z][A-Za-z0-9]*+)\s*+>"
    r"|<(?P<opened>[A-Za-z][A-Za-z0-9]*+)"
    r"(?P<rest>(?:\s++[A-Za-z_:][\w:.\-]*+\s*+=\s*+(?:[^\s\"'=<>`]++|'[^']*+'|\"[^\"]*+\")"
    r"|\s++(?:hidden|open|disabled|checked|reversed|controls)(?=[\s/>]))*+)\s*+/?>"
)
_RAISED = re.compile(r"<(?P<name>sup|sub)>\s*(?P<digits>[0-9+\-−–=(),]{1,40})\s*</(?P=name)>", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag that ends at ``end``; ``put`` is what a reader sees in its place, ``mark`` tells another
    system's citation."""

    end: int
    put: str
    mark: bool = False


def read_tag(text: str, start: int) -> Tag | None:
    """The tag that begins at ``start``, or None where the ``<`` is text."""
    raised = _RAISED.match(text, start)
    if raised is not None:
        table = _SUPERSCRIPT if raised["name"].lower() == "sup" else _SUBSCRIPT
        return Tag(raised.end(), raised["digits"].translate(table))
    match = _TAG.match(text, start)
    if match is None:
        return None
    name = (match["closed"] or match["opened"]).lower()
    if name not in _ELEMENTS:
        return None
    put = {"q": '"', "br": "\n", "td": " ", "th": " ", "li": "\n", "p": "\n", "div": "\n", "tr": "\n"}.get(
        name, ""
    )
    return Tag(match.end(), put, name == "cite" and bool((match["rest"] or "").strip()))

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
_ELEMENT = re.compile(
    r"a|abbr|address|article|aside|audio|b|bdi|bdo|big|blockquote|br|button|caption|center|"
    r"cite|code|col|colgroup|data|dd|del|details|dfn|dialog|div|dl|dt|em|fieldset|"
    r"figcaption|figure|font|footer|form|h1|h2|h3|h4|h5|h6|head|header|hgroup|hr|html|"
    r"body|i|iframe|img|input|ins|kbd|label|legend|li|link|main|map|mark|menu|meta|meter|"
    r"nav|noscript|object|ol|optgroup|option|output|p|param|picture|pre|progress|q|ruby|rp|"
    r"rt|s|samp|script|section|select|small|source|span|strike|strong|style|sub|summary|sup|"
    r"svg|table|tbody|td|template|textarea|tfoot|th|thead|time|title|tr|track|tt|u|ul|var|"
    r"video|wbr"
)
_VEILING = frozenset(
    ("del", "s", "strike", "template", "dialog", "datalist", "noscript", "audio", "video", "object", "canvas")
)
_ATTRIBUTE = r"\s++[^\s\"'<>/=`]++(?:\s*+=\s*+(?:[^\s\"'=<>`]++|'[^']*+'|\"[^\"]*+\"))?+"
_TAG = re.compile(
    rf"</(?P<closed>[A-Za-z][A-Za-z0-9\-]*+)\s*+>"
    rf"|<(?P<opened>[A-Za-z][A-Za-z0-9\-]*+)(?P<rest>(?:{_ATTRIBUTE})*+)\s*+/?>"
)
_PLAIN = re.compile(
    r"(?:\s++[^\s\"'<>/=`]++\s*+=\s*+(?:[\w.%#\-]++|'[^']*+'|\"[^\"]*+\")"
    r"|\s++(?:open|disabled|checked|reversed|controls|hidden)(?!\s*=|\S))*+"
)
_UNSEEN = re.compile(
    r"\shidden(?![^\s=])|\sstyle\s*+=[^<>]*?"
    r"(?:display|visibility|opacity|clip|position|transparent|indent|(?:size|height|width)\s*+:\s*+0)",
    re.IGNORECASE,
)
_RAISED = re.compile(r"<(?P<name>sup|sub)>\s*(?P<digits>[0-9+\-−–=(),]{1,40})\s*</(?P=name)>", re.IGNORECASE)
_SHOWN = {"q": '"', "br": "\n", "td": " ", "th": " ", "li": "\n", "p": "\n", "div": "\n", "tr": "\n"}


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag that ends at ``end``.

    ``put`` is what a reader sees in its place. ``veils`` tells that it begins something that renderers do not show,
    or show struck out; ``closes`` that it ends an element. ``mark`` tells another system's citation.
    """

    end: int
    put: str
    name: str = ""
    closes: bool = False
    veils: bool = False
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
    if match["closed"] is not None:
        name = match["closed"].lower()
        return Tag(match.end(), _SHOWN.get(name, ""), name, closes=True) if _ELEMENT.fullmatch(name) else None
    name, rest = match["opened"].lower(), match["rest"]
    unseen = bool(rest) and _UNSEEN.search(rest) is not None
    if not unseen and (_ELEMENT.fullmatch(name) is None or _PLAIN.fullmatch(rest) is None):
        return None
    veils = unseen or name in _VEILING
    return Tag(
        match.end(), _SHOWN.get(name, ""), name, veils=veils, mark=name == "cite" and bool(rest.strip())
    )


class Veil:
    """Follows tags through a text and says which stretches of it a renderer may not show."""

    def __init__(self) -> None:
        self.stretches: list[tuple[int, int]] = []
        self._name = ""
        self._start = 0
        self._depth = 0

    @property
    def open(self) -> bool:
        """Whether what was begun last is not ended."""
        return self._depth > 0

    def pass_tag(self, tag: Tag, start: int) -> None:
        """Go over the ``tag`` that stands at ``start``."""
        if not self._depth:
            if tag.veils:
                self._name, self._start, self._depth = tag.name, start, 1
        elif tag.name == self._name:
            self._depth += -1 if tag.closes else 1
            if not self._depth:
                self.stretches.append((self._start, tag.end))

    def finish(self, end: int) -> list[tuple[int, int]]:
        """The stretches, the one not ended as far as ``end``."""
        if self._depth:
            self.stretches.append((self._start, end))
            self._depth = 0
        return self.stretches

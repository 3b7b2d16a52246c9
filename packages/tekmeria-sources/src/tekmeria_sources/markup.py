"""Inline markup to text without loss (sources.md, Records and passages).

The text of an element is its character data in document order, with its markup spelt as follows.

- ``<sup>`` and ``<sub>``: digits, signs and round brackets become Unicode super- and subscripts (``10⁻³``,
  ``Ca²⁺``, ``CO₂``); letters and marks are written plain (``Cmax``, ``HbA₁c``, ``⁹⁹mTc``, ``Fitbit®``); signs
  joined by a slash keep it (``Apoe⁻/⁻``). Where that would read as something else, the run stands in braces:
  ``^{n-1}``, ``_{1/2}``, ``_{min+1.5mM}``.
- MathML: see :mod:`tekmeria_sources.mathml`.
- Every other element (``i``, ``b``, ``u`` …) is transparent.
- Character references are decoded by the XML parser. What the depositor escaped twice (``&amp;percnt;``) is
  then still a reference of HTML with its semicolon; it is decoded, once.
- Runs of space, tab and line end become one space. Other Unicode spaces are text, except that no white space of any
  kind stands at either end.
- Tag characters (U+E0000 to U+E007F) are hidden text and are dropped.
"""

from __future__ import annotations

import re
from html.entities import html5
from xml.etree.ElementTree import Element

from tekmeria_sources.mathml import MATH, render_math
from tekmeria_sources.scripts import spell_script

_SPACE = re.compile(r"[\t\r\n][ \t\r\n]*| [ \t\r\n]+")
"""White space that is not one space already."""
_REFERENCE = re.compile(
    r"&(?:#(?P<decimal>[0-9]{1,7})|#[xX](?P<hex>[0-9A-Fa-f]{1,6})|(?P<name>[A-Za-z][A-Za-z0-9]{1,31}));"
)
_TAG_CHARACTERS = re.compile("[\U000e0000-\U000e007f]")
_SCRIPTS = {"sup": "^", "sub": "_"}


def flatten(element: Element) -> str:
    """The whole text of ``element``, its tail apart."""
    return tidy("".join(_pieces(element)) if len(element) else element.text or "")


def tidy(text: str) -> str:
    """Decode what was escaped twice, drop tag characters, collapse white space."""
    if "&" in text:
        text = _REFERENCE.sub(_character, text)
    if not text.isascii():
        text = _TAG_CHARACTERS.sub("", text)
    return _SPACE.sub(" ", text).strip()


def _pieces(element: Element) -> list[str]:
    """The text in document order. Recursion is bounded by the depth that :func:`parse_xml` allows."""
    pieces = [element.text or ""]
    for child in element:
        pieces.append(_spell(child, pieces[-1]))
        pieces.append(child.tail or "")
    return pieces


def _spell(element: Element, before: str) -> str:
    name = local_name(element)
    if name == MATH:
        return render_math(element)
    content = "".join(_pieces(element))
    return spell_script(content, _SCRIPTS[name], before) if name in _SCRIPTS else content


def local_name(element: Element) -> str:
    """The element's name without its namespace."""
    return element.tag.rpartition("}")[2]


def _character(reference: re.Match[str]) -> str:
    if reference["name"]:
        return html5.get(f"{reference['name']};", reference[0])
    number = int(reference["decimal"]) if reference["decimal"] else int(reference["hex"], 16)
    if number < 32 or number > 0x10FFFF or 0xD800 <= number < 0xE000:
        return reference[0]
    return chr(number)

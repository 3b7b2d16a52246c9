"""Plain text of JATS by other means than the decoder: regular expressions over the characters as they are.

Made for the tests that compare: no XML parser, no module of the package.
"""

from __future__ import annotations

import html
import re
from collections import Counter

_NO_TEXT = (
    *("ref-list", "permissions", "object-id", "alt-text", "long-desc", "tex-math", "kwd-group", "sec-meta"),
    *("processing-meta", "custom-meta-group"),
)
_INSTRUCTION = re.compile(r"<\?.*?\?>|<!--.*?-->|<!DOCTYPE.*?>", re.DOTALL)
_MARK = re.compile(r'<xref\b(?=[^>]*ref-type="bibr")[^>]*>(?P<shown>.*?)</xref>', re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_HEADING = re.compile(
    r"<(?:sec|ack|app|glossary|fn-group|notes|boxed-text)(?: [^>]*)?>\s*(?:<sec-meta>.*?</sec-meta>)?"
    r"\s*(?:<label>(?P<label>(?:(?!</label>).)*)</label>)?\s*<title>(?P<title>.*?)</title>",
    re.DOTALL,
)
_TABLE_OR_FIGURE_LABEL = re.compile(
    r"(<(?:fig|table-wrap|boxed-text)(?:\s[^>]*)?>\s*(?:<object-id[^>]*>[^<]*</object-id>)*\s*)<label>.*?</label>",
    re.DOTALL,
)
_LEAF = re.compile(
    r"<p(?:\s[^>]*)?>((?:(?!<p[ >]|<fig|<table-wrap|<list|<boxed|<disp|<suppl|<fn).)*?)</p>", re.DOTALL
)
_PLAIN = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎", "0123456789+-=()0123456789+-=()")


def without(xml: str, *names: str) -> str:
    """``xml`` without the elements ``names``."""
    for name in names:
        xml = re.sub(rf"<{name}(?:\s[^>]*)?(?<!/)>.*?</{name}>", "", xml, flags=re.DOTALL)
    return xml


def cleaned(xml: str) -> str:
    """The article without what is no text."""
    return without(_INSTRUCTION.sub("", xml), *_NO_TEXT)


def part(xml: str, name: str) -> str:
    """The first element ``name``, or nothing."""
    found = re.search(rf"<{name}(?:\s[^>]*)?>(.*?)</{name}>", xml, re.DOTALL)
    return found[1] if found else ""


def main_text(xml: str) -> str:
    """Body, back matter and floats of the article and of those inside it; no headings."""
    return _HEADING.sub("", _TABLE_OR_FIGURE_LABEL.sub(r"\1", without_front(xml)))


def without_front(xml: str) -> str:
    """The article, and those inside it, without their front matter."""
    return without(cleaned(xml), "front", "front-stub")


def headings(xml: str) -> list[str]:
    """The headings of sections, in order."""
    body = without_front(xml)
    return [bare(f"{text['label'] or ''}{text['title']}") for text in _HEADING.finditer(body)]


def letters(text: str) -> Counter[str]:
    """How often each letter and digit stands in ``text``, scripts as plain characters."""
    return Counter(character for character in text.translate(_PLAIN) if character.isalnum())


def stripped(xml: str) -> str:
    """The characters of ``xml`` without reference marks."""
    return html.unescape(_TAG.sub("", _MARK.sub("", xml)))


def marks(xml: str) -> str:
    """What the reference marks show."""
    return html.unescape(_TAG.sub("", "".join(_MARK.findall(xml))))


def bare(xml: str) -> str:
    """The letters and digits of ``xml``, in order."""
    return "".join(c for c in stripped(xml).translate(_PLAIN) if c.isalnum())


def leaves(xml: str) -> list[list[str]]:
    """The paragraphs that hold no block: each as its runs of text between tags, in order."""
    found: list[list[str]] = []
    for leaf in _LEAF.findall(xml):
        pieces = _TAG.split(_MARK.sub("<mark>", leaf))
        runs = (re.sub(r"[ \t\r\n]+", " ", html.unescape(piece)).strip() for piece in pieces)
        found.append([run for run in runs if any(character.isalpha() for character in run)])
    return [runs for runs in found if runs]


def comparisons(xml: str) -> list[str]:
    """Statements of significance, as they stand in the text."""
    return re.findall(r"[Pp] ?[<>≤=] ?0?[.·][0-9]+", stripped(xml))


def authors(xml: str) -> int:
    """How many authors the front matter names."""
    meta = part(cleaned(xml), "article-meta")
    return len(re.findall(r'<contrib(?=[ >])(?![^>]*contrib-type="(?!author"))', meta))


def scripts(xml: str) -> Counter[str]:
    """How often each Unicode super- or subscript must stand in the text, by the scripts of digits and signs alone;
    formulas and scripts with a reference mark in them apart."""
    text = re.sub(r"<(?:mml:)?math\b.*?</(?:mml:)?math>", "", xml, flags=re.DOTALL)
    text = re.sub(r"<sup>(?:(?!</sup>).)*?<xref\b.*?</sup>", "", text, flags=re.DOTALL)
    found = re.findall(r"<(su[bp])>\s*([0-9+−-]+)\s*</su[bp]>", text)
    tables = {
        "sup": str.maketrans("0123456789+-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻"),
        "sub": str.maketrans("0123456789+-−", "₀₁₂₃₄₅₆₇₈₉₊₋₋"),
    }
    return Counter("".join(content.translate(tables[kind]) for kind, content in found))

"""Plain text of PubMed XML by other means than the decoder: regular expressions over the bytes as they are.

Made for the tests that compare: no XML parser, no module of the package. What it knows of the documented
spelling of super- and subscripts is written out here once more.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass

_RECORD = re.compile(r"<(?P<kind>PubmedArticle|PubmedBookArticle)>(?P<body>.*?)</(?P=kind)>", re.DOTALL)
_PMID = re.compile(r'<PMID Version="(?P<version>\d+)">(?P<id>\d+)</PMID>')
_ABSTRACT = re.compile(
    r"<(?P<kind>Abstract|OtherAbstract)(?P<attributes>(?:\s[^>]*)?)>(?P<body>.*?)</(?P=kind)>", re.DOTALL
)
_PART = re.compile(r"<AbstractText(?P<attributes>(?:\s[^>]*[^/])?)>(?P<body>.*?)</AbstractText>", re.DOTALL)
_LABEL = re.compile(r'\bLabel="(?P<label>[^"]*)"')
_MATH = re.compile(r"<mml:math\b.*?</mml:math>", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_SCRIPT = re.compile(r"<(?P<kind>su[bp])>(?P<body>.*?)</(?P=kind)>", re.DOTALL)
_SUPERSCRIPT = str.maketrans("0123456789+-−‐‑–=()", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁻⁻⁼⁽⁾")
_SUBSCRIPT = str.maketrans("0123456789+-−‐‑–=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₋₋₋₌₍₎")
_PLAIN = str.maketrans(
    "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎\u0307−‐‑–˙", "0123456789+-=()0123456789+-=().----.", "{}"
)


@dataclass(frozen=True)
class Part:
    """One ``AbstractText``: where it stands (``abstract``, ``abstract_ger`` …), its label, its XML."""

    where: str
    label: str | None
    xml: str

    @property
    def has_math(self) -> bool:
        return "<mml:math" in self.xml

    def spelt(self) -> str:
        """Its text with scripts as documented; not for formulas."""
        return _text(_SCRIPT.sub(_spell, self.xml))

    def bare(self) -> str:
        """Its characters without white space and without any sign of scripts."""
        return bare(_text(_MATH.sub(lambda math: re.sub(r"\s", "", _TAG.sub("", math[0])), self.xml)))


def bare(text: str) -> str:
    """``text`` without white space, with scripts as plain characters."""
    return re.sub(r"\s", "", re.sub(r"[\^_](?=\{)", "", text).translate(_PLAIN))


def newest_records(xml: str) -> dict[str, str]:
    """The XML of each record's newest version, by PMID."""
    newest: dict[str, tuple[int, str]] = {}
    for record in _RECORD.finditer(xml):
        pmid = _PMID.search(record["body"])
        assert pmid is not None
        version = int(pmid["version"])
        if version >= newest.get(pmid["id"], (0, ""))[0]:
            newest[pmid["id"]] = (version, record["body"])
    return {id_: body for id_, (_, body) in newest.items()}


def abstract_parts(record: str) -> Iterator[Part]:
    """The parts of a record's abstracts that hold text, in document order."""
    for abstract in _ABSTRACT.finditer(record):
        where = "abstract"
        if abstract["kind"] == "OtherAbstract":
            kind = re.search(r'Type="([^"]*)"', abstract["attributes"])
            language = re.search(r'Language="([^"]*)"', abstract["attributes"])
            plain = kind is not None and "plain-language" in kind[1]
            where = "plain_language" if plain else f"abstract_{language[1] if language else 'und'}"
        for part in _PART.finditer(abstract["body"]):
            label = _LABEL.search(part["attributes"])
            if _text(part["body"]):
                yield Part(where, html.unescape(label["label"]).strip() if label else None, part["body"])


def title_of(record: str) -> str:
    """The article's title, or the book's where there is none."""
    for name in ("ArticleTitle", "VernacularTitle", "BookTitle"):
        found = re.search(rf"<{name}(?:\s[^>]*)?>(.*?)</{name}>", record, re.DOTALL)
        if found and (text := _text(_SCRIPT.sub(_spell, found[1]))):
            return text
    return ""


def _spell(script: re.Match[str]) -> str:
    """A script as documented, case by case; those inside another are left to the reader of the outer one."""
    written, raised = html.unescape(_TAG.sub("", script["body"])), script["kind"] == "sup"
    text = written.strip()
    shifted = text.translate(_SUPERSCRIPT if raised else _SUBSCRIPT)
    digits_first = re.fullmatch(r"[0-9]+[^\W\d_]+", text) and not _before(script).isalnum()
    if (
        set(text) <= set("0123456789+-−‐‑–=()")
        or re.fullmatch(r"[-+−‐‑–](/[-+−‐‑–])+", text)
        or (digits_first if raised else re.fullmatch(r"[^\W_]+", text))
    ):
        spelt = shifted
    elif re.search(r"[0-9+\-−‐‑–=()\[\]]", text):
        spelt = ("^" if raised else "_") + "{" + text + "}"
    else:
        spelt = text
    return html.escape(written.replace(text, spelt) if text else written)


def _before(script: re.Match[str]) -> str:
    return _TAG.sub("", script.string[max(0, script.start() - 200) : script.start()])[-1:]


def _text(xml: str) -> str:
    """Tags dropped, references decoded: by the XML, and once more where the depositor had escaped them twice."""
    text = html.unescape(_TAG.sub("", xml))
    text = re.sub(r"&(?:[A-Za-z]+|#[0-9]+);", lambda reference: html.unescape(reference[0]), text)
    return re.sub(r"[ \t\r\n]+", " ", text).strip()

"""Whether a stop ends a sentence: the decisions behind `sentences`."""

import re
from collections.abc import Iterator

from tekmeria_contract.abbreviations import Effect
from tekmeria_contract.enclosures import enclosures
from tekmeria_contract.lexicon import Lexicon

_STOP = re.compile(r"[.!?…‼⁇⁈⁉؟۔।॥።。！？｡．]++(?:[ \u00a0][.!?…]++(?!\w))*+")
_FIRM = frozenset("؟۔।॥።。！？｡")
_ASKING = frozenset("!?‼⁇⁈⁉！？")
_CLOSERS = re.compile("[\"'”’“‘»›«‹」』》〉】〕）］)\\]}]*+")
_ref = r"\d{1,4}[a-z]?(?:\s?[,;–—-]\s?\d{1,4}[a-z]?){0,40}+"
_CITATION = re.compile(rf"(?:[ \u00a0]?\[{_ref}\]|[⁰¹²³⁴-⁹][⁰¹²³⁴-⁹⁻⁺,˒–-]{{0,40}}+|\({_ref}\))+(?=\s|$)")
_GLUED = re.compile(r"\d{1,3}(?:[,–-]\s?\d{1,3}){0,20}+(?=\s|$)")
_CHAR = r"\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_CJK = re.compile(f"[{_CHAR}]")
_NEXT = re.compile(r"([\"'“”‘’«»„‚‹›「『《〈（(\[{【¿¡*_•‣◦▪…]*+)(\S{0,40}+)")
_LABEL = re.compile(r"[(\[]?(?:\d{1,3}(?:\.\d{1,3})*|[A-Za-z]|[ivxIVX]{1,5}|[A-Z][-–,&][A-Z])[)\]]?")
_PANEL = re.compile(r"[a-z](?:\s?[-–,]\s?[a-z]){0,3}[:,)]")
_BIO = re.compile(r"(?=[a-zα-ω])(?:[^\s]*?[\dA-ZΑ-Ωα-ω]|[a-z]{1,2}-\w|[a-z]{1,3}['′])")
_CHEM = re.compile(r"[\d(+±−–-]")


class Block:
    __slots__ = ("text", "closed")

    def __init__(self, text: str) -> None:
        self.text = text
        self.closed = enclosures(text)


def ends_sentence(block: Block, lexicon: Lexicon) -> Iterator[int]:
    text = block.text
    begin = 0
    size = len(text)
    closed = block.closed
    k = 0
    skip = 0
    for m in _STOP.finditer(text):
        cs, ce = m.start(), m.end()
        if cs < skip:
            continue
        while k < len(closed) and closed[k][1] < cs:
            k += 1
        bracket_end = False
        end = ce
        inside = k < len(closed) and closed[k][0] < cs
        if inside:
            o, c = closed[k]
            tail = text[ce:c]
            if len(tail) > 8 or tail.strip(" \u00a0\u202f\"'”’“‘»›«‹」』》〉】〕）］)]}"):
                continue
            end = c + 1
            if text[o] in "([{（［【〔":
                bracket_end = True
                if text[begin:o].strip():
                    continue
        nextopen = (
            closed[k + 1][0]
            if inside and k + 1 < len(closed)
            else (closed[k][0] if not inside and k < len(closed) else size)
        )
        end = _CLOSERS.match(text, end, max(end, nextopen)).end()
        cite = _CITATION.match(text, end)
        glued = None
        if cite:
            end = cite.end()
        elif (
            end == ce
            and m.group() == "."
            and end < size
            and text[end].isdigit()
            and cs
            and (text[cs - 1].islower() and text[cs - 2 : cs - 1].isalpha() or text[cs - 1] in ")]”")
        ):
            glued = _GLUED.match(text, end)
            if glued:
                end = glued.end()
        if end >= size:
            return
        nxt = end
        while nxt < size and text[nxt].isspace():
            nxt += 1
        if nxt >= size:
            return
        spaced = nxt > end
        if decide(text, begin, cs, m.group(), end, nxt, spaced, lexicon, bracket_end, glued is not None):
            yield end
            begin = nxt
            skip = end


def decide(text, begin, cs, stop, end, nxt, spaced, lex, bracket_end, glued):
    if not any(c.isalnum() for c in text[begin:cs][:200]):
        return False
    nm = _NEXT.match(text, nxt)
    lead, core = nm.group(1), nm.group(2)
    first = text[nxt]
    if any(c in _FIRM for c in stop):
        if not spaced and first in "、，。,と":
            return False
        return True
    if first in ",;:.!?)]}":
        return False
    asking = any(c in _ASKING for c in stop)
    ellipsis = "…" in stop or stop.count(".") > 1
    if not spaced:
        if _CJK.match(first) and (asking or _CJK.match(text[cs - 1])):
            return True
        if stop == "．":
            return not first.isdigit()
        return unspaced(text, begin, cs, core, lead, first, asking, lex)
    head = text[max(begin, cs - 60) : cs]
    words = head.rsplit(None, 2)
    before = words[-1].lstrip("([{\"'“‘«„") if words else ""
    prior = words[-2] if len(words) > 1 else ""
    if glued or asking or ellipsis:
        kind = next_kind(lead, core, lex)
        return kind in ("upper", "digit", "opener", "uncased", "bullet") or (kind == "bio" and not ellipsis)
    sofar = text[begin:cs]
    if len(sofar) < 12 and _LABEL.fullmatch(sofar.strip()):
        return False
    kind = next_kind(lead, core, lex)
    if kind == "none":
        return False
    plain = text[cs - 1].isalnum() or text[cs - 1] in "°%"
    if plain:
        effect = lex.effects.get(before) or lex.effects.get(re.split(r"[/–—(\[]", before)[-1])
        if effect is Effect.NEVER:
            return False
        if effect is Effect.OPENER:
            return kind == "opener"
        if effect is Effect.NUMBER and (
            kind == "digit" or re.match(r"[(\[]?(?:[A-Z]\b|[IVX]+\b|S\d)", lead + core)
        ):
            return False
        if effect is Effect.UNIT and kind == "digit" and prior[-1:].isdigit():
            return False
        bare = before[-1:]
        if len(before) == 1 and before.isalpha() or re.search(r"\W[^\W\d_]$", before):
            return single(before, prior, kind, core, lex)
        if re.fullmatch(r"(?:[A-Z]\.-?)+[A-Z]", before):
            return kind == "opener"
        if lex.ordinals and before.isdigit() and len(before) < 3 and kind == "upper":
            return False
        if kind == "lower":
            return before.isalpha() and before.islower() and len(before) > 4
    elif kind == "lower":
        return False
    return True


_PEOPLE = frozenset(
    "by and or of from with to for thank thanks author authors et und von y de le la les el by. strain per in on at the a an der die das des".split()
)


def single(before, prior, kind, core, lex):
    if kind in ("opener",):
        return True
    if kind == "lower":
        return False
    if prior[-1:].isdigit():
        return True
    if re.match(r"[A-Z]\.", core):
        return False
    if kind == "upper" or kind == "digit":
        p = prior.strip("(\"'")
        return p.isalpha() and p.islower() and len(p) > 3 and p not in _PEOPLE
    return kind == "bio" and prior.islower() and len(prior) > 4


def next_kind(lead, core, lex):
    if not core:
        return "upper" if lead else "none"
    c = core[0]
    word = re.match(r"[^\W\d_]+(?:['’][a-z]+)?", core)
    if word and word.group() in lex.openers:
        return "opener"
    if c.isupper() or c.istitle():
        return "upper"
    if c.isdigit():
        return "digit"
    if c.isalpha():
        if not c.islower():
            return "uncased"
        if _BIO.match(core) or _PANEL.match(core):
            return "bio"
        if any(x in "([" for x in lead) and re.match(r"[a-z]{1,4}[)\]]|[a-z](?:-|–|,)|[a-z]$", core):
            return "upper"
        if any(x in "¿¡" for x in lead):
            return "upper"
        return "lower"
    if c in "$€£#" or (c in "~−-–+±<>≥≤" and len(core) > 1 and (core[1].isalnum() or core[1] in "/-−+")):
        return "digit"
    if lead:
        return "upper"
    if c in "-–—*•" and len(core) == 1:
        return "upper"
    return "none"


def unspaced(text, begin, cs, core, lead, first, asking, lex):
    head = text[max(begin, cs - 40) : cs]
    words = head.split()
    before = words[-1] if words else ""
    word = re.match(r"([A-Z][a-z]+)[\s,]", core + " ")
    if lead or not word:
        return (
            bool(lead)
            and lead[0] in "("
            and before.isalpha()
            and before.islower()
            and len(before) > 4
            and re.match(r"[A-Z]", core) is not None
        )
    if word.group(1) in lex.openers and len(word.group(1)) > 1:
        return bool(re.search(r"[a-z)\]%\d]$", before)) and not re.search(r"[./@]", before)
    return before.isalpha() and before.islower() and len(before) > 3

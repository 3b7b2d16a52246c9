"""Whether a run of stops ends its sentence (rules S2 and S7 to S15 of `sentences`)."""

import re
from collections.abc import Iterator

from tekmeria_contract.abbreviations import Effect
from tekmeria_contract.following import Following, Kind, following
from tekmeria_contract.lexicon import Lexicon
from tekmeria_contract.stops import FIRM, Stop, Stops

__all__ = ["cuts"]

_ASKING = frozenset("!?‼⁇⁈⁉")
_OPENS = frozenset({Kind.OPENER, Kind.CAPITAL, Kind.NUMBER, Kind.MARKED, Kind.LEGEND})
_CAPITALS = frozenset({Kind.OPENER, Kind.CAPITAL})

_CJK = re.compile(r"[\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
# A quotation goes on as part of its sentence before a particle (ja) or a verb of saying (zh).
_GOES_ON = re.compile(
    r"[、，,；;：:)）]|って|という|と(?!ころ|ても|はいえ|りわけ|もあれ|もに|きに)|を|の(?!ち)|が(?!ん)|は(?!い|じ|た)|に(?!も)"
    r"|も(?!し|ち|う|っ|と)|で(?=す|あ|し)|な(?=ど|ら|の|ん)|か(?=ら|。)|的|[\u4e00-\u9fff]{1,6}?[说說道问問答称稱喊]"
)

_LABEL = re.compile(
    r"(?:[•‣◦▪●⁃*–-] ?)?[(\[]?(?:\d{1,3}(?:\.\d{1,3}){0,3}|[^\W\d_]\d?|[ivxIVX]{1,5}|[A-Z](?:\s?(?:[-–,&]|and)\s?[A-Z]){1,5})[)\]]?"
    r"|(?:Figure|Fig\.|Table|Box|Scheme|Abbildung|Abb\.|Tabelle|Tab\.|Tableau|Figura|Tabla|Tabella) [A-Z]?\d{1,2}[A-Za-z]?"
)
_LABEL_LIMIT = 16

_LEADING = "([{\"'“‘«„‚‹¿¡*"
_PARTS = re.compile(r"[/–—(\[=:'’]")
_INITIALS = re.compile(r"(?:[^\W\d_]\.[-‐]?)+[^\W\d_]")
_INITIAL_WITH_STOP = re.compile(r"[\W_]*((?:[^\W\d_]\.)+)")
_SHORTENED = re.compile(r"[^\W\d_]{1,3}\.")
_CODE = re.compile(r"[(\[]?(?:[A-Z]\b|[IVXLC]+\b|[A-Z]{2}|(?=\S*\d)\w)")
_ROMAN = re.compile(r"[IVXLC]{1,6}")
_BINOMIAL = re.compile(r"[A-Z](?:[a-z]+|\.) [a-z-]{3,}")
_QUANTITY = re.compile(r".*[\d°º](?:\s?%)?$|[(]?(?:°|º|mg|µg|μg|ug|ml|mL|g|kg|mg/kg|mL/kg|ml/kg|µl|μl|IU|U)$")

# A name may follow these words, so a single capital behind them is an initial.
_NAMING = frozenset(
    "with from thank thanks thanked author authors doctor doctors professor colleague colleagues editor editors genus"
    " species like that when where while since because although after before between among nach über durch oder sowie"
    " avec pour selon dans chez docteur professeur para según como entre profesor señor con dottor professor".split()
)
_KINDS_OF = frozenset(
    "Vitamin Hepatitis Group Type Class Grade Stage Panel Protein Factor Figure Table Cohort Arm Part Appendix Influenza"
    " Lane Gruppe Typ Klasse Grad Stadium Teil Groupe Grupo Gruppo Tipo".split()
)
# A letter that closes an enumeration of letters (`in A and B`, `A, B or C`) is no initial.
_ENUMERATED = re.compile(r"(?:^|[\s(,])[A-Za-z][,]? (?:and|or|&|und|oder|et|ou|y|o|e) [A-Za-z]\Z")
# Dotted forms that are said of something, so that a capital behind them begins a new sentence.
_PREDICATES = frozenset("n.s n.d n.a s.d s.e s.e.m".split())
_CLOCK = frozenset("a.m p.m A.M P.M B.C A.D B.C.E C.E a.d b.c".split())
_ADVERBIAL = re.compile(r"(?:At|By|On|In|Around|For|From|Until|After|Before|During|Since|About)\s")
_ADVERBIAL_LIMIT = 60
# How far back the words before a stop are read.
_REACH = 60


def cuts(text: str, lexicon: Lexicon) -> Iterator[int]:
    """The positions behind which a new sentence begins, in order; white space may follow them. Linear in the text."""
    found = Stops(text)
    begin, reached, size = len(text) - len(text.lstrip()), 0, len(text)
    for run in found.runs():
        if run.start() < reached:
            continue
        stop = found.read(run, begin)
        if stop is None:
            continue
        if stop.next >= size:
            return
        if _ends(text, stop, lexicon):
            yield stop.end
            begin, reached = stop.next, stop.end


def _ends(text: str, stop: Stop, lexicon: Lexicon) -> bool:
    head = text[stop.begin : min(stop.start, stop.begin + 200)]
    if len(head) < 200 and not any(map(str.isalnum, head)):
        return False
    if not FIRM.isdisjoint(stop.marks):
        return not (stop.closed and _GOES_ON.match(text, stop.next))
    if text[stop.next] in ",;:.!?)]}":
        return False
    if stop.next == stop.end:
        return _ends_unspaced(text, stop, lexicon)
    after = following(text, stop.next, lexicon)
    if after.kind is Kind.NOTHING:
        return False
    if len(stop.marks) > 1 or stop.marks != ".":
        return _ends_asking(stop, after, lexicon)
    return _full_stop_ends(text, stop, after, lexicon)


def _ends_asking(stop: Stop, after: Following, lexicon: Lexicon) -> bool:
    """Rule S13: question and exclamation marks, and ellipses."""
    if not _ASKING.isdisjoint(stop.marks):
        return after.kind in _OPENS
    # An ellipsis is a pause unless a capital shows a new sentence; `I` has a capital everywhere.
    return (
        after.kind in _CAPITALS
        and after.word[:2].rstrip("'’ ") != "I"
        and not after.lead.startswith(("(", "["))
    )


def _full_stop_ends(text: str, stop: Stop, after: Following, lexicon: Lexicon) -> bool:
    if stop.start - stop.begin <= _LABEL_LIMIT and _LABEL.fullmatch(text, stop.begin, stop.start):
        return False
    before, prior = _words_before(text, stop)
    effect = _effect(before, prior, lexicon)
    last = text[stop.start - 1]
    if effect is not None:
        verdict = _abbreviation_ends(effect, stop, after, prior)
        if verdict is not None:
            return verdict
    if last.isalpha():
        verdict = _letters_end(text, stop, after, before, prior, lexicon)
        if verdict is not None:
            return verdict
    elif lexicon.ordinals and _is_ordinal(before, after):
        return False
    return _word_ends(stop, after, before, lexicon)


def _words_before(text: str, stop: Stop) -> tuple[str, str]:
    """The token before the stop, without opening marks, and the one before that."""
    words = text[max(stop.begin, stop.start - _REACH) : stop.start].rsplit(None, 2)
    before = words[-1].lstrip(_LEADING) if words else ""
    return before, words[-2] if len(words) > 1 else ""


def _effect(before: str, prior: str, lexicon: Lexicon) -> Effect | None:
    """Rule S8: the effect of the abbreviation before a stop, also behind a slash or an elided article, or spaced out."""
    effects = lexicon.effects
    found = effects.get(before)
    if found is None and len(before) < 4:
        spaced = _INITIAL_WITH_STOP.fullmatch(prior)
        found = effects.get(spaced.group(1) + before) if spaced else None
    elif found is None and not before.isalnum():
        found = effects.get(_PARTS.split(before)[-1])
    return found


def _abbreviation_ends(effect: Effect, stop: Stop, after: Following, prior: str) -> bool | None:
    """Rule S8. None: an ordinary word in this place."""
    if stop.cited or effect is Effect.NEVER:
        return False
    if effect is Effect.OPENER:
        return after.kind is Kind.OPENER
    if effect is Effect.NUMBER and (after.kind is Kind.NUMBER or _CODE.match(after.lead + after.word)):
        return False
    if effect is Effect.UNIT and after.kind is Kind.NUMBER and prior[-1:].isdigit():
        return False
    return None


def _letters_end(
    text: str, stop: Stop, after: Following, before: str, prior: str, lexicon: Lexicon
) -> bool | None:
    """Rule S9: single letters, initials and dotted forms. None: an ordinary word."""
    if len(before) == 1 and before.lower() != before.upper():
        if _INITIAL_WITH_STOP.fullmatch(prior):
            return after.kind is Kind.OPENER
        return _single_letter_ends(text, stop, after, before, prior)
    if _INITIALS.fullmatch(before):
        return _dotted_ends(text, stop, after, before, prior)
    if lexicon.ordinals and _ROMAN.fullmatch(before) and after.kind is Kind.CAPITAL:
        return False
    return None


def _single_letter_ends(text: str, stop: Stop, after: Following, before: str, prior: str) -> bool:
    if after.kind is Kind.LOWER or after.kind is Kind.LEGEND:
        return False
    if after.kind is Kind.CAPITAL and _SHORTENED.match(after.word):
        return False
    if after.kind is Kind.OPENER or _QUANTITY.match(prior):
        return True
    if before == "L" and _BINOMIAL.search(text, max(stop.begin, stop.start - _REACH), stop.start - 2):
        return False
    if _ENUMERATED.search(text[max(stop.begin, stop.start - 12) : stop.start]):
        return True
    noun = prior.lstrip(_LEADING)
    return noun in _KINDS_OF or (noun.isalpha() and noun.islower() and len(noun) > 3 and noun not in _NAMING)


def _dotted_ends(text: str, stop: Stop, after: Following, before: str, prior: str) -> bool:
    if after.kind is Kind.OPENER:
        return True
    if after.kind is not Kind.CAPITAL:
        return False
    if before in _CLOCK and prior[-1:].isdigit():
        return not (_is_adverbial(text, stop) or after.word[:2].isupper())
    # `5 mg/kg i.p. Tumours`: a route behind its dose or participle closes the sentence; before a noun it does not.
    if before in _PREDICATES:
        return True
    return before.islower() and (bool(_QUANTITY.match(prior)) or prior.endswith(("ed", "en", "daily")))


def _is_adverbial(text: str, stop: Stop) -> bool:
    """Whether the sentence so far is no more than a time: `At 5 a.m. Mr. Smith went`."""
    return stop.start - stop.begin < _ADVERBIAL_LIMIT and bool(_ADVERBIAL.match(text, stop.begin))


def _is_ordinal(before: str, after: Following) -> bool:
    """Rule S14: `4. Klasse`, `21. Oktober`; but `auf 12. Die` ends."""
    return before.isdigit() and len(before) < 4 and after.kind is Kind.CAPITAL


def _word_ends(stop: Stop, after: Following, before: str, lexicon: Lexicon) -> bool:
    """Rules S10 and S11: an ordinary word, number or closer before the stop."""
    ordinary = before.isalpha() and before.islower()
    if after.kind is Kind.LOWER:
        return lexicon.lower_starts and ordinary and len(before) > 4 and not (stop.closed or stop.cited)
    if after.kind is Kind.LEGEND:
        return not (ordinary and len(before) < 5)
    return True


_NAME = re.compile(r"[A-Z][a-z]+(?=[\s,])")
_TAIL = re.compile(r"[)\]%”\"]|\d|[a-z]{2}")


def _ends_unspaced(text: str, stop: Stop, lexicon: Lexicon) -> bool:
    """Rule S12: no space behind the stop."""
    first, last = text[stop.next], text[stop.start - 1 : stop.start]
    if _CJK.match(first):
        return bool(_CJK.match(last) or not last.isalpha()) and not set(stop.marks) <= {"…"}
    if "．" in stop.marks:
        return not first.isdigit()
    if first != "(" and not first.isupper():
        return False
    before, _ = _words_before(text, stop)
    plain = before.isalpha() and before.islower() and len(before) > 3
    if first == "(":
        return plain and text[stop.next + 1 : stop.next + 2].isupper()
    word = _NAME.match(text, stop.next)
    if word is None or (plain and _effect(before, "", lexicon)):
        return False
    if plain:
        return True
    return len(word.group()) > 1 and word.group() in lexicon.openers and _closes_a_word(before)


def _closes_a_word(before: str) -> bool:
    """Whether the token before a glued stop ends as a word, number or bracket does, and is no part of an address."""
    if before[-1:] in ')]”"%':
        return True
    return bool(_TAIL.match(before[-2:]) or _TAIL.match(before[-1:])) and not re.search(r"[./@]", before)

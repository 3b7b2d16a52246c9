"""Stops behind single letters, initials and dotted forms (rule S9 of `sentences`)."""

import re

from tekmeria_contract.following import Following, Kind
from tekmeria_contract.lexicon import Lexicon
from tekmeria_contract.stops import Stop

__all__ = ["LEADING", "letters_end", "spaced_form"]

LEADING = "([{\"'“‘«„‚‹¿¡*"
"""Marks that may stand before a word and are no part of it."""

_INITIALS = re.compile(r"(?:[^\W\d_]\.[-‐]?)+[^\W\d_]")
_WITH_STOP = re.compile(r"[\W_]*((?:[^\W\d_]\.)+)")
_SHORTENED = re.compile(r"[^\W\d_]{1,3}\.")
_ROMAN = re.compile(r"[IVXLC]{1,6}")
# A letter that closes an enumeration of letters (`in A and B`, `A, B or C`) is no initial.
_ENUMERATED = re.compile(r"(?:^|[\s(,])[A-Za-z],? (?:and|or|&|und|oder|et|ou|y|o|e) [A-Za-z]\Z")
_ENUMERATION = 12

_UNITS = "°|º|mg|µg|μg|ug|g|kg|ml|mL|µl|μl|µL|μL|IU|U|mg/kg|mg/kg/d|mg/kg/day|ml/kg|mL/kg"
_QUANTITY = re.compile(rf".*[\d°º]%?|[(]?(?:{_UNITS})")
_COMPASS = frozenset("NSEW")
_HOUSE_NUMBER = re.compile(r"\d{3,6}")

_BINOMIAL = re.compile(r"[A-Z](?:[a-z]+|\.) [a-z-]{3,}")
_BINOMIAL_REACH = 60
# Serovars of Salmonella are written with a capital (`S. Dublin`), unlike species.
_SEROVAR = re.compile(
    r"(?:Typhi|Paratyphi|Enteritidis|Dublin|Heidelberg|Newport|Choleraesuis|Infantis|Kentucky|Agona|Hadar|Virchow"
    r"|Gallinarum|Pullorum|Montevideo|Saintpaul|Javiana)"
)
# A name may follow these words, so a capital behind them is an initial.
_BEFORE_NAMES = (
    "with from thank thanks author authors doctor doctors professor colleague colleagues editor"
    " editors student students nurse nurses technician technicians physician physicians surgeon"
    " investigator investigators fellow researcher researchers director president chairman reviewer"
    " reviewers statistician assistant assistants genus species strain strains like that when where"
    " while since because although after before between among against toward towards versus nach über"
    " durch oder sowie avec pour selon dans chez docteur professeur para según como entre profesor"
    " señor dottor"
)
_NAMING = frozenset(_BEFORE_NAMES.split())
# Nouns that take a letter and open many sentences, hence with a capital.
_KINDS = (
    "Vitamin Hepatitis Group Type Class Grade Stage Panel Protein Factor Figure Table Cohort Arm Part"
    " Appendix Influenza Lane Gruppe Typ Klasse Grad Stadium Teil Groupe Grupo Gruppo Tipo Vitamina"
    " Vitamine Epatite"
)
_KINDS_OF = frozenset(_KINDS.split())

# Dotted forms that are said of something, so that a capital behind them begins a new sentence.
_PREDICATES = frozenset({"n.s", "n.d", "n.a", "s.d", "s.e", "s.e.m"})
_CLOCK = frozenset({"a.m", "p.m", "A.M", "P.M", "B.C", "A.D", "B.C.E", "C.E", "a.d", "b.c"})
_ADVERBIAL = re.compile(r"(?:At|By|On|In|Around|For|From|Until|After|Before|During|Since|About)\s")
_ADVERBIAL_LIMIT = 60


def spaced_form(before: str, prior: str) -> str:
    """`z.B` of `z. B`: the abbreviation without its space; empty if `prior` is no part of it."""
    match = _WITH_STOP.fullmatch(prior)
    return match.group(1) + before if match else ""


def letters_end(
    text: str, stop: Stop, after: Following, before: str, prior: str, lexicon: Lexicon
) -> bool | None:
    """Whether a full stop behind `before` ends the sentence; None if `before` is an ordinary word.

    `prior` is the token before `before`.
    """
    if len(before) == 1 and before.lower() != before.upper():
        if _WITH_STOP.fullmatch(prior):
            return after.kind is Kind.OPENER
        return _single_letter_ends(text, stop, after, before, prior)
    if _INITIALS.fullmatch(before):
        return _dotted_ends(text, stop, after, before, prior)
    # In German a Roman number is an ordinal too (rule S14).
    if lexicon.ordinals and _ROMAN.fullmatch(before) and after.kind is Kind.CAPITAL:
        return False
    return None


def _single_letter_ends(text: str, stop: Stop, after: Following, before: str, prior: str) -> bool:
    if after.kind in {Kind.LOWER, Kind.LEGEND}:
        return False
    if after.kind is Kind.CAPITAL and _SHORTENED.match(after.word):
        return False
    if after.kind is Kind.OPENER:
        return True
    if _QUANTITY.fullmatch(prior):
        return not (before in _COMPASS and _HOUSE_NUMBER.fullmatch(prior))
    if _is_part_of_a_taxon(text, stop, after, before):
        return False
    return _takes_letter(prior.lstrip(LEADING)) or _is_enumerated(text, stop)


def _is_part_of_a_taxon(text: str, stop: Stop, after: Following, before: str) -> bool:
    """`Bellis perennis L. Extract` names its author, `S. Dublin` a serovar."""
    if before == "S":
        return bool(_SEROVAR.match(after.word))
    return before == "L" and bool(
        _BINOMIAL.search(text, max(stop.begin, stop.start - _BINOMIAL_REACH), stop.start - 2)
    )


def _takes_letter(noun: str) -> bool:
    """Whether a word takes a letter as its label (`vitamin D`, `subunit c`) and does not introduce a name."""
    if noun in _KINDS_OF:
        return True
    ordinary = noun.isalpha() and noun.islower() and len(noun) > 3
    return ordinary and noun not in _NAMING and not noun.endswith(("ed", "ing"))


def _is_enumerated(text: str, stop: Stop) -> bool:
    return bool(_ENUMERATED.search(text[max(stop.begin, stop.start - _ENUMERATION) : stop.start]))


def _dotted_ends(text: str, stop: Stop, after: Following, before: str, prior: str) -> bool:
    if after.kind is Kind.OPENER:
        return True
    if before in _CLOCK and prior[-1:].isdigit() and after.kind in {Kind.CAPITAL, Kind.NUMBER}:
        return not (_is_adverbial(text, stop) or after.word[:2].isupper())
    if after.kind is not Kind.CAPITAL:
        return False
    if before in _PREDICATES:
        return True
    # A route closes the sentence behind a dose or participle (`5 mg/kg i.p. Tumours`), else its noun follows.
    return before.islower() and (bool(_QUANTITY.fullmatch(prior)) or prior.endswith(("ed", "en", "daily")))


def _is_adverbial(text: str, stop: Stop) -> bool:
    """Whether the sentence so far is no more than a time: `At 5 a.m. Mr. Okoye left`."""
    return stop.start - stop.begin < _ADVERBIAL_LIMIT and bool(_ADVERBIAL.match(text, stop.begin))

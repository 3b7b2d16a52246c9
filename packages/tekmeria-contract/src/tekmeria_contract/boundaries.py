"""Whether a run of stops ends its sentence (rules S2, S7, S8, S10, S11, S13 and S14 of `sentences`)."""

import re
from collections.abc import Iterator

from tekmeria_contract.abbreviations import Effect
from tekmeria_contract.following import Following, Kind, following
from tekmeria_contract.initials import LEADING, letters_end, spaced_form
from tekmeria_contract.lexicon import Lexicon
from tekmeria_contract.stops import FIRM, Stop, Stops
from tekmeria_contract.unspaced import ends_unspaced, goes_on

__all__ = ["cuts"]

_ASKING = frozenset("!?‼⁇⁈⁉")
_NEVER_OPENS = frozenset(",;:.!?)]}")
_CAPITALS = frozenset({Kind.OPENER, Kind.CAPITAL})
_OPENS = _CAPITALS | {Kind.NUMBER, Kind.MARKED, Kind.LEGEND}
_PRONOUN = re.compile(r"I(?:['’ ]|$)")

_NUMERAL = r"(?:\d{1,3}(?:\.\d{1,3}){0,3}|[ivxIVX]{1,5})"
_LETTERS = r"[A-Z](?:\s?(?:[-–,&]|and)\s?[A-Z]){1,5}"
_CAPTION = r"(?:Figure|Fig\.|Table|Box|Scheme|Abbildung|Abb\.|Tabelle|Tab\.|Tableau|Figura|Tabla|Tabella)"
_LABEL = re.compile(
    rf"(?:[•‣◦▪●⁃*–-] ?)?[(\[]?(?:{_NUMERAL}|[^\W\d_]\d?|{_LETTERS})[)\]]?"
    rf"|{_CAPTION} [A-Z]?\d{{1,2}}[A-Za-z]?"
)
_LABEL_LIMIT = 16

_PARTS = re.compile(r"[/–—(\[=:'’]")
_CODE = re.compile(r"[(\[]?(?:[A-Z]\b|[IVXLC]+\b|[A-Z]{2}|(?=\S*\d)\w)")
# How far back the words before a stop are read.
_REACH = 60


def cuts(text: str, lexicon: Lexicon) -> Iterator[int]:
    """The positions behind which a new sentence begins, in order. Linear in the text."""
    found = Stops(text)
    begin, reached, size = len(text) - len(text.lstrip()), 0, len(text)
    for run in found.runs():
        stop = found.read(run, begin) if run.start() >= reached else None
        if stop is None:
            continue
        if stop.next >= size:
            return
        if _ends(text, stop, lexicon):
            yield stop.end
            begin, reached = stop.next, stop.end


def _ends(text: str, stop: Stop, lexicon: Lexicon) -> bool:
    if not text[stop.begin].isalnum() and _is_empty(text, stop):
        return False
    if not FIRM.isdisjoint(stop.marks):
        return not (stop.closed and goes_on(text, stop))
    if text[stop.next] in _NEVER_OPENS:
        return False
    if stop.next == stop.end:
        return not _is_label(text, stop) and ends_unspaced(text, stop, _words_before(text, stop)[0], lexicon)
    after = following(text, stop.next, lexicon)
    if after.kind is Kind.NOTHING:
        return False
    if stop.marks != ".":
        return _ends_asking(stop, after, lexicon)
    return not _is_label(text, stop) and _full_stop_ends(text, stop, after, lexicon)


def _is_empty(text: str, stop: Stop) -> bool:
    """Rule S7: whether the sentence so far holds no letter and no digit (a long one is taken to)."""
    head = text[stop.begin : min(stop.start, stop.begin + _REACH)]
    return len(head) < _REACH and not any(map(str.isalnum, head))


def _is_label(text: str, stop: Stop) -> bool:
    """Rule S7: whether the sentence so far is the label of an item, a panel or a caption."""
    short = stop.start - stop.begin <= _LABEL_LIMIT
    return short and bool(_LABEL.fullmatch(text, stop.begin, stop.start))


def _ends_asking(stop: Stop, after: Following, lexicon: Lexicon) -> bool:
    """Rule S13: question and exclamation marks, and ellipses."""
    if not _ASKING.isdisjoint(stop.marks):
        return after.kind in _OPENS
    # An ellipsis is a pause unless a capital shows a new sentence, and `I` has a capital everywhere.
    if after.kind not in _CAPITALS or after.lead.startswith(("(", "[")):
        return False
    return not (lexicon.english and _PRONOUN.match(after.word))


def _full_stop_ends(text: str, stop: Stop, after: Following, lexicon: Lexicon) -> bool:
    before, prior = _words_before(text, stop)
    effect = _effect(before, prior, lexicon)
    verdict = None if effect is None else _abbreviation_ends(effect, stop, after, prior)
    if verdict is None and text[stop.start - 1].isalpha():
        verdict = letters_end(text, stop, after, before, prior, lexicon)
    if verdict is None and lexicon.ordinals and _is_ordinal(before, after):
        return False
    return _word_ends(stop, after, before, lexicon) if verdict is None else verdict


def _words_before(text: str, stop: Stop) -> tuple[str, str]:
    """The token before the stop, without opening marks, and the one before that."""
    words = text[max(stop.begin, stop.start - _REACH) : stop.start].rsplit(None, 2)
    before = words[-1].lstrip(LEADING) if words else ""
    return before, words[-2] if len(words) > 1 else ""


def _effect(before: str, prior: str, lexicon: Lexicon) -> Effect | None:
    """Rule S8: the effect of an abbreviation, also spaced out, or behind a slash or an elided article."""
    effects = lexicon.effects
    found = effects.get(before)
    if found is None and len(before) < 4:
        return effects.get(spaced_form(before, prior))
    if found is None and not before.isalnum():
        return effects.get(_PARTS.split(before)[-1])
    return found


def _abbreviation_ends(effect: Effect, stop: Stop, after: Following, prior: str) -> bool | None:
    """Rule S8: whether an abbreviation lets the sentence end; None if it is an ordinary word here."""
    if stop.cited or effect is Effect.NEVER:
        return False
    if effect is Effect.OPENER:
        return after.kind is Kind.OPENER
    if effect is Effect.NUMBER and (after.kind is Kind.NUMBER or _CODE.match(after.lead + after.word)):
        return False
    if effect is Effect.UNIT and after.kind is Kind.NUMBER and prior[-1:].isdigit():
        return False
    return None


def _is_ordinal(before: str, after: Following) -> bool:
    """Rule S14: `4. Klasse` and `Hauptstr. 5`; but `auf 12. Die` ends."""
    if after.kind is Kind.NUMBER:
        return before.endswith("str")
    return before.isdigit() and len(before) < 4 and after.kind is Kind.CAPITAL


def _word_ends(stop: Stop, after: Following, before: str, lexicon: Lexicon) -> bool:
    """Rules S10 and S11: whether a stop behind an ordinary word, a number or a closer ends the sentence."""
    ordinary = before.isalpha() and before.islower()
    if after.kind is Kind.LOWER:
        return lexicon.english and ordinary and len(before) > 4 and not (stop.closed or stop.cited)
    if after.kind is Kind.LEGEND:
        return not (ordinary and len(before) < 5)
    return True

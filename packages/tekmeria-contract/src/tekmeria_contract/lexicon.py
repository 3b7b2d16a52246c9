"""The words one language's sentence rules look up, and the guess of a language that nobody named."""

import re
from dataclasses import dataclass
from functools import cache

from tekmeria_contract.abbreviations import CLASSES, Effect
from tekmeria_contract.openers import OPENERS

__all__ = ["Lexicon", "guess_language", "lexicon_for"]

# A text of this many code points shows its language; reading more would only cost time.
_SAMPLE = 4_000
_WORD = re.compile(r"[^\W\d_]+")

# Function words that are frequent in one language and rare or absent in the others.
_MARKERS: dict[str, str] = {
    "en": "the of and was were with that for is by this are which from",
    "de": "der die und das mit den von ist nicht auf eine für dem wurde sich ein zu wir sie",
    "fr": "les des et du est dans une pour qui sur avec aux été par ce il nous vous",
    "es": "el los las del y una con por para se un fue al que como su es",
    "it": "il di che della per gli è una con nel sono dei un del alla la non",
    "pt": "os da do em uma não para com dos foi ao na no que as um",
}
_MARKER_SETS = {language: frozenset(words.split()) for language, words in _MARKERS.items()}


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Abbreviations by effect, openers, and whether a number with a stop can be an ordinal."""

    effects: dict[str, Effect]
    openers: frozenset[str]
    ordinals: bool


def guess_language(text: str) -> str:
    """The language whose function words are most frequent at the start of the text; `en` without any."""
    words = [word.lower() for word in _WORD.findall(text[:_SAMPLE])]
    scores = {name: sum(word in marks for word in words) for name, marks in _MARKER_SETS.items()}
    best = max(scores, key=lambda name: (scores[name], name == "en"))
    return best if scores[best] else "en"


@cache
def _lexicon(language: str) -> Lexicon:
    effects: dict[str, Effect] = {}
    for entry in reversed(CLASSES):
        for name in ("*", language):
            effects |= dict.fromkeys(entry.forms.get(name, "").split(), entry.effect)
    openers = OPENERS.get(language, OPENERS["en"]) + " " + OPENERS["en"]
    return Lexicon(effects, frozenset(openers.split()), ordinals=language in {"de"})


def lexicon_for(language: str | None, text: str) -> Lexicon:
    """The lexicon of a BCP 47 tag (`de-CH` is `de`), or of the guessed language without one."""
    if language is None:
        return _lexicon(guess_language(text))
    primary = language.replace("_", "-").split("-")[0].lower()
    return _lexicon(primary if primary in OPENERS else "other")

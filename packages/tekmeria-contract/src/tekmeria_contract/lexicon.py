"""The words that the sentence rules look up in each language, and the guess of a language (rule S16)."""

from dataclasses import dataclass
from functools import cache

from tekmeria_contract.abbreviations import CLASSES, Effect
from tekmeria_contract.openers import OPENERS

__all__ = ["Lexicon", "guess_language", "lexicon_for"]

# This many code points show the language of a text; reading more would only cost time.
_SAMPLE = 2_000

# Function words that are frequent in one language and rare or absent in the others.
_MARKERS: dict[str, str] = {
    "en": "the of and was were with that for is by this are which from it at he she",
    "de": "der die und das mit den von ist nicht auf eine für dem wurde sich ein zu wir sie ich kann zum",
    "fr": "les des et du est dans une pour sur avec aux été par ce nous vous ne pas le la",
    "es": "el los las del y una con por para se un fue al que como su es",
    "it": "il di che della per gli è una con nel sono dei un del al alla la non ha",
    "pt": "os da do em uma não para com dos foi ao na no que as um",
}
_UNKNOWN = "und"


@dataclass(frozen=True, slots=True)
class Lexicon:
    """What differs between languages.

    `effects` maps an abbreviation without its stop to its effect. `openers` are words that open sentences.
    `english`: `I` always has a capital, and a sentence may open with an ordinary lower-case word.
    `ordinals`: a number with a stop before a capital is an ordinal (`4. Klasse`).
    """

    effects: dict[str, Effect]
    openers: frozenset[str]
    english: bool
    ordinals: bool


@cache
def _lexicon(language: str) -> Lexicon:
    everything = language == _UNKNOWN
    effects: dict[str, Effect] = {}
    # The classes that bind most strongly are read last, so that they win where a form stands in two.
    for entry in reversed(CLASSES):
        for name, forms in entry.forms.items():
            if everything or name in {"*", language}:
                effects |= dict.fromkeys(forms.split(), entry.effect)
    openers = " ".join(OPENERS.values()) if everything else OPENERS[language]
    return Lexicon(
        effects,
        frozenset(openers.split()),
        english=language == "en",
        ordinals=language == "de",
    )


@cache
def _marked() -> dict[str, list[str]]:
    """The languages that each marker word speaks for."""
    marked: dict[str, list[str]] = {}
    for language, words in _MARKERS.items():
        for word in words.split():
            marked.setdefault(word, []).append(language)
    return marked


def guess_language(text: str) -> str:
    """The language with most function words at the start of the text; `und` with fewer than two."""
    marked = _marked()
    scores = dict.fromkeys(_MARKERS, 0)
    for word in filter(marked.__contains__, text[:_SAMPLE].lower().split()):
        for language in marked[word]:
            scores[language] += 1
    # English stands first in the table, so that it wins a tie.
    best = max(scores, key=scores.__getitem__)
    return best if scores[best] > 1 else _UNKNOWN


def lexicon_for(language: str | None, text: str) -> Lexicon:
    """The lexicon of a BCP 47 tag (`de-CH` is `de`), or of the guessed language without one.

    A language without words of its own has those of all, which is what a guess without evidence has too.
    """
    if language is None:
        return _lexicon(guess_language(text))
    primary = language.replace("_", "-").partition("-")[0].lower()
    return _lexicon(primary if primary in OPENERS else _UNKNOWN)

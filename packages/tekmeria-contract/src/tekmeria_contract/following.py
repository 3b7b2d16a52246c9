"""What stands behind a stop: how far it looks like the opening of a sentence (rules S10 and S11)."""

import re
from enum import Enum
from typing import NamedTuple

from tekmeria_contract.lexicon import Lexicon

__all__ = ["Following", "Kind", "following"]


class Kind(Enum):
    """How the next token begins."""

    NOTHING = "nothing"  # a mark that never opens a sentence, such as a comma or an equals sign
    LOWER = "lower"  # an ordinary lower-case word
    LEGEND = "legend"  # a short lower-case word with a comma: an entry of a caption's legend
    MARKED = "marked"  # a lower-case name of the field (`mRNA`, `p53`, `c-kit`) or a panel label (`b:`)
    NUMBER = "number"
    CAPITAL = "capital"  # a capital, or a letter of a script without case
    OPENER = "opener"  # a word that commonly opens a sentence


class Following(NamedTuple):
    """The next token: its kind, the opening marks before it, and up to 40 code points of it."""

    kind: Kind
    lead: str
    word: str


_TOKEN = re.compile(r"([\"'“”‘’«»„‚‹›「『《〈（(\[{【<`¿¡*†‡§¶_•‣◦▪●⁃∘►▶➢✓✔©®…]*+)(\S{0,40}+)")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_GREEK_NAMES = "alpha|beta|gamma|delta|epsilon|kappa|lambda|omega|sigma|theta"
_MARKED = re.compile(
    rf"(?!e\.g|i\.e)(?:[^\s]*?[\dA-ZΑ-Ωα-ω]|[a-z]-\w|[a-z]{{2,4}}-[a-z]\b|[b-df-hj-np-tv-xz]$|[a-z]{{1,3}}′|(?:{_GREEK_NAMES})-|[a-z](?:\s?[-–,]\s?[a-z]){{0,3}}[:,)])"
)
_LEGEND = re.compile(r"(?!(?:and|or|but|then|thus|so|as|if|yes|no|too)\b)[a-z]{1,4},")
_LABEL = re.compile(r"[a-z]{1,4}[)\]]|[a-z](?:[-–,]|$)")
_SIGNED = re.compile(r"[$€£#%]\w|%$|[~−–+±<>≥≤-](?:[\d.]|[/−+-])")
_FOOTNOTE = frozenset("*†‡§¶¿¡•‣◦▪●⁃∘►▶➢✓✔©")


def following(text: str, at: int, lexicon: Lexicon) -> Following:
    """The token at a position that holds no white space. Looks at 80 code points or fewer."""
    first = text[at]
    if first.isupper():
        return Following(_capital(text, at, lexicon), "", text[at : at + 40])
    match = _TOKEN.match(text, at)
    lead, word = (match.group(1), match.group(2)) if match else ("", "")
    if not lead:
        return Following(_bare(text, at, word), lead, word)
    return Following(_led(text, at + len(lead), lead, word, lexicon), lead, word)


def _capital(text: str, at: int, lexicon: Lexicon) -> Kind:
    match = _WORD.match(text, at, at + 40)
    word = match.group() if match else ""
    opens = word in lexicon.openers or (len(word) > 2 and _elided(word) in lexicon.openers)
    # `A` is an article, and `I` a pronoun, before a lower-case word, else an initial or a label.
    if len(word) == 1:
        opens = opens and text[at + 1 : at + 2] == " " and text[at + 2 : at + 3].islower()
    return Kind.OPENER if opens else Kind.CAPITAL


def _elided(word: str) -> str:
    """The part before an apostrophe: the article of `L'essai`."""
    return word.replace("’", "'").partition("'")[0]


def _led(text: str, at: int, lead: str, word: str, lexicon: Lexicon) -> Kind:
    """The kind of a token that opening marks precede."""
    if not word or not _FOOTNOTE.isdisjoint(lead):
        return Kind.CAPITAL
    if word[0].isupper():
        return _capital(text, at, lexicon)
    kind = _bare(text, at, word)
    if kind is Kind.LOWER and lead[-1] in "([" and _LABEL.match(word):
        return Kind.MARKED
    return Kind.CAPITAL if kind is Kind.NOTHING else kind


def _bare(text: str, at: int, word: str) -> Kind:
    first = word[:1]
    if first.isdigit() or _SIGNED.match(word):
        return Kind.NUMBER
    if first.isalpha():
        return _lower(word) if first.islower() else Kind.CAPITAL
    # A dash or star on its own opens an item of a list that lost its line break.
    if word in {"-", "–", "—"} and text[at + 2 : at + 3].isupper():
        return Kind.CAPITAL
    return Kind.NOTHING


def _lower(word: str) -> Kind:
    if _MARKED.match(word):
        return Kind.MARKED
    return Kind.LEGEND if _LEGEND.match(word) else Kind.LOWER

"""Sentences of a text as spans of code points (`contract.md` §3).

Invented examples show the rules; `|` is a boundary, `¦` none.

S1  Layout. A blank line or paragraph separator always ends a sentence. A single line end is white
    space, except before a line that opens as an item: a bullet; a dash behind a stop or behind
    another such item; a number with `.` or `)` that counts on from the item before, or behind `. : ;
    ! ?`. Items that run on in one line are cut where a block begins with a bullet or with `1)`, `1.`,
    `a.` and the labels count on. (`breaks`)
S2  Stops are `. ! ? …` and their kin, in runs (`?!`, `. . .`). Those of scripts that need no space
    (`。！？।؟` …) end a sentence whatever follows; a point between two digits never does. (`stops`)
S3  Brackets. Nothing is cut inside a pair at most 300 code points apart. A stop at the end of a
    bracket counts if the sentence began with the bracket: `(See Methods.)| Then`. (`enclosures`)
S4  Quotations. Nothing is cut inside a pair of quotation marks at most 2,000 code points apart (400
    for single marks, which may be apostrophes or primes). A mark without a partner protects nothing.
    A stop at the very end of a quotation counts: `“It rose. It fell.”| Then`. (`enclosures`)
S5  Closing marks behind a stop belong to its sentence. (`stops`)
S6  So do citations: `type. [3-6]| It`, `before.1,2| It`, `before.¹⁻³| It`, `before.(1)| It`, an
    author with a year and a pointer to a figure or table in brackets. (`stops`)
S7  Labels belong to what follows: `A.¦ Liver`, `2.1.¦ Cells`, `A-D.¦ Mice`, `Table 2.¦ Doses`. What
    holds no letter or digit is no sentence. (`boundaries`)
S8  Abbreviations, with their case: `abbreviations` has a table of classes, each with its effect and
    reason.
S9  Letters. `J.¦ Okoye` and `E.¦ coli` go on. A single letter ends a sentence before an opener (S10),
    behind a quantity (`37 °C.| Cells`), behind a noun that takes a letter (`vitamin D.| Mice`) and in
    an enumeration (`A and B.| Mice`). Dotted capitals end one before an opener; a dotted route behind
    its dose or participle, a predicate (`n.s.`) and a clock time do so before any capital.
    (`initials`)
S10 Behind an ordinary word, a number or a closer a full stop ends the sentence before a capital, a
    number, a letter without case or an opening mark. Openers are words that commonly open a sentence.
    (`following`)
S11 Lower case. It also ends it before a name of the field written small (`mRNA`, `p53`, `c-kit`,
    `α-actin`), a panel label (`b:`), a legend entry (`opl,`), and, in English, before any word if the
    word before the stop is a lower-case one of more than four letters. (`following`)
S12 No space: a stop ends a sentence between a lower-case word and a capitalised one, and behind a
    number or closer before an opener (`(P=.01).|The`), never in an address, a version or the name of
    a gene. (`unspaced`)
S13 `!` and `?` end a sentence except before an ordinary lower-case word; an ellipsis only before a
    capital.
S14 Ordinals: in German a number with a stop before a capital that is no opener is one (`4.¦ Klasse`).
S15 A quotation that ends in `。` goes on before a particle (`「…。」¦と`) or a verb of saying.
    (`unspaced`)
S16 Language: a BCP 47 tag chooses words, openers and S14; without one, function words of the first
    2,000 code points decide; an unknown language has the words of all. (`lexicon`)

No rule looks back more than 60 code points or ahead more than 200, so the whole is linear in the text.
"""

from collections.abc import Iterator

from tekmeria_contract.boundaries import cuts
from tekmeria_contract.breaks import blocks
from tekmeria_contract.lexicon import Lexicon, lexicon_for

__all__ = ["SPLITTER_VERSION", "split_sentences"]

SPLITTER_VERSION: int = 1
"""The version of the rules: it changes with every change of a boundary and is recorded in each report."""


def split_sentences(text: str, language: str | None = None) -> list[tuple[int, int]]:
    """The sentences of a text, as half-open spans in code points, in order.

    The spans are disjoint, not empty and without white space at their ends; every character that is not white
    space lies in one. `language` is a BCP 47 tag such as `de-CH`; without it the language is guessed from the
    text. Linear in the length of the text (`contract.md` §3).
    """
    lexicon = lexicon_for(language, text)
    return [span for start, end in blocks(text) for span in _spans(text, start, end, lexicon)]


def _spans(text: str, start: int, end: int, lexicon: Lexicon) -> Iterator[tuple[int, int]]:
    block = text[start:end]
    begin = 0
    for cut in [*cuts(block, lexicon), len(block)]:
        piece = block[begin:cut]
        left = begin + len(piece) - len(piece.lstrip())
        right = begin + len(piece.rstrip())
        if left < right:
            yield start + left, start + right
        begin = cut

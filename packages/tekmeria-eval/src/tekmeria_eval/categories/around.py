"""Quotations that are verbatim and still not the whole story: the notes of contract.md §4 and §7."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from tekmeria_eval.case import Case, Planted
from tekmeria_eval.categories.changed import INNER_WORD
from tekmeria_eval.literature import Issued
from tekmeria_eval.material import TURNS, Material, Slice, claim, genuine

_NEGATOR = re.compile(r"(?<![\w’'-])(?:not|no|No|never|nor|neither|without|cannot|ningún)(?= )")
_UNQUOTABLE = set('"“”«»[]<>*_`|\\')


def _quotable(cut: Slice) -> bool:
    text, passage = cut.text, cut.issued.text
    beside = passage[: cut.start].rstrip()[-1:] + passage[cut.end :].lstrip()[:1]
    if re.match("(?:to|or|and) ", text):
        return False  # It may begin inside a range.
    return passage.count(text) == 1 and not _UNQUOTABLE & set(text) and not set("=<>≤≥±×~%°") & set(beside)


def _words(issued: Issued) -> list[re.Match[str]]:
    return list(re.finditer(r"\S+", issued.text))


def _is_word(text: str) -> bool:
    return re.fullmatch(r"[^\W\d_]+", text) is not None


def _beside_negator(
    material: Material, pool: Sequence[Issued], negator: re.Pattern[str], before: bool
) -> Iterator[Case]:
    """Quotations with a negator among the four words before them, or as the word after them."""
    for issued in material.round([i for i in pool if negator.search(i.text)]):
        words = _words(issued)
        match = material.random.choice(list(negator.finditer(issued.text)))
        at = next(index for index, word in enumerate(words) if word.start() <= match.start() < word.end())
        count = material.random.randint(3, 9)
        first = at + material.random.randint(1, 4) if before else at - count
        chosen = words[first : first + count] if first >= 0 else []
        if len(chosen) < count:
            continue
        last = chosen[-1][0].rstrip(".,;:")
        cut = Slice(issued, chosen[0].start(), chosen[-1].start() + len(last))
        between = issued.text[match.start() : cut.start] if before else issued.text[cut.end : match.start()]
        if (
            not re.search(r"[.,;:?!]", between)
            and _is_word(chosen[0][0])
            and _is_word(last)
            and _quotable(cut)
        ):
            yield Case(
                (claim(material.prose(), replace(genuine(issued, cut), notes=("qualified",))),), "warn"
            )


def qualified_before(material: Material) -> Iterator[Case]:
    """One of the four words before the quotation is a negator."""
    return _beside_negator(material, material.literature.english, _NEGATOR, before=True)


def qualified_after(material: Material) -> Iterator[Case]:
    """The word after the quotation is a negator."""
    return _beside_negator(material, material.literature.english, _NEGATOR, before=False)


_PHRASES = re.compile(r"\b(?:lack of|absence of|failed to|unlikely|rather than|instead of)(?= )")


def qualified_by_phrase(material: Material) -> Iterator[Case]:
    """A negating phrase stands right before the quotation."""
    for issued in material.round([i for i in material.literature.english if _PHRASES.search(i.text)]):
        phrase = material.random.choice(list(_PHRASES.finditer(issued.text)))
        following = [word for word in _words(issued) if word.start() > phrase.end()]
        count = material.random.randint(2, 9)
        last = following[count - 1][0].rstrip(".,;:") if len(following) >= count else "."
        cut = Slice(issued, phrase.end() + 1, following[min(count, len(following)) - 1].start() + len(last))
        if _is_word(last) and _is_word(cut.text.split()[0]) and _quotable(cut) and len(cut.text) > 14:
            yield Case(
                (claim(material.prose(), replace(genuine(issued, cut), notes=("qualified",))),), "warn"
            )


_NEGATORS_ABROAD = {
    "ger": r"nicht|keinen|Ohne|nie",
    "fre": r"ne|pas|Aucun|Sans",
    "spa": r"no|Nunca|Sin",
    "por": r"não|Nenhum|Sem",
}


def qualified_abroad(material: Material) -> Iterator[Case]:
    """The same in German, French, Spanish and Portuguese."""
    streams = [
        _beside_negator(
            material,
            material.literature.language(code),
            re.compile(rf"(?<![\w’'-])(?:{pattern})(?![\w’'-])"),
            before,
        )
        for code, pattern in _NEGATORS_ABROAD.items()
        for before in (True, False)
    ]
    for _ in range(200):
        for stream in streams:
            found = next(islice(stream, 1), None)
            if found is not None:
                yield found


def ends_mid_sentence(material: Material) -> Iterator[Case]:
    """The quotation ends with a stop where the passage's sentence goes on."""

    def goes_on(cut: Slice) -> bool:
        return re.match(r" [a-z]{3,}", cut.issued.text[cut.end :]) is not None

    for cut in material.slices(accept=goes_on):
        planted = replace(
            genuine(cut.issued, cut), quote=f"{cut.text}.", matched="folded", notes=("ends_mid_sentence",)
        )
        yield Case((claim(material.prose(), planted),))


_LIMIT = re.compile(r"[,;]? (?:unless|except|if|only|but) ")


def limited_after_stop(material: Material) -> Iterator[Case]:
    """The same, and what follows takes the quotation back: unless, except, if, only, but."""
    pool = [i for i in material.literature.english if _LIMIT.search(i.text)]
    for issued in material.round(pool):
        limit = material.random.choice(list(_LIMIT.finditer(issued.text)))
        before = [word for word in _words(issued) if word.end() <= limit.start()]
        count = material.random.randint(3, 16)
        if len(before) < count or not _is_word(before[-1][0].rstrip(")")) or not _is_word(before[-count][0]):
            continue
        cut = Slice(issued, before[-count].start(), limit.start())
        lead = " ".join(word[0] for word in before[-count - 5 : -count])
        if _quotable(cut) and not re.search(
            r"\b(?:not|no|never|without|cannot)\b|n[’']t", lead, re.IGNORECASE
        ):
            planted = replace(
                genuine(issued, cut),
                quote=f"{cut.text}.",
                matched="folded",
                notes=("ends_mid_sentence", "qualified"),
            )
            yield Case((claim(material.prose(), planted),), "warn")


def ambiguous(material: Material) -> Iterator[Case]:
    """A short quotation that stands more than once in its passage."""
    repeated = [
        (issued, word)
        for issued in material.literature.english
        for word in sorted(set(re.findall(r"(?<= )[a-z]{3,14}(?= )", issued.text)))
        if len(re.findall(rf"(?<![^ (]){word}(?![^ ,;.)])", issued.text)) > 1
    ]
    while repeated:
        for issued, word in material.random.sample(repeated, len(repeated)):
            first = re.search(rf"(?<![^ (]){word}(?![^ ,;.)])", issued.text)
            around = issued.text[max(0, first.start() - 60) : first.end() + 30] if first else ""
            if first and not TURNS.search(around):
                cut = Slice(issued, first.start(), first.end())
                yield Case((claim(material.prose(), replace(genuine(issued, cut), notes=("ambiguous",))),))


def title_only(material: Material) -> Iterator[Case]:
    """A title is the only support of the sentence, or stands beside a passage of the text."""
    titles = [i for i in material.literature.issued if i.path == "title" and not i.record.flags]
    for title in material.round(titles):
        alone = material.random.random() < 0.6
        other = material.random.choice(material.literature.unflagged)
        cited = replace(genuine(title), notes=("title_only",) if alone else ())
        yield Case((claim(material.prose(), cited, *(() if alone else (genuine(other),))),))


def title_quoted(material: Material) -> Iterator[Case]:
    """The prose quotes the title of the record that it cites, or the part of it before the colon."""
    pool = [i for i in material.literature.unflagged if i.record.title and ":" in i.record.title]
    for issued in material.round(pool):
        title = issued.record.title.rstrip(".")
        quote = material.random.choice((title, title.partition(":")[0], title.partition(":")[2].strip()))
        if len(quote.split()) > 2 and quote not in issued.text:
            planted = replace(genuine(issued), quote=quote, matched="title")
            yield Case((claim(material.prose(), planted),), styles=("in_prose",), claims=False)


def prose_misquoted(material: Material) -> Iterator[Case]:
    """A quotation of the prose that no cited passage holds does not count for ``fail_on``, but warns."""
    for cut in material.slices(accept=lambda cut: INNER_WORD.search(cut.text) is not None):
        word = material.random.choice(list(INNER_WORD.finditer(cut.text)))
        other, before, after = "marigold", cut.text[: word.start()], cut.text[word.end() :]
        if sum(map(str.isalnum, before + after)) <= len(other):
            continue  # Of a quotation with most words changed nothing stands there.
        quote = f"{before}{other}{after}"
        planted = Planted(
            cut.issued.handle, cut.issued.resolution, quote, verdict="quote_mismatch", cls="wording"
        )
        yield Case((claim(material.prose(), planted),), "warn", styles=("in_prose",), claims=False)


PLANTERS = (
    qualified_before,
    qualified_after,
    qualified_by_phrase,
    qualified_abroad,
    ends_mid_sentence,
    limited_after_stop,
    ambiguous,
    title_only,
    title_quoted,
    prose_misquoted,
)

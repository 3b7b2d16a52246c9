"""How what is read of an answer is held against what renderers show of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import unescape
from itertools import pairwise

from tekmeria_contract.answer import Answer
from tekmeria_contract.reading import read_answer

from .answers import FORGED, RING
from .arbitrary import HANDLES
from .renderers import Shown

WORD = re.compile(r"w[0-9]+x")
_HANDLE = re.compile(
    "(?<![A-Za-z0-9])(?:" + "|".join(map(re.escape, (*HANDLES, FORGED))) + ")(?![A-Za-z0-9])"
)
_LOST = re.compile(r"[\s~\\\u200b\u00ad\ufeff]+")


def faults(text: str, renderings: Mapping[str, Shown]) -> list[str]:
    """What is wrong with how ``text`` is read, in words; nothing where all is well."""
    answer = read_answer(text, RING)
    found = [fault for name, shown in renderings.items() for fault in _unread(answer, shown, name)]
    everywhere = " ".join((text, *(shown.all for shown in renderings.values())))
    return [*found, *_unjudged(answer, everywhere), *_unseen(answer, renderings), *_passed(answer)]


def _unread(answer: Answer, shown: Shown, name: str) -> Iterator[str]:
    """Words that the renderer shows outside of code blocks and that are nowhere, or not in their order."""
    order = [word for sentence in answer.sentences for word in WORD.findall(unescape(sentence.text))]
    beside = " ".join(
        (
            *(citation.quote or "" for citation in answer.citations),
            *(citation.raw for citation in answer.citations if citation.status == "malformed"),
            *(mark.text for mark in answer.marks),
        )
    )
    known = {*order, *WORD.findall(beside)}
    for where in (shown.text, shown.notes):
        words = WORD.findall(where)
        yield from (f"{name} shows {word}, which is in no sentence" for word in words if word not in known)
    rank = {word: number for number, word in enumerate(order)}
    ranks = [(rank[word], word) for word in WORD.findall(shown.text) if word in rank]
    for (one, word), (other, following) in pairwise(ranks):
        if one > other:
            yield f"{name} shows {word} before {following}"


def _unjudged(answer: Answer, everywhere: str) -> Iterator[str]:
    """Well-formed handles anywhere, in the source or in what is shown, that no citation is about."""
    judged = {citation.handle for citation in answer.citations}
    judged.update(handle for citation in answer.citations for handle in _HANDLE.findall(citation.raw))
    for handle in sorted(set(_HANDLE.findall(everywhere)) - judged):
        yield f"{handle} is not judged"


def _unseen(answer: Answer, renderings: Mapping[str, Shown]) -> Iterator[str]:
    """Handles that support a sentence that a renderer shows, although it does not show them."""
    for citation in answer.citations:
        if citation.sentence is None or citation.verified is None or citation.handle is None:
            continue
        bare = _LOST.sub("", citation.handle)
        words = WORD.findall(unescape(answer.sentences[citation.sentence].text))
        for name, shown in renderings.items():
            if any(word in shown.all for word in words) and bare not in _LOST.sub("", shown.all):
                yield f"{name} does not show {citation.handle}, which supports sentence {citation.sentence}"


def _passed(answer: Answer) -> Iterator[str]:
    """Forged handles that are taken for genuine, and genuine ones that are not in the ring."""
    for citation in answer.citations:
        if citation.verified is not None and citation.handle not in HANDLES:
            yield f"{citation.handle} passes"

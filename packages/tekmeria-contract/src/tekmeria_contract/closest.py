"""The window of a passage most like a quotation (`contract.md` §4, Diagnosis of a mismatch).

The procedure, so that another implementation can agree:

1. Tokens are runs without white space; every Chinese or Japanese character is a token of its own. A token's
   key is the token with the single characters of the fold table replaced, without the outer marks
   ``()[]{}"'“”‘’«»‹›.,;:!?…、。，；：！？（）「」『』《》【】``, in folded case; a token of nothing else has none.
2. A token of the quote and one of the passage with the same key lie on the diagonal ``passage index - quote
   index``. Of a key, the passage's first 8 tokens count. If no key is shared, the first three and the last
   three characters of keys of three or more, and "holds a digit", are keys instead, so that two tokens may
   share several, each of which counts; if these are not shared either, each of the passage's first 64 tokens
   lies on a diagonal with the quote's first, as if the whole quote were shared.
3. The 4 diagonals with most shared keys (then the smallest; without shared keys all 64) give the candidates:
   windows that start where the diagonal puts the quote's first token or at its first shared token, and end
   where it puts the last or after its last shared one, over all pairs of these diagonals, none beyond the
   passage's first or last token; no longer than twice the quote's tokens and 8.
4. A window is the text from its first token to its last without outer marks; then a closing bracket among the
   next 12 characters of the last token, and after that an opening one among the 12 before, nearest first, is
   taken in with all up to it, if more of its partners than of itself stand inside. A window of nothing is none.
   Its ratio is that of Ratcliff and Obershelp between the quote as given and the window, in characters, with
   no junk and no popularity rule: the longest common block (earliest in the quote, then in the window), and
   so on to its left and right.
5. The best window has the highest ratio, then the earliest start, then the shortest text. From it, one token
   is added or removed at either end, the best of the four, as long as that gives a better one, 12 times at most.
6. Windows that their lengths, or how often each character stands in them, make worse than the best so far are
   not looked at. Looking for the longest common block of two pieces costs the product of their lengths; when
   3,000 times the quote's length and 200,000 are spent, what is not yet matched counts as different, and the
   search ends (left pieces before right ones). For quotes of more than 1,000 characters no ratio is computed:
   the first candidate is the closest.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tekmeria_contract.foldtable import CHARACTERS
from tekmeria_contract.scripts import CJK

__all__ = [
    "OUTER_MARKS",
    "TokenIndex",
    "Window",
    "closest_window",
    "common_length",
    "matching",
    "ratio",
    "trimmed",
]

OUTER_MARKS = "()[]{}\"'“”‘’«»‹›.,;:!?…、。，；：！？（）「」『』《》【】"
_PARTNERS = {")": "(", "]": "[", "}": "{", "）": "（", "」": "「", "』": "『", "》": "《", "】": "【"}
_CLOSERS = {opener: closer for closer, opener in _PARTNERS.items()}
_TOKEN = re.compile(f"[{CJK}]|[^\\s{CJK}]+")
_OCCURRENCES, _DIAGONALS, _FALLBACK, _MOVES, _BRACKETS = 8, 4, 64, 12, 12
_LONGEST = 1000
_PAIRS, _PAIRS_BASE = 3000, 200_000


@dataclass(frozen=True, slots=True)
class Window:
    """A stretch of the passage as given, and how like the quote it is (None where not computed)."""

    start: int
    end: int
    similarity: float | None


@dataclass(frozen=True, slots=True)
class TokenIndex:
    """The tokens of a passage, their keys, and where each key's first tokens are."""

    source: str
    spans: list[tuple[int, int]]
    keys: list[str]
    places: dict[str, list[int]]

    @classmethod
    def of(cls, source: str) -> TokenIndex:
        """Index the passage ``source``."""
        spans = [match.span() for match in _TOKEN.finditer(source)]
        keys = [_key(source[start:end]) for start, end in spans]
        return cls(source, spans, keys, _places(enumerate(keys)))


def _key(token: str) -> str:
    plain = token if token.isascii() else token.translate(CHARACTERS)
    return plain.strip(OUTER_MARKS).casefold()


def _places(keys: Iterable[tuple[int, str]]) -> dict[str, list[int]]:
    places: defaultdict[str, list[int]] = defaultdict(list)
    for index, key in keys:
        if key and len(places[key]) < _OCCURRENCES:
            places[key].append(index)
    return places


def closest_window(quote: str, index: TokenIndex) -> Window | None:
    """The window of the passage most like ``quote`` as given; None if the passage has no token."""
    keys = [_key(token) for token in _TOKEN.findall(quote)]
    if not keys or not index.spans:
        return None
    budget = _PAIRS * len(quote) + _PAIRS_BASE
    return _Search(quote, index, budget, list(Counter(quote).items())).best(list(_candidates(keys, index)))


def _candidates(keys: list[str], index: TokenIndex) -> Iterator[tuple[int, int]]:
    """Windows as (first token, token after the last)."""
    size, count = len(keys), len(index.spans)
    diagonals = _diagonals(keys, index)
    starts = dict.fromkeys(min(max(s, 0), count - 1) for d, low, _ in diagonals for s in (d, low))
    ends = dict.fromkeys(min(max(e, 1), count) for d, _, high in diagonals for e in (d + size, high + 1))
    for start in starts:
        for end in ends:
            if start < end <= start + 2 * size + 8:
                yield start, end


def _diagonals(keys: list[str], index: TokenIndex) -> list[tuple[int, int, int]]:
    """The best diagonals, each with its first and its last shared token of the passage."""
    shared = _shared(((j, i) for j, key in enumerate(keys) for i in index.places.get(key, ())))
    if not shared:
        places = _places((i, part) for i, key in enumerate(index.keys) for part in _parts(key))
        shared = _shared(
            ((j, i) for j, key in enumerate(keys) for part in _parts(key) for i in places.get(part, ()))
        )
    if not shared:
        return [(i, i, i + len(keys) - 1) for i in range(min(len(index.spans), _FALLBACK))]
    return shared


def _parts(key: str) -> tuple[str, ...]:
    if not key:
        return ()
    parts = (f"{key[:3]}-", f"-{key[-3:]}") if len(key) > 2 else ()
    return (*parts, "#") if any(c.isdecimal() for c in key) else parts


def _shared(pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int, int]]:
    votes: Counter[int] = Counter()
    ends: dict[int, tuple[int, int]] = {}
    for j, i in pairs:
        votes[i - j] += 1
        low, high = ends.get(i - j, (i, i))
        ends[i - j] = (min(low, i), max(high, i))
    best = sorted(votes, key=lambda d: (-votes[d], d))[:_DIAGONALS]
    return [(d, *ends[d]) for d in best]


@dataclass(slots=True)
class _Search:
    quote: str
    index: TokenIndex
    left: int
    counts: list[tuple[str, int]]
    """How often each character of the quote stands in it."""

    def best(self, candidates: list[tuple[int, int]]) -> Window | None:
        if len(self.quote) > _LONGEST:
            start, end = self._trimmed(*candidates[0])
            return Window(start, end, None)
        seen: dict[tuple[int, int], tuple[float, int, int]] = {}
        best = self._best_of(candidates, None, seen)
        for _ in range(_MOVES):
            if best is None or self.left <= 0:
                break
            first, last = best
            moves = [(first - 1, last), (first + 1, last), (first, last - 1), (first, last + 1)]
            better = self._best_of(moves, best, seen)
            if better == best:
                break
            best = better
        if best is None:
            return None
        start, end = self._trimmed(*best)
        return Window(start, end, round(-seen[best][0], 4))

    def _best_of(
        self,
        windows: Iterable[tuple[int, int]],
        best: tuple[int, int] | None,
        seen: dict[tuple[int, int], tuple[float, int, int]],
    ) -> tuple[int, int] | None:
        for window in windows:
            first, last = window
            if window in seen or not 0 <= first < last <= len(self.index.spans) or self.left <= 0:
                continue
            rank = self._rank(window, seen[best][0] if best is not None else 0.0)
            if rank is None:
                continue
            seen[window] = rank
            if best is None or rank < seen[best]:
                best = window
        return best

    def _rank(self, window: tuple[int, int], worst: float) -> tuple[float, int, int] | None:
        """What windows are ordered by; None where lengths or characters alone rule out one as good as ``-worst``."""
        spans, length = self.index.spans, len(self.quote)
        size = spans[window[1] - 1][1] - spans[window[0]][0]
        if size < length and 2 * size / (size + length) < -worst:
            return None
        start, end = self._trimmed(*window)
        text, size = self.index.source[start:end], end - start
        if not size or 2 * min(size, length) / (size + length) < -worst:
            return None
        if worst and 2 * sum(min(n, text.count(c)) for c, n in self.counts) / (size + length) < -worst:
            return None
        matched, self.left = matching(self.quote, text, self.left)
        return -2 * matched / (size + length), start, size

    def _trimmed(self, first: int, last: int) -> tuple[int, int]:
        start, end = self.index.spans[first][0], self.index.spans[last - 1][1]
        return trimmed(self.index.source, start, end)


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """The span less outer marks; a bracket whose partner stands inside is not an outer one."""
    window = text[start:end]
    left = len(window) - len(window.lstrip(OUTER_MARKS))
    right = len(window.rstrip(OUTER_MARKS))
    if left >= right:
        return start, start
    for at in range(right, min(len(window), right + _BRACKETS)):
        opener = _PARTNERS.get(window[at])
        if opener is not None and window.count(opener, left, at) > window.count(window[at], left, at):
            right = at + 1
    for at in range(left - 1, max(left - _BRACKETS, 0) - 1, -1):
        closer = _CLOSERS.get(window[at])
        if closer is not None and window.count(closer, at + 1, right) > window.count(
            window[at], at + 1, right
        ):
            left = at
    return start + left, start + right


def ratio(quote: str, window: str) -> float:
    """The ratio of Ratcliff and Obershelp, 0 to 1, as `difflib` gives it without its popularity rule."""
    total = len(quote) + len(window)
    return 2 * matching(quote, window, 1 << 62)[0] / total if total else 1.0


def matching(one: str, other: str, budget: int) -> tuple[int, int]:
    """How many characters of ``one`` are matched in ``other``, and what is left of ``budget`` pairs."""
    matched = 0
    stack = [(one, other)]
    while stack and budget > 0:
        a, b = stack.pop()
        budget -= len(a) * len(b)
        at, there, size = _longest_block(a, b)
        if not size:
            continue
        matched += size
        if at + size < len(a) and there + size < len(b):
            stack.append((a[at + size :], b[there + size :]))
        if at and there:
            stack.append((a[:at], b[:there]))
    return matched, budget


def _longest_block(a: str, b: str) -> tuple[int, int, int]:
    """The longest piece of ``a`` that occurs in ``b``, earliest in ``a``, then in ``b``: where in both, how long."""
    best = best_at = best_there = at = 0
    while at + best < len(a):
        half = best // 2
        if half > 2 and a[at + half : at + best + 1] not in b:
            at += half + 1  # No longer piece can begin before its second half has passed this one.
            continue
        there = b.find(a[at : at + best + 1])
        if there < 0:
            at += 1
            continue
        best_at, best_there, best = at, there, best + 1 + common_length(a, at + best + 1, b, there + best + 1)
    return best_at, best_there, best


def common_length(a: str, i: int, b: str, j: int) -> int:
    """How long ``a`` from ``i`` and ``b`` from ``j`` on are the same."""
    low, high = 0, min(len(a) - i, len(b) - j)
    if a[i : i + high] == b[j : j + high]:
        return high
    while high - low > 1:
        middle = (low + high) // 2
        if a[i : i + middle] == b[j : j + middle]:
            low = middle
        else:
            high = middle
    return low

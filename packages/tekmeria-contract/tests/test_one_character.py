"""Any one-character change of a minted handle fails to verify or is mended to the very same handle (clause H23).

A ring that accepts shorter codes than it mints has for each passage a handle with the shorter code too; a change
behind that leaves the shorter one, which names the same passage.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tekmeria_contract import DEFAULT, HandleError, KeyRing, mint, verify
from tekmeria_contract.lookalikes import LOOKALIKES
from tekmeria_contract.repairs import Finder

TRIALS = 100_000
RINGS = [
    KeyRing.from_hex("a5" * 32),
    KeyRing.from_hex("b6" * 32 + "@8+5", "a5" * 32),
    KeyRing.from_hex("c7" * 32 + "@12"),
]
BODIES = [
    ("pmid:99000001", "abstract.7"),
    ("pmid:9", "title"),
    ("pmcid:PMC99000003", "results.1.12"),
    ("ppr:PPR990001@2", "abstract.1"),
    ("nct:NCT99000001@2026-01-01", "outcome_measures.primary-1"),
    ("setid:9f1c2ab4-0000-4000-8000-000000000000@6", "boxed_warning.2"),
    ("search:" + "0123456789abcdefghjkmnpqrs", "receipt"),
]
OF_THE_GRAMMAR = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.:@/~"
OUTSIDE = (
    " \t\n\r\\&;%#?[]()<>\"'`*|+=,!\u00a0\u00ad\u200b\u200d\u2060\ufeff"
    "\u202e\u2028∼〜˜～·–−０ａ\ufffd\U000e0041"
)
CHARACTERS = OF_THE_GRAMMAR * 2 + OUTSIDE + "".join(map(chr, LOOKALIKES))


def changed(text: str, rng: random.Random) -> tuple[str, str]:
    """``text`` with one character replaced, inserted, deleted, or swapped with the next; and which."""
    at, put = rng.randrange(len(text)), rng.choice(CHARACTERS)
    kind = rng.choice(("replace", "insert", "delete", "swap"))
    if kind == "replace":
        return text[:at] + put + text[at + 1 :], kind
    if kind == "insert":
        at += rng.randrange(2)
        return text[:at] + put + text[at:], kind
    if kind == "delete":
        return text[:at] + text[at + 1 :], kind
    at = min(at, len(text) - 2)
    return text[:at] + text[at + 1] + text[at] + text[at + 2 :], kind


@pytest.mark.clause("H7", "H23")
def test_any_change_of_one_character_fails_to_verify_or_is_mended_to_the_very_same_handle() -> None:
    rng = random.Random(23)
    finders = [Finder(ring, DEFAULT) for ring in RINGS]
    handles = [[mint(*body, ring) for body in BODIES] for ring in RINGS]
    shorter = {handle: handle[:-3] for handle in handles[1]}
    seen: Counter[str] = Counter()
    for number in range(TRIALS):
        which = number % len(RINGS)
        handle = rng.choice(handles[which])
        text, kind = changed(handle, rng)
        if text == handle:
            continue
        with pytest.raises(HandleError):
            verify(text, RINGS[which])
        written = text if rng.random() < 0.5 else f"It fell [{text}]."
        mended = [found for found in finders[which].find(written) if found.verified is not None]
        assert {str(found.verified) for found in mended} <= {handle, shorter.get(handle)}, (handle, text)
        assert all(found.repaired or str(found.verified) in text for found in mended), (handle, text)
        seen[f"{kind} {'mended' if mended else 'refused'}"] += 1
    assert {
        word for kind in ("replace", "insert", "delete") for word in (f"{kind} mended", f"{kind} refused")
    } <= set(seen)

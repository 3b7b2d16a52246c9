"""What the characters of codes look like over many, and how often a guess is right.

They run by night: ``uv run pytest -m nightly``.
"""

from __future__ import annotations

import math
from collections import Counter

import pytest

from tekmeria_contract import KeyRing
from tekmeria_contract.keyring import ALPHABET

MINTS, GUESSES = 1_000_000, 1 << 26
RING = KeyRing.from_hex("5a" * 32 + "@12")


def bodies(count: int) -> list[bytes]:
    return [b"pmid:%d/abstract.%d" % (1 + number // 20, 1 + number % 20) for number in range(count)]


def chi_square(counts: Counter[str]) -> float:
    """Against the uniform distribution over the alphabet."""
    expected = counts.total() / len(ALPHABET)
    return sum((counts[character] - expected) ** 2 for character in ALPHABET) / expected


def bound(freedom: int, deviations: float) -> float:
    """What a chi-square with so many degrees of freedom stays under (Wilson and Hilferty)."""
    return freedom * (1 - 2 / (9 * freedom) + deviations * math.sqrt(2 / (9 * freedom))) ** 3


@pytest.mark.nightly
@pytest.mark.clause("K8")
def test_each_character_of_a_code_is_uniform_over_a_million_mints() -> None:
    codes = [RING.minting_code(body, 1) for body in bodies(MINTS)]
    found = [chi_square(Counter(code[place] for code in codes)) for place in range(12)]
    print(" ".join(f"{value:.1f}" for value in found))
    assert max(found) < bound(len(ALPHABET) - 1, 4.5)
    assert min(found) > bound(len(ALPHABET) - 1, -4.5)


@pytest.mark.nightly
@pytest.mark.clause("G1", "K8")
def test_guesses_are_right_as_often_as_the_odds_say() -> None:
    """Of 2^26 guesses, 2^(26 - 5n) agree in the first n characters: 2 of them in all five."""
    guess = "7k3m9"
    agree = [0] * 6
    for number in range(GUESSES):
        made = RING.minting_code(b"pmid:%d/abstract.1" % number, 1)
        places = 0
        while places < 5 and made[places] == guess[places]:
            places += 1
        agree[places] += 1
    for places in range(1, 6):
        found, expected = sum(agree[places:]), GUESSES / 32**places
        print(f"{places} characters: {found} of 2^26 guesses, {expected:g} expected")
        assert abs(found - expected) < 5 * math.sqrt(expected)

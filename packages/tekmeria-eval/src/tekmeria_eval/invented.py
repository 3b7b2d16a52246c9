"""Invented passages with the marks of biomedical prose, as many as wanted, and quotations of a passage; seeded."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from random import Random

SENTENCES = (
    "Risk fell by {n}–{n}% in the {drug} group (HR {d}; 95% CI, {d} to {d}; P<{p}).",
    "The change was −{d} mm Hg (range, −{d} to {d}) at {n} °C, and {n} patients stopped.",
    "{gene}⁺ T cells rose to {d} × 10⁶ per mL (P = {p}) after {n} days.",
    "The patients’ clearance was {n} ± {n} mL/min per {d} m², not below {n}.",
    "A dose of {n} μg/kg of {drug} was given i.v. to {n} of {n} adults (≥{n} years).",
    "The 5′ end and the 3′-UTR of {gene}*{n}:{n} were read with a {n}″ gel.",
    "HbA₁c, PaO₂ and H₂O were measured; Ca²⁺ and Na⁺ were not (≤{d} mmol·L⁻¹).",
    "Uptake of [¹⁸F]FDG at {n} ± {d} kBq did not rise – it fell (P > {p}).",
    "Sjögren’s syndrome, Ménière’s disease and naïve {gene}-{n} cells were “as safe as placebo”.",
    "The drug—unlike placebo—reduced efficacy, fibrosis and fluid by {n},{n3} units...",
    "ΔF{n} carriers (n = {n}) took {drug} & aspirin at a ratio of {n}:{n} and/or {d}%.",
    "Treatment with {drug} did not reduce mortality without an increase in first-line failures.",
    "Volumes of {n} × {n} mm and ~{n} mL gave −{n}.{n} ± {d} kg/m² (β = −{d}; φ < {p}).",
    "Neither non-small-cell {gene} nor TNF-α, κ or ρ changed with ≤{n} mg t.i.d. [{gene}].",
    "Levels rose {n}-fold from {n} {n3} to {d} mmol/L over {n} months; AUC₀₋₂₄ was {d} mg·h/L.",
    "p53⁻/⁻ mice were held at {n}°C and {n} ºC, {d} ± {d} g, mean ± SD, or >{n}% of 10⁻⁶ M.",
)
_DRUGS = ("dapavir", "lomicept", "tresarol", "zelofine")
_GENES = ("CD4", "CYP2C19", "HLA-B", "KRAS", "IL-6", "p53")


def passage(rng: Random) -> str:
    """One to three invented sentences."""
    return " ".join(_filled(rng.choice(SENTENCES), rng) for _ in range(rng.randint(1, 3)))


def _filled(template: str, rng: Random) -> str:
    makers: Mapping[str, Callable[[], str]] = {
        "n": lambda: str(rng.randint(1, 99)),
        "n3": lambda: str(rng.randint(100, 999)),
        "d": lambda: f"{rng.randint(0, 9)}.{rng.randint(10, 99)}",
        "p": lambda: rng.choice(["0.05", ".001", "0.001", "0.03"]),
        "drug": lambda: rng.choice(_DRUGS),
        "gene": lambda: rng.choice(_GENES),
    }
    return re.sub(r"\{(\w+)\}", lambda match: makers[match[1]](), template)


def windows(text: str, rng: Random) -> list[str]:
    """The whole text and two stretches of whole words."""
    words = [match.span() for match in re.finditer(r"\S+", text)]
    found = [text]
    for _ in range(2 if len(words) > 4 else 0):
        first = rng.randrange(len(words) - 4)
        last = rng.randrange(first + 3, len(words))
        found.append(text[words[first][0] : words[last][1]])
    return found

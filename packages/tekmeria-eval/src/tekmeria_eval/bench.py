"""``tekmeria-eval bench``: what the contract costs, as ratios of one run (system.md, Performance).

Each figure is processor time, the least of several rounds; what is compared takes turns within a round, so that a
busy machine slows both sides. A ratio speaks of the software, a time of the machine too. Nothing may be remembered:
every round mints and verifies handles of its own.
"""

from __future__ import annotations

import difflib
import gc
import hmac
import json
import platform
import time
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass

from rich.console import Console
from rich.table import Table

from tekmeria_contract.audit import judge
from tekmeria_contract.handle import mint, verify
from tekmeria_contract.plan import plan
from tekmeria_contract.report import Report
from tekmeria_eval.benchanswer import BenchAnswer, bench_answer
from tekmeria_eval.ring import RING

SCHEMA = "tekmeria.bench/1"
ROUNDS = 7
HANDLES = 500
"""Handles of one round: few, so that some round falls between two interruptions of a busy machine."""

CITATIONS = 100
MANY = 10 * CITATIONS
LABEL = b"tekmeria-eval bench"

STANDARD_LIBRARY = "NFC, then `in`; difflib's longest common block where that fails"
"""What the standard library alone would do for a quotation: the reference of the audit."""


class BenchError(Exception):
    """The bench answer is not judged as it was written, so that its time would say nothing."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One line: how long ``what`` and its ``reference`` take, in seconds, and their ratio.

    ``reach`` is what the ratio should be: ``at least`` or ``at most`` a number, or None where it is only reported.
    """

    what: str
    seconds: float
    reference: str
    reference_seconds: float
    ratio: float
    reach: str | None
    reached: bool | None


def bench(rounds: int = ROUNDS) -> list[Figure]:
    """Every figure of the contract; takes some seconds. Raises :class:`BenchError`."""
    few, many = bench_answer(CITATIONS), bench_answer(MANY)
    for answer in (few, many):
        _check(answer)
    return [*_codes(20 * rounds), *_audits(few, many, rounds)]


def _codes(rounds: int) -> list[Figure]:
    """Minting and verifying against the HMAC that neither can do without."""
    ring = RING.ring
    key = hmac.digest(LABEL, LABEL, "sha256")

    def bodies(number: int) -> list[tuple[str, str]]:
        return [
            (f"pmid:{number * HANDLES + index + 1}", f"abstract.{index % 9 + 1}") for index in range(HANDLES)
        ]

    pairs = [bodies(number) for number in range(rounds)]
    encoded = [[f"{record}/{path}".encode() for record, path in entry] for entry in pairs]
    handles = [[mint(record, path, ring) for record, path in entry] for entry in pairs]

    def digest_all(number: int) -> None:
        for body in encoded[number]:
            hmac.digest(key, body, "sha256")

    def mint_all(number: int) -> None:
        for record, path in pairs[number]:
            mint(record, path, ring)

    def verify_all(number: int) -> None:
        for handle in handles[number]:
            verify(handle, ring)

    bare, minting, verifying = (took / HANDLES for took in fastest(rounds, digest_all, mint_all, verify_all))
    reference = "a bare hmac.digest"
    return [
        _figure("mint a handle (rate)", minting, reference, bare, bare / minting, least=0.3),
        _figure("verify a handle (rate)", verifying, reference, bare, bare / verifying, least=0.3),
    ]


def _audits(few: BenchAnswer, many: BenchAnswer, rounds: int) -> list[Figure]:
    few_took, many_took, plainly = fastest(
        rounds, lambda _: _audit(few), lambda _: _audit(many), lambda _: _compare_plainly(few)
    )
    audit = f"audit {CITATIONS} quoted citations (time)"
    return [
        _figure(audit, few_took, STANDARD_LIBRARY, plainly, few_took / plainly),
        _figure(
            f"audit {MANY:,} quoted citations (time)",
            many_took,
            f"{CITATIONS} of them",
            few_took,
            many_took / few_took,
            most=11.0,
        ),
    ]


def _audit(answer: BenchAnswer) -> Report:
    return judge(plan(answer.text, RING.ring), answer.resolutions)


def _compare_plainly(answer: BenchAnswer) -> None:
    for handle, quote in answer.quotes:
        passage = unicodedata.normalize("NFC", answer.resolutions[handle].issued[0].text)
        wanted = unicodedata.normalize("NFC", quote)
        if wanted not in passage:
            difflib.SequenceMatcher(None, passage, wanted, autojunk=False).find_longest_match()


def _check(answer: BenchAnswer) -> None:
    """A bench of an answer that is not judged as written would measure something else."""
    report = _audit(answer)
    found = [(citation.verdict, citation.matched) for citation in report.citations]
    wrong = [at for at, pair in enumerate(zip(found, answer.expected, strict=False)) if pair[0] != pair[1]]
    if wrong or len(found) != len(answer.expected):
        raise BenchError(
            f"{len(wrong)} of {len(answer.expected)} citations are not judged as they were written, "
            f"the first is number {wrong[0] + 1 if wrong else len(found)}; tekmeria-eval run says what is wrong"
        )


def fastest(rounds: int, *works: Callable[[int], object]) -> Sequence[float]:
    """The least processor time of each of ``works`` in seconds; they take turns, and get the number of the round."""
    shortest = [float("inf")] * len(works)
    collecting = gc.isenabled()
    gc.disable()
    try:
        for number in range(rounds):
            for index, work in enumerate(works):
                begun = time.process_time()
                work(number)
                shortest[index] = min(shortest[index], time.process_time() - begun)
            gc.collect()
    finally:
        if collecting:
            gc.enable()
    return shortest


def _figure(
    what: str,
    seconds: float,
    reference: str,
    reference_seconds: float,
    ratio: float,
    least: float | None = None,
    most: float | None = None,
) -> Figure:
    if least is not None:
        reach, reached = f"at least {least:g}", ratio >= least
    else:
        reach, reached = (None, None) if most is None else (f"at most {most:g}", ratio <= most)
    return Figure(what, seconds, reference, reference_seconds, round(ratio, 3), reach, reached)


def to_document(figures: Sequence[Figure]) -> Mapping[str, object]:
    """The figures as plain JSON values, with the Python that they were taken on."""
    return {
        "schema": SCHEMA,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "figures": [asdict(figure) for figure in figures],
    }


def to_json(figures: Sequence[Figure]) -> str:
    """The document as JSON text."""
    return json.dumps(to_document(figures), ensure_ascii=False, indent=1) + "\n"


def show(figures: Sequence[Figure], console: Console) -> None:
    """Print the figures as a table."""
    table = Table(title="what the contract costs")
    table.add_column("what")
    table.add_column("takes", justify="right")
    table.add_column("reference")
    table.add_column("takes", justify="right")
    for name in ("ratio", "reach"):
        table.add_column(name, justify="right")
    for figure in figures:
        colour = {True: "green", False: "red", None: "default"}[figure.reached]
        table.add_row(
            figure.what,
            _time(figure.seconds),
            figure.reference,
            _time(figure.reference_seconds),
            f"[{colour}]{figure.ratio:.2f}[/{colour}]",
            figure.reach or "reported",
        )
    console.print(table)


def _time(seconds: float) -> str:
    return f"{seconds * 1e3:.1f} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.2f} µs"

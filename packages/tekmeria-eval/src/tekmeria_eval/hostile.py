"""``tekmeria-eval hostile``: whether a hostile text of twice the length takes twice the time (contract.md §11).

Each shape is written at half the size and at the size, and goes through every stage that decides something. What a
ratio says is trusted only when it is small: one that is too large is taken again, and the least times count.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial

from rich.console import Console
from rich.table import Table

from tekmeria_contract.audit import judge
from tekmeria_contract.limits import LimitError
from tekmeria_contract.plan import plan
from tekmeria_contract.quotes import compare_quote
from tekmeria_contract.reading import read_answer
from tekmeria_contract.rendering import render_text
from tekmeria_contract.report import Report
from tekmeria_contract.resolution import IssuedText, PassageText, RecordFacts, Resolution
from tekmeria_contract.sentences import split_sentences
from tekmeria_eval.bench import fastest
from tekmeria_eval.ring import RING

SCHEMA = "tekmeria.hostile/1"
MOST = 2.3
"""How many times longer twice the length may take."""

TOO_SHORT = 0.01
"""Seconds below which the ratio of two times says nothing."""

RETRIES = 4
MIB = 1 << 20

H = RING.handle("pmid:99200001/abstract.1")
FORGED = H[:-1] + ("0" if H[-1] != "0" else "1")
PASSAGE = "Among 432 of the treated adults, fever was seen in 12.4% (95% CI, 0.23–0.56). No relapse was seen."

PIECES = (
    *"[](){}<>\"'`*_~|\\!#-+=:;,./&^$%@?“”‘’«»„‹›「」『』【】（）、。！？…—–−·",
    *("\u00ad", "\u200b", "\u0301", "\u202e", "\ue000", "⁶", "₂", "\u00a0", "\u3000", "不", "な", "가", "α"),
    *(
        "\t",
        "\n",
        "\r\n",
        " ",
        "a",
        "A",
        "1",
        "a ",
        "1 ",
        "a.",
        "A. ",
        "a. B",
        "1. ",
        "e.g. ",
        "et al. ",
        "? ",
    ),
    *("&amp;", "&lt;", "&#91;", "&", "%7E", "\\~", "\\[", "<!--", "-->", "<?", "<b>", "</b>", "<sup>", "<q>"),
    *(
        "~~",
        "**",
        "***",
        "__",
        "```",
        "[^1]",
        "[1]",
        "[^1]: ",
        "\n[a]: /u",
        "\n- ",
        "- ",
        "\n1. ",
        "\n> ",
        "> ",
    ),
    *("\n\n", "\n#", "\n```\n", "\n|a|b|\n", "|-", "\n---\n", "\n    ", "](", "[a](", "[a](b)", "![", "](<"),
    *(
        "pmid:",
        "pmid:1/",
        "pmid:99200001/abstract.1~",
        H,
        f"[{H}] ",
        f'[{H} "',
        f"[{FORGED}] ",
        "evidence://",
    ),
    *(
        f'[{H} "fever was seen"] ',
        "“no relapse was seen” ",
        "https://doi.org/10.5555/a ",
        "PMID: 1 ",
        "NCT99000001 ",
    ),
    *(
        "【1†s】",
        "[cite: 1]",
        "1 000 ",
        "1,000,",
        "0.5 ",
        "12% ",
        "5–",
        "10^",
        "m^2 ",
        "--",
        "+/-",
        "not ",
        "lack of ",
    ),
    *("The cat sat. ", "word.Word", "(Fig. 1) ", "## References\n", "• a ", "1) a "),
)
"""What shapes are periods of: each by itself, and strings of two to six drawn at random."""


def _many(text: Callable[[int], str], least: int = 1) -> Callable[[int], str]:
    """Numbered pieces, about as many characters as asked for."""
    width = len(text(10_000))
    return lambda size: "".join(map(text, range(least, least + size // width)))


NAMED: Mapping[str, Callable[[int], str]] = {
    "nested brackets": lambda n: "[" * (n // 2) + "]" * (n // 2),
    "nested parentheses": lambda n: "(" * (n // 2) + ")" * (n // 2),
    "nested quotation marks": lambda n: "“" * (n // 2) + "”" * (n // 2),
    "nested links": lambda n: "[" * (n // 5) + "](b)" * (n // 5),
    "nested lists": lambda n: "- " * (n // 2) + "a",
    "nested quotes, then lines": lambda n: ">" * (n // 2) + "a\n" + "b\n" * (n // 4),
    "runs of backticks, each longer": lambda n: " ".join("`" * i for i in range(1, int((2 * n) ** 0.5))),
    "runs of stars, each longer": lambda n: " a".join("*" * i for i in range(1, int((2 * n) ** 0.5))),
    "a fence that stays open": lambda n: "```\n" + "a\n" * (n // 2),
    "a comment that stays open": lambda n: "<!--" + "a\n" * (n // 2),
    "a long word": lambda n: "a" * n,
    "a long word and as many spaces": lambda n: "a" * (n // 2) + " " * (n // 2),
    "combining marks": lambda n: "a" + "\u0301" * n,
    "a wide table": lambda n: "|a" * (n // 4) + "|\n" + "|-" * (n // 4) + "|",
    "a table of empty cells": lambda n: "|a|b|\n|-|-|\n" + "|" * n,
    "distinct handles": _many(lambda i: f"A b [{RING.handle(f'pmid:{99_200_000 + i}/abstract.1')}]. "),
    "distinct forged handles": _many(lambda i: f"A b [pmid:{99_200_000 + i}/abstract.1~00000]. "),
    "definitions and marks": lambda n: (
        _many(lambda i: f"a[^{i}]. ")(n // 5) + "\n\n" + _many(lambda i: f"[^{i}]: {H}\n")(n * 4 // 5)
    ),
    "one definition, many marks": lambda n: "a b[^x]. " * (n // 18) + "\n\n[^x]: " + f"{H} " * (n // 70),
    "link definitions and uses": lambda n: (
        _many(lambda i: f"[a{i}]: /u\n")(n // 2) + "\n" + _many(lambda i: f"[a{i}] ")(n // 2)
    ),
    "one quotation of many words": lambda n: f'[{H} "' + _many(lambda i: f"w{i} ")(n) + '"]',
    "quotations of one sentence": lambda n: '"fever was not seen in" ' * (n // 24) + f"[{H}].",
    "mismatches": _many(lambda i: f'[{H} "Among {i} of the treated adults fever"]. '),
    "citations of one sentence": lambda n: f'"fever was not seen in" [{H}], ' * (n // 58),
    "numbers of one sentence": lambda n: _many(lambda i: f"{i}.{i % 10} ")(n) + f"[{H}].",
    "numbers of all lengths": lambda n: " ".join(f"0.{'1' * (i % 38)}" for i in range(n // 22)) + f" [{H}].",
    "quoted lines": lambda n: "> fever was seen in\n" * (n // 20) + f"> {H}\n",
    "lead-ins": lambda n: "The cat:\n- sat\n" * (n // 15),
}
"""Shapes that are no mere repetition."""


@dataclass(frozen=True, slots=True)
class Strain:
    """What a ``shape`` costs a ``stage``: seconds at half the size and at ``size`` characters, and their ratio.

    The ratio is None where the times are too short to say anything.
    """

    shape: str
    stage: str
    size: int
    half_seconds: float
    seconds: float
    ratio: float | None

    @property
    def seconds_per_mib(self) -> float:
        """What a MiB of it would take at this rate."""
        return self.seconds * MIB / self.size

    @property
    def linear(self) -> bool:
        """Whether twice the length takes no longer than it may."""
        return self.ratio is None or self.ratio <= MOST


def _audit(text: str) -> Report:
    planned = plan(text, RING.ring)
    facts = RecordFacts("An invented trial", ("pmid:99200001",), notices=())
    passages = (PassageText(H, PASSAGE),)
    known = Resolution((IssuedText(PASSAGE),), PASSAGE, True, True, True, facts, passages=passages)
    return judge(planned, dict.fromkeys(planned.handles, known))


def _report(text: str) -> Callable[[], object]:
    report = _audit(text)
    return lambda: (render_text(report), report.to_json())


STAGES: Mapping[str, Callable[[str], Callable[[], object]]] = {
    "split_sentences": lambda text: lambda: split_sentences(text),
    "read_answer": lambda text: lambda: read_answer(text, RING.ring),
    "compare_quote, small": lambda text: lambda: compare_quote("fever was seen in " + text[:200], text),
    "compare_quote, huge": lambda text: lambda: compare_quote(text, text[1:] + "x"),
    "plan and judge": lambda text: lambda: _audit(text),
    "render_text and to_json": _report,
}
"""Each stage is given a text, and gives the work that is measured."""


def shapes(drawn: int, seed: int) -> Iterator[tuple[str, Callable[[int], str]]]:
    """Every shape by its name: the named ones, each piece repeated, and ``drawn`` periods of several pieces."""
    yield from NAMED.items()
    draw = random.Random(seed)
    periods = [*PIECES, *("".join(draw.choices(PIECES, k=draw.randint(2, 6))) for _ in range(drawn))]
    for period in periods:
        yield repr(period), partial(_repeated, period)


def _repeated(period: str, size: int) -> str:
    return period * (size // len(period))


def strains(size: int, drawn: int, seed: int) -> Iterator[Strain]:
    """What every shape of ``size`` characters costs every stage; above a limit of the contract it costs nothing."""
    for shape, text_of in shapes(drawn, seed):
        for stage, work_of in STAGES.items():
            try:
                half, whole = work_of(text_of(size // 2)), work_of(text_of(size))
                yield _strain(shape, stage, size, half, whole)
            except LimitError:
                continue


def _strain(
    shape: str, stage: str, size: int, half: Callable[[], object], whole: Callable[[], object]
) -> Strain:
    least = [float("inf")] * 2
    ratio: float | None = None
    for _ in range(RETRIES):
        took = fastest(1, lambda _: half(), lambda _: whole())
        least = [min(pair) for pair in zip(least, took, strict=True)]
        ratio = None if least[1] < TOO_SHORT else least[1] / max(least[0], 1e-6)
        if ratio is None or ratio <= MOST:
            break
    return Strain(shape, stage, size, least[0], least[1], ratio)


def to_json(found: Sequence[Strain]) -> str:
    """The strains as JSON text."""
    rows = [asdict(strain) | {"seconds_per_mib": strain.seconds_per_mib} for strain in found]
    return json.dumps({"schema": SCHEMA, "most": MOST, "strains": rows}, ensure_ascii=False, indent=1) + "\n"


def show(found: Sequence[Strain], console: Console, most: int = 20) -> None:
    """Print those that are not linear, and the ``most`` that take longest."""
    slowest = sorted(found, key=lambda strain: -strain.seconds_per_mib)[:most]
    table = Table(title="what hostile texts cost")
    for name in ("shape", "stage"):
        table.add_column(name)
    for name in ("s per MiB", "twice the length"):
        table.add_column(name, justify="right")
    for strain in [*(strain for strain in found if not strain.linear and strain not in slowest), *slowest]:
        colour = "default" if strain.linear else "red"
        ratio = "" if strain.ratio is None else f"[{colour}]{strain.ratio:.2f}[/{colour}]"
        table.add_row(strain.shape.replace("[", r"\["), strain.stage, f"{strain.seconds_per_mib:.1f}", ratio)
    console.print(table)

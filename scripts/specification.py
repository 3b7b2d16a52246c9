"""Keeps ``docs/specification`` in step with the code: ``uv run python scripts/specification.py [write | missing]``.

``write`` (the default) renews the generated parts of the documents; ``missing`` lists what the ledger of clauses and
tests lacks. Tests want nothing to be renewed and nothing missing.
"""

from __future__ import annotations

import re
import sys

import specification_figures as figures
import specification_ledger as ledger
import specification_tables as tables
from specification_ledger import documents, missing

PARTS = {**tables.PARTS, **figures.PARTS, **ledger.PARTS}
_PART = re.compile(
    r"(?P<begin><!-- generated: (?P<name>[a-z]+)(?P<argument>[^>]*?) -->\n).*?(?P<end><!-- end -->)",
    re.DOTALL,
)


def renewed(text: str) -> str:
    """A document with its generated parts as the code gives them."""
    return _PART.sub(_part, text)


def _part(match: re.Match[str]) -> str:
    lines = PARTS[match["name"]](match["argument"].strip())
    return match["begin"] + "\n" + "\n".join(lines) + "\n\n" + match["end"]


def main(arguments: list[str]) -> int:
    """Do what is asked; returns the exit code."""
    if arguments == ["missing"]:
        found = list(missing())
        print("\n".join(found) if found else "nothing is missing")
        return 1 if found else 0
    if arguments not in ([], ["write"]):
        print(__doc__, file=sys.stderr)
        return 2
    for path in documents():
        path.write_text(renewed(path.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

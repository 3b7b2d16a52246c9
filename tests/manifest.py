"""The manifest of the recorded responses: what each file of ``shared/real`` is, and what it must give."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache
from pathlib import Path


@cache
def manifest(real: Path) -> tuple[Mapping[str, str], ...]:
    """The lines of the manifest, by column name."""
    with (real / "MANIFEST.tsv").open(encoding="utf-8", newline="") as file:
        return tuple(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))

"""Writes ``fixtures/vectors``: ``uv run python scripts/vectors.py [FOLDER]``. Tests compare the files byte for byte.

Nothing here imports the package: codes are made with :mod:`hmac` as clauses K1 to K3 say, every other expected value
is written by hand from the clause that its case names. ``fixtures/vectors/README.md`` describes the format.
Bundles have a script of their own, ``vectors_bundles.py``, which needs the package cryptography.
"""

import sys
from pathlib import Path

from vectors_audits import audits
from vectors_cases import document
from vectors_citations import citations
from vectors_folds import folds
from vectors_handles import handles
from vectors_quotes import quotes
from vectors_sentences import sentences

FOLDER = Path(__file__).resolve().parent.parent / "fixtures" / "vectors"
CONCERNS = {
    "audits": audits,
    "citations": citations,
    "folds": folds,
    "handles": handles,
    "quotes": quotes,
    "sentences": sentences,
}


def main(arguments: list[str]) -> int:
    """Write every file; returns the exit code."""
    folder = Path(arguments[0]) if arguments else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for concern, groups in CONCERNS.items():
        (folder / f"{concern}.json").write_text(document(concern, groups()), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

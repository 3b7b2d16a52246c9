"""Writes the fold's single characters for the audit page: ``uv run python scripts/foldtable.py [FILE]``."""

import sys
from pathlib import Path

from tekmeria_contract.foldtable import CHARACTERS, DASHES, EXPANDED

FILE = Path(__file__).resolve().parent.parent / "web" / "src" / "foldtable.ts"


def _escaped(text: str) -> str:
    return "".join(f"\\u{{{ord(character):x}}}" for character in text)


def table() -> str:
    """The TypeScript module: characters that fold alike in one string, with what they become."""
    single = (
        {chr(code): put for code, put in CHARACTERS.items()} | dict.fromkeys(DASHES, "-") | dict(EXPANDED)
    )
    becomes: dict[str, str] = {}
    for character in sorted(single):
        becomes[single[character]] = becomes.get(single[character], "") + character
    rows = "".join(f'  ["{_escaped(put)}", "{_escaped(becomes[put])}"],\n' for put in sorted(becomes))
    return (
        "// Generated from the fold table of the specification by scripts/foldtable.py.\n"
        "/** What characters become, and the characters. */\n"
        f"export const FOLDED: readonly (readonly [string, string])[] = [\n{rows}];\n"
    )


def main(arguments: list[str]) -> int:
    """Write the table; returns the exit code."""
    (Path(arguments[0]) if arguments else FILE).write_text(table(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

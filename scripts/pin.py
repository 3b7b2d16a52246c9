"""Renews the exact versions in the root pyproject's constraint-dependencies.

Run it as ``python scripts/pin.py``: it resolves the workspace without the present pins, reads the resolved
versions, and writes them by name alone, so that no file of the repository names a registry's address.
"""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYPROJECT = ROOT / "pyproject.toml"
BLOCK = re.compile(r"(# BEGIN PINS[^\n]*\n).*?(# END PINS)", re.DOTALL)


def write_pins(pins: list[str]) -> None:
    """Replace the block between the two marks with ``pins``."""
    lines = "".join(f'    "{pin}",\n' for pin in pins)
    body = f"constraint-dependencies = [\n{lines}]\n" if pins else "constraint-dependencies = []\n"
    text = PYPROJECT.read_text(encoding="utf-8")
    PYPROJECT.write_text(BLOCK.sub(lambda m: m[1] + body + m[2], text), encoding="utf-8")


def main() -> int:
    """Resolve afresh and write the pins; returns the exit code."""
    write_pins([])
    subprocess.run(["uv", "lock", "--upgrade"], cwd=ROOT, check=True)
    lock = tomllib.loads((ROOT / "uv.lock").read_text(encoding="utf-8"))
    members = {path.name for path in (ROOT / "packages").iterdir()}
    pins = sorted(
        {f"{entry['name']}=={entry['version']}" for entry in lock["package"] if entry["name"] not in members}
    )
    write_pins(pins)
    return 0


if __name__ == "__main__":
    sys.exit(main())

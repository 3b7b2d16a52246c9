"""Writes the published JSON Schemas: ``uv run python scripts/schemas.py``. A test compares them with the code."""

import json
import sys
from pathlib import Path

from tekmeria_contract.schema import report_schema

REPORT = Path(__file__).resolve().parent.parent / "docs" / "schemas" / "report-1.json"


def main() -> int:
    """Write every schema; returns the exit code."""
    text = json.dumps(report_schema(), indent=2, ensure_ascii=False) + "\n"
    REPORT.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Writes the published JSON Schemas: ``uv run python scripts/schemas.py``. Tests compare them with the code."""

import json
import sys
from pathlib import Path

from tekmeria_contract.schema import bundle_schema, evidence_schema, report_schema

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "schemas"
SCHEMAS = {"bundle-1.json": bundle_schema, "evidence-1.json": evidence_schema, "report-1.json": report_schema}


def main() -> int:
    """Write every schema; returns the exit code."""
    for name, schema in SCHEMAS.items():
        text = json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"
        (FOLDER / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

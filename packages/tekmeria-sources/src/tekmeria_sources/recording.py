"""Writing down what upstreams answer, as a folder that ``--records`` reads (sources.md, A folder of records).

Beside each answer stands its receipt, ``NAME.receipt.json``: the request as it was planned (keys and addresses are
added by the transport and are no part of it), the time, the HTTP status, the SHA-256 of the body, and ``recorded``.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlencode

from tekmeria_sources.plan import Plan

RECEIPT = ".receipt.json"
_ENDINGS = {"application/json": ".json", "text/xml": ".xml", "application/xml": ".xml"}
_UNNAMEABLE = re.compile(r"[^A-Za-z0-9.-]+")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


class Recorder:
    """Writes every answer that it is given into ``folder``; equal requests overwrite each other's."""

    def __init__(self, folder: Path, now: Callable[[], str] = _now) -> None:
        self._folder = folder
        self._now = now
        self.written: dict[str, Path] = {}

    def __call__(self, plan: Plan, status: int, body: bytes) -> None:
        """Write one answer, and then its receipt, each whole or not at all. Raises OSError."""
        query = f"?{urlencode(plan.query)}" if plan.query else ""
        receipt = {
            "request": f"https://{plan.host}{plan.path}{query}",
            "method": plan.method,
            "time": self._now(),
            "status": status,
            "sha256": hashlib.sha256(body).hexdigest(),
            "kind": "recorded",
        }
        path = self._folder / _name(plan)
        path.parent.mkdir(parents=True, exist_ok=True)
        _put(path, body)
        _put(path.with_name(path.name + RECEIPT), json.dumps(receipt, ensure_ascii=False).encode() + b"\n")
        self.written[plan.key] = path


def _name(plan: Plan) -> str:
    """``SOURCE/LAST-STEP-DIGEST.xml``: the digest is the request's."""
    step = _UNNAMEABLE.sub("-", plan.path.rstrip("/").rpartition("/")[2])[:60].strip("-.")
    digest = hashlib.sha256(plan.key.encode()).hexdigest()[:10]
    return f"{plan.source}/{step}-{digest}{_ENDINGS.get(plan.accept, '.txt')}"


def _put(path: Path, content: bytes) -> None:
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise

"""Logs as JSON lines on the standard error stream (system.md, Configuration: ``TEKMERIA_LOG_LEVEL``)."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime


class JsonFormatter(logging.Formatter):
    """One JSON object a line: time (UTC), level, logger, message and, for an exception, its traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """Render ``record``."""
        line: dict[str, str] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


CHATTY = ("httpx", "httpcore")
"""Loggers of HTTP clients: what they say of a request holds the query, and a key if there is one."""


def log_to_stderr(level: str) -> None:
    """Send every log record of at least ``level`` to the standard error stream, and none anywhere else."""
    for name in CHATTY:
        logging.getLogger(name).setLevel(logging.WARNING)
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.captureWarnings(True)

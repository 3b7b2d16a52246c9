"""What can be wrong with an upstream's answer, by name: the simulator injects it (sources.md, Tests).

A fault makes another answer of the right one; how an answer is sent is part of it (:data:`SENDINGS`).
"""

from __future__ import annotations

import gzip
from collections.abc import Callable, Mapping
from dataclasses import replace

from tekmeria_sources.simulated import Answer

Fault = Callable[[Answer], Answer]

_JSON = "application/json"
_HUGE = (64 << 20) + 1
_LIMITED = b'{"error":"API rate limit exceeded","api-key":"192.0.2.1","count":"4","limit":"3"}'
_PAGE = b"<!DOCTYPE html><html><head><title>Sign in</title></head><body><p>Welcome.</p></body></html>"


def _instead(status: int, body: bytes, kind: str, *headers: tuple[str, str]) -> Fault:
    """Another answer, whatever the right one was."""
    other = Answer(status, body, kind, headers)
    return lambda _: other


def _sent(how: str) -> Fault:
    return lambda right: replace(right, sent=how)


def _other_type(right: Answer) -> Answer:
    """A well-formed answer in the format that was not asked for."""
    if "json" in right.content_type:
        return Answer(200, b"<?xml version='1.0'?><answer/>", "text/xml")
    return Answer(200, b'{"answer": []}', _JSON)


def _not_gzip(right: Answer) -> Answer:
    return replace(right, headers=(*right.headers, ("Content-Encoding", "gzip")))


def _cut_gzip(right: Answer) -> Answer:
    packed = gzip.compress(right.body, mtime=0)
    headers = (*right.headers, ("Content-Encoding", "gzip"))
    return replace(right, body=packed[: len(packed) // 2], headers=headers)


FAULTS: Mapping[str, Fault] = {
    "429": _instead(429, _LIMITED, _JSON, ("Retry-After", "1")),
    "429-without-retry-after": _instead(429, _LIMITED, _JSON),
    "500": _instead(500, b"<html><head><title>500 Internal Server Error</title></head></html>", "text/html"),
    "503": _instead(503, b"Service Unavailable", "text/plain", ("Retry-After", "120")),
    "reset": _sent("reset"),
    "slow": _sent("late"),
    "drip": _sent("drip"),
    "truncated": _sent("cut"),
    "half": lambda right: replace(right, body=right.body[: len(right.body) // 2]),
    "empty": lambda right: replace(right, body=b""),
    "garbage": lambda right: replace(right, body=bytes(range(256)) * 4),
    "html": _instead(200, _PAGE, "text/html"),
    "other-type": _other_type,
    "huge": lambda right: replace(right, body=b" " * _HUGE),
    "redirect": _instead(302, b"", "text/plain", ("Location", "https://login.example.org/")),
    "not-gzip": _not_gzip,
    "cut-gzip": _cut_gzip,
}
"""Every fault by its name. ``half`` has the length it says, ``truncated`` breaks off before it."""

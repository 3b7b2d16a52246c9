"""What goes wrong on the way to an upstream is a typed error without secrets."""

from __future__ import annotations

import gzip
import socket
import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from tekmeria_sources.errors import (
    BodyError,
    HttpStatusError,
    RateLimitedError,
    UnreachableError,
    UpstreamError,
)
from tekmeria_sources.plan import Plan
from tekmeria_sources.pubmed import plan_records
from tekmeria_sources.settings import Settings
from tekmeria_sources.simulator import Simulator
from tekmeria_sources.transport import Transport

pytestmark = pytest.mark.anyio

NOTHING = Settings(data_dir=Path("/nowhere"))

PLAN = Plan(
    "pubmed",
    "eutils.ncbi.nlm.nih.gov",
    "/entrez/eutils/efetch.fcgi",
    (("id", "99000001"),),
    "text/xml",
    cap=1000,
)


@contextmanager
def answering(answer: bytes) -> Generator[str]:
    """The URL of a server that reads one request, sends ``answer`` as it stands, and hangs up."""
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        connection, _ = listener.accept()
        with connection:
            connection.recv(65536)
            connection.sendall(answer)

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        thread.join(10)
        listener.close()


async def send(url: str, plan: Plan = PLAN, told: Settings = NOTHING) -> bytes:
    transport = Transport(replace(told, upstream_url=url))
    try:
        return await transport.send(plan)
    finally:
        await transport.close()


def response(status: str, body: bytes, *headers: str) -> bytes:
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", *headers, "", ""]
    return "\r\n".join(lines).encode() + body


async def refused(answer: bytes, told: Settings = NOTHING) -> UpstreamError:
    with answering(answer) as url, pytest.raises(UpstreamError) as refusal:
        await send(url, told=told)
    assert refusal.value.source == "pubmed"
    assert refusal.value.remedy or isinstance(refusal.value, BodyError)
    return refusal.value


async def test_a_body_comes_back_as_it_was_sent() -> None:
    with answering(response("200 OK", b"<a/>")) as url:
        assert await send(url) == b"<a/>"
    with answering(response("200 OK", gzip.compress(b"<b/>"), "Content-Encoding: gzip")) as url:
        assert await send(url) == b"<b/>"


async def test_a_body_over_the_cap_is_given_up_while_it_arrives() -> None:
    assert (await refused(response("200 OK", b"x" * 1001))).code == "too_large"


async def test_a_small_answer_that_unpacks_to_more_than_the_cap_is_given_up() -> None:
    bomb = gzip.compress(b"\x00" * 10_000_000)
    assert (await refused(response("200 OK", bomb, "Content-Encoding: gzip"))).code == "too_large"


async def test_an_empty_body_is_an_error() -> None:
    error = await refused(response("200 OK", b""))
    assert (error.code, error.retryable) == ("empty_body", True)


async def test_an_answer_cut_short_is_an_error() -> None:
    error = await refused(b"HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nhalf")
    assert (error.code, error.retryable) == ("truncated", True)


async def test_a_body_that_cannot_be_unpacked_is_an_error() -> None:
    assert isinstance(await refused(response("200 OK", b"no gzip", "Content-Encoding: gzip")), BodyError)


async def test_what_is_no_http_is_an_error() -> None:
    assert (await refused(b"SSH-2.0-OpenSSH\r\n")).retryable


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("Retry-After: 7", 7.0),
        ("Retry-After: Thu, 01 Jan 1970 00:00:00 GMT", 0.0),
        ("Retry-After: soon", None),
        ("X: y", None),
    ],
)
async def test_a_rate_limit_says_when_to_come_back(header: str, seconds: float | None) -> None:
    error = await refused(response("429 Too Many Requests", b'{"error": "API rate limit exceeded"}', header))
    assert isinstance(error, RateLimitedError)
    assert (error.retry_after, error.retryable) == (seconds, True)


@pytest.mark.parametrize(
    ("status", "retryable"), [("500 x", True), ("503 x", True), ("404 x", False), ("400 x", False)]
)
async def test_other_refusals_carry_their_status(status: str, retryable: bool) -> None:
    error = await refused(response(status, b"<html></html>"))
    assert isinstance(error, HttpStatusError)
    assert (error.code, error.retryable) == (f"http_{status[:3]}", retryable)


async def test_a_redirect_is_not_followed() -> None:
    error = await refused(response("302 Found", b"", "Location: http://192.0.2.1/login"))
    assert error.code == "redirected"
    assert "192.0.2.1" in error.message


async def test_a_host_that_cannot_be_reached_is_an_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    with pytest.raises(UnreachableError) as refusal:
        await send(f"http://127.0.0.1:{port}")
    assert refusal.value.retryable


async def test_keys_and_addresses_are_told_to_their_host_alone_and_never_shown(simulator: Simulator) -> None:
    told = replace(NOTHING, ncbi_api_key="sekrit", ncbi_email="someone@example.org")
    await send(simulator.url, plan_records(["99000001"]), told)
    with pytest.raises(HttpStatusError) as refusal:
        await send(simulator.url, Plan("other", "api.example.org", "/", (), "*/*"), told)
    ours, theirs = simulator.requests
    assert {("tool", "tekmeria"), ("email", "someone@example.org"), ("api_key", "sekrit")} <= set(ours.query)
    assert theirs.query == ()
    error = await refused(response("500 x", b"sekrit"), told)
    assert "sekrit" not in f"{error}{refusal.value}"


async def test_many_ids_are_posted(simulator: Simulator) -> None:
    ids = [
        "99000010",
        *(str(99000001 + number) for number in range(5)),
        *(str(99000101 + number) for number in range(54)),
    ]
    body = await send(simulator.url, plan_records(ids), replace(NOTHING, ncbi_api_key="sekrit"))
    (asked,) = simulator.requests
    assert (asked.method, dict(asked.query)["id"], dict(asked.query)["api_key"]) == (
        "POST",
        ",".join(ids),
        "sekrit",
    )
    assert body.count(b"</PubmedArticle>") == 5

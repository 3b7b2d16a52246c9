"""Failures in words: what happened, whose it was, what to do next."""

import logging

import pytest

from tekmeria_contract.policy import PolicyError
from tekmeria_server.arguments import ArgumentError
from tekmeria_server.failures import describe
from tekmeria_sources.errors import FolderError, RateLimitedError, UnreachableError


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (
            RateLimitedError("pubmed asks for fewer requests", source="pubmed"),
            "t: pubmed asks for fewer requests; wait and try again, or set an API key for a higher limit. "
            "The same call may succeed later.",
        ),
        (
            UnreachableError("pubmed had not answered after 45 s", source="pubmed", remedy="try again"),
            "t: pubmed had not answered after 45 s; try again.",
        ),
        (FolderError("x is no folder", remedy="name a folder"), "t: x is no folder; name a folder."),
        (PolicyError("fail_on cannot hold 'x'"), "t: fail_on cannot hold 'x'."),
        (ArgumentError("t: query is required."), "t: query is required."),
        (ExceptionGroup("g", [ExceptionGroup("h", [FolderError("deep")])]), "t: deep."),
    ],
)
def test_an_expected_failure_is_told_whole(error: Exception, text: str) -> None:
    assert describe(error, "t") == text


def test_a_fault_is_logged_whole_and_told_without_its_text(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        told = describe(ZeroDivisionError("secret"), "t")
    assert (
        told
        == "t: a fault of this server (ZeroDivisionError), not of the call; its log on stderr tells more."
    )
    assert "secret" in caplog.text

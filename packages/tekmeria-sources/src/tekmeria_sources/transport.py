"""The only file that talks HTTP (sources.md, Time, pace, faults).

Sends a :class:`~tekmeria_sources.plan.Plan`, adds what its host is to be told (address, key), caps the body
while it arrives, follows no redirect, and turns whatever goes wrong into a typed error without secrets.
"""

from __future__ import annotations

import ssl
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path

import httpx

from tekmeria_sources.errors import (
    BodyError,
    HttpStatusError,
    RateLimitedError,
    UnreachableError,
    UpstreamError,
)
from tekmeria_sources.plan import Plan
from tekmeria_sources.settings import Settings

NCBI = "eutils.ncbi.nlm.nih.gov"
OPENFDA = "api.fda.gov"
CROSSREF = "api.crossref.org"
TOOL = "tekmeria"
TIMEOUT = httpx.Timeout(20.0, connect=10.0)
_SHOWN = 200


class Transport:
    """An HTTP client for every upstream; connections are made at need and kept until :meth:`close`.

    ``heard`` is given every answer that is no failure, with its HTTP status, before it is returned.
    """

    def __init__(self, settings: Settings, heard: Callable[[Plan, int, bytes], None] | None = None) -> None:
        self._heard = heard
        self._base = settings.upstream_url
        self._told = _told(settings)
        self._client = httpx.AsyncClient(
            timeout=TIMEOUT,
            follow_redirects=False,
            verify=_certificates(settings.certificates),
            headers={"User-Agent": f"{TOOL}/0.1 (+https://pypi.org/project/tekmeria-server/)"},
        )

    async def send(self, plan: Plan) -> bytes:
        """The body of the answer to ``plan``.

        Raises :class:`~tekmeria_sources.errors.UpstreamError`: ``UnreachableError``, ``RateLimitedError``,
        ``HttpStatusError``, or ``BodyError`` for a redirect or a body over the cap.
        """
        query = (*plan.query, *self._told.get(plan.host, ()))
        try:
            async with self._client.stream(
                plan.method,
                f"{self._base}/{plan.host}{plan.path}" if self._base else f"https://{plan.host}{plan.path}",
                params=query if plan.method == "GET" else None,
                data=dict(query) if plan.method == "POST" else None,
                headers={"Accept": plan.accept},
            ) as response:
                body = await _read(response, plan)
                _check(response, body, plan)
                if self._heard is not None:
                    self._heard(plan, response.status_code, body)
                return body
        except httpx.TimeoutException:
            raise _unreachable(plan, "did not answer in time", "timeout") from None
        except (httpx.RemoteProtocolError, httpx.ReadError) as error:
            raise _unreachable(
                plan, f"broke off its answer ({error.__class__.__name__})", "truncated"
            ) from None
        except httpx.DecodingError:
            raise BodyError(
                f"{plan.source} sent a body that cannot be decompressed",
                source=plan.source,
                code="truncated",
                retryable=True,
            ) from None
        except httpx.HTTPError as error:
            raise _unreachable(
                plan, f"cannot be reached ({error.__class__.__name__})", "unreachable"
            ) from None

    async def close(self) -> None:
        """Close all connections."""
        await self._client.aclose()


async def _read(response: httpx.Response, plan: Plan) -> bytes:
    chunks: list[bytes] = []
    size = 0
    async for chunk in response.aiter_bytes():
        size += len(chunk)
        if size > plan.cap:
            raise BodyError(
                f"{plan.source} sent more than {plan.cap} bytes",
                source=plan.source,
                code="too_large",
                remedy="ask for fewer records at once",
            )
        chunks.append(chunk)
    return b"".join(chunks)


def _check(response: httpx.Response, body: bytes, plan: Plan) -> None:
    if response.status_code == 429:
        message = f"{plan.source} asks for fewer requests"
        raise RateLimitedError(message, source=plan.source, retry_after=_retry_after(response))
    if response.is_redirect:
        target = response.headers.get("location", "?")[:_SHOWN]
        raise UpstreamError(
            f"{plan.source} redirects to {target!r}, which is not followed",
            source=plan.source,
            code="redirected",
            remedy="check proxies and TEKMERIA_UPSTREAM_URL",
        )
    if response.status_code != 200 and not _speaks(response, plan):
        raise HttpStatusError(response.status_code, source=plan.source, detail=_said(response, body))
    if not body:
        raise BodyError(
            f"{plan.source} sent an empty body", source=plan.source, code="empty_body", retryable=True
        )


def _speaks(response: httpx.Response, plan: Plan) -> bool:
    """Whether a refusal is one that the decoder reads: a page that a proxy put in its place is not."""
    return response.status_code in plan.read and _media_type(response) == plan.accept


def _said(response: httpx.Response, body: bytes) -> str:
    """The first line of a refusal in plain text, as ClinicalTrials.gov and Crossref give it."""
    if _media_type(response) != "text/plain":
        return ""
    return next(iter(body.decode("utf-8", "replace").strip().splitlines()), "")[:_SHOWN]


def _media_type(response: httpx.Response) -> str:
    return response.headers.get("content-type", "").partition(";")[0].strip().lower()


def _retry_after(response: httpx.Response) -> float | None:
    text = response.headers.get("retry-after", "").strip()
    if text.isdigit():
        return float(text[:6])
    try:
        return max(0.0, (parsedate_to_datetime(text) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError):
        return None


def _unreachable(plan: Plan, what: str, code: str) -> UnreachableError:
    remedy = "check the network and proxy settings, or try again"
    return UnreachableError(
        f"{plan.source} {what}", source=plan.source, code=code, retryable=True, remedy=remedy
    )


def _told(settings: Settings) -> Mapping[str, tuple[tuple[str, str], ...]]:
    """What each host asks callers to tell it, keys among it."""
    ncbi = [("tool", TOOL)]
    ncbi += [("email", settings.ncbi_email)] if settings.ncbi_email else []
    ncbi += [("api_key", settings.ncbi_api_key)] if settings.ncbi_api_key else []
    openfda = [("api_key", settings.openfda_api_key)] if settings.openfda_api_key else []
    crossref = [("mailto", settings.crossref_mailto)] if settings.crossref_mailto else []
    return {NCBI: tuple(ncbi), OPENFDA: tuple(openfda), CROSSREF: tuple(crossref)}


def _certificates(further: tuple[Path, ...]) -> ssl.SSLContext:
    """The system's certificate authorities and those of the standard variables, which add to them."""
    context = ssl.create_default_context()
    system = ssl.get_default_verify_paths()
    for path in (Path(system.openssl_cafile), Path(system.openssl_capath), *further):
        if path.is_file():
            context.load_verify_locations(cafile=str(path))
        elif path.is_dir():
            context.load_verify_locations(capath=str(path))
    return context

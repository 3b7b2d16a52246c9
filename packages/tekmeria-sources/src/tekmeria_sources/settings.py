"""The environment (system.md, Configuration): the only file of the four packages that reads it.

Every variable is optional. An empty value and a placeholder that a host left unsubstituted (``${NAME}``)
count as unset. A wrong value raises :class:`~tekmeria_sources.errors.SettingsError`, which names the variable
and what was expected, and never shows a secret.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlsplit

from tekmeria_sources.errors import SettingsError

if TYPE_CHECKING:
    from tekmeria_contract.keyring import KeyRing

FOLDER_NAME = "tekmeria-server"
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
_PLACEHOLDER = re.compile(r"\s*\$\{[^}]*\}\s*")
_ADDRESS = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Settings:
    """What the environment says; one field a variable.

    ``handle_key`` is the ring of ``TEKMERIA_HANDLE_KEY``. ``store`` is a path or a database URL as written.
    ``data_dir`` is absolute. ``tool_deadline_s`` is in seconds, ``result_budget`` in tokens. ``certificates``
    are files or folders of further certificate authorities.
    """

    data_dir: Path
    ncbi_api_key: str | None = field(default=None, repr=False)
    ncbi_email: str | None = None
    openfda_api_key: str | None = field(default=None, repr=False)
    crossref_mailto: str | None = None
    handle_key: KeyRing | None = None
    store: str | None = field(default=None, repr=False)
    log_level: str = "WARNING"
    tool_deadline_s: float = 45.0
    http_token: str | None = field(default=None, repr=False)
    upstream_url: str | None = None
    allowed_hosts: tuple[str, ...] = ()
    oauth_issuer: str | None = None
    oauth_audience: str | None = None
    result_budget: int = 20_000
    certificates: tuple[Path, ...] = ()

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Settings:
        """Read the variables of the process, or those given."""
        source = os.environ if environment is None else environment
        variables = {
            name: text for name, text in source.items() if text.strip() and not _PLACEHOLDER.fullmatch(text)
        }

        def read(name: str, reader: Callable[[str, str], _T], default: _T) -> _T:
            return reader(name, variables[name].strip()) if name in variables else default

        return cls(
            data_dir=read("TEKMERIA_DATA_DIR", _folder, None) or _default_folder(),
            ncbi_api_key=read("NCBI_API_KEY", _word, None),
            ncbi_email=read("NCBI_EMAIL", _address, None),
            openfda_api_key=read("OPENFDA_API_KEY", _word, None),
            crossref_mailto=read("CROSSREF_MAILTO", _address, None),
            handle_key=read("TEKMERIA_HANDLE_KEY", _ring, None),
            store=read("TEKMERIA_STORE", _store, None),
            log_level=read("TEKMERIA_LOG_LEVEL", _log_level, "WARNING"),
            tool_deadline_s=read("TEKMERIA_TOOL_DEADLINE_S", _seconds, 45.0),
            http_token=read("TEKMERIA_HTTP_TOKEN", _word, None),
            upstream_url=read("TEKMERIA_UPSTREAM_URL", _url, None),
            allowed_hosts=read("TEKMERIA_ALLOWED_HOSTS", _hosts, ()),
            oauth_issuer=read("TEKMERIA_OAUTH_ISSUER", _url, None),
            oauth_audience=read("TEKMERIA_OAUTH_AUDIENCE", _word, None),
            result_budget=read("TEKMERIA_RESULT_BUDGET", _tokens, 20_000),
            certificates=tuple(
                Path(variables[name].strip())
                for name in ("SSL_CERT_FILE", "SSL_CERT_DIR")
                if name in variables
            ),
        )


def _wrong(name: str, expected: str, shown: str | None = None) -> SettingsError:
    message = f"{name} has a wrong value" + (f" ({shown[:80]!r})" if shown is not None else "")
    return SettingsError(message, source=name, remedy=f"expected {expected}")


def _word(name: str, text: str) -> str:
    if any(character.isspace() or not character.isprintable() for character in text):
        raise _wrong(name, "one word without white space")
    return text


def _address(name: str, text: str) -> str:
    if _ADDRESS.fullmatch(text) is None:
        raise _wrong(name, "an e-mail address, such as name@example.org", text)
    return text


def _ring(name: str, text: str) -> KeyRing:
    # Imported where a key is given: the contract comes with it, and a server reads its settings before it lists.
    from tekmeria_contract.keyring import KeyRing, KeyRingError

    try:
        return KeyRing.from_hex(*(part.strip() for part in text.split(",")))
    except KeyRingError as error:
        expected = "keys of at least 64 hexadecimal digits, separated by commas, each perhaps with @8 or @8+5"
        raise _wrong(name, f"{expected}: {error}") from None


def _store(name: str, text: str) -> str:
    scheme, separator, _ = text.partition("://")
    if separator and scheme not in ("postgresql", "postgres"):
        raise _wrong(
            name, "a path of the SQLite store, or a URL beginning with postgresql://", f"{scheme}://…"
        )
    return text


def _log_level(name: str, text: str) -> str:
    if text.upper() not in LOG_LEVELS:
        raise _wrong(name, f"one of {', '.join(LOG_LEVELS)}", text)
    return text.upper()


def _seconds(name: str, text: str) -> float:
    expected = "a number of seconds above 0 and at most 3600"
    try:
        seconds = float(text)
    except ValueError:
        raise _wrong(name, expected, text) from None
    if not 0 < seconds <= 3600:
        raise _wrong(name, expected, text)
    return seconds


def _tokens(name: str, text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 500 <= int(text[:9]) <= 1_000_000 or len(text) > 9:
        raise _wrong(name, "a whole number of tokens from 500 to 1000000", text)
    return int(text)


def _url(name: str, text: str) -> str:
    expected = "a URL such as http://127.0.0.1:8080"
    try:
        parts = urlsplit(text)
        known = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        raise _wrong(name, expected, text) from None
    if not known or parts.query or parts.fragment:
        raise _wrong(name, expected, text)
    return text.rstrip("/")


def _hosts(name: str, text: str) -> tuple[str, ...]:
    hosts = tuple(part.strip() for part in text.split(",") if part.strip())
    if not hosts or any("/" in host or any(map(str.isspace, host)) for host in hosts):
        raise _wrong(name, "host names separated by commas, each perhaps with a port, without http://", text)
    return hosts


def _folder(name: str, text: str) -> Path | None:
    path = Path(text).expanduser()
    if not path.is_absolute():
        raise _wrong(name, "an absolute path of a folder", text)
    if path.exists() and not path.is_dir():
        raise _wrong(name, "a folder; this is a file", text)
    return path


def _default_folder() -> Path:
    from platformdirs import (
        user_data_path,
    )  # Imported here since it is only needed without TEKMERIA_DATA_DIR.

    return user_data_path(FOLDER_NAME, appauthor=False)

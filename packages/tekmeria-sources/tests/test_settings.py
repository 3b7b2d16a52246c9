"""The environment is read once, strictly, and its errors name the variable."""

from __future__ import annotations

from pathlib import Path

import pytest

from tekmeria_sources.errors import SettingsError
from tekmeria_sources.settings import Settings

KEY = "5a" * 32

VARIABLES = {
    "TEKMERIA_DATA_DIR": "/srv/tekmeria",
    "NCBI_API_KEY": "abc123",
    "NCBI_EMAIL": "someone@example.org",
    "OPENFDA_API_KEY": "def456",
    "CROSSREF_MAILTO": "someone@example.org",
    "TEKMERIA_HANDLE_KEY": f"{KEY}@8+5,{'a5' * 32}",
    "TEKMERIA_STORE": "/srv/evidence.sqlite3",
    "TEKMERIA_LOG_LEVEL": "debug",
    "TEKMERIA_TOOL_DEADLINE_S": "12.5",
    "TEKMERIA_HTTP_TOKEN": "token",
    "TEKMERIA_UPSTREAM_URL": "http://127.0.0.1:8099/",
    "TEKMERIA_ALLOWED_HOSTS": "example.org, localhost:8000",
    "TEKMERIA_OAUTH_ISSUER": "https://issuer.example.org",
    "TEKMERIA_OAUTH_AUDIENCE": "tekmeria",
    "TEKMERIA_RESULT_BUDGET": "5000",
    "SSL_CERT_FILE": "/etc/ssl/own.pem",
}


def test_every_variable_is_read() -> None:
    settings = Settings.from_environment(VARIABLES)
    assert settings.data_dir == Path("/srv/tekmeria")
    assert settings.ncbi_api_key == "abc123"
    assert settings.ncbi_email == settings.crossref_mailto == "someone@example.org"
    assert settings.openfda_api_key == "def456"
    assert settings.handle_key is not None
    assert [key.mint for key in settings.handle_key.keys] == [8, 5]
    assert settings.store == "/srv/evidence.sqlite3"
    assert settings.log_level == "DEBUG"
    assert settings.tool_deadline_s == 12.5
    assert settings.http_token == "token"
    assert settings.upstream_url == "http://127.0.0.1:8099"
    assert settings.allowed_hosts == ("example.org", "localhost:8000")
    assert settings.oauth_issuer == "https://issuer.example.org"
    assert settings.oauth_audience == "tekmeria"
    assert settings.result_budget == 5000
    assert settings.certificates == (Path("/etc/ssl/own.pem"),)


def test_nothing_is_needed() -> None:
    settings = Settings.from_environment({})
    assert settings.data_dir.name == "tekmeria-server"
    assert settings.data_dir.is_absolute()
    assert (settings.tool_deadline_s, settings.result_budget, settings.log_level) == (45.0, 20_000, "WARNING")
    assert settings.handle_key is None and settings.store is None and settings.upstream_url is None


@pytest.mark.parametrize("text", ["", "  ", "${NCBI_API_KEY}", " ${user_config.key} "])
def test_empty_values_and_unsubstituted_placeholders_count_as_unset(text: str) -> None:
    assert Settings.from_environment(dict.fromkeys(VARIABLES, text)) == Settings.from_environment({})


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("TEKMERIA_TOOL_DEADLINE_S", "soon", "seconds"),
        ("TEKMERIA_TOOL_DEADLINE_S", "0", "seconds"),
        ("TEKMERIA_TOOL_DEADLINE_S", "nan", "seconds"),
        ("TEKMERIA_TOOL_DEADLINE_S", "99999", "seconds"),
        ("TEKMERIA_RESULT_BUDGET", "-5", "tokens"),
        ("TEKMERIA_RESULT_BUDGET", "1e4", "tokens"),
        ("TEKMERIA_RESULT_BUDGET", "9" * 5000, "tokens"),
        ("TEKMERIA_LOG_LEVEL", "loud", "DEBUG, INFO"),
        ("TEKMERIA_HANDLE_KEY", "abcd", "64 hexadecimal digits"),
        ("TEKMERIA_HANDLE_KEY", "z" * 64, "hexadecimal"),
        ("TEKMERIA_HANDLE_KEY", f"{KEY},{KEY}", "keys"),
        ("TEKMERIA_HANDLE_KEY", f"{KEY}@7", "keys"),
        ("TEKMERIA_STORE", "mysql://u:secret@h/db", "postgresql://"),
        ("TEKMERIA_UPSTREAM_URL", "127.0.0.1:8099", "URL"),
        ("TEKMERIA_UPSTREAM_URL", "http://[::1", "URL"),
        ("TEKMERIA_UPSTREAM_URL", "ftp://example.org", "URL"),
        ("TEKMERIA_OAUTH_ISSUER", "https://", "URL"),
        ("TEKMERIA_ALLOWED_HOSTS", "http://example.org", "host names"),
        ("TEKMERIA_ALLOWED_HOSTS", ",", "host names"),
        ("TEKMERIA_DATA_DIR", "relative/path", "absolute"),
        ("TEKMERIA_DATA_DIR", __file__, "folder"),
        ("NCBI_EMAIL", "nobody", "e-mail address"),
        ("CROSSREF_MAILTO", "a b@c.d", "e-mail address"),
        ("NCBI_API_KEY", "two words", "one word"),
        ("TEKMERIA_HTTP_TOKEN", "a\nb", "one word"),
    ],
)
def test_a_wrong_value_names_the_variable_and_what_was_expected(name: str, text: str, expected: str) -> None:
    with pytest.raises(SettingsError) as refusal:
        Settings.from_environment({name: text})
    assert refusal.value.source == name
    assert name in str(refusal.value)
    assert expected in refusal.value.remedy
    assert len(str(refusal.value)) < 400


def test_secrets_are_neither_shown_nor_named_in_errors() -> None:
    shown = repr(Settings.from_environment(VARIABLES))
    assert all(secret not in shown for secret in ("abc123", "def456", KEY, "token=", "'token'"))
    with pytest.raises(SettingsError) as refusal:
        Settings.from_environment({"TEKMERIA_HANDLE_KEY": "5a" * 20})
    assert "5a5a" not in str(refusal.value)
    with pytest.raises(SettingsError) as refusal:
        Settings.from_environment({"TEKMERIA_STORE": "mysql://u:hunter2@h/db"})
    assert "hunter2" not in str(refusal.value)

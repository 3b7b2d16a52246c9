"""Which evidence store an installation has: a file of its own, or a server's database (system.md, TEKMERIA_STORE)."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from tekmeria_sources.errors import NotAStoreError, StoreAbsentError
from tekmeria_sources.settings import Settings
from tekmeria_sources.store import Store

STORE_FILE = "evidence.sqlite3"


def store_file(settings: Settings) -> Path | None:
    """The path of the store's file; None where TEKMERIA_STORE names a server."""
    named = settings.store
    if named is not None and "://" in named:
        return None
    return Path(named).expanduser() if named else settings.data_dir / STORE_FILE


def store_name(settings: Settings) -> str:
    """Where the store is: its path, or the server's address without user and password."""
    path = store_file(settings)
    if path is not None:
        return str(path)
    parts = urlsplit(settings.store or "")
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="", fragment="").geturl()


def open_store(settings: Settings) -> Store:
    """The store, made if need be. Blocks. Raises :class:`~tekmeria_sources.errors.StoreError`."""
    path = store_file(settings)
    if path is None:
        return _on_server(settings.store or "")
    from tekmeria_sources.sqlite_store import SqliteStore

    return SqliteStore(path)


def open_present(settings: Settings) -> Store:
    """The store, which must be there already; raises as :func:`open_store`, and
    :class:`~tekmeria_sources.errors.StoreAbsentError`.
    """
    path = store_file(settings)
    if path is not None and not path.exists():
        raise StoreAbsentError(
            f"there is no evidence store at {path}",
            source="store",
            remedy="set TEKMERIA_STORE or TEKMERIA_DATA_DIR to those of the installation that is meant",
        )
    return open_store(settings)


def own_store() -> Store:
    """A store in this process's memory."""
    from tekmeria_sources.sqlite_store import MEMORY, SqliteStore

    return SqliteStore(MEMORY)


def _on_server(url: str) -> Store:
    try:
        from tekmeria_sources.postgres_store import PostgresStore
    except ImportError:
        raise NotAStoreError(
            "TEKMERIA_STORE names a PostgreSQL server, and its driver is not installed",
            source="TEKMERIA_STORE",
            code="driver_absent",
            remedy="install tekmeria-sources with the extra postgres, or set TEKMERIA_STORE to a path",
        ) from None
    return PostgresStore(url)

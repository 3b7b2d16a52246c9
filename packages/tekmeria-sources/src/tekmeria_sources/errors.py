"""What can go wrong while evidence is gathered, kept or named (sources.md, Time, pace, faults).

::

    SourcesError                source, code, retryable, remedy
    ├── SettingsError           an environment variable has a wrong value
    ├── ArgumentError           a call was given something it cannot use (query, limit, date, id)
    ├── CursorError             a cursor was tampered with, or belongs to another call
    ├── KeyFileError            the key file is short, damaged, unreadable or not ours
    ├── StoreError              the evidence store cannot be used
    │   ├── StoreAbsentError    there is none yet and none can be made
    │   ├── StoreBusyError      another process held it for too long
    │   └── NotAStoreError      the file is no store of this software, or of a newer version
    ├── BackupError             a backup of a store is damaged, cut short or none at all
    ├── FolderError             a folder of records cannot be read or holds none
    ├── RegistryError           a source that another package brings cannot be used
    └── UpstreamError           an upstream did not give what was asked
        ├── UnreachableError    no connection, reset, or time ran out
        ├── RateLimitedError    too many requests; ``retry_after`` seconds where stated
        ├── HttpStatusError     any other refusal by HTTP status
        ├── RefusedError        the upstream's own error message in a well-formed answer
        ├── BodyError           an answer that cannot be read: empty, cut short, HTML, malformed, too large
        ├── NotAskedError       a request that the upstream cannot answer, so that it was not asked
        └── OutOfScopeError     a well-formed answer of a kind that is not read, recognised by ``name``
"""

from __future__ import annotations


class SourcesError(Exception):
    """Root of the tree.

    ``source`` names who failed (``pubmed``, ``store``, a variable's name …), ``code`` is a stable word for
    programs, ``retryable`` tells whether the same call may succeed later, ``remedy`` says what to do.
    """

    default_code = "error"

    def __init__(
        self, message: str, *, source: str = "", code: str = "", retryable: bool = False, remedy: str = ""
    ) -> None:
        super().__init__(f"{message}; {remedy}" if remedy else message)
        self.message = message
        self.source = source
        self.code = code or self.default_code
        self.retryable = retryable
        self.remedy = remedy


class SettingsError(SourcesError):
    """An environment variable has a value that cannot be used; ``source`` is its name."""

    default_code = "setting"


class RegistryError(SourcesError):
    """A source that another package brings cannot be used; ``source`` is the group of its entry point."""

    default_code = "registry"


class ArgumentError(SourcesError):
    """A call was given something it cannot use; ``source`` is the argument's name."""

    default_code = "argument"


class CursorError(SourcesError):
    """A cursor was tampered with, was made by another installation, or belongs to another call."""

    default_code = "cursor"


class KeyFileError(SourcesError):
    """The key file cannot be used. It is never replaced: old handles would turn into forged ones."""

    default_code = "key_file"


class StoreError(SourcesError):
    """The evidence store cannot be used."""

    default_code = "store"


class StoreAbsentError(StoreError):
    """There is no store yet, so nothing was ever issued, and none can be made."""

    default_code = "store_absent"


class StoreBusyError(StoreError):
    """Another process held the store for longer than the busy timeout."""

    default_code = "store_busy"


class NotAStoreError(StoreError):
    """The file is no evidence store of this software, or one that a newer version has written."""

    default_code = "not_a_store"


class BackupError(SourcesError):
    """A backup of an evidence store is damaged, cut short, or another file."""

    default_code = "backup"


class FolderError(SourcesError):
    """A folder of recorded responses cannot be read or holds no record."""

    default_code = "folder"


class UpstreamError(SourcesError):
    """An upstream did not give what was asked."""

    default_code = "upstream"


class UnreachableError(UpstreamError):
    """No connection, a reset, or no complete answer in time."""

    default_code = "unreachable"


class RateLimitedError(UpstreamError):
    """The upstream asks for fewer requests; ``retry_after`` is in seconds where it says so."""

    default_code = "rate_limited"

    def __init__(self, message: str, *, source: str, retry_after: float | None = None) -> None:
        remedy = "wait and try again, or set an API key for a higher limit"
        super().__init__(message, source=source, retryable=True, remedy=remedy)
        self.retry_after = retry_after


class HttpStatusError(UpstreamError):
    """Refused by HTTP status; ``code`` is ``http_`` and the number. From 500 on, a retry may help."""

    def __init__(self, status: int, *, source: str, detail: str = "") -> None:
        message = f"{source} answered HTTP {status}" + (f": {detail}" if detail else "")
        remedy = "try again later" if status >= 500 else "check the request"
        super().__init__(
            message, source=source, code=f"http_{status}", retryable=status >= 500, remedy=remedy
        )
        self.status = status


class RefusedError(UpstreamError):
    """The upstream's own error message in a well-formed answer."""

    default_code = "refused"


class BodyError(UpstreamError):
    """An answer that cannot be read.

    ``code`` is one of ``empty_body``, ``malformed_xml``, ``malformed_json``, ``html_body``,
    ``forbidden_xml``, ``too_deep``, ``too_large``, ``unexpected_body``, ``truncated``.
    """

    default_code = "unexpected_body"

    def __init__(
        self, message: str, *, source: str, code: str = "", retryable: bool = False, remedy: str = ""
    ) -> None:
        again = "try again; " if retryable else ""
        otherwise = f"{again}if it stays so, a proxy stands before the service or the service has changed"
        super().__init__(message, source=source, code=code, retryable=retryable, remedy=remedy or otherwise)


class NotAskedError(UpstreamError):
    """A request that the upstream cannot answer, such as one in another's query language: it was not asked."""

    default_code = "not_asked"


class OutOfScopeError(UpstreamError):
    """A well-formed answer of a kind that this software does not read; ``name`` says which."""

    default_code = "out_of_scope"

    def __init__(self, name: str, *, source: str) -> None:
        remedy = "ask for a form that is read (see the package's README)"
        super().__init__(
            f"{source}: an answer of the kind {name!r} is not read", source=source, remedy=remedy
        )
        self.name = name

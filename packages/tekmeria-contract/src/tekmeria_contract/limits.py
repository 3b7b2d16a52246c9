"""Limits of what is read (contract.md §11): above one is an error that names it, and nothing is cut
silently."""

from __future__ import annotations

from collections.abc import Sequence

MAX_ANSWER_BYTES = 1 << 20
MAX_CITATIONS = 10_000
MAX_CLAIMS = 10_000


class LimitError(ValueError):
    """The input is over a limit: ``limit`` is its name, ``most`` what is allowed, ``found`` what there is."""

    def __init__(self, limit: str, most: int, found: int) -> None:
        super().__init__(f"{limit}: {found} is over the limit of {most}; audit it in parts")
        self.limit = limit
        self.most = most
        self.found = found


def check_text(text: str) -> None:
    """Raise :class:`LimitError` above 1 MiB of UTF-8, ``ValueError`` for a lone surrogate."""
    try:
        check_size(len(text.encode()))
    except UnicodeEncodeError as error:
        raise ValueError(
            f"the text holds a lone surrogate at character {error.start}; decode it as UTF-8"
        ) from None


def check_size(size: int) -> None:
    """Raise :class:`LimitError` above 1 MiB."""
    if size > MAX_ANSWER_BYTES:
        raise LimitError("bytes of the answer", MAX_ANSWER_BYTES, size)


def check_claims(claims: Sequence[object]) -> None:
    """Raise :class:`LimitError` above 10,000 claims."""
    if len(claims) > MAX_CLAIMS:
        raise LimitError("structured claims", MAX_CLAIMS, len(claims))


def check_citations(count: int) -> None:
    """Raise :class:`LimitError` above 10,000 citations."""
    if count > MAX_CITATIONS:
        raise LimitError("citations", MAX_CITATIONS, count)

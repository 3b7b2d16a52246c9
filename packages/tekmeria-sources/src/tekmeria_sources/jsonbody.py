"""Reading JSON answers strictly: what is absent is absent, what has another shape is a typed error.

A member that is not there, null or empty gives an empty value; one of another type than the API documents
raises :class:`~tekmeria_sources.errors.BodyError`, since taking it for absent would lose text without a word.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import cast

from tekmeria_sources.errors import BodyError
from tekmeria_sources.xmltree import refuse_page

Members = Mapping[str, object]
"""A JSON object."""

_SHOWN = 80
_NO_TEXT = re.compile(rb"\\u(?:0000|[dD][89a-fA-F])")
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def read_object(body: bytes, source: str) -> Members:
    """The JSON object that ``body`` is.

    Raises :class:`~tekmeria_sources.errors.BodyError` with the code ``empty_body``, ``html_body``,
    ``malformed_json`` or ``unexpected_body``.
    """
    content = _read(body, source)
    if not isinstance(content, dict):
        raise BodyError(f"{source} answered with JSON that is no object", source=source)
    return cast(Members, content)


def read_objects(body: bytes, source: str) -> list[Members]:
    """The objects of the JSON list that ``body`` is; raises as :func:`read_object`."""
    content = _read(body, source)
    items = cast(list[object], content) if isinstance(content, list) else [None]
    if not all(isinstance(item, dict) for item in items):
        raise BodyError(f"{source} answered with JSON that is no list of objects", source=source)
    return cast(list[Members], items)


def _read(body: bytes, source: str) -> object:
    refuse_page(body, source, "JSON")
    try:
        content: object = json.loads(body)
        return _storable(content) if _NO_TEXT.search(body) else content
    except (ValueError, RecursionError) as error:
        message = f"{source} answered with malformed JSON ({error.__class__.__name__}: {error})"
        raise BodyError(message, source=source, code="malformed_json", retryable=True) from None


def _storable(member: object) -> object:
    """``member`` with U+FFFD for every NUL and lone surrogate, which no database and no UTF-8 can hold."""
    if isinstance(member, str):
        return _UNSTORABLE.sub("\ufffd", member)
    if isinstance(member, list):
        return [_storable(item) for item in cast(list[object], member)]
    if isinstance(member, dict):
        return {_storable(name): _storable(item) for name, item in cast(Members, member).items()}
    return member


class Tree:
    """A JSON object whose members are read by their paths, and the ``source`` it is from."""

    def __init__(self, members: Members, source: str) -> None:
        self.members = members
        self._source = source

    def at(self, *path: str) -> Tree:
        """The object at ``path``, an empty one where there is none."""
        found: Members = self.members
        for name in path:
            member = found.get(name)
            if member is not None and not isinstance(member, dict):
                raise self._unexpected(name, "an object", member)
            found = cast(Members, member or {})
        return Tree(found, self._source)

    def text(self, *path: str) -> str:
        """The text at ``path``; numbers as they are written, truth values as ``Yes`` and ``No``."""
        member = self.at(*path[:-1]).members.get(path[-1])
        if member is None:
            return ""
        if isinstance(member, bool):
            return "Yes" if member else "No"
        if not isinstance(member, str | int | float):
            raise self._unexpected(path[-1], "a text", member)
        return str(member)

    def objects(self, *path: str) -> list[Tree]:
        """The objects of the list at ``path``."""
        return [Tree(cast(Members, item), self._source) for item in self._list(path, dict)]

    def texts(self, *path: str) -> tuple[str, ...]:
        """The texts of the list at ``path``."""
        return tuple(str(item) for item in self._list(path, str))

    def _list(self, path: tuple[str, ...], kind: type) -> list[object]:
        member = self.at(*path[:-1]).members.get(path[-1])
        if member is None:
            return []
        if not isinstance(member, list):
            raise self._unexpected(path[-1], "a list", member)
        items = cast(list[object], member)
        for item in items:
            if not isinstance(item, kind):
                raise self._unexpected(path[-1], f"a list of {kind.__name__}", item)
        return items

    def _unexpected(self, name: str, expected: str, member: object) -> BodyError:
        found = repr(member)[:_SHOWN]
        return BodyError(f"{self._source}: {name} is not {expected} but {found}", source=self._source)

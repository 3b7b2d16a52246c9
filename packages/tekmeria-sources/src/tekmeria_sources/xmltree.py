"""Reading XML safely (sources.md, Time, pace, faults): no entity expansion, no external fetches.

The standard library's expat parser feeds the standard tree builder; every declaration through which a
document could expand, fetch or define anything is refused. A DOCTYPE that only names an external DTD is
allowed, since every PubMed answer has one; it is never loaded. Names in a namespace are ``uri}local``.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from tekmeria_sources.errors import BodyError

MAX_DEPTH = 200
"""Elements nested deeper than this are refused; PubMed's own reach about 20."""

_SHOWN = 80


def refuse_page(body: bytes, source: str, wanted: str) -> None:
    """Raise :class:`~tekmeria_sources.errors.BodyError` for no body, or a web page where ``wanted`` was asked."""
    if not body.strip():
        raise BodyError(
            f"{source} answered with an empty body", source=source, code="empty_body", retryable=True
        )
    if looks_like_html(body):
        message = f"{source} answered with an HTML page where {wanted} was asked"
        raise BodyError(message, source=source, code="html_body", retryable=True)


def parse_xml(body: bytes, source: str) -> Element:
    """The root element of ``body``.

    Raises :class:`~tekmeria_sources.errors.BodyError` with the code ``empty_body``, ``html_body``,
    ``malformed_xml``, ``forbidden_xml`` (an entity or a reference to one) or ``too_deep``.
    """
    return whole(*open_xml((body,), source))


def open_xml(chunks: Iterable[bytes], source: str) -> tuple[Element, Iterator[Element]]:
    """The root element of a document as far as its start tag, and its children one at a time.

    A child is in memory from its end tag until it is given out, and then the caller's alone, so that a document
    of any length takes the memory of its longest child and of one chunk. The children are read from ``chunks``
    as they are asked for, and what :func:`parse_xml` raises is raised where the document is read that far: only
    after the last child is the whole known to be well formed.
    """
    parts = iter(chunks)
    first = next(parts, b"")
    refuse_page(first, source, "XML")
    reading = _Reading(source, first)
    children = reading.children(chain((first,), parts))
    opening = next(children)
    return opening, children


def whole(root: Element, children: Iterable[Element]) -> Element:
    """The root element with all of its children, as :func:`parse_xml` gives it."""
    root.extend(list(children))
    return root


def looks_like_html(body: bytes) -> bool:
    """Whether the first tag is HTML's."""
    start = body.lstrip(b"\xef\xbb\xbf \t\r\n")[:15].lower()
    return start.startswith((b"<!doctype html", b"<html"))


class _Forbidden(Exception):
    pass


class _Reading:
    """One document on its way through the parser."""

    def __init__(self, source: str, first: bytes) -> None:
        self._source = source
        self._begins = first[:_SHOWN]
        self._builder = TreeBuilder()
        self._parser = _parser()
        self._root: Element | None = None
        # Python runs for the root alone: from then on the builder, which is written in C, is called for an element.
        self._parser.StartElementHandler = self._open
        self._parser.EndElementHandler = self._builder.end
        self._parser.CharacterDataHandler = self._builder.data

    def _open(self, name: str, attributes: dict[str, str]) -> None:
        self._root = self._builder.start(name, attributes)
        self._parser.StartElementHandler = self._builder.start

    def children(self, chunks: Iterable[bytes]) -> Iterator[Element]:
        """The root, then its children."""
        given = False
        for chunk in chunks:
            with self._typed():
                self._parser.Parse(chunk, False)
            if self._root is None:
                continue
            if not given:
                given = True
                yield self._root
            # The last may still be open, and is where the text behind it goes.
            yield from self._taken(len(self._root) - 1)
        with self._typed():
            self._parser.Parse(b"", True)
            root = self._builder.close()
        yield from self._taken(len(root))

    def _taken(self, count: int) -> list[Element]:
        root = self._root
        if root is None or count < 1:
            return []
        children = root[:count]
        del root[:count]
        for child in children:
            _check_depth(child, self._source)
        return children

    @contextmanager
    def _typed(self) -> Generator[None]:
        source = self._source
        try:
            yield
        except _Forbidden as error:
            message = f"{source} answered with XML that declares {error}"
            raise BodyError(message, source=source, code="forbidden_xml") from None
        except (expat.ExpatError, AssertionError, ValueError, LookupError) as error:
            message = f"{source} answered with malformed XML ({error}; it begins {self._begins!r})"
            raise BodyError(message, source=source, code="malformed_xml", retryable=True) from None


def _parser() -> expat.XMLParserType:
    parser = expat.ParserCreate(None, "}")
    parser.buffer_text = True
    parser.buffer_size = 65536

    def refuse_entity(name: str, *_: object) -> None:
        raise _Forbidden(f"the entity {name!r}")

    def refuse_external(*_: object) -> int:
        raise _Forbidden("an external entity")

    def refuse_skipped(name: str, _parameter: bool) -> None:
        raise _Forbidden(f"a reference to an undefined entity {name!r}")

    parser.EntityDeclHandler = refuse_entity
    parser.UnparsedEntityDeclHandler = refuse_entity
    parser.ExternalEntityRefHandler = refuse_external
    parser.SkippedEntityHandler = refuse_skipped
    return parser


def _check_depth(child: Element, source: str) -> None:
    """Refuse a child of the root in which elements are nested too deep, the root counted."""
    level = [child]
    for _ in range(MAX_DEPTH - 1):
        level = [inner for element in level for inner in element]
        if not level:
            return
    raise BodyError(
        f"{source} answered with XML nested deeper than {MAX_DEPTH} elements", source=source, code="too_deep"
    )

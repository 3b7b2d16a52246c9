"""Reading XML safely (sources.md, Time, pace, faults): no entity expansion, no external fetches.

The standard library's expat parser feeds the standard tree builder; every declaration through which a
document could expand, fetch or define anything is refused. A DOCTYPE that only names an external DTD is
allowed, since every PubMed answer has one; it is never loaded. Names in a namespace are ``uri}local``.
"""

from __future__ import annotations

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
    refuse_page(body, source, "XML")
    builder = TreeBuilder()
    try:
        _parser(builder).Parse(body, True)
        root = builder.close()
    except _Forbidden as error:
        message = f"{source} answered with XML that declares {error}"
        raise BodyError(message, source=source, code="forbidden_xml") from None
    except (expat.ExpatError, AssertionError, ValueError, LookupError) as error:
        message = f"{source} answered with malformed XML ({error}; it begins {body[:_SHOWN]!r})"
        raise BodyError(message, source=source, code="malformed_xml", retryable=True) from None
    _check_depth(root, source)
    return root


def looks_like_html(body: bytes) -> bool:
    """Whether the first tag is HTML's."""
    start = body.lstrip(b"\xef\xbb\xbf \t\r\n")[:15].lower()
    return start.startswith((b"<!doctype html", b"<html"))


class _Forbidden(Exception):
    pass


def _parser(builder: TreeBuilder) -> expat.XMLParserType:
    parser = expat.ParserCreate(None, "}")
    parser.buffer_text = True
    parser.buffer_size = 65536

    def refuse_entity(name: str, *_: object) -> None:
        raise _Forbidden(f"the entity {name!r}")

    def refuse_external(*_: object) -> int:
        raise _Forbidden("an external entity")

    def refuse_skipped(name: str, _parameter: bool) -> None:
        raise _Forbidden(f"a reference to an undefined entity {name!r}")

    # The builder is written in C: no Python runs for an element.
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.data
    parser.EntityDeclHandler = refuse_entity
    parser.UnparsedEntityDeclHandler = refuse_entity
    parser.ExternalEntityRefHandler = refuse_external
    parser.SkippedEntityHandler = refuse_skipped
    return parser


def _check_depth(root: Element, source: str) -> None:
    level = [root]
    for _ in range(MAX_DEPTH):
        level = [child for element in level for child in element]
        if not level:
            return
    raise BodyError(
        f"{source} answered with XML nested deeper than {MAX_DEPTH} elements", source=source, code="too_deep"
    )

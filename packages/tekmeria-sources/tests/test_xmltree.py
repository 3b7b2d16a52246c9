"""XML is read without expanding, fetching or defining anything."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import fromstring, tostring

import pytest

from tekmeria_sources.errors import BodyError
from tekmeria_sources.xmltree import MAX_DEPTH, open_xml, parse_xml, whole

LAUGHS = "".join(f'<!ENTITY l{n} "&l{n - 1};&l{n - 1};&l{n - 1};">' for n in range(1, 30))


def refused(body: bytes) -> BodyError:
    with pytest.raises(BodyError) as refusal:
        parse_xml(body, "pubmed")
    assert refusal.value.source == "pubmed"
    return refusal.value


@pytest.mark.parametrize(
    "doctype",
    [
        f'[<!ENTITY l0 "ha">{LAUGHS}]',
        '[<!ENTITY file SYSTEM "file:///etc/passwd">]',
        '[<!ENTITY % outer SYSTEM "http://127.0.0.1:9/x.dtd"> %outer;]',
        '[<!ENTITY picture SYSTEM "p.gif" NDATA gif>]',
        '[<!ENTITY once "again">]',
    ],
)
def test_a_document_that_declares_an_entity_is_refused(doctype: str) -> None:
    body = f"<!DOCTYPE a {doctype}><a>&l29;&file;&once;</a>".encode()
    assert refused(body).code == "forbidden_xml"


def test_an_entity_hidden_by_another_encoding_is_refused_all_the_same() -> None:
    body = '<?xml version="1.0" encoding="UTF-16"?><!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>'.encode("utf-16")
    assert refused(body).code == "forbidden_xml"


def test_a_reference_that_the_external_dtd_would_define_is_refused_and_nothing_is_fetched(
    tmp_path: Path,
) -> None:
    dtd = tmp_path / "a.dtd"
    dtd.write_text('<!ENTITY nbsp "fetched">', encoding="utf-8")
    body = f'<!DOCTYPE a SYSTEM "{dtd.as_uri()}"><a>&nbsp;</a>'.encode()
    assert refused(body).code == "forbidden_xml"


def test_a_doctype_that_names_an_external_dtd_is_read() -> None:
    body = b'<!DOCTYPE a PUBLIC "-//NLM//DTD" "https://dtd.example.invalid/a.dtd"><a>text &lt; &#x3B3;</a>'
    assert parse_xml(body, "pubmed").text == "text < γ"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "empty_body"),
        (b" \n", "empty_body"),
        (b"<!DOCTYPE html><html><body>Error</body></html>", "html_body"),
        (b"\n<HTML><body>502</body></HTML>", "html_body"),
        (b"<PubmedArticleSet><PubmedArticle>", "malformed_xml"),
        (b"<a><b></a></b>", "malformed_xml"),
        (b"not xml", "malformed_xml"),
        (b"<a>\xff\xfe</a>", "malformed_xml"),
        (b"<a/><b/>", "malformed_xml"),
        (b'<?xml version="1.0" encoding="no-such"?><a/>', "malformed_xml"),
        (b"<!-- only a comment -->", "malformed_xml"),
    ],
)
def test_what_cannot_be_read_is_a_typed_error(body: bytes, code: str) -> None:
    assert refused(body).code == code


def test_depth_is_bounded() -> None:
    inside = "<i>" * (MAX_DEPTH - 1) + "</i>" * (MAX_DEPTH - 1)
    assert parse_xml(f"<a>{inside}</a>".encode(), "pubmed").tag == "a"
    deep = "<i>" * 100_000 + "</i>" * 100_000
    assert refused(f"<a>{deep}</a>".encode()).code == "too_deep"


def test_names_in_a_namespace_are_kept_apart() -> None:
    root = parse_xml(b'<a xmlns:m="urn:m"><m:b/></a>', "pubmed")
    assert [child.tag for child in root] == ["urn:m}b"]


@pytest.mark.beside("a bulk file is read without holding it")
@pytest.mark.parametrize("size", [1, 7, 64, 100_000])
def test_a_document_that_comes_in_pieces_is_the_same_document(size: int) -> None:
    body = '<!DOCTYPE a SYSTEM "x"><a k="v">one<b>two<c/>three</b> four <b>fünf</b>\n<d/>six</a>'.encode()
    root = whole(*open_xml((body[at : at + size] for at in range(0, len(body), size)), "pubmed"))
    assert tostring(root) == tostring(fromstring(body))


@pytest.mark.beside("a bulk file is read without holding it")
def test_children_are_given_as_they_are_read_and_not_kept() -> None:
    asked: list[int] = []

    def pieces() -> Iterator[bytes]:
        for number in range(4):
            asked.append(number)
            yield b"<a>" * (number == 0) + b"<b>%d</b>" % number
        yield b"</a>"

    root, children = open_xml(pieces(), "pubmed")
    assert asked == [0]
    assert next(children).text == "0"
    assert asked == [0, 1]
    assert [child.text for child in children] == ["1", "2", "3"]
    assert len(root) == 0


@pytest.mark.beside("a bulk file is read without holding it")
def test_a_document_that_is_cut_off_is_malformed_where_it_ends() -> None:
    _, children = open_xml(iter([b"<a><b/><b/>", b"<b/><b"]), "pubmed")
    assert next(children).tag == "b"
    with pytest.raises(BodyError) as refusal:
        list(children)
    assert refusal.value.code == "malformed_xml"

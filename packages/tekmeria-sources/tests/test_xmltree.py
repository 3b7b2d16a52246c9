"""XML is read without expanding, fetching or defining anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from tekmeria_sources.errors import BodyError
from tekmeria_sources.xmltree import MAX_DEPTH, parse_xml

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

"""Text that no database can hold never gets into a record."""

from __future__ import annotations

import pytest

from tekmeria_sources.jsonbody import Tree, read_object, read_objects


@pytest.mark.beside("every JSON answer of an upstream")
@pytest.mark.parametrize("escape", [r"\u0000", r"\ud800", r"\uDFFF", r"\udc00\ud800"])
def test_a_nul_and_a_lone_surrogate_are_shown_as_the_replacement_character(escape: str) -> None:
    body = (
        f'{{"a": "fell{escape} by", "list": ["{escape}", {{"b{escape}": "x{escape}"}}], "n": 1.50}}'.encode()
    )
    read = read_object(body, "test")
    shown = "\ufffd" * (len(escape) // 6)
    assert read == {"a": f"fell{shown} by", "list": [shown, {f"b{shown}": f"x{shown}"}], "n": 1.5}
    assert Tree(read, "test").text("a").encode("utf-8")
    (listed,) = read_objects(b"[" + body + b"]", "test")
    assert listed == read


@pytest.mark.beside("every JSON answer of an upstream")
def test_a_pair_of_surrogates_and_an_escaped_backslash_are_text() -> None:
    assert read_object(rb'{"a": "\ud83d\ude00 \\u0000"}', "test") == {"a": "\U0001f600 \\u0000"}

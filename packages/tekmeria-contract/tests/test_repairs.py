"""Copy errors in handles and their repairs (contract.md §1)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tekmeria_contract.handle import DEFAULT, mint
from tekmeria_contract.keyring import ALPHABET, KeyRing
from tekmeria_contract.repairs import Finder, Found
from tekmeria_contract.views import View
from tekmeria_contract.vocabulary import CITATION_REASONS, REPAIRS

from .answers import FORGED, RING, H, J, S

FINDER = Finder(RING, DEFAULT)
ZERO_WIDTH = "\u200b"


def only(text: str) -> Found:
    (found,) = FINDER.find(text)
    return found


def mendings(handle: str) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Every repair, made to a handle: the text, and the names of what has to be mended."""
    return {
        "invisible": (handle[:9] + ZERO_WIDTH + handle[9:], ("invisible",)),
        "soft hyphen": (handle[:9] + "\u00ad" + handle[9:], ("invisible",)),
        "space behind the colon": (handle.replace(":", ": "), ("space",)),
        "space before the slash": (handle.replace("/", " /"), ("space",)),
        "no-break space": (handle.replace("/", "/\u00a0"), ("space",)),
        "hard wrap": (handle.replace("/", "/\n"), ("wrap",)),
        "hard wrap, indented": (handle.replace(".", ".\r\n   "), ("wrap",)),
        "decimal entity": (handle.replace(":", "&#58;"), ("entity",)),
        "hexadecimal entity": (handle.replace("/", "&#x2F;"), ("entity",)),
        "named entity": (handle.replace("/", "&sol;"), ("entity",)),
        "entity of nothing": (handle[:9] + "&ZeroWidthSpace;" + handle[9:], ("entity",)),
        "entity of a look-like tilde": (handle.replace("~", "&sim;"), ("entity",)),
        "percent": (handle.replace(":", "%3A").replace("/", "%2f"), ("percent",)),
        "escaped tilde": (handle.replace("~", "\\~"), ("escape",)),
        "tilde operator": (handle.replace("~", "∼"), ("tilde",)),
        "full-width tilde": (handle.replace("~", "～"), ("tilde",)),
        "small tilde": (handle.replace("~", "˜"), ("tilde",)),
        "lost tilde": (handle.replace("~", ""), ("lost_tilde",)),
        "upper-case scheme": (handle.replace("pmid", "PMID"), ("case",)),
        "upper-case code": ("~".join((handle.split("~")[0], handle.split("~")[1].upper())), ("case",)),
        "several": (handle.replace("pmid:", "PMID: ").replace("~", "\\~"), ("case", "escape", "space")),
    }


@pytest.mark.clause("H13", "H14")
@pytest.mark.parametrize(("text", "names"), mendings(H).values(), ids=mendings(H))
def test_a_copy_error_is_mended_and_named_where_the_ring_verifies(text: str, names: tuple[str, ...]) -> None:
    found = only(f"It fell [{text}].")
    assert (found.handle, found.status, found.repaired) == (H, "ok", names)
    assert str(found.verified) == H
    assert f"It fell [{text}]."[slice(*found.span)] == text
    assert set(names) <= set(REPAIRS)


RENDERED = {"invisible", "entity", "percent", "escape"}


@pytest.mark.clause("H14..H16", "H18")
@pytest.mark.parametrize(("text", "names"), mendings(FORGED).values(), ids=mendings(FORGED))
def test_a_forged_handle_stays_forged_through_rendering_and_is_malformed_with_any_other_error(
    text: str, names: tuple[str, ...]
) -> None:
    found = only(text)
    assert found.verified is None
    if names == ("lost_tilde",):
        assert (found.status, found.reason) == ("malformed", "no_code")
    elif RENDERED.issuperset(names):
        assert (found.status, found.reason) == ("ok", "code_mismatch")
    else:
        assert found.status == "malformed"
        assert found.reason in CITATION_REASONS


@pytest.mark.clause("H16", "H18")
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (H[:-1], "code_length"),
        (H + "0", "code_length"),
        (H[:-1] + "l", "code_character"),
        (H.rpartition("~")[0], "no_code"),
        (H.replace("/", "/A"), "path_shape"),
        ("pmid:099000001/abstract.7~" + H[-5:], "id_shape"),
        (S.replace("@6", "@" + "6" * 33), "version_shape"),
        ("pmid:99000001/" + "a" * 300 + "~" + H[-5:], "too_long"),
    ],
)
def test_what_is_no_handle_is_malformed_with_the_reason_of_the_grammar(text: str, reason: str) -> None:
    found = only(text)
    assert (found.status, found.reason, found.verified) == ("malformed", reason, None)


@pytest.mark.clause("H17")
@pytest.mark.parametrize(
    "text",
    [
        H.replace("p", "р", 1),
        H.replace("a", "а", 1),
        H.replace("pmid", "ｐｍｉｄ"),
        H.replace("pmid", "𝗽𝗺𝗶𝗱"),
        H.replace(":", "："),
        H.replace("0", "０", 1),
        H.replace("/", "∕"),
        H[:-1] + chr(ord(H[-1]) + 0xFEE0),
    ],
)
def test_look_alike_letters_of_other_scripts_are_malformed_and_never_mended(text: str) -> None:
    found = only(f"It fell ({text}).")
    assert (found.status, found.reason, found.handle, found.verified) == (
        "malformed",
        "not_ascii",
        None,
        None,
    )


@pytest.mark.clause("H22")
@pytest.mark.parametrize(
    "text",
    [
        "search: cancer/tumor",
        "PMID: 99000001/2",
        "as pmid:ID/path~code shows",
        "pmid 99000001",
        "a/b~c1234",
        "http://x/~abc12",
    ],
)
def test_what_has_not_the_look_of_a_handle_is_none(text: str) -> None:
    assert FINDER.find(text) == []


@pytest.mark.clause("H20")
def test_handles_that_follow_each_other_without_a_space_are_both_found() -> None:
    assert [found.handle for found in FINDER.find(H + J)] == [H, J]
    first, second = FINDER.find("pmid:99000009/a~" + H)
    assert (first.status, second.handle, second.verified is not None) == ("malformed", H, True)
    assert first.span[1] == second.span[0]


@pytest.mark.clause("H13", "H20")
@pytest.mark.parametrize("scheme", ["pmid:", "PMID:", "pmid :", "pmid\n : ", "pm&#105;d:", "pm\u200bid:"])
def test_however_the_scheme_of_the_second_is_written_it_is_no_part_of_the_first(scheme: str) -> None:
    text = H + scheme + J.removeprefix("pmid:")
    first, second = FINDER.find(text)
    assert [(found.handle, found.verified is not None) for found in (first, second)] == [(H, True), (J, True)]
    assert (first.span, second.span) == ((0, len(H)), (len(H), len(text)))


@pytest.mark.clause("H17", "H20")
def test_a_look_alike_glued_to_a_handle_is_malformed_by_itself() -> None:
    first, second = FINDER.find(H + J.replace("p", "\N{CYRILLIC SMALL LETTER ER}", 1))
    assert (first.handle, first.verified is not None, first.span) == (H, True, (0, len(H)))
    assert (second.reason, second.span) == ("not_ascii", (len(H), len(H + J)))


@pytest.mark.clause("H17", "C14")
def test_a_look_alike_takes_the_place_of_what_is_read_up_to_its_first_foreign_letter() -> None:
    lost = "pmid:99000009/abstract.7"
    assert only(lost).reason == "no_code"
    found = only(lost + J.replace("d", "\N{CYRILLIC SMALL LETTER KOMI DE}", 1))
    assert (found.reason, found.span) == ("not_ascii", (len(lost), len(lost + J)))


@pytest.mark.clause("H21")
def test_a_word_glued_to_a_code_makes_it_another_code() -> None:
    assert only(H + "s").reason == "code_length"
    assert only(H + "は下がった").status == "ok"
    assert only(H + ZERO_WIDTH + "word").verified is not None


@pytest.mark.clause("H18", "H19")
def test_longer_codes_are_found_where_their_keys_are_in_the_ring() -> None:
    ring = KeyRing.from_hex("b6" * 32 + "@8", "a5" * 32)
    long = mint("pmid:99000001", "abstract.7", ring)
    finder = Finder(ring, DEFAULT)
    assert [found.verified is not None for found in finder.find(f"{long}, {H}, {long.replace('~', '')}")] == [
        True
    ] * 3


PLACES = st.text(alphabet="ab é漢「」[](){}<>\"'`*_~.,;:!?|\\&#%@/-1\u200b\u00ad\n>", max_size=30)


@pytest.mark.clause("C1", "H21")
@given(PLACES, PLACES, st.sampled_from([H, J, S]))
def test_a_minted_handle_is_found_wherever_it_stands(before: str, after: str, handle: str) -> None:
    # A letter or digit glued to the code, or to a scheme that it would lengthen, makes another handle.
    text = before + handle + "." + after
    assert any(
        found.verified is not None and str(found.verified) == handle and text[slice(*found.span)] == handle
        for found in FINDER.find(text)
    )


@pytest.mark.clause("H23")
@given(st.sampled_from([H, J, S]), st.data())
def test_any_one_character_changed_fails_to_verify_or_gives_the_very_same_handle(
    handle: str, data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(handle) - 1))
    character = data.draw(
        st.one_of(st.sampled_from(ALPHABET + "~:/.@-_ \\&%"), st.characters(exclude_categories=("Cs",)))
    )
    changed = handle[:at] + character + handle[at + 1 :]
    for found in FINDER.find(changed):
        assert found.verified is None or found.handle == handle or changed == handle


@pytest.mark.clause("C14")
@given(st.text(alphabet="pmid:cr/~.@-0123456789abz &#58;%3A\\\u200b\nр：∼", max_size=80))
def test_findings_are_in_order_disjoint_and_inside_the_text(text: str) -> None:
    end = 0
    for found in FINDER.find(text):
        assert end <= found.span[0] < found.span[1] <= len(text)
        end = found.span[1]


@pytest.mark.clause("C14")
@given(st.text(alphabet="a~&#126;\\~%7E∼\u200b\u00adb&amp;sol;/", max_size=60), st.data())
def test_a_view_knows_where_each_of_its_characters_stands(text: str, data: st.DataObject) -> None:
    view = View(text)
    if not view.text:
        return
    start = data.draw(st.integers(0, len(view.text) - 1))
    end = data.draw(st.integers(start + 1, len(view.text)))
    first, last = view.span(start, end)
    assert 0 <= first < last <= len(text)
    assert view.text[start:end] in View(text[first:last]).text


@pytest.mark.clause("C1")
@pytest.mark.parametrize("letter", ["\u0130", "\u212a", "\ufb01", "\u1e9e", "\u0149"])
def test_a_letter_that_lower_case_writes_longer_hides_no_handle_behind_it(letter: str) -> None:
    assert [found.handle for found in FINDER.find(f"{letter}stanbul {letter} {H}")] == [H]

"""The evidence file (contract.md §6, §10): what is known about handles, written and read."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, cast

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tekmeria_contract import (
    EvidenceError,
    IssuedText,
    KeyRing,
    Notice,
    PassageText,
    RecordFacts,
    Resolution,
    evidence_schema,
    judge,
    mint,
    plan,
    read_evidence,
    write_evidence,
)
from tekmeria_contract.resolution import NOTICE_KINDS

PUBLISHED = Path(__file__).parents[3] / "docs" / "schemas" / "evidence-1.json"
RING = KeyRing.from_hex("5e" * 32)
HANDLE = mint("pmid:99000001", "abstract.1", RING)
NEXT = mint("pmid:99000001", "abstract.2", RING)
TEXT = "Of 1,204 invented adults, 93 had a relapse (β = −0.23)."
FULL = Resolution(
    issued=(IssuedText(TEXT, "2", "2033-03-01T12:00:00Z"), IssuedText("Later words.")),
    current="Later words.",
    reached=True,
    record_exists=True,
    passage_exists=False,
    record=RecordFacts(
        title="A fictional title",
        identifiers=("pmid:99000001", "doi:10.5555/fict.1"),
        link="https://example.org/99000001",
        version="2",
        preprint=True,
        published="doi:10.5555/fict.2",
        notices=(Notice("erratum", "2033-02", "pmid:99000009", "pubmed"), Notice("concern")),
        checked_at="2033-03-01T12:00:00Z",
    ),
    label="RESULTS",
    credits=("pmid:99000002",),
    passages=(PassageText(HANDLE, TEXT), PassageText(NEXT, "Later words.")),
)

texts = st.text(st.characters(exclude_categories=["Cs"]))
maybe = st.none() | texts
handles = st.integers(1, 999_999_999).map(lambda number: mint(f"pmid:{number}", "abstract.1", RING))
notices = st.builds(Notice, st.sampled_from(sorted(NOTICE_KINDS)), maybe, maybe, texts)
records = st.builds(
    RecordFacts,
    maybe,
    st.lists(texts, max_size=3).map(tuple),
    maybe,
    maybe,
    st.booleans(),
    maybe,
    st.none() | st.lists(notices, max_size=3).map(tuple),
    maybe,
)
resolutions = st.builds(
    Resolution,
    st.lists(st.builds(IssuedText, texts, maybe, maybe), max_size=3).map(tuple),
    maybe,
    st.booleans(),
    st.none() | st.booleans(),
    st.none() | st.booleans(),
    st.none() | records,
    maybe,
    st.lists(texts, max_size=3).map(tuple),
    st.lists(st.builds(PassageText, handles, texts), max_size=3).map(tuple),
)
files = st.dictionaries(handles, resolutions, max_size=4)


def document() -> dict[str, Any]:
    return json.loads(write_evidence({HANDLE: FULL, NEXT: Resolution()}))


VALIDATOR: Any = jsonschema.Draft202012Validator(evidence_schema())  # The library's types are partial.


def obeys(value: object) -> bool:
    return VALIDATOR.is_valid(value)


def refused(value: object) -> EvidenceError:
    with pytest.raises(EvidenceError) as caught:
        read_evidence(json.dumps(value))
    return caught.value


@pytest.mark.clause("E1", "E4", "E11")
@given(files)
def test_what_is_written_is_read_as_it_was_and_obeys_the_schema(known: dict[str, Resolution]) -> None:
    text = write_evidence(known)
    assert read_evidence(text) == known
    assert obeys(json.loads(text))


@pytest.mark.clause("E3")
@given(files)
def test_the_bytes_depend_on_neither_order_nor_spacing(known: dict[str, Resolution]) -> None:
    text = write_evidence(known)
    assert write_evidence(dict(reversed(known.items()))) == text
    assert write_evidence(read_evidence(json.dumps(json.loads(text), indent=2))) == text


@pytest.mark.clause("E2")
def test_what_is_written_is_canonical_json() -> None:
    known = Resolution((IssuedText('"\\/ \x00\x1f\t\n\x7f\u2028é😀'),))
    assert write_evidence({HANDLE: known}) == (
        '{"resolutions":{"' + HANDLE + '":{"credits":[],"current":null,"issued":[{"issued_at":null,'
        '"text":"\\"\\\\/ \\u0000\\u001f\\t\\n\x7f\u2028é😀","version":null}],"label":null,"passage_exists":null,'
        '"passages":[],"reached":false,"record":null,"record_exists":null}},"schema":"tekmeria.evidence/1"}'
    )


@pytest.mark.clause("E4")
def test_a_report_from_the_file_is_the_one_from_the_resolutions() -> None:
    known = {HANDLE: FULL, NEXT: Resolution()}
    planned = plan(f'It fell [{HANDLE} "93 had a relapse"]. Then [{NEXT}].', RING)
    assert judge(planned, read_evidence(write_evidence(known))) == judge(planned, known)


Step = str | int


def places(value: object, path: tuple[Step, ...] = ()) -> Iterator[tuple[Step, ...]]:
    """Every member and item below ``value``."""
    if isinstance(value, dict):
        below = list(cast(dict[Step, object], value).items())
    else:
        below = list(enumerate(cast(list[object], value))) if isinstance(value, list) else []
    for step, inner in below:
        yield (*path, step)
        yield from places(inner, (*path, step))


def at(value: object, path: tuple[Step, ...]) -> dict[str, object]:
    """The object at ``path``, or what stands there and is none."""
    for step in path:
        value = cast(dict[Step, object], value)[step]
    return cast(dict[str, object], value)


def put(value: object, path: tuple[Step, ...], new: object) -> None:
    cast(dict[Step, object], at(value, path[:-1]))[path[-1]] = new


def named(path: tuple[Step, ...]) -> str:
    """The member as an error names it."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).removeprefix(".")


PLACES = list(places(document()))
INSIDE = [path for path in PLACES if path[:2] == ("resolutions", HANDLE)]
OBJECTS = [path for path in INSIDE if type(at(document(), path)) is dict]
WRONG: Mapping[str, Any] = {
    "number": 1,
    "fraction": 0.5,
    "text": "x\u202e",
    "truth": True,
    "null": None,
    "list": [[]],
    "object": {"x": 1},
    "half": "\ud800",
}


@pytest.mark.beside("shows that the example of the other tests leaves nothing out")
def test_the_example_has_every_kind_of_member() -> None:
    assert {len(path) for path in INSIDE} == {2, 3, 4, 5, 6}
    assert len(OBJECTS) == 8


@pytest.mark.clause("E5", "E9")
@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_a_value_of_another_type_is_refused_where_the_schema_refuses_it(wrong: object) -> None:
    half = wrong == WRONG["half"]  # The schema's language cannot speak of halves, nor of a scheme's ids.
    for path in PLACES:
        changed = document()
        put(changed, path, wrong)
        handle = path[-1] == "handle" and isinstance(wrong, str)
        if obeys(changed) and not half and not handle:
            read_evidence(json.dumps(changed))
            continue
        error = refused(changed)
        if path[:2] == ("resolutions", HANDLE):
            assert error.handle == HANDLE
            assert (error.member or "").removesuffix("[0]") == named(path[2:]).removesuffix("[0]")
            assert str(error).startswith(f"{error.member} of {HANDLE}: " if error.member else f"{HANDLE}: ")


@pytest.mark.clause("E5", "E9")
@pytest.mark.parametrize("path", OBJECTS, ids=named)
def test_an_unknown_and_a_missing_member_are_refused_at_every_level(path: tuple[Step, ...]) -> None:
    changed = document()
    at(changed, path)["retracted"] = False
    assert not obeys(changed)
    error = refused(changed)
    assert (error.handle, error.member or "") == (HANDLE, named(path[2:]))
    assert "unknown member 'retracted'" in str(error)
    for name in at(document(), path):
        changed = document()
        del at(changed, path)[name]
        assert not obeys(changed)
        error = refused(changed)
        assert (error.handle, error.member or "") == (HANDLE, named(path[2:]))
        assert f'lacks the member "{name}"' in str(error)


@pytest.mark.clause("E6", "R7")
@pytest.mark.parametrize("kind", ["retracted", "Retraction", "", "erratum "])
def test_a_notice_of_an_unknown_kind_is_refused(kind: str) -> None:
    changed = document()
    changed["resolutions"][HANDLE]["record"]["notices"][0]["kind"] = kind
    assert not obeys(changed)
    error = refused(changed)
    assert error.member == "record.notices[0].kind"
    assert "choose from addendum, concern" in str(error)


@pytest.mark.clause("E7")
@pytest.mark.parametrize(
    "name", ["pmid:99000001/abstract.1", "x", "", "PMID:1/a~00000", "pmid:01/a~00000", "\x1b[2J"]
)
def test_what_is_no_handle_is_refused_as_a_name_and_as_a_passage(name: str) -> None:
    error = refused(
        {"schema": "tekmeria.evidence/1", "resolutions": {name: document()["resolutions"][HANDLE]}}
    )
    assert "it is no handle" in str(error)
    assert "\x1b" not in str(error)
    changed = document()
    changed["resolutions"][HANDLE]["passages"][1]["handle"] = name
    assert (refused(changed).handle, refused(changed).member) == (HANDLE, "passages[1].handle")


@pytest.mark.clause("E8", "E9")
@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "it is no JSON"),
        ("{", "line 1, column 2"),
        ("\ufeff{}", "it is no JSON"),
        ("[" * 200_000, "nested too deeply"),
        ("[]", "expected an object, found a list"),
        ("9" * 5000, "a number too long"),
        ("NaN", "expected an object, found a number"),
        ("{}", 'lacks the member "schema"'),
        ('{"schema": "tekmeria.evidence/1"}', 'lacks the member "resolutions"'),
        ('{"schema": "tekmeria.evidence/2", "new": {}}', "this version reads tekmeria.evidence/1"),
        ('{"schema": null, "resolutions": {}}', "schema: it is None"),
        ('{"schema": "tekmeria.evidence/1", "resolutions": []}', "resolutions: expected an object"),
        ('{"schema": "tekmeria.evidence/1", "resolutions": {}, "note": 1}', "unknown member 'note'"),
        ('{"schema": "a", "schema": "tekmeria.evidence/1", "resolutions": {}}', "'schema' stands twice"),
        (json.dumps({"schema": "x" * 5000}), "…"),
    ],
)
def test_what_is_no_evidence_file_is_refused_in_words(text: str, problem: str) -> None:
    with pytest.raises(EvidenceError) as caught:
        read_evidence(text)
    assert problem in str(caught.value)
    assert caught.value.handle is None
    assert len(str(caught.value)) < 300


@pytest.mark.clause("E5", "L6")
def test_a_member_said_twice_is_refused_however_deep_it_stands() -> None:
    text = write_evidence({HANDLE: FULL})
    twice = text.replace('"kind":"erratum"', '"kind":"retraction","kind":"erratum"')
    assert twice != text
    with pytest.raises(EvidenceError, match="'kind' stands twice"):
        read_evidence(twice)


@pytest.mark.clause("E10")
@pytest.mark.parametrize(
    ("known", "problem"),
    [
        ({"pmid:99000001/abstract.1": Resolution()}, "no handle"),
        ({HANDLE: Resolution(current="\udc80")}, "half of a surrogate pair"),
        ({HANDLE: Resolution(passages=(PassageText("abstract.1", "Words."),))}, "no handle"),
        (
            {HANDLE: Resolution(issued=cast(Any, [IssuedText("Words.")]))},
            "expected an object, found IssuedText",
        ),
    ],
)
def test_what_could_not_be_read_again_is_not_written(known: dict[str, Resolution], problem: str) -> None:
    with pytest.raises(EvidenceError, match=problem):
        write_evidence(known)


@pytest.mark.clause("E11")
def test_reading_and_schema_name_the_same_members() -> None:
    defined = evidence_schema()["$defs"]
    assert set(defined) == {"IssuedText", "Notice", "PassageText", "RecordFacts", "Resolution"}
    assert defined["Notice"]["properties"]["kind"]["enum"] == sorted(NOTICE_KINDS)
    changed = copy.deepcopy(document())
    for path in OBJECTS:
        assert set(at(changed, path)) in [set(schema["properties"]) for schema in defined.values()]


@pytest.mark.clause("E11")
def test_the_published_schema_is_the_one_of_the_code() -> None:
    assert json.loads(PUBLISHED.read_text(encoding="utf-8")) == evidence_schema()

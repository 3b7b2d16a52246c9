"""PubTator3: entities in the texts of records, and looking entities up."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tekmeria_sources.content import ANNOTATIONS, ENTITIES, UNKNOWN, recognise
from tekmeria_sources.errors import BodyError
from tekmeria_sources.pubtator import (
    AnnotatedText,
    Entity,
    Mention,
    plan_annotations,
    plan_entities,
    read_annotations,
    read_entities,
)

TITLE = "Fictaquine lowers ASTR1 in Aster syndrome 😀 of mice"


def annotation(text: str, offset: int, **infons: object) -> dict[str, Any]:
    return {"infons": infons, "text": text, "locations": [{"offset": offset, "length": len(text)}]}


def answer(*annotations: dict[str, Any], pmid: object = 99000001) -> bytes:
    begun: dict[str, Any] = {
        "infons": {"type": "title"},
        "offset": 0,
        "text": "Ignored title",
        "annotations": [],
    }
    passage = {"infons": {"type": "abstract"}, "offset": 14, "text": TITLE, "annotations": list(annotations)}
    return json.dumps(
        {"PubTator3": [{"id": "99000001", "pmid": pmid, "passages": [begun, passage]}]}
    ).encode()


def test_a_mention_has_its_entity_and_its_place_in_its_own_text() -> None:
    gene = annotation(
        "ASTR1",
        14 + TITLE.index("ASTR1"),
        type="Gene",
        biotype="gene",
        name="ASTR1",
        accession="@GENE_ASTR1",
        database="ncbi_gene",
        normalized=[990001, 990002],
        normalized_id=990001,
    )
    found = read_annotations(answer(gene)).texts
    assert list(found) == ["pmid:99000001"]
    assert found["pmid:99000001"][0] == AnnotatedText("title", "Ignored title", ())
    (mention,) = found["pmid:99000001"][1].mentions
    place = TITLE.index("ASTR1")
    assert mention == Mention(
        Entity("gene", "ASTR1", "@GENE_ASTR1", ("ncbi_gene:990001", "ncbi_gene:990002")),
        "ASTR1",
        ((place, place + 5),),
    )


def test_a_name_that_was_not_resolved_has_no_identifiers() -> None:
    named = annotation("Aster syndrome", 14 + 27, type="Disease", identifier="-", normalized_id=None)
    ((_, text),) = read_annotations(answer(named)).texts.values()
    assert text.mentions[0].entity == Entity("disease")


def test_a_place_at_which_other_words_stand_is_left_out_and_the_mention_kept() -> None:
    """Places counted in other units are off by one after a character beyond the basic plane."""
    after = 14 + TITLE.index("mice") + 1
    moved = annotation("mice", after, type="Species", database="ncbi_taxonomy", normalized_id=10090)
    before = annotation("Ignored", 0, type="Chemical")
    ((_, text),) = read_annotations(answer(moved, before)).texts.values()
    assert [(mention.text, mention.spans) for mention in text.mentions] == [("mice", ()), ("Ignored", ())]
    assert text.mentions[0].entity.identifiers == ("ncbi_taxonomy:10090",)


def test_the_number_of_a_document_may_stand_as_its_id_alone() -> None:
    assert list(read_annotations(answer(pmid=None)).texts) == ["pmid:99000001"]


def test_an_entity_that_is_looked_up_may_have_an_identifier() -> None:
    body = json.dumps(
        [
            {
                "_id": "@DISEASE_Aster_Syndrome",
                "biotype": "disease",
                "db": "ncbi_mesh",
                "db_id": "D990001",
                "name": "Aster Syndrome",
                "match": "Matched on synonyms <m>Aster</m> disease, p<0.05",
            }
        ]
    ).encode()
    (found,) = read_entities(body).entities
    assert found.entity == Entity(
        "disease", "Aster Syndrome", "@DISEASE_Aster_Syndrome", ("ncbi_mesh:D990001",)
    )
    assert found.matched == "Matched on synonyms Aster disease, p<0.05"
    assert recognise(body) == ENTITIES


def test_no_entities_are_an_answer_and_a_failure_is_an_error() -> None:
    assert read_entities(b"[]").entities == ()
    assert read_annotations(b'{"PubTator3": []}').texts == {}
    assert recognise(b'{"PubTator3": []}') == ANNOTATIONS
    assert recognise(b'["biotype"]') == recognise(b"[]") == UNKNOWN
    for body in (b"", b"{}", b"[1]", b"<html></html>", b'[{"_id": "@X"}]', b"[{"):
        with pytest.raises(BodyError):
            read_entities(body)
    for body in (b"", b"[]", b'{"error": "too many"}', b'{"PubTator3": [{}]}', b'{"PubTator3": 7}'):
        with pytest.raises(BodyError):
            read_annotations(body)
    with pytest.raises(BodyError, match="offset is not a number"):
        read_annotations(answer({"text": "x", "locations": [{"offset": "3"}]}))


def test_what_is_asked_is_asked_in_the_order_documented() -> None:
    assert plan_annotations(["1", "2"]).query == (("pmids", "1,2"),)
    assert plan_entities("aster", "disease", 5).query == (
        ("query", "aster"),
        ("concept", "disease"),
        ("limit", "5"),
    )
    assert plan_entities("aster", None, 5).query == (("query", "aster"), ("limit", "5"))

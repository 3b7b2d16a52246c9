"""PubTator3: what to ask, and reading the answers: the entities named in PubMed's texts, and looking entities up
(sources.md, Shape). It has no records of its own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from tekmeria_sources.errors import BodyError
from tekmeria_sources.jsonbody import Tree, read_object, read_objects
from tekmeria_sources.plan import MEGABYTE, Plan

SOURCE = "pubtator3"
HOST = "www.ncbi.nlm.nih.gov"
PATH = "/research/pubtator3-api/"
MAX_IDS = 100
"""PMIDs in one answer."""

MAX_FOUND = 100
"""Entities in one answer of a look-up."""

KINDS = ("gene", "disease", "chemical", "species", "variant", "cellline")

WRAPPER = "PubTator3"
_MATCH = re.compile(r"</?m>")


@dataclass(frozen=True, slots=True)
class Entity:
    """Something that has a name in the literature.

    ``kind`` is of :data:`KINDS`; ``name`` its usual
    name, ``accession`` PubTator3's own (``@GENE_BRAF``), ``identifiers`` those of databases
    (``ncbi_mesh:D007249``), none of which an unresolved name has.
    """

    kind: str
    name: str = ""
    accession: str = ""
    identifiers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Mention:
    """Where a passage names ``entity``: the words ``text``, and the ``spans`` at which they stand there."""

    entity: Entity
    text: str
    spans: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class AnnotatedText:
    """A text as PubTator3 has it: ``kind`` is ``title``, ``abstract`` or a kind of full text."""

    kind: str
    text: str
    mentions: tuple[Mention, ...]


@dataclass(frozen=True, slots=True)
class Annotations:
    """The texts with their entities, by record (``pmid:…``); records that PubTator3 lacks are not there."""

    texts: Mapping[str, tuple[AnnotatedText, ...]]


@dataclass(frozen=True, slots=True)
class FoundEntity:
    """An entity that was looked up, and the name that matched."""

    entity: Entity
    matched: str


@dataclass(frozen=True, slots=True)
class FoundEntities:
    """The entities that a look-up found, the best match first."""

    entities: tuple[FoundEntity, ...]


def plan_annotations(pmids: Sequence[str]) -> Plan:
    """Ask for the entities in title and abstract of at most :data:`MAX_IDS` records."""
    query = (("pmids", ",".join(pmids)),)
    path = f"{PATH}publications/export/biocjson"
    return Plan(SOURCE, HOST, path, query, "application/json", cap=32 * MEGABYTE)


def plan_entities(words: str, kind: str | None, count: int) -> Plan:
    """Ask for ``count`` entities whose names hold ``words``, of one ``kind`` or of all."""
    query = [("query", words), *([("concept", kind)] if kind else []), ("limit", str(count))]
    return Plan(SOURCE, HOST, f"{PATH}entity/autocomplete/", tuple(query), "application/json", cap=MEGABYTE)


def read_annotations(body: bytes) -> Annotations:
    """The annotated texts of an answer. Raises :class:`~tekmeria_sources.errors.BodyError`."""
    answer = Tree(read_object(body, SOURCE), SOURCE)
    if WRAPPER not in answer.members:
        raise BodyError(f"{SOURCE} answered without annotations", source=SOURCE)
    return Annotations(dict(map(_document, answer.objects(WRAPPER))))


def split_annotations(body: bytes) -> Mapping[str, bytes]:
    """Each document of an answer as an answer of its own, by record (``pmid:…``)."""
    answer = Tree(read_object(body, SOURCE), SOURCE)
    return {
        _record(tree): json.dumps({WRAPPER: [tree.members]}, ensure_ascii=False).encode(
            "utf-8", "surrogatepass"
        )
        for tree in answer.objects(WRAPPER)
    }


def read_entities(body: bytes) -> FoundEntities:
    """The entities that a look-up found. Raises :class:`~tekmeria_sources.errors.BodyError`."""
    found: list[FoundEntity] = []
    for item in read_objects(body, SOURCE):
        tree = Tree(item, SOURCE)
        number = tree.text("db_id")
        identifiers = (f"{tree.text('db')}:{number}",) if number else ()
        entity = Entity(tree.text("biotype"), tree.text("name"), tree.text("_id"), identifiers)
        if not (entity.kind and entity.accession):
            raise BodyError(f"{SOURCE} answered with an entity that has no name of its own", source=SOURCE)
        found.append(FoundEntity(entity, _MATCH.sub("", tree.text("match"))))
    return FoundEntities(tuple(found))


def _document(tree: Tree) -> tuple[str, tuple[AnnotatedText, ...]]:
    return _record(tree), tuple(map(_annotated, tree.objects("passages")))


def _record(tree: Tree) -> str:
    pmid = tree.text("pmid") or tree.text("id")
    if not pmid.isdecimal():
        raise BodyError(f"{SOURCE} answered with a document that has no PMID", source=SOURCE)
    return f"pmid:{pmid}"


def _annotated(tree: Tree) -> AnnotatedText:
    text, begin = tree.text("text"), _number(tree, "offset")
    mentions = (_mention(item, text, begin) for item in tree.objects("annotations"))
    return AnnotatedText(tree.text("infons", "type"), text, tuple(mentions))


def _mention(tree: Tree, text: str, begin: int) -> Mention:
    words = tree.text("text")
    spans = [
        (start, start + len(words))
        for place in tree.objects("locations")
        if text.startswith(words, start := max(_number(place, "offset") - begin, 0))
    ]
    return Mention(_entity(tree.at("infons")), words, tuple(spans))


def _entity(infons: Tree) -> Entity:
    kind = infons.text("biotype") or infons.text("type").lower()
    return Entity(kind, infons.text("name"), infons.text("accession"), tuple(_identifiers(infons)))


def _identifiers(infons: Tree) -> Iterator[str]:
    """Numbers of genes and species are numbers there, those of all else are texts."""
    listed = infons.members.get("normalized")
    values = cast(list[object], listed) if isinstance(listed, list) else [infons.members.get("normalized_id")]
    for value in values:
        if isinstance(value, str | int):
            yield f"{infons.text('database')}:{value}"


def _number(tree: Tree, name: str) -> int:
    value = tree.members.get(name)
    if not isinstance(value, int):
        raise BodyError(f"{SOURCE}: {name} is not a number but {value!r:.80}", source=SOURCE)
    return value

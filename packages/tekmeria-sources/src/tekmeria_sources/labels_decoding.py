"""Answers of openFDA's ``drug/label`` to records (sources.md, Records and passages).

Every section of a label is a field, a list of texts; each text is a section of the record under the field's
name. openFDA repeats subsections (``pregnancy``) as fields of their own beside the section that holds them:
each field is handed out whole, as it stands, so that a section is complete wherever it is asked for. Tables
come as markup in fields of their own (``adverse_reactions_table``); see :mod:`tekmeria_sources.labels_tables`.
The order of the fields varies from label to label; here it is :data:`FIRST`, then the alphabet.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tekmeria_sources.errors import BodyError, OutOfScopeError, RateLimitedError, RefusedError
from tekmeria_sources.jsonbody import Tree, read_object
from tekmeria_sources.labels_tables import table_text
from tekmeria_sources.markup import tidy
from tekmeria_sources.record import LARGE, PROSE, Product, Record, Section
from tekmeria_sources.upstream import RecordSet

SOURCE = "openfda"
NO_MATCH = "NOT_FOUND"
"""openFDA's code for an answer without results."""

LICENCE = "CC0 1.0"
FIRST = (
    "boxed_warning",
    "indications_and_usage",
    "purpose",
    "dosage_and_administration",
    "dosage_forms_and_strengths",
    "contraindications",
    "do_not_use",
    "warnings_and_cautions",
    "warnings",
    "precautions",
    "adverse_reactions",
    "drug_interactions",
    "use_in_specific_populations",
)
_NOT_SECTIONS = frozenset({"id", "set_id", "version", "effective_time", "openfda"})
_SET_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_TITLE = 100
_STEP = 64


@dataclass(frozen=True, slots=True)
class Labels:
    """One page of labels: ids in order, records, the number of all where it is stated."""

    ids: tuple[str, ...]
    records: Mapping[str, Record]
    total: int | None


def read_labels(body: bytes) -> Labels:
    """Read a page of labels; of several versions of a label the newest stays.

    Raises :class:`~tekmeria_sources.errors.UpstreamError`: ``RefusedError`` with openFDA's own code for its
    error message, ``RateLimitedError``, ``OutOfScopeError`` for the answers of its other endpoints,
    ``BodyError`` for anything that cannot be read.
    """
    answer = _answer(body)
    records: dict[str, Record] = {}
    for label in _results(answer):
        record = _record(label)
        kept = records.get(record.id)
        if kept is None or _number(record.version) >= _number(kept.version):
            records[record.id] = record
    total = answer.text("meta", "results", "total")
    return Labels(tuple(records), records, int(total) if total.isdecimal() else None)


def read_records(body: bytes) -> RecordSet:
    """Read any answer of ``drug/label``; raises as :func:`read_labels`."""
    return RecordSet(read_labels(body).records)


def split_records(body: bytes) -> Mapping[str, bytes]:
    """Each label of an answer as an answer of its own, by id."""
    return {
        f"setid:{label.text('set_id').lower()}": json.dumps(
            {"results": [label.members]}, ensure_ascii=False
        ).encode()
        for label in _results(_answer(body))
    }


def _answer(body: bytes) -> Tree:
    answer = Tree(read_object(body, SOURCE), SOURCE)
    if "error" not in answer.members:
        return answer
    error = answer.at("error")
    code, message = error.text("code"), error.text("message")
    if code == "OVER_RATE_LIMIT":
        raise RateLimitedError(f"openFDA says: {message}", source=SOURCE)
    remedy = "check the API key" if code.startswith("API_KEY") else "check the request"
    raise RefusedError(f"openFDA says: {message}", source=SOURCE, code=code, remedy=remedy)


def _results(answer: Tree) -> list[Tree]:
    if "results" not in answer.members:
        raise BodyError(f"{SOURCE} answered with no results", source=SOURCE)
    labels = answer.objects("results")
    if any("set_id" not in label.members for label in labels):
        raise OutOfScopeError("other endpoint", source=SOURCE)
    return labels


def _record(label: Tree) -> Record:
    set_id = label.text("set_id").lower()
    if _SET_ID.fullmatch(set_id) is None:
        raise BodyError(f"a label of {SOURCE} has no set id but {set_id[:40]!r}", source=SOURCE)
    product = Product(
        brands=_names(label, "brand_name"),
        generics=_names(label, "generic_name"),
        substances=_names(label, "substance_name"),
        listed=tidy(" ".join(_texts(label, "spl_product_data_elements"))),
    )
    version = label.text("version") or None
    title = _title(product)
    return Record(
        id=f"setid:{set_id}",
        source=SOURCE,
        link=f"https://dailymed.nlm.nih.gov/dailymed/drugInfo.cfm?setid={set_id}",
        title=title,
        version=version,
        authors=_names(label, "manufacturer_name"),
        venue="FDA drug label",
        date=_date(label.text("effective_time")),
        publication_types=("Drug label", *_names(label, "product_type")),
        identifiers=(f"setid:{set_id}",),
        licence=LICENCE,
        product=product,
        # Every whole label states its version; an answer may have been cut down to some fields.
        excerpt=version is None,
        sections=tuple(_sections(title, label)),
    )


def _names(label: Tree, field: str) -> tuple[str, ...]:
    """Names of ``openfda``; none where that says itself that it is about another label."""
    product = label.at("openfda")
    of = product.texts("spl_set_id")
    if of and label.text("set_id").lower() not in map(str.lower, of):
        return ()
    return tuple(dict.fromkeys(map(tidy, product.texts(field))))


def _title(product: Product) -> str:
    """``SEROQUEL (QUETIAPINE)``; the beginning of the product data where openFDA knows no name."""
    brand, generic = "; ".join(product.brands), "; ".join(product.generics or product.substances)
    if brand and generic and brand.casefold() != generic.casefold():
        return f"{brand} ({generic})"
    listed = product.listed
    begins = listed if len(listed) <= _TITLE else listed[: listed.rfind(" ", 0, _TITLE + 1)]
    return brand or generic or begins


def _sections(title: str, label: Tree) -> Iterator[Section]:
    yield Section("title", "title", title, whole=True)
    fields = [field for field in label.members if field not in _NOT_SECTIONS]
    for field in sorted(fields, key=_order):
        prefix = re.sub(r"[^a-z0-9_-]", "_", field.lower())[:_STEP]
        table = field.endswith("_table")
        for number, written in enumerate(_texts(label, field), 1):
            text = table_text(written) if table else tidy(written)
            yield Section(
                f"{field}#{number}", prefix, text, _label(field, text), bound=LARGE if table else PROSE
            )


def _label(field: str, text: str) -> str:
    """The field's name; of a table also its first line, which says what its columns are."""
    name = field.replace("_", " ")
    return f"{name}: {text.partition(chr(10))[0]}" if field.endswith("_table") and text else name


def _texts(label: Tree, field: str) -> tuple[str, ...]:
    member = label.members.get(field)
    return (member,) if isinstance(member, str) else label.texts(field)


def _order(field: str) -> tuple[int, str]:
    return (FIRST.index(field) if field in FIRST else len(FIRST)), field


def _number(version: str | None) -> int:
    return int(version) if version and version.isdecimal() else 0


def _date(written: str) -> str | None:
    """``20200327`` as ISO 8601."""
    if re.fullmatch(r"[0-9]{8}", written) is None:
        return None
    return f"{written[:4]}-{written[4:6]}-{written[6:]}"

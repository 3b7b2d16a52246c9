"""The JSON Schema of the report (contract.md §9), written from the report's dataclasses.

Draft 2020-12. Every member is always present; what may be null says so. Closed lists become ``enum``.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, get_args, get_origin, get_type_hints

from tekmeria_contract.figures import FIGURE_STATES
from tekmeria_contract.outcome import BASE_OUTCOME
from tekmeria_contract.report import JSON_NAMES, Report
from tekmeria_contract.vocabulary import (
    CITATION_REASONS,
    CLASSES,
    FLAGS,
    MATCH_KINDS,
    NOTES,
    ORIGINS,
    OVERALL,
    REPORT_SCHEMA,
    SENTENCE_KINDS,
    SENTENCE_STATUSES,
    VERDICTS,
)

_SCALARS: Mapping[object, str] = {str: "string", int: "integer", float: "number", bool: "boolean"}

_CLOSED: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("Report", "verdict"): OVERALL,
    ("Reason", "outcome"): OVERALL,
    ("Reason", "id"): tuple(BASE_OUTCOME),
    ("AnswerFacts", "form"): ("text", "claims"),
    ("Figure", "state"): FIGURE_STATES,
    ("JudgedSentence", "kind"): tuple(SENTENCE_KINDS),
    ("JudgedSentence", "status"): tuple(SENTENCE_STATUSES),
    ("JudgedCitation", "verdict"): tuple(VERDICTS),
    ("JudgedCitation", "reason"): tuple(CITATION_REASONS),
    ("JudgedCitation", "support"): ("not_checked",),
    ("JudgedCitation", "flags"): tuple(FLAGS),
    ("JudgedCitation", "notes"): tuple(NOTES),
    ("JudgedCitation", "origin"): ORIGINS,
    ("JudgedCitation", "checked_against"): ("issued", "current", "both"),
    ("JudgedCitation", "matched"): MATCH_KINDS,
    ("JudgedCitation", "cls"): tuple(CLASSES),
    ("JudgedReference", "state"): ("matched", "unchecked"),
}
"""Which members hold ids of a closed list: class and member, then the list."""


def report_schema() -> dict[str, Any]:
    """The JSON Schema of :meth:`~tekmeria_contract.report.Report.to_dict`."""
    definitions: dict[str, Any] = {}
    root = _object(Report, definitions)
    root["properties"] = {"schema": {"const": REPORT_SCHEMA}, **root["properties"]}
    root["required"] = ["schema", *root["required"]]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Tekmeria audit report",
        **root,
        "$defs": dict(sorted(definitions.items())),
    }


def _object(cls: type, definitions: dict[str, Any]) -> dict[str, Any]:
    hints = get_type_hints(cls)
    properties = {
        JSON_NAMES.get(field.name, field.name): _closed(
            _schema(hints[field.name], definitions), _CLOSED.get((cls.__name__, field.name))
        )
        for field in fields(cls)
    }
    return {
        "type": "object",
        "description": (cls.__doc__ or "").partition("\n")[0],
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _schema(hint: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is types.UnionType:
        return {"anyOf": [_schema(argument, definitions) for argument in arguments]}
    if origin is tuple:
        if arguments[-1] is Ellipsis:
            return {"type": "array", "items": _schema(arguments[0], definitions)}
        items = [_schema(argument, definitions) for argument in arguments]
        return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
    if hint is types.NoneType:
        return {"type": "null"}
    if hint in _SCALARS:
        return {"type": _SCALARS[hint]}
    if hint.__name__ not in definitions:
        definitions[hint.__name__] = {}  # Holds the place, so that the order of visiting does not matter.
        definitions[hint.__name__] = _object(hint, definitions)
    return {"$ref": f"#/$defs/{hint.__name__}"}


def _closed(schema: dict[str, Any], ids: tuple[str, ...] | None) -> dict[str, Any]:
    """Restrict every string inside ``schema`` (itself, an item, an alternative) to ``ids``."""
    if ids is None:
        return schema
    if "anyOf" in schema:
        return {"anyOf": [_closed(alternative, ids) for alternative in schema["anyOf"]]}
    if schema.get("type") == "array":
        return {**schema, "items": _closed(schema["items"], ids)}
    return {**schema, "enum": list(ids)} if schema.get("type") == "string" else schema

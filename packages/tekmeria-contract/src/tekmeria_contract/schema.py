"""The JSON Schemas of the report (contract.md §9), the evidence file and the bundle (§10).

They are written from the dataclasses. Draft 2020-12. Every member is always present; what may be null says so.
Closed lists become ``enum``.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, cast, get_args, get_origin, get_type_hints

from tekmeria_contract.bundle_document import BundleDocument
from tekmeria_contract.figures import FIGURE_STATES
from tekmeria_contract.handle import MAX_HANDLE
from tekmeria_contract.outcome import BASE_OUTCOME
from tekmeria_contract.report import JSON_NAMES, Report
from tekmeria_contract.resolution import NOTICE_KINDS, Resolution
from tekmeria_contract.vocabulary import (
    BUNDLE_SCHEMA,
    CITATION_REASONS,
    CLASSES,
    EVIDENCE_SCHEMA,
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
    ("Notice", "kind"): tuple(sorted(NOTICE_KINDS)),
}
"""Which members hold ids of a closed list: class and member, then the list."""

_HANDLE_KEY = {"maxLength": MAX_HANDLE, "pattern": "^[a-z]+:[^/~]+/[a-z0-9_.-]+~[0-9a-z]+$"}
"""What every handle looks like, whichever schemes an installation has."""


def report_schema() -> dict[str, Any]:
    """The JSON Schema of :meth:`~tekmeria_contract.report.Report.to_dict`."""
    writer = _Writer()
    root = writer.write_object(Report)
    return _document("Tekmeria audit report", REPORT_SCHEMA, root, writer)


def evidence_schema() -> dict[str, Any]:
    """The JSON Schema of what :func:`~tekmeria_contract.evidence_file.write_evidence` writes.

    Beyond it, reading wants every handle to obey the grammar of its scheme, and no member twice.
    """
    writer = _Writer()
    by_handle = {
        "type": "object",
        "propertyNames": _HANDLE_KEY,
        "additionalProperties": writer.write(Resolution),
    }
    root = {
        "type": "object",
        "description": "What is known about an answer's handles.",
        "properties": {"resolutions": by_handle},
        "required": ["resolutions"],
        "additionalProperties": False,
    }
    return _document("Tekmeria evidence file", EVIDENCE_SCHEMA, root, writer)


def bundle_schema() -> dict[str, Any]:
    """The JSON Schema of the document that a bundle seals: the payload of its envelope.

    Beyond it, reading wants the canonical form, every handle to obey its scheme, and the digests to fit.
    """
    writer = _Writer()
    root = writer.write_object(BundleDocument)
    root["properties"] = {**root["properties"], "report": writer.write_object(Report)}
    report = root["properties"]["report"]
    report["properties"] = {"schema": {"const": REPORT_SCHEMA}, **report["properties"]}
    report["required"] = ["schema", *report["required"]]
    del root["properties"]["schema"]
    root["required"].remove("schema")
    return _document("Tekmeria evidence bundle", BUNDLE_SCHEMA, root, writer)


def _document(title: str, version: str, root: dict[str, Any], writer: _Writer) -> dict[str, Any]:
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        **root,
        "properties": {"schema": {"const": version}, **root["properties"]},
        "required": ["schema", *root["required"]],
        "$defs": dict(sorted(writer.definitions.items())),
    }


class _Writer:
    """Writes the schemas of types, and keeps those of the dataclasses it meets under way."""

    def __init__(self) -> None:
        self.definitions: dict[str, Any] = {}

    def write_object(self, cls: type) -> dict[str, Any]:
        """The schema of a dataclass, written out."""
        hints = get_type_hints(cls)
        properties = {
            JSON_NAMES.get(field.name, field.name): _restricted(
                self.write(hints[field.name]), _CLOSED.get((cls.__name__, field.name))
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

    def write(self, hint: object) -> dict[str, Any]:
        """The schema of a type; a dataclass is defined apart and referred to."""
        origin, arguments = get_origin(hint), get_args(hint)
        if origin is types.UnionType:
            return {"anyOf": [self.write(argument) for argument in arguments]}
        if origin is tuple:
            if arguments[-1] is Ellipsis:
                return {"type": "array", "items": self.write(arguments[0])}
            items = [self.write(argument) for argument in arguments]
            return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
        if hint is types.NoneType:
            return {"type": "null"}
        if hint is object:
            return {}
        if hint in _SCALARS:
            return {"type": _SCALARS[hint]}
        # No dataclass holds itself: one that is met twice is written twice, and the same.
        cls = cast(type[object], hint)
        self.definitions[cls.__name__] = self.write_object(cls)
        return {"$ref": f"#/$defs/{cls.__name__}"}


def _restricted(schema: dict[str, Any], ids: tuple[str, ...] | None) -> dict[str, Any]:
    """``schema`` with every string inside it (itself, an item, an alternative) one of ``ids``."""
    if ids is None:
        return schema
    if "anyOf" in schema:
        return {"anyOf": [_restricted(alternative, ids) for alternative in schema["anyOf"]]}
    if schema.get("type") == "array":
        return {**schema, "items": _restricted(schema["items"], ids)}
    return {**schema, "enum": list(ids)} if schema.get("type") == "string" else schema

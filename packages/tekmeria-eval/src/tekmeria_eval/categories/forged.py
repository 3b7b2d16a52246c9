"""Handles that were never handed out, and texts that are no handles."""

from __future__ import annotations

from collections.abc import Iterator

from tekmeria_eval.case import Case, Planted
from tekmeria_eval.literature import Issued
from tekmeria_eval.material import Material, claim
from tekmeria_eval.oracle.handles import CROCKFORD


def forged_code(material: Material) -> Iterator[Case]:
    """One character of the check code is another."""
    for issued in material.round(material.literature.unflagged):
        at = -material.random.randint(1, 5)
        old = issued.handle[at]
        new = material.random.choice([character for character in CROCKFORD if character != old])
        yield _forged(material, issued.handle[:at] + new + (issued.handle[at + 1 :] if at < -1 else ""))


def forged_path(material: Material) -> Iterator[Case]:
    """The code of one passage under the path of another one of the same record."""
    for issued in material.round(material.literature.unflagged):
        paths = [other.handle.partition("~")[0] for other in issued.siblings if other.handle != issued.handle]
        if paths:
            yield _forged(material, f"{material.random.choice(paths)}~{issued.handle.partition('~')[2]}")


def _forged(material: Material, handle: str) -> Case:
    planted = Planted(handle, verdict="forged", reason="code_mismatch", checked_against=None)
    return Case((claim(material.prose(), planted),), "fail")


def malformed(material: Material) -> Iterator[Case]:
    """A handle with a piece missing, a piece too many, or a character that no handle has."""
    for index, issued in enumerate(material.round(material.literature.unflagged)):
        written, reason = _spoilt(material, issued, index % len(_SPOILT))
        planted = Planted(written, verdict="malformed", reason=reason, checked_against=None)
        yield Case((claim(material.prose(), planted),), "fail")


_SPOILT = ("no_code", "short", "long", "letter", "no_path", "path", "id")


def _spoilt(material: Material, issued: Issued, kind: int) -> tuple[str, str]:
    handle = issued.handle
    body, _, code = handle.partition("~")
    record, _, path = body.partition("/")
    at = material.random.randrange(5)
    letter = material.random.choice("ilou")
    return {
        "no_code": (body, "no_code"),
        "short": (f"{body}~{code[:4]}", "code_length"),
        "long": (f"{body}~{code}{material.random.choice(CROCKFORD)}", "code_length"),
        "letter": (f"{body}~{code[:at]}{letter}{code[at + 1 :]}", "code_character"),
        "no_path": (f"{record}~{code}", "no_path"),
        "path": (f"{record}/{path.upper()}~{code}", "path_shape"),
        "id": (f"{record.replace(':', ':0')}/{path}~{code}", "id_shape"),
    }[_SPOILT[kind]]


PLANTERS = (forged_code, forged_path, malformed)

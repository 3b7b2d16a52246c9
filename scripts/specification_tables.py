"""The parts of the specification that the code gives: closed lists, members of dataclasses, tables, figures.

A document holds each between ``<!-- generated: NAME ARGUMENT -->`` and ``<!-- end -->``; :data:`PARTS` names them.
"""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, fields
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

from tekmeria_contract import closest, schema, sentences
from tekmeria_contract.abbreviations import CLASSES as ABBREVIATIONS
from tekmeria_contract.foldtable import CHARACTERS, ROWS
from tekmeria_contract.handle import DEFAULT
from tekmeria_contract.outcome import BASE_OUTCOME
from tekmeria_contract.report import JSON_NAMES
from tekmeria_contract.vocabulary import Term

PACKAGE = "tekmeria_contract"
_FEW = 8
_FEW_MARKS = 6
_WORDS = re.compile("[a-z]{3}|U\\+|NFC|ASCII")
_DESIGN = re.compile(r"\s*\(`?contract\.md`?[^()]*\)")
_ROLE = re.compile(r":[a-z]+:`~?(?:[\w.]*\.)?(\w+)`")
_PRINTED = range(0x21, 0x7F)


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A Markdown table; bars and line breaks in cells are made harmless."""
    lines = [header, ["---"] * len(header), *rows]
    return [
        "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in row) + " |" for row in lines
    ]


def named(path: str) -> object:
    """What ``module.NAME`` of the package holds."""
    module, _, name = path.rpartition(".")
    return getattr(importlib.import_module(f"{PACKAGE}.{module}"), name)


def stated(path: str) -> str:
    """The docstring that follows the assignment of ``module.NAME``, on one line; empty where there is none."""
    module, _, name = path.rpartition(".")
    source = importlib.import_module(f"{PACKAGE}.{module}").__file__
    body = ast.parse(Path(cast(str, source)).read_text(encoding="utf-8")).body
    for node, after in pairwise([*body, ast.Pass()]):
        targets = (
            node.targets
            if isinstance(node, ast.Assign)
            else [node.target]
            if isinstance(node, ast.AnnAssign)
            else []
        )
        if any(isinstance(target, ast.Name) and target.id == name for target in targets):
            value = after.value if isinstance(after, ast.Expr) else None
            return tidy(str(value.value)) if isinstance(value, ast.Constant) else ""
    raise LookupError(path)


def tidy(docstring: str) -> str:
    """A docstring as running Markdown text."""
    return " ".join(_ROLE.sub(r"`\1`", _DESIGN.sub("", docstring)).replace("``", "`").split())


def code(text: str) -> str:
    """``text`` as a code span."""
    return f"`{text}`" if "`" not in text else f"`` {text} ``"


def closed(path: str) -> list[str]:
    """A closed list: ids with meaning and remedy, or ids alone."""
    given = named(path)
    if isinstance(given, Mapping):
        terms = cast(Mapping[str, Term], given)
        return table(("id", "meaning", "remedy"), [(code(t.id), t.meaning, t.remedy) for t in terms.values()])
    ids = list(cast(Iterable[object], given))
    # The order of a set is another in every run.
    shown = (
        sorted(map(str, ids)) if isinstance(given, frozenset) or path.endswith("FAIL_ON") else map(str, ids)
    )
    return [", ".join(map(code, shown)) + "."]


def words(path: str) -> list[str]:
    """A published list of words; one by language has a line for each."""
    given = named(path)
    lines = [f"**{code(path.rpartition('.')[2])}** {stated(path)}", ""]
    if isinstance(given, Mapping):
        for language, entries in cast(Mapping[str, str | Sequence[str]], given).items():
            listed = entries.split() if isinstance(entries, str) else entries
            lines += [f"- {language}: {', '.join(listed)}"]
        return lines
    entries = cast(Iterable[str], given)
    return [*lines, ", ".join(sorted(entries) if isinstance(entries, frozenset) else entries) + "."]


def members(path: str) -> list[str]:
    """A dataclass: what it is, and its members with type, default and allowed values."""
    cls = cast(type, named(path))
    first, _, rest = (cls.__doc__ or "").partition("\n\n")
    lines = [f"**{code(cls.__name__)}** {tidy(first)}", ""]
    lines += [tidy(rest), ""] if rest else []
    rows = [_member(cls, field) for field in fields(cls) if not field.name.startswith("_")]
    return [*lines, *table(("member", "type", "default", "values"), rows)]


def _member(cls: type, field: Field[Any]) -> tuple[str, str, str, str]:
    shown = JSON_NAMES.get(field.name)
    name = code(field.name) + (f" (JSON: {code(shown)})" if shown else "")
    kind = field.type if isinstance(field.type, str) else field.type.__name__
    default = "" if field.default is MISSING else code(repr(field.default))
    return name, code(kind), default, _values(cls.__name__, shown or field.name)


def _values(cls: str, member: str) -> str:
    """The ids that the published schemas allow a member."""
    for document in _schemas():
        owner = document if cls == "Report" else document["$defs"].get(cls, {})
        found = _enumeration(owner.get("properties", {}).get(member, {}))
        if found is not None:
            return ", ".join(map(code, found)) if len(found) <= _FEW else _list_named(found)
    return ""


@cache
def _schemas() -> tuple[dict[str, Any], ...]:
    return schema.report_schema(), schema.evidence_schema()


def _enumeration(given: dict[str, Any]) -> list[str] | None:
    inner = [given, given.get("items", {}), *given.get("anyOf", [])]
    return next((one["enum"] for one in inner if "enum" in one), None)


def _list_named(ids: list[str]) -> str:
    for name in ("CITATION_REASONS", "CLASSES", "NOTES"):
        if list(cast(Mapping[str, Term], named(f"vocabulary.{name}"))) == ids:
            return f"of {code(name)}"
    return "of the reasons below" if ids == list(BASE_OUTCOME) else ", ".join(map(code, ids))


def schemes(_: str) -> list[str]:
    """The schemes of every installation."""
    rows = [
        (code(s.name), code(s.id_pattern.pattern), code(s.only_path) if s.only_path else "any")
        for s in DEFAULT.values()
    ]
    return table(("scheme", "id, as a regular expression", "path"), rows)


def rows_of_fold(_: str) -> list[str]:
    """The fold table, a clause a row."""
    rows = [(f"**F{r.number}**", _shown(r.fold), _shown(r.to), r.reason, r.guard) for r in ROWS]
    return table(("clause", "what", "becomes", "why it is safe", "where it is not done"), rows)


def _shown(text: str) -> str:
    """A cell of the fold table: words as they are, marks as code, many marks that look alike by code points."""
    if not text.startswith("<") and (_WORDS.search(text) or not text):
        return text
    marks = text.removesuffix(" ''")
    if len(marks) <= _FEW_MARKS or 2 * sum(map(str.isalpha, marks)) > len(marks) or " " in marks:
        return code(text)
    return points(marks) + (" and two apostrophes" if marks != text else "")


def points(characters: Iterable[str]) -> str:
    """Code points, runs of three and more as ranges."""
    runs: list[list[int]] = []
    for number in sorted(map(ord, characters)):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return " ".join(f"U+{a:04X}" if a == b else f"U+{a:04X}-{b:04X}" for a, b in runs)


def by_rule(character: str) -> str | None:
    """What rows 17 and 18 make of a character: their tables are too long to be printed and follow a rule."""
    number = ord(character)
    if number - 0xFEE0 in _PRINTED:
        return chr(number - 0xFEE0)
    return CHARACTERS[number] if 0x1D400 <= number <= 0x1D7FF else None


def characters(_: str) -> list[str]:
    """Single characters for single characters, less those that follow the rule of rows 17 and 18."""
    groups: dict[str, list[str]] = {}
    for number, put in CHARACTERS.items():
        if by_rule(chr(number)) != put:
            groups.setdefault(put, []).append(chr(number))
    rows = [
        (code(put) if put != " " else "space", points(put), points(group))
        for put, group in sorted(groups.items())
    ]
    return table(("becomes", "code point", "from"), rows)


def sentence_rules(_: str) -> list[str]:
    """Rules S1 to S16, as the splitter states them."""
    rules = re.findall(r"^(S[0-9]+) +(.+(?:\n    .+)*)", sentences.__doc__ or "", re.MULTILINE)
    return [f"- **{number}** {tidy(rule)}" for number, rule in rules]


def procedure(_: str) -> list[str]:
    """The procedure of ``closest``, a clause a step."""
    steps = re.findall(r"^([0-9])\. (.+(?:\n   .+)*)", closest.__doc__ or "", re.MULTILINE)
    return [f"- **W{number}** {tidy(step)}" for number, step in steps]


def abbreviations(_: str) -> list[str]:
    """The classes of abbreviations of rule S8."""
    rows = [
        (c.name, code(c.effect.value), c.reason, language, forms)
        for c in ABBREVIATIONS
        for language, forms in c.forms.items()
    ]
    return table(("class", "effect", "reason", "language", "forms"), rows)


def outcomes(_: str) -> list[str]:
    """What each reason makes of an answer."""
    return table(
        ("reason", "makes the answer"), [(code(id_), code(outcome)) for id_, outcome in BASE_OUTCOME.items()]
    )


def versions(_: str) -> list[str]:
    """The versions of what can change a verdict."""
    paths = {
        "contract": "vocabulary.CONTRACT_VERSION",
        "fold": "fold.FOLD_VERSION",
        "sentences": "sentences.SPLITTER_VERSION",
        "addressing": "keyring.ADDRESSING_VERSIONS",
        "Unicode": "assigned.UNICODE_VERSION",
        "report": "vocabulary.REPORT_SCHEMA",
        "evidence file": "vocabulary.EVIDENCE_SCHEMA",
        "bundle": "vocabulary.BUNDLE_SCHEMA",
    }
    rows = [(name, code(str(named(path)).strip("(),"))) for name, path in paths.items()]
    return table(("of", "version"), rows)


PARTS: Mapping[str, Callable[[str], list[str]]] = {
    "closed": closed,
    "words": words,
    "members": members,
    "schemes": schemes,
    "fold": rows_of_fold,
    "characters": characters,
    "sentences": sentence_rules,
    "closest": procedure,
    "abbreviations": abbreviations,
    "outcomes": outcomes,
    "versions": versions,
}
"""The generated parts by name."""

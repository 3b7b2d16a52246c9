"""Tool arguments as people and models really send them, read by the tool's own schema (server.md, Tools).

An empty string or null is an unset argument, and so is an empty list where one is required. A number or a
truth value may come as a string, an array or an object as JSON text, a single value where an array is asked.
What remains unclear is refused, all of it at once, and an argument that the schema does not name is refused by
its name: silence would let a misspelt filter pass for an applied one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any, cast

Schema = Mapping[str, Any]
"""A JSON Schema of the plain subset: type, properties, required, items, enum, minimum, maximum."""

_INTEGER = re.compile(r"[+-]?[0-9]{1,15}(?:\.0+)?")
_TRUTH = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_SHOWN = 60


class ArgumentError(ValueError):
    """Arguments that cannot be read; the message names each and what was expected."""


def read_arguments(tool: str, schema: Schema, given: Mapping[str, object]) -> dict[str, Any]:
    """Read the arguments ``given`` to ``tool`` into what its ``schema`` (an object) describes.

    Unset arguments are left out. Raises :class:`ArgumentError` with every problem found.
    """
    problems: list[str] = []
    values = _object(schema, given, "", problems)
    if problems:
        raise ArgumentError(f"{tool}: {'; '.join(problems)}.")
    return values


def _object(schema: Schema, given: Mapping[str, object], path: str, problems: list[str]) -> dict[str, Any]:
    properties = cast(Mapping[str, Schema], schema["properties"])
    values: dict[str, Any] = {}
    for name, value in given.items():
        if name not in properties:
            problems.append(_unknown(path + name, name, list(properties)))
        elif not _unset(value):
            values[name] = _value(properties[name], value, path + name, problems)
    missing = [path + name for name in schema.get("required", ()) if values.get(name, []) == []]
    problems.extend(f"{name} is required" for name in missing)
    return values


def _unknown(path: str, name: str, known: list[str]) -> str:
    close = get_close_matches(name, known, n=1)
    hint = f" (did you mean {close[0]}?)" if close else ""
    takes = f"it takes {', '.join(known)}" if known else "it takes no arguments"
    return f"there is no argument {_show(path)}{hint}; {takes}"


def _unset(value: object) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def _value(schema: Schema, value: object, path: str, problems: list[str]) -> object:
    return _READERS[schema["type"]](schema, value, path, problems)


def _string(schema: Schema, value: object, path: str, problems: list[str]) -> str:
    if isinstance(value, list):
        items = cast(list[object], value)
        value = items[0] if len(items) == 1 else items
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        problems.append(f"{path} must be text, not {_show(value)}")
        return ""
    text = str(value)
    choices = cast(list[str] | None, schema.get("enum"))
    if choices is None:
        return text
    chosen = next((choice for choice in choices if choice.lower() == text.strip().lower()), None)
    if chosen is None:
        problems.append(f"{path} cannot be {_show(value)}; choose from {', '.join(choices)}")
    return chosen or ""


def _integer(schema: Schema, value: object, path: str, problems: list[str]) -> int:
    number: int | None = None
    if isinstance(value, str) and _INTEGER.fullmatch(value.strip()):
        number = int(value.strip().partition(".")[0])
    elif isinstance(value, int | float) and not isinstance(value, bool) and value == value // 1:
        number = int(value)
    if number is None:
        problems.append(f"{path} must be a whole number, not {_show(value)}")
        return 0
    low, high = schema.get("minimum"), schema.get("maximum")
    if (low is not None and number < low) or (high is not None and number > high):
        problems.append(f"{path} must be from {low} to {high}, not {number}")
    return number


def _boolean(schema: Schema, value: object, path: str, problems: list[str]) -> bool:
    if isinstance(value, bool):
        return value
    truth = _TRUTH.get(str(value).strip().lower()) if isinstance(value, str | int) else None
    if truth is None:
        problems.append(f"{path} must be true or false, not {_show(value)}")
    return bool(truth)


def _array(schema: Schema, value: object, path: str, problems: list[str]) -> list[object]:
    value = _from_json(value, "[")
    items = cast(list[object], value) if isinstance(value, list) else [value]
    return [
        _value(schema["items"], item, f"{path}[{index}]", problems)
        for index, item in enumerate(items)
        if not _unset(item)
    ]


def _mapping(schema: Schema, value: object, path: str, problems: list[str]) -> dict[str, Any]:
    value = _from_json(value, "{")
    if not isinstance(value, dict):
        problems.append(f"{path} must be an object, not {_show(value)}")
        return {}
    return _object(schema, cast(dict[str, object], value), f"{path}.", problems)


def _from_json(value: object, opening: str) -> object:
    """What ``value`` holds as JSON text that begins with ``opening``; ``value`` itself where it is none."""
    if not isinstance(value, str) or not value.lstrip().startswith(opening):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value


def _show(value: object) -> str:
    text = json.dumps(value, ensure_ascii=True, default=str)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


_READERS: Mapping[str, Callable[[Schema, object, str, list[str]], object]] = {
    "string": _string,
    "integer": _integer,
    "boolean": _boolean,
    "array": _array,
    "object": _mapping,
}

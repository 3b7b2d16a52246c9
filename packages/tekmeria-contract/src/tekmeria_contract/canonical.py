"""Canonical JSON by RFC 8785: one value, one sequence of bytes, so that it can be sealed (contract.md §10).

Members are sorted by their names' UTF-16 code units, nothing is spaced, strings escape only what they must, and
numbers are written as ECMAScript writes them.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from math import isfinite
from typing import Any, cast

EXACT = 2**53
"""The greatest whole number up to which a double holds every one."""

_SURROGATE = re.compile("[\ud800-\udfff]")


class CanonicalError(ValueError):
    """A value has no canonical form, or a text is not the canonical form of what it says.

    ``position`` is the index of the character at which a text is no JSON, where there is one.
    """

    def __init__(self, message: str, position: int | None = None) -> None:
        super().__init__(message)
        self.position = position


class _Written(str):
    """A piece of the output, told apart from a string that is still to be written."""

    __slots__ = ()


def canonical_json(value: object) -> bytes:
    """The canonical form of ``value``: None, truth values, numbers, strings, lists or tuples, mappings.

    Raises :class:`CanonicalError` for infinities, what is not a number, half a surrogate pair, whole numbers that a
    double does not hold, names that are no strings, and values of other types. Its work does not recurse.
    """
    written: list[str] = []
    pending: list[object] = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, _Written):
            written.append(item)
        elif isinstance(item, Mapping):
            pending.extend(reversed(list(_object(cast(Mapping[object, object], item)))))
        elif isinstance(item, list | tuple):
            pending.extend(reversed(list(_array(cast("list[object]", item)))))
        else:
            written.append(_scalar(item))
    return "".join(written).encode()


def digest(value: object) -> str:
    """SHA-256 of the canonical form, in hexadecimal digits."""
    return hashlib.sha256(canonical_json(value)).hexdigest()


def read_json(text: str) -> Any:  # noqa: ANN401 (JSON values have no narrower type in typing)
    """The value of a JSON text in which no member stands twice. Raises :class:`CanonicalError` with the place."""
    try:
        return json.loads(
            text, object_pairs_hook=_once, parse_constant=_no_constant, parse_int=_whole, parse_float=_double
        )
    except RecursionError:
        raise CanonicalError("it is nested too deeply") from None
    except json.JSONDecodeError as error:
        raise CanonicalError(f"it is no JSON ({error.msg} at character {error.pos})", error.pos) from None


def read_canonical(data: bytes) -> Any:  # noqa: ANN401 (as above)
    """The value of ``data``, which must be its canonical form to the byte. Raises :class:`CanonicalError`."""
    try:
        value = read_json(data.decode())
    except UnicodeDecodeError as error:
        raise CanonicalError(f"byte {error.start} is not UTF-8") from None
    if canonical_json(value) != data:
        raise CanonicalError("it is JSON, and not in the canonical form of RFC 8785")
    return value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members: dict[str, Any] = {}
    for name, value in pairs:
        if name in members:
            raise CanonicalError(f"the member {ascii(name)[:60]} stands twice in one object; say it once")
        members[name] = value
    return members


def _no_constant(name: str) -> object:
    raise CanonicalError(f"it holds {name}, which is no JSON")


def _whole(text: str) -> float:
    """A whole number; what is beyond those that a double holds, every one of them, is the nearest double."""
    number = int(text) if len(text) < len(str(EXACT)) else _double(text)
    return int(number) if abs(number) <= EXACT else number


def _double(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise CanonicalError(f"the number {text[:40]} is too great for a double")
    return number


def _object(members: Mapping[object, object]) -> Iterator[object]:
    names = [name for name in members if isinstance(name, str)]
    if len(names) != len(members):
        raise CanonicalError("the name of a member is no string")
    for name in names:
        _check_text(name)
    yield _Written("{")
    for index, name in enumerate(sorted(names, key=lambda name: name.encode("utf-16-be"))):
        yield _Written(f"{',' if index else ''}{_string(name)}:")
        yield members[name]
    yield _Written("}")


def _array(items: list[object]) -> Iterator[object]:
    yield _Written("[")
    for index, item in enumerate(items):
        if index:
            yield _Written(",")
        yield item
    yield _Written("]")


def _scalar(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, int):
        if abs(value) > EXACT:
            raise CanonicalError("a whole number beyond ±2**53 is no double; write it as a string")
        return str(value)
    if isinstance(value, float):
        return _number(value)
    raise CanonicalError(f"a {type(value).__name__} has no form in JSON")


def _string(text: str) -> str:
    _check_text(text)
    # Python escapes just what RFC 8785 does: quotation mark, backslash, controls, with the same short forms.
    return json.dumps(text, ensure_ascii=False)


def _check_text(text: str) -> None:
    if _SURROGATE.search(text) is not None:
        raise CanonicalError("a string holds half of a surrogate pair, which is no text")


def _number(value: float) -> str:
    """A double as ECMAScript's Number::toString writes it."""
    if not isfinite(value):
        raise CanonicalError(f"{value} has no form in JSON")
    if value == 0:
        return "0"
    sign, digits, exponent = Decimal(repr(value)).normalize().as_tuple()
    figures = "".join(map(str, digits))
    return ("-" if sign else "") + _placed(figures, len(figures) + cast(int, exponent))


def _placed(figures: str, point: int) -> str:
    """``figures`` with the decimal point after the first ``point`` of them, or with an exponent."""
    if 0 < point <= 21:
        whole = figures[:point].ljust(point, "0")
        return f"{whole}.{figures[point:]}" if figures[point:] else whole
    if -6 < point <= 0:
        return f"0.{'0' * -point}{figures}"
    mantissa = f"{figures[0]}.{figures[1:]}" if figures[1:] else figures
    return f"{mantissa}e{'+' if point > 0 else '-'}{abs(point - 1)}"

"""The categories of planted cases (eval.md): each is one small function that yields cases without end.

A category's function is given :class:`~tekmeria_eval.material.Material` and yields different cases for as
long as it can; :data:`CATEGORIES` lists all of them in the order in which they are reported.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType

from tekmeria_eval.material import Planter

_MODULES = (
    "plain",
    "quoted",
    "spellings",
    "changed",
    "elsewhere",
    "around",
    "forged",
    "handles",
    "standing",
    "versions",
    "figured",
    "reading",
    "hidden",
    "exempt",
    "answers",
)


def _gather() -> Mapping[str, Planter]:
    found: dict[str, Planter] = {}
    for module in _MODULES:
        planters: tuple[Planter, ...] = import_module(f"{__name__}.{module}").PLANTERS
        found |= {planter.__name__: planter for planter in planters}
    return MappingProxyType(found)


CATEGORIES = _gather()
"""Every category by name."""

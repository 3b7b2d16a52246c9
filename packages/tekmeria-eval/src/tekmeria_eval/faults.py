"""Faults injected into the contract one at a time: does the evaluation notice each of them?

A fault names what it replaces. Wherever a module of the contract has that very object it is replaced, so that
``from … import`` does not protect it. A fault whose target is gone is stale and fails the run.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Any, cast

from tekmeria_eval.literature import Literature
from tekmeria_eval.running import plant, written
from tekmeria_eval.scoring import score

CONTRACT = "tekmeria_contract"


class StaleFaultError(LookupError):
    """What a fault replaces is not there any more, or its replacement changes nothing."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A bug: ``target`` is ``module:name`` or ``module:Class.name`` below the contract's package.

    ``replace`` makes the faulty object of the right one; ``caught_by`` is the category that must notice.
    """

    name: str
    target: str
    replace: Callable[[Any], Any]
    caught_by: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Caught:
    """What came of a fault: the form of the audit and the difference that gave it away, if any did."""

    fault: Fault
    style: str | None = None
    difference: str | None = None
    stale: str | None = None

    @property
    def passed(self) -> bool:
        """Whether the fault was noticed by the category that it names."""
        return self.difference is not None


@contextmanager
def injected(fault: Fault) -> Generator[None]:
    """Run with the fault in place; everything is put back after. Raises :class:`StaleFaultError`."""
    places = _places(fault)
    owner, name = places[0]
    original = cast(object, vars(owner)[name])
    replacement = fault.replace(original)
    if replacement is original:
        raise StaleFaultError(f"fault {fault.name}: its replacement is the original")
    _forget()
    try:
        for owner, name in places:
            setattr(owner, name, replacement)
        yield
    finally:
        for owner, name in places:
            setattr(owner, name, original)
        _forget()


def _places(fault: Fault) -> list[tuple[Any, str]]:
    """Where the object that the fault replaces has its names: owners and names, its home first."""
    module_name, _, path = fault.target.partition(":")
    *outer, name = path.split(".")
    owner: Any = import_module(f"{CONTRACT}.{module_name}")
    for step in outer:
        owner = getattr(owner, step, None)
    if owner is None or name not in vars(owner):
        raise StaleFaultError(f"fault {fault.name}: {CONTRACT}.{fault.target} is not there")
    if outer:
        return [(owner, name)]
    original = cast(object, vars(owner)[name])
    elsewhere = [
        (module, alias)
        for module in _modules()
        for alias, value in vars(module).items()
        if value is original and module is not owner
    ]
    return [(owner, name), *elsewhere]


def _modules() -> list[ModuleType]:
    return [module for name, module in sys.modules.items() if name.split(".")[0] == CONTRACT]


def _forget() -> None:
    """Empty every cache of the contract: a remembered result would hide the fault, or outlive it."""
    for module in _modules():
        for value in list(vars(module).values()):
            clear = getattr(value, "cache_clear", None)
            if callable(clear):
                clear()


def clean(literature: Literature, faults: Sequence[Fault], seed: int, per_category: int) -> list[str]:
    """The categories named by ``faults`` that fail without any fault: with them nothing can be shown."""
    names = dict.fromkeys(fault.caught_by for fault in faults)
    return [name for name in names if first_difference(literature, name, seed, per_category) is not None]


def try_fault(literature: Literature, fault: Fault, seed: int, per_category: int) -> Caught:
    """Inject the fault and run the category that must notice it until it does."""
    try:
        with injected(fault):
            found = first_difference(literature, fault.caught_by, seed, per_category)
    except StaleFaultError as error:
        return Caught(fault, stale=str(error))
    return Caught(fault) if found is None else Caught(fault, *found)


def first_difference(
    literature: Literature, category: str, seed: int, per_category: int
) -> tuple[str, str] | None:
    """The form and the difference of the first audit of a category that is not as planted."""
    for _, case, form in written(category, plant(literature, category, seed, per_category)):
        scored = score(case, form)
        if not scored.right:
            return scored.style, str(scored.differences[0])
    return None

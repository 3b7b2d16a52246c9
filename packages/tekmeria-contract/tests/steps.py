"""How many steps a computation takes: lines run and functions called, compiled ones too; or calls alone."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import TraceFunction


def steps(compute: Callable[[], object]) -> int:
    """The number of lines that ``compute`` runs and of functions that it calls."""
    count = 0

    def trace(frame: FrameType, event: str, argument: object) -> TraceFunction | None:
        nonlocal count
        count += event == "line"
        return trace

    def profile(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.gettrace(), sys.getprofile()
    sys.settrace(trace)
    sys.setprofile(profile)
    try:
        compute()
    finally:
        sys.settrace(before[0])
        sys.setprofile(before[1])
    return count


def calls(compute: Callable[[], object]) -> int:
    """The number of functions that ``compute`` calls: counted ten times as fast."""
    count = 0

    def profile(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(profile)
    try:
        compute()
    finally:
        sys.setprofile(before)
    return count

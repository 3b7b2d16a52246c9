"""Evidence service: records cut into passages with verifiable handles, and a store of what was issued.

Begin with :class:`EvidenceService` and :class:`Settings`; every error descends from :class:`SourcesError`.
They are loaded when first named, so that importing the package costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tekmeria_sources.errors import SourcesError
    from tekmeria_sources.service import EvidenceService
    from tekmeria_sources.settings import Settings

__all__ = ["EvidenceService", "Settings", "SourcesError"]

_HOMES = {"EvidenceService": "service", "Settings": "settings", "SourcesError": "errors"}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)

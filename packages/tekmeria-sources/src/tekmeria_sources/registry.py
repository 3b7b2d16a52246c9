"""Upstreams that other packages bring (sources.md, Shape): rows of the registry behind an entry point.

A package declares, in its ``pyproject.toml``, under a name of its choice, where its
:class:`~tekmeria_sources.upstream.Upstream` is::

    [project.entry-points."tekmeria_sources.upstreams"]
    thesaurus = "my_package.thesaurus:UPSTREAM"

Such packages are looked for when a service over the network is first opened, and never before. One that cannot be
used is an error that names it: left out without a word, its records would pass for not existing.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from tekmeria_contract.handle import DEFAULT, Scheme
from tekmeria_sources.errors import RegistryError
from tekmeria_sources.upstream import Upstream

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "tekmeria_sources.upstreams"
RESERVED = frozenset({"crossref", "demo", "europepmc_fulltext", "folder", "full text", "pubtator3", "store"})
"""Names that statuses use for others than searched upstreams."""


@cache
def further_upstreams() -> tuple[Upstream[Any], ...]:
    """The upstreams of other packages, by the names of their entry points.

    Raises :class:`~tekmeria_sources.errors.RegistryError`.
    """
    # Looking through the installed packages takes longer than all else that opening a service does.
    from importlib.metadata import entry_points

    found = sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value))
    return tuple(_loaded(point) for point in found)


def joined(own: tuple[Upstream[Any], ...], further: tuple[Upstream[Any], ...]) -> tuple[Upstream[Any], ...]:
    """All upstreams, those of other packages last.

    Raises :class:`~tekmeria_sources.errors.RegistryError` where two have one name, or serve one scheme.
    """
    names = {*RESERVED, *(upstream.name for upstream in own)}
    served = {*DEFAULT, *(scheme for upstream in own for scheme in upstream.schemes)}
    for upstream in further:
        if upstream.name in names:
            raise _unusable(upstream.name, "its name is another's")
        if taken := served & upstream.schemes:
            raise _unusable(upstream.name, f"records {', '.join(sorted(taken))} are another's")
        names.add(upstream.name)
        served |= upstream.schemes
    return (*own, *further)


def schemes_of(upstreams: tuple[Upstream[Any], ...]) -> Mapping[str, Scheme]:
    """The contract's schemes and those that upstreams bring."""
    return {**DEFAULT, **{upstream.scheme.name: upstream.scheme for upstream in upstreams if upstream.scheme}}


def _loaded(point: EntryPoint) -> Upstream[Any]:
    try:
        upstream: object = point.load()
    except Exception as error:
        raise _unusable(_named(point), f"loading it raised {type(error).__name__}: {error}") from error
    if not isinstance(upstream, Upstream):
        raise _unusable(_named(point), f"it is no Upstream but {type(upstream).__name__}")
    row = cast(Upstream[Any], upstream)
    if row.scheme is None or row.schemes != frozenset({row.scheme.name}):
        raise _unusable(_named(point), "it serves other records than those of its own scheme")
    return row


def _named(point: EntryPoint) -> str:
    package = f" of {point.dist.name}" if point.dist else ""
    return f"{point.name}{package} ({point.value})"


def _unusable(name: str, why: str) -> RegistryError:
    return RegistryError(
        f"the upstream {name} cannot be used: {why}",
        source=GROUP,
        remedy="mend or uninstall the package that brings it",
    )

"""How strict an audit is (contract.md §6, §8). A caller can only add to what fails an answer."""

from __future__ import annotations

from dataclasses import dataclass

from tekmeria_contract.vocabulary import FAIL_ON, FAIL_ON_LEAST

AGAINST = ("current_or_issued", "issued")


class PolicyError(ValueError):
    """A policy names something that is not in its closed list."""


@dataclass(frozen=True, slots=True)
class Policy:
    """What the audit compares with and what fails an answer.

    ``fail_on`` always holds ``forged`` and ``malformed``; what is given is added. ``against`` is
    ``current_or_issued``, or ``issued`` for judging offline from the text as issued. ``elision`` allows an
    ellipsis in a quotation. ``prose_quotes_fail`` lets mismatched quotations of the prose count for ``fail_on``.

    Raises :class:`PolicyError` for an id outside the closed lists.
    """

    fail_on: tuple[str, ...] = FAIL_ON_LEAST
    against: str = "current_or_issued"
    elision: bool = False
    prose_quotes_fail: bool = False

    def __post_init__(self) -> None:
        unknown = [entry for entry in self.fail_on if entry not in FAIL_ON]
        if unknown:
            raise PolicyError(f"fail_on cannot hold {unknown[0]!r}; choose from {', '.join(sorted(FAIL_ON))}")
        if self.against not in AGAINST:
            raise PolicyError(f"against cannot be {self.against!r}; choose one of {', '.join(AGAINST)}")
        asked = set(self.fail_on) | set(FAIL_ON_LEAST)
        object.__setattr__(self, "fail_on", tuple(sorted(asked)))

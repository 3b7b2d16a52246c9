"""The key rings of the evaluation. The keys are public: they sign nothing but planted cases."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property

from tekmeria_contract.keyring import KeyRing
from tekmeria_eval.oracle.handles import KeySpec, code_of


def key(name: str, mint: int = 5, accept: tuple[int, ...] = (), state: str = "active") -> KeySpec:
    """A key made from a public name."""
    return KeySpec(hashlib.sha256(f"tekmeria-eval {name}".encode()).hexdigest(), mint, accept, state)


@dataclass(frozen=True)
class Ring:
    """A key ring twice: as specifications for the oracle, and as the ring that the audit is given."""

    keys: tuple[KeySpec, ...]

    @cached_property
    def ring(self) -> KeyRing:
        """The ring of the contract."""
        entries = [
            {"hex": k.hex, "mint": k.mint, "accept": list(k.accept), "state": k.state} for k in self.keys
        ]
        return KeyRing.from_document({"version": 1, "keys": entries})

    def handle(self, body: str, index: int = 0) -> str:
        """The handle that key ``index`` makes for ``body``, by the oracle's arithmetic."""
        spec = self.keys[index]
        return f"{body}~{code_of(body, spec, spec.mint)}"


RING = Ring((key("installation"),))

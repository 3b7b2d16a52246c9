"""Records the cassettes that the tests of the evidence service replay with the network blocked.

Run it as ``uv run python scripts/cassettes.py``. It asks the simulator, which serves the fictional literature over
real HTTP, and writes the requests as they go to the real hosts, so that no port of this machine is in a cassette.
"""

# vcrpy has no types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

import anyio
import yaml
from vcr.config import VCR
from vcr.record_mode import RecordMode
from vcr.request import Request

from tekmeria_sources.service import EvidenceService
from tekmeria_sources.settings import Settings
from tekmeria_sources.simulator import Simulator

FOLDER = Path(__file__).resolve().parent.parent / "packages" / "tekmeria-sources" / "tests" / "cassettes"
KEPT = frozenset({"content-type", "content-encoding", "retry-after"})
"""The headers of an answer that change how it is read; others hold dates and names of servers."""

_SIMULATED = re.compile(r"^http://127\.0\.0\.1:[0-9]+/")

Call = Callable[[EvidenceService], Awaitable[object]]

CALLS: Mapping[str, Call] = {
    "pubmed": lambda service: service.search_literature("Aster syndrome", sources=["pubmed"]),
    "europepmc": lambda service: service.search_literature("velorin", sources=["europepmc"]),
    "trials": lambda service: service.search_trials(terms="fictaquine"),
    "labels": lambda service: service.search_drug_labels("fictaquine"),
    "fetch": lambda service: service.fetch(
        ["pmid:99000003", "pmcid:PMC99000010", "ppr:PPR99000001"], include_entities=True
    ),
    "unknown": lambda service: service.fetch(["pmid:99999999", "nct:NCT99999999"]),
}
"""What each cassette holds, by its name."""


def _real_host(request: Request) -> Request:
    """The request as it would go to the real host."""
    request.uri = _SIMULATED.sub("https://", request.uri)
    request.headers = {}
    return request


def _bare(response: dict[str, Any]) -> dict[str, Any]:
    """The answer with the headers alone that are read."""
    headers: dict[str, Any] = response["headers"]
    return {**response, "headers": {name: headers[name] for name in headers if name.lower() in KEPT}}


async def _ask(call: Call, settings: Settings) -> None:
    async with EvidenceService.open(settings) as service:
        await call(service)


def record(folder: Path) -> None:
    """Write every cassette into ``folder``."""
    for name, call in CALLS.items():
        with Simulator() as simulator, tempfile.TemporaryDirectory() as data:
            recorder = VCR(
                record_mode=RecordMode.ALL, before_record_request=_real_host, before_record_response=_bare
            )
            tape: Any = recorder.use_cassette(str(folder / f"{name}.yaml"))
            with tape:
                anyio.run(_ask, call, Settings(data_dir=Path(data), upstream_url=simulator.url))
        _put_in_order(folder / f"{name}.yaml")


def _put_in_order(path: Path) -> None:
    """Requests that go out at once are written in the order of their addresses, so that a renewal shows no chance."""
    tape: Any = yaml.safe_load(path.read_text(encoding="utf-8"))
    tape["interactions"].sort(key=_address)
    path.write_text(yaml.safe_dump(tape, allow_unicode=True, width=110), encoding="utf-8")


def _address(interaction: dict[str, dict[str, str]]) -> tuple[str, str]:
    return interaction["request"]["uri"], interaction["request"]["body"] or ""


def main() -> int:
    """Record them all."""
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.yaml"):
        path.unlink()
    record(FOLDER)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The upstreams, simulated over real HTTP on the loopback interface (sources.md, Tests).

Serves a folder of recorded responses, by default the fictional literature, in the exact formats of PubMed's
E-utilities, of Europe PMC, of PubTator3, of Crossref, of ClinicalTrials.gov v2 and of openFDA's drug labels. Point
``TEKMERIA_UPSTREAM_URL`` at it; the first step of each path is the host asked::

    python -m tekmeria_sources.simulator --port 8099
    TEKMERIA_UPSTREAM_URL=http://127.0.0.1:8099 tekmeria search "Aster syndrome"

A fault of :data:`~tekmeria_sources.faults.FAULTS` is injected by name: for all requests with ``--fault 429`` or
:attr:`Simulator.fault`, for one caller by a first step ``~429`` in the URL (``http://127.0.0.1:8099/~429``).
"""

from __future__ import annotations

import argparse
import contextlib
import re
import socket
import struct
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import parse_qsl, urlsplit

from tekmeria_sources.crossref import HOST as CROSSREF
from tekmeria_sources.europepmc import HOST as EUROPEPMC
from tekmeria_sources.faults import FAULTS
from tekmeria_sources.folderindex import read_folder
from tekmeria_sources.labels import HOST as OPENFDA
from tekmeria_sources.pubmed import HOST as PUBMED
from tekmeria_sources.pubtator import HOST as PUBTATOR
from tekmeria_sources.simulated import Answer, SimulatedUpstream
from tekmeria_sources.simulated_crossref import SimulatedCrossref
from tekmeria_sources.simulated_europepmc import SimulatedEuropePmc
from tekmeria_sources.simulated_labels import SimulatedLabels
from tekmeria_sources.simulated_pubmed import SimulatedPubmed
from tekmeria_sources.simulated_pubtator import SimulatedPubtator
from tekmeria_sources.simulated_trials import SimulatedTrials
from tekmeria_sources.sources import FICTIONAL
from tekmeria_sources.trials import HOST as TRIALS

LATE_S, DRIP_S = 60.0, 0.2
"""How long a late answer is kept back, and the pause between the bytes of one that drips; in seconds."""

_FAULT_STEP = re.compile(r"/~(?P<name>[^/]+)(?P<rest>/.*)")


@dataclass(frozen=True, slots=True)
class Asked:
    """One request as it arrived: the upstream's host, the path there, and query and form as pairs."""

    method: str
    host: str
    path: str
    query: tuple[tuple[str, str], ...]
    at: float = field(default_factory=time.monotonic, compare=False)
    """When it arrived, in seconds of a clock of its own."""


@dataclass
class Simulator:
    """A server on a free port of 127.0.0.1 (or on ``port``), running inside the ``with`` block.

    ``fault`` names what is wrong with every answer, or with those of ``faulty`` hosts alone, None for nothing;
    ``latencies`` is how long each host thinks, in seconds; ``requests`` is what was asked so far.
    """

    folder: Path = FICTIONAL
    port: int = 0
    fault: str | None = None
    faulty: frozenset[str] = frozenset()
    latencies: Mapping[str, float] = field(default_factory=dict[str, float])
    requests: list[Asked] = field(default_factory=list[Asked])

    def __post_init__(self) -> None:
        if self.fault is not None and self.fault not in FAULTS:
            raise ValueError(f"there is no fault {self.fault!r}; choose from {', '.join(FAULTS)}")
        self.read()
        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), _handler(self))
        self._server.daemon_threads = True
        self.ended = threading.Event()
        self.port = self._server.server_address[1]

    def read(self) -> None:
        """Serve the folder as it is now: upstreams change, drop and add records."""
        index = read_folder(self.folder)
        self._upstreams: Mapping[str, SimulatedUpstream] = {
            PUBMED: SimulatedPubmed(self.folder, index),
            EUROPEPMC: SimulatedEuropePmc(self.folder, index),
            PUBTATOR: SimulatedPubtator(self.folder, index),
            CROSSREF: SimulatedCrossref(self.folder),
            TRIALS: SimulatedTrials(self.folder, index),
            OPENFDA: SimulatedLabels(self.folder, index),
        }

    @property
    def url(self) -> str:
        """What ``TEKMERIA_UPSTREAM_URL`` is to be set to."""
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.ended.set()
        self._server.shutdown()
        self._server.server_close()

    def serve(self) -> None:
        """Serve until interrupted."""
        try:
            self._server.serve_forever()
        finally:
            self._server.server_close()

    def answer(self, method: str, target: str, form: str) -> Answer:
        """The answer to one request, a fault where one is named."""
        parts = urlsplit(target)
        fault, path = self.fault, parts.path
        if step := _FAULT_STEP.fullmatch(path):
            fault, path = step["name"], step["rest"]
        host, _, rest = path.lstrip("/").partition("/")
        query = tuple(
            parse_qsl(parts.query, keep_blank_values=True) + parse_qsl(form, keep_blank_values=True)
        )
        self.requests.append(Asked(method, host, f"/{rest}", query))
        if fault is not None and fault not in FAULTS:
            return Answer(400, f"there is no fault {fault}".encode(), "text/plain")
        upstream = self._upstreams.get(host)
        if upstream is None:
            return Answer(404, f"no upstream {host} is simulated".encode(), "text/plain")
        self.ended.wait(self.latencies.get(host, 0.0))
        right = upstream.answer(f"/{rest}", query)
        return right if fault is None or host not in (self.faulty or {host}) else FAULTS[fault](right)


def _handler(simulator: Simulator) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._answer("GET", "")

        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            self._answer("POST", self.rfile.read(length).decode("utf-8", "replace"))

        def _answer(self, method: str, form: str) -> None:
            answer = simulator.answer(method, self.path, form)
            if answer.sent == "reset":
                linger = struct.pack("ii", 1, 0)
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
                self.close_connection = True
                return
            if answer.sent == "late":
                simulator.ended.wait(LATE_S)
            self.send_response(answer.status)
            self.send_header("Content-Type", answer.content_type)
            self.send_header("Content-Length", str(len(answer.body)))
            for name, value in answer.headers:
                self.send_header(name, value)
            self.end_headers()
            # A caller that has had enough hangs up.
            with contextlib.suppress(OSError):
                self._send(answer)

        def _send(self, answer: Answer) -> None:
            if answer.sent == "drip":
                for byte in answer.body:
                    self.wfile.write(bytes((byte,)))
                    if simulator.ended.wait(DRIP_S):
                        break
            half = answer.sent == "cut"
            self.close_connection = self.close_connection or answer.sent in ("cut", "drip")
            if answer.sent != "drip":
                self.wfile.write(answer.body[: len(answer.body) // 2] if half else answer.body)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing: the caller sees ``requests``."""

    return Handler


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until interrupted; the first line on standard output is the URL."""
    parser = argparse.ArgumentParser(prog="tekmeria_sources.simulator", description="Simulate the upstreams.")
    parser.add_argument("--port", type=int, default=0, help="the port; a free one by default")
    parser.add_argument("--records", type=Path, default=FICTIONAL, help="a folder of recorded responses")
    parser.add_argument("--fault", choices=sorted(FAULTS), help="what is wrong with every answer")
    given = parser.parse_args(arguments)
    simulator = Simulator(given.records, given.port, given.fault)
    print(f"TEKMERIA_UPSTREAM_URL={simulator.url}", flush=True)
    try:
        simulator.serve()
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())

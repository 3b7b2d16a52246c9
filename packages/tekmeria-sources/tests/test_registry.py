"""Upstreams that other packages bring are searched and fetched like our own, and named where they cannot be used."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest

from tekmeria_contract.handle import Scheme
from tekmeria_sources.errors import RegistryError
from tekmeria_sources.registry import joined, schemes_of
from tekmeria_sources.sources import UPSTREAMS
from tekmeria_sources.upstream import Upstream

pytestmark = pytest.mark.beside("where records come from is no part of the contract")

README = Path(__file__).parent.parent / "README.md"
SHEETS = [
    {
        "id": "H000001",
        "name": "A fictional aster",
        "label": "Gathered on the islands of Øksnes. It has 7 petals.",
    },
    {"id": "H000002", "name": "A fictional velorin root", "label": "Dried."},
]
PROGRAM = """
import json, sys
from pathlib import Path
import anyio
from tekmeria_contract.plan import plan
from tekmeria_sources import EvidenceService, Settings
from tekmeria_sources.audit import audit_answer

async def main():
    async with EvidenceService.open(Settings(Path(sys.argv[1]), upstream_url=sys.argv[2])) as service:
        page = await service.search_literature("aster", sources=["herbarium"], limit=1)
        rest = await service.search_literature("aster", sources=["herbarium"], limit=1, cursor=page.next_cursor)
        (item,) = (await service.fetch(["herb:H000001"])).records
        handle = item.passages[1].handle
        report = await audit_answer(service, f'It has petals [{handle} "It has 7 petals"].')
        lost = await service.fetch(["herb:H000009", "herb:nonsense"])
        print(json.dumps({
            "hits": [hit.record_id for hit in (*page.hits, *rest.hits)],
            "total": page.total,
            "skipped": [status.source for status in page.statuses if status.state == "skipped"],
            "handle": handle,
            "verdict": report.citations[0].verdict,
            "lost": [missing.reason for missing in lost.not_found],
        }))

anyio.run(main)
"""


class Herbarium(BaseHTTPRequestHandler):
    """The fictional API of the README's example."""

    def do_GET(self) -> None:
        path, _, query = self.path.partition("?")
        asked = dict(parse_qsl(query))
        answers: dict[str, dict[str, Any]] = {
            "/api.herbarium.example/search": {
                "total": 2,
                "ids": [sheet["id"] for sheet in SHEETS[int(asked.get("start", "0")) :]],
            },
            "/api.herbarium.example/sheets": {
                "sheets": [sheet for sheet in SHEETS if sheet["id"] in asked.get("ids", "")]
            },
        }
        body = json.dumps(answers.get(path, {})).encode()
        self.send_response(200 if path in answers else 404)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def herbarium() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Herbarium)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


def installed(site: Path, code: str, points: str) -> Path:
    """A package with ``code`` and the entry ``points``, as installers leave it in a folder of packages."""
    info = site / "my_herbarium-1.0.dist-info"
    info.mkdir(parents=True)
    (site / "my_herbarium.py").write_text(code, encoding="utf-8")
    (info / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: my-herbarium\nVersion: 1.0\n", encoding="utf-8"
    )
    (info / "entry_points.txt").write_text(points, encoding="utf-8")
    return site


def run(site: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", *command],
        env={**os.environ, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
    )


def example() -> tuple[str, str]:
    """The README's source, and how its package names it, as installers write that down."""
    text = README.read_text(encoding="utf-8")
    (code,) = re.findall(r"```py\n(.*?)```", text, re.DOTALL)
    (group, name, value) = re.findall(r'entry-points\."(.*?)"\]\n(\w+) = "(.*?)"', text)[0]
    return code, f"[{group}]\n{name} = {value}\n"


def test_the_example_once_installed_is_searched_fetched_and_audited(herbarium: str, tmp_path: Path) -> None:
    code, points = example()
    done = run(installed(tmp_path / "site", code, points), PROGRAM, str(tmp_path / "data"), herbarium)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["hits"] == ["herb:H000001", "herb:H000002"]
    assert found["total"] == 2
    assert set(found["skipped"]) == {"pubmed", "europepmc"}
    assert re.fullmatch(r"herb:H000001/label\.1~[0-9a-z]+", found["handle"])
    assert found["verdict"] == "ok"
    assert "herbarium has no record herb:H000009" in found["lost"][1]
    assert "no record id" in found["lost"][0]


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("raise OSError('the moon is full')", "loading it raised OSError: the moon is full"),
        ("UPSTREAM = 7", "it is no Upstream but int"),
        ("", "loading it raised AttributeError"),
        ("from tekmeria_sources.trials import TRIALS as UPSTREAM", "it serves other records than those"),
    ],
)
def test_one_that_cannot_be_used_is_named_when_a_service_is_opened(
    tmp_path: Path, code: str, why: str
) -> None:
    site = installed(tmp_path, code, example()[1])
    opening = (
        "from pathlib import Path\nfrom tekmeria_sources import EvidenceService, Settings, SourcesError\n"
        "EvidenceService.open(Settings(Path('/nowhere')), demo=True)\n"
        "try:\n    EvidenceService.open(Settings(Path('/nowhere')))\n"
        "except SourcesError as error:\n    print(error.code, error)"
    )
    done = run(site, opening)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(
        "registry the upstream herbarium of my-herbarium (my_herbarium:UPSTREAM) cannot be used"
    )
    assert why in done.stdout
    assert "mend or uninstall the package" in done.stdout


def test_nobody_is_looked_for_before_a_service_over_the_network_is_opened(tmp_path: Path) -> None:
    site = installed(tmp_path, "raise SystemExit('was loaded')", example()[1])
    statement = (
        "import sys\nfrom pathlib import Path\nfrom tekmeria_sources import EvidenceService, Settings\n"
        "EvidenceService.open(Settings(Path('/nowhere')), demo=True)\nprint('importlib.metadata' in sys.modules)"
    )
    assert run(site, statement).stdout.split() == ["False"]


def herb(name: str = "herbarium", scheme: str = "herb") -> Upstream[Any]:
    return replace(
        UPSTREAMS[0], name=name, schemes=frozenset({scheme}), scheme=Scheme(scheme, re.compile("H[0-9]{6}"))
    )


@pytest.mark.parametrize(
    ("further", "why"),
    [
        ((herb("pubmed"),), "the upstream pubmed cannot be used: its name is another's"),
        ((herb("crossref"),), "its name is another's"),
        ((herb(scheme="pmid"),), "records pmid are another's"),
        ((herb(scheme="search"),), "records search are another's"),
        ((herb(), herb("another")), "the upstream another cannot be used: records herb are another's"),
    ],
)
def test_two_that_would_be_taken_for_each_other_are_refused(
    further: tuple[Upstream[Any], ...], why: str
) -> None:
    with pytest.raises(RegistryError, match=re.escape(why)):
        joined(UPSTREAMS, further)


def test_the_schemes_of_all_are_known() -> None:
    upstreams = joined(UPSTREAMS, (herb(),))
    assert upstreams[-1].name == "herbarium"
    assert {"pmid", "herb"} <= schemes_of(upstreams).keys()

"""The simulated upstreams speak the exact formats of the real ones."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlencode
from xml.etree.ElementTree import fromstring

import pytest

from tekmeria_sources.faults import FAULTS
from tekmeria_sources.pubmed_decoding import decode_records
from tekmeria_sources.pubmed_search import decode_ids
from tekmeria_sources.simulator import Simulator
from tekmeria_sources.sources import FICTIONAL


def ask(simulator: Simulator, utility: str, **query: str) -> bytes:
    target = f"/eutils.ncbi.nlm.nih.gov/entrez/eutils/{utility}.fcgi?{urlencode(query)}"
    answer = simulator.answer("GET", target, "")
    assert answer.status == 200
    return answer.body


def test_efetch_answers_with_the_records_asked_for_under_pubmeds_header(simulator: Simulator) -> None:
    body = ask(simulator, "efetch", db="pubmed", retmode="xml", id="99000005,7,99000001")
    assert re.match(
        rb'<\?xml version="1\.0" \?>\n<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle', body
    )
    assert list(decode_records(body).records) == ["pmid:99000005", "pmid:99000001"]
    recorded = (FICTIONAL / "pubmed" / "efetch-99000001.xml").read_bytes()
    assert re.findall(rb"<PubmedArticle>.*</PubmedArticle>", recorded)[0] in body


def test_efetch_of_unknown_ids_is_an_empty_set_and_of_none_an_error_element(simulator: Simulator) -> None:
    assert len(fromstring(ask(simulator, "efetch", id="7"))) == 0
    assert fromstring(ask(simulator, "efetch", id="")).findtext("ERROR") == "Supplied id parameter is empty."


def test_esearch_answers_in_json_with_counts_as_texts(simulator: Simulator) -> None:
    body = ask(simulator, "esearch", term="Lindgrove", retmode="json", retstart="1", retmax="2")
    result = json.loads(body)["esearchresult"]
    assert (result["count"], result["retmax"], result["retstart"]) == ("5", "2", "1")
    assert len(result["idlist"]) == 2
    assert decode_ids(body).total == 5


def test_esearch_heeds_dates_and_publication_types(simulator: Simulator) -> None:
    def ids(**query: str) -> tuple[str, ...]:
        return decode_ids(ask(simulator, "esearch", **query)).ids

    assert ids(term="Lindgrove", mindate="2031/03", maxdate="2031") == ("99000001",)
    assert ids(term='(Aster) AND ("Case Reports"[pt])') == ("99000003",)
    assert "99000003" not in ids(term='(Aster) NOT "retracted publication"[pt]')
    assert ids(term="zebra") == ()


def test_esearch_refuses_to_go_too_deep_inside_a_well_formed_answer(simulator: Simulator) -> None:
    assert (
        "9998" in json.loads(ask(simulator, "esearch", term="x", retstart="9999"))["esearchresult"]["ERROR"]
    )


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_injected_by_name_for_all_or_for_one_caller(simulator: Simulator, name: str) -> None:
    target = "/eutils.ncbi.nlm.nih.gov/entrez/eutils/efetch.fcgi?id=99000001"
    right = simulator.answer("GET", target, "")
    assert right.status == 200
    wrong = FAULTS[name](right)
    assert wrong != right
    assert simulator.answer("GET", f"/~{name}{target}", "") == wrong
    assert simulator.answer("GET", target, "") == right
    simulator.fault = name
    assert simulator.answer("GET", target, "") == wrong
    simulator.faulty = frozenset({"clinicaltrials.gov"})
    assert simulator.answer("GET", target, "") == right


def test_a_fault_or_upstream_that_is_not_there_is_refused(simulator: Simulator) -> None:
    assert simulator.answer("GET", "/~nosuch/eutils.ncbi.nlm.nih.gov/x", "").status == 400
    assert simulator.answer("GET", "/api.example.org/x", "").status == 404
    assert simulator.answer("GET", "/eutils.ncbi.nlm.nih.gov/entrez/eutils/elink.fcgi", "").status == 404
    with pytest.raises(ValueError, match="nosuch"):
        Simulator(fault="nosuch")


def test_any_folder_of_records_can_be_served(literature: Path) -> None:
    (literature / "pubmed" / "efetch-99000001.xml").unlink()
    with Simulator(literature) as running:
        assert list(decode_records(ask(running, "efetch", id="99000001,99000002")).records) == [
            "pmid:99000002"
        ]


def test_it_runs_as_a_program_and_says_its_address_first() -> None:
    command = [sys.executable, "-m", "tekmeria_sources.simulator", "--fault", "429"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8") as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
        finally:
            process.terminate()
    assert re.fullmatch(r"TEKMERIA_UPSTREAM_URL=http://127\.0\.0\.1:[0-9]+\n", line)

"""Record ids are read as people and models write them."""

from __future__ import annotations

import pytest

from tekmeria_sources.errors import ArgumentError
from tekmeria_sources.identifiers import record_id


@pytest.mark.parametrize(
    ("text", "id_"),
    [
        ("99000001", "pmid:99000001"),
        (" PMID: 99000001 ", "pmid:99000001"),
        ("pmid99000001", "pmid:99000001"),
        ("pmid:0099000001", "pmid:99000001"),
        ("https://pubmed.ncbi.nlm.nih.gov/99000001/", "pmid:99000001"),
        ("pubmed.ncbi.nlm.nih.gov/99000001/?from=x#abstract", "pmid:99000001"),
        ("http://www.ncbi.nlm.nih.gov/pubmed/99000001", "pmid:99000001"),
        ("pmid:99000001/abstract.7~ae2tc", "pmid:99000001"),
        ("PMC99000001", "pmcid:PMC99000001"),
        ("pmcid:pmc99000001", "pmcid:PMC99000001"),
        ("https://pmc.ncbi.nlm.nih.gov/articles/PMC99000001/", "pmcid:PMC99000001"),
        ("PPR990001", "ppr:PPR990001"),
        ("nct99000001", "nct:NCT99000001"),
        ("https://clinicaltrials.gov/study/NCT99000001", "nct:NCT99000001"),
        ("clinicaltrials.gov/ct2/show/nct99000001?rank=1", "nct:NCT99000001"),
        ("nct:NCT99000001@2033-01-20/eligibility.exclusion.2~ae2tc", "nct:NCT99000001"),
        ("set_id: AAAAAAAA-0000-4000-8000-000000000001", "setid:aaaaaaaa-0000-4000-8000-000000000001"),
        (
            "https://dailymed.nlm.nih.gov/dailymed/drugInfo.cfm?setid=aaaaaaaa-0000-4000-8000-000000000001&type=x",
            "setid:aaaaaaaa-0000-4000-8000-000000000001",
        ),
        ("10.5555/Fict.2031.0001", "doi:10.5555/fict.2031.0001"),
        ("doi: 10.5555/fict.2031.0001.", "doi:10.5555/fict.2031.0001"),
        ("https://doi.org/10.5555/fict%282031%290001", "doi:10.5555/fict(2031)0001"),
        ("AAAAAAAA-0000-4000-8000-000000000001", "setid:aaaaaaaa-0000-4000-8000-000000000001"),
    ],
)
def test_every_common_form_names_the_record(text: str, id_: str) -> None:
    assert record_id(text) == id_


@pytest.mark.parametrize(
    "text",
    ["", "-1", "0", "1234567890", "99000001 and 99000002", "aspirin", "pmid:", "10.5555", "9" * 100_000],
)
def test_anything_else_is_an_error_that_shows_the_text_and_the_remedy(text: str) -> None:
    with pytest.raises(ArgumentError) as refusal:
        record_id(text)
    assert repr(text[:20])[1:-1] in refusal.value.message
    assert "give a PMID" in refusal.value.remedy
    assert len(str(refusal.value)) < 300

"""PubMed's answers become records, or errors that say what happened."""

from __future__ import annotations

import json

import pytest

from tekmeria_contract.resolution import Notice
from tekmeria_sources.errors import BodyError, OutOfScopeError, RateLimitedError, RefusedError, UpstreamError
from tekmeria_sources.passages import cut
from tekmeria_sources.pubmed_decoding import decode_records, split_records
from tekmeria_sources.pubmed_search import decode_ids
from tekmeria_sources.record import Record, Relation

from .efetch import PMID, article, article_set, correction


def record(element: str) -> Record:
    return decode_records(article_set(element)).records[f"pmid:{PMID}"]


def test_the_newest_version_of_a_record_stays_whatever_the_order() -> None:
    titles = {version: f"<ArticleTitle>Version {version}.</ArticleTitle>" for version in (1, 2, 10)}
    elements = [article(version=version, title=titles[version]) for version in (2, 10, 1)]
    records = decode_records(article_set(*elements)).records
    assert [(r.title, r.version) for r in records.values()] == [("Version 10.", "10")]


def test_an_empty_set_holds_no_record_and_is_no_error() -> None:
    assert not decode_records(article_set()).records


def test_deleted_citations_are_named() -> None:
    found = decode_records(article_set("<DeleteCitation><PMID Version='1'>99000778</PMID></DeleteCitation>"))
    assert found.deleted == ("pmid:99000778",)


def test_each_record_can_be_kept_by_itself_and_reads_the_same() -> None:
    body = article_set(
        article(),
        article(pmid="99000778", abstract="<Abstract><AbstractText>γ<sub>2</sub></AbstractText></Abstract>"),
    )
    whole = decode_records(body).records
    parts = split_records(body)
    assert parts.keys() == whole.keys()
    for id_, part in parts.items():
        assert decode_records(part).records == {id_: whole[id_]}


@pytest.mark.parametrize(
    ("title", "expected", "has_passage"),
    [
        ("<ArticleTitle>On <i>LND1</i>.</ArticleTitle>", "On LND1.", True),
        ("<ArticleTitle/><VernacularTitle>Über LND1.</VernacularTitle>", "Über LND1.", True),
        (
            "<ArticleTitle>[Not Available].</ArticleTitle><VernacularTitle>Sobre LND1.</VernacularTitle>",
            "Sobre LND1.",
            True,
        ),
        (
            "<ArticleTitle>[On LND1].</ArticleTitle><VernacularTitle>Sobre LND1.</VernacularTitle>",
            "[On LND1].",
            True,
        ),
        ("<ArticleTitle>[Not Available].</ArticleTitle>", "[Not Available].", False),
        ("<ArticleTitle/>", "", False),
    ],
)
def test_the_title_is_the_one_that_says_something(title: str, expected: str, has_passage: bool) -> None:
    found = record(article(title=title))
    assert found.title == expected
    assert [passage.path for passage in cut(found)] == (["title"] if has_passage else [])


@pytest.mark.parametrize(
    ("journal", "inside", "date"),
    [
        ("<PubDate><Year>2031</Year></PubDate>", "", "2031"),
        ("<PubDate><Year>2031</Year><Month>Apr</Month></PubDate>", "", "2031-04"),
        ("<PubDate><Year>2031</Year><Month>04</Month><Day>6</Day></PubDate>", "", "2031-04-06"),
        ("<PubDate><Year>2031</Year><Season>Summer</Season></PubDate>", "", "2031"),
        ("<PubDate><MedlineDate>2031 Jul-Aug</MedlineDate></PubDate>", "", "2031-07"),
        ("<PubDate><MedlineDate>2031-2032</MedlineDate></PubDate>", "", "2031"),
        ("<PubDate><MedlineDate>Spring</MedlineDate></PubDate>", "", None),
        (
            "<PubDate><Year>2031</Year><Month>Apr</Month></PubDate>",
            "<ArticleDate><Year>2031</Year><Month>01</Month><Day>09</Day></ArticleDate>",
            "2031-01-09",
        ),
        (
            "<PubDate><Year>2031</Year><Month>Apr</Month></PubDate>",
            "<ArticleDate><Year>2031</Year><Month>04</Month><Day>09</Day></ArticleDate>",
            "2031-04-09",
        ),
        ("", "", None),
    ],
)
def test_dates_are_as_exact_as_they_are_stated(journal: str, inside: str, date: str | None) -> None:
    assert record(article(journal=journal, inside=inside)).date == date


def test_all_authors_are_kept_and_superseded_spellings_left_out() -> None:
    authors = (
        "<AuthorList><Author ValidYN='Y'><LastName>Nguyễn</LastName><ForeName>Thị Ánh</ForeName></Author>"
        "<Author ValidYN='N'><LastName>Nguyen</LastName><ForeName>Thi Anh</ForeName></Author>"
        "<Author ValidYN='Y'><LastName>O’Rourke</LastName><Initials>Z</Initials><Suffix>3rd</Suffix></Author>"
        "<Author ValidYN='Y'><CollectiveName>The <i>LND1</i> Group</CollectiveName></Author>"
        + "".join(f"<Author><LastName>Name{n}</LastName></Author>" for n in range(200))
        + "</AuthorList><InvestigatorList><Investigator><LastName>Not</LastName></Investigator>"
        "</InvestigatorList>"
    )
    found = record(article(inside=authors)).authors
    assert found[:3] == ("Thị Ánh Nguyễn", "Z O’Rourke 3rd", "The LND1 Group")
    assert len(found) == 203


def test_identifiers_come_from_the_records_own_list_and_never_from_references() -> None:
    data = (
        "<ArticleIdList><ArticleId IdType='pubmed'>99000777</ArticleId>"
        "<ArticleId IdType='doi'>10.5555/Own</ArticleId>"
        "<ArticleId IdType='pmc'>pmc99000777</ArticleId>"
        "<ArticleId IdType='doi'>not a doi</ArticleId></ArticleIdList>"
        "<ReferenceList><Reference><ArticleIdList>"
        "<ArticleId IdType='doi'>10.5555/cited</ArticleId></ArticleIdList>"
        "</Reference></ReferenceList>"
    )
    locations = (
        "<ELocationID EIdType='doi' ValidYN='Y'>10.5555/own</ELocationID>"
        "<ELocationID EIdType='doi' ValidYN='N'>10.5555/wrong</ELocationID>"
        "<ELocationID EIdType='pii'>S1</ELocationID>"
    )
    found = record(article(inside=locations, data=data)).identifiers
    assert found == (f"pmid:{PMID}", "doi:10.5555/own", "pmcid:PMC99000777")


@pytest.mark.parametrize(
    ("kind", "flags", "notice"),
    [
        ("RetractionIn", ("retracted",), "retraction"),
        ("PartialRetractionIn", ("retracted",), "partial_retraction"),
        ("RetractedandRepublishedIn", ("retracted",), "retraction"),
        ("ExpressionOfConcernIn", ("concern",), "concern"),
        ("ErratumIn", ("corrected",), "erratum"),
        ("CorrectedandRepublishedIn", ("corrected",), "correction"),
    ],
)
def test_a_notice_against_the_record_is_stated_with_kind_date_and_id(
    kind: str, flags: tuple[str, ...], notice: str
) -> None:
    found = record(
        article(corrections=correction(kind, "Inv J. 2033 Feb 6;3(1):4. doi: 10.5555/n", "99000778"))
    )
    assert found.flags == flags
    assert found.notices == (Notice(notice, "2033-02-06", "pmid:99000778", "pubmed"),)


@pytest.mark.parametrize(
    ("kind", "own"),
    [
        ("RetractionOf", "retraction"),
        ("PartialRetractionOf", "retraction"),
        ("ExpressionOfConcernFor", "concern"),
        ("ErratumFor", "correction"),
    ],
)
def test_the_notice_itself_carries_no_notice(kind: str, own: str) -> None:
    found = record(article(corrections=correction(kind, "Inv J. 2031;1:1", "99000001")))
    assert (found.flags, found.notices, found.notice_kinds) == (("notice",), (), (own,))


@pytest.mark.parametrize(
    "kind", ["CommentIn", "CommentOn", "UpdateIn", "UpdateOf", "RepublishedIn", "AssociatedPublication"]
)
def test_other_links_are_relations_and_raise_no_flag(kind: str) -> None:
    found = record(article(corrections=correction(kind, "Inv J. 2031;1:1")))
    assert found.flags == ()
    assert [relation.citation for relation in found.relations] == ["Inv J. 2031;1:1"]


def test_relations_name_kind_and_target_and_leave_out_works_merely_cited() -> None:
    links = correction("CommentIn", "Inv J. 2031;1:1", "99000778") + correction("Cites", "Inv J. 2001;1:1")
    assert record(article(corrections=links)).relations == (
        Relation("comment_in", "pmid:99000778", "Inv J. 2031;1:1"),
    )


def test_the_publication_type_alone_tells_a_retracted_paper() -> None:
    found = record(article(types=("Journal Article", "Retracted Publication")))
    assert found.notices == (Notice("retraction", source="pubmed"),)


def test_a_retraction_stated_twice_is_one_notice() -> None:
    links = correction("RetractionIn", "Inv J. 2033;1:1")
    found = record(article(types=("Retracted Publication",), corrections=links))
    assert [notice.date for notice in found.notices] == ["2033"]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Retraction of Publication", "retraction"),
        ("Retraction Notice", "retraction"),
        ("Expression of Concern", "concern"),
        ("Published Erratum", "correction"),
    ],
)
def test_the_publication_type_alone_tells_a_notice(name: str, kind: str) -> None:
    assert record(article(types=(name,))).notice_kinds == (kind,)


def test_a_title_that_says_retracted_proves_nothing() -> None:
    assert record(article(title="<ArticleTitle>RETRACTED: a fictional title.</ArticleTitle>")).flags == ()


def test_a_preprint_names_its_published_article() -> None:
    links = correction("UpdateIn", "Inv J. 2033;1:1", "99000778")
    found = record(article(types=("Preprint",), corrections=links))
    assert (found.flags, found.published) == (("preprint", "published"), "pmid:99000778")
    assert record(article(corrections=links)).published is None


def test_other_abstracts_have_paths_of_their_own_and_copyright_lines_are_no_text() -> None:
    abstract = (
        "<Abstract><AbstractText>English.</AbstractText>"
        "<CopyrightInformation>© Nobody. CC BY 4.0.</CopyrightInformation></Abstract>"
    )
    others = (
        "<OtherAbstract Type='Publisher' Language='ger'><AbstractText Label='ZIEL'>Eins.</AbstractText>"
        "<AbstractText Label='ENDE'>Zwei.</AbstractText></OtherAbstract>"
        "<OtherAbstract Type='plain-language-summary' Language='eng'><AbstractText>Plainly.</AbstractText>"
        "<CopyrightInformation>© Somebody.</CopyrightInformation></OtherAbstract>"
        "<OtherAbstract Type='plain-language-summary' Language='fre'><AbstractText>Simple.</AbstractText>"
        "</OtherAbstract>"
        "<OtherAbstract><AbstractText>Unknown tongue.</AbstractText></OtherAbstract>"
    )
    found = record(article(title="<ArticleTitle/>", abstract=abstract, citation=others))
    assert [(passage.path, passage.label, passage.text) for passage in cut(found)] == [
        ("abstract.1", None, "English."),
        ("abstract_ger.1", "ZIEL", "Eins."),
        ("abstract_ger.2", "ENDE", "Zwei."),
        ("plain_language.1", None, "Plainly."),
        ("plain_language_fre.1", None, "Simple."),
        ("abstract_und.1", None, "Unknown tongue."),
    ]
    assert found.copyright == ("© Nobody. CC BY 4.0.", "© Somebody.")
    assert found.licence == "© Nobody. CC BY 4.0."


def test_empty_and_unlabelled_parts_of_an_abstract_are_read_as_such() -> None:
    abstract = (
        "<Abstract><AbstractText Label='AIM'/><AbstractText Label='UNLABELLED'>First.</AbstractText>"
        "<AbstractText Label='RESULTS' NlmCategory='RESULTS'>A &lt;b&gt; <b>c</b>.</AbstractText></Abstract>"
    )
    passages = cut(record(article(title="<ArticleTitle/>", abstract=abstract)))
    assert [(p.path, p.label, p.text) for p in passages] == [
        ("abstract.1", None, "First."),
        ("abstract.2", "RESULTS", "A <b> c."),
    ]


def test_registrations_and_study_design_are_read() -> None:
    inside = (
        "<DataBankList><DataBank><DataBankName>ClinicalTrials.gov</DataBankName><AccessionNumberList>"
        "<AccessionNumber>nct99000001</AccessionNumber></AccessionNumberList></DataBank>"
        "<DataBank><DataBankName>GENBANK</DataBankName><AccessionNumberList><AccessionNumber>X1</AccessionNumber>"
        "</AccessionNumberList></DataBank></DataBankList>"
    )
    found = record(
        article(inside=inside, types=("Journal Article", "Comparative Study", "Randomized Controlled Trial"))
    )
    assert (found.trials, found.study_design) == (("nct:NCT99000001",), "Randomized Controlled Trial")


def test_a_whole_book_has_its_publisher_for_a_venue_and_its_own_doi() -> None:
    body = (
        "<PubmedBookArticle><BookDocument><PMID Version='1'>99000779</PMID><Book>"
        "<Publisher><PublisherName>Inventors</PublisherName></Publisher>"
        "<BookTitle>A fictional <i>book</i></BookTitle><PubDate><Year>2030</Year></PubDate>"
        "<AuthorList Type='editors'><Author><LastName>Ed</LastName></Author></AuthorList>"
        "<ELocationID EIdType='doi'>10.5555/book</ELocationID></Book></BookDocument></PubmedBookArticle>"
    )
    found = decode_records(article_set(body)).records["pmid:99000779"]
    assert (found.title, found.venue, found.date, found.authors) == (
        "A fictional book",
        "Inventors",
        "2030",
        ("Ed",),
    )
    assert found.identifiers == ("pmid:99000779", "doi:10.5555/book")


def test_a_single_record_without_a_set_around_it_is_read() -> None:
    assert list(decode_records(article().encode()).records) == [f"pmid:{PMID}"]


def refused(body: bytes) -> UpstreamError:
    with pytest.raises(UpstreamError) as refusal:
        decode_records(body)
    assert refusal.value.source == "pubmed"
    return refusal.value


def test_an_error_element_is_the_upstreams_own_message() -> None:
    error = refused(b"<eFetchResult><ERROR>Supplied id parameter is empty.</ERROR></eFetchResult>")
    assert isinstance(error, RefusedError)
    assert "Supplied id parameter is empty." in error.message


def test_the_rate_limits_envelope_is_recognised_and_its_key_never_shown() -> None:
    body = json.dumps({"error": "API rate limit exceeded", "api-key": "192.0.2.77", "limit": "3"}).encode()
    for decode in (decode_records, decode_ids):
        with pytest.raises(RateLimitedError) as refusal:
            decode(body)
        assert refusal.value.retryable
        assert "192.0.2.77" not in str(refusal.value)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "empty_body"),
        (b"<html><body>Error</body></html>", "html_body"),
        (b'{"esearchresult": {}}', "unexpected_body"),
        (b'{"esearchresult": ', "malformed_json"),
        (b"[" * 100_000, "malformed_xml"),
        (b"{" + b'"a":[' * 100_000, "malformed_json"),
        (article_set(article())[:-30], "malformed_xml"),
        (b"<feed/>", "unexpected_body"),
        (b"<PubmedArticleSet><PubmedArticle/></PubmedArticleSet>", "unexpected_body"),
        (article_set(article(pmid="12x")), "unexpected_body"),
    ],
)
def test_an_answer_that_cannot_be_read_is_a_typed_error(body: bytes, code: str) -> None:
    error = refused(body)
    assert isinstance(error, BodyError)
    assert error.code == code


@pytest.mark.parametrize(
    "root", ["ePostResult", "eSummaryResult", "eInfoResult", "eLinkResult", "eSpellResult"]
)
def test_the_answer_of_another_utility_is_refused_by_name(root: str) -> None:
    error = refused(f"<{root}><ERROR>x</ERROR></{root}>".encode())
    assert isinstance(error, OutOfScopeError)
    assert error.name == root


def test_ids_are_read_from_json_and_xml() -> None:
    content = {
        "esearchresult": {
            "count": "384",
            "idlist": ["99000001", "99000002"],
            "warninglist": {"outputmessages": ["m"]},
        }
    }
    page = decode_ids(json.dumps(content).encode())
    assert (page.ids, page.total, page.messages) == (("99000001", "99000002"), 384, ("outputmessages: m",))
    xml = (
        b"<eSearchResult><Count>2</Count><IdList><Id>99000001</Id></IdList>"
        b"<ErrorList><PhraseNotFound>xyz</PhraseNotFound></ErrorList></eSearchResult>"
    )
    page = decode_ids(xml)
    assert (page.ids, page.total, page.messages) == (("99000001",), 2, ("PhraseNotFound: xyz",))


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b'{"esearchresult": {"ERROR": "retstart cannot be larger than 9998"}}', RefusedError),
        (b"<eSearchResult><ERROR>Empty term</ERROR></eSearchResult>", RefusedError),
        (b'{"error": "backend failed"}', RefusedError),
        (b'{"header": {"type": "einfo"}}', OutOfScopeError),
        (b"<eLinkResult/>", OutOfScopeError),
        (b'{"esearchresult": {"count": "x", "idlist": []}}', BodyError),
        (b'{"esearchresult": {"count": "1", "idlist": "99000001"}}', BodyError),
        (b'{"anything": 1}', BodyError),
        (b"{]", BodyError),
    ],
)
def test_a_search_that_failed_is_never_an_empty_list(body: bytes, kind: type[UpstreamError]) -> None:
    with pytest.raises(kind):
        decode_ids(body)

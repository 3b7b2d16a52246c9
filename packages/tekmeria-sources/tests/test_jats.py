"""Open-access full text is read without loss: its text in order, its reference marks apart."""

from __future__ import annotations

import pytest

from tekmeria_sources.errors import BodyError, OutOfScopeError, RefusedError
from tekmeria_sources.jats_article import NOTICE_OF, RELATED, read_article
from tekmeria_sources.passages import cut
from tekmeria_sources.record import Passage, Record
from tekmeria_sources.sources import FICTIONAL

_ID = '<pub-id pub-id-type="pmid">9900009{n}</pub-id>'
_WORK = f'<ref id="B{{n}}"><mixed-citation>Work {{n}}. {_ID}</mixed-citation></ref>'
REFERENCES = f"<back><ref-list>{''.join(_WORK.format(n=n) for n in range(1, 7))}</ref-list></back>"


def article(body: str, *, meta: str = "", kind: str = "research-article", rest: str = REFERENCES) -> bytes:
    return (
        f'<article article-type="{kind}" xmlns:xlink="http://www.w3.org/1999/xlink"><front><article-meta>'
        '<article-id pub-id-type="pmcid">PMC99000055</article-id><title-group><article-title>A fictional text'
        f"</article-title></title-group>{meta}</article-meta></front><body>{body}</body>{rest}</article>"
    ).encode()


def read(body: bytes) -> Record:
    (record,) = read_article(body).records.values()
    return record


def passages(body: str) -> dict[str, Passage]:
    return {passage.path: passage for passage in cut(read(article(body)))}


def text_of(paragraph: str) -> str:
    return passages(f"<p>{paragraph}</p>")["body.0.1"].text


def mark(*numbers: int, shown: str = "") -> str:
    ids = " ".join(f"B{number}" for number in numbers)
    return f'<xref ref-type="bibr" rid="{ids}">{shown or ",".join(map(str, numbers))}</xref>'


@pytest.fixture(scope="module")
def fictional() -> Record:
    return read((FICTIONAL / "europepmc" / "fulltext-PMC99000010.xml").read_bytes())


@pytest.mark.parametrize(
    ("written", "text"),
    [
        (f"It rose [{mark(1)}].", "It rose."),
        (f"It rose [{mark(1)},{mark(2)}, {mark(4)}] again.", "It rose again."),
        (f"It rose [{mark(1)}–{mark(3)}]; then", "It rose; then"),
        (f"It rose ({mark(1, shown='Aas, 2020')}; {mark(2, shown='Li et al., 2021a')}).", "It rose."),
        (f"Li et al. ({mark(2, shown='2021')}) saw it.", "Li et al. saw it."),
        (f"It rose.<sup>{mark(1)}</sup> Then", "It rose. Then"),
        (f"It rose<sup>{mark(1)},{mark(2)}–{mark(4)}</sup>, then", "It rose, then"),
        (f"It rose{mark(1, shown='<sup>1</sup>')}<sup>,</sup>{mark(2, shown='<sup>2</sup>')}.", "It rose."),
        (f"It rose {mark(1, shown='[1]')}.", "It rose."),
        (f"survival{mark(1)} rose", "survival rose"),
        (f"survival{mark(1, 2, 3, shown='1-3')} and sleep{mark(1, 3, shown='1, 3')}", "survival and sleep"),
        (f"Li et al.{mark(1, shown='2021')} rose", "Li et al.2021 rose"),
        (f"It rose.{mark(1)},{mark(2)} Then", "It rose. Then"),
        (f"{mark(2, shown='Li et al. (2021)')} found it", "Li et al. (2021) found it"),
        (f"(Li et al. {mark(2, shown='2021')})", "(Li et al. 2021)"),
        (f"as in ref. {mark(2)} and", "as in ref. 2 and"),
        (f"(see {mark(2)} for more)", "(see 2 for more)"),
        (f"[{mark(1)}, Table 2]", "[1, Table 2]"),
        (f"<italic>a</italic> [{mark(1)}] <bold>b</bold>", "a b"),
        ("x [8] and (12) and m<sup>2</sup>", "x [8] and (12) and m²"),
        (f"10<sup>6</sup> [{mark(1)}]", "10⁶"),
        (f"10<sup>6,{mark(1)}</sup> s", "10⁶ s"),
    ],
)
def test_reference_marks_leave_the_text_with_their_brackets_and_nothing_else_does(
    written: str, text: str
) -> None:
    assert text_of(written) == text


def test_what_is_cited_is_kept_with_the_passage_that_cites_it() -> None:
    first, second = "One thing is so. " * 20, "Another is so. " * 30
    found = passages(
        f"<p>{first}<sup>{mark(1)}</sup> {second}[{mark(2)}–{mark(5)}]. {mark(6, shown='Li (2020)')} knew.</p>"
    )
    assert found["body.0.1"].credits == ("pmid:99000091",)
    last = list(found)[-1]
    assert found[last].text.endswith("Li (2020) knew.")
    assert found[last].credits == tuple(f"pmid:9900009{number}" for number in (2, 3, 4, 5, 6))
    assert [path for path, passage in found.items() if passage.credits] == ["body.0.1", last]


def test_a_work_without_identifier_is_credited_as_written_and_an_unknown_one_as_shown(
    fictional: Record,
) -> None:
    figure = next(passage for passage in cut(fictional) if passage.path == "figure.1")
    assert figure.credits == ("Berg B. A fictional handbook of fevers. Østervang: Invented Press; 2022.",)
    (passage,) = [
        p for p in cut(read(article(f"<p>It rose {mark(9, shown='Nobody 2020')}.</p>"))) if p.path != "title"
    ]
    assert passage.credits == ("Nobody 2020",)


def test_sections_are_counted_as_they_begin_and_labelled_by_the_way_of_headings(fictional: Record) -> None:
    labels = {
        passage.path: passage.label for passage in cut(fictional) if passage.path.startswith(("body", "back"))
    }
    assert labels == {
        "body.0.1": None,
        "body.1.1": "1. Introduction",
        "body.1.2": "1. Introduction",
        "body.2.1": "2. Methods & materials",
        "body.3.1": "2. Methods & materials › 2.1. Participants",
        "body.4.1": "2. Methods & materials › 2.2. Statistics",
        "body.2.2": "2. Methods & materials",
        "body.5.1": "3. Results",
        "body.5.2": "3. Results",
        "body.6.1": "3. Results › Box 1 What is new",
        "body.6.2": "3. Results › Box 1 What is new",
        "body.5.3": "3. Results",
        "back.1.1": "Acknowledgements",
        "back.3.1": "Appendix A",
        "back.4.1": "Notes",
    }


def test_tables_and_captions_are_passages_and_the_bibliography_is_none(fictional: Record) -> None:
    found = {passage.path: passage for passage in cut(fictional)}
    assert found["table.1"].text.split("\n") == [
        "Doses of velorin",
        "Values are means ± SD.",
        "Arm | Dose, mg·kg⁻¹",
        "Day 1 | Day 2 (evening)",
        "Velorina | 5.0 ± 0.2 | 2.5 [2]",
        "Placebo | | 0",
        "a CO₂-stable tablets.",
    ]
    assert (found["table.1"].label, found["table.2"].label) == ("Table 1", "Table 2")
    assert found["table.2"].text.endswith("Fever-free days | 19·4 | 16·2 | p<0·0001")
    assert found["figure.1"].text == "Flow of invented people.\nArrows show 1,204 adults; see Berg."
    everything = "\n".join(passage.text for passage in found.values())
    assert "Fictional mice" not in everything and "Doubts in fiction" not in everything
    assert "an arrow" not in everything


def test_mixed_content_keeps_its_order_and_lists_their_lines(fictional: Record) -> None:
    found = {passage.path: passage.text for passage in cut(fictional)}
    assert found["body.1.2"].split("\n") == [
        "We asked three things:",
        "(a) whether velorin shortens the fever;",
        "(b) whether it is safe;",
        "(c) for whom.",
        "The answers follow.",
    ]
    assert found["body.4.1"].startswith("The mean difference was x̄=1/n")
    assert "(1) where n>1 is the number of people. A two-sided P<0.05" in found["body.4.1"]
    assert "documentclass" not in found["body.4.1"] and "frac" not in found["body.4.1"]
    assert found["body.3.1"].endswith("Doses are listed in Table 1. Visits were daily.")
    assert "Na⁺<130 mmol/L" in found["body.3.1"]


def test_abstracts_are_told_apart_by_type_and_language(fictional: Record) -> None:
    found = {
        p.path: p.label
        for p in cut(fictional)
        if not p.path.startswith(("body", "back", "table", "fig", "sub"))
    }
    assert found == {
        "title": None,
        "abstract.1": "Background",
        "abstract.2": "Methods",
        "abstract.3": "Findings",
        "graphical.1": None,
        "plain_language.1": None,
        "abstract_spa.1": None,
    }


def test_an_article_inside_the_article_stands_under_a_path_of_its_own(fictional: Record) -> None:
    found = {passage.path: passage for passage in cut(fictional) if passage.path.startswith("sub")}
    assert found["sub1.title.1"].text == "Velorina: traducción ficticia"
    assert found["sub1.body.1.1"].text == "La fiebre de Marlowe es inventada."
    assert found["sub1.body.1.1"].credits == ("pmid:99000091",)


def test_the_front_matter_is_read(fictional: Record) -> None:
    assert fictional.id == "pmcid:PMC99000010"
    assert fictional.identifiers == ("pmcid:PMC99000010", "pmid:99000010", "doi:10.5555/invent.2032.0010")
    assert fictional.title == "Velorin for Marlowe Fever: A Fictional Randomised Trial of CO₂-Stable Tablets"
    assert fictional.authors == (
        "Hallgerður Þórsdóttir",
        "Wanjirũ M. Ng’ang’a III",
        "构 虚",
        "MARLO-1 Study Group",
    )
    assert fictional.venue == "Journal of Invented Medicine & Œcology"
    assert (fictional.date, fictional.version) == ("2032-03-09", "1")
    assert fictional.vernacular_title == "Velorina para la fiebre de Marlowe: un ensayo ficticio"
    assert fictional.licence == "https://creativecommons.org/licenses/by/4.0/"
    assert not fictional.notices_checked
    assert fictional.facts(None).notices is None


@pytest.mark.parametrize(("kind", "notice"), RELATED.items())
def test_a_notice_against_the_article_is_its_own_and_a_notice_is_none(kind: str, notice: str) -> None:
    related = (
        f'<related-article related-article-type="{kind}" ext-link-type="doi" xlink:href="10.5555/Fict.9"/>'
        '<related-article related-article-type="retracted-article" ext-link-type="pmid" xlink:href="99000003"/>'
    )
    record = read(article("<p>Text.</p>", meta=related))
    assert [(n.kind, n.id) for n in record.notices] == [(notice, "doi:10.5555/fict.9")]
    assert record.notice_kinds == ()
    assert [relation.id for relation in record.relations] == ["doi:10.5555/fict.9", "pmid:99000003"]


@pytest.mark.parametrize(("kind", "notice"), NOTICE_OF.items())
def test_a_notice_itself_is_known_by_its_type(kind: str, notice: str) -> None:
    related = '<related-article related-article-type="retracted-article" ext-link-type="doi" xlink:href="10.5555/x"/>'
    record = read(article("<p>Text.</p>", meta=related, kind=kind))
    assert (record.notice_kinds, record.notices, record.flags) == ((notice,), (), ("notice",))


def test_digits_alone_are_a_pmcid_of_an_older_file() -> None:
    body = article("<p>Text.</p>").replace(b">PMC99000055<", b">99000055<")
    assert read(body).id == "pmcid:PMC99000055"


def test_jats_in_a_namespace_of_its_own_reads_the_same() -> None:
    body = article("<sec><title>T</title><p>It is <italic>so</italic>.</p></sec>")
    named = body.replace(b"<article ", b'<article xmlns="https://jats.nlm.nih.gov/ns/archiving/1.3/" ')
    assert read_article(named) == read_article(body)


@pytest.mark.parametrize(
    ("body", "kind", "code"),
    [
        (b"", BodyError, "empty_body"),
        (b"<!DOCTYPE html><html></html>", BodyError, "html_body"),
        (article("<p>x</p>")[:-20], BodyError, "malformed_xml"),
        (b'<!DOCTYPE article [<!ENTITY a "b">]><article>&a;</article>', BodyError, "forbidden_xml"),
        (article("<sec>" * 250 + "</sec>" * 250), BodyError, "too_deep"),
        (b"<article><front/></article>", BodyError, "unexpected_body"),
        (b"<other/>", BodyError, "unexpected_body"),
        (b"<pmc-articleset/>", OutOfScopeError, "out_of_scope"),
        (b'<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"/>', OutOfScopeError, "out_of_scope"),
        (b"<errorBean><errMsg>Internal failure</errMsg></errorBean>", RefusedError, "refused"),
    ],
)
def test_what_cannot_be_read_is_a_typed_error(body: bytes, kind: type[Exception], code: str) -> None:
    with pytest.raises(kind) as refusal:
        read_article(body)
    assert getattr(refusal.value, "code", None) == code


def test_an_article_that_is_not_open_is_no_record_and_no_error() -> None:
    message = b"<errMsg>Article with id PMC1 is not open access one</errMsg>"
    assert not read_article(b"<errorBean><errCode>0</errCode>" + message + b"</errorBean>").records


def test_characters_that_the_reader_marks_with_are_taken_from_no_text() -> None:
    assert text_of("a\ufdd0b|c\ufdd1 \ufdd2d") == "ab|c d"

"""Tags that a depositor of PubMed escaped are markup where they are paired, and text where they are not."""

from __future__ import annotations

import pytest

from tekmeria_sources.pubmed_decoding import decode_records

from .efetch import PMID, article, article_set

pytestmark = pytest.mark.beside("quotations are compared with the text, and markup is none")


@pytest.mark.parametrize(
    ("written", "text"),
    [
        (
            "&lt;p&gt;The fictional jaw.&lt;o:p&gt;&lt;/o:p&gt;&lt;/p&gt; &lt;p&gt;It healed.&lt;/p&gt;",
            "The fictional jaw. It healed.",
        ),
        ("10&lt;sup&gt;-3&lt;/sup&gt; of &lt;i&gt;all&lt;/i&gt;", "10⁻³ of all"),
        ("the mean &lt;p&gt; of the momentum", "the mean <p> of the momentum"),
        ("P&lt;0.001 and a&lt;b; c&gt;d", "P<0.001 and a<b; c>d"),
        ("the end tag &lt;/p&gt; alone", "the end tag </p> alone"),
        ("<i>P</i>&lt;0.001, &lt;em&gt;n&lt;/em&gt;&lt;30", "P<0.001, n<30"),
    ],
)
def test_escaped_tags_are_markup_only_in_pairs(written: str, text: str) -> None:
    abstract = f"<Abstract><AbstractText>{written}</AbstractText></Abstract>"
    title = f"<ArticleTitle>{written}</ArticleTitle>"
    record = decode_records(article_set(article(abstract=abstract, title=title))).records[f"pmid:{PMID}"]
    assert [section.text for section in record.sections] == [text, text]
    assert record.title == text


def test_layout_at_the_ends_of_a_part_and_of_its_label_is_no_text() -> None:
    part = '<AbstractText Label="CONCLUSION&#x2003;">&#x2003;It is a&#x2003;fiction.&#xA0;</AbstractText>'
    element = article(abstract=f"<Abstract>{part}</Abstract>", title="<ArticleTitle/>")
    (section,) = decode_records(article_set(element)).records[f"pmid:{PMID}"].sections
    assert (section.label, section.text) == ("CONCLUSION", "It is a\u2003fiction.")

"""Builds ``efetch`` XML of fictional records for tests that need one detail to be just so."""

from __future__ import annotations

PMID = "99000777"


def article_set(*elements: str) -> bytes:
    """An answer with the given elements under the usual header."""
    head = (
        '<?xml version="1.0" ?>\n<!DOCTYPE PubmedArticleSet PUBLIC '
        '"-//NLM//DTD PubMedArticle, 1st January 2025//EN" "https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd">\n'
    )
    return f"{head}<PubmedArticleSet>{''.join(elements)}</PubmedArticleSet>".encode()


def article(
    *,
    pmid: str = PMID,
    version: int = 1,
    title: str = "<ArticleTitle>A fictional title.</ArticleTitle>",
    abstract: str = "",
    journal: str = "",
    inside: str = "",
    types: tuple[str, ...] = ("Journal Article",),
    corrections: str = "",
    citation: str = "",
    data: str = "",
) -> str:
    """A ``PubmedArticle``; ``inside`` goes into ``Article``, ``citation`` after it, ``data`` last."""
    listed = "".join(f"<PublicationType>{name}</PublicationType>" for name in types)
    return (
        f'<PubmedArticle><MedlineCitation><PMID Version="{version}">{pmid}</PMID><Article>'
        f"<Journal><Title>Invented journal</Title><JournalIssue>{journal}</JournalIssue></Journal>"
        f"{title}{abstract}{inside}<PublicationTypeList>{listed}</PublicationTypeList></Article>"
        f"<CommentsCorrectionsList>{corrections}</CommentsCorrectionsList>{citation}</MedlineCitation>"
        f"<PubmedData>{data}</PubmedData></PubmedArticle>"
    )


def correction(kind: str, source: str, pmid: str = "") -> str:
    """A ``CommentsCorrections`` element."""
    target = f'<PMID Version="1">{pmid}</PMID>' if pmid else ""
    return (
        f'<CommentsCorrections RefType="{kind}"><RefSource>{source}</RefSource>{target}</CommentsCorrections>'
    )

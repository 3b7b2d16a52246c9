"""Handle codec, quote comparison and deterministic citation audit for biomedical answers.

``plan(answer, ring)`` reads an answer and says which handles must be looked up, ``judge(plan, resolutions)`` gives
the report, ``render_text(report)`` shows it. Everything is a pure function of its arguments; nothing here opens a
file, asks the network or reads the clock.
"""

from tekmeria_contract.answer import Answer, Citation, ForeignMark, ForeignReference, Sentence
from tekmeria_contract.audit import MissingResolutionError, judge
from tekmeria_contract.evidence_file import EvidenceError, read_evidence, write_evidence
from tekmeria_contract.handle import DEFAULT, Handle, HandleError, Scheme, VerifiedHandle, mint, parse, verify
from tekmeria_contract.keyring import Key, KeyRing, KeyRingError
from tekmeria_contract.plan import Plan, plan
from tekmeria_contract.policy import Policy, PolicyError
from tekmeria_contract.quotes import QuoteMatch, compare_quote
from tekmeria_contract.reading import LimitError, read_answer, read_claims
from tekmeria_contract.rendering import render_text
from tekmeria_contract.report import Report
from tekmeria_contract.resolution import IssuedText, Notice, PassageText, RecordFacts, Resolution
from tekmeria_contract.schema import evidence_schema, report_schema
from tekmeria_contract.sentences import split_sentences

__all__ = [
    "DEFAULT",
    "Answer",
    "Citation",
    "EvidenceError",
    "ForeignMark",
    "ForeignReference",
    "Handle",
    "HandleError",
    "IssuedText",
    "Key",
    "KeyRing",
    "KeyRingError",
    "LimitError",
    "MissingResolutionError",
    "Notice",
    "PassageText",
    "Plan",
    "Policy",
    "PolicyError",
    "QuoteMatch",
    "RecordFacts",
    "Report",
    "Resolution",
    "Scheme",
    "Sentence",
    "VerifiedHandle",
    "compare_quote",
    "evidence_schema",
    "judge",
    "mint",
    "parse",
    "plan",
    "read_answer",
    "read_claims",
    "read_evidence",
    "render_text",
    "report_schema",
    "split_sentences",
    "verify",
    "write_evidence",
]

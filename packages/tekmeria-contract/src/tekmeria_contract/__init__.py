"""Handle codec, quote comparison and deterministic citation audit for biomedical answers.

``plan(answer, ring)`` reads an answer and says which handles must be looked up, ``judge(plan, resolutions)`` gives
the report, ``render_text(report)`` shows it. ``make_bundle`` seals all that for someone without the key, and
``verify_bundle`` judges the answer again from what is sealed. Everything is a pure function of its arguments; nothing
here opens a file, asks the network or reads the clock.
"""

from tekmeria_contract.answer import Answer, Citation, ForeignMark, ForeignReference, Sentence
from tekmeria_contract.audit import MissingResolutionError, judge
from tekmeria_contract.bundle import VerifiedBundle, make_bundle, verify_bundle
from tekmeria_contract.bundle_document import BundleError
from tekmeria_contract.canonical import CanonicalError, canonical_json
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
from tekmeria_contract.schema import bundle_schema, evidence_schema, report_schema
from tekmeria_contract.seals import PublicKey, SignExtraError, SigningKey, SigningKeyError
from tekmeria_contract.sentences import split_sentences

__all__ = [
    "DEFAULT",
    "Answer",
    "BundleError",
    "CanonicalError",
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
    "PublicKey",
    "QuoteMatch",
    "RecordFacts",
    "Report",
    "Resolution",
    "Scheme",
    "Sentence",
    "SignExtraError",
    "SigningKey",
    "SigningKeyError",
    "VerifiedBundle",
    "VerifiedHandle",
    "bundle_schema",
    "canonical_json",
    "compare_quote",
    "evidence_schema",
    "judge",
    "make_bundle",
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
    "verify_bundle",
    "write_evidence",
]

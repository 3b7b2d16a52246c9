"""The closed lists of the contract: every id a report or an error may hold, what it means and what to do.

Thrower, documentation and view all read these tables. Ids are never renumbered or given another meaning.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

CONTRACT_VERSION = "0.1"
REPORT_SCHEMA = "tekmeria.report/1"
EVIDENCE_SCHEMA = "tekmeria.evidence/1"
BUNDLE_SCHEMA = "tekmeria.bundle/1"


@dataclass(frozen=True, slots=True)
class Term:
    """One id of a closed list, what it means, and what a reader can do about it."""

    id: str
    meaning: str
    remedy: str = ""


def _table(*rows: tuple[str, str] | tuple[str, str, str]) -> Mapping[str, Term]:
    return MappingProxyType({row[0]: Term(*row) for row in rows})


HANDLE_REASONS = _table(
    ("too_long", "it has more than 240 characters", "copy the handle alone"),
    ("no_scheme", "it does not begin with a scheme and a colon", "copy the handle from its beginning"),
    (
        "unknown_scheme",
        "its scheme is not one of this installation",
        "use a scheme that describe_contract lists",
    ),
    ("id_shape", "its id has not the shape of its scheme", "copy the id as it was handed out"),
    (
        "version_shape",
        "its version is not 1 to 32 letters, digits, points or hyphens",
        "copy the version too",
    ),
    ("no_path", "it names a record but no passage", "cite a passage: record/path~code"),
    (
        "path_shape",
        "its path is not steps of a-z, 0-9, _ and - joined by points",
        "copy the path as it was handed out",
    ),
    ("no_code", "it has no check code", "copy the handle to its end: ~ and the code"),
    (
        "code_character",
        "its check code holds a character outside 0-9 a-z without i l o u",
        "copy the code again",
    ),
    (
        "code_length",
        "its check code has a length that no key accepts",
        "copy the whole code, no more and no less",
    ),
    (
        "code_mismatch",
        "no key of this installation made its check code",
        "cite only handles that were handed out",
    ),
    ("retired_key", "only a retired key made its check code", "fetch the passage again for a fresh handle"),
    ("not_in_bundle", "the bundle does not hold it", "ask for the bundle of this very answer"),
)
"""Why a text is not a handle of this ring (``HandleError.reason``), in the order in which they are tested."""

BUNDLE_REASONS = _table(
    ("not_a_bundle", "it is no sealed bundle", "ask for the file that tekmeria bundle wrote"),
    ("other_version", "it is of another version than this software reads", "use the software that it names"),
    ("other_key", "another key than the one given sealed it", "take the key from the installation itself"),
    ("revoked_key", "the key that sealed it has been revoked", "ask the installation for a new bundle"),
    ("altered", "it is not what was sealed", "trust nothing of it, and ask for it again"),
    ("seal_broken", "its seal does not fit", "trust nothing of it, and ask for it again"),
    ("misshapen", "it is sealed and does not say what a bundle says", "report it to the installation"),
    ("answer_differs", "it is not the answer that the bundle speaks of", "compare it with the answer sealed"),
    (
        "report_differs",
        "the sealed report is not what the sealed passages give",
        "trust none of its verdicts",
    ),
)
"""Why a bundle proves nothing of an answer (``BundleError.reason``), in the order in which they are tested."""

CITATION_REASONS = _table(
    *((term.id, term.meaning, term.remedy) for term in HANDLE_REASONS.values()),
    ("not_ascii", "it holds a look-alike letter of another script", "copy the handle instead of retyping it"),
    (
        "markup_inside",
        "emphasis, a comment or a tag stands inside it",
        "copy the handle as it was handed out",
    ),
    ("empty_quote", "its quotation holds no text", "quote the words, or drop the quotation marks"),
    ("too_long_quote", "its quotation is over the limit", "quote the sentence that matters"),
    ("unclosed_quote", "its quotation is opened and not closed", "close the quotation"),
    ("note_in_bracket", "the bracket holds a note beside the handle", "put the note into the sentence"),
    ("range", "it cites a range of passages", "cite each passage by its handle"),
    ("mark_defined_twice", "its number has two definitions", "number each source once"),
    (
        "conflicting_codes",
        "the same passage is cited with two different check codes",
        "cite the one handed out",
    ),
    ("version_not_obtainable", "the cited version cannot be had and the present one lacks the quotation", ""),
    ("source_unreachable", "the source could not be reached and no fresh copy is kept", "audit again later"),
    ("record_gone", "the record is no longer served", "cite another source"),
    ("passage_gone", "the record no longer has this passage", "fetch the record again"),
)
"""Why a citation is malformed, forged, unavailable or withdrawn (``Citation.reason``)."""

VERDICTS = _table(
    ("malformed", "not a well-formed citation", 'cite as [handle] or [handle "exact words"]'),
    ("forged", "this installation never handed out this handle", "remove it or fetch the passage"),
    ("unavailable", "its source could not be reached", "audit again later"),
    ("withdrawn", "the record or passage is no longer served", "cite another source"),
    (
        "quote_mismatch",
        "the quotation is not in the passage, word for word",
        "copy the repair, or quote again",
    ),
    ("ok", "genuine, there, and any quotation is verbatim; whether it supports the claim is not checked"),
)
"""The verdicts on a citation; the first that applies."""

FLAGS = _table(
    ("retracted", "the record has been retracted, withdrawn or removed", "do not rely on it"),
    ("concern", "an expression of concern stands against the record", "read the notice"),
    ("preprint", "the record is a preprint"),
    ("version_changed", "the registry now serves another version than the one cited", "compare the versions"),
)

NOTES = _table(
    ("corrected", "a correction to the record has been published", "read the correction"),
    ("published", "the preprint has been published in a journal", "cite the published article"),
    ("text_changed", "the passage reads differently now than when it was handed out", "fetch it again"),
    (
        "not_as_issued",
        "only another version than the one cited holds the quotation",
        "fetch the record again",
    ),
    ("secondary", "the quoted passage credits another work", "cite the work it credits"),
    ("qualified", "the words around the quotation qualify it", "quote the whole sentence"),
    (
        "ends_mid_sentence",
        "the quotation ends with a stop where the sentence goes on",
        "quote the whole sentence",
    ),
    ("title_only", "a title is the sentence's only support", "cite a passage of the text"),
    ("notices_unchecked", "whether the record is retracted could not be checked", "audit again later"),
    ("not_rechecked", "judged from the text as issued; the source was not asked again"),
    ("quoted_words_not_found", "a short quotation in the sentence is in no cited passage"),
    ("ambiguous", "the short quotation stands more than once in the passage", "quote more words"),
    ("inside_code", "the handle stands in code, a comment or struck-out text"),
)

CLASSES = _table(
    ("refused_character", "it holds a character that hides or reorders text"),
    ("formatting", "only formatting differs"),
    ("token_cut", "it begins or ends inside a word or number"),
    ("spans_passages", "it runs on into the next passage"),
    ("other_passage", "it stands in another passage"),
    ("omission", "words were left out"),
    ("number", "a number differs"),
    ("sign", "a sign differs"),
    ("unit", "a unit differs"),
    ("comparison", "a comparison sign differs"),
    ("negation", "a negation was added or lost"),
    ("script", "letter case, an accent or an exponent differs"),
    ("wording", "the wording differs"),
    ("absent", "nothing like it stands there"),
)
"""The classes of a quote mismatch; the first that applies."""

SENTENCE_KINDS = _table(
    ("claim", "a sentence that must be cited"),
    ("heading", "a heading or a table's header row"),
    ("leadin", "a label or an introduction to what follows"),
    ("question", "a question without a declarative part"),
    ("reference", "an entry or label of the references"),
    ("boilerplate", "a disclaimer from the published list, or a line without a letter"),
)

SENTENCE_STATUSES = _table(
    ("cited", "at least one citation is ok"),
    ("invalid_only", "it has citations and none is ok", "cite a passage that was handed out"),
    ("uncited", "it has no citation", "cite the passage it rests on"),
    ("exempt", "it is no claim"),
)

OVERALL = ("fail", "incomplete", "warn", "pass")
"""The overall verdicts, most severe first."""

ORIGINS = ("bracket", "prose", "blockquote", "definition", "structured")
"""Where a citation's quotation stands."""

REPAIRS = _table(
    ("invisible", "it held characters that show nothing"),
    ("wrap", "a line break stood at one of its joints"),
    ("space", "white space stood at one of its joints"),
    ("entity", "part of it was written as an HTML entity"),
    ("percent", "part of it was percent-encoded"),
    ("escape", "part of it was escaped with a backslash"),
    ("tilde", "its tilde was a look-alike"),
    ("lost_tilde", "its tilde was lost to strike-through; the last characters are the code"),
    ("case", "its scheme or code was in upper case"),
)
"""What was mended in a handle (``Citation.repaired``); each counts only if the code then verifies."""

DELIMITERS = _table(
    ("braces", "it stands in braces"),
    ("full_width", "it stands in full-width brackets"),
    ("lenticular", "it stands in lenticular or tortoise-shell brackets"),
    ("corner", "it stands in corner brackets"),
    ("entity", "its bracket was written as an HTML entity"),
    ("cite", "it stands in a LaTeX command"),
    ("footnote_label", "it stands where a footnote's label would"),
    ("unclosed", "its bracket is not closed"),
    ("mismatched", "its bracket is closed by another kind"),
    ("unopened", "its bracket is closed and never opened"),
)
"""An unusual delimiter of a citation (``Citation.delimiter``); it changes no verdict."""

MATCH_KINDS = ("exact", "folded", "unmarked", "elided", "title")
"""How a verbatim quotation matched."""

FAIL_ON_LEAST = ("forged", "malformed")
"""What always fails an answer."""

FAIL_ON = (
    *(verdict for verdict in VERDICTS if verdict != "ok"),
    *FLAGS,
    *("uncited", "invalid_only", "figures", "qualified", "incomplete", "warn"),
)
"""What a caller may add to ``Policy.fail_on``."""

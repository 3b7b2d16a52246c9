"""The faults that are injected, and the category that must notice each (eval.md, Faults)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any

from tekmeria_contract.handle import HandleError, VerifiedHandle, parse
from tekmeria_eval.faults import Fault

Change = Callable[[Any], Any]
Arguments = tuple[Any, ...]


def _always(value: object) -> Change:
    """The function gives ``value``, whatever it is asked."""
    return _around(lambda _function, _arguments: value)


def _around(call: Callable[[Any, Arguments], Any]) -> Change:
    """The function is called by ``call``, which is given the right one and the arguments."""

    def change(original: Callable[..., Any]) -> Callable[..., object]:
        def faulty(*arguments: object, **named: object) -> object:
            return call(partial(original, **named), arguments)

        return faulty

    return change


def _after(change: Change) -> Change:
    """What the function gives is changed."""
    return _around(lambda function, arguments: change(function(*arguments)))


def _first(change: Change) -> Change:
    """The first argument of the function is changed."""
    return _around(lambda function, arguments: function(change(arguments[0]), *arguments[1:]))


def _without(item: str) -> Change:
    """A closed list without ``item``."""
    return lambda original: type(original)(entry for entry in original if entry != item)


def _with(**changed: str) -> Change:
    """A table with entries changed."""
    return lambda table: {**table, **changed}


def _verdict_is_ok(verdict: str) -> Change:
    """A ruling that ought to be ``verdict`` is ok."""
    return _after(
        lambda ruling: replace(ruling, verdict="ok", reason=None) if ruling.verdict == verdict else ruling
    )


def _respelt(pattern: str, to: Callable[[re.Match[str]], str]) -> Change:
    """The fold is given another text of the same length."""
    compiled = re.compile(pattern)
    return _first(lambda text: compiled.sub(to, text))


def _strange(match: re.Match[str]) -> str:
    """Letters that no row of the table knows."""
    return "".join(chr(0xA000 + ord(character) % 0x400) for character in match[0])


def _translated(characters: str, others: str) -> Change:
    table = str.maketrans(characters, others)
    return _first(lambda text: text.translate(table))


def _row(number: int, pattern: str, caught_by: str) -> Fault:
    """A row of the fold table is removed: its characters are left as they are."""
    name = f"fold_row_{number}_removed"
    meaning = f"row {number} of the fold table is gone"
    return Fault(name, "fold:read", _respelt(pattern, _strange), caught_by, meaning)


def _verified_whatever(arguments: Arguments) -> VerifiedHandle:
    text, ring, *schemes = arguments
    return VerifiedHandle(parse(text, *schemes), ring.fingerprints[0], 1)


def _verified_under_any_path(function: Callable[..., Any], arguments: Arguments) -> VerifiedHandle:
    text, *rest = arguments
    handle = parse(text)
    for path in (handle.path, "title", *(f"abstract.{number}" for number in range(1, 30))):
        with suppress(HandleError):
            function(f"{handle.record}/{path}~{handle.code}", *rest)
            return VerifiedHandle(handle, rest[0].fingerprints[0], 1)
    return function(*arguments)


HANDLES = (
    Fault(
        "code_accepts_anything",
        "handle:verify",
        _around(lambda _, arguments: _verified_whatever(arguments)),
        "forged_code",
        "any code of the right shape will do",
    ),
    Fault(
        "code_ignores_path",
        "handle:verify",
        _around(lambda function, arguments: _verified_under_any_path(function, arguments)),
        "forged_path",
        "the code of one passage verifies under the path of another",
    ),
    Fault(
        "retired_keys_verify",
        "keyring:KeyRing.accepting",
        _after(lambda keys: tuple(replace(key, retired=False) for key in keys)),
        "forged_retired_key",
        "a retired key is as good as any",
    ),
    Fault(
        "only_first_key_verifies",
        "keyring:KeyRing.accepting",
        _after(lambda keys: keys[:1]),
        "ok_rotated_key",
        "handles of the key before the newest are refused",
    ),
    Fault(
        "conflicts_ignored",
        "plan:_conflicting",
        _around(lambda _function, _arguments: frozenset[int]()),
        "conflicting_codes",
        "guessing twice saves a guess",
    ),
)

FOLDS = (
    _row(5, "[–—−‐‑]", "ok_dashes"),
    _row(7, "\u00ad", "ok_soft_hyphen"),
    _row(8, "[’′‘´]", "ok_apostrophes"),
    _row(10, "[\u00a0\u2009\u202f\n\t]", "ok_reformatted"),
    _row(11, "[\u200b\u2060\ufeff]", "ok_invisible"),
    _row(13, "…", "ok_ellipsis"),
    _row(14, "[ﬀﬁﬂﬃﬄﬅﬆ]", "ok_ligatures"),
    _row(15, "µ", "ok_greek"),
    _row(16, "[∆ϐϰ]", "ok_greek"),
    _row(18, "[\uff01-\uff5e]", "ok_letters"),
    _row(20, "(?<=[0-9])·(?=[0-9])", "ok_signs"),
    _row(22, "[˚℃]", "ok_signs"),
    _row(23, "[⩽≦⩾≧]", "ok_signs"),
    _row(26, "[⁄∕]", "ok_signs"),
    _row(27, "[﹪٪％]", "ok_signs"),
    Fault("minus_lost", "fold:read", _translated("−", " "), "quote_sign_changed", "a minus is a space"),
    Fault("or_equal_lost", "fold:read", _translated("≤≥", "<>"), "quote_comparison_flipped", "≤ is <"),
    Fault(
        "exponents_flattened",
        "fold:read",
        _translated("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-"),
        "quote_compatibility_form",
        "10⁶ is 106",
    ),
    Fault(
        "accents_dropped", "fold:read", _translated("éóïáíöå", "eoiaioa"), "quote_accent_changed", "é is e"
    ),
    Fault(
        "case_folded",
        "fold:read",
        _respelt("[A-Z]", lambda match: match[0].lower()),
        "quote_case_changed",
        "upper case does not matter",
    ),
    Fault(
        "refused_accepted", "fold:refused", _always(None), "quote_refused", "hidden characters may be quoted"
    ),
)

QUOTES = (
    Fault("cut_left_legal", "cuts:illegal_left", _always(None), "token_cut", "a quote may begin anywhere"),
    Fault("cut_right_legal", "cuts:illegal_right", _always(None), "token_cut", "a quote may end anywhere"),
    Fault(
        "em_dash_is_a_hyphen",
        "cuts:_is_em_dash",
        _always(False),
        "ok_at_em_dash",
        "no quotation may begin or end at an em dash",
    ),
    Fault(
        "quote_check_skipped",
        "verdicts:_rule_quote",
        _after(lambda ruling: replace(ruling, verdict="ok", matched="exact")),
        "quote_word_swapped",
        "no quotation is compared",
    ),
    Fault(
        "ellipsis_always_matches",
        "quotes:compare_prepared",
        _around(lambda function, arguments: function(*arguments[:2], True, *arguments[3:])),
        "quote_elided",
        "an ellipsis stands for anything",
    ),
    Fault("ellipsis_never_matches", "quotes:_elided", _always(None), "ok_elided", "the policy is not heard"),
)

VERDICTS = (
    Fault("withdrawn_is_ok", "verdicts:rule", _verdict_is_ok("withdrawn"), "withdrawn", "gone is there"),
    Fault(
        "unavailable_is_ok", "verdicts:rule", _verdict_is_ok("unavailable"), "unavailable", "unknown is ok"
    ),
    Fault(
        "mismatch_is_ok",
        "verdicts:rule",
        _verdict_is_ok("quote_mismatch"),
        "quote_number_changed",
        "a wrong quotation counts",
    ),
    Fault(
        "lost_version_is_mismatch",
        "verdicts:_version_lost",
        _always(False),
        "version_not_obtainable",
        "a version that cannot be had is held against the quotation",
    ),
    Fault("flags_dropped", "verdicts:flags", _always(()), "retracted", "no citation has a flag"),
    Fault(
        "retraction_kind_unknown",
        "resolution:RETRACTING",
        _without("partial_retraction"),
        "retracted",
        "a partial retraction is none",
    ),
    Fault(
        "correction_kind_unknown",
        "resolution:CORRECTING",
        _without("addendum"),
        "corrected",
        "an addendum is no correction",
    ),
    Fault(
        "reinstatement_ignored",
        "verdicts:standing_notices",
        _around(lambda _, arguments: tuple(arguments[0])),
        "reinstated",
        "a retraction stands for good",
    ),
    Fault(
        "unknown_is_clean",
        "verdicts:_record_notes",
        _after(lambda notes: [note for note in notes if note != "notices_unchecked"]),
        "notices_unchecked",
        "notices that could not be checked are none",
    ),
    Fault(
        "text_change_unnoticed",
        "verdicts:_text_changed",
        _always(False),
        "text_changed",
        "nobody hears that the text has changed",
    ),
    Fault(
        "version_change_unnoticed",
        "verdicts:_version_changed",
        _always(False),
        "version_changed",
        "nobody hears of a new version",
    ),
)

ANSWERS = (
    Fault(
        "uncited_passes", "outcome:BASE_OUTCOME", _with(uncited="pass"), "uncited", "nothing need be cited"
    ),
    Fault("concern_passes", "outcome:BASE_OUTCOME", _with(concern="pass"), "concern", "no concern matters"),
    Fault(
        "unavailable_only_warns",
        "outcome:BASE_OUTCOME",
        _with(unavailable="warn"),
        "unavailable",
        "an audit that could not be completed looks complete",
    ),
    Fault(
        "ratios_rounded",
        "outcome:_ratio",
        _after(lambda ratio: None if ratio is None else float(round(ratio))),
        "uncited",
        "ratios are whole numbers",
    ),
)

NOTES = (
    Fault(
        "qualification_unnoticed",
        "quotes:_is_qualified",
        _always(False),
        "qualified_before",
        "a negation cut off is not noted",
    ),
    Fault(
        "qualification_everywhere",
        "quotes:_is_qualified",
        _always(True),
        "ok_quoted",
        "every quotation is qualified",
    ),
    Fault(
        "stop_unnoticed",
        "quotes:_stop_notes",
        _always(()),
        "ends_mid_sentence",
        "a stop inside a sentence is not noted",
    ),
    Fault(
        "final_mark_required",
        "quotes:_without_final_mark",
        _always(None),
        "ends_mid_sentence",
        "no final mark may be dropped",
    ),
    Fault(
        "repetition_unnoticed",
        "quotes:_is_ambiguous",
        _always(False),
        "ambiguous",
        "a short quotation is never ambiguous",
    ),
    Fault(
        "titles_unknown", "quotes:is_title_part", _always(False), "title_quoted", "a title is a misquotation"
    ),
    Fault(
        "titles_everywhere",
        "quotes:is_title_part",
        _always(True),
        "prose_misquoted",
        "any quotation of the prose is a title",
    ),
    Fault("entities_kept", "marking:entity_edits", _always(()), "ok_entities", "&lt; is not <"),
    Fault(
        "emphasis_kept",
        "marking:unmark_edits",
        _around(lambda _function, _arguments: list[object]()),
        "ok_emphasis",
        "emphasis is text",
    ),
    Fault(
        "figures_all_found", "figures:_state", _always("found"), "figure_not_found", "every figure is found"
    ),
    Fault("figures_none_found", "figures:_state", _always("not_found"), "figure_found", "no figure is found"),
)

CLASSES = (
    Fault(
        "next_passage_unknown",
        "mismatch:Diagnostician._spans_passages",
        _always(False),
        "quote_spans_passages",
        "no quotation runs on",
    ),
    Fault(
        "other_passages_unknown",
        "mismatch:Diagnostician._other_passage",
        _always(None),
        "quote_other_passage",
        "no other passage is looked at",
    ),
    Fault(
        "cut_unclassified",
        "diagnosis:_token_cut",
        _always(None),
        "token_cut",
        "a cut token is another wording",
    ),
    Fault(
        "omission_unclassified",
        "diagnosis:_omission",
        _always(None),
        "quote_elided",
        "an ellipsis is another wording",
    ),
    Fault(
        "refusal_unclassified",
        "diagnosis:_refused",
        _always(None),
        "quote_refused",
        "a hidden character is another wording",
    ),
    Fault(
        "number_unclassified",
        "differences:_number",
        _always(False),
        "quote_number_changed",
        "a number is a word",
    ),
    Fault("sign_unclassified", "differences:_sign", _always(False), "quote_sign_changed", "a sign is a mark"),
    Fault("unit_unclassified", "differences:_unit", _always(False), "quote_unit_changed", "a unit is a word"),
    Fault(
        "comparison_unclassified",
        "differences:_comparison",
        _always(False),
        "quote_comparison_flipped",
        "a comparison is a mark",
    ),
    Fault(
        "negation_unclassified",
        "differences:_negation",
        _always(False),
        "quote_negated",
        "a negation is a word",
    ),
    Fault(
        "script_unclassified", "differences:_script", _always(None), "quote_case_changed", "case is spelling"
    ),
)

READING = (
    Fault(
        "exempt_at_will",
        "claims:may_be_exempt",
        _always(True),
        "heading_abused",
        "length and figures do not matter to an exemption",
    ),
    Fault("nothing_exempt", "claims:may_be_exempt", _always(False), "heading_exempt", "a heading is a claim"),
    Fault(
        "questions_are_claims",
        "claims:is_question",
        _always(False),
        "question_exempt",
        "a question must be cited",
    ),
    Fault(
        "disclaimers_are_claims",
        "claims:is_disclaimer",
        _always(False),
        "disclaimer_exempt",
        "a disclaimer must be cited",
    ),
    Fault(
        "identifiers_overlooked",
        "foreign:foreign_references",
        _around(lambda _function, _arguments: list[object]()),
        "foreign_references",
        "no identifier is listed",
    ),
    Fault(
        "identifiers_unchecked",
        "source_report:_identifiers",
        _around(lambda _function, _arguments: set[str]()),
        "foreign_references",
        "no identifier matches",
    ),
    Fault(
        "others_marks_kept",
        "marks:foreign_marks",
        _around(lambda _function, _arguments: list[object]()),
        "others_marks",
        "marks of other systems are prose",
    ),
    Fault(
        "hidden_handles_skipped",
        "collection:Collector._add_hidden",
        _always(None),
        "hidden_in_code",
        "a handle in code is not verified",
    ),
    Fault(
        "rendering_is_miscopying",
        "repairs:RENDERING_REPAIRS",
        lambda _: frozenset[str](),
        "forged_repaired_zero_width",
        "a rendered forgery is malformed",
    ),
    Fault(
        "reference_headings_unknown",
        "definitions:is_reference_heading",
        _always(False),
        "ok_plain",
        "a list of references defines nothing",
    ),
)

GROUPS = (HANDLES, FOLDS, QUOTES, NOTES, CLASSES, VERDICTS, ANSWERS, READING)
FAULTS: Mapping[str, Fault] = MappingProxyType({fault.name: fault for group in GROUPS for fault in group})
"""Every fault by name."""

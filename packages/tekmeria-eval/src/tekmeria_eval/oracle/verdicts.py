"""The verdict on each citation, its flags and its notes (contract.md §7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tekmeria_contract.policy import Policy
from tekmeria_contract.resolution import Notice, Resolution
from tekmeria_eval.oracle.folding import flat, fold
from tekmeria_eval.oracle.handles import KeySpec, handle_fault
from tekmeria_eval.oracle.quoting import Finding, find

RETRACTIONS = ("retraction", "partial_retraction", "withdrawal", "removal")
CORRECTIONS = ("erratum", "corrigendum", "correction", "addendum")


@dataclass(frozen=True, slots=True)
class Cited:
    """A citation as it stands in the answer: what the oracle judges.

    ``broken`` is the reason why its bracket is malformed though its handle may not be; ``miscopied`` tells
    that the handle was repaired from a copy error that is not one of rendering.
    """

    handle: str
    quote: str | None
    origin: str | None
    sentence: int | None
    broken: str | None = None
    miscopied: bool = False
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the clauses say of one citation."""

    verdict: str
    reason: str | None = None
    flags: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    checked_against: str | None = None
    matched: str | None = None


@dataclass(frozen=True, slots=True)
class _Held:
    finding: Finding
    against: str
    as_cited: bool


def judge_citation(
    cited: Cited,
    beside: Sequence[Cited],
    conflicting: bool,
    keys: tuple[KeySpec, ...],
    resolutions: Mapping[str, Resolution],
    policy: Policy,
) -> Judgement:
    """The first of malformed, forged, unavailable, withdrawn, quote_mismatch, ok that applies.

    ``beside`` are the other citations of the sentence, in order.
    """
    fault = _handle_verdict(cited, conflicting, keys)
    if fault is not None:
        return Judgement(*fault, notes=("inside_code",) if cited.hidden else ())
    resolution = resolutions[cited.handle]
    flags = _flags(cited.handle, resolution)
    notes = _standing_notes(cited, resolution, policy)
    unavailable = _unavailable(cited, resolution, policy)
    if unavailable is not None:
        return Judgement("unavailable", unavailable, flags, notes)
    gone = _gone(cited, resolution, policy)
    if gone is not None:
        return Judgement("withdrawn", gone, flags, notes)
    if cited.quote is None:
        return Judgement("ok", None, flags, notes, _at_hand(cited.handle, resolution, policy))
    return _judge_quote(cited, beside, keys, resolutions, policy, flags, notes)


def _handle_verdict(
    cited: Cited, conflicting: bool, keys: tuple[KeySpec, ...]
) -> tuple[str, str | None] | None:
    if cited.broken is not None:
        return "malformed", cited.broken
    fault = handle_fault(cited.handle, keys)
    if fault is None:
        return ("forged", "conflicting_codes") if conflicting else None
    verdict, reason = fault
    if verdict == "forged" and cited.miscopied:
        return "malformed", reason
    return verdict, "conflicting_codes" if conflicting and verdict == "forged" else reason


def _version(handle: str) -> str | None:
    return handle.partition("/")[0].partition("@")[2] or None


def _texts(
    handle: str, resolution: Resolution, policy: Policy
) -> tuple[list[str], list[str], str | None, bool]:
    """Texts issued as the version cited, newest first; as others; the text now; is that the version cited."""
    version = _version(handle)
    own = [i.text for i in resolution.issued if version is None or i.version in (None, version)]
    other = [i.text for i in resolution.issued if version is not None and i.version not in (None, version)]
    served = resolution.record.version if resolution.record else None
    current = resolution.current if policy.against == "current_or_issued" else None
    return own[::-1], other[::-1], current, version is None or served in (None, version)


def shown_text(handle: str, resolution: Resolution, policy: Policy) -> str:
    """The text that a citation rests on: as issued if known, else as it is now, else another version's."""
    own, other, current, _ = _texts(handle, resolution, policy)
    return next(iter(own), None) or current or next(iter(other), "")


def _unavailable(cited: Cited, resolution: Resolution, policy: Policy) -> str | None:
    own, other, _, current_is_own = _texts(cited.handle, resolution, policy)
    if policy.against == "issued":
        return None if own else "version_not_obtainable" if other else "source_unreachable"
    if not resolution.reached:
        return "source_unreachable"
    lost = _version(cited.handle) is not None and not own and not current_is_own
    if cited.quote is not None and lost and resolution.record_exists is not False:
        held = _held(cited.quote, cited.handle, resolution, policy)
        return None if held else "version_not_obtainable"
    return None


def _gone(cited: Cited, resolution: Resolution, policy: Policy) -> str | None:
    own, *_ = _texts(cited.handle, resolution, policy)
    if policy.against == "issued" or (_version(cited.handle) is not None and own):
        return None
    if resolution.record_exists is False:
        return "record_gone"
    return "passage_gone" if resolution.passage_exists is False else None


def _held(quote: str, handle: str, resolution: Resolution, policy: Policy) -> _Held | None:
    own, other, current, current_is_own = _texts(handle, resolution, policy)

    def first(texts: Sequence[str]) -> Finding | None:
        findings = [find(quote, text, resolution.label, policy.elision) for text in texts]
        return next((finding for finding in findings if finding), None)

    issued, now = first(own), first([current] if current is not None else [])
    if issued:
        return _Held(issued, "both" if now else "issued", True)
    if now:
        return _Held(now, "current", current_is_own)
    elsewhere = first(other) if own else None
    return _Held(elsewhere, "issued", False) if elsewhere else None


def _judge_quote(
    cited: Cited,
    beside: Sequence[Cited],
    keys: tuple[KeySpec, ...],
    resolutions: Mapping[str, Resolution],
    policy: Policy,
    flags: tuple[str, ...],
    notes: tuple[str, ...],
) -> Judgement:
    assert cited.quote is not None
    shared = cited.origin in ("prose", "blockquote")
    candidates = [cited, *(beside if shared else ())]
    for holder in candidates:
        if holder.broken is not None or handle_fault(holder.handle, keys) is not None:
            continue
        held = _held(cited.quote, holder.handle, resolutions[holder.handle], policy)
        if held is not None:
            notes = _with_holder(notes, held, holder.handle, resolutions[holder.handle], policy)
            return Judgement("ok", None, flags, notes, held.against, held.finding.kind)
    against = _at_hand(cited.handle, resolutions[cited.handle], policy)
    if cited.origin == "prose" and _is_title(cited.quote, cited, beside, resolutions):
        return Judgement("ok", None, flags, notes, against, "title")
    return Judgement("quote_mismatch", None, flags, notes, against)


def _with_holder(
    notes: tuple[str, ...], held: _Held, handle: str, resolution: Resolution, policy: Policy
) -> tuple[str, ...]:
    added = set(notes) | set(held.finding.notes)
    if not held.as_cited and _texts(handle, resolution, policy)[0]:
        added.add("not_as_issued")
    if resolution.credits:
        added.add("secondary")
    return tuple(sorted(added))


def _is_title(
    quote: str, cited: Cited, beside: Sequence[Cited], resolutions: Mapping[str, Resolution]
) -> bool:
    """Whether the quotation is a cited record's whole title, or its part before or after the colon."""
    for one in (cited, *beside):
        record = resolutions[one.handle].record if one.handle in resolutions else None
        if record is not None and record.title:
            title = flat(fold(record.title)).rstrip(".")
            before, _, after = title.partition(":")
            if flat(fold(quote)).rstrip(".,") in {title, before.strip(), after.strip()}:
                return True
    return False


def _at_hand(handle: str, resolution: Resolution, policy: Policy) -> str | None:
    own, _, current, _ = _texts(handle, resolution, policy)
    if own:
        return "both" if current is not None else "issued"
    return "current" if current is not None else None


def _flags(handle: str, resolution: Resolution) -> tuple[str, ...]:
    record = resolution.record
    if record is None:
        return ()
    notices = record.notices or ()
    standing = [notice for notice in notices if not _reinstated(notice, notices)]
    cited = _version(handle) or (resolution.issued[-1].version if resolution.issued else None)
    raised = {
        "retracted": any(notice.kind in RETRACTIONS for notice in standing),
        "concern": any(notice.kind == "concern" for notice in standing),
        "preprint": record.preprint,
        "version_changed": None not in (record.version, cited) and record.version != cited,
    }
    return tuple(sorted(name for name, up in raised.items() if up))


def _reinstated(notice: Notice, notices: Sequence[Notice]) -> bool:
    return any(
        other.kind == "reinstatement"
        and other.date is not None
        and notice.date is not None
        and _last_day(notice.date) <= _first_day(other.date)
        for other in notices
    )


def _first_day(date: str) -> str:
    return f"{date}-01-01"[:10] if len(date) < 10 else date[:10]


def _last_day(date: str) -> str:
    """A day that no day of the year or month ``date`` is later than."""
    return f"{date}-31-31"[:10] if len(date) < 10 else date[:10]


def _standing_notes(cited: Cited, resolution: Resolution, policy: Policy) -> tuple[str, ...]:
    """The notes that do not depend on a quotation."""
    record = resolution.record
    own, _, current, _ = _texts(cited.handle, resolution, policy)
    unchecked = record is None or record.notices is None
    changed = bool(own) and current is not None and fold(own[0]) != fold(current)
    corrected = record is not None and any(n.kind in CORRECTIONS for n in record.notices or ())
    published = record is not None and record.preprint and record.published is not None
    raised = {
        "inside_code": cited.hidden,
        "notices_unchecked": unchecked,
        "corrected": corrected,
        "published": published,
        "not_rechecked": policy.against == "issued",
        "text_changed": changed,
    }
    return tuple(sorted(name for name, up in raised.items() if up))

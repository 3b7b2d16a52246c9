"""Everything ever issued, as one file to be kept elsewhere or moved to another store (sources.md, Evidence store).

JSON Lines in UTF-8. The first line names the format, :data:`SCHEMA`; each other line but the last is
``{"facts": {"record": …, …}}``, what is known of a record, or ``{"passage": {…}}``, the members of
:class:`~tekmeria_sources.store.Issued`; the last one is ``{"end": N}``, with the number of lines between, so that a
file cut short is told from a whole one. Fresh copies are not in it. It holds no key.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, fields
from typing import Any, cast

from tekmeria_contract.resolution import RecordFacts
from tekmeria_sources.errors import BackupError
from tekmeria_sources.keptfacts import facts_from, facts_members
from tekmeria_sources.store import Issued, Store

SCHEMA = "tekmeria.store/1"
_BATCH = 500
_MEMBERS = frozenset(field.name for field in fields(Issued))
_TEXTS = _MEMBERS - {"version", "label", "span", "addressing", "credits"}


def backup_lines(store: Store) -> Iterator[str]:
    """The lines of a backup of ``store``, oldest first; a batch at a time is in memory."""
    yield _line({"schema": SCHEMA})
    count, known = 0, dict[str, RecordFacts]()
    for batch in store.batches():
        for record, facts in batch.facts.items():
            if known.get(record) != facts:
                known[record] = facts
                count += 1
                yield _line({"facts": {"record": record, **facts_members(facts)}})
        for passage in batch.passages:
            count += 1
            yield _line({"passage": asdict(passage)})
    yield _line({"end": count})


def check_backup(lines: Iterable[str], name: str) -> int:
    """The number of passages in the backup ``name``. Raises :class:`~tekmeria_sources.errors.BackupError`."""
    return sum(isinstance(item, Issued) for item in _read(lines, name))


def restore(lines: Iterable[str], name: str, store: Store) -> int:
    """Put what the backup ``name`` holds into ``store``; how many passages the store did not have.

    What is there stays there, and facts stay where they were checked later than those of the backup. A backup that
    turns out damaged leaves what stood before the damage; check it first. Raises as :func:`check_backup`, and
    :class:`~tekmeria_sources.errors.StoreError`.
    """
    before = store.size().passages
    passages, facts = list[Issued](), dict[str, RecordFacts]()
    for item in _read(lines, name):
        if isinstance(item, Issued):
            passages.append(item)
        else:
            facts[item[0]] = item[1]
        if len(passages) + len(facts) >= _BATCH:
            _put(store, passages, facts)
            passages, facts = [], {}
    _put(store, passages, facts)
    return store.size().passages - before


def _put(store: Store, passages: list[Issued], facts: dict[str, RecordFacts]) -> None:
    known = store.facts(facts)
    newer = {
        record: told
        for record, told in facts.items()
        if record not in known or (told.checked_at or "") > (known[record].checked_at or "")
    }
    store.issue(passages, newer)


def _line(members: Mapping[str, object]) -> str:
    return json.dumps(members, ensure_ascii=False, separators=(",", ":")) + "\n"


def _read(lines: Iterable[str], name: str) -> Iterator[Issued | tuple[str, RecordFacts]]:
    numbered = enumerate(lines, 1)
    if _members(next(numbered, (1, ""))[1], name, 1) != {"schema": SCHEMA}:
        raise BackupError(
            f"{name} is no backup of an evidence store",
            source=name,
            remedy=f'its first line would be {{"schema":"{SCHEMA}"}}',
        )
    for number, line in numbered:
        members = _members(line, name, number)
        if members == {"end": number - 2}:
            for number, line in numbered:
                if line.strip():
                    raise _damaged(name, number, "something stands behind its end")
            return
        try:
            yield _item(members)
        except (KeyError, TypeError, ValueError) as error:
            raise _damaged(name, number, f"it is no line of a backup: {error}") from None
    raise BackupError(f"{name} is cut short: it has no last line", source=name, remedy="take another backup")


def _members(line: str, name: str, number: int) -> dict[str, Any]:
    try:
        members: object = json.loads(line)
    except (ValueError, RecursionError):
        members = None
    if not isinstance(members, dict):
        raise _damaged(name, number, "it is no JSON object")
    return cast(dict[str, Any], members)


def _item(members: Mapping[str, Any]) -> Issued | tuple[str, RecordFacts]:
    (kind, content), *others = members.items()
    if others or kind not in {"facts", "passage"} or not isinstance(content, dict):
        raise ValueError("neither facts nor a passage")
    content = cast(dict[str, Any], content)
    if kind == "facts":
        return content["record"], facts_from(content)
    if content.keys() != _MEMBERS or not all(isinstance(content[member], str) for member in _TEXTS):
        raise ValueError("a passage with other members, or a member of another type")
    works = cast(list[object], content["credits"])
    if not isinstance(content["credits"], list) or not all(isinstance(work, str) for work in works):
        raise ValueError("a passage whose credits are no list of texts")
    start, end = content["span"]
    plain: dict[str, Any] = {**content, "span": (int(start), int(end)), "credits": tuple(works)}
    return Issued(**plain)


def _damaged(name: str, number: int, why: str) -> BackupError:
    return BackupError(
        f"{name} is damaged in line {number}: {why}", source=name, remedy="take another backup"
    )

"""``tekmeria store``: backing up, moving and cutting what was issued (sources.md, Evidence store)."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import asdict
from datetime import date
from pathlib import Path

from tekmeria_server.commands.files import lines_left_behind
from tekmeria_server.commands.outcome import Exit
from tekmeria_sources.backup import backup_lines, check_backup, restore
from tekmeria_sources.errors import ArgumentError, BackupError
from tekmeria_sources.settings import Settings
from tekmeria_sources.stores import open_present, open_store, store_name


def run_path() -> int:
    """Print where the store is."""
    print(store_name(Settings.from_environment()))
    return Exit.ACCEPTED


def run_size(as_json: bool) -> int:
    """Print how much is kept."""
    settings = Settings.from_environment()
    with closing(open_present(settings)) as store:
        size = asdict(store.size())
    if as_json:
        print(json.dumps({"store": store_name(settings), **size}))
    else:
        print("\n".join(f"{name}: {count:,}" for name, count in size.items()))
    return Exit.ACCEPTED


def run_export(out: Path) -> int:
    """Write a backup to ``out``, whole or not at all."""
    with closing(open_present(Settings.from_environment())) as store:
        if not lines_left_behind(out, backup_lines(store)):
            return Exit.MISUSE
    with out.open(encoding="utf-8") as file:
        print(f"{check_backup(file, str(out)):,} passages are in {out}")
    return Exit.ACCEPTED


def run_import(backup: Path) -> int:
    """Put ``backup`` into the store, after the whole of it was read once."""
    try:
        with backup.open(encoding="utf-8") as file:
            count = check_backup(file, str(backup))
        with backup.open(encoding="utf-8") as file, closing(open_store(Settings.from_environment())) as store:
            new = restore(file, str(backup), store)
    except UnicodeDecodeError:
        raise BackupError(
            f"{backup} is no backup: it is not UTF-8", source=str(backup), remedy="take another"
        ) from None
    print(f"{count:,} passages read, {new:,} of them new")
    return Exit.ACCEPTED


def run_prune(before: str, yes: bool) -> int:
    """Forget what was issued before a date, or say how much it would be."""
    try:
        day = date.fromisoformat(before).isoformat()
    except ValueError:
        raise ArgumentError(
            f"{before!r} is no date", source="before", remedy="write it as 2031-01-31"
        ) from None
    with closing(open_present(Settings.from_environment())) as store:
        if yes:
            print(f"{store.prune(day):,} passages issued before {day} are forgotten")
        else:
            print(
                f"{store.older(day):,} passages were issued before {day}; add --yes to forget them for good"
            )
    return Exit.ACCEPTED
